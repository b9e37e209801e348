"""Frequencies are those of an observer: at rest, or in a turning frame."""
import numpy as np
from scipy.linalg import eigvals

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes

F, W = 0.3221, 25 * 2 * np.pi / 60


def exact(r):
    turns = r["W"] / (2 * np.pi)
    return np.sort(np.abs([F - turns, F + turns]))


def direct():
    """x'' - 2 W y' - W^2 x + w^2 x = 0, y'' + 2 W x' - W^2 y + w^2 y = 0."""
    k = (2 * np.pi * F)**2 - W**2
    s = eigvals(np.array([[0, 0, 1, 0], [0, 0, 0, 1], [-k, 0, 0, 2 * W], [0, -k, -2 * W, 0]]))
    return np.sort(np.abs(s.imag))[::2] / (2 * np.pi), exact({"W": W})


case = Case(
    title="one mass, two observers",
    source="Bramwell's Helicopter Dynamics, 2nd ed., 2001, sec. 9.2",
    model="spring.mbd",
    runs={"at rest": Run(dict(W=0.0)), "turning": Run(dict(W=W)), "as fast as the mass": Run(dict(W=2 * np.pi * F))},
    quantities=[
        Quantity("frequencies", lambda r: Modes(r.prefix).frequencies(), exact, 1e-9, "closed form", "Hz",
                 runs=["at rest", "turning"]),
        Quantity("printed", lambda r: np.round(Modes(r.prefix).frequencies(), 5), np.array([0.09457, 0.73877]), 1e-6,
                 "five digits", "Hz", runs=["turning"]),
        Quantity("the mass at rest in the frame", lambda r: Modes(r.prefix).frequencies().max(), 2 * F, 1e-9,
                 "a circular motion stands still, its opposite goes twice as fast", "Hz", runs=["as fast as the mass"]),
        Quantity("standing still", lambda r: Modes(r.prefix).rigid.sum(), 2, 0.5,
                 "the circle of any size and phase: two zeros", runs=["as fast as the mass"]),
        Quantity("decay", lambda r: np.abs(Modes(r.prefix).s.real).max(), 0.0, 1e-7, "conservative", "1/s",
                 runs=["at rest", "turning"]),
    ],
    checks=[Check("direct", direct, 1e-9)],
)
