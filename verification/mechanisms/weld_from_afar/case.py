"""Welds that start up to half a turn off: the body always goes to the attitude of the weld."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.rotation import from_vector

ANGLES = (10, 60, 120, 170, 179.9, 180)
EXACT = "the assembly iterates to 1e-10; the next attitude with orthogonal axes is half a turn away"


def runs():
    result = {}
    for model in ("weld.mbd", "coincidence.mbd"):
        for degrees in ANGLES:
            name = f"{model[:-4]} {degrees:g} deg"
            result[name] = Run(dict(degrees=degrees), model)
            result[name + " about (1, 1, 1)"] = Run(dict(degrees=degrees, ax=1.0, ay=1.0, az=1.0), model)
    return result


def attitude(r):
    """Distance of the attitude from the weld, all output steps."""
    return np.linalg.norm(r.node(2).rotation - np.eye(3), axis=(1, 2))


def velocities(r):
    return np.hstack([r.node(2).velocity, r.node(2).omega])


def check_other_roots():
    """Half-turns about the axes have orthogonal axes too: what a test of the axes alone would take for a weld."""
    products = []
    for axis in np.eye(3):
        turn = from_vector(np.pi * axis)
        products += [turn[0, 1], turn[0, 2], turn[1, 2]]
    return np.array(products), np.zeros(9)


case = Case(
    title="weld from a start up to half a turn off",
    source="J. Angeles, Rational Kinematics, 1988, ch. 2",
    model="weld.mbd",
    runs=runs(),
    quantities=[
        Quantity("attitude", attitude, 0.0, 1e-9, EXACT, "1"),
        Quantity("position", lambda r: r.node(2).position, 0.0, 1e-9, EXACT, "m"),
        Quantity("velocities", velocities, 0.0, 1e-8, "the weld stands still", "m/s, rad/s"),
        Quantity("couple of the weight", lambda r: r.joint(2).moment, lambda r: np.array([0.0, -0.981, 0.0]), 1e-8,
                 "arm times weight, on the body, from statics", "N m"),
    ],
    checks=[Check("half-turns have orthogonal axes too", check_other_roots, 1e-15)],
)
