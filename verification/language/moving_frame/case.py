"""Free bodies described in a frame that turns and accelerates."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.multibody import Body, System

W, A, G = 1.3, 0.4, np.array([0.0, -2.0, 0.0])
ARM = np.array([0.1, -0.2, 0.3])
OMEGA = np.array([0.4, 2.0, 0.5])
_cache = {}


def frame(t):
    """Orientation and origin of the frame."""
    c, s, o = np.cos(W * t), np.sin(W * t), 0 * t
    r = np.stack([np.stack([c, -s, o], 1), np.stack([s, c, o], 1), np.stack([o, o, o + 1], 1)], 1)
    return r, np.stack([0.5 * A * t**2, o, o], 1)


def seen(t, x):
    r, origin = frame(t)
    return np.einsum("tji,tj->ti", r, x - origin)


def point(t):
    t = np.asarray(t)
    x = np.array([1.0, 0.5, 0.2]) + np.outer(t, [0.3, -0.2, 0.1]) + np.outer(0.5 * t**2, G)
    return seen(t, x)


def body(t):
    key = tuple(t)
    if key not in _cache:
        start = Body(1.5, np.diag([0.3, 0.7, 0.9]), ARM, np.eye(3), np.cross(OMEGA, ARM), OMEGA)
        _cache[key] = System([start], [], G).solve(np.asarray(t))
    return _cache[key]


def node(t):
    m = body(t)
    return seen(np.asarray(t), m.position[:, 0] - m.rotation[:, 0] @ ARM)


def orientation(t):
    return np.einsum("tji,tjk->tik", frame(np.asarray(t))[0], body(t).rotation[:, 0])


def check_free():
    """The spin of the second body keeps its moment of momentum about the centre of mass."""
    m = body(np.linspace(0, 2, 21))
    r = m.rotation[:, 0]
    spin = np.einsum("tij,tj->ti", r @ np.diag([0.3, 0.7, 0.9]) @ np.swapaxes(r, 1, 2), m.omega[:, 0])
    return spin, np.broadcast_to(spin[0], spin.shape)


case = Case(
    title="a model described in a moving frame",
    source="L. D. Landau, E. M. Lifshitz, Mechanics, 3rd ed., 1976, sec. 39",
    model="moving_frame.mbd",
    runs={"main": Run(dict(h=5e-4, every=40))},
    quantities=[
        Quantity("free point", lambda r: r.node(1).position, lambda r: point(r.time), 5e-6,
                 "second order, 0.1 (w h)^2 w t times 4 m", "m"),
        Quantity("node of a spinning body", lambda r: r.node(2).position, lambda r: node(r.time), 5e-6,
                 "second order, 0.1 (w h)^2 w t times 4 m", "m"),
        Quantity("orientation of the body", lambda r: r.node(2).rotation.reshape(-1, 9),
                 lambda r: orientation(r.time).reshape(-1, 9), 5e-6,
                 "second order, 0.1 (w h)^2 times the angle turned", "-"),
    ],
    orders=[Order("ms rho=0.6", ["free point", "node of a spinning body", "orientation of the body"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("moment of momentum of the reference", check_free, 1e-9)],
)
