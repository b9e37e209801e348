"""Spin-up of the flexible robot arm: lag of the tip, steady stretch."""
import numpy as np
from scipy.integrate import solve_bvp

from lib.case import Case, Check, Order, Quantity, Run
from lib.mesh import Beam, files

L, EA, M, W, T = 10.0, 2.8e7, 1.2, 6.0, 15.0
# Time; tip in axes of the root, along and across, m: exact rod of an independent program, step and mesh extrapolated.
TABLE = np.array([[2, -0.000606, -0.10238], [4, -0.006766, -0.34228], [5, -0.012655, -0.46848], [6, -0.016971, -0.54360],
                  [8, -0.016630, -0.54284], [10, -0.007072, -0.36281], [12, -0.000804, -0.1509]])
K = W * np.sqrt(M / EA)
STRETCH = np.tan(K * L) / K - L


def tip(r):
    t = r.time
    psi = np.where(t <= T, W / T * (t**2 / 2 + (T / (2 * np.pi))**2 * (np.cos(2 * np.pi * t / T) - 1)), W * t - W * T / 2)
    x = r.node(2 * r["n"] + 1).position
    return np.stack([x[:, 0] * np.cos(psi) + x[:, 1] * np.sin(psi) - L, x[:, 1] * np.cos(psi) - x[:, 0] * np.sin(psi)], 1)


def at_table(r):
    return np.array([tip(r)[np.argmin(np.abs(r.time - t))] for t in TABLE[:, 0]])


def steady(r):
    """Mean over the last 2 s: what is left of the vibration is 3 mm wide and shortens by 1e-6 m only."""
    return tip(r)[r.time > r["t_end"] - 2, 0].mean()


def stretch():
    """Against the equilibrium E A u'' + rho A W^2 (X + u) = 0 of a bar with strain u', solved numerically."""
    x = np.linspace(0, L, 20)
    solution = solve_bvp(lambda x, y: np.stack([y[1], -K**2 * (x + y[0])]), lambda a, b: np.array([a[0], b[1]]), x,
                         np.zeros((2, x.size)), tol=1e-12)
    return STRETCH * 1e4, solution.y[0, -1] * 1e4


case = Case(
    title="spin-up of a flexible robot arm",
    source="T. R. Kane, R. R. Ryan, A. K. Banerjee, J. Guidance 10 (1987) 139; J. C. Simo, L. Vu-Quoc, J. Appl. Mech. 53 "
           "(1986) 855",
    model="arm.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"8 beams": Run(dict(n=8, h=0.005, every=20, t_end=20.0))},
    quantities=[
        Quantity("tip", at_table, TABLE[:, 1:], 5e-4, "phase error (w h)^2/12 of the first mode, mesh; 0.1 % of the lag", "m"),
        Quantity("largest lag", lambda r: tip(r)[:, 1].min(), -0.57383, 3e-4, "likewise; the time of 6.765 s is between "
                 "outputs", "m"),
        Quantity("vibration after 15 s", lambda r: np.abs(tip(r)[r.time > 15, 1]).max(), 0.0, 4e-3,
                 "3.7e-3; without the stiffening by the centrifugal force the tip runs away", "m"),
        Quantity("steady stretch", steady, STRETCH, 1e-3, "mesh; the linear formula is 7e-5 lower", "m", relative=True),
    ],
    orders=[Order("ms rho=0.6", ["tip"], 2,
                  [dict(n=16, h=h, every=round(0.1 / h), t_end=12.0) for h in (0.04, 0.02, 0.01)], vary="h", slack=0.2)],
    checks=[Check("stretch, 0.1 mm", stretch, 1e-5)],
)
