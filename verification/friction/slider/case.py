"""Beam slider with dry friction."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Quantity, Run

G, SLOPE, MU, V0, MASS = 9.81, 0.2, 0.3, 2.0, 1.5
UP = np.array([np.cos(SLOPE), 0, np.sin(SLOPE)])
RETARDATION = G * (np.sin(SLOPE) + MU * np.cos(SLOPE))
STOP = V0 / RETARDATION


def way(t):
    t = np.minimum(t, STOP)
    return 0.02 + V0 * t - RETARDATION * t**2 / 2


def check_way():
    s = solve_ivp(lambda t, y: [y[1], -G * np.sin(SLOPE) - np.sign(y[1]) * MU * G * np.cos(SLOPE)], (0, 0.9 * STOP),
                  [0.02, V0], "DOP853", rtol=1e-12, atol=1e-13)
    return s.y[0, -1], way(0.9 * STOP)


def friction(r):
    """While it slides, and when it stands; without the steps in which reactions settle."""
    value = r.joint(10).extra[:, 5]
    return np.where(np.abs(r.time - STOP) > 0.05, value, 0.0)


def expected(r):
    value = np.where(r.time < STOP, -MU * MASS * G * np.cos(SLOPE), MASS * G * np.sin(SLOPE))
    return np.where(np.abs(r.time - STOP) > 0.05, value, 0.0)


case = Case(
    title="beam slider with dry friction",
    source="J. L. Meriam, L. G. Kraige, Engineering Mechanics: Dynamics, 5th ed., 2002, sec. 3/4",
    model="slider.mbd",
    runs={"main": Run()},
    quantities=[
        Quantity("way up the slope", lambda r: r.node(10).position @ UP, lambda r: way(r.time), 3e-6,
                 "constant retardation; the step of the stop, a h^2", "m"),
        Quantity("friction", friction, expected, 1e-6, "mu N, then the weight along the slope", "N"),
        Quantity("coefficient", lambda r: r.joint(10).extra[0, 6], -MU, 1e-9, "it slides up", ""),
        Quantity("sliding velocity printed", lambda r: r.joint(10).extra[:, 7], lambda r: r.node(10).velocity @ UP, 1e-12,
                 "the line stands", "m/s"),
        Quantity("slider on bristles", lambda r: r.node(11).position[-1] @ UP, 0.1 - np.tan(SLOPE) / 1e5, 1e-8,
                 "their deflection m g sin a/(sigma0 m g cos a), and no creep", "m"),
    ],
    checks=[Check("way by integration", check_way, 1e-10)],
)
