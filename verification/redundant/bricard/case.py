"""Rectangular Bricard mechanism: six revolute hinges of which one constraint is redundant at every position."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.rotation import from_euler123

# Position of P3 by an independent program (explicit, energy constant to 1e-9); the benchmark gives a plot.
REFERENCE = {0.5: (.96828368, -1.22462516, .75014661), 1.0: (.51050146, -1.64916760, .14012311),
             1.5: (-.51772949, -1.64653841, .14445563), 2.0: (-.96934034, -1.22124689, .75427801)}


def local(r, vectors):
    return vectors @ from_euler123([r["a1"], r["a2"], r["a3"]])


def p3(r):
    return local(r, r.node(4).position)


def reference(r):
    return np.array([REFERENCE.get(round(t, 6), (1.0, -1.0, 1.0)) for t in r.time])


def loop_error(r):
    end = r.node(5).position + r.node(5).rotation @ from_euler123([r["a1"], r["a2"], r["a3"]]) @ np.array([0, 1.0, 0])
    return local(r, end) - np.array([0, 0, 1.0])


case = Case(
    title="rectangular Bricard mechanism, one redundant constraint",
    source="M. Gonzalez et al., Multibody System Dynamics 16, 2006, problem A04; reference by an independent program",
    model="bricard.mbd",
    runs={"main": Run(dict(h=2.5e-4, every=2000, a1=0.0, a2=0.0, a3=0.0)),
          "turned": Run(dict(h=2.5e-4, every=2000, a1=0.4, a2=-1.1, a3=0.7))},
    quantities=[
        Quantity("position of P3", p3, reference, 2e-6, "second order: 1e-6 at this step", "m"),
        Quantity("loop error", loop_error, 0.0, 3e-9, "constraints hold to the tolerance of the solver", "m",
                 runs=["main"]),
    ],
    orders=[Order("ms rho=0.6", ["position of P3"], 2,
                  [dict(h=h, every=round(0.5 / h)) for h in (5e-3, 2.5e-3, 1.25e-3)],
                  dict(a1=0.0, a2=0.0, a3=0.0))],
)
