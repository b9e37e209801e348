"""Blocks with dry friction on a guide."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Quantity, Run

G, SLOPE, MU, V0, MASS, K, V = 9.81, 0.2, 0.3, 2.0, 1.0, 100.0, 0.2
UP = np.array([np.cos(SLOPE), 0, np.sin(SLOPE)])
RETARDATION = G * (np.sin(SLOPE) + MU * np.cos(SLOPE))
STOP = V0 / RETARDATION
W = np.sqrt(K / MASS)
RELEASE = MU * MASS * G / (K * V)


def sliding(t):
    t = np.minimum(t, STOP)
    return V0 * t - RETARDATION * t**2 / 2, V0 - RETARDATION * t


def pulled(t):
    """From release on x = V s - (V/w) sin(w s); its velocity is zero again after a full period of 2 pi/w."""
    s = np.clip(t - RELEASE, 0, 2 * np.pi / W)
    return V * s - V / W * np.sin(W * s), V * (1 - np.cos(W * s))


def check_pulled():
    end = 2 * np.pi / W
    s = np.linspace(0, end, 21)
    y = solve_ivp(lambda s, y: [y[1], K / MASS * (V * (s + RELEASE) - y[0]) - MU * G], (0, end), [0, 0], "DOP853", s,
                  rtol=1e-12, atol=1e-13).y
    return y, np.stack(pulled(s + RELEASE))


def early(r):
    """Times before the second release: it sticks at a stretch of the spring of mu m g/k - (its own) and waits as long."""
    return r.time < RELEASE + 2 * np.pi / W + 0.1


case = Case(
    title="blocks on a guide: stopping, standing, stick and slip",
    source="J. P. Den Hartog, Mechanical Vibrations, 4th ed., 1956, sec. 7.7, 8.2",
    model="block.mbd",
    runs={"main": Run(dict(h=2e-4, every=25))},
    quantities=[
        Quantity("way up the slope", lambda r: r.node(2).position @ UP, lambda r: sliding(r.time)[0], 3e-6,
                 "constant retardation; the step of the stop, a h^2", "m"),
        Quantity("velocity up the slope", lambda r: r.node(2).velocity @ UP, lambda r: sliding(r.time)[1], 2e-3,
                 "a step of the retardation at the stop", "m/s"),
        Quantity("standing on the slope", lambda r: np.where(r.time > STOP + 0.02, r.node(2).velocity @ UP, 0), 0.0,
                 1e-10, "v = 0 is an equation", "m/s"),
        Quantity("friction that holds it", lambda r: r.joint(2).extra[-1, 0], MASS * G * np.sin(SLOPE), 1e-8,
                 "the weight along the slope: below the limit mu m g cos a", "N"),
        Quantity("block that stands on bristles", lambda r: r.node(3).position[-1] @ UP,
                 -np.tan(SLOPE) / 1e5, 1e-8, "their deflection m g sin a/(sigma0 m g cos a), and no creep", "m"),
        Quantity("stick and slip", lambda r: np.where(early(r), r.node(4).position[:, 0], 0),
                 lambda r: np.where(early(r), pulled(r.time)[0], 0), 2e-4, "release and stop within a step", "m"),
        Quantity("velocity of stick and slip", lambda r: np.where(early(r), r.node(4).velocity[:, 0], 0),
                 lambda r: np.where(early(r), pulled(r.time)[1], 0), 2e-3, "as above, times w", "m/s"),
    ],
    checks=[Check("slip by integration", check_pulled, 1e-9)],
)
