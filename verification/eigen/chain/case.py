"""Hanging chain of beads: ten frequencies in each plane, roots of a Laguerre polynomial."""
import numpy as np
from numpy.polynomial.laguerre import lagroots
from scipy.special import jn_zeros

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes

N = 10


def exact(r):
    roots = np.sort(lagroots([0] * N + [1]))
    return np.repeat(np.sqrt(roots * 9.81 / r["l"]), 2) / (2 * np.pi)


def first_from_bessel():
    """With many beads the first root tends to (j_0,1)^2/(4 (n + 1/2))."""
    n = 60
    return np.sort(lagroots([0] * n + [1]))[0] * 4 * (n + 0.5), jn_zeros(0, 1)[0]**2


case = Case(
    title="hanging chain of ten beads",
    source="D. A. Levinson, Natural frequencies of a hanging chain, J. Sound Vib. 52 (1977) 445",
    model="chain.mbd",
    runs={"chain": Run(dict(l=0.5, m=3.0)), "light and short": Run(dict(l=1e-3, m=1e-4))},
    quantities=[
        Quantity("frequencies", lambda r: Modes(r.prefix).frequencies(), exact, 1e-9,
                 "all stiffness is that of the constraints: exact but for round-off", "Hz", relative=True),
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), 0, 0.5,
                 "points turn freely, which is no motion of theirs"),
    ],
    checks=[Check("the first root tends to that of J_0", first_from_bessel, 2e-3)],
)
