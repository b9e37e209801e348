"""Driven joints that attach themselves to what they find when they wake up: a pin, a total joint, a spring."""
import numpy as np

from lib.case import Case, Quantity, Run

V, W, U, F, M2, M3, K, M4, T1, T2 = 0.6, 2.0, 0.3, 5.0, 2.0, 0.5, 40.0, 1.5, 0.3, 0.5


def caught(t):
    """Position of body 1: in flight, then on a circle about the point that was at rest."""
    r, angle = V / W, W * np.maximum(t - T1, 0)
    flown = np.minimum(t, T1)
    return np.column_stack([V * flown + r * np.sin(angle), r * (1 - np.cos(angle)), 0 * t])


def pushed(t, h):
    return U * t + F / (2 * (M2 + M3)) * np.maximum(t - T2 - h / 2, 0)**2


def sprung(t):
    o = np.sqrt(K / M4)
    return U * (np.minimum(t, T1) + np.sin(o * np.maximum(t - T1, 0)) / o)


COARSE, FINE = "h = 0.01", "h = 0.001"
case = Case(
    title="driven joints attached by hints",
    source="closed forms of rigid bodies",
    model="hints.mbd",
    runs={f"h = {h:g}": Run(dict(h=h, every=round(0.02 / h))) for h in (1e-2, 1e-3)},
    quantities=[
        Quantity("caught by a pin", lambda r: r.node(1).position, lambda r: caught(r.time), 2e-4, "second order", "m",
                 runs=[COARSE]),
        Quantity("caught by a pin, small steps", lambda r: r.node(1).position, lambda r: caught(r.time), 2e-6,
                 "second order", "m", runs=[FINE]),
        Quantity("made one by a total joint", lambda r: r.node(3).position[:, 0] - 0.4, lambda r: pushed(r.time, 1e-3), 2e-6,
                 "second order", "m", runs=[FINE]),
        Quantity("held by a spring", lambda r: r.node(4).position[:, 0], lambda r: sprung(r.time), 2e-6,
                 "second order", "m", runs=[FINE]),
    ],
)
