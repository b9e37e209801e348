"""A body is released, another one is pushed, both at t = 0.5."""
import numpy as np

from lib.case import Case, Check, Quantity, Run

G, START = 9.81, 0.5


def since(t):
    return np.maximum(np.asarray(t) - START, 0.0)


def fallen(t):
    return -0.5 * G * since(t) ** 2


def pushed(t):
    return np.asarray(t) + since(t) ** 2


def held(r):
    """Force of the clamp on the node: the weight, and nothing once it is off."""
    return np.where(r.time < START + 1e-9, 2 * G, 0.0)


def check_rates():
    """Fall by twice summing the acceleration."""
    t = np.linspace(0, 1, 100001)
    a = np.where(t >= START, -G, 0.0)
    h = t[1]
    v = np.concatenate([[0], np.cumsum(h * 0.5 * (a[1:] + a[:-1]))])
    z = np.concatenate([[0], np.cumsum(h * 0.5 * (v[1:] + v[:-1]))])
    return z[::5000], fallen(t[::5000])


case = Case(
    title="driven elements",
    source="elementary: uniform acceleration from a given instant on",
    model="release.mbd",
    runs={"main": Run(dict(h=2e-4, every=100))},
    quantities=[
        Quantity("fall after the clamp is off", lambda r: r.node(1).position[:, 2], lambda r: fallen(r.time), 2e-3,
                 "the acceleration jumps between two steps: g h (t - 0.5) = 1e-3", "m"),
        Quantity("force of the clamp", lambda r: np.abs(r.rows("jnt", 1)[:, 8]), held, 1e-6,
                 "statics; a multiplier of an element that is off is zero", "N"),
        Quantity("push", lambda r: r.node(2).position[:, 0], lambda r: pushed(r.time), 5e-4,
                 "the acceleration jumps between two steps: 2 h (t - 0.5) = 2e-4", "m"),
    ],
    checks=[Check("fall by summing", check_rates, 1e-4)],
)
