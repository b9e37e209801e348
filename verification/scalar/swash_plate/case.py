"""Swash plate: three actuators tilt and lift a plane, with a lag."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run

LAG, CYCLIC, COLLECTIVE, P = 0.2, 0.8, 0.5, 5.0


def wanted(t, azimuth):
    fore_aft, lateral = 0.1 + 0.05 * np.sin(P * t), -0.2
    return COLLECTIVE * (0.3 - CYCLIC * (fore_aft * np.cos(azimuth) + lateral * np.sin(azimuth)))


def stroke(t, azimuth):
    delta = np.arctan(P * LAG)
    swing = -COLLECTIVE * CYCLIC * 0.05 * np.cos(azimuth)
    decay = np.exp(-t / LAG)
    return wanted(0.0, azimuth) * (1 - decay) + swing * np.cos(delta) * (np.sin(P * t - delta) + decay * np.sin(delta))


def check_equation():
    t, azimuth = np.linspace(0, 2, 41), 2 * np.pi / 3
    x = solve_ivp(lambda t, x: (wanted(t, azimuth) - x) / LAG, (0, 2), [0.0], "DOP853", t, rtol=1e-12, atol=1e-14).y[0]
    return x, stroke(t, azimuth)


def actuator(k):
    return lambda r: r.rows("abs", 4 + k)[:, 0]


NAMES = ["front actuator", "second actuator", "third actuator"]
case = Case(
    title="swash plate with lagging actuators",
    source="K. Ogata, Modern Control Engineering, 5th ed., 2010, sec. 5-2; input manual, \"swashplate\"",
    model="swash_plate.mbd",
    runs={"main": Run(dict(h=1e-3, every=20))},
    quantities=[Quantity(name, actuator(k), lambda r, k=k: stroke(r.time, 2 * np.pi * k / 3), 2e-6,
                         "second order, 0.1 (h/T)^2 of 0.2", "m") for k, name in enumerate(NAMES)],
    orders=[Order("ms rho=0.6", NAMES, 2, [dict(h=h, every=round(0.08 / h)) for h in (8e-3, 4e-3, 2e-3)])],
    checks=[Check("equation of an actuator", check_equation, 1e-10)],
)
