"""A chain of named joints and the same chain of total joints."""
import numpy as np

from lib.case import Case, Quantity, Refine, Run

MASSES = {1: (2.0, [0.1, 0.02, -0.05], [[0.08, 0.01, -0.02], [0.01, 0.11, 0.015], [-0.02, 0.015, 0.14]]),
          2: (1.5, [0.2, -0.1, 0.05], [[0.06, 0.01, -0.01], [0.01, 0.09, 0.015], [-0.01, 0.015, 0.10]]),
          3: (0.7, [0.02, 0.03, 0.04], [[0.01, 0.001, -0.002], [0.001, 0.02, 0.001], [-0.002, 0.001, 0.015]])}


def motion(r, first):
    nodes = [r.node(first + k) for k in (1, 2, 3)]
    return np.hstack([np.hstack([n.position, n.rotation.reshape(-1, 9), n.velocity, n.omega]) for n in nodes])


def energy(r, first):
    total = 0
    for k, (mass, centre, inertia) in MASSES.items():
        node = r.node(first + k)
        arm = np.einsum("kij,j->ki", node.rotation, centre)
        v = node.velocity + np.cross(node.omega, arm)
        w = np.einsum("kji,kj->ki", node.rotation, node.omega)
        total = total + 0.5 * mass * (v * v).sum(1) + 0.5 * np.einsum("ki,ij,kj->k", w, inertia, w)
        total = total + mass * 9.81 * (node.position + arm)[:, 2]
    return total


def forces(r, first, sign):
    """On node 2 of hinge and spherical hinge, on node 1 of the line."""
    return np.hstack([sign * r.joint(first + 1).force, sign * r.joint(first + 2).force, r.joint(first + 3).force])


def couples(r, first, sign):
    return np.hstack([sign * r.joint(first + 1).moment, sign * r.joint(first + 4).moment])


case = Case(
    title="total joints move like the named joints they stand for",
    source="a revolute hinge is three positions and two rotations; energy is conserved",
    model="pairs.mbd",
    runs={"main": Run(dict(h=1e-3, every=20))},
    quantities=[
        Quantity("motion of both chains", lambda r: motion(r, 100), lambda r: motion(r, 0), 1e-8,
                 "the same equations to round-off, times the growth of differences in a chaotic chain", "m, rad"),
        Quantity("forces", lambda r: forces(r, 100, -1), lambda r: forces(r, 0, 1), 1e-6,
                 "as the motion; total joints print the force on node 1", "N"),
        Quantity("couples", lambda r: couples(r, 100, -1), lambda r: couples(r, 0, 1), 1e-6, "as the motion", "N m"),
        Quantity("energy", lambda r: energy(r, 100) - energy(r, 100)[0], 0.0, 2e-3,
                 "second order, of some 10 J exchanged", "J"),
    ],
    refine=[Refine(["energy"], 2)],
)
