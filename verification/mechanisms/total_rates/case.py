"""Velocities imposed by total joints: spiral of a bead on a turntable, Coriolis and centripetal force."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

W, V, R0, MASS = 5.0, 0.4, 0.2, 1.5
ORIGIN = np.array([0.1, 0.2, -0.3])
FRAME = from_euler123([0.3, -0.4, 0.5])


def radius(t):
    return R0 + V * t


def spiral(t):
    return np.stack([radius(t) * np.cos(W * t), radius(t) * np.sin(W * t), 0 * t], axis=1)


def local(vectors):
    return vectors @ FRAME


def angle(r):
    axis = local(r.node(1).rotation[:, :, 0])
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))


def force_on_table(r):
    """In axes of the table, which are those of the joint."""
    t = r.time
    return -MASS * np.stack([-W**2 * radius(t), 2 * V * W + 0 * t, 0 * t], axis=1)


def couple_on_ground(r):
    """Of the drive, on the ground: the opposite of the rate of m r^2 W."""
    return np.stack([0 * r.time, 0 * r.time, -2 * MASS * radius(r.time) * V * W], axis=1)


def check_force():
    """Second differences of the spiral against the formula."""
    t, d = np.linspace(0.1, 2, 30), 1e-3
    second = sum(k * (spiral(t + m * d) + spiral(t - m * d)) for m, k in ((1, 270), (2, -27), (3, 2)))
    second = (second - 490 * spiral(t)) / (180 * d * d)
    radial = np.stack([np.cos(W * t), np.sin(W * t), 0 * t], axis=1)
    tangential = np.stack([-np.sin(W * t), np.cos(W * t), 0 * t], axis=1)
    return second, -W**2 * radius(t)[:, None] * radial + 2 * V * W * tangential


case = Case(
    title="turntable and bead with imposed velocities: spiral, Coriolis force",
    source="L. D. Landau, E. M. Lifshitz, Mechanics, 3rd ed., 1976, sec. 39",
    model="rates.mbd",
    runs={"main": Run(dict(h=5e-4, every=40))},
    quantities=[
        Quantity("angle of the table", angle, lambda r: W * r.time, 1e-5, "second order: (W h)^2/12 W t", "rad"),
        Quantity("rotation printed, with turns", lambda r: r.joint(1).extra[:, 5], lambda r: W * r.time, 1e-5,
                 "as the angle; more than one turn", "rad"),
        Quantity("bead", lambda r: local(r.node(2).position - ORIGIN), lambda r: spiral(r.time), 1e-5,
                 "angle error times 1 m", "m"),
        Quantity("relative position printed", lambda r: r.joint(2).extra[:, 0], lambda r: radius(r.time), 5e-6,
                 "second order, of the turning direction", "m"),
        Quantity("velocity at the start", lambda r: local(r.node(2).velocity[0]), np.array([V, W * R0, 0.0]), 1e-9,
                 "assembly at the level of velocity, from rest", "m/s"),
        Quantity("velocities printed", lambda r: np.stack([r.joint(2).extra[:, 6], r.joint(1).extra[:, 11]], axis=1),
                 np.array([V, W]), 1e-9, "imposed", "m/s, rad/s"),
        Quantity("force on the table", lambda r: r.joint(2).force_local, force_on_table, 1e-4,
                 "second order: 1e-5 of the largest", "N"),
        Quantity("couple on the ground", lambda r: r.joint(1).moment_local, couple_on_ground, 1e-4,
                 "second order", "N m"),
    ],
    orders=[Order("ms rho=0.6", ["angle of the table", "bead", "force on the table"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("acceleration of the spiral by differences", check_force, 1e-7)],
)
