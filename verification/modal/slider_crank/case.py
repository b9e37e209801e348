"""Slider-crank with a flexible connecting rod by four modes."""
import numpy as np

from lib.case import Case, Check, Quantity, Refine, Run
from lib.modal_beam import Beam

L, D, E, RHO = 0.30, 6e-3, 0.2e12, 7870.0
AREA, INERTIA = np.pi * D**2 / 4, np.pi * D**4 / 64
# Deflection of the middle from the chord, m: assumed modes with all terms of second order, converged.
TIMES = np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08])
DEFLECTION = np.array([.0015857, .0009699, -.0007135, -.0023735, .0038808, .0008654, -.0015592, -.0030310])


def rod_and_shapes():
    n = 40
    beam = Beam(n, L, E * AREA, 1e3, E * INERTIA, E * INERTIA, RHO * AREA, 1e-9)
    return beam, beam.modes(4, fixed=[1, 6 * n + 1], only=(1, 5))


def rod(variables):
    beam, shapes = rod_and_shapes()
    return beam.text(shapes, beam.stiffening(shapes))


def middle(r):
    _, shapes = rod_and_shapes()
    q = np.array([r.rows("mod", f"5.{j + 1}")[:, 0] for j in range(4)])
    return np.interp(TIMES, r.time, shapes[6 * 20 + 1] @ q)


def first_frequency():
    """(pi/L)^2 sqrt(EI/m) from the beam without mass of rotation."""
    beam, shapes = rod_and_shapes()
    stiffness = shapes[:, 0] @ beam.stiffness @ shapes[:, 0]
    mass = shapes[:, 0] @ (beam.lumped.reshape(-1) * shapes[:, 0])
    return np.sqrt(stiffness / mass), (np.pi / L)**2 * np.sqrt(E * INERTIA / (RHO * AREA))


case = Case(
    title="slider-crank with a flexible rod of four modes",
    source="J. B. Jonker, Int. J. Robotics Research 8 (1989) 59; SPACAR manual",
    model="slider_crank.mbd",
    files={"rod.fem": rod},
    runs={"main": Run(dict(h=2e-5, every=50))},
    quantities=[
        Quantity("deflection of the middle", middle, DEFLECTION, 0.05,
                 "the rod is shorter by 1.7e-4 m when it is bent, which linear shapes leave out; without stress stiffening 28 %", "m", relative=True),
    ],
    refine=[Refine(["deflection of the middle"], 2, changes=dict(every=40), itself=True)],
    checks=[Check("first frequency of the rod", first_frequency, 0.5)],
)
