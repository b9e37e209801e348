"""Stiff start: a struck cantilever of many beams and a stretched stiff spring, all settings left to the program."""
import numpy as np

from lib.case import Case, Check, Quantity, Refine, Run
from lib.mesh import Beam, files
from lib.timoshenko import modes

E, SIDE, L, RHO, LOAD = 70e9, 0.1, 10.0, 2700.0, 5000.0
I, A = SIDE**4 / 12, SIDE**2
RATE = np.sqrt(1e9)


def modal_sum(t):
    """Tip of the linear Timoshenko beam, a load from time 0: sum of W(L)^2 F (1 - cos w t)/(w^2 norm)."""
    b, _, w, _, norm = modes(np.sqrt(I / A) / L, "clamped", "free", 10)
    t = np.atleast_1d(t)[:, None] * np.sqrt(E * I / (RHO * A)) / L**2
    return LOAD * L**3 / (E * I) * np.sum(w[:, -1]**2 / norm * (1 - np.cos(b * t)) / b**2, axis=1)


def statics():
    """The mean of the sum is the static deflection F L^3/(3 E I) + F L/(k G A)."""
    b, _, w, _, norm = modes(np.sqrt(I / A) / L, "clamped", "free", 10)
    return np.sum(w[:, -1]**2 / norm / b**2), 1 / 3 + 2.6 / (5 / 6) * I / A / L**2


case = Case(
    title="stiff start without settings",
    source="S. P. Timoshenko, Vibration Problems in Engineering, 3rd ed., 1955, sec. 54; L. Meirovitch, Fundamentals of "
           "Vibrations, 2001, sec. 2.1",
    model="cantilever.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"cantilever": Run(dict(n=50, h=2.5e-4, every=40)), "spring": Run(dict(n=1, h=1e-6, every=2), "spring.mbd")},
    quantities=[
        Quantity("tip", lambda r: r.node(2 * r["n"] + 1).position[:, 2], lambda r: modal_sum(r.time), 3e-3,
                 "step; the tip of the large deflection lags 1e-3 behind the linear one", "m", runs=["cantilever"]),
        Quantity("tip at 0.1 s", lambda r: r.node(2 * r["n"] + 1).position[-1, 2], 0.5225, 2e-4,
                 "value of fine steps of another program", "m", runs=["cantilever"]),
        Quantity("first acceleration", lambda r: r.node(2).acceleration[0, 0], -1000.0, 1e-6,
                 "no coefficient, no smoothing; digits of 1 + 1e-6", "m/s^2", runs=["spring"]),
        Quantity("vibration, micrometres", lambda r: (r.node(2).position[:, 0] - 1) * 1e6, lambda r: np.cos(RATE * r.time), 5e-3,
                 "phase error (w h)^2/12 times the phase, 6.3", "", runs=["spring"]),
    ],
    refine=[Refine(["vibration, micrometres"], 2, run="spring", changes=dict(every=4))],
    checks=[Check("modal sum against the static deflection", statics, 1e-4)],
)
