"""Rotor on a driven axial rotation: angle, couple, force; smooth and ramped speed."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_euler123, from_vector

MASS = 1.5
CENTRE = np.array([0.12, 0.05, 0.2])
J_CENTRE = np.array([[0.08, 0.01, -0.02], [0.01, 0.11, 0.015], [-0.02, 0.015, 0.14]])
J = J_CENTRE + MASS * (CENTRE @ CENTRE * np.eye(3) - np.outer(CENTRE, CENTRE))
AXIS = np.array([0.0, 0.0, 1.0])
ORIGIN = np.array([0.1, 0.2, -0.3])
FRAME = from_euler123([0.8, -0.5, 0.3])
NODE = np.array([0.1, -0.2, 0.15])


def smooth(t):
    """Angle, speed, acceleration."""
    return 3 * (t - np.sin(2.5 * t) / 2.5), 3 * (1 - np.cos(2.5 * t)), 7.5 * np.sin(2.5 * t)


def ramp(t):
    """As above; the acceleration jumps at t = 1."""
    late = t > 1
    return np.where(late, 2 + 4 * (t - 1), 2 * t * t), np.where(late, 4.0, 4 * t), np.where(late, 0.0, 4.0)


def loads(motion, t):
    """Couple about the joint and force of the joint on the rotor, global axes."""
    angle, w, a = motion(t)
    axes = FRAME @ np.array([from_vector([0, 0, q]) for q in angle])
    couple = a[:, None] * (J @ AXIS) + w[:, None] ** 2 * np.cross(AXIS, J @ AXIS)
    force = MASS * (a[:, None] * np.cross(AXIS, CENTRE) + w[:, None] ** 2 * np.cross(AXIS, np.cross(AXIS, CENTRE)))
    return apply(axes, couple), apply(axes, force)


def angle(r):
    x = r.node(2).rotation[:, :, 0] @ FRAME
    return np.unwrap(np.arctan2(x[:, 1], x[:, 0]))


def node_position(r):
    return ORIGIN + np.array([from_vector([0, 0, q]) @ NODE for q in smooth(r.time)[0]]) @ FRAME.T


def settled(r):
    """Output instants away from the jumps of the acceleration at 0 and 1."""
    return (r.time > 0.2) & (np.abs(r.time - 1.1) > 0.11)


def check_loads():
    """Against rates of momentum and angular momentum by differences of order 6."""
    t, d = np.linspace(0.1, 2, 39), 1e-3

    def momenta(s):
        q, w, _ = smooth(s)
        axes = FRAME @ np.array([from_vector([0, 0, x]) for x in q])
        return np.hstack([w[:, None] * apply(axes, J @ AXIS),
                          MASS * w[:, None] * apply(axes, np.cross(AXIS, CENTRE))])

    rate = sum(k * (momenta(t + m * d) - momenta(t - m * d)) for m, k in ((1, 45), (2, -9), (3, 1))) / (60 * d)
    return np.hstack(loads(smooth, t)), rate


case = Case(
    title="rotor on a driven axial rotation: couple J W' and the couples of the products of inertia",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 5-5",
    model="smooth.mbd",
    runs={"smooth": Run(dict(h=2.5e-4, every=40)), "ramp": Run(dict(h=2.5e-4, every=40), "ramp.mbd")},
    quantities=[
        Quantity("angle", angle, lambda r: smooth(r.time)[0], 1.5e-6, "second order: h^2/12 W'', integrated", "rad", runs=["smooth"]),
        Quantity("node position", lambda r: r.node(2).position, node_position, 4e-7, "angle error times 0.27 m", "m",
                 runs=["smooth"]),
        Quantity("angular velocity", lambda r: r.node(2).omega,
                 lambda r: smooth(r.time)[1][:, None] * FRAME[:, 2], 1e-10, "imposed at the level of velocity",
                 "rad/s", runs=["smooth"]),
        Quantity("couple on the rotor", lambda r: r.joint(2).moment, lambda r: loads(smooth, r.time)[0], 5e-6,
                 "second order: 1e-6 of the largest couple", "N m", runs=["smooth"]),
        Quantity("force on the rotor", lambda r: r.joint(2).force, lambda r: loads(smooth, r.time)[1], 1.5e-5,
                 "second order: 2e-7 of the largest force", "N", runs=["smooth"]),
        Quantity("imposed speed printed by the joint", lambda r: r.joint(2).extra[:, 3], lambda r: smooth(r.time)[1],
                 1e-12, "a drive evaluated at the time of the row", "rad/s", runs=["smooth"]),
        Quantity("angle after the ramp", lambda r: angle(r)[-1], lambda r: ramp(r.time)[0][-1], 1e-6,
                 "second order, with one step of first order at the kink", "rad", runs=["ramp"]),
        Quantity("drive couple J33 W'", lambda r: (r.joint(2).moment @ FRAME[:, 2])[settled(r)],
                 lambda r: (J[2, 2] * ramp(r.time)[2])[settled(r)], 2e-7,
                 "transients of the jump decay by rho a step", "N m", runs=["ramp"]),
        Quantity("couple on the rotor under the ramp", lambda r: r.joint(2).moment[settled(r)],
                 lambda r: loads(ramp, r.time)[0][settled(r)], 1e-6, "as above", "N m", runs=["ramp"]),
    ],
    orders=[Order(f"ms rho={rho:g}", ["angle", "couple on the rotor", "force on the rotor"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (8e-3, 4e-3, 2e-3)], dict(rho=rho)) for rho in (0.0, 0.6)],
    checks=[Check("loads by differences of the momenta", check_loads, 1e-9)],
)
