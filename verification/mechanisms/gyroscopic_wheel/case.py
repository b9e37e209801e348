"""Gyroscopic wheel: steady precession of a horizontal axle, with the reactions of pin and hinge."""
import numpy as np

from lib.case import Case, Order, Quantity, Run

SPIN, AXIAL, ARM, G = 150.0, 0.02, 0.2, 9.81
WHEEL, AXLE = 2.0, 0.5
#: First moment of mass about the pin. For a horizontal axle the rate of the angular momentum C w_s e, that is C w_s W z x e,
#: is the moment of the weight without approximation.
FIRST_MOMENT = WHEEL * ARM + AXLE * ARM / 2
PRECESSION = FIRST_MOMENT * G / (AXIAL * SPIN)


def along(r):
    """Direction of the axle."""
    angle = PRECESSION * r.time
    return np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)


def across(r):
    """z x the direction of the axle."""
    angle = PRECESSION * r.time
    return np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1)


def wheel_omega(r):
    return SPIN * along(r) + PRECESSION * np.array([0, 0, 1.0])


def pin_force(r):
    """On the axle: carries the weight and turns the masses about the pin."""
    return np.array([0, 0, (WHEEL + AXLE) * G]) - FIRST_MOMENT * PRECESSION**2 * along(r)


def hinge_force(r):
    """On the wheel."""
    return np.array([0, 0, WHEEL * G]) - WHEEL * ARM * PRECESSION**2 * along(r)


def hinge_moment(r):
    """On the wheel: turns its angular momentum."""
    return AXIAL * SPIN * PRECESSION * across(r)


case = Case(
    title="gyroscopic wheel on an axle",
    source="closed form; H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 5-7",
    model="gyroscopic_wheel.mbd",
    quantities=[
        Quantity("place of the wheel", lambda r: r.node(2).position, lambda r: ARM * along(r), 1e-4,
                 "without the spin it would swing down", "m"),
        Quantity("angular velocity of the wheel", lambda r: r.node(2).omega, wheel_omega, 0.1,
                 "second order of the direction, of 150 rad/s", "rad/s"),
        Quantity("force of the pin", lambda r: r.joint(1).force, pin_force, 0.05, "second order, of 25 N", "N"),
        Quantity("force of the hinge", lambda r: r.joint(2).force, hinge_force, 0.05, "the same", "N"),
        Quantity("moment of the hinge", lambda r: r.joint(2).moment, hinge_moment, 0.05, "second order, of 4.4 N m", "N m"),
    ],
    orders=[Order("ms rho=0.6", ["place of the wheel", "angular velocity of the wheel"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)], dict(t_end=1.0))],
)
