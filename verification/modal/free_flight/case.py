"""Free beam that spins and vibrates: what is conserved; frequencies of the free beam."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.eigen import Modes
from lib.modal_beam import Beam

ROOTS = np.array([4.7300407448627, 7.8532046240958])
BENDING = ROOTS**2 * np.sqrt(20.0) / (2 * np.pi)


def beam(variables):
    b = Beam(40, 1.0, 1e5, 5.0, 20.0, 45.0, 1.0, 5e-2)
    return b.text(np.hstack([b.free_modes(4, (2, 4)), b.free_modes(3, (1, 5)), b.free_modes(1, (3,))]))


def drift(values):
    return np.linalg.norm(values - values[0], axis=1).max() / np.linalg.norm(values[0])


def nearest(r, frequency):
    return min(Modes(r.prefix).frequencies(), key=lambda f: abs(f - frequency))


def spin(r):
    inertia = r.inertia(1)
    return inertia.moment + np.cross(r.node(1).position, inertia.momentum)


case = Case(
    title="free beam in flight",
    source="conservation laws; frequencies of the free beam: Blevins 1979, table 8-1",
    model="flight.mbd",
    files={"beam.fem": beam},
    runs={"main": Run(dict(h=1e-3, every=20)), "at rest": Run(dict(h=1e-3, every=20, s=0.0))},
    quantities=[
        Quantity("momentum", lambda r: drift(r.inertia(1).momentum), 0.0, 1e-9,
                 "its rate is a sum of forces, none: round-off and tolerance", runs=["main"]),
        Quantity("momenta moment", lambda r: drift(spin(r)), 0.0, 1e-8,
                 "about a fixed point: the terms of the moving node cancel in the formula, too", runs=["main"]),
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), 6, 0.5, "a count", runs=["at rest"]),
        Quantity("bending 1", lambda r: nearest(r, BENDING[0]), BENDING[0], 3e-3,
                 "40 elements with lumped masses: ((k + 1/2) pi/40)^2/8", "Hz", relative=True, runs=["at rest"]),
        Quantity("bending 2", lambda r: nearest(r, BENDING[1]), BENDING[1], 6e-3, "likewise", "Hz", relative=True,
                 runs=["at rest"]),
    ],
)
