"""Body on a deformable joint: frequencies and motion of small oscillations."""
import numpy as np
from scipy.linalg import expm

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

M, L, G = 2.0, 0.4, 9.81
K = np.array([3000.0, 4000.0, 5000.0])
KAPPA = np.array([200.0, 300.0, 100.0])
INERTIA = np.array([0.05, 0.09, 0.11])
V, W = 1e-4, 1e-4
VELOCITY = np.array([2 * V, -3 * V, V])
SPIN = np.array([W, 3 * W, -2 * W])
AXES = from_euler123([0.7, -0.4, 1.1])
CENTRE = np.array([0.2, -0.3, 0.1 - L - M * G / K[2]])


def plane(u, p, side):
    """Mass and stiffness of the pair (displacement u, rotation p), side = -1, 1 the sign of L p in the displacement."""
    a = side * L
    return (np.array([M, INERTIA[p]]),
            np.array([[K[u], K[u] * a], [K[u] * a, K[u] * a**2 + M * G * L + KAPPA[p]]]))


def frequencies(mass, stiffness):
    """Roots of the quadratic in w^2 of a pair; mode shapes (1, s)."""
    a = stiffness[0, 0] / mass[0]
    b = stiffness[1, 1] / mass[1]
    c2 = stiffness[0, 1] ** 2 / (mass[0] * mass[1])
    mean, spread = 0.5 * (a + b), np.sqrt(0.25 * (a - b) ** 2 + c2)
    squares = np.array([mean - spread, mean + spread])
    return np.sqrt(squares), (mass[0] * squares - stiffness[0, 0]) / stiffness[0, 1]


def pair(u, p, side, t):
    mass, stiffness = plane(u, p, side)
    w, s = frequencies(mass, stiffness)
    # velocities at the start: A w + B w' = v, s A w + s' B w' = q
    amplitude = np.linalg.solve(np.array([[1, 1], s]), [VELOCITY[u], SPIN[p]]) / w
    sines = amplitude[:, None] * np.sin(w[:, None] * t)
    return sines.sum(axis=0), (s[:, None] * sines).sum(axis=0)


def motion(t):
    """Displacement of the centre of mass and rotation, global axes."""
    u, p = np.zeros((len(t), 3)), np.zeros((len(t), 3))
    u[:, 1], p[:, 0] = pair(1, 0, -1, t)
    u[:, 0], p[:, 1] = pair(0, 1, 1, t)
    w = np.sqrt(K[2] / M)
    u[:, 2] = VELOCITY[2] / w * np.sin(w * t)
    w = np.sqrt(KAPPA[2] / INERTIA[2])
    p[:, 2] = SPIN[2] / w * np.sin(w * t)
    return u, p


def rotation_vector(r):
    m = r.node(2).rotation @ AXES.T
    return 0.5 * np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1)


def check_exponential():
    """All six directions at once by the exponential of the system matrix."""
    k = np.zeros((6, 6))
    for u, p, side in ((1, 0, -1), (0, 1, 1)):
        k[np.ix_([u, 3 + p], [u, 3 + p])] = plane(u, p, side)[1]
    k[2, 2], k[5, 5] = K[2], KAPPA[2]
    mass = np.concatenate([[M] * 3, INERTIA])
    a = np.block([[np.zeros((6, 6)), np.eye(6)], [-k / mass[:, None], np.zeros((6, 6))]])
    start = np.concatenate([np.zeros(6), VELOCITY, SPIN])
    t = np.linspace(0, 1, 21)
    values = np.array([(expm(a * s) @ start)[:6] for s in t])
    return values / 1e-5, np.hstack(motion(t)) / 1e-5


case = Case(
    title="body hung on a deformable joint: small oscillations in six directions",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, ch. 6",
    model="joint_pendulum.mbd",
    runs={"joint": Run(dict(h=1e-4, every=50)), "hinge and displacement joint": Run(dict(h=1e-4, every=50, parts=1))},
    quantities=[
        Quantity("displacement", lambda r: r.node(2).position - CENTRE, lambda r: motion(r.time)[0], 2e-9,
                 "0.1 (w h)^2 w t = 2e-3 of the part with the highest w, 135 rad/s; the square of the amplitude is round-off",
                 "m"),
        Quantity("rotation", rotation_vector, lambda r: motion(r.time)[1], 3e-8, "likewise", "rad"),
        Quantity("force at rest", lambda r: (r.joint(2).force + r.joint(3).force)[0],
                 lambda r: np.array([0, 0, -M * G]), 1e-9, "tension m g pulls node 1 down", "N"),
    ],
    orders=[Order("ms rho=0.6", ["displacement", "rotation"], 2,
                  [dict(h=h, every=round(8e-3 / h)) for h in (8e-4, 4e-4, 2e-4)], dict(t_end=0.4))],
    checks=[Check("motion by the exponential of the system matrix", check_exponential, 1e-9)],
)
