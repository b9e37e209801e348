"""Parallelogram four-bar through its flat position."""
import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

from lib.case import Case, Check, Quantity, Refine, Run

G = 9.81
C = G * (3.0 / 2.0 + 2.0) / (3.0 / 3.0 + 2.0)
W = np.sqrt(C + 0.25)
M = C / W**2
TABLE = {1: (-.1950203019, -.9807992057), 2: (.0578157958, .9983272679), 3: (-.5493397393, -.8355990970),
         5: (-.8113104610, -.5846155454), 10: (.3284581115, .9445185382)}


def angle(t):
    return np.pi + 2 * ellipj(W * np.asarray(t) - ellipk(M), M)[3]


def tip(t):
    return np.stack([np.sin(angle(t)), np.cos(angle(t)), 0 * t], axis=1)


def computed_tip(r):
    """Twice the centre of the first link: it starts at the origin."""
    return 2 * r.node(1).position


def energy(r):
    """Kinetic and potential energy of five links of 1 kg."""
    total = 0.0
    for label in (1, 2, 3, 11, 12):
        node = r.node(label)
        total = total + 0.5 * (node.velocity**2).sum(axis=1) + G * node.position[:, 1]
        total = total + 0.5 / 12 * (node.omega[:, 2] ** 2)
    return total


def check_angle():
    t = np.linspace(0, 10, 201)
    y = solve_ivp(lambda _, y: [y[1], C * np.sin(y[0])], (0, 10), [0, 1], "DOP853", t, rtol=1e-12, atol=1e-13).y
    return y[0], angle(t)


def check_table():
    t = np.array(list(TABLE), dtype=float)
    return tip(t)[:, :2], np.array(list(TABLE.values()))


case = Case(
    title="parallelogram four-bar through its flat position (benchmark A02, N = 2)",
    source="M. Gonzalez et al., Multibody System Dynamics 16 (2006) 179-190, problem A02",
    model="parallelogram.mbd",
    # The links are in one line ten times. Where a step ends there to the last digits, what the mechanism does is chance;
    # with this step each passage is in the middle of a step, 2e-4 rad from its ends.
    runs={"main": Run(dict(h=8.9e-5, every=100))},
    quantities=[
        Quantity("tip", computed_tip, lambda r: tip(r.time), 8e-6,
                 "second order, w h = 6e-4; the start near the upright rest position multiplies errors by e^3", "m"),
        Quantity("level link stays level", lambda r: r.node(11).angles[:, 2], 0.0, 1e-8,
                 "constraints; looser near the flat position, where they are singular", "deg"),
        Quantity("energy", energy, lambda r: energy(r)[0], 5e-5, "second order; the benchmark asks for 0.1 J", "J"),
    ],
    refine=[Refine(["tip", "energy"], 2, changes=dict(h=1e-3, every=20))],
    checks=[Check("amplitude function against integration at 1e-12", check_angle, 1e-7),
            Check("published coordinates of the tip", check_table, 1e-8)],
)
