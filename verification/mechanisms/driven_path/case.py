"""Driven displacement and orientation: the drive is met, forces and couples follow from the momenta."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_euler123, from_vector

MASS, CENTRE = 1.5, np.array([0.05, 0.02, -0.03])
J = np.array([[0.04, 0.003, -0.002], [0.003, 0.05, 0.001], [-0.002, 0.001, 0.06]])
ARM = np.array([0.1, -0.05, 0.2])
FRAME = from_euler123([0.2, 0.3, -0.1])
D = np.array([[1, 2, 2], [2, 1, -2], [2, -2, 1]]) / 3


def path(t):
    return np.stack([0.3 * np.sin(2 * t), 0.2 * np.cos(3 * t), 0.5 * t], axis=1)


def vector(t):
    return np.stack([3 * np.sin(t), 2 * t, np.cos(2 * t)], axis=1)


def base(t):
    return np.array([from_vector([0, 0, 2 * x]) for x in t])


def rotation(t):
    turns = np.array([from_vector(v) for v in vector(t)])
    return base(t) @ FRAME @ turns @ FRAME.T


def position(t):
    return apply(base(t), np.array([0.5, 0.1, 0]) + path(t)) - apply(rotation(t), ARM)


def omega(t, d=1e-3):
    at = rotation(t)
    rate = (45 * (rotation(t + d) - rotation(t - d)) - 9 * (rotation(t + 2 * d) - rotation(t - 2 * d))
            + rotation(t + 3 * d) - rotation(t - 3 * d)) / (60 * d)
    skew = rate @ np.swapaxes(at, 1, 2)
    return np.stack([skew[:, 2, 1], skew[:, 0, 2], skew[:, 1, 0]], axis=1)


def loads(t, d=2e-3):
    """Force on the body, and its couple once the force acts in the driven point: rates of the momenta."""
    def centre(s):
        return position(s) + apply(rotation(s), CENTRE)

    def spin(s):
        r = rotation(s)
        return apply(r @ J @ np.swapaxes(r, 1, 2), omega(s))

    second = lambda f: (-f(t + 2 * d) + 16 * f(t + d) - 30 * f(t) + 16 * f(t - d) - f(t - 2 * d)) / (12 * d * d)
    first = lambda f: (8 * (f(t + d) - f(t - d)) - (f(t + 2 * d) - f(t - 2 * d))) / (12 * d)
    force = MASS * second(centre)
    return force, first(spin) - np.cross(apply(rotation(t), ARM - CENTRE), force)


def late(f):
    """Away from the start, where the accelerations of the method settle."""
    return lambda r: f(r)[r.time > 0.2]


def chain(t):
    """Relative displacement of body 2 from body 1, and of body 3 from its fixed point."""
    return np.stack([0.3 + 0.1 * np.sin(4 * t), np.full_like(t, 0.1), np.zeros_like(t)], axis=1) @ D


def pin_path(t):
    return np.array([0.5, 0.1, 0]) + np.stack([0.3 * np.sin(2 * t), 0.2 * np.cos(3 * t), np.full_like(t, 0.2)], axis=1)


def pull(t):
    """Accelerations of the path and along the first direction."""
    return (np.stack([-1.2 * np.sin(2 * t), -1.8 * np.cos(3 * t), np.zeros_like(t)], axis=1),
            -1.6 * np.sin(4 * t)[:, None] * D[0])


def check_omega():
    """Angular velocity of a turn about a fixed axis."""
    global vector
    keep, t = vector, np.linspace(0.1, 2, 5)
    try:
        vector = lambda s: np.stack([0 * s, 0 * s, np.sin(s)], axis=1)
        axis = np.array([0, 0, 1.0])
        return omega(t), 2 * axis + np.cos(t)[:, None] * apply(base(t), FRAME @ axis)
    finally:
        vector = keep


RELATIVE, FIXED = ["relative"], ["fixed"]
EXACT = "the constraint itself, met to the tolerance of the solver"
case = Case(
    title="drive displacement, drive hinge, imposed displacement and pins",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 4-9 and 5-1",
    model="relative.mbd",
    runs={"relative": Run(dict(h=1e-3)), "fixed": Run(dict(h=1e-3), "fixed.mbd")},
    quantities=[
        Quantity("orientation to the base", lambda r: np.einsum("nji,njk->nik", r.node(1).rotation, r.node(2).rotation)
                 .reshape(-1, 9), lambda r: np.einsum("nji,njk->nik", base(r.time), rotation(r.time)).reshape(-1, 9), 1e-9,
                 EXACT, "1", runs=RELATIVE),
        Quantity("position", lambda r: r.node(2).position, lambda r: position(r.time), 2e-6,
                 "time error of the base, (2 h)^2/12 2 t", "m", runs=RELATIVE),
        Quantity("imposed rotation vector", lambda r: r.joint(3).extra[:, 0:3], lambda r: vector(r.time), 1e-12,
                 "the drive itself", "rad", runs=RELATIVE),
        Quantity("force on the body", late(lambda r: -r.joint(2).force), late(lambda r: loads(r.time)[0]), 1e-3,
                 "time error (6 h)^2 of 20 N", "N", runs=RELATIVE),
        Quantity("couple on the body", late(lambda r: -r.joint(3).moment), late(lambda r: loads(r.time)[1]), 1e-3,
                 "time error (6 h)^2 of 5 N m", "N m", runs=RELATIVE),
        Quantity("positions", lambda r: np.hstack([r.node(k).position for k in (1, 2, 3)]),
                 lambda r: np.hstack([pin_path(r.time), pin_path(r.time) + chain(r.time),
                                      np.array([0.1, 0.2, 0.3]) + chain(r.time)]), 1e-9, EXACT, "m", runs=FIXED),
        Quantity("printed displacement", lambda r: np.hstack([r.joint(2).extra[:, 0:3], r.joint(5).extra[:, 0:3]]),
                 lambda r: np.hstack([chain(r.time)] * 2), 1e-9, EXACT, "m", runs=FIXED),
        Quantity("force of the pin", late(lambda r: -r.joint(1).force),
                 late(lambda r: 2.2 * pull(r.time)[0] + 0.7 * pull(r.time)[1]), 1e-3, "time error (4 h)^2 of 5 N", "N",
                 runs=FIXED),
        Quantity("force along the direction", late(lambda r: -r.joint(2).force @ D[0]),
                 late(lambda r: 0.7 * (pull(r.time)[0] + pull(r.time)[1]) @ D[0]), 1e-3, "time error", "N", runs=FIXED),
        Quantity("force of the pin along the direction", late(lambda r: -r.joint(5).force @ D[0]),
                 late(lambda r: 0.4 * pull(r.time)[1] @ D[0]), 1e-3, "time error", "N", runs=FIXED),
    ],
    orders=[Order("ms rho=0.6", ["force on the body", "couple on the body"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("angular velocity about a fixed axis", check_omega, 1e-9)],
)
