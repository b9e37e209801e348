"""Screw: a falling nut, and a nut moved by a motor."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run

MASS, INERTIA, G = 2.0, 0.03, 9.81


def ratio(r):
    """Rotation over advance, rad/m."""
    return 2 * np.pi / r["pitch_length"]


def acceleration(r):
    return -G * np.cos(r["tilt"]) / (1 + INERTIA / MASS * ratio(r) ** 2)


def fall(r):
    """Advance from the start along the screw."""
    axis = np.array([0, -np.sin(r["tilt"]), np.cos(r["tilt"])])
    return (r.node(2).position - r.node(2).position[0]) @ axis


def spin(r):
    return r.node(2).omega @ np.array([0, -np.sin(r["tilt"]), np.cos(r["tilt"])])


def motor_angle(t):
    return 6 * (t - np.sin(2 * t) / 2)


def motor_couple(r):
    k, a = 1 / ratio(r), 12 * np.sin(2 * r.time)
    return INERTIA * a + k * (7 + 2 * k * a)


def check_fall():
    """Energy of the closed form is constant."""
    pitch, t = 0.1, np.linspace(0, 2, 9)
    k = 2 * np.pi / pitch
    a = -G / (1 + INERTIA / MASS * k ** 2)
    z, v = a * t * t / 2, a * t
    return MASS * v ** 2 / 2 + INERTIA * (k * v) ** 2 / 2 + MASS * G * z, np.zeros(9)


EXACT = "constant acceleration: the integration is exact"
NUT, DRIVEN = ["vertical", "left-handed, tilted", "steep"], ["motor"]
case = Case(
    title="screw: pitch, turns, loads",
    source="J. L. Meriam, L. G. Kraige, Engineering Mechanics: Dynamics, 5th ed., 2002, sec. 6/6",
    model="nut.mbd",
    runs={"vertical": Run(dict(h=1e-3, pitch_length=0.1, tilt=0.0)),
          "left-handed, tilted": Run(dict(h=1e-3, pitch_length=-0.25, tilt=0.7)),
          "steep": Run(dict(h=1e-3, pitch_length=0.03, tilt=0.0)),
          "motor": Run(dict(h=1e-3, pitch_length=0.1), "driven.mbd")},
    quantities=[
        Quantity("fall", fall, lambda r: acceleration(r) * r.time ** 2 / 2, 1e-4,
                 "error of a rotation of w h in a step, (w h)^2/12 = 1e-4", "m", runs=NUT),
        Quantity("rate of rotation", spin, lambda r: ratio(r) * acceleration(r) * r.time, 1e-3,
                 "(w h)^2/12 of the rate in a step", "rad/s", runs=NUT),
        Quantity("rotation, turns counted", lambda r: r.joint(4).extra[:, 0],
                 lambda r: np.degrees(ratio(r) * fall(r)), 1e-5, "the constraint itself", "deg", runs=NUT),
        Quantity("axial force", lambda r: r.joint(4).force_local[:, 2],
                 lambda r: MASS * (G * np.cos(r["tilt"]) + acceleration(r)) + 0 * r.time, 1e-3, EXACT, "N", runs=NUT),
        Quantity("couple", lambda r: r.joint(4).moment_local[:, 2],
                 lambda r: INERTIA * acceleration(r) * ratio(r) + 0 * r.time, 1e-4, EXACT, "N m", runs=NUT),
        Quantity("advance", lambda r: r.node(3).position[:, 2] - 0.2, lambda r: -motor_angle(r.time) / ratio(r), 1e-5,
                 "phase error of the motor, (2 h)^2", "m", runs=DRIVEN),
        Quantity("couple of the motor", lambda r: r.joint(2).moment_local[1:, 2], lambda r: motor_couple(r)[1:], 1e-4,
                 "time error (2 h)^2", "N m", runs=DRIVEN),
    ],
    orders=[Order("ms rho=0.6", ["fall", "axial force"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(pitch_length=-0.25, tilt=0.7))],
    checks=[Check("energy of the falling nut", check_fall, 1e-12)],
)
