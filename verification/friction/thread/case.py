"""Nuts with friction in the thread."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Quantity, Run

MASS, J, G, R, FLANK, MU, SPIN = 2.0, 0.003, 9.81, 0.05, 0.25, 0.15, 20.0


class Thread:
    def __init__(self, pitch):
        self.k = pitch / (2 * np.pi)
        self.slope = self.k / R
        self.secant = 1 / np.cos(np.arctan(np.cos(np.arctan(self.slope)) * np.tan(FLANK)))

    def friction(self, side):
        """Couple over the axial load; side = 1: rising, -1: sinking."""
        return side * R * MU * self.secant * (1 + self.slope**2) / (1 - side * MU * self.secant * self.slope)

    def acceleration(self, side):
        """w' from J w' = -F (k + friction), F = m (g + k w')."""
        arm = self.k + self.friction(side)
        return -MASS * G * arm / (J + MASS * self.k * arm)


COARSE, FINE = Thread(0.2), Thread(0.02)
TOP = -SPIN / COARSE.acceleration(1)


def spin(t):
    return np.where(t < TOP, SPIN + COARSE.acceleration(1) * t, COARSE.acceleration(-1) * (t - TOP))


def height(t):
    up = SPIN * t + COARSE.acceleration(1) * t**2 / 2
    down = SPIN * TOP / 2 + COARSE.acceleration(-1) * (t - TOP) ** 2 / 2
    return COARSE.k * np.where(t < TOP, up, down)


def load(t):
    return MASS * (G + COARSE.k * np.where(t < TOP, COARSE.acceleration(1), COARSE.acceleration(-1)))


def away(r, value):
    """But for the instant in which the nut turns back."""
    return np.where(np.abs(r.time - TOP) > 0.02, value, 0.0)


def check_flank():
    """Balance of forces on the flank: normal force n, friction mu n along the thread; the power balance of the couple."""
    pairs = []
    for side in (1, -1):
        a = np.arctan(COARSE.slope)
        normal = np.arctan(np.cos(a) * np.tan(FLANK))
        n = 1 / (np.cos(normal) * np.cos(a) - side * MU * np.sin(a))  # for a unit load
        couple = R * n * (np.cos(normal) * np.sin(a) + side * MU * np.cos(a))
        # friction works along the thread: r/cos a a radian
        lost = MU * n * R / np.cos(a)
        pairs.append((couple, COARSE.k + COARSE.friction(side)))
        pairs.append((lost, side * COARSE.friction(side)))
    return np.array(pairs).T


def check_motion():
    s = solve_ivp(lambda t, y: [COARSE.k * y[1], COARSE.acceleration(1 if y[1] > 0 else -1)], (0, 1), [0, SPIN], "DOP853",
                  [0.25 * TOP, TOP, 1.0], max_step=1e-3, rtol=1e-10, atol=1e-12)
    t = np.array([0.25 * TOP, TOP, 1.0])
    return s.y, np.stack([height(t), spin(t)])


case = Case(
    title="threads: lifting, sinking, self-locking",
    source="J. E. Shigley, C. R. Mischke, Mechanical Engineering Design, 6th ed., 2001, sec. 8-2",
    model="thread.mbd",
    runs={"main": Run()},
    quantities=[
        Quantity("height", lambda r: r.node(2).position[:, 2], lambda r: height(r.time), 1e-3,
                 "(w h)^2/12 of the way in rotations of w h = 0.05, and w' h k t after the step in which it turns", "m"),
        Quantity("rate of rotation", lambda r: r.node(2).omega[:, 2], lambda r: spin(r.time), 5e-2,
                 "a step of the retardation, 140 rad/s2 h", "rad/s"),
        Quantity("axial force", lambda r: away(r, r.joint(2).force[:, 2]), lambda r: away(r, load(r.time)), 2e-2,
                 "rotations of w h in a step", "N"),
        Quantity("friction couple", lambda r: away(r, r.joint(2).extra[:, 9]),
                 lambda r: away(r, -load(r.time) * np.where(r.time < TOP, COARSE.friction(1), COARSE.friction(-1))),
                 5e-4, "that of the axial force", "N m"),
        Quantity("self-locking nut", lambda r: r.node(3).position[:, 2], 0.0, 1e-12, "it sticks from the start", "m"),
        Quantity("couple that holds it", lambda r: r.joint(3).extra[:, 9], MASS * G * FINE.k, 1e-9,
                 "p/(2 pi) times the weight", "N m"),
        Quantity("nut on bristles", lambda r: r.node(4).omega[-1, 2], COARSE.acceleration(-1) * 1.0, 2e-2,
                 "bristles bend within 2 um", "rad/s"),
    ],
    checks=[Check("flank", check_flank, 1e-12), Check("motion by integration", check_motion, 2e-2)],
)
