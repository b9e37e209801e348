"""Viscous body: drag."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

M, G, C, Q = 2.0, 9.81, 3.0, 0.7
TERMINAL = np.sqrt(M * G / Q)
W0, RATE = 8.0, (2.0 * 0.25 + 0.5) / 0.4
AXIS = from_euler123([0.4, 0.2, -0.6])[:, 2]


def linear(t):
    return -M * G / C * (1 - np.exp(-C * t / M))


def quadratic(t):
    return -TERMINAL * np.tanh(G * t / TERMINAL)


def check_equations():
    t = np.linspace(0, 2, 41)
    y = solve_ivp(lambda _, y: [-G - C / M * y[0], -G - Q / M * y[1] * abs(y[1])], (0, 2), [0, 0], "DOP853", t,
                  rtol=1e-12, atol=1e-12).y
    return y, np.stack([linear(t), quadratic(t)])


case = Case(
    title="bodies in a viscous medium",
    source="J. B. Marion, S. T. Thornton, Classical Dynamics, 3rd ed., 1988, sec. 2.4",
    model="viscous_body.mbd",
    runs={"main": Run(dict(h=5e-4, every=20))},
    quantities=[
        Quantity("fall with linear drag", lambda r: r.node(1).velocity,
                 lambda r: np.outer(linear(r.time), [0, 0, 1]), 5e-7, "0.1 (c h/m)^2 of the terminal velocity", "m/s"),
        Quantity("fall with quadratic drag", lambda r: r.node(2).velocity[:, 2], lambda r: quadratic(r.time), 2e-6,
                 "0.1 (2 g h/V)^2 of the terminal velocity", "m/s"),
        Quantity("its force on the node", lambda r: r.joint(2).force[:, 2], lambda r: Q * quadratic(r.time) ** 2, 8e-6,
                 "as the velocity, times 2 q v", "N"),
        Quantity("spin with the drag on an arm", lambda r: r.node(3).omega,
                 lambda r: np.outer(W0 * np.exp(-RATE * r.time), AXIS), 3e-5,
                 "the turn in a step, (w h)^2/12, and 0.1 (rate h)^2 of the spin", "rad/s"),
    ],
    orders=[Order("ms rho=0.6", ["fall with linear drag", "fall with quadratic drag", "spin with the drag on an arm"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("falls by integration", check_equations, 1e-9)],
)
