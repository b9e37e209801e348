"""Orders of the methods on a nonlinear model with large rotations."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.multibody import Body, Spherical, System
from lib.rotation import angle_between, apply, from_euler123

PIN = np.array([0.2, 0.1, -0.1])
AXES1 = from_euler123([0.5, 0.9, -0.4])
AXES2 = AXES1 @ from_euler123([-0.7, 0.3, 0.6])
W1 = np.array([0.8, -0.6, 2.0])
W2 = W1 + AXES1 @ [-1.0, 1.5, 0.5]
HINGE = np.array([0.1, 0.05, -0.7])
CENTRE1, CENTRE2 = np.array([0.04, 0.02, -0.35]), np.array([-0.03, 0.05, -0.25])
NODE1, NODE2 = np.array([0.05, -0.1, -0.3]), np.array([0.0, 0.0, -0.2])
NODE1_AXES = from_euler123([0.3, 0.4, -0.2])


def build():
    hinge, hinge_velocity = AXES1 @ HINGE, np.cross(W1, AXES1 @ HINGE)
    bodies = [Body(1.4, np.diag([0.06, 0.09, 0.04]), PIN + AXES1 @ CENTRE1, AXES1, np.cross(W1, AXES1 @ CENTRE1), W1),
              Body(0.8, np.diag([0.03, 0.02, 0.025]), PIN + hinge + AXES2 @ CENTRE2, AXES2,
                   hinge_velocity + np.cross(W2, AXES2 @ CENTRE2), W2)]
    joints = [Spherical(None, PIN, 0, -CENTRE1), Spherical(0, HINGE - CENTRE1, 1, -CENTRE2)]
    return System(bodies, joints, (0, 0, -9.81))


_motions = {}


def exact(r):
    key = (len(r.time), r.time[-1])
    if key not in _motions:
        _motions[key] = build().solve(r.time)
    return _motions[key]


def node_positions(r):
    m = exact(r)
    return np.hstack([m.position[:, 0] + apply(m.rotation[:, 0], NODE1 - CENTRE1),
                      m.position[:, 1] + apply(m.rotation[:, 1], NODE2 - CENTRE2)])


def node_velocities(r):
    m = exact(r)
    return np.hstack([m.velocity[:, 0] + np.cross(m.omega[:, 0], apply(m.rotation[:, 0], NODE1 - CENTRE1)),
                      m.velocity[:, 1] + np.cross(m.omega[:, 1], apply(m.rotation[:, 1], NODE2 - CENTRE2))])


def both(field):
    return lambda r: np.hstack([getattr(r.node(1), field), getattr(r.node(2), field)])


def attitudes(r):
    m = exact(r)
    return np.stack([angle_between(m.rotation[:, 0] @ NODE1_AXES, r.node(1).rotation),
                     angle_between(m.rotation[:, 1], r.node(2).rotation)], axis=1)


def reactions(r):
    """Of pin and hinge, after the start: at the first steps the order of a multiplier is that of the start."""
    return np.hstack([r.joint(1).force, r.joint(2).force])[late(r)]


def late(r):
    return r.time > 0.25


def exact_reactions(r):
    m = exact(r)
    return np.hstack([m.reaction[:, 0], m.reaction[:, 1]])[late(r)]


def early_reactions(r):
    return np.hstack([r.joint(1).force, r.joint(2).force])


def exact_early_reactions(r):
    m = exact(r)
    return np.hstack([m.reaction[:, 0], m.reaction[:, 1]])


def check_tolerance():
    """The reference against itself at a looser tolerance, and the constancy of its energy."""
    t = np.linspace(0, 1, 21)
    fine, loose = build().solve(t), build().solve(t, 1e-10)
    return (np.hstack([fine.position[:, 1], fine.energy[:, None]]),
            np.hstack([loose.position[:, 1], np.full((21, 1), fine.energy[0])]))


MOTION = ["positions", "velocities", "angular velocities", "attitudes"]
ALL = MOTION + ["reactions"]
STEPS = [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)]
LIMITS = {"positions": (1.5e-6, "m"), "velocities": (1e-5, "m/s"), "angular velocities": (6e-5, "rad/s"),
          "attitudes": (1.2e-5, "rad"), "reactions": (3e-4, "N")}


def quantity(name, computed, reference):
    tolerance, unit = LIMITS[name]
    return Quantity(name, computed, reference, tolerance, "second order at h = 2.5e-4, w h = 2e-3", unit)


case = Case(
    title="orders of the methods: spherical double pendulum, large rotations",
    source="reference by maximal coordinates and an explicit method of order 8 at 1e-12",
    model="ms.mbd",
    runs={"ms rho=0.6": Run(dict(h=2.5e-4, every=80))},
    quantities=[
        quantity("positions", both("position"), node_positions),
        quantity("velocities", both("velocity"), node_velocities),
        quantity("angular velocities", both("omega"), lambda r: np.hstack([exact(r).omega[:, 0], exact(r).omega[:, 1]])),
        quantity("attitudes", attitudes, 0.0),
        quantity("reactions", reactions, exact_reactions),
        Quantity("reactions of the first steps", early_reactions, exact_early_reactions, 0.0,
                 "only its order is checked", "N", runs=[]),
    ],
    orders=[Order("implicit euler", ALL, 1, STEPS, {}, "implicit_euler.mbd", slack=0.15),
            Order("crank nicolson", MOTION, 2, STEPS, {}, "crank_nicolson.mbd"),
            Order("ms rho=0", ALL, 2, STEPS, dict(rho=0.0)),
            Order("ms rho=0.6", ALL, 2, STEPS, dict(rho=0.6)),
            Order("ms rho=1", MOTION, 2, STEPS, dict(rho=1.0)),
            Order("ms rho=0.6, 0 for reactions", ALL, 2, STEPS, dict(rho=0.6, rho_alg=0.0), "ms_two_radii.mbd"),
            # the start leaves an error of first order in the multipliers, which dies out as k rho^k over the steps k
            Order("ms rho=0.6, first ten steps", ["reactions of the first steps"], 1,
                  [dict(h=h, every=1, t_end=10 * h) for h in (2e-3, 1e-3, 5e-4)], dict(rho=0.6))],
    checks=[Check("tolerance and energy of the reference", check_tolerance, 1e-8)],
)
