"""Forces that are drives of the state; a file driver; a parameter node bound to an element."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run

M, K, D, X0 = 2.0, 18.0, 0.8, 0.25


def exact(t):
    w = np.sqrt(K / M)
    z = D / (2 * M * w)
    wd = w * np.sqrt(1 - z**2)
    e = X0 * np.exp(-z * w * t)
    return e * (np.cos(wd * t) + z * w / wd * np.sin(wd * t)), -e * w**2 / wd * np.sin(wd * t)


def energy(r):
    return 0.5 * M * exact(r.time)[1] ** 2


def pulled(r):
    """m y'' = 4 E(t)."""
    s = solve_ivp(lambda t, y: [y[1], 2 * exact(t)[1] ** 2], (0, 2), [0, 0], "DOP853", r.time, rtol=1e-11, atol=1e-13)
    return s.y[0]


def check_equation():
    t = np.linspace(0, 2, 41)
    y = solve_ivp(lambda _, y: [y[1], (-D * y[1] - K * y[0]) / M], (0, 2), [X0, 0], "DOP853", t, rtol=1e-12,
                  atol=1e-13).y
    return y, np.stack(exact(t))


WAYS = ["drive node", "functions", "plugin variables", "drive dof"]
WHY = "second order, 0.1 (w h)^2 w t of 0.25 m"
case = Case(
    title="drives that look at the state",
    source="J. P. Den Hartog, Mechanical Vibrations, 4th ed., 1956, art. 2.6",
    model="state_force.mbd",
    runs={"main": Run(dict(h=1e-3, every=20))},
    quantities=[Quantity(way, lambda r, k=k: r.node(k + 1).position[:, 0], lambda r: exact(r.time)[0], 5e-6, WHY, "m")
                for k, way in enumerate(WAYS)] + [
        Quantity("file driver", lambda r: r.node(5).position[:, 0], lambda r: r.time**3 / 2, 1e-5,
                 "second order of a cubic: h^2 t / 2", "m"),
        Quantity("parameter node", lambda r: r.rows("prm", 1)[:, 0], energy, 2e-5, "as the motion, times w", "J"),
        Quantity("pulled by the parameter", lambda r: r.node(5).position[:, 1] - 4, pulled, 2e-5, "as the motion", "m")],
    orders=[Order("ms rho=0.6", WAYS, 2, [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("closed form against integration", check_equation, 1e-8)],
)
