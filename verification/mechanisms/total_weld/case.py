"""Welds and hinges made of total joints from starts that are wrong by up to half a turn."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.rotation import from_vector

ANGLES = (10, 60, 120, 170, 179.9, 180)
AXES = {"z": (0.0, 0.0, 1.0), "111": (1.0, 1.0, 1.0)}
TILTS = {"x": (1.0, 0.0, 0.0), "tilted": (1.0, 2.0, 0.4)}


def runs():
    result = {}
    for angle in ANGLES:
        for name, axis in AXES.items():
            result[f"weld {angle} about {name}"] = Run(
                dict(angle=float(angle), a1=axis[0], a2=axis[1], a3=axis[2], shift=0.05, h=1e-3))
        for name, axis in TILTS.items():
            if angle < 180:
                result[f"hinge {angle} about {name}"] = Run(
                    dict(angle=float(angle), a1=axis[0], a2=axis[1], a3=axis[2], h=1e-3), "hinge.mbd")
    return result


RUNS = runs()
WELDS = [name for name in RUNS if name.startswith("weld")]
HINGES = [name for name in RUNS if name.startswith("hinge")]


def turned(r):
    return (r.node(2).rotation - np.eye(3)).reshape(-1, 9)


def axis(r):
    return r.node(2).rotation[:, :, 2]


def check_start():
    """The start is as wrong as its name says: trace of the rotation by 120 degrees about (1,1,1) permutes the axes."""
    return from_vector(np.ones(3) / np.sqrt(3) * np.radians(120)), np.roll(np.eye(3), 1, axis=0)


case = Case(
    title="weld and hinge from wrong starts: never locked the other way round",
    source="six constraints have one solution, x = x0 and R = R0; five have one axis",
    model="weld.mbd",
    runs=RUNS,
    quantities=[
        Quantity("rotation left after assembly", turned, np.zeros(9), 1e-9,
                 "tolerance of assembly; half a turn off would be 2", "", runs=WELDS),
        Quantity("position after assembly", lambda r: r.node(2).position, np.array([0.3, 0.2, -0.1]), 1e-9,
                 "tolerance of assembly", "m", runs=WELDS),
        Quantity("rotation reported by the joint", lambda r: r.joint(2).extra[:, 3:6], np.zeros(3), 1e-9,
                 "of a weld it is zero", "rad", runs=WELDS),
        Quantity("axis of the hinge", axis, np.array([0.0, 0.0, 1.0]), 1e-9,
                 "tolerance of assembly; the wrong way round would be 2", "", runs=HINGES),
    ],
    checks=[Check("what a start is", check_start, 1e-14)],
)
