"""Right-angle cantilever of Simo and Vu-Quoc: free vibration with large displacements in space."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.mesh import Beam, files

# Time; height of elbow and tip: geometrically exact rods of an independent program, mesh and step extrapolated.
TABLE = np.array([[1, 0.9513, 0.0540], [2, 4.1152, 0.0693], [3, 5.5017, 1.5072], [4, 4.6421, 3.5089], [5, 3.1115, 5.4794],
                  [6, 2.5406, 6.9134], [7, 2.4577, 8.0061], [7.5, 2.2903, 8.2471], [8, 1.6333, 7.9605],
                  [9, -0.6699, 6.7683], [10, -3.0960, 4.4631]])


def legs(v):
    """Nodes 1 to 2 n + 1 from the clamp to the elbow, then 102 and so on to the tip."""
    return Beam(v["n"]), Beam(v["n"], frame=2, first=101, start=2 * v["n"] + 1)


def elbow(r):
    return r.node(2 * r["n"] + 1)


def tip(r):
    return r.node(101 + 2 * r["n"])


def heights(last):
    def at(r):
        rows = [int(np.argmin(np.abs(r.time - t))) for t in TABLE[:, 0] if t <= last]
        return np.stack([elbow(r).position[rows, 2], tip(r).position[rows, 2]], axis=1)
    return at


def energy(r):
    """Of the nodes and of the sections, which stand for half a beam each, relative to that at 2 s, from there on."""
    n = r["n"]
    labels = [1 + i for i in range(2 * n + 1)] + [102 + i for i in range(2 * n)]
    total = sum(0.5 * np.sum(r.inertia(k).momentum * r.node(k).velocity + r.inertia(k).moment * r.node(k).omega, axis=1)
                for k in labels if k > 1)
    for k in [1 + i for i in range(n)] + [101 + i for i in range(n)]:
        rows = r.rows("act", k)
        for section in (rows[:, 0:6], rows[:, 6:12]):
            total = total + 2.5 / n * (np.sum(section[:, :3]**2, axis=1) / 1e6 + np.sum(section[:, 3:]**2, axis=1) / 1e3)
    later = total[r.time > 1.99]
    return later / later[0]


case = Case(
    title="right-angle cantilever struck out of its plane",
    source="J. C. Simo, L. Vu-Quoc, Comput. Methods Appl. Mech. Engrg. 66 (1988) 125, example 6.1",
    model="frame.mbd",
    files=files(lambda v: legs(v)[0], lambda v: legs(v)[1]),
    runs={"12 beams a leg": Run(dict(n=12, h=0.01, every=50, t_end=10.0))},
    quantities=[
        Quantity("heights of elbow and tip", heights(10), TABLE[:, 1:], 8e-3,
                 "mesh and step of second order; 0.1 % of 10", "", runs=["12 beams a leg"]),
        Quantity("heights to 5 s", heights(5), TABLE[:5, 1:], 3e-3, "likewise"),
        Quantity("tip at 10 s", lambda r: tip(r).position[-1], np.array([10.0043, 8.0297, 4.4631]), 8e-3, "likewise", "",
                 runs=["12 beams a leg"]),
        Quantity("energy in free vibration", energy, 1.0, 5e-4, "fast waves are damped by the method", "",
                 runs=["12 beams a leg"]),
    ],
    orders=[Order("mesh", ["heights to 5 s"], 2,
                  [dict(n=n, h=0.005, every=100, t_end=5.0, step=1 / n) for n in (3, 6, 12)], vary="step"),
            Order("ms rho=0.6", ["heights to 5 s"], 2,
                  [dict(n=32, h=h, every=round(0.5 / h), t_end=5.0) for h in (0.1, 0.05, 0.025)], slack=0.2)],
)
