"""The elastica under a tip force: large deflections from elliptic integrals, all types of beams."""
import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import ellipk, ellipkinc

from lib.case import Case, Check, Order, Quantity, Run
from lib.rods import Chain, displacement, files, orientation

# P L^2/(E I): slope of the tip, deflection/L, shortening/L.
TABLE = np.array([
    [.25, .124292442114, .0827459153544, .00411781840998], [.5, .244533647133, .162143575658, .0159189624708],
    [1, .461351949712, .3017207738, .0564332362834], [1.5, .639539826151, .410978211248, .107941500684],
    [2, .781749831557, .493457480397, .160641720825], [2.5, .894996750991, .555659462661, .209958457371],
    [3, .986016946711, .60325344113, .254420184564], [4, 1.12123934749, .669964181278, .328941242247],
    [5, 1.21536811761, .713791523612, .387628360724], [6, 1.2836972858, .74457114889, .434588828682],
    [7, 1.33495985747, .76736909974, .472927428386], [8, 1.3744315067, .784982374953, .504827732134],
    [9, 1.40546533362, .799055527471, .531820562673], [10, 1.4302855388, .81060902488, .554995597754]])


def elliptic(load):
    """Slope, deflection and shortening by Bisshopp and Drucker's integrals."""
    def missing(slope):
        k2 = 0.5 * (1 + np.sin(slope))
        return ellipk(k2) - ellipkinc(np.arcsin(np.sqrt(0.5 / k2)), k2) - np.sqrt(load)
    slope = brentq(missing, 1e-9, np.pi / 2 - 1e-9, xtol=1e-15)
    # With sin(angle) = sin(slope) (1 - t^2) the integrand is smooth at the tip.
    top = np.sin(slope)
    height = quad(lambda t: np.sqrt(2 * top**3 / load) * (1 - t * t) / np.sqrt(1 - (top * (1 - t * t)) ** 2), 0, 1,
                  epsabs=1e-13)[0]
    return slope, height, 1 - np.sqrt(2 * top / load)


def computed(r):
    rows = [int(np.argmin(np.abs(r.time - p))) for p in TABLE[:, 0]]
    u = displacement(r, r["tip"])[rows]
    R = orientation(r, r["tip"])[rows]
    return np.stack([np.arctan2(R[:, 2, 0], R[:, 0, 0]), u[:, 2], -u[:, 0]], axis=1)


def run(kind, n, **more):
    return dict(n=n, tip=(2 * n if kind == 0 else n) + 1, kind=kind, **more)


KINDS = ("beam3", "beam2", "beam2 locking free")
case = Case(
    title="elastica under a tip force",
    source="Bisshopp, Drucker, Quart. Appl. Math. 3 (1945) 272; Mattiasson, IJNME 17 (1981) 145",
    model="elastica.mbd",
    files=files(lambda v: Chain(v["n"], lambda s: (np.array([s, 0, 0]), np.eye(3)), KINDS[v["kind"]])),
    runs={"beam3": Run(run(0, 16)), "beam3, turned": Run(run(0, 16, tilt=2.5)), "beam2": Run(run(1, 32)),
          "beam2 locking free": Run(run(2, 32)), "one step": Run(run(0, 16, h=10.0))},
    quantities=[
        Quantity("slope, deflection, shortening", computed, TABLE[:, 1:], 5e-6,
                 "error of the mesh, of fourth order; extension is 1e-6 of the load at most", runs=["beam3", "beam3, turned"]),
        Quantity("slope, deflection, shortening", computed, TABLE[:, 1:], 2e-3, "error of the mesh, of second order",
                 runs=["beam2", "beam2 locking free"]),
        Quantity("the whole load in one step", lambda r: computed(r)[-1], TABLE[-1, 1:], 5e-6, "as in forty",
                 runs=["one step"]),
    ],
    orders=[Order(KINDS[kind], ["slope, deflection, shortening"], order,
                  [run(kind, n, step=1 / n) for n in counts], vary="step", slack=0.2)
            for kind, order, counts in ((0, 4, (4, 8, 16)), (1, 2, (8, 16, 32)), (2, 2, (8, 16, 32)))],
    checks=[Check("table against elliptic integrals, quadrature", lambda: (
        np.array([elliptic(p) for p in TABLE[:, 0]]), TABLE[:, 1:]), 1e-9)],
)
