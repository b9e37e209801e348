"""Column under an axial load: squares of its eigenvalues over the load, through the buckling load."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes
from lib.mesh import Beam, files

RATIOS = np.arange(8) / 4  # P/P_cr


def squares(r):
    """The largest s^2 (real, all of them) of each analysis, in units of w_0^2."""
    return np.array([np.real(Modes(r.prefix, k).s ** 2).max() for k in range(RATIOS.size)]) / np.pi**4


def buckling_load(r):
    """Where s^2 passes zero, in units of pi^2: between the loads below and above."""
    y = squares(r)
    k = int(np.argmax(y > 0))
    return RATIOS[k - 1] - y[k - 1] * (RATIOS[k] - RATIOS[k - 1]) / (y[k] - y[k - 1])


def rayleigh():
    """s^2 of w = sin(pi x), an exact shape: integrals of P w'^2 - w''^2 over that of w^2, at P = 7/4 P_cr."""
    x = np.linspace(0, 1, 2001)
    w, slope, bend = np.sin(np.pi * x), np.pi * np.cos(np.pi * x), np.pi**2 * np.sin(np.pi * x)
    return np.trapz(1.75 * np.pi**2 * slope**2 - bend**2, x) / np.trapz(w**2, x) / np.pi**4, 0.75


case = Case(
    title="vibration and buckling of a column",
    source="S. P. Timoshenko, Vibration Problems in Engineering, 3rd ed., 1955, sec. 55",
    model="column.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"8 beams": Run(dict(n=8))},
    quantities=[
        Quantity("s^2", squares, RATIOS - 1, 4e-3, "mesh, of second order", "w_0^2"),
        Quantity("buckling load", buckling_load, 1.0, 2e-3, "s^2 is linear in the load; mesh", "pi^2 E I/L^2"),
        Quantity("oscillation or growth", lambda r: [np.sum(Modes(r.prefix, k).s.real > 1e-3) for k in range(8)],
                 np.array([0, 0, 0, 0, 0, 1, 1, 1]), 0.5, "one growing motion above the buckling load"),
    ],
    orders=[Order("mesh", ["s^2", "buckling load"], 2, [dict(n=n, step=1 / n) for n in (4, 8, 16)], vary="step")],
    checks=[Check("Rayleigh's quotient", rayleigh, 1e-6)],
)
