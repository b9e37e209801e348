"""Slider-crank from sloppy data: position and rates that belong to the wanted crank angle and rate."""
import numpy as np

from lib.case import Case, Check, Quantity, Run

R, L, THETA, W = 0.1, 0.3, np.pi / 3, 10.0
PHI = np.arcsin(R * np.sin(THETA) / L)
ROD_RATE = -R * W * np.cos(THETA) / (L * np.cos(PHI))
X = R * np.cos(THETA) + L * np.cos(PHI)
V = -R * W * np.sin(THETA) + L * np.sin(PHI) * ROD_RATE


def crank(r):
    axes = r.node(2).rotation[0]
    return np.array([np.arctan2(axes[1, 0], axes[0, 0]), r.node(2).omega[0, 2]])


def rod(r):
    axes = r.node(3).rotation[0]
    return np.array([np.arctan2(axes[1, 0], axes[0, 0]), r.node(3).omega[0, 2]])


def piston(r):
    return np.array([r.node(4).position[0, 0], r.node(4).velocity[0, 0]])


def published():
    return np.array([X, V, ROD_RATE]), np.array([0.337228, -1.016781, -1.740777])


case = Case(
    title="initial assembly of a slider-crank from sloppy data",
    source="J. E. Shigley, J. J. Uicker, Theory of Machines and Mechanisms, 1980, sec. 2-8",
    model="slider_crank.mbd",
    runs={"main": Run(), "far off": Run(dict(off=0.1, guess=0.5))},
    quantities=[
        Quantity("crank angle and rate, marked as wanted", crank, np.array([THETA, W]), 3e-6,
                 "weight 1e6 against 1", "rad, rad/s", plot=False),
        Quantity("rod angle and rate", rod, np.array([-PHI, ROD_RATE]), 3e-6, "as the crank", "rad, rad/s", plot=False),
        Quantity("piston position and velocity", piston, np.array([X, V]), 3e-6, "as the crank", "m, m/s", plot=False),
    ],
    checks=[Check("published figures", published, 1e-6)],
)
