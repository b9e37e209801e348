"""Low-pass filter as scalar filter in two forms, as state space with a matrix E, as system with two outputs."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run

W, Z, P = 5.0, 0.3, 2.0


def exact(t):
    h = W**2 / (W**2 - P**2 + 2j * Z * W * P)
    wd = W * np.sqrt(1 - Z**2)
    a = -h.imag
    b = (Z * W * a - P * h.real) / wd
    return (h * np.exp(1j * P * t)).imag + np.exp(-Z * W * t) * (a * np.cos(wd * t) + b * np.sin(wd * t))


def check_equation():
    t = np.linspace(0, 4, 81)
    y = solve_ivp(lambda t, y: [y[1], W**2 * np.sin(P * t) - 2 * Z * W * y[1] - W**2 * y[0]], (0, 4), [0, 0], "DOP853",
                  t, rtol=1e-12, atol=1e-13).y
    return y[0], exact(t)


def output(label):
    return lambda r: r.rows("abs", label)[:, 0]


NAMES = ["controllable form", "observable form", "matrix E", "first of two outputs"]
WHY = "second order, 0.1 (w h)^2 w t = 5e-5"
case = Case(
    title="filter of second order",
    source="K. Ogata, Modern Control Engineering, 5th ed., 2010, sec. 5-3",
    model="filter.mbd",
    runs={"main": Run(dict(h=1e-3, every=40)), "algebraic nodes": Run(dict(h=1e-3, every=40), "algebraic.mbd")},
    quantities=[Quantity(name, output(k + 1), lambda r: exact(r.time), 5e-5, WHY, "-",
                         runs=["main"] if name == "matrix E" else None) for k, name in enumerate(NAMES)] + [
        Quantity("spring at an algebraic node", output(7), lambda r: r.rows("abs", 1)[:, 0], 1e-14, "the same number", "-",
                 runs=["algebraic nodes"]),
        Quantity("second of two outputs", output(5), lambda r: np.sin(P * r.time) - exact(r.time), 5e-5, WHY, "-"),
        Quantity("gain of a dof", output(6), lambda r: 3 * exact(r.time), 1.5e-4, "three times the error", "-")],
    orders=[Order("ms rho=0.6", NAMES, 2, [dict(h=h, every=round(0.08 / h)) for h in (8e-3, 4e-3, 2e-3)])],
    checks=[Check("closed form against integration", check_equation, 1e-8)],
)
