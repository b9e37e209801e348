"""Equilibria beyond a limit of the load, by relaxation."""
import numpy as np
from scipy.optimize import brentq, minimize_scalar

from lib.case import Case, Check, Quantity, Run

D, Q0, EA = 1.5, 0.6, 1e4
L0 = np.sqrt(1 + D * D - 2 * D * np.cos(Q0))


def length(q):
    return np.sqrt(1 + D * D - 2 * D * np.cos(q))


def torque(q):
    """What holds the lever, in the direction of q."""
    return EA * (length(q) / L0 - 1) * D * np.sin(q) / length(q)


WORST = minimize_scalar(torque, bounds=(0.0, Q0), method="bounded", options=dict(xatol=1e-12)).x
LIMIT = -torque(WORST)


def exact(r):
    """On its own side below the limit, on the other beyond it."""
    if r["P"] < LIMIT:
        return brentq(lambda q: torque(q) + r["P"], WORST, Q0, xtol=1e-14)
    return brentq(lambda q: torque(q) + r["P"], -1.5, -Q0, xtol=1e-14)


def angle(r):
    return np.radians(r.node(2).angles[-1, 2])


def relaxed(r):
    """Whether the run says that it took relaxation."""
    return float("by relaxation" in r.prefix.with_name(r.prefix.name + ".out").read_text())


def from_energy():
    q, d = 0.3, 1e-5
    return (EA / (2 * L0) * ((length(q + d) - L0)**2 - (length(q - d) - L0)**2) / (2 * d)), torque(q)


case = Case(
    title="lever that snaps",
    source="R. von Mises, Z. angew. Math. Mech. 3 (1923) 406",
    model="lever.mbd",
    runs={"below the limit": Run(dict(P=0.98 * LIMIT)), "beyond the limit": Run(dict(P=1.02 * LIMIT)),
          "far beyond": Run(dict(P=3 * LIMIT))},
    quantities=[
        Quantity("angle", angle, exact, 1e-9, "tolerance of the equilibrium", "rad"),
        Quantity("by relaxation", relaxed, lambda r: float(r["P"] > LIMIT), 0.5, "continuation ends at the limit"),
    ],
    checks=[Check("from the energy", from_energy, 1e-4)],
)
