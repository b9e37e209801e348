"""Physical pendulum with offsets on a revolute hinge and on a revolute pin."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.closed_forms import pendulum, pendulum_period
from lib.measure import zero_crossings
from lib.multibody import Body, Spherical, System
from lib.rotation import from_euler123, from_vector

MASS, ARM, HEADING, G, RELEASE = 3.0, 0.4, 0.5, 9.81, 2.5
INERTIA = np.array([0.05, 0.09, 0.11])
PIVOT = np.array([0.3, -0.2, 0.5])
AXIS = np.array([np.cos(HEADING), np.sin(HEADING), 0.0])
DOWN = np.array([0.0, 0.0, -1.0])
FRAME = np.stack([DOWN, np.cross(AXIS, DOWN), AXIS], axis=1)
NODE = np.array([0.25, 0.1, -0.15])
NODE_AXES = from_euler123([0.7, -0.4, 1.1])
W = np.sqrt(MASS * G * ARM / (INERTIA[2] + MASS * ARM**2))


def exact(t):
    return pendulum(RELEASE, W, t)


def turning(theta):
    """Rotation of the swinging frame at angle theta."""
    return FRAME @ np.array([from_vector([0.0, 0.0, angle]) for angle in theta])


def node_position(r):
    return PIVOT + turning(exact(r.time)[0]) @ NODE


def node_velocity(r):
    theta, rate, _ = exact(r.time)
    return np.cross(rate[:, None] * AXIS, turning(theta) @ NODE)


def reaction_at(t):
    theta, rate, acceleration = exact(t)
    axes = turning(theta)
    n, across = axes[:, :, 0], axes[:, :, 1]
    return MASS * (ARM * acceleration[:, None] * across - ARM * rate[:, None] ** 2 * n + G * np.array([0, 0, 1.0]))


def swing_axes(r):
    return r.node(2).rotation @ NODE_AXES.T


def angle(r):
    axes = swing_axes(r)
    return np.arctan2(axes[:, :, 0] @ FRAME[:, 1], axes[:, :, 0] @ FRAME[:, 0])


def period(r):
    zeros = zero_crossings(r.time, angle(r), r.node(2).omega @ AXIS)
    return zeros[2] - zeros[0]


def against_spherical_joint():
    """Motion and reaction of the body held at the pivot by a spherical joint only.

    The axis is a principal direction, so the plane motion about it also solves the equations of the freer body.
    """
    axes = FRAME @ from_vector([0.0, 0.0, RELEASE])
    zero = np.zeros(3)
    body = Body(MASS, np.diag(INERTIA), PIVOT + ARM * axes[:, 0], axes, zero, zero)
    t = np.linspace(0.0, 2.0, 81)
    motion = System([body], [Spherical(None, PIVOT, 0, np.array([-ARM, 0.0, 0.0]))], -G * np.array([0, 0, 1])).solve(t)
    theta = exact(t)[0]
    return (np.hstack([motion.position[:, 0], motion.reaction[:, 0]]),
            np.hstack([PIVOT + ARM * turning(theta)[:, :, 0], reaction_at(t)]))


case = Case(
    title="physical pendulum with offsets, revolute hinge and revolute pin",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, ch. 5; E. T. Whittaker, Analytical Dynamics, 1937, art. 44",
    model="hinge.mbd",
    runs={"hinge": Run(dict(h=2.5e-4, every=40)), "pin": Run(dict(h=2.5e-4, every=40), "pin.mbd")},
    quantities=[
        Quantity("angle", angle, lambda r: exact(r.time)[0], 2.5e-5, "phase error of order 2, about 0.1 (w h)^2 w t",
                 "rad"),
        Quantity("node position", lambda r: r.node(2).position, node_position, 6e-6, "angle error times 0.3 m", "m"),
        Quantity("node velocity", lambda r: r.node(2).velocity, node_velocity, 5e-5, "as the position, times w",
                 "m/s"),
        Quantity("angular velocity", lambda r: r.node(2).omega,
                 lambda r: exact(r.time)[1][:, None] * AXIS, 6e-5, "as the angle, times w", "rad/s"),
        Quantity("reaction on the body", lambda r: r.joint(2).force, lambda r: reaction_at(r.time), 2.5e-3,
                 "angle and rate errors times 2 m d w: 3e-5 of the largest reaction, 95 N", "N"),
        Quantity("reaction couple", lambda r: np.sqrt((r.joint(2).moment**2).mean(axis=0)), lambda r: np.zeros(3), 1e-7,
                 "the axis is a principal direction and the plane of motion holds the pivot; what is left is round-off of "
                 "positions over c^2, whose root mean square says more than its largest value", "N m", plot=False),
        Quantity("period", period, lambda r: pendulum_period(RELEASE, W), 1.5e-6, "0.1 (w h)^2 T", "s"),
        Quantity("relative angle and rate printed by the joint", lambda r: r.joint(2).extra[:, [2, 5]],
                 lambda r: np.stack([np.degrees(exact(r.time)[0]), exact(r.time)[1]], axis=1), 1.4e-3,
                 "angle error in degrees", "deg, rad/s"),
    ],
    orders=[Order(f"ms rho=0.6 {name}", ["angle", "angular velocity", "reaction on the body"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(t_end=2.0),
                  f"{name}.mbd") for name in ("hinge", "pin")],
    checks=[Check("motion and reaction against a spherical joint in maximal coordinates", against_spherical_joint, 1e-8)],
)
