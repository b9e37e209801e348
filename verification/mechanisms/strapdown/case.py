"""Body led by a strapdown sensor round a circle."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_euler123, from_vector

MASS, W, R = 1.5, 3.0, 0.7
J = np.array([[0.04, 0.003, -0.002], [0.003, 0.05, 0.001], [-0.002, 0.001, 0.06]])
CENTRE, FRAME, BODY = np.array([0.1, -0.2, 0.3]), from_euler123([0.4, 0.5, -0.3]), from_euler123([0.3, 0.2, 0.1])
NODE = np.array([0.1, 0.05, -0.2])  # from the sensor, its axes
AXIS = np.array([0, 0, W])


def turned(t):
    """The reference frames turn with the angular velocity W about z from the start; the sensor about its own axis."""
    return FRAME @ np.array([from_vector(AXIS * x) for x in t])


def position(r):
    return CENTRE + apply(turned(r.time), np.array([R, 0, 0]) + NODE)


def force(r):
    return apply(turned(r.time), -MASS * W * W * np.array([R + NODE[0], NODE[1], 0])) + [0, 0, MASS * 9.81]


def couple(r):
    """On the node, when the force acts in the sensor."""
    inertia = BODY @ J @ BODY.T
    return apply(turned(r.time), np.cross(AXIS, inertia @ AXIS)) + np.cross(apply(turned(r.time), NODE), force(r))


def check_circle():
    """Acceleration of the circle by differences is what the sensor measures."""
    t, d = np.linspace(0.1, 2, 9), 1e-3
    path = lambda s: apply(turned(s), np.array([R, 0, 0]))
    a = (-path(t + 2 * d) + 16 * path(t + d) - 30 * path(t) + 16 * path(t - d) - path(t - 2 * d)) / (12 * d * d)
    return np.einsum("nji,nj->ni", turned(t), a), np.tile([-W * W * R, 0, 0], (9, 1))


case = Case(
    title="strapdown sensor",
    source="D. H. Titterton, J. L. Weston, Strapdown Inertial Navigation Technology, 2nd ed., 2004, sec. 3.5",
    model="strapdown.mbd",
    runs={"main": Run(dict(h=1e-3))},
    quantities=[
        Quantity("position", lambda r: r.node(1).position, position, 1e-4, "time error (W h)^2/12 W t, integrated twice",
                 "m"),
        Quantity("orientation", lambda r: r.node(1).rotation.reshape(-1, 9),
                 lambda r: (turned(r.time) @ BODY).reshape(-1, 9), 1e-5, "(W h)^2/12 W t", "1"),
        Quantity("force in the sensor", lambda r: r.joint(1).force, force, 1e-3, "time error (W h)^2 of 20 N", "N"),
        Quantity("couple", lambda r: r.joint(1).moment, couple, 1e-3, "time error (W h)^2", "N m"),
    ],
    orders=[Order("ms rho=0.6", ["position", "orientation"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("acceleration of the circle", check_circle, 1e-7)],
)
