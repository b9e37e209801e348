"""Free beam that spins and vibrates: what is conserved; frequencies of the free beam from modes of a cantilever."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.eigen import Modes
from lib.modal_beam import Beam

ROOTS = np.array([4.7300407448627, 7.8532046240958])
BENDING = ROOTS**2 * np.sqrt(20.0) / (2 * np.pi)


def beam(variables):
    b = Beam(40, 1.0, 1e5, 5.0, 20.0, 45.0, 1.0, 1e-2)
    return b.text(np.hstack([b.modes(4, only=(2, 4)), b.modes(3, only=(1, 5)), b.modes(1, only=(3,))]))


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
        Quantity("momenta moment", lambda r: drift(spin(r)), 0.0, 2e-5,
                 "about the moving node, whose position is integrated: of second order in the step", runs=["main"]),
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), 6, 0.5, "a count", runs=["at rest"]),
        Quantity("bending 1", lambda r: nearest(r, BENDING[0]), BENDING[0], 2e-3,
                 "four modes of a cantilever and a rigid body for the free beam", "Hz", relative=True, runs=["at rest"]),
        Quantity("bending 2", lambda r: nearest(r, BENDING[1]), BENDING[1], 1e-2, "likewise", "Hz", relative=True,
                 runs=["at rest"]),
    ],
    orders=[Order("ms rho=0.8", ["momenta moment"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)])],
)
