"""Driven joints: a hint read at wake-up, a release by a reaction; a force written in the older way."""
import numpy as np

from lib.case import Case, Quantity, Run

V0, PULSE, T2, T3 = 0.3, 0.8, 0.3, 0.5
M, G, RATE, LEAST = 2.0, 9.81, 30.0, 4.3


def carried(t):
    return V0 * t + PULSE * (np.clip(t, T2, T3) - T2) + PULSE * np.maximum(t - T3, 0)


def falling(t, h):
    """From rest at the middle of the step behind the first instant at which the reaction is below its least value."""
    start = np.ceil((M * G - LEAST) / RATE / h - 1e-9) * h + h / 2
    s = np.maximum(t, start)
    speed = (RATE * start**2 / 2) / M - G * start
    return RATE / M * (s**3 - start**3) / 6 - G * (s**2 - start**2) / 2 - speed * (s - start)


case = Case(
    title="driven joints: a hint at wake-up, a release by a reaction",
    source="closed forms of a point mass under a given force",
    model="switching.mbd",
    runs={f"h = {h:g}": Run(dict(h=h, every=round(0.02 / h))) for h in (1e-2, 1e-3)},
    quantities=[
        Quantity("motion by the hint", lambda r: r.node(1).position[:, 0], lambda r: carried(r.time), 1e-7,
                 "imposed exactly; what the jumps of speed leave decays by rho a step", "m", runs=["h = 0.001"]),
        Quantity("released by the reaction", lambda r: r.node(2).position[:, 2], lambda r: falling(r.time, 1e-2), 5e-4,
                 "second order; one step earlier or later would be 7e-3", "m", runs=["h = 0.01"]),
        Quantity("released by the reaction, small steps", lambda r: r.node(2).position[:, 2],
                 lambda r: falling(r.time, 1e-3), 5e-6, "second order; one step is 7e-4", "m", runs=["h = 0.001"]),
        Quantity("older direction of a force", lambda r: r.node(1).position[:, 1], lambda r: r.time**2 / 4, 1e-8,
                 "a constant force is integrated exactly but for the first step", "m", runs=["h = 0.001"]),
    ],
)
