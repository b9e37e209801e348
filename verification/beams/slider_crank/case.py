"""The demonstration: a slider-crank whose connecting rod bends, beside assumed modes."""
import numpy as np

from lib.case import Case, Check, Quantity, Refine, Run
from lib.elastic_rod import SliderCrank

CRANK, ROD, SPEED = 0.15, 0.30, 150.0


def theory():
    return SliderCrank(CRANK, ROD, SPEED, stiffness=0.2e12 * np.pi * 6e-3**4 / 64,
                       density=7870 * np.pi * 6e-3**2 / 4, slider=0.033)


def deflection(r):
    """Of the middle of the rod from its chord, positive to the left of the way to the slider."""
    pin, middle, slider = (r.node(label).position[:, :2] for label in (1, 9, 17))
    chord = slider - pin
    left = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / np.linalg.norm(chord, axis=1)[:, None]
    return ((middle - pin) * left).sum(axis=1)


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
        Quantity("slide", lambda r: r.node(17).position[:, 1:], lambda r: 0 * r.node(17).position[:, 1:], 1e-9,
                 "constraint", "m"),
    ],
    refine=[Refine(["deflection of the middle"], 2, run="two turns",
                   changes=dict(h=5e-5, every=80, t_end=0.08), itself=True)],
    checks=[Check("map of the assumed modes", check_map, 1e-8)],
)
