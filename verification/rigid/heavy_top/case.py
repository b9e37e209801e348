"""Heavy symmetric top: steady precession and nutation."""
import numpy as np
from scipy.integrate import quad
from scipy.special import ellipj, ellipk

from lib.case import Case, Check, Order, Quantity, Run
from lib.measure import extreme
from lib.multibody import Body, Spherical, System
from lib.rotation import from_euler123

MASS, ARM, J1, J3, G = 1.5, 0.3, 0.02, 0.06, 9.81
I1 = J1 + MASS * ARM**2
PIVOT = np.array([0.2, -0.1, 0.4])
THETA, SPIN, FAST_SPIN = 1.0, 25.0, 40.0
# slow root of I1 p^2 cos(theta) - J3 w3 p + m g l = 0
PRECESSION = ((J3 * FAST_SPIN - np.sqrt((J3 * FAST_SPIN)**2 - 4 * I1 * np.cos(THETA) * MASS * G * ARM))
              / (2 * I1 * np.cos(THETA)))

A, B = J3 * SPIN / I1, 2 * MASS * G * ARM / I1
U0 = np.cos(THETA)
_root = np.sqrt(A**4 - 4 * B * (A**2 * U0 - B))
U1, U3 = (A**2 - _root) / (2 * B), (A**2 + _root) / (2 * B)


def nutation(t):
    """cos(theta) and its rate for the top released spinning."""
    m = (U0 - U1) / (U3 - U1)
    frequency = 0.5 * np.sqrt(B * (U3 - U1))
    sn, cn, dn, _ = ellipj(frequency * np.asarray(t) + ellipk(m), m)
    return U1 + (U0 - U1) * sn**2, 2 * (U0 - U1) * sn * cn * dn * frequency


def precession_angle(t):
    """Integral of a (u0 - u)/(1 - u^2)."""
    def rate(s):
        u = nutation(s)[0]
        return A * (U0 - u) / (1 - u * u)
    return np.concatenate([[0.0], np.cumsum([quad(rate, a, b, epsabs=1e-14, epsrel=1e-12)[0]
                                             for a, b in zip(t[:-1], t[1:])])])


def axis(u, phi):
    sine = np.sqrt(1 - u * u)
    return np.stack([sine * np.cos(phi), sine * np.sin(phi), u], axis=-1)


def nutating_axis(r):
    return axis(nutation(r.time)[0], precession_angle(r.time))


def steady_axis(r):
    return axis(np.cos(THETA) + 0 * r.time, PRECESSION * r.time)


def steady_reaction(r):
    radial = steady_axis(r) * [1, 1, 0]
    return MASS * (-PRECESSION**2 * ARM * radial + G * np.array([0, 0, 1.0]))


def computed_axis(r):
    return r.node(1).rotation[:, :, 2]


def spin(r):
    return np.einsum("ij,ij->i", r.node(1).omega, computed_axis(r))


def axis_rate(r):
    """Rate of cos(theta)."""
    return np.cross(r.node(1).omega, computed_axis(r))[:, 2]


def energy(r):
    node = r.node(1)
    across = (node.omega**2).sum(axis=1) - spin(r) ** 2
    return (0.5 * MASS * (node.velocity**2).sum(axis=1) + 0.5 * J1 * across + 0.5 * J3 * spin(r) ** 2
            + MASS * G * (node.position[:, 2] - PIVOT[2]))


def integrate(w3, p, times):
    e = np.array([np.sin(THETA), 0, np.cos(THETA)])
    w = p * np.array([0, 0, 1.0]) + (w3 - p * np.cos(THETA)) * e
    top = Body(MASS, np.diag([J1, J1, J3]), PIVOT + ARM * e, from_euler123([0, THETA, 0]), np.cross(w, ARM * e), w)
    return System([top], [Spherical(None, PIVOT, 0, np.array([0, 0, -ARM]))], -G * np.array([0, 0, 1])).solve(times)


class At:
    """Stands in for results where only times matter."""

    def __init__(self, times):
        self.time = times


def check_nutation():
    t = np.linspace(0.0, 3.0, 121)
    return integrate(SPIN, 0.0, t).rotation[:, 0, :, 2], nutating_axis(At(t))


def check_steady():
    t = np.linspace(0.0, 3.0, 61)
    motion = integrate(FAST_SPIN, PRECESSION, t)
    return (np.hstack([motion.rotation[:, 0, :, 2], motion.reaction[:, 0]]),
            np.hstack([steady_axis(At(t)), steady_reaction(At(t))]))


case = Case(
    title="heavy symmetric top: steady precession, nutation",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 5-7; E. T. Whittaker, Analytical Dynamics, 1937, "
           "art. 71-73",
    model="heavy_top.mbd",
    runs={"nutation": Run(dict(h=2.5e-4, every=40, theta_0=THETA, w3=SPIN, p=0.0)),
          "steady": Run(dict(h=2.5e-4, every=40, theta_0=THETA, w3=FAST_SPIN, p=PRECESSION))},
    quantities=[
        Quantity("axis of figure", computed_axis, nutating_axis, 2e-5,
                 "second-order errors of spin (w3 h = 6e-3) and nutation over 9 nutations", runs=["nutation"]),
        Quantity("lower turning point", lambda r: extreme(computed_axis(r)[:, 2], axis_rate(r), r.time, "min"), U1,
                 5e-7, "cos(theta) at the turning point: second order, no accumulation", runs=["nutation"]),
        Quantity("upper turning point", lambda r: extreme(computed_axis(r)[40:, 2], axis_rate(r)[40:], r.time[40:],
                                                          "max"), U0, 1e-7, "as the lower one", runs=["nutation"]),
        Quantity("steady axis", computed_axis, steady_axis, 5e-7,
                 "second order; the other root or the sign of a term changes the precession at once",
                 runs=["steady"]),
        Quantity("steady reaction on the top", lambda r: r.joint(1).force, steady_reaction, 4e-6,
                 "second order; steady", "N", runs=["steady"]),
        Quantity("rate about the axis", spin, lambda r: r["w3"], 3e-5,
                 "no couple about the axis of figure: w3 is constant to second order", "rad/s"),
        Quantity("energy", energy, lambda r: energy(r)[0], 5e-5, "second order: 3e-6 of the kinetic energy", "J"),
    ],
    orders=[Order(f"ms rho={rho:g}", ["axis of figure", "rate about the axis"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)],
                  dict(theta_0=THETA, w3=SPIN, p=0.0, rho=rho, t_end=1.0)) for rho in (0.0, 0.6)],
    checks=[Check("nutation against integration at 1e-12", check_nutation, 1e-8),
            Check("steady precession and reaction against integration at 1e-12", check_steady, 1e-8)],
)
