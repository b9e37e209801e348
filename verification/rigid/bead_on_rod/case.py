"""Bead on a rod that turns at constant speed: hyperbolic cosine, Coriolis force."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

W, R0, MASS = 2.5, 0.2, 0.6
ORIGIN = np.array([0.4, -0.1, 0.25])
FRAME = from_euler123([0.7, 0.4, -1.1])


def exact(t):
    return R0 * np.cosh(W * t), R0 * W * np.sinh(W * t)


def radial(t):
    return np.stack([np.cos(W * t), np.sin(W * t), 0 * t], axis=1) @ FRAME.T


def tangential(t):
    return np.stack([-np.sin(W * t), np.cos(W * t), 0 * t], axis=1) @ FRAME.T


def position(r):
    return ORIGIN + exact(r.time)[0][:, None] * radial(r.time)


def velocity(r):
    x, v = exact(r.time)
    return v[:, None] * radial(r.time) + (W * x)[:, None] * tangential(r.time)


def side_force(r):
    return (2 * MASS * W * exact(r.time)[1])[:, None] * tangential(r.time)


def check_equation():
    """Radius by integration of r'' = w^2 r; side force by the rate of the moment of momentum m r^2 w over r."""
    t = np.linspace(0, 1.2, 61)
    y = solve_ivp(lambda _, y: [y[1], W**2 * y[0]], (0, 1.2), [R0, 0], "DOP853", t, rtol=1e-12, atol=1e-12).y
    d = 1e-3
    rate = MASS * W * sum(k * (exact(t + m * d)[0] ** 2 - exact(t - m * d)[0] ** 2)
                          for m, k in ((1, 45), (2, -9), (3, 1))) / (60 * d)
    x, v = exact(t)
    return np.stack([*y, rate / x]), np.stack([x, v, 2 * MASS * W * v])


case = Case(
    title="bead on a turning rod",
    source="H. Lamb, Dynamics, 2nd ed., 1923, art. 33",
    model="bead_on_rod.mbd",
    runs={"main": Run(dict(h=5e-4, every=20))},
    quantities=[
        Quantity("position", lambda r: r.node(2).position, position, 1e-5,
                 "second order, 0.1 (w h)^2 w t times 2 m", "m"),
        Quantity("velocity", lambda r: r.node(2).velocity, velocity, 5e-5, "as the position, times 2 w", "m/s"),
        Quantity("force of the rod on the bead", lambda r: -r.joint(2).force, side_force, 1e-4,
                 "second order: 3e-6 of the largest force, 30 N", "N"),
        Quantity("couple of the drive", lambda r: r.joint(1).moment @ FRAME[:, 2],
                 lambda r: exact(r.time)[0] * 2 * MASS * W * exact(r.time)[1], 4e-4,
                 "second order: 1e-5 of the largest couple", "N m"),
    ],
    orders=[Order(f"ms rho={rho:g}", ["position", "velocity", "force of the rod on the bead"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(rho=rho))
            for rho in (0.0, 0.6)],
    checks=[Check("radius by integration, force by the rate of m r^2 w", check_equation, 1e-8)],
)
