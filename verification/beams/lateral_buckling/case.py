"""Thin cantilever that a crank pulls down: it buckles sideways and twists, and vibrates."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.mesh import Beam, files

# Time; load of the hinge at the tip along z, N; sideways displacement of the middle and downward one of the tip, m; moment at
# the clamp about y and z, N m. Another program with the same kind of beam, 32 of them, step 6.25e-5 s; the source has plots.
TABLE = np.array([[0.12, 2158.09, -0.0000111, -0.0119151, 2156.432, -0.1563],
                  [0.14, 3629.89, -0.0000463, -0.0200912, 3635.948, -0.6385],
                  [0.16, 5486.11, -0.0003535, -0.0304527, 5509.893, -4.8003],
                  [0.17, 6503.58, -0.0019146, -0.0362421, 6543.791, -26.8002],
                  [0.18, 5917.04, -0.0192989, -0.0421056, 6147.325, -310.2745],
                  [0.19, 4018.18, -0.0525503, -0.0471135, 3695.000, -637.6679],
                  [0.20, 6250.42, -0.0270895, -0.0542282, 6595.846, -432.7269],
                  [0.22, 5964.33, -0.0395798, -0.0654756, 5706.218, -543.8544],
                  [0.24, 5755.36, -0.0495081, -0.0753971, 5755.453, -597.5476]])
STRONG, SHEAR, L = 60830.0, 23.4e6, 1.0


def strip(v):
    return Beam(v["n"], length="1.", mass="2.68", inertia=("2255.33e-6", "2233.e-6", "22.33e-6"))


def link(v):
    return Beam(2, 2, 101, length="0.25", mass="1.212", inertia=("87.3e-6", "43.65e-6", "43.65e-6"), law=2)


def crank(v):
    return Beam(1, 3, 201, length="0.05", mass="4.85", inertia=("1396.6e-6", "698.3e-6", "698.3e-6"), law=3)


def between(first, last):
    return TABLE[(TABLE[:, 0] >= first) & (TABLE[:, 0] <= last)]


def at_table(history, first, last):
    times = between(first, last)[:, 0]
    return lambda r: np.array([history(r)[np.argmin(np.abs(r.time - t))] for t in times])


def load(r):
    return r.joint(2).force[:, 2]


def side(r):
    return r.node(r["n"] + 1).position[:, 1]


def tip(r):
    return r.node(2 * r["n"] + 1).position[:, 2]


def moment(r):
    return r.joint(1).moment[:, 1:3]


def upright():
    """Load of a strip that is bent down only, from its deflection; inertia and the slope of the link are small at 0.12 s."""
    return TABLE[0, 1] / (-TABLE[0, 3] / (L**3 / 3 / STRONG + L / SHEAR)), 1.0


case = Case(
    title="lateral buckling of a thin cantilever by a crank",
    source="O. A. Bauchau, P. Betsch, A. Cardona et al., Multibody Syst. Dyn. 37 (2016) 29; digits: another program",
    model="strip.mbd",
    files=files(strip, link, crank),
    runs={"16 beams": Run(dict(n=16, h=1.25e-4, every=80, t_end=0.25))},
    quantities=[
        Quantity("load", at_table(load, 0.12, 0.17), between(0.12, 0.17)[:, 1], 0.1, "step and mesh of second order", "N"),
        Quantity("sideways", at_table(side, 0.12, 0.20), between(0.12, 0.20)[:, 2], 3e-5, "likewise", "m"),
        Quantity("sideways, later", at_table(side, 0.22, 0.24), between(0.22, 0.24)[:, 2], 1e-4,
                 "of high frequencies that buckling excites", "m"),
        Quantity("tip", at_table(tip, 0.12, 0.24), between(0.12, 0.24)[:, 3], 1e-5, "likewise", "m"),
        Quantity("moments at the clamp", at_table(moment, 0.12, 0.20), between(0.12, 0.20)[:, 4:6], 5.0, "likewise", "N m"),
    ],
    orders=[Order("mesh", ["sideways"], 2,
                  [dict(n=n, h=1.25e-4, every=80, t_end=0.205, step=1 / n) for n in (4, 8, 16)], vary="step")],
    checks=[Check("upright at 0.12 s", upright, 1e-3)],
)
