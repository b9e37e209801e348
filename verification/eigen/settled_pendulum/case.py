"""A pendulum settles at the equilibrium of its side, and is linearised there."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes

RATE = np.sqrt(9.81 / 4.0)
BELOW, ABOVE = [1, 30, 45, 60, 75, 80, 89], [91, 100, 150, 179]


def eigenvalue(r):
    """The one with the largest real and imaginary part, as (real, imaginary)."""
    s = Modes(r.prefix).s
    return np.array([s.real.max(), s.imag.max()])


def from_energy():
    """s^2 = -V''/(m l^2), V = -m g l cos(theta), below and above, by differences."""
    d = 1e-4
    return [-(-np.cos(t + d) + 2 * np.cos(t) - np.cos(t - d)) / d**2 * 9.81 / 4 for t in (0.0, np.pi)], [-RATE**2, RATE**2]


case = Case(
    title="pendulum that settles below or above its pivot",
    source="C. Peng, A. Tasora, D. Fusai, D. Mangoni, Comput. Methods Appl. Mech. Engrg. 419 (2024) 116667, test A",
    model="pendulum.mbd",
    runs={f"{degrees} degrees": Run(dict(degrees=float(degrees))) for degrees in BELOW + ABOVE},
    quantities=[
        Quantity("place", lambda r: r.node(2).position[-1], lambda r: np.array([0, 0, -4.0 if r["degrees"] < 90 else 4.0]), 1e-9,
                 "tolerance of the equilibrium", "m"),
        Quantity("reaction", lambda r: r.joint(1).force[-1], np.array([0, 0, 147.15]), 1e-8, "carries the weight", "N"),
        Quantity("eigenvalue", eigenvalue, lambda r: np.array([0, RATE] if r["degrees"] < 90 else [RATE, 0]), 1e-8,
                 "closed form; 1.566 in the paper", "1/s"),
    ],
    checks=[Check("from the potential energy", from_energy, 1e-6)],
)
