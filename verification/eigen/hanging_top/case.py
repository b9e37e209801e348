"""Spinning top hung from its axis: the gyroscopic terms at a rotating state."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.eigen import Modes

MASS, ARM, J, C = 2.0, 0.4, 0.05, 0.03
A = J + MASS * ARM**2


def exact(r):
    root = np.sqrt((C * r["W"])**2 + 4 * A * MASS * r["g"] * ARM)
    return np.sort([abs(root - C * r["W"]) / (2 * A), (root + C * r["W"]) / (2 * A)]) / (2 * np.pi)


case = Case(
    title="symmetric top spinning below its support",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 5-7",
    model="hanging_top.mbd",
    runs={"at rest": Run(dict(W=0.0, g=9.81)), "slow": Run(dict(W=20.0, g=9.81)), "fast": Run(dict(W=300.0, g=9.81)),
          "without gravity": Run(dict(W=60.0, g=0.0))},
    quantities=[
        Quantity("frequencies", lambda r: Modes(r.prefix).frequencies(), exact, 1e-9,
                 "closed form; without the term w x theta the two do not split rightly", "Hz", relative=True,
                 runs=["at rest", "slow", "fast"]),
        Quantity("nutation", lambda r: Modes(r.prefix).frequencies(), C * 60.0 / A / (2 * np.pi), 1e-9, "C W/A", "Hz",
                 relative=True, runs=["without gravity"]),
        Quantity("decay", lambda r: np.abs(Modes(r.prefix).s.real).max(), 0.0, 1e-8, "conservative: round-off", "1/s"),
        Quantity("zero modes", lambda r: Modes(r.prefix).rigid.sum(), lambda r: 3 if r["g"] == 0 else 1, 0.5,
                 "the spin; without gravity any direction of the axis will do"),
    ],
)
