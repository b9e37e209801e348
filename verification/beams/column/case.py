"""Reactions and internal forces of a column under its weight."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.mesh import Beam, files
from lib.rods import FRAME, axes, position

WEIGHT = 9810.0


def foot(r):
    """What the support does to the column, in the axes of the model: a total pin joint prints what acts on the ground."""
    joint = r.joint(1)
    return -np.concatenate([joint.force[-1] @ axes(r), joint.moment[-1] @ axes(r)])


def guide(r):
    return np.concatenate([r.joint(2).force[-1], r.joint(2).moment[-1]])


def normal_forces(r):
    """Of the two sections of each beam, from the foot to the top."""
    rows = [r.rows("act", k + 1)[-1] for k in range(r["n"])]
    return np.array([[row[0], row[6]] for row in rows]).ravel()


def sections(r):
    """Heights of the sections."""
    ends = np.arange(r["n"])[:, None] * 10.0 / r["n"]
    return (ends + 5.0 / r["n"] * (1 + np.array([-1, 1]) / np.sqrt(3))).ravel()


def shortening(r):
    return -(position(r, 2 * r["n"] + 1)[-1, 0] - 10)


WHY = "equilibrium, to the tolerance of the solver; the other sign shows as twice the weight"
case = Case(
    title="vertical column under its weight",
    source="equilibrium",
    model="column.mbd",
    files={**files(lambda v: Beam(v["n"], inertia=("0.1", "0.1", "0.1"))), "mesh.frame": lambda v: FRAME},
    runs={"clamped": Run(dict(n=5, pinned=0)), "pin and guide": Run(dict(n=5, pinned=1)),
          "clamped, turned": Run(dict(n=5, pinned=0, tilt=1.0))},
    quantities=[
        Quantity("support", foot, np.array([WEIGHT, 0, 0, 0, 0, 0]), 1e-6, WHY, "N, N m"),
        Quantity("guide", guide, np.zeros(6), 1e-6, WHY, "N, N m"),
        Quantity("internal forces", normal_forces, lambda r: -981.0 * (10 - sections(r)), 1e-5,
                 "weights are lumped between sections; round-off of positions times E A is 2e-6 N", "N"),
        Quantity("shortening", shortening, WEIGHT * 10 / 2 / 2e9, 1e-10,
                 "m g L/(2 E A), 2.45e-5, which is exact with sections at Gauss points", "m"),
    ],
)
