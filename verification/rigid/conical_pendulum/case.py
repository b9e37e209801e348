"""Conical pendulum: mass point on a link, rigid rod on a spherical hinge."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.multibody import Body, Spherical, System
from lib.rotation import from_euler123

G, THETA, MASS = 9.81, 0.7, 0.8
SIN, COS = np.sin(THETA), np.cos(THETA)
LINK = 1.1
W_POINT = np.sqrt(G / (LINK * COS))
ARM, J1, J3 = 0.6, 0.096, 0.004
W_ROD = np.sqrt(MASS * G * ARM / ((J1 + MASS * ARM**2 - J3) * COS))
HINGE = np.array([0.0, 0.3, 1.0])


def circle(t, w, length):
    """Centre of mass from the fixed point; it starts at x = length sin(theta)."""
    return length * np.stack([SIN * np.cos(w * t), SIN * np.sin(w * t), -COS + 0 * t], axis=1)


def rod_reaction(t):
    inward = -circle(t, W_ROD, ARM) * [1, 1, 0]
    return MASS * (W_ROD**2 * inward + G * np.array([0, 0, 1.0]))


def tension(r):
    """The joint prints its force on node 1, the ground; tension pulls it towards the bob."""
    return np.einsum("ij,ij->i", r.joint(2).force, r.node(2).position) / LINK


def check_rod():
    t = np.linspace(0.0, 2.0, 41)
    w = np.array([0, 0, W_ROD])
    arm = circle(np.zeros(1), W_ROD, ARM)[0]
    rod = Body(MASS, np.diag([J1, J1, J3]), HINGE + arm, from_euler123([0, -THETA, 0]), np.cross(w, arm), w)
    motion = System([rod], [Spherical(None, HINGE, 0, np.array([0, 0, ARM]))], -G * np.array([0, 0, 1])).solve(t)
    return (np.hstack([motion.position[:, 0], motion.reaction[:, 0]]),
            np.hstack([HINGE + circle(t, W_ROD, ARM), rod_reaction(t)]))


case = Case(
    title="conical pendulum, mass point and rigid rod",
    source="H. Lamb, Dynamics, 2nd ed., 1923, art. 29; rod: H. Goldstein, Classical Mechanics, 1980, eq. 5-77",
    model="point.mbd",
    runs={"point": Run(dict(h=5e-4, every=20)), "rod": Run(dict(h=5e-4, every=20), "rod.mbd")},
    quantities=[
        Quantity("position", lambda r: r.node(2).position, lambda r: circle(r.time, W_POINT, LINK), 1e-5,
                 "phase error of order 2, about 0.2 (w h)^2 w t", "m", runs=["point"]),
        Quantity("tension", tension, MASS * G / COS, 1e-6, "constant on a steady circle; what is left are the last traces of the start", "N", runs=["point"]),
        Quantity("rod: centre of mass", lambda r: r.node(2).position,
                 lambda r: HINGE + circle(r.time, W_ROD, ARM), 6e-6, "as for the point", "m", runs=["rod"]),
        Quantity("rod: reaction on the rod", lambda r: r.joint(2).force, lambda r: rod_reaction(r.time), 8e-5,
                 "second order: 8e-6 of the reaction", "N", runs=["rod"]),
        Quantity("rod: angular velocity", lambda r: r.node(2).omega,
                 lambda r: np.tile([0, 0, W_ROD], (len(r.time), 1)), 6e-6, "steady motion, second order", "rad/s",
                 runs=["rod"]),
    ],
    orders=[Order("point, ms rho=0.6", ["position"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(t_end=2.0)),
            Order("rod, ms rho=0.6", ["rod: centre of mass", "rod: reaction on the rod"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(t_end=2.0), "rod.mbd")],
    checks=[Check("rod against maximal coordinates", check_rod, 1e-8)],
)
