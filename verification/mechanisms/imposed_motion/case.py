"""Imposed velocities and accelerations of a body: motion and reactions."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123, from_vector

MASS, INERTIA, G = 1.5, 0.04, 9.81
D1, D3 = np.array([1, 2, 2]) / 3, np.array([2, -2, 1]) / 3
AXIS = np.array([2, 2, -1]) / 3
START = from_euler123([0.4, -0.3, 0.5])


def position(r):
    t = r.time[:, None]
    return np.array([0.1, 0.2, 0.3]) + 1.5 * (1 - np.cos(2 * t)) * D1 + 0.5 * t * D3


def rotation(r):
    angle = 2 * (r.time - np.sin(3 * r.time) / 3)
    return np.array([START @ from_vector(q * AXIS) for q in angle]).reshape(-1, 9)


def force(r):
    """On the node, along the first direction."""
    return MASS * (6 * np.cos(2 * r.time) + G * D1[2])


def couple(r):
    return INERTIA * 6 * np.sin(3 * r.time)


def check_rates():
    """Angle and displacement against differences of their rates."""
    t, d = np.linspace(0.2, 2, 20), 1e-3
    diff = lambda f: (8 * (f(t + d) - f(t - d)) - (f(t + 2 * d) - f(t - 2 * d))) / (12 * d)
    return (np.hstack([diff(lambda s: 1.5 * (1 - np.cos(2 * s))), diff(lambda s: 2 * (s - np.sin(3 * s) / 3))]),
            np.hstack([3 * np.sin(2 * t), 2 * (1 - np.cos(3 * t))]))


V, A = ["velocities"], ["accelerations"]
case = Case(
    title="imposed linear and angular velocity and acceleration",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 5-5",
    model="velocities.mbd",
    runs={"velocities": Run(dict(h=1e-3)), "accelerations": Run(dict(h=1e-3), "accelerations.mbd")},
    quantities=[
        Quantity("position", lambda r: r.node(1).position, position, 1e-5, "time error (2 h)^2", "m"),
        Quantity("orientation", lambda r: r.node(1).rotation.reshape(-1, 9), rotation, 2e-5, "time error (4 h)^2", "1"),
        Quantity("force along the direction", lambda r: r.joint(1).force[1:] @ D1, lambda r: force(r)[1:], 1e-4,
                 "time error (2 h)^2 of 9 N", "N"),
        Quantity("couple about the axis", lambda r: r.joint(4).moment_local[1:] @ AXIS, lambda r: couple(r)[1:], 1e-5,
                 "time error (3 h)^2", "N m"),
        Quantity("reactions of joint 1 at step 0", lambda r: r.joint(1).force[0] @ D1, lambda r: force(r)[0], 1e-12,
                 "exact accelerations at the initial time", "N", runs=A),
        Quantity("imposed velocity", lambda r: np.stack([r.joint(1).extra[:, 3], r.joint(4).extra[:, 3]], axis=1),
                 lambda r: np.stack([3 * np.sin(2 * r.time), 2 * (1 - np.cos(3 * r.time))], axis=1), 1e-12,
                 "the drive itself", "m/s, rad/s", runs=V),
        Quantity("velocity along the direction", lambda r: r.node(1).velocity @ D1, lambda r: 3 * np.sin(2 * r.time), 1e-9,
                 "the constraint itself", "m/s", runs=V),
        Quantity("imposed acceleration", lambda r: np.stack([r.joint(1).extra[:, 0], r.joint(4).extra[:, 0]], axis=1),
                 lambda r: np.stack([6 * np.cos(2 * r.time), 6 * np.sin(3 * r.time)], axis=1), 1e-12,
                 "the drive itself", "m/s2, rad/s2", runs=A),
    ],
    orders=[Order(f"{m}, ms rho=0.6", ["position", "orientation"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], {}, f"{m}.mbd")
            for m in ("velocities", "accelerations")],
    checks=[Check("rates by differences", check_rates, 1e-9)],
)
