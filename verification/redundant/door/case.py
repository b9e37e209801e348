"""Door on two hinges: motion, sum of the reactions, and their split of least norm."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.closed_forms import pendulum
from lib.rotation import from_euler123

M, G = 12.0, 9.81
CENTRE = np.array([0.3, 0.2, 0.0])
INERTIA = np.diag([1.0, 0.5, 1.5]) + M * (CENTRE @ CENTRE * np.eye(3) - np.outer(CENTRE, CENTRE))  # about the origin
AXIS = np.array([0.0, 1.0, 0.0])
HINGES = np.array([[0.0, -0.5, 0.0], [0.0, 0.5, 0.0]])
W = np.sqrt(M * G * CENTRE[0] / INERTIA[1, 1])


def motion(t):
    """Angle below the horizontal, rate, acceleration."""
    from_below, rate, acceleration = pendulum(np.pi / 2, W, t)
    return np.pi / 2 - from_below, -rate, -acceleration


def resultant(t):
    """Force on the door and moment about the origin, wall axes, one row an instant: Newton and Euler."""
    rows = []
    for theta, rate, acceleration in zip(*motion(t)):
        c, s = np.cos(theta), np.sin(theta)
        turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        arm, spin = turn @ CENTRE, rate * AXIS
        weight = np.array([0.0, 0.0, -M * G])
        force = M * (np.cross(acceleration * AXIS, arm) + np.cross(spin, np.cross(spin, arm))) - weight
        momentum_rate = turn @ (INERTIA @ (acceleration * AXIS) + np.cross(spin, INERTIA @ spin))
        rows.append(np.concatenate([force, momentum_rate - np.cross(arm, weight)]))
    return np.array(rows)


def least_norm(t):
    """Forces of the two hinges (3 + 3) and couples normal to the axis (x, z; x, z) with least sum of squares."""
    arms = [np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]]) for p in HINGES]
    normal = np.array([[1.0, 0, 0], [0, 0, 0], [0, 0, 1.0]])[:, [0, 2]]
    zero = np.zeros((3, 2))
    matrix = np.block([[np.eye(3), np.eye(3), zero, zero], [arms[0], arms[1], normal, normal]])
    return resultant(t) @ np.linalg.pinv(matrix).T


def frame(r):
    return from_euler123([r["a1"], r["a2"], r["a3"]])


def local(r, vectors):
    return vectors @ frame(r)


def angle(r):
    axes = frame(r).T @ r.node(2).rotation
    return np.arctan2(axes[:, 0, 2], axes[:, 0, 0])


def printed_sum(r):
    one, two = r.joint(11), r.joint(12)
    force = [local(r, j.force) for j in (one, two)]
    moment = sum(local(r, j.moment) + np.cross(p, f) for j, p, f in zip((one, two), HINGES, force))
    return np.hstack([force[0] + force[1], moment])


def printed_split(r):
    one, two = r.joint(11), r.joint(12)
    couples = [local(r, j.moment)[:, [0, 2]] for j in (one, two)]
    return np.hstack([local(r, one.force), local(r, two.force), *couples])


def published():
    """Rates and reactions a user gave with the model: acceleration 22.352 cos(theta), 37.253 N, 7.4507 N m at the start,
    6.686 rad/s at the lowest point, reached at 0.3922 s."""
    t = np.array([0.3922])
    start = resultant(np.array([0.0]))[0]
    return (np.array([motion(np.array([0.0]))[2][0], start[2], start[3], motion(t)[1][0], motion(t)[0][0]]),
            np.array([22.352, 37.253, 7.4507, 6.686, np.pi / 2]))


ATTITUDES = dict(main=dict(a1=0.0, a2=0.0, a3=0.0), turned=dict(a1=0.3, a2=-0.7, a3=1.1),
                 turned_again=dict(a1=-2.0, a2=0.4, a3=-0.9))

case = Case(
    title="door on two hinges, five redundant constraints",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 5; least norm: pseudo-inverse of the equilibrium",
    model="door.mbd",
    runs={name: Run(dict(h=2.5e-4, every=40, **attitude)) for name, attitude in ATTITUDES.items()},
    quantities=[
        Quantity("angle", angle, lambda r: motion(r.time)[0], 2e-6, "second order: W^2 h^2/12 W t = 1e-6", "rad"),
        Quantity("sum of reactions and their moment", printed_sum, lambda r: resultant(r.time), 6e-3,
                 "second order after a first step of first order: 1e-5 of the largest", "N, N m"),
        Quantity("split of least norm", printed_split, lambda r: least_norm(r.time), 6e-3,
                 "second order after a first step of first order: 1e-5 of the largest", "N, N m"),
    ],
    orders=[Order("ms rho=0.6", ["angle"], 2,
                  [dict(h=h, every=round(0.1 / h)) for h in (4e-3, 2e-3, 1e-3)], ATTITUDES["turned"])],
    checks=[Check("figures given with the model", published, 6e-3)],
)
