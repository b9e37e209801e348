"""Elastic joints around a closed path."""
import numpy as np
from scipy.integrate import quad

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

W = 4 * np.pi
FRAME = from_euler123([0.3, -0.2, 0.5])
FIXED, CONTROL1 = np.array([1.0, 0.2, 0.5]), np.array([0.8, 0.6, 0.1])
CONTROL2, MOVING = np.array([0.5, -0.2, 0.1]), np.array([0.3, 0.1, 0.0])
EA, L0 = 50.0, 0.7
AXES = from_euler123([0.4, 0.1, -0.3])
STIFFNESS = AXES @ np.diag([30.0, 50.0, 90.0]) @ AXES.T


def turn(phi, v):
    return np.array([np.cos(phi) * v[0] - np.sin(phi) * v[1], np.sin(phi) * v[0] + np.cos(phi) * v[1], v[2]])


def along(phi, v):
    """d/dphi of the turned vector."""
    return np.array([-np.sin(phi) * v[0] - np.cos(phi) * v[1], np.cos(phi) * v[0] - np.sin(phi) * v[1], 0.0])


def rod(phi):
    d = turn(phi, MOVING) - FIXED
    l = np.linalg.norm(d)
    return EA * (l - L0) ** 2 / (2 * L0), EA * (l - L0) / L0 * d @ along(phi, MOVING) / l


def bezier(phi):
    """Length and its derivative by adaptive quadrature of the curve in powers of u."""
    points = np.array([FIXED, CONTROL1, turn(phi, CONTROL2), turn(phi, MOVING)])
    rates = np.array([np.zeros(3), np.zeros(3), along(phi, CONTROL2), along(phi, MOVING)])

    def slope(p, u):
        return 3 * ((p[1] - p[0]) * (1 - u) ** 2 + 2 * (p[2] - p[1]) * u * (1 - u) + (p[3] - p[2]) * u**2)

    l = quad(lambda u: np.linalg.norm(slope(points, u)), 0, 1, epsabs=1e-12, epsrel=1e-12)[0]
    dl = quad(lambda u: slope(points, u) @ slope(rates, u) / np.linalg.norm(slope(points, u)), 0, 1,
              epsabs=1e-11, epsrel=1e-11)[0]
    return EA * (l - L0) ** 2 / (2 * L0), EA * (l - L0) / L0 * dl


def displacement(phi):
    d = turn(phi, MOVING) - FIXED
    return 0.5 * d @ STIFFNESS @ d, d @ STIFFNESS @ along(phi, MOVING)


def angle(r, node):
    axis = r.node(node).rotation[:, :, 0] @ FRAME
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))


def couple(node):
    return lambda r: r.joint(10 * node).moment @ FRAME[:, 2]


def expected(energy, node):
    return lambda r: np.array([energy(phi)[1] for phi in angle(r, node)])


def work(node):
    """Of the drive over two turns: the rule of trapezoids is exact to round-off for a smooth periodic couple."""
    return lambda r: np.trapz(couple(node)(r), angle(r, node))


def check_couples():
    phi, d = np.linspace(0, 6, 31), 1e-2
    values = []
    for energy in (rod, bezier, displacement):
        for p in phi:
            slope = sum(c * (energy(p + k * d)[0] - energy(p - k * d)[0])
                        for k, c in ((1, 0.8), (2, -0.2), (3, 4 / 105), (4, -1 / 280))) / d
            values.append((slope, energy(p)[1]))
    return tuple(np.array(values).T)


NAMES = {2: ("rod", rod), 3: ("Bezier rod", bezier), 4: ("displacement joint", displacement)}
case = Case(
    title="elastic joints around a closed path",
    source="C. Lanczos, The Variational Principles of Mechanics, 4th ed., 1970, ch. III",
    model="closed_cycle.mbd",
    runs={"main": Run(dict(h=1e-3, every=10))},
    quantities=[Quantity(f"couple against the {name}", couple(node), expected(energy, node), 1e-7,
                         "dU/dphi at the angle reached: no integration in between", "N m")
                for node, (name, energy) in NAMES.items()]
    + [Quantity(f"work on the {name} in two turns", work(node), 0.0, 2e-3,
                "the angle reached differs from 4 pi by (W h)^2/12 of it, times the couple there", "J", plot=False)
       for node, (name, _) in NAMES.items()],
    orders=[Order("ms rho=0.6", ["work on the rod in two turns", "work on the displacement joint in two turns"], 2,
                  [dict(h=h, every=round(8e-3 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("couples by differences of the energies", check_couples, 1e-7)],
)
