"""Braking, holding, slipping again."""
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

J, N0, RADIUS, MU, START, SLOPE = 0.05, 20.0, 0.5, 0.3, 8.0, 4.0
FRAME = from_euler123([0.3, -0.2, 0.5])
K = MU * RADIUS * N0 / (2 * J)
STOP = brentq(lambda t: START - K * (t - np.sin(np.pi * t) / np.pi), 0.1, 1.0)
RELEASE = 1 + MU * RADIUS * N0 / SLOPE


def braking(t):
    return START - K * (t - np.sin(np.pi * t) / np.pi), START * t - K * (t**2 / 2 + (np.cos(np.pi * t) - 1) / np.pi**2)


def motion(r, t=None):
    t = r.time if t is None else t
    w, angle = braking(np.minimum(t, STOP))
    w = np.where(t < STOP, w, 0.0)
    late = np.maximum(t - RELEASE, 0)
    return w + SLOPE / (2 * J) * late**2, angle + SLOPE / (6 * J) * late**3


def rate(node):
    return lambda r: r.node(node).omega @ FRAME[:, 2]


def angle(node):
    def value(r):
        axis = r.node(node).rotation[:, :, 0] @ FRAME
        return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))
    return value


def held(r):
    """Couple while the disc stands: the applied one."""
    t = r.time
    standing = (t > STOP + 0.05) & (t < RELEASE - 0.02)
    return np.where(standing, r.joint(20).moment @ FRAME[:, 2] + SLOPE * np.maximum(t - 1, 0), 0.0)


def standing_rate(r):
    t = r.time
    return np.where((t > STOP + 0.05) & (t < RELEASE - 0.02), rate(2)(r), 0.0)


def check_motion():
    t = np.linspace(0, STOP, 21)
    y = solve_ivp(lambda t, y: [-MU * RADIUS * N0 / 2 * (1 - np.cos(np.pi * t)) / J, y[0]], (0, STOP), [START, 0],
                  "DOP853", t, rtol=1e-12, atol=1e-13).y
    return y, np.stack(braking(t))


case = Case(
    title="brake: stopping, holding, slipping again",
    source="R. C. Juvinall, K. M. Marshek, Fundamentals of Machine Component Design, 5th ed., 2012, sec. 18.2",
    model="brake.mbd",
    runs={"main": Run(dict(h=2e-4, every=50))},
    quantities=[
        Quantity("angular velocity, Coulomb", rate(2), lambda r: motion(r)[0], 2e-2,
                 "the step in which it stops or slips is not resolved: a step of the retardation at that instant, "
                 "40 rad/s2 h, and second order elsewhere", "rad/s"),
        Quantity("angle, Coulomb", angle(2), lambda r: motion(r)[1], 3e-4, "second order, and w h/2 of the stopping step",
                 "rad"),
        Quantity("standing still", standing_rate, 0.0, 1e-10, "v = 0 is an equation, not a small velocity", "rad/s"),
        Quantity("couple while it stands", held, 0.0, 1e-8, "that applied: less than the limit of 3 N m", "N m"),
        Quantity("angle, bristles", angle(3), lambda r: motion(r)[1], 2e-3,
                 "a deflection of mu/sigma0 over the radius and its relaxation", "rad"),
        Quantity("normal force printed", lambda r: r.joint(20).extra[:, 7],
                 lambda r: np.where(r.time < 1, N0 / 2 * (1 - np.cos(np.pi * r.time)), N0), 1e-10, "the drive", "N"),
    ],
    checks=[Check("braking by integration", check_motion, 1e-9)],
)
