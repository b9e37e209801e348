"""Servo constraint through a spring."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run

M2, M3, K = 2.0, 1.0, 40.0
PATH = np.polynomial.Polynomial([0, 0, 0, 0, 0, 0, 2.1, -1.8])


def spring(t):
    return M2 * PATH.deriv(2)(t)


def place(t):
    return PATH(t) + 1 + spring(t) / K


def force(t):
    return M3 * (PATH.deriv(2)(t) + M2 * PATH.deriv(4)(t) / K) + spring(t)


def check_force():
    """Both masses together: the momentum of the system changes by the force alone."""
    t, e = np.linspace(0.1, 0.9, 5), 1e-3
    momentum = lambda t: M2 * PATH.deriv(1)(t) + M3 * (place(t + e) - place(t - e)) / (2 * e)
    return (momentum(t + e) - momentum(t - e)) / (2 * e), force(t)


case = Case(
    title="servo constraint through a spring",
    source="W. Blajer, K. Kolodziejczyk, Multibody System Dynamics 11, 2004; direct differentiation",
    model="servo.mbd",
    runs={"main": Run(dict(h=2e-4, every=100))},
    quantities=[
        Quantity("mass that is led", lambda r: r.node(2).position[:, 0], lambda r: PATH(r.time), 1e-9,
                 "the constraint", "m"),
        Quantity("other mass", lambda r: r.node(3).position[:, 0], lambda r: place(r.time), 2e-3,
                 "implicit Euler: first order", "m"),
        Quantity("force", lambda r: r.joint(3).force[:, 0], lambda r: -force(r.time), 0.2,
                 "first order, times a few of the fifth derivatives", "N"),
    ],
    orders=[Order("implicit Euler", ["other mass"], 1, [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)])],
    checks=[Check("momentum of both masses", check_force, 1e-3)],
)
