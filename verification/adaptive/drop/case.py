"""A mass dropped on a one-sided spring: the impact is found by steps from the local error, the end is hit exactly."""
import numpy as np
from scipy.optimize import brentq

from lib.case import Case, Quantity, Run

HEIGHT, G, MASS, STIFFNESS = 1.0, 9.81, 1.0, 1e6

OMEGA = np.sqrt(STIFFNESS / MASS)
IMPACT_TIME = np.sqrt(2 * HEIGHT / G)
IMPACT_SPEED = np.sqrt(2 * HEIGHT * G)
SAG = G / OMEGA ** 2


def in_contact(t):
    return -SAG + SAG * np.cos(OMEGA * t) - IMPACT_SPEED / OMEGA * np.sin(OMEGA * t)


DURATION = brentq(in_contact, 3.1e-3, 3.3e-3, xtol=1e-15)
INDENTATION = SAG + np.hypot(SAG, IMPACT_SPEED / OMEGA)


def height(r):
    return r.node(2).position[:, 2]


def speed(r):
    return r.node(2).velocity[:, 2]


def crossing(r, k):
    """When the height passes zero between steps k and k + 1, by the straight line at the nearer end."""
    near = k if abs(height(r)[k]) < abs(height(r)[k + 1]) else k + 1
    return r.time[near] - height(r)[near] / speed(r)[near]


def duration(r):
    below = np.flatnonzero(height(r) < 0)
    return crossing(r, below[-1]) - crossing(r, below[0] - 1)


def rebound(r):
    """Height that the mass reaches after the impact, from the energy of the last step."""
    return height(r)[-1] + speed(r)[-1] ** 2 / (2 * G)


def end(r):
    return r.time[-1]


def end_height(r):
    return height(r)[-1]


AFTER = 1 - IMPACT_TIME - DURATION

case = Case(
    title="impact on a one-sided spring",
    source="closed form: free fall, half an oscillation, free flight",
    model="drop.mbd",
    runs={"first step 0.1 s": Run(), "first step 0.0125 s": Run(dict(h=0.0125)), "accuracy 1e-5": Run(dict(accuracy=1e-5))},
    quantities=[
        Quantity("impact speed", lambda r: -speed(r).min(), np.hypot(IMPACT_SPEED, SAG * OMEGA), 5e-4,
                 "a fixed step of 0.1 s misses it by 0.5 m/s", "m/s", plot=False),
        Quantity("indentation", lambda r: -height(r).min(), INDENTATION, 1e-3,
                 "the lowest point is one of at least 100 steps in contact", "m", relative=True, plot=False),
        Quantity("contact", duration, DURATION, 1e-3, "positions are off by up to 1e-5 m at 4.4 m/s", "s",
                 relative=True, plot=False),
        Quantity("rebound", rebound, HEIGHT, 1e-3, "the spring gives back what it took", "m", plot=False),
        Quantity("height at the end", end_height, IMPACT_SPEED * AFTER - G * AFTER ** 2 / 2, 1e-3, "the same", "m", plot=False),
        Quantity("end of the last step", end, 1.0, 1e-15, "the final time is hit exactly", "s", plot=False),
    ],
)
