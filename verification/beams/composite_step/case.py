"""Composite cantilever struck by a constant force: large vibration with bending and twisting coupled."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.mesh import Beam, files

# Deflection of the tip along the force, in: one spectral element of five nodes, step 0.005 s.
TABLE = np.array([[.05, .76836577], [.10, 2.05348501], [.15, 2.20529689], [.20, 1.10647129], [.25, .15758876],
                  [.30, .55309539], [.35, 1.81590699], [.40, 2.26549428], [.45, 1.31135345], [.50, .27880849],
                  [.60, 1.59824979], [.70, 1.53433291], [.80, .27817189], [.90, 2.28869139], [1.0, .54135602]])
STIFFNESS = np.zeros((6, 6))
STIFFNESS[:3, :3] = np.diag([1368.17e3, 88.56e3, 38.78e3])
STIFFNESS[3:, 3:] = [[16.96e3, 17.61e3, -.351e3], [17.61e3, 59.12e3, -.370e3], [-.351e3, -.370e3, 141.47e3]]
FORCE, L = 150.0, 10.0


def tip(r):
    return r.node(2 * r["n"] + 1).position - [L, 0, 0]


def at_table(last):
    """At the times of the table, up to `last`."""
    def at(r):
        return tip(r)[[int(np.argmin(np.abs(r.time - t))) for t in TABLE[:, 0] if t <= last], 2]
    return at


def energy(r):
    """Of the nodes and of the sections, which stand for half a beam each, less the work of the force."""
    n = r["n"]
    total = sum(0.5 * np.sum(r.inertia(k).momentum * r.node(k).velocity + r.inertia(k).moment * r.node(k).omega, axis=1)
                for k in range(2, 2 * n + 2))
    compliance = np.linalg.inv(STIFFNESS)
    for k in range(1, n + 1):
        rows = r.rows("act", k)
        for section in (rows[:, 0:6], rows[:, 6:12]):
            total = total + 0.25 * L / n * np.einsum("ti,ij,tj->t", section, compliance, section)
    return total - FORCE * tip(r)[:, 2]


def swings_about_equilibrium():
    """Mean of the table over two periods against the static deflection under the same force, digits of beams/composite."""
    return TABLE[:10, 1].mean(), 1.22973648292371


case = Case(
    title="composite cantilever struck by a constant force",
    source="Wang et al., Wind Energy 20 (2017) 1439, section 3.4; digits: published results of a spectral element",
    model="step.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"step of the table": Run(dict(n=8, h=5e-3, every=2)), "short steps": Run(dict(n=8, h=5e-4, every=20))},
    quantities=[
        Quantity("deflection of the tip", at_table(1.0), TABLE[:, 1], 0.08,
                 "3 % of the swing: one element there, another method of the same order", "in", runs=["step of the table"]),
        Quantity("deflection to 0.5 s", at_table(0.5), TABLE[:10, 1], 0.07,
                 "3 % of the swing: the steps of the table are ten times as long and delay it by 2 ms", "in"),
        Quantity("mean deflection", lambda r: np.trapz(tip(r)[:, 2], r.time) / r.time[-1], TABLE[:10, 1].mean(), 0.08,
                 "the means are of 10, 50 and 100 instants", "in"),
        Quantity("energy", energy, 0.0, 0.6, "fast waves are damped by the method; the force does 350 lb in", "lb in",
                 runs=["short steps"]),
    ],
    checks=[Check("swings about the equilibrium", swings_about_equilibrium, 0.05)],
)
