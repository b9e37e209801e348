"""Nodes without orientation: a mass on three springs, a pendulum on a point held by genels."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.closed_forms import pendulum

M, G, L, THETA = 2.0, 9.81, 1.5, 1.2
K = np.array([20.0, 30.0, 50.0])
W = np.sqrt(K / M)
REST = np.array([0.0, 0.0, -M * G / 50.0])
A = np.array([0.1, 0.2, 0.0]) - REST
V = np.array([0.3, 0.0, -0.4])


def exact(t):
    t = np.asarray(t)[:, None]
    return REST + A * np.cos(W * t) + V / W * np.sin(W * t)


def swing(r):
    theta = pendulum(THETA, np.sqrt(G / L), r.time)[0]
    return np.array([5.0, 0, 0]) + L * np.stack([np.sin(theta), 0 * theta, -np.cos(theta)], axis=1)


def holding(r):
    """Reaction of the vertical clamp: what the point does to it is the vertical part of the tension, downwards."""
    theta, rate, _ = pendulum(THETA, np.sqrt(G / L), r.time)
    return -(0.7 * G * np.cos(theta) + 0.7 * L * rate**2) * np.cos(theta)


def check_equation():
    t = np.linspace(0, 2, 41)
    y = solve_ivp(lambda _, y: np.concatenate([y[3:], -W**2 * y[:3] - [0, 0, G]]), (0, 2),
                  [0.1, 0.2, 0.0, *V], "DOP853", t, rtol=1e-12, atol=1e-12).y
    return y[:3].T, exact(t)


case = Case(
    title="nodes without orientation",
    source="L. D. Landau, E. M. Lifshitz, Mechanics, 3rd ed., 1976, sec. 11 and 21",
    model="displacement.mbd",
    runs={"main": Run(dict(h=5e-4, every=20))},
    quantities=[
        Quantity("mass on springs", lambda r: r.node(1).position, lambda r: exact(r.time), 2e-5,
                 "second order, 0.1 (w h)^2 w t times 0.5 m", "m"),
        Quantity("pendulum", lambda r: r.node(3).position, swing, 2e-5, "second order, 0.1 (w h)^2 w t", "m"),
        Quantity("reaction of a genel", lambda r: r.rows("gen", 13)[:, 0], holding, 5e-4,
                 "1e-5 of the tension, 10 N, and its slope", "N"),
    ],
    orders=[Order("ms rho=0.6", ["mass on springs", "pendulum"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("closed form against integration", check_equation, 1e-8)],
)
