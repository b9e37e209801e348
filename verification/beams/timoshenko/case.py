"""Timoshenko beams: natural frequencies by eigenanalysis, four ways to hold the ends, three slendernesses."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes
from lib.mesh import Beam, files
from lib.timoshenko import frequencies

HOLD = {0: "free", 1: "hinged", 2: "clamped"}
PAIRS = {"clamped-free": (2, 0), "hinged-hinged": (1, 1), "clamped-clamped": (2, 2), "free-free": (0, 0)}


OWN = {ends: f"{ends}, r=0.02, inertia of the beams" for ends in PAIRS}
LUMPED = [f"{ends}, r={r:g}" for ends in PAIRS for r in (0.02, 0.1)] + ["nearly no inertia against torsion"]


def computed(r):
    """Each frequency belongs to one mode in either plane."""
    w = Modes(r.prefix).frequencies() * 2 * np.pi
    return w[:8].reshape(4, 2).mean(axis=1)


def exact(r):
    return frequencies(r["r"], HOLD[r["left"]], HOLD[r["right"]], 4)


def ratio(r):
    return computed(r) / exact(r)


def splitting(r):
    w = Modes(r.prefix).frequencies()[:8].reshape(4, 2)
    return w[:, 1] / w[:, 0]


def published():
    """Huang's equations for a clamped-free beam at r = 0.05, evaluated from the solution in hyperbolic functions."""
    r, s = 0.05, 0.05 * np.sqrt(3.12)
    b = frequencies(r, "clamped", "free", 2)
    root = np.sqrt((r * r - s * s) ** 2 + 4 / b**2)
    alpha, beta = (np.sqrt(0.5 * (sign * (r * r + s * s) + root)) for sign in (-1, 1))
    value = (2 + (b**2 * (r * r - s * s) ** 2 + 2) * np.cosh(b * alpha) * np.cos(b * beta)
             - b * (r * r + s * s) / np.sqrt(1 - b**2 * r * r * s * s) * np.sinh(b * alpha) * np.sin(b * beta))
    return value, 0.0


def run(ends, r, n=8, lumped=1):
    left, right = PAIRS[ends]
    return dict(n=n, r=r, left=left, right=right, lumped=lumped)


case = Case(
    title="natural frequencies of Timoshenko beams",
    source="S. P. Timoshenko, Phil. Mag. 41 (1921) 744; T. C. Huang, J. Appl. Mech. 28 (1961) 579",
    model="beam.mbd",
    files=files(lambda v: Beam(v["n"], consistent=not v["lumped"])),
    runs={**{f"{ends}, r={r:g}": Run(run(ends, r)) for ends in PAIRS for r in (0.02, 0.1)},
          **{name: Run(run(ends, 0.02, lumped=0)) for ends, name in OWN.items()},
          "nearly no inertia against torsion": Run(dict(run("free-free", 0.02), twist=1e-6))},
    quantities=[
        Quantity("four frequencies", ratio, 1.0, 2e-2,
                 "lumped mass, 17 nodes: about (b h)^2/24 with the wave number b of the fourth mode, 14 to 17 or, with shear, "
                 "more; without shear or rotary inertia the reference is off by 0.1 to 1", runs=LUMPED),
        Quantity("four frequencies, inertia of the beams", ratio, 1.0, 3e-2, "likewise, from above", runs=list(OWN.values())),
        Quantity("two frequencies", lambda r: ratio(r)[:2], 1.0, 6e-3, "likewise, b to 8"),
        Quantity("decay or growth", lambda r: np.abs(Modes(r.prefix).s.real / np.abs(Modes(r.prefix).s + Modes(r.prefix).rigid)).max(),
                 0.0, 1e-8, "none; also inertias of 1e-11 of the others are neither lost nor taken for constraints"),
        Quantity("planes", splitting, 1.0, 1e-8, "both planes are alike"),
    ],
    orders=[Order(ends, ["two frequencies"], 2,
                  [dict(run(ends, 0.05, n), step=1 / n) for n in (4, 8, 16)], vary="step", slack=0.15) for ends in PAIRS]
    + [Order(f"{ends}, inertia of the beams", ["two frequencies"], 2,
             [dict(run(ends, 0.05, n, 0), step=1 / n) for n in (4, 8, 16)], vary="step", slack=0.15) for ends in PAIRS],
    checks=[Check("Huang's frequency equation", published, 1e-6)],
)
