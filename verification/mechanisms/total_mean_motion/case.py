"""A node that follows the weighted mean rigid motion of four points: motion, distribution of loads."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.rotation import apply, from_vector

POINTS = np.array([[1.0, 0.1, 0.2], [-0.4, 0.7, 0.1], [0.2, -0.6, 0.9], [0.3, 0.4, -0.8]])
WEIGHTS = np.array([1.0, 2.0, -0.3, 1.5])
MEAN = WEIGHTS @ POINTS / WEIGHTS.sum()
ARMS = POINTS - MEAN
NODE = np.array([0.2, -0.1, 0.4])
FORCE, COUPLE = 2 * np.array([1.0, -2.0, 3.0]), 1.5 * np.array([-2.0, 1.0, 4.0])


def rotation(t):
    axis = np.radians(170) * np.array([1.0, 2.0, 3.0]) / np.sqrt(14)
    return np.array([from_vector(axis * x) for x in t])


def mean(t):
    return MEAN + np.stack([0.3 * t, 0.2 * t, -0.1 * t * t], axis=1)


def position(t):
    return mean(t) + apply(rotation(t), NODE - MEAN)


def shares():
    """Force on each point in the frame that turns along."""
    inertia = sum(w * (r @ r * np.eye(3) - np.outer(r, r)) for w, r in zip(WEIGHTS, ARMS))
    spin = np.linalg.solve(inertia, COUPLE + np.cross(NODE - MEAN, FORCE))
    return np.array([w * FORCE / WEIGHTS.sum() + w * np.cross(spin, r) for w, r in zip(WEIGHTS, ARMS)])


def on_points(r):
    return np.hstack([r.joint(k).force_local for k in (1, 2, 3, 4)])


def check_shares():
    """The shares are in equilibrium with the load, about the origin."""
    total = np.concatenate([shares().sum(0), np.cross(POINTS, shares()).sum(0)])
    return total, np.concatenate([FORCE, COUPLE + np.cross(NODE, FORCE)])


case = Case(
    title="a node follows the weighted mean of four points and hands its load to them",
    source="R. H. MacNeal, Finite Elements: their Design and Performance, 1994, ch. 10",
    model="mean_motion.mbd",
    runs={"rigid": Run(dict(h=0.01, every=5, spread=0.0)), "spreading": Run(dict(h=0.01, every=5, spread=0.4))},
    quantities=[
        Quantity("node position", lambda r: r.node(10).position, lambda r: position(r.time), 1e-9,
                 "constraints hold to the tolerance of the solver; spreading changes nothing", "m"),
        Quantity("node orientation", lambda r: r.node(10).rotation.reshape(-1, 9),
                 lambda r: rotation(r.time).reshape(-1, 9), 1e-9, "likewise, up to 170 degrees", ""),
        Quantity("forces on the points, turning along", on_points, shares().ravel(), 1e-8,
                 "by weight and distance; a wrong distribution differs by newtons", "N", runs=["rigid"]),
        Quantity("reaction on the node", lambda r: np.hstack([r.joint(10).force_local, r.joint(10).moment_local]),
                 -np.concatenate([FORCE, COUPLE]), 1e-8, "it carries the load", "N, N m"),
    ],
    checks=[Check("equilibrium of the shares", check_shares, 1e-12)],
)
