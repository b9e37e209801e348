"""Free chain of rigid bodies: conservation, and the motion against maximal coordinates."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.multibody import Body, Spherical, System
from lib.rotation import angle_between, apply, from_euler123

COUNT = 5
LENGTH = [0.5, 0.4, 0.6, 0.3, 0.45]
TURN = [(0.4, 0.5, -0.3), (-0.2, 0.6, 0.5), (0.7, -0.4, 0.2), (-0.5, -0.3, 0.8)]
SPIN = [(1.5, -2.0, 0.5), (-1.0, 2.5, 1.0), (2.0, 0.5, -3.0), (0.5, -1.5, 2.5)]
MASS = [1.0, 0.7, 1.2, 0.5, 0.9]
INERTIA = [(0.01, 0.03, 0.025), (0.008, 0.02, 0.016), (0.02, 0.05, 0.06), (0.004, 0.009, 0.008), (0.01, 0.018, 0.022)]
CENTRE = np.array([(0.25, 0.02, 0.0), (0.2, 0.0, -0.03), (0.3, -0.02, 0.01), (0.15, 0.01, 0.02), (0.2, 0.03, -0.01)])
NODE = np.array([(0.25, 0.0, 0.0), (0.1, 0.05, 0.0), (0.3, 0.0, -0.05), (0.0, 0.0, 0.0), (0.2, 0.03, -0.01)])


def build():
    x, axes = np.array([0.1, -0.2, 0.3]), from_euler123([0.2, -0.1, 0.3])
    v, w = np.array([0.5, -0.2, 0.1]), np.array([0.3, -1.0, 0.8])
    bodies = []
    for k in range(COUNT):
        arm = axes @ CENTRE[k]
        bodies.append(Body(MASS[k], np.diag(INERTIA[k]), x + arm, axes, v + np.cross(w, arm), w))
        if k + 1 < COUNT:
            step = axes @ [LENGTH[k], 0, 0]
            x, v = x + step, v + np.cross(w, step)
            w, axes = w + axes @ SPIN[k], axes @ from_euler123(TURN[k])
    joints = [Spherical(k, np.array([LENGTH[k], 0, 0]) - CENTRE[k], k + 1, -CENTRE[k + 1]) for k in range(COUNT - 1)]
    return System(bodies, joints)


_motions = {}


def exact(r):
    key = (len(r.time), r.time[-1])
    if key not in _motions:
        _motions[key] = build().solve(r.time)
    return _motions[key]


def momentum(r):
    return sum(r.inertia(k + 1).momentum for k in range(COUNT))


def angular_momentum(r):
    """About the origin: momenta moments about the nodes plus the moments of the momenta there."""
    return sum(r.inertia(k + 1).moment + np.cross(r.node(k + 1).position, r.inertia(k + 1).momentum)
               for k in range(COUNT))


def centres(r):
    return [r.node(k + 1).position + apply(r.node(k + 1).rotation, CENTRE[k] - NODE[k]) for k in range(COUNT)]


def energy(r):
    total = 0.0
    for k in range(COUNT):
        node = r.node(k + 1)
        v = node.velocity + np.cross(node.omega, apply(node.rotation, CENTRE[k] - NODE[k]))
        w = apply(np.swapaxes(node.rotation, 1, 2), node.omega)
        total = total + 0.5 * MASS[k] * (v * v).sum(axis=1) + 0.5 * (w * w * INERTIA[k]).sum(axis=1)
    return total


def common_centre(r):
    return sum(m * x for m, x in zip(MASS, centres(r))) / sum(MASS)


def straight(r):
    start = exact(r)
    x0 = sum(m * start.position[0, k] for k, m in enumerate(MASS)) / sum(MASS)
    return x0 + r.time[:, None] * start.momentum[0] / sum(MASS)


def check_conservation():
    motion = build().solve(np.linspace(0, 2, 41))
    histories = np.hstack([motion.momentum, motion.angular_momentum, motion.energy[:, None]])
    return histories, np.broadcast_to(histories[0], histories.shape)


case = Case(
    title="free chain of five bodies on spherical hinges",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 1-2; motion by lib/multibody.py",
    model="free_chain.mbd",
    runs={"main": Run(dict(h=5e-4, every=20))},
    quantities=[
        Quantity("momentum", momentum, lambda r: np.tile(exact(r).momentum[0], (len(r.time), 1)), 1e-9,
                 "reactions cancel exactly; conserved to the tolerance of the solver", "N s"),
        Quantity("common centre of mass", common_centre, straight, 2e-7,
                 "momenta are exact; positions and rotations carry errors of second order", "m"),
        Quantity("angular momentum", angular_momentum, lambda r: np.tile(exact(r).angular_momentum[0], (len(r.time), 1)),
                 6e-6, "conserved to the order of the method", "N m s"),
        Quantity("kinetic energy", energy, lambda r: exact(r).energy[0], 5e-5, "conserved to the order of the method",
                 "J"),
        Quantity("centre of the last body", lambda r: centres(r)[-1], lambda r: exact(r).position[:, -1], 5e-6,
                 "second order", "m"),
        Quantity("attitude of the last body", lambda r: angle_between(exact(r).rotation[:, -1], r.node(5).rotation), 0.0,
                 1.2e-4, "second order", "rad"),
        Quantity("reaction of the second hinge on the third body", lambda r: r.joint(2).force,
                 lambda r: exact(r).reaction[:, 1], 5e-4, "second order, after the first steps", "N"),
    ],
    orders=[Order(f"ms rho={rho:g}", ["angular momentum", "kinetic energy", "centre of the last body",
                                      "reaction of the second hinge on the third body"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)], dict(rho=rho, t_end=1.0))
            for rho in (0.0, 0.6)],
    checks=[Check("momenta and energy of the reference are constant", check_conservation, 1e-9)],
)
