"""Kepler orbit in central gravity."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

E, MU, MASS = 0.4, 4 * np.pi**2, 0.7
ORIGIN = np.array([0.3, -0.2, 0.5])
FRAME = from_euler123([0.4, 0.6, -0.3])


def anomaly(t):
    """Eccentric anomaly by Newton's method on Kepler's equation."""
    mean = 2 * np.pi * np.asarray(t)
    value = mean + E * np.sin(mean)
    for _ in range(50):
        value = value - (value - E * np.sin(value) - mean) / (1 - E * np.cos(value))
    return value


def orbit(t):
    """Position and velocity in the plane of the orbit."""
    a = anomaly(t)
    rate = 2 * np.pi / (1 - E * np.cos(a))
    b = np.sqrt(1 - E * E)
    return (np.stack([np.cos(a) - E, b * np.sin(a), 0 * a], axis=1),
            np.stack([-np.sin(a) * rate, b * np.cos(a) * rate, 0 * a], axis=1))


def areal(r):
    """Angular momentum about the attracting mass."""
    return MASS * np.cross(r.node(1).position - ORIGIN, r.node(1).velocity)


def energy(r):
    node = r.node(1)
    return MASS * (0.5 * (node.velocity**2).sum(axis=1) - MU / np.linalg.norm(node.position - ORIGIN, axis=1))


def check_orbit():
    t = np.linspace(0, 2, 101)
    x0, v0 = (value[0] for value in orbit(t))
    y = solve_ivp(lambda _, y: np.hstack([y[3:], -MU * y[:3] / np.linalg.norm(y[:3]) ** 3]), (0, 2),
                  np.hstack([x0, v0]), "DOP853", t, rtol=1e-12, atol=1e-12).y.T
    return y, np.hstack(orbit(t))


case = Case(
    title="Kepler orbit in central gravity",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 3-8",
    model="kepler.mbd",
    runs={"main": Run(dict(h=5e-5, every=200))},
    quantities=[
        Quantity("position", lambda r: r.node(1).position, lambda r: ORIGIN + orbit(r.time)[0] @ FRAME.T, 3e-5,
                 "second order: rate at the pericentre 16 per unit, (w h)^2 = 6.4e-7, twice round"),
        Quantity("velocity", lambda r: r.node(1).velocity, lambda r: orbit(r.time)[1] @ FRAME.T, 3e-4,
                 "as the position, times 16"),
        Quantity("angular momentum", areal, lambda r: np.tile(areal(r)[0], (len(r.time), 1)), 2e-6, "second order"),
        Quantity("energy", energy, -MASS * MU / 2, 2e-5, "second order: 1e-6 of the energy; -G M m/(2 a)"),
    ],
    orders=[Order("ms rho=0.6", ["position", "velocity", "energy"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (1e-3, 5e-4, 2.5e-4)], dict(t_end=1.0))],
    checks=[Check("Kepler's equation against integration at 1e-12", check_orbit, 1e-8)],
)
