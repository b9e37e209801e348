"""Control loops made of drives, linearised."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes
from lib.state_space import StateSpace

MASS, K, DAMP, C = 2.0, 50.0, 3.0, 7.0
POINTS = [0.4, 1j, 5j, -0.3 + 2j]


def eigenvalue(r):
    s = Modes(r.prefix).s
    return np.array([s[0].real, s[0].imag])


def exact():
    s = np.roots([MASS, DAMP, K + C])
    return np.array([s[0].real, abs(s[0].imag)])


def transfer(r):
    values = np.array([StateSpace(r.prefix).transfer(s)[0, 0] for s in POINTS])
    return np.concatenate([values.real, values.imag])


def closed_form():
    values = np.array([1.0 / (MASS * s * s + DAMP * s + K + C) for s in POINTS])
    return np.concatenate([values.real, values.imag])


case = Case(
    title="control loop made of drives",
    source="K. Ogata, Modern Control Engineering, 5th ed., 2010, sec. 5-3",
    model="loop.mbd",
    quantities=[
        Quantity("eigenvalue", eigenvalue, lambda r: exact(), 1e-8, "closed form; without the loop it would be 1.87i", "1/s"),
        Quantity("transfer function", transfer, lambda r: closed_form(), 1e-9, "closed form", relative=True, plot=False),
        Quantity("number of modes", lambda r: len(Modes(r.prefix).s), 1, 0.5, "one freedom"),
    ],
    checks=[Check("roots", lambda: (abs(MASS * complex(*exact())**2 + DAMP * complex(*exact()) + K + C), 0.0), 1e-12)],
)
