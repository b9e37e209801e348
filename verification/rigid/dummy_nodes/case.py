"""Dummy nodes against the motion of the nodes they are tied to."""
from types import SimpleNamespace

import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.rotation import apply, from_euler123, from_vector

OFFSET, OFFSET_AXES = np.array([0.3, -0.2, 0.5]), from_euler123([0.2, 0.6, -0.7])
REFERENCE, REFERENCE_AXES = np.array([0.1, 0.4, -0.2]), from_euler123([-0.3, 0.5, 0.9])
PIVOT, PIVOT_AXES = np.array([-0.2, 0.3, 0.1]), from_euler123([0.8, -0.1, 0.4])
ZERO, EYE = np.zeros(3), np.eye(3)


def motion(position, rotation, velocity, omega):
    return SimpleNamespace(position=position, rotation=rotation, velocity=velocity, omega=omega)


def transposed(matrices):
    return np.swapaxes(matrices, -1, -2)


def offset(b):
    arm = apply(b.rotation, OFFSET)
    return motion(b.position + arm, b.rotation @ OFFSET_AXES, b.velocity + np.cross(b.omega, arm), b.omega)


def offset_acceleration(b):
    arm = apply(b.rotation, OFFSET)
    return b.acceleration + np.cross(b.alpha, arm) + np.cross(b.omega, np.cross(b.omega, arm))


def relative(b, r, point, axes):
    """Motion of b seen from the axes `axes` at `point` of r."""
    back = axes.T @ transposed(r.rotation)
    d = b.position - r.position
    return motion(apply(back, d) - axes.T @ point, back @ b.rotation,
                  apply(back, b.velocity - r.velocity - np.cross(r.omega, d)), apply(back, b.omega - r.omega))


def carried(seen, p):
    """The motion `seen`, carried over to the axes PIVOT_AXES at PIVOT of p."""
    axes = p.rotation @ PIVOT_AXES
    arm = apply(p.rotation, apply(np.broadcast_to(PIVOT_AXES, p.rotation.shape), seen.position) + PIVOT)
    return motion(p.position + arm, axes @ seen.rotation,
                  p.velocity + np.cross(p.omega, arm) + apply(axes, seen.velocity), p.omega + apply(axes, seen.omega))


EXPECTED = {
    "offset": (11, lambda n: offset(n(1))),
    "relative frame": (12, lambda n: relative(n(1), n(2), ZERO, EYE)),
    "relative frame with offset": (13, lambda n: relative(n(1), n(2), REFERENCE, REFERENCE_AXES)),
    "pivot": (14, lambda n: carried(relative(n(1), n(2), REFERENCE, REFERENCE_AXES), n(3))),
    "node seen from itself": (15, lambda n: relative(n(2), n(2), REFERENCE, REFERENCE_AXES)),
}


def flat(m):
    return np.hstack([m.position, m.rotation.reshape(-1, 9), m.velocity, m.omega])


def quantity(name):
    label, expected = EXPECTED[name]
    return Quantity(f"{name}: position, axes, velocity, angular velocity", lambda r: flat(r.node(label)),
                    lambda r: flat(expected(r.node)), 1e-12,
                    "kinematics of the same row: round-off of numbers of order 1 printed with 15 digits", plot=False)


def check_rates():
    """Velocities of the formulas against differences of their positions and axes, on made-up smooth motions."""
    rng = np.random.default_rng(1)
    amplitude = rng.uniform(-1, 1, (3, 4, 3))

    def body(k, t):
        a = amplitude[k]
        position = np.sin(t)[:, None] * a[0] + np.cos(1.3 * t)[:, None] * a[1]
        velocity = np.cos(t)[:, None] * a[0] - 1.3 * np.sin(1.3 * t)[:, None] * a[1]
        tilt = from_vector(a[3])
        rotation = np.array([from_vector(s * a[2]) @ tilt for s in t])
        return motion(position, rotation, velocity, np.broadcast_to(a[2], position.shape))

    t, d = np.linspace(0, 2, 21), 1e-3
    formula, difference = [], []
    for _, expected in EXPECTED.values():
        now = expected(lambda k: body(k - 1, t))
        shifted = {m: expected(lambda k: body(k - 1, t + m * d)) for m in (-3, -2, -1, 1, 2, 3)}

        def rate(field):
            return sum(c * (getattr(shifted[m], field) - getattr(shifted[-m], field))
                       for m, c in ((1, 45), (2, -9), (3, 1))) / (60 * d)

        spin = rate("rotation") @ transposed(now.rotation)
        formula.append(np.hstack([now.velocity, now.omega]))
        difference.append(np.hstack([rate("position"), spin[:, 2, 1:2], spin[:, 0, 2:3], spin[:, 1, 0:1]]))
    return np.array(formula), np.array(difference)


case = Case(
    title="dummy nodes: offset, relative frame, pivot",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 4-8 to 4-10",
    model="dummy_nodes.mbd",
    runs={"main": Run(dict(h=1e-2, every=1))},
    quantities=[quantity(name) for name in EXPECTED] + [
        Quantity("offset: acceleration", lambda r: r.node(11).acceleration, lambda r: offset_acceleration(r.node(1)),
                 1e-11, "as above, numbers of order 10", "m/s^2", plot=False),
        Quantity("offset: angular acceleration", lambda r: r.node(11).alpha, lambda r: r.node(1).alpha, 1e-12,
                 "as above", "rad/s^2", plot=False)],
    checks=[Check("velocities by differences", check_rates, 1e-9)],
)
