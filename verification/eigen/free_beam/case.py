"""Free-free beam: six rigid-body modes counted exactly, bending, torsion and axial frequencies."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.eigen import Modes

E, NU, RHO, L, SIDE = 210e9, 0.3, 7850.0, 1.0, 0.02
I, A = SIDE**4 / 12, SIDE**2
ROOTS = np.array([4.7300407448627, 7.8532046240958, 10.995607838002])
BENDING = (ROOTS / L)**2 * np.sqrt(E * I / (RHO * A)) / (2 * np.pi)
TORSION = np.sqrt(E / (2 * (1 + NU)) * 0.1406 * SIDE**4 / (RHO * 2 * I)) / (2 * L)
AXIAL = np.sqrt(E / RHO) / (2 * L)


def modes(r):
    return Modes(r.prefix)


def bending(k):
    return Quantity(f"bending {k + 1}", lambda r: modes(r).frequencies()[2 * k:2 * k + 2], BENDING[k], (4e-3, 8e-3, 1.6e-2)[k],
                    "shear and rotary inertia lower the frequency of the slender beam by about 7 (k + 1/2)^2 (side/L)^2",
                    "Hz", relative=True)


def nearest(frequency):
    return lambda r: min(modes(r).frequencies(), key=lambda f: abs(f - frequency))


case = Case(
    title="free-free bar of 16 beams",
    source="R. D. Blevins, Formulas for Natural Frequency and Mode Shape, 1979, tables 8-1, 8-16, 8-19",
    model="free_beam.mbd",
    runs={"along x": Run(dict(a1=0.0)), "anywhere": Run(dict(a1=0.4, a2=-1.1, a3=0.7))},
    quantities=[
        Quantity("rigid-body modes", lambda r: modes(r).rigid.sum(), 6, 0.5, "by rank: a count"),
        Quantity("infinite eigenvalues", lambda r: modes(r).infinite, 0, 0.5, "there is no constraint"),
        bending(0), bending(1), bending(2),
        Quantity("torsion", nearest(TORSION), TORSION, 1e-3, "lumped inertia: (pi h/L)^2/24", "Hz", relative=True),
        Quantity("axial", nearest(AXIAL), AXIAL, 1e-3, "likewise", "Hz", relative=True),
        Quantity("decay", lambda r: np.abs(modes(r).s.real / np.abs(modes(r).s + modes(r).rigid)).max(), 0.0, 1e-7,
                 "no damping: round-off"),
    ],
)
