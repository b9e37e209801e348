"""Slider-crank whose connecting rod bends: deflection of its middle beside assumed modes and published figures."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.elastic_rod import SliderCrank

CRANK, ROD, SPEED = 0.15, 0.30, 150.0
# deflection of the middle over time, independent computation with converged mesh and step
TIMES = np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08])
DEFLECTION = np.array([0.0015857, 0.0009699, -0.0007135, -0.0023735, 0.0038808, 0.0008654, -0.0015592, -0.0030310])


def theory():
    return SliderCrank(CRANK, ROD, SPEED, stiffness=0.2e12 * np.pi * 6e-3**4 / 64,
                       density=7870 * np.pi * 6e-3**2 / 4, slider=0.033)


def deflection(r):
    """Of the middle of the rod from its chord, positive to the left of the way to the slider."""
    pin, middle, slider = (r.node(label).position[:, :2] for label in (1, 9, 17))
    chord = slider - pin
    left = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / np.linalg.norm(chord, axis=1)[:, None]
    return ((middle - pin) * left).sum(axis=1)


def at_times(r):
    return deflection(r)[[int(np.argmin(np.abs(r.time - t))) for t in TIMES]]


def check_map():
    """Derivatives of the map of the assumed modes by central differences."""
    model, q, t, d = theory(), np.array([4e-3, -1e-3]), 0.01, 1e-6
    computed = model.points(q, t)[1]
    return computed, np.stack([(model.points(q + d * e, t)[0] - model.points(q - d * e, t)[0]) / (2 * d)
                               for e in np.eye(2)])


case = Case(
    title="slider-crank with a flexible rod",
    source="J. B. Jonker, Comput. Methods Appl. Mech. Eng. 76 (1989) 17; assumed modes",
    model="slider_crank.mbd",
    runs={"two turns": Run({})},
    quantities=[
        Quantity("deflection of the middle", deflection, lambda r: theory().deflection(r.time), 1e-4,
                 "2 % of the largest deflection: lumped masses, 16 pieces to the rod", "m"),
        Quantity("deflection at times", at_times, lambda r: DEFLECTION, 1e-4, "as above", "m"),
        Quantity("slide", lambda r: r.node(17).position[:, 1:], lambda r: 0 * r.node(17).position[:, 1:], 1e-9,
                 "constraint", "m"),
    ],
    checks=[Check("map of the assumed modes", check_map, 1e-8)],
)
