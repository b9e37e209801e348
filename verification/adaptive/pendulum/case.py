"""Pendulum with steps from the local error: the accuracy asked for is reached, and not by far too much work."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.closed_forms import pendulum

LENGTH, G, RELEASE = 1.0, 9.81, 2.0


def position(t):
    theta = pendulum(RELEASE, np.sqrt(G / LENGTH), t)[0]
    return LENGTH * np.stack([np.sin(theta), 0 * theta, -np.cos(theta)], axis=1)


def ratio(r):
    """Largest error of the position by the size of the model, over the accuracy asked for."""
    errors = np.linalg.norm(r.node(2).position - position(r.time), axis=1)
    return errors.max() / LENGTH / r["accuracy"]


def logarithm(r):
    return np.log10(ratio(r))


def end(r):
    return r.time[-1]


def accuracy(power):
    return dict(accuracy=10.0 ** -power, every=1 if power < 6 else 50)


case = Case(
    title="pendulum with steps from the local error",
    source="E. T. Whittaker, Analytical Dynamics, 4th ed., 1937, art. 44",
    model="pendulum.mbd",
    runs={**{f"1e-{p}": Run(accuracy(p)) for p in (3, 4, 5, 6, 7)},
          "1e-8 over 1 s": Run(dict(accuracy(8), t_end=1.0))},
    quantities=[
        Quantity("logarithm of error over accuracy", logarithm, 0.0, 1.0, "a factor of 10 either way", plot=False),
        Quantity("end of the last step", end, 4.0, 1e-15, "the final time is hit exactly", "s",
                 runs=["1e-3", "1e-4", "1e-5"], plot=False),
    ],
)
