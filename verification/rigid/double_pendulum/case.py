"""Double pendulum of rigid bodies: trajectory, reactions, energy."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.multibody import Body, Spherical, System

M1, M2, L1, C1, C2, G = 1.2, 0.7, 0.6, 0.25, 0.35, 9.81
J1, J2 = 0.03, 0.015
START = [1.9, 2.6, 0.0, 0.0]
PIN = np.array([0.1, 0.2, 0.3])
UP = np.array([0.0, 0.0, 1.0])


def accelerations(y):
    t1, t2, w1, w2 = y
    k, d = M2 * L1 * C2, t1 - t2
    matrix = [[J1 + M1 * C1**2 + M2 * L1**2, k * np.cos(d)], [k * np.cos(d), J2 + M2 * C2**2]]
    return np.linalg.solve(matrix, [-k * np.sin(d) * w2**2 - (M1 * C1 + M2 * L1) * G * np.sin(t1),
                                    k * np.sin(d) * w1**2 - M2 * C2 * G * np.sin(t2)])


_solutions = {}


def exact(t):
    """theta1, theta2 and their first and second derivatives, six rows."""
    key = (len(t), t[-1])
    if key not in _solutions:
        y = solve_ivp(lambda _, y: [y[2], y[3], *accelerations(y)], (0.0, t[-1]), START, method="DOP853", t_eval=t,
                      rtol=1e-12, atol=1e-12).y
        _solutions[key] = np.vstack([y, np.array([accelerations(state) for state in y.T]).T])
    return _solutions[key]


def direction(theta):
    return np.stack([np.sin(theta), 0 * theta, -np.cos(theta)], axis=1)


def across(theta):
    return np.stack([np.cos(theta), 0 * theta, np.sin(theta)], axis=1)


def centres(t):
    t1, t2 = exact(t)[:2]
    return PIN + C1 * direction(t1), PIN + L1 * direction(t1) + C2 * direction(t2)


def second_reaction(t):
    """Force of the hinge on the second body."""
    t1, t2, w1, w2, a1, a2 = exact(t)
    acceleration = (L1 * (a1[:, None] * across(t1) - w1[:, None] ** 2 * direction(t1))
                    + C2 * (a2[:, None] * across(t2) - w2[:, None] ** 2 * direction(t2)))
    return M2 * (acceleration + G * UP)


def first_reaction(t):
    """Force of the pin on the first body."""
    t1, _, w1, _, a1, _ = exact(t)
    acceleration = C1 * (a1[:, None] * across(t1) - w1[:, None] ** 2 * direction(t1))
    return M1 * (acceleration + G * UP) + second_reaction(t)


def angles(r):
    """Both angles, from the first axis of the nodes."""
    first, second = (r.node(label).rotation[:, :, 0] for label in (1, 2))
    return np.stack([np.unwrap(np.arctan2(e[:, 0], -e[:, 2])) for e in (first, second)], axis=1)


def rates(r):
    """Both rates; angles grow about -y."""
    return -np.stack([r.node(1).omega[:, 1], r.node(2).omega[:, 1]], axis=1)


def energy(r):
    """From angles and rates measured at the nodes."""
    t1, t2 = angles(r).T
    w1, w2 = rates(r).T
    kinetic = (0.5 * (J1 + M1 * C1**2 + M2 * L1**2) * w1**2 + 0.5 * (J2 + M2 * C2**2) * w2**2
               + M2 * L1 * C2 * w1 * w2 * np.cos(t1 - t2))
    return kinetic - (M1 * C1 + M2 * L1) * G * np.cos(t1) - M2 * C2 * G * np.cos(t2)


def energy_at_start(_):
    return -(M1 * C1 + M2 * L1) * G * np.cos(START[0]) - M2 * C2 * G * np.cos(START[1])


def check_against_maximal_coordinates():
    t = np.linspace(0.0, 3.0, 61)
    zero = np.zeros(3)

    def frame(theta):
        e = np.array([np.sin(theta), 0, -np.cos(theta)])
        return np.stack([e, np.cross([0, -1.0, 0], e), [0, -1.0, 0]], axis=1)

    f1, f2 = frame(START[0]), frame(START[1])
    bodies = [Body(M1, np.diag([0.01, 0.02, J1]), PIN + C1 * f1[:, 0], f1, zero, zero),
              Body(M2, np.diag([0.005, 0.012, J2]), PIN + L1 * f1[:, 0] + C2 * f2[:, 0], f2, zero, zero)]
    joints = [Spherical(None, PIN, 0, np.array([-C1, 0, 0])),
              Spherical(0, np.array([L1 - C1, 0, 0]), 1, np.array([-C2, 0, 0]))]
    motion = System(bodies, joints, -G * UP).solve(t)
    return (np.hstack([motion.position[:, 0], motion.position[:, 1], motion.reaction[:, 0], motion.reaction[:, 1]]),
            np.hstack([*centres(t), first_reaction(t), second_reaction(t)]))


case = Case(
    title="double pendulum of rigid bodies: trajectory, reactions, energy",
    source="L. D. Landau, E. M. Lifshitz, Mechanics, 3rd ed., 1976, sec. 5, problem 1, with moments of inertia",
    model="double_pendulum.mbd",
    runs={"main": Run(dict(h=1e-4, every=100))},
    quantities=[
        Quantity("angles", angles, lambda r: exact(r.time)[:2].T, 2e-4,
                 "second order, errors grow with the sensitivity of the motion over 3 s", "rad"),
        Quantity("rates", rates, lambda r: exact(r.time)[2:4].T, 2e-3, "as the angles, times 20 rad/s", "rad/s"),
        Quantity("pin reaction on the first body", lambda r: r.joint(1).force, lambda r: first_reaction(r.time), 3e-2,
                 "rate error times 2 m l w", "N"),
        Quantity("hinge reaction on the second body", lambda r: r.joint(2).force,
                 lambda r: second_reaction(r.time), 3e-2, "rate error times 2 m l w", "N"),
        Quantity("energy", energy, energy_at_start, 2e-4, "second order: 1e-5 of the 14 J exchanged", "J"),
    ],
    orders=[Order("ms rho=0.6", ["angles", "rates", "pin reaction on the first body", "energy"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (1e-3, 5e-4, 2.5e-4)], dict(t_end=1.5, rho=0.6))],
    checks=[Check("angles and reactions against maximal coordinates", check_against_maximal_coordinates, 1e-7)],
)
