"""Six components imposed by a total joint: motion over several turns, reactions."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_euler123, from_vector

MASS = 1.5
CENTRE = np.array([0.12, 0.05, 0.2])
J = np.array([[0.08, 0.01, -0.02], [0.01, 0.11, 0.015], [-0.02, 0.015, 0.14]])
ORIGIN = np.array([0.1, 0.2, -0.3])
R1 = from_euler123([0.3, -0.4, 0.5])
POINT = ORIGIN + R1 @ np.array([0.5, -0.2, 0.1])
AXES = R1 @ from_euler123([0.7, 0.2, -0.3])
TURN1 = R1 @ from_euler123([-0.4, 0.6, 0.2])
TURN2 = from_euler123([0.2, -0.1, 0.4])
OFFSET = np.array([0.1, 0.15, -0.2])


def imposed(t):
    t = np.asarray(t, dtype=float)
    x = np.stack([0.3 * np.sin(2 * t), 0.2 * (1 - np.cos(3 * t)), 0.1 * t * t], axis=-1)
    theta = np.stack([4 * np.sin(t), 3 * t, 9 * t - 2 * np.sin(2 * t)], axis=-1)
    return x, theta


def rotation(t):
    return np.array([TURN1 @ from_vector(v) @ TURN2.T for v in imposed(t)[1]])


def position(t):
    return POINT + imposed(t)[0] @ AXES.T - apply(rotation(t), OFFSET)


def difference(f, t, d=2e-3):
    """Derivative by central differences of order 8."""
    weights = ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))
    return sum(w * (f(t + k * d) - f(t - k * d)) for k, w in weights) / d


def omega(t):
    m = difference(rotation, t) @ np.swapaxes(rotation(t), 1, 2)
    return np.stack([m[:, 2, 1], m[:, 0, 2], m[:, 1, 0]], axis=1)


def omega_by_tangent(t):
    """Gamma(theta) theta', the spatial angular velocity of exp([theta])."""
    _, theta = imposed(t)
    rate = np.stack([4 * np.cos(t), 3 + 0 * t, 9 - 4 * np.cos(2 * t)], axis=-1)
    result = []
    for v, r in zip(theta, rate):
        p = np.linalg.norm(v)
        result.append(r if p == 0 else r + (1 - np.cos(p)) / p**2 * np.cross(v, r)
                      + (p - np.sin(p)) / p**3 * np.cross(v, np.cross(v, r)))
    return np.array(result) @ TURN1.T


def centre(t):
    return position(t) + apply(rotation(t), CENTRE)


def spin_momentum(t):
    r = rotation(t)
    return apply(r @ J @ np.swapaxes(r, 1, 2), omega_by_tangent(t))


def loads(t):
    """Force and couple of the joint on node 1: the opposite of what moves the body."""
    force = MASS * difference(lambda s: difference(centre, s), t)
    arm = apply(rotation(t), CENTRE - OFFSET)
    return -force, -(difference(spin_momentum, t) + np.cross(arm, force))


def settled(r):
    return r.time > 0.2


case = Case(
    title="six components imposed by a total joint, several turns about a wandering axis",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 4-6, 5-5",
    model="drive.mbd",
    runs={"main": Run(dict(h=5e-4, every=40))},
    quantities=[
        Quantity("node position", lambda r: r.node(2).position, lambda r: position(r.time), 1e-9,
                 "constraints hold to the tolerance of the solver", "m"),
        Quantity("node orientation", lambda r: r.node(2).rotation.reshape(-1, 9),
                 lambda r: rotation(r.time).reshape(-1, 9), 1e-9, "likewise", ""),
        Quantity("rotation vector printed", lambda r: r.joint(2).extra[:, 3:6], lambda r: imposed(r.time)[1], 1e-8,
                 "turns are counted: it is what was imposed, up to 29 rad", "rad"),
        Quantity("relative position printed", lambda r: r.joint(2).extra[:, 0:3], lambda r: imposed(r.time)[0], 1e-9,
                 "as imposed", "m"),
        Quantity("velocity at the start", lambda r: r.node(2).velocity[0], lambda r: difference(position, r.time[:1])[0],
                 1e-9, "assembly at the level of velocity", "m/s"),
        Quantity("angular velocity at the start", lambda r: r.node(2).omega[0], lambda r: omega(r.time[:1])[0], 1e-9,
                 "assembly at the level of velocity", "rad/s"),
        Quantity("force at the start", lambda r: r.joint(2).force[0], lambda r: loads(r.time[:1])[0][0], 1e-6,
                 "initial accelerations are exact; the reference is of differences", "N"),
        Quantity("couple at the start", lambda r: r.joint(2).moment[0], lambda r: loads(r.time[:1])[1][0], 1e-6,
                 "likewise", "N m"),
        Quantity("angular velocity", lambda r: r.node(2).omega, lambda r: omega(r.time), 3e-4,
                 "second order: (w h)^2/12 w, with start-up error", "rad/s"),
        Quantity("force on node 1", lambda r: r.joint(2).force[settled(r)], lambda r: loads(r.time[settled(r)])[0], 5e-5,
                 "second order, relative", "N", relative=True),
        Quantity("couple on node 1", lambda r: r.joint(2).moment[settled(r)], lambda r: loads(r.time[settled(r)])[1],
                 5e-5, "second order, relative", "N m", relative=True),
    ],
    orders=[Order("ms rho=0.6", ["angular velocity", "force on node 1", "couple on node 1"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (2e-3, 1e-3, 5e-4)])],
    checks=[Check("angular velocity by differences and by the tangent of the exponential",
                  lambda: (omega(np.linspace(0.1, 3, 30)), omega_by_tangent(np.linspace(0.1, 3, 30))), 1e-8)],
)
