"""Double-wishbone suspension: frequency about the loaded position, by eigenanalysis and from a free vibration."""
import numpy as np
from scipy.optimize import brentq

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes
from lib.measure import zero_crossings
from lib.rotation import from_vector

LOWER_BALL, UPPER_BALL, WHEEL, UPRIGHT = (np.array(p) for p in
                                          ((0.5, 0.8, 0.15), (0.5, 0.75, 0.45), (0.5, 0.9, 0.3), (0.5, 0.8, 0.3)))
LOWER_AXIS, UPPER_AXIS = np.array([[0.3, 0.1, 0.15], [0.7, 0.1, 0.1]]), np.array([[0.3, 0.3, 0.35], [0.7, 0.3, 0.35]])
TIE, PUSH = np.array([[0.25, 0.3, 0.26], [0.43, 0.8, 0.3]]), np.array([[0.5, 0.7, 0.2], [0.5, 0.4, 0.4]])
HUB, HUB_AXIS = np.array([0.4, 0.4, 0.4]), np.array([0.0, 1.0, 1.0]) / np.sqrt(2)
SPRING = np.array([[0.0, 0.3, 0.5], [0.45, 0.3, 0.5]])
STIFFNESS, FREE = 20000.0, 0.45 + 4275.0 / 20000


def turned(p, origin, axis, angle):
    return origin + from_vector(angle * axis / np.linalg.norm(axis)) @ (p - origin)


class Suspension:
    """The mechanism at an angle of the lower arm: arms and bell-crank are angles, the upright is three of its points."""

    def __init__(self, angle):
        a0, axis = LOWER_AXIS[0], LOWER_AXIS[1] - LOWER_AXIS[0]
        self.lower = from_vector(angle * axis / np.linalg.norm(axis))
        ball = turned(LOWER_BALL, a0, axis, angle)
        axis2 = UPPER_AXIS[1] - UPPER_AXIS[0]
        reach = np.linalg.norm(UPPER_BALL - LOWER_BALL)
        upper = brentq(lambda b: np.linalg.norm(turned(UPPER_BALL, UPPER_AXIS[0], axis2, b) - ball) - reach, -0.4, 0.4, xtol=1e-15)
        self.upper = from_vector(upper * axis2 / np.linalg.norm(axis2))
        ball2 = turned(UPPER_BALL, UPPER_AXIS[0], axis2, upper)
        lengths = [np.linalg.norm(TIE[1] - p) for p in (LOWER_BALL, UPPER_BALL, TIE[0])]
        centres, knuckle = np.array([ball, ball2, TIE[0]]), TIE[1] + ball - LOWER_BALL
        for _ in range(20):  # Newton's method: the point at these distances from the three
            arms = knuckle - centres
            knuckle = knuckle - np.linalg.solve(2 * arms, np.sum(arms**2, axis=1) - np.array(lengths)**2)
        self.upright = triad(ball, ball2, knuckle) @ triad(LOWER_BALL, UPPER_BALL, TIE[1]).T
        self.rods = [(turned(PUSH[0], a0, axis, angle), None), (TIE[0], knuckle)]
        rod = np.linalg.norm(PUSH[1] - PUSH[0])
        crank = brentq(lambda c: np.linalg.norm(turned(PUSH[1], HUB, HUB_AXIS, c) - self.rods[0][0]) - rod, -0.3, 0.3, xtol=1e-15)
        self.crank = from_vector(crank * HUB_AXIS)
        self.rods[0] = (self.rods[0][0], turned(PUSH[1], HUB, HUB_AXIS, crank))
        self.spring = np.linalg.norm(turned(SPRING[1], HUB, HUB_AXIS, crank) - SPRING[0])

        def on_upright(p):
            return ball + self.upright @ (p - LOWER_BALL)

        # mass, inertia, orientation, centre
        self.bodies = [(5.0, np.eye(3) * 0.1, self.upright, on_upright(UPRIGHT)),
                       (10.0, np.diag([2.0, 4, 2]), self.upright, on_upright(WHEEL)),
                       (5.0, np.diag([1.0, 1, 2]), self.lower, a0 + self.lower @ (np.array([0.5, 0.6, 0.15]) - a0)),
                       (5.0, np.diag([1.0, 1, 2]), self.upper,
                        UPPER_AXIS[0] + self.upper @ (np.array([0.5, 0.6, 0.4]) - UPPER_AXIS[0])),
                       (1.0, np.eye(3) * 0.05, self.crank, HUB + self.crank @ (np.array([0.45, 0.35, 0.45]) - HUB))]
        self.wheel = self.bodies[1][3][2]

    def potential(self, g):
        height = sum(m * x[2] for m, _, _, x in self.bodies) + sum(0.5 * (p[2] + q[2]) for p, q in self.rods)
        return 0.5 * STIFFNESS * (self.spring - FREE)**2 + g * height


