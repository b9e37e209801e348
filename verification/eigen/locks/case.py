"""Joints made of locks: the stiffness of constraints, and what is found when it is left out."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes

RATE = np.sqrt(9.81 / 4.0)


def largest(r):
    """The eigenvalue of the pendulum with the largest real and imaginary part."""
    s = Modes(r.prefix).s
    return np.array([s.real.max(), s.imag.max()])


def zeros(r):
    return Modes(r.prefix).rigid.sum()


def frequency(r):
    return Modes(r.prefix).frequencies()[0]


def stiffness():
    """Effective stiffness and mass of the suspension by an independent program, N/m and kg: with it and without it."""
    return np.sqrt(np.array([17574.0, 11102.7]) / 28.777) / (2 * np.pi), [3.9331, 3.1262]


case = Case(
    title="locks, with and without the stiffness of constraints",
    source="C. Peng, A. Tasora, D. Fusai, D. Mangoni, Comput. Methods Appl. Mech. Engrg. 419 (2024) 116667, tests A and C",
    model="pendulum.mbd",
    runs={"below": Run(dict(theta_0=0.0)), "above": Run(dict(theta_0=np.pi)),
          "below, without": Run(dict(theta_0=0.0, stiff=0)), "above, without": Run(dict(theta_0=np.pi, stiff=0)),
          "suspension": Run({}, "suspension.mbd"), "suspension, without": Run(dict(stiff=0), "suspension.mbd")},
    quantities=[
        Quantity("eigenvalue", largest, lambda r: np.array([0, RATE] if r["theta_0"] == 0 else [RATE, 0]), 1e-8,
                 "closed form, ten digits in the table; 1.566 in the paper", "1/s", runs=["below", "above"]),
        Quantity("zero eigenvalues", zeros, lambda r: 1 - r.variables.get("stiff", 1), 0.5, "nothing is left to hold it",
                 runs=["below", "above", "below, without", "above, without"]),
        Quantity("frequency", frequency, 3.9331, 1e-4, "the same model by another program", "Hz", relative=True,
                 runs=["suspension"]),
        Quantity("frequency without", frequency, 3.1262, 1e-4, "likewise", "Hz", relative=True, runs=["suspension, without"]),
        Quantity("frequency without, published", frequency, 3.125, 1e-3, "four digits", "Hz", relative=True,
                 runs=["suspension, without"]),
    ],
    checks=[Check("stiffness and mass", stiffness, 1e-3)],
)
