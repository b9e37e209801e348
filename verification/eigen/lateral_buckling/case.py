"""Lateral buckling of a cantilever: the eigenvalue of the sideways vibration passes zero at the buckling load."""
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes
from lib.mesh import Beam, files

LOADS = np.array([2800.0, 2900.0, 3000.0, 3100.0])
CRITICAL = 2973.4637  # N: geometrically exact rod with extension and shear, of an independent program
STRONG, WEAK, TWIST, L = 60830.0, 608.3, 877.2, 1.0


def squares(r):
    return np.array([np.real(Modes(r.prefix, 1 + k).s ** 2).max() for k in range(LOADS.size)])


def load(r):
    """Zero of the cubic through s^2 at the four loads."""
    return brentq(lambda p: np.polyval(np.polyfit(LOADS - 2950, squares(r), 3), p - 2950), 2800, 3100)


def with_prebuckling():
    """Twist equation with the first-order influence of the bending before: (1 - W/S)(1 - T/S) divides Prandtl's square. Higher
    powers of W/S = 0.01 are left out.

    H. Reissner, Sitzungsber. Berliner Math. Ges. 3 (1904) 53: P^2 = P_0^2/((1 - W/S)(1 - T/S)).
    """
    def end(p):
        f = solve_ivp(lambda x, y: [y[1], -p**2 * (L - x)**2 / (WEAK * TWIST) * y[0]], (0, L), [0, 1], rtol=1e-10,
                      atol=1e-12)
        return f.y[1, -1]

    prandtl = brentq(end, 2000, 3500)
    return prandtl / np.sqrt((1 - WEAK / STRONG) * (1 - TWIST / STRONG)) / CRITICAL, 1.0


case = Case(
    title="lateral buckling as an eigenvalue that passes zero",
    source="O. A. Bauchau, P. Betsch, A. Cardona et al., Multibody Syst. Dyn. 37 (2016) 29; L. Prandtl, Kipperscheinungen, "
           "1899; H. Reissner 1904",
    model="cantilever.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"16 beams": Run(dict(n=16))},
    quantities=[
        Quantity("buckling load", load, CRITICAL, 0.2,
                 "mesh; without the bending before buckling it would be 42 N less", "N", runs=["16 beams"]),
        Quantity("growth", lambda r: [np.sum(Modes(r.prefix, 1 + k).s.real > 1e-3) for k in range(4)],
                 np.array([0, 0, 1, 1]), 0.5, "one growing motion above"),
    ],
    orders=[Order("mesh", ["buckling load"], 2, [dict(n=n, step=1 / n) for n in (4, 8, 16)], vary="step")],
    checks=[Check("Reissner's formula", with_prebuckling, 3e-3)],
)
