"""Cardano and homokinetic joints between shafts at an angle."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_vector

J1, J2 = 0.02, 0.05


def about(axis):
    """Turns about a unit vector, as one matrix an angle."""
    return lambda angles: np.array([from_vector(angle * np.asarray(axis)) for angle in angles])


def input_angle(r, axis):
    """Of the input shaft from its matrices; `axis` is 0 or 2."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    m = r.node(2).rotation
    return np.unwrap(np.arctan2(m[:, j, i], m[:, i, i]))


def cardano_frame(r):
    """Of the output shaft: turned about its axis by the angle that belongs to the computed one of the input."""
    angle, bend = input_angle(r, 0), r["bend"]
    out = np.arctan2(np.cos(bend) * np.sin(angle), np.cos(angle))
    return (from_vector([0, 0, bend]) @ about([1, 0, 0])(out)).reshape(-1, 9)


def cardano_rate(r):
    return 4 * np.cos(r["bend"]) / (1 - np.sin(r["bend"]) ** 2 * np.sin(4 * r.time) ** 2)


def cardano_motor(r):
    """Power of the output shaft over W."""
    s2 = np.sin(r["bend"]) ** 2
    w = cardano_rate(r)
    return J2 * w ** 2 / np.cos(r["bend"]) * s2 * np.sin(8 * r.time) * w / 4


def rate(r):
    """Of the output shaft about its axis."""
    axis = r.node(3).rotation[:, :, 0]
    return np.sum(axis * r.node(3).omega, axis=1)


def late(f):
    """Without step 0, whose accelerations come from elsewhere than those of the steps."""
    return lambda r: f(r)[1:]


def speed_law(t):
    return 3 * (t - np.sin(2.5 * t) / 2.5)


def gimbal_frame(r):
    return (from_vector([0, r["bend"], 0]) @ about([0, 0, 1])(input_angle(r, 2))).reshape(-1, 9)


def inner_attitude(r):
    """Bend of one half, bend of the middle, bend of the other half."""
    half, middle = about([0, 1, 0])(r.joint(4).extra[:, 0]), about([1, 0, 0])(r.joint(4).extra[:, 1])
    return (half @ middle @ half).reshape(-1, 9)


def shaft_couples(r):
    """What the joint does to either shaft about its axis."""
    m = r.joint(4).moment
    return np.stack([m[:, 2], np.sum(m * r.node(3).rotation[:, :, 2], axis=1)], axis=1)


def swung_frame(r):
    """The input frame swung by the shortest way to the axis of the output shaft."""
    frames = []
    for q, t in zip(input_angle(r, 2), r.time):
        x, y = 0.3 * np.sin(2 * t), 0.1
        s = np.array([x, y, np.sqrt(0.25 - x * x - y * y)]) / 0.5
        normal = np.cross([0, 0, 1], s)
        swing = from_vector(normal / np.linalg.norm(normal) * np.arcsin(np.linalg.norm(normal)))
        frames.append(swing @ from_vector([0, 0, q]))
    return np.array(frames).reshape(-1, 9)


def frame(r):
    return r.node(3).rotation.reshape(-1, 9)


def check_cardano():
    """The arms of the cross are orthogonal in the closed form; its rate is the difference of its angle."""
    bend, psi, d = 0.6, np.linspace(0.1, 6, 40), 1e-4
    out = lambda p: np.unwrap(np.arctan2(np.cos(bend) * np.sin(p), np.cos(p)))
    arm1 = apply(about([1, 0, 0])(psi), np.array([0, 0, 1.0]))
    arm2 = apply(from_vector([0, 0, bend]) @ about([1, 0, 0])(out(psi)), np.array([0, 1.0, 0]))
    slope = (8 * (out(psi + d) - out(psi - d)) - (out(psi + 2 * d) - out(psi - 2 * d))) / (12 * d)
    closed = np.cos(bend) / (1 - np.sin(bend) ** 2 * np.sin(psi) ** 2)
    return np.hstack([np.sum(arm1 * arm2, axis=1), slope]), np.hstack([np.zeros(40), closed])


PHASE = "phase error (W h)^2/12 W t = 1e-5 of the integration; a Cardano joint with the ratio cos(bend) is 0.2 off"
KINEMATIC = "constraints hold to the tolerance of the solver, 1e-9, whatever the time error"
CARDANO, GIMBAL = ["Cardano rotation", "Cardano hinge", "wide bend"], ["gimbal rotation", "gimbal, wide bend"]
case = Case(
    title="Cardano and homokinetic joints",
    source="K. J. Waldron, G. L. Kinzel, Kinematics, Dynamics, and Design of Machinery, 1999, sec. 8.8",
    model="cardano.mbd",
    runs={"Cardano rotation": Run(dict(bend=0.6, h=1e-3)), "Cardano hinge": Run(dict(bend=0.6, h=1e-3), "cardano_hinge.mbd"),
          "wide bend": Run(dict(bend=1.3, h=5e-4, every=40)),
          "gimbal rotation": Run(dict(bend=0.6, h=1e-3), "gimbal.mbd"),
          "gimbal, wide bend": Run(dict(bend=2.2, h=1e-3), "gimbal.mbd"),
          "gimbal hinge": Run(dict(h=1e-3), "gimbal_hinge.mbd")},
    quantities=[
        Quantity("Cardano: output frame for the input angle", frame, cardano_frame, 1e-7, KINEMATIC, "1", runs=CARDANO),
        Quantity("Cardano: output rate", rate, cardano_rate, 2e-3, PHASE, "rad/s", runs=CARDANO),
        Quantity("Cardano: couple of the motor", late(lambda r: r.joint(2).moment_local[:, 2]), late(cardano_motor), 5e-3,
                 PHASE + "; the wide bend has a peak of 20", "N m", relative=True, runs=CARDANO),
        Quantity("gimbal: output frame for the input angle", frame, gimbal_frame, 1e-7, KINEMATIC, "1", runs=GIMBAL),
        Quantity("gimbal: input angle", lambda r: input_angle(r, 2), lambda r: speed_law(r.time), 2e-5,
                 "phase error of the integration", "rad", runs=GIMBAL),
        Quantity("gimbal: couple of the motor", late(lambda r: r.joint(2).moment_local[:, 2]),
                 late(lambda r: (J1 + J2) * 7.5 * np.sin(2.5 * r.time)), 1e-4, "time error (2.5 h)^2", "N m", runs=GIMBAL),
        Quantity("gimbal: couple on both shafts", late(shaft_couples),
                 late(lambda r: np.stack([J2 * 7.5 * np.sin(2.5 * r.time)] * 2, axis=1)), 1e-4,
                 "equal on both shafts: power in is power out", "N m", runs=GIMBAL),
        Quantity("gimbal: attitude from theta and phi", inner_attitude, lambda r: r.joint(4).extra[:, 2:11], 1e-12,
                 "the angles decompose the attitude exactly", "1", runs=GIMBAL),
        Quantity("gimbal hinge: output frame", frame, swung_frame, 2e-7, KINEMATIC, "1", runs=["gimbal hinge"]),
    ],
    orders=[Order("Cardano hinge, ms rho=0.6", ["Cardano: output rate"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(bend=0.6), "cardano_hinge.mbd")],
    checks=[Check("Cardano: orthogonal arms, rate by differences", check_cardano, 1e-9)],
)