def triad(a, b, c):
    x = (b - a) / np.linalg.norm(b - a)
    z = np.cross(x, c - a)
    z /= np.linalg.norm(z)
    return np.stack([x, np.cross(z, x), z], axis=1)


def effective_mass(d=1e-4):
    """Twice the kinetic energy at a unit rate of the lower arm; thin rods: (p'^2 + q'^2 + p'.q')/3 of a kilogram."""
    low, high = Suspension(-d), Suspension(d)
    total = 0.0
    for (m, j, r1, x1), (_, _, r2, x2) in zip(low.bodies, high.bodies):
        v, turn = (x2 - x1) / (2 * d), (r2 - r1) @ r1.T / (2 * d)
        w = 0.5 * np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
        total += m * v @ v + w @ j @ w
    for (p1, q1), (p2, q2) in zip(low.rods, high.rods):
        p, q = (p2 - p1) / (2 * d), (q2 - q1) / (2 * d)
        total += (p @ p + q @ q + p @ q) / 3
    return total


def equilibrium(g, d=2e-3):
    """Force on the wheel and frequency: derivatives of potential and height of the wheel, by five points."""
    at = [Suspension(k * d) for k in (-2, -1, 0, 1, 2)]
    v, z = (np.array([f(s) for s in at]) for f in (lambda s: s.potential(g), lambda s: s.wheel))
    first, second = np.array([1, -8, 0, 8, -1]) / (12 * d), np.array([-1, 16, -30, 16, -1]) / (12 * d * d)
    force = (first @ v) / (first @ z)
    return force, np.sqrt((second @ v - force * (second @ z)) / effective_mass()) / (2 * np.pi)


FORCE, FREQUENCY = equilibrium(9.81)
FORCE_0, FREQUENCY_0 = equilibrium(0.0)


def mode(r):
    modes = Modes(r.prefix)
    return modes.frequencies()


def vibration(r):
    """From the times at which the wheel passes its place of rest, after the extra force has gone."""
    z = r.node(11).position[:, 2] - 0.3
    later = r.time > 0.5
    t = zero_crossings(r.time[later], z[later], r.node(11).velocity[later, 2])
    return 0.5 * (len(t) - 1) / (t[-1] - t[0])


def published():
    """Values of another program for the same data: force and frequency with and without gravity."""
    return [FORCE / 3503.8, FREQUENCY / 3.9331, FORCE_0 / 3284.2, FREQUENCY_0 / 3.9379], 1.0


case = Case(
    title="double-wishbone suspension",
    source="C. Peng, A. Tasora, D. Fusai, D. Mangoni, Comput. Methods Appl. Mech. Engrg. 419 (2024) 116667, test C; geometry of "
           "B. P. Minaker's EoM example",
    model="suspension.mbd",
    runs={"gravity": Run(dict(F0=FORCE, g=9.81)), "no gravity": Run(dict(F0=FORCE_0, g=0.0)),
          "released": Run(dict(F0=FORCE, g=9.81, push=0.01 * FORCE, h=1e-3, every=5, t_end=10.0))},
    quantities=[
        Quantity("frequency", mode, lambda r: np.array([FREQUENCY if r["g"] else FREQUENCY_0]), 1e-6,
                 "second derivative of the potential energy along the motion; without the stiffness of the reactions it would be "
                 "3.13", "Hz", runs=["gravity", "no gravity"]),
        Quantity("frequency, published", lambda r: mode(r)[0], 3.899, 0.015,
                 "data taken from the public example, which the paper changed", "Hz", relative=True, runs=["gravity"]),
        Quantity("equilibrium", lambda r: r.node(11).acceleration[0], 0.0, 1e-6, "at rest under F0", "m/s^2",
                 runs=["gravity", "no gravity"]),
        Quantity("free vibration", vibration, FREQUENCY, 1e-3, "amplitude of 2 mm, step", "Hz", relative=True, runs=["released"]),
    ],
    checks=[Check("force and frequency of another program", published, 1e-4)],
)
