"""Damped oscillator on a scalar node, and a node that follows it."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run

M, D, K, F, X0, V0 = 2.0, 0.8, 18.0, 5.0, 0.3, -1.2


def exact(t):
    w = np.sqrt(K / M)
    z = D / (2 * M * w)
    wd = w * np.sqrt(1 - z**2)
    a = X0 - F / K
    b = (V0 + z * w * a) / wd
    e = np.exp(-z * w * t)
    c, s = np.cos(wd * t), np.sin(wd * t)
    x = F / K + e * (a * c + b * s)
    v = e * (-z * w * (a * c + b * s) + wd * (-a * s + b * c))
    return x, v


def check_equation():
    t = np.linspace(0, 4, 81)
    y = solve_ivp(lambda _, y: [y[1], (F - D * y[1] - K * y[0]) / M], (0, 4), [X0, V0], "DOP853", t, rtol=1e-12,
                  atol=1e-12).y
    return y, np.stack(exact(t))


case = Case(
    title="damped oscillator on a scalar node",
    source="J. P. Den Hartog, Mechanical Vibrations, 4th ed., 1956, art. 2.6",
    model="oscillator.mbd",
    runs={"main": Run(dict(h=1e-3, every=40))},
    quantities=[
        Quantity("value", lambda r: r.rows("abs", 1)[:, 0], lambda r: exact(r.time)[0], 2e-5,
                 "second order, 0.1 (w h)^2 w t = 1e-5 of 0.4", "m"),
        Quantity("rate", lambda r: r.rows("abs", 1)[:, 1], lambda r: exact(r.time)[1], 6e-5, "as the value, times w",
                 "m/s"),
        Quantity("following node", lambda r: r.rows("abs", 2)[:, 0], lambda r: 2 * exact(r.time)[0] + 1, 4e-5,
                 "twice the error of the value", "m"),
    ],
    orders=[Order(f"ms rho={rho:g}", ["value", "rate", "following node"], 2,
                  [dict(h=h, every=round(0.08 / h)) for h in (8e-3, 4e-3, 2e-3)], dict(rho=rho))
            for rho in (0.0, 0.6)],
    checks=[Check("closed form against integration", check_equation, 1e-8)],
)
