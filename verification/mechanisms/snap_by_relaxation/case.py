"""Equilibria beyond a limit of the load, by relaxation."""
import numpy as np
from scipy.optimize import brentq, minimize_scalar

from lib.case import Case, Check, Quantity, Run

B, H, EA = 1.0, 0.2, 1e4
L0 = np.hypot(B, H)


def load(y):
    return 2 * EA * (L0 / np.hypot(B, y) - 1) / L0 * y


TOP = minimize_scalar(lambda y: -load(y), bounds=(0.0, H), method="bounded", options=dict(xatol=1e-12)).x
LIMIT = load(TOP)


def exact(r):
    """On the way down below the limit, hanging beyond it."""
    if r["P"] < LIMIT:
        return brentq(lambda y: load(y) - r["P"], TOP, H, xtol=1e-14)
    return brentq(lambda y: load(y) - r["P"], -3.0, -H, xtol=1e-14)


def from_energy():
    """P = -dV/dy of both bars, by differences."""
    y, d = 0.13, 1e-5
    def energy(height):
        return EA / L0 * (np.hypot(B, height) - L0)**2
    return -(energy(y + d) - energy(y - d)) / (2 * d), load(y)


case = Case(
    title="shallow truss that snaps",
    source="R. von Mises, Z. angew. Math. Mech. 3 (1923) 406",
    model="truss.mbd",
    runs={"below the limit": Run(dict(P=0.98 * LIMIT)), "beyond the limit": Run(dict(P=1.3 * LIMIT)),
          "far beyond": Run(dict(P=20 * LIMIT))},
    quantities=[Quantity("height of the apex", lambda r: r.node(2).position[-1, 2], exact, 1e-9, "tolerance of the equilibrium",
                         "m")],
    checks=[Check("from the energy", from_energy, 1e-6)],
)
