"""Wave in a bar: speed, reflection at a support and at a free end."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.mesh import Beam, files

A, TAU = 0.01, 0.7


def force(t):
    return np.where((t > 0) & (t < TAU), A * np.sin(np.pi * t / TAU)**4, 0.0)


def impulse(t):
    t = np.clip(t, 0.0, TAU)
    phase = 2 * np.pi * t / TAU
    return A * (3 * t / 8 + TAU / (2 * np.pi) * (-np.sin(phase) / 2 + np.sin(2 * phase) / 16))


def displacement(x, t):
    """The wave, and those that mirrors at the support (turned over) and at the free end send."""
    return sum((-1)**k * (impulse(t - 2 * k - x) - impulse(t - 2 * (k + 1) + x)) for k in range(3))


def computed(r):
    """At the free end, at a quarter and at half of the length."""
    labels = [1, 1 + r["n"] // 2, 1 + r["n"]]
    return np.stack([r.node(k).position[:, 0] - r.node(k).position[0, 0] for k in labels], axis=1)


def exact(r):
    return np.stack([displacement(x, r.time) for x in (0.0, 0.25, 0.5)], axis=1)


def supported(r):
    """Force on the support; force on node 1 is that of the pulse."""
    return r.joint(1).force[:, 0]


def on_support(r):
    return 2 * force(r.time - 1) - 2 * force(r.time - 3)


def normal_mode_sum():
    """The same displacement as a sum of normal modes, w_k = (k + 1/2) pi, each an integral of Duhamel."""
    t, x = 2.9, 0.25
    s = np.linspace(0, TAU, 20001)
    total = 0.0
    for k in range(200):
        w = (k + 0.5) * np.pi
        total += 2 * np.cos(w * x) * np.trapz(force(s) * np.sin(w * (t - s)) / w, s)
    return total, displacement(x, t)


case = Case(
    title="pulse in a bar",
    source="K. F. Graff, Wave Motion in Elastic Solids, 1975, sec. 2.1, 2.4",
    model="bar.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"40 beams": Run(dict(n=40, h=2.5e-3, every=8))},
    quantities=[
        Quantity("displacement", computed, exact, 0.01, "dispersion of mesh and step: of second order; a wave speed 1 % off "
                 "gives 0.1", "", relative=True),
        Quantity("force on the support", supported, on_support, 0.03, "likewise; steeper", "", relative=True),
    ],
    orders=[Order("mesh and step", ["displacement", "force on the support"], 2,
                  [dict(n=n, h=0.1 / n, every=n // 5) for n in (20, 40, 80)])],
    checks=[Check("normal modes", normal_mode_sum, 1e-7)],
)
