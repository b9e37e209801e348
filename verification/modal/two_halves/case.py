"""Cantilever of two flexible bodies: the interfaces couple them as one beam."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes
from lib.modal_beam import Beam

EI, M, L = 1.0, 1.0, 1.0
ROOTS = np.array([1.8751040687120, 4.6940911329742, 7.8547574382376])
BENDING = (ROOTS / L)**2 * np.sqrt(EI / M) / (2 * np.pi)
STIFF = 4.0  # ratio of the bending stiffnesses


def half():
    return Beam(40, 0.5 * L, 1e4, 1.0, EI, STIFF * EI, M, 1e-4)


def first(variables):
    beam = half()
    end = range(6 * beam.n, 6 * beam.n + 6)
    return beam.text(np.hstack([beam.modes(12, fixed=[*range(6), *end]), beam.constraint_modes([*range(6), *end])[:, 6:]]))


def second(variables):
    beam = half()
    return beam.text(beam.modes(16))


def bending(k, scale, name):
    exact = BENDING[k] * np.sqrt(scale)
    return Quantity(f"bending {k + 1} {name}", lambda r: min(Modes(r.prefix).frequencies(), key=lambda f: abs(f - exact)),
                    exact, (2e-4, 4e-4, 2e-3)[k], "80 elements with lumped masses, without inertia of rotation: (k pi/80)^2/12",
                    "Hz", relative=True)


def roots():
    """cos b cosh b = -1."""
    return np.cos(ROOTS) * np.cosh(ROOTS), np.full(3, -1.0)


case = Case(
    title="cantilever of two flexible bodies",
    source="R. R. Craig and M. C. C. Bampton, AIAA J. 6 (1968) 1313; frequencies: Blevins 1979, table 8-1",
    model="halves.mbd",
    files={"first.fem": first, "second.fem": second},
    runs={"along x": Run(dict(a1=0.0)), "anywhere": Run(dict(a1=0.4, a2=-1.1, a3=0.7))},
    quantities=[bending(k, scale, name) for k in range(3) for scale, name in ((1.0, "along 3"), (STIFF, "along 2"))] + [
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), 0, 0.5, "clamped"),
        Quantity("decay", lambda r: np.abs(Modes(r.prefix).s.real / np.abs(Modes(r.prefix).s)).max(), 0.0, 1e-7,
                 "no damping: round-off"),
    ],
    checks=[Check("roots of the cantilever", roots, 1e-9)],
)
