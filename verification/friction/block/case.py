"""Blocks with dry friction on a guide."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Quantity, Run

G, SLOPE, MU, V0, MASS, K, V = 9.81, 0.2, 0.3, 2.0, 1.0, 100.0, 0.2
MU_SLIP, DROP = 0.2, 1e-3
UP = np.array([np.cos(SLOPE), 0, np.sin(SLOPE)])
RETARDATION = G * (np.sin(SLOPE) + MU * np.cos(SLOPE))
STOP = V0 / RETARDATION
W = np.sqrt(K / MASS)
A = (MU - MU_SLIP) * G / W**2
PERIOD = (2 * np.pi - 2 * np.arctan(A * W / V)) / W + 2 * A / V


def sliding(t):
    t = np.minimum(t, STOP)
    return V0 * t - RETARDATION * t**2 / 2, V0 - RETARDATION * t


def stick_and_slip(t_end, drop):
    """Times, positions and velocities of the pulled block, phase by phase; `drop` as in the model."""
    def slip(t, y):
        speed = max(y[1], 0.0)
        mu = MU + (MU_SLIP - MU) * min(speed / drop, 1.0)
        return [y[1], (K * (V * t - y[0]) - mu * MASS * G) / MASS]

    def stops(t, y):
        return y[1]
    stops.terminal, stops.direction = True, -1
    times, states = [0.0], [[0.0, 0.0]]
    t, x = 0.0, 0.0
    while t < t_end:
        t = (MU * MASS * G / K + x) / V
        times.append(t)
        states.append([x, 0.0])
        s = solve_ivp(slip, (t, t + PERIOD), [x, 1e-13], "DOP853", events=stops, rtol=1e-11, atol=1e-13, max_step=1e-4)
        times += list(s.t[1:])
        states += list(s.y.T[1:])
        t, x = s.t[-1], s.y[0, -1]
    return np.array(times), np.array(states)


def pulled(r):
    t, y = stick_and_slip(r.time[-1], DROP)
    return np.interp(r.time, t, y[:, 0]), np.interp(r.time, t, y[:, 1])


def check_period():
    """The second and the third release, with a coefficient that falls at once."""
    t, y = stick_and_slip(3 * PERIOD, 1e-6)
    releases = [t[k] for k in range(1, len(t) - 1) if y[k, 1] == 0 and y[k + 1, 1] > 0]
    return np.diff(releases[:3]), np.full(2, PERIOD)


case = Case(
    title="blocks on a guide: stopping, standing, stick and slip",
    source="J. P. Den Hartog, Mechanical Vibrations, 4th ed., 1956, sec. 7.7, 8.2",
    model="block.mbd",
    runs={"main": Run(dict(h=2e-4, every=25))},
    quantities=[
        Quantity("way up the slope", lambda r: r.node(2).position @ UP, lambda r: sliding(r.time)[0], 3e-6,
                 "constant retardation; the step of the stop, a h^2", "m"),
        Quantity("velocity up the slope", lambda r: r.node(2).velocity @ UP, lambda r: sliding(r.time)[1], 2e-3,
                 "a step of the retardation at the stop", "m/s"),
        Quantity("standing on the slope", lambda r: np.where(r.time > STOP + 0.02, r.node(2).velocity @ UP, 0), 0.0,
                 1e-10, "v = 0 is an equation", "m/s"),
        Quantity("friction that holds it", lambda r: r.joint(2).extra[-1, 0], MASS * G * np.sin(SLOPE), 1e-8,
                 "the weight along the slope: below the limit mu m g cos a", "N"),
        Quantity("block that stands on bristles", lambda r: r.node(3).position[-1] @ UP,
                 -np.tan(SLOPE) / 1e5, 1e-8, "their deflection m g sin a/(sigma0 m g cos a), and no creep", "m"),
        Quantity("standing on the slope from the start", lambda r: r.node(6).position @ UP, 0.0, 1e-12,
                 "it sticks at the initial time, too", "m"),
        Quantity("friction from the start", lambda r: r.joint(7).extra[:, 0], MASS * G * np.sin(SLOPE), 1e-8,
                 "initial accelerations find it", "N"),
        Quantity("stick and slip", lambda r: r.node(4).position[:, 0], lambda r: pulled(r)[0], 2e-4,
                 "release and stop within a step", "m"),
        Quantity("velocity of stick and slip", lambda r: r.node(4).velocity[:, 0], lambda r: pulled(r)[1], 2e-3,
                 "as above, times w", "m/s"),
    ],
    checks=[Check("period of stick and slip", check_period, 1e-4)],
)
