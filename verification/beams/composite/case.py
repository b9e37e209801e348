"""Composite cantilever: full stiffness matrix, large displacements."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.rods import Chain, displacement, files, straight

TIP = np.array([-.0902726627566, -.0647488486259, 1.22973648292371])


def tip(r):
    return displacement(r, 2 * r["n"] + 1)[-1]


case = Case(
    title="composite cantilever: coupled bending and torsion",
    source="Wang et al., Wind Energy 20 (2017) 1439, section 3.3; digits: spectral elements of order 14",
    model="composite.mbd",
    files=files(lambda v: Chain(v["n"], straight(10.0))),
    runs={"main": Run(dict(n=16)), "turned": Run(dict(n=16, tilt=2.0))},
    quantities=[Quantity("tip", tip, TIP, 1e-7, "error of the mesh, of fourth order; without the couplings 0.06 is missing",
                         "in")],
    orders=[Order("mesh", ["tip"], 4, [dict(n=n, h=1 / n) for n in (2, 4, 8)], slack=0.3)],
)
