"""Invariant deformable joints: exchange of the ends, turned frame, conserved quantities."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.rotation import apply, from_euler123

Q = from_euler123([0.7, -1.1, 2.0])
SHIFT, DRIFT = np.array([1.0, 2.0, 3.0]), np.array([2.0, -1.0, 0.5])
MASS = {1: 2.0, 2: 1.0}
INERTIA = {1: np.array([0.1, 0.2, 0.25]), 2: np.array([0.2, 0.1, 0.15])}
F1, F2 = np.array([0.3, 0.0, 0.1]), np.array([-0.2, 0.1, 0.0])
H1, H2 = from_euler123([0.1, 0.0, 0.0]), from_euler123([0.0, 0.2, 0.0])
K, KAPPA = np.array([300.0, 500.0, 900.0]), 20.0


def stack(r, *labels):
    return np.hstack([np.hstack([r.node(n).position, r.node(n).rotation.reshape(-1, 9)]) for n in labels])


def turned(r):
    rows = []
    for n in (1, 2):
        node = r.node(n)
        rows += [SHIFT + node.position @ Q.T + np.outer(r.time, DRIFT), (Q @ node.rotation).reshape(-1, 9)]
    return np.hstack(rows)


def momenta(r):
    linear = sum(MASS[n] * r.node(n).velocity for n in (1, 2))
    moment = sum(np.cross(r.node(n).position, MASS[n] * r.node(n).velocity) + spin(r.node(n), n) for n in (1, 2))
    return np.hstack([linear, moment])


def spin(node, n):
    local = np.einsum("kji,kj->ki", node.rotation, node.omega)
    return apply(node.rotation, INERTIA[n] * local)


def log(m):
    a = 0.5 * np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1)
    s = np.linalg.norm(a, axis=1)
    return a * (np.arctan2(s, 0.5 * (np.trace(m, axis1=1, axis2=2) - 1)) / s)[:, None]


def exp(v):
    angle = np.linalg.norm(v, axis=1)[:, None, None]
    k = np.zeros((len(v), 3, 3))
    k[:, 0, 1], k[:, 0, 2], k[:, 1, 2] = -v[:, 2], v[:, 1], -v[:, 0]
    k = (k - np.swapaxes(k, 1, 2)) / angle
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)


def energy(r):
    one, two = r.node(1), r.node(2)
    d = two.position + apply(two.rotation, F2) - one.position - apply(one.rotation, F1)
    frame = one.rotation @ H1
    theta = log(np.swapaxes(frame, 1, 2) @ (two.rotation @ H2))
    middle = frame @ exp(0.5 * theta)
    local = np.einsum("kji,kj->ki", middle, d)
    kinetic = sum(0.5 * MASS[n] * (r.node(n).velocity ** 2).sum(axis=1)
                  + 0.5 * (r.node(n).omega * spin(r.node(n), n)).sum(axis=1) for n in (1, 2))
    return kinetic + 0.5 * (K * local**2).sum(axis=1) + 0.5 * KAPPA * (theta**2).sum(axis=1)


case = Case(
    title="pairs of free bodies on invariant deformable joints",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 1-2, 2-6",
    model="exchange.mbd",
    runs={"elastic": Run(dict(h=5e-4, every=20)), "damped": Run(dict(h=5e-4, every=20, damping=5.0))},
    quantities=[
        Quantity("ends exchanged", lambda r: stack(r, 3, 4), lambda r: stack(r, 1, 2), 1e-8,
                 "the same equations: the tolerance of the solver"),
        Quantity("turned and moving frame", lambda r: stack(r, 5, 6), turned, 1e-8,
                 "the integration does not prefer a frame: the tolerance of the solver"),
        Quantity("momentum and moment of momentum", momenta, lambda r: momenta(r)[0] + 0 * momenta(r), 2e-4,
                 "the moment of momentum to second order, 0.1 (w h)^2 of it", "kg m/s, kg m2/s"),
        Quantity("energy", energy, lambda r: energy(r)[0] + 0 * r.time, 9e-3,
                 "second order: the algorithm damps 0.1 (w h)^3 w t of what oscillates", "J", runs=["elastic"]),
    ],
    orders=[Order("ms rho=0.6", ["energy", "momentum and moment of momentum"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)])],
)
