"""Pretwisted cantilever, large displacements."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.rods import Chain, displacement, files, rotation

TIP = np.array([-1.14152599954, -1.71805334646, -3.59321324027])


def curve(s):
    return np.array([10 * s, 0, 0]), rotation([s * np.pi / 2, 0, 0])


def tip(r):
    return displacement(r, 2 * r["n"] + 1)[-1]


case = Case(
    title="pretwisted cantilever",
    source="Wang et al., Wind Energy 20 (2017) 1439, section 3.2; digits: spectral elements of high order",
    model="twisted.mbd",
    files=files(lambda v: Chain(v["n"], curve)),
    runs={"main": Run(dict(n=16)), "turned": Run(dict(n=16, tilt=2.0))},
    quantities=[Quantity("tip", tip, TIP, 1e-4, "error of the mesh, of fourth order", "m")],
    orders=[Order("mesh", ["tip"], 4, [dict(n=n, h=1 / n) for n in (8, 16, 32)], slack=0.3)],
)
