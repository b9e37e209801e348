"""Campbell diagram of a rotating cantilever: flapping and lagging frequencies over the speed."""
import numpy as np
from numpy.polynomial import legendre
from scipy.linalg import eigh

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes
from lib.mesh import Beam, files

SPEEDS = np.arange(0.0, 13.0, 2.0)
# Wright et al. 1982, first and second flapping mode, hub radius 0
TABLE = {2: (4.1373, 22.6149), 4: (5.5850, 24.2733), 6: (7.3604, 26.8091), 8: (9.2568, 29.9954),
         10: (11.2023, 33.6404), 12: (13.1702, 37.6031)}


def ritz(speed, hub, terms=14):
    """Flapping frequencies: shapes x^2 P_k(2x - 1), integrals by Gauss quadrature, exact."""
    x, weight = legendre.leggauss(40)
    x, weight = 0.5 * (x + 1), 0.5 * weight
    shapes = [np.polynomial.Polynomial([0, 0, 1]) * np.polynomial.Polynomial(legendre.leg2poly([0] * k + [1]))(
        np.polynomial.Polynomial([-1, 2])) for k in range(terms)]
    w, slope, bend = (np.array([shape.deriv(k)(x) for shape in shapes]) for k in range(3))
    tension = speed**2 * (hub * (1 - x) + (1 - x**2) / 2)
    stiffness = (bend * weight) @ bend.T + (slope * weight * tension) @ slope.T
    return np.sqrt(eigh(stiffness, (w * weight) @ w.T, eigvals_only=True)[:3])


def computed(r):
    """Rows: speeds; columns: two flapping and two lagging modes."""
    rows = []
    for k, speed in enumerate(SPEEDS):
        w = Modes(r.prefix, k).frequencies() * 2 * np.pi
        flap = ritz(speed, r["hub"])[:2]
        exact = np.concatenate([flap, np.sqrt(flap**2 - speed**2)])
        rows.append([w[np.argmin(np.abs(w - value))] for value in exact])
    return np.array(rows)


def reference(r):
    flap = np.array([ritz(speed, r["hub"])[:2] for speed in SPEEDS])
    return np.hstack([flap, np.sqrt(flap**2 - SPEEDS[:, None]**2)])


def ratio(column):
    return lambda r: (computed(r) / reference(r))[:, column]


def table():
    flap = np.array([ritz(speed, 0.0)[:2] for speed in TABLE])
    return flap, np.array(list(TABLE.values()))


LADDER = [dict(n=n, hub=0.0, step=1 / n) for n in (4, 8, 16)]
case = Case(
    title="Campbell diagram of a rotating cantilever",
    source="A. D. Wright, C. E. Smith, R. W. Thresher, J. L. C. Wang, J. Appl. Mech. 49 (1982) 197",
    model="blade.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"hub 0": Run(dict(n=8, hub=0.0)), "hub 1": Run(dict(n=8, hub=1.0))},
    quantities=[Quantity(name, ratio(k), 1.0, tolerance, "lumped mass, of second order") for k, (name, tolerance) in
                enumerate((("first flapping", 3e-4), ("second flapping", 3e-3),
                           ("first lagging", 3e-4), ("second lagging", 3e-3)))],
    orders=[Order("mesh", ["first flapping", "second flapping", "second lagging"], 2, LADDER, vary="step")],
    checks=[Check("table of Wright et al.", table, 1e-4)],
)
