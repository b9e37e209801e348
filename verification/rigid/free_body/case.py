"""Torque-free asymmetric body: Jacobi elliptic functions."""
import numpy as np
from scipy.integrate import quad
from scipy.special import ellipj

from lib.case import Case, Check, Order, Quantity, Run
from lib.multibody import Body, System
from lib.rotation import angle_between, apply, from_euler123, from_vector

MASS = 2.5
I1, I2, I3 = INERTIA = np.array([0.5, 0.8, 1.1])
START = from_euler123([0.4, -0.3, 0.7])
CENTRE, SPEED = np.array([0.5, 1.0, -0.2]), np.array([0.3, -0.4, 0.2])
W0 = np.array([1.2, 0.0, 1.6])
NODE = np.array([0.3, -0.1, 0.17])
NODE_AXES = from_euler123([-0.5, 0.8, 0.25])

ENERGY2 = INERTIA @ W0**2                     # twice the kinetic energy of rotation
MOMENT = np.linalg.norm(INERTIA * W0)         # modulus of the angular momentum
L = START @ (INERTIA * W0)


def rates(t):
    """Angular velocity in principal axes (Landau and Lifshitz 37.10; I1 < I2 < I3, MOMENT^2 > ENERGY2 I2)."""
    m = MOMENT**2
    modulus = (I2 - I1) * (ENERGY2 * I3 - m) / ((I3 - I2) * (m - ENERGY2 * I1))
    tau = np.asarray(t) * np.sqrt((I3 - I2) * (m - ENERGY2 * I1) / (I1 * I2 * I3))
    sn, cn, dn, _ = ellipj(tau, modulus)
    return np.stack([np.sqrt((ENERGY2 * I3 - m) / (I1 * (I3 - I1))) * cn,
                     np.sqrt((ENERGY2 * I3 - m) / (I2 * (I3 - I2))) * sn,
                     np.sqrt((m - ENERGY2 * I1) / (I3 * (I3 - I1))) * dn], axis=-1)


def precession_rate(t):
    """phi' of the Euler angles about the angular momentum (Landau and Lifshitz 37.14)."""
    w1, w2, _ = rates(t)
    return MOMENT * (I1 * w1**2 + I2 * w2**2) / (I1**2 * w1**2 + I2**2 * w2**2)


def attitude(t):
    """Principal axes in global axes: Rz(phi) Rx(theta) Rz(psi) about the angular momentum (37.13-37.14)."""
    phi = np.concatenate([[0.0], np.cumsum([quad(precession_rate, a, b, epsabs=1e-14, epsrel=1e-13)[0]
                                            for a, b in zip(t[:-1], t[1:])])])
    momentum = INERTIA * rates(t)
    theta = np.arccos(momentum[:, 2] / MOMENT)
    psi = np.arctan2(momentum[:, 0], momentum[:, 1])
    turned = np.array([from_vector([0, 0, a]) @ from_vector([b, 0, 0]) @ from_vector([0, 0, c])
                       for a, b, c in zip(phi, theta, psi)])
    return START @ turned[0].T @ turned


_attitudes = {}


def axes(r):
    key = (len(r.time), r.time[-1])
    if key not in _attitudes:
        _attitudes[key] = attitude(r.time)
    return _attitudes[key]


def computed_axes(r):
    return r.node(1).rotation @ NODE_AXES.T


def centre(r):
    return r.node(1).position - apply(computed_axes(r), NODE)


def spin_momentum(r):
    """Angular momentum about the centre of mass from the printed momenta."""
    inertia = r.inertia(1)
    return inertia.moment - np.cross(centre(r) - r.node(1).position, inertia.momentum)


def node_acceleration(r):
    """Of the point NODE: alpha x b + w x (w x b); the angular acceleration from Euler's equations."""
    w = rates(r.time)
    alpha = np.stack([(I2 - I3) * w[:, 1] * w[:, 2] / I1, (I3 - I1) * w[:, 2] * w[:, 0] / I2,
                      (I1 - I2) * w[:, 0] * w[:, 1] / I3], axis=1)
    return apply(axes(r), np.cross(alpha, NODE) + np.cross(w, np.cross(w, NODE)))


def against_integration():
    t = np.linspace(0.0, 5.0, 101)
    zero = np.zeros(3)
    motion = System([Body(MASS, np.diag(INERTIA), zero, START, zero, START @ W0)], []).solve(t)
    exact = attitude(t)
    return (np.hstack([motion.rotation[:, 0].reshape(-1, 9), motion.omega[:, 0]]),
            np.hstack([exact.reshape(-1, 9), apply(exact, rates(t))]))


case = Case(
    title="torque-free asymmetric body, node away from the centre of mass",
    source="L. D. Landau, E. M. Lifshitz, Mechanics, 3rd ed., 1976, sec. 37",
    model="free_body.mbd",
    runs={"main": Run(dict(h=5e-4, every=20))},
    quantities=[
        Quantity("angular velocity", lambda r: r.node(1).omega, lambda r: apply(axes(r), rates(r.time)), 5e-7,
                 "error of order 2, about 0.1 (w h)^2 w t w", "rad/s"),
        Quantity("attitude", lambda r: angle_between(axes(r), computed_axes(r)), 0.0, 1.5e-6,
                 "angle between exact and computed axes; about 0.2 (w h)^2 w t", "rad"),
        Quantity("centre of mass", centre, lambda r: CENTRE + r.time[:, None] * SPEED, 2.5e-7,
                 "straight even motion; the node turns about it, with an error of order 2", "m"),
        Quantity("momentum", lambda r: r.inertia(1).momentum, lambda r: np.tile(MASS * SPEED, (len(r.time), 1)), 1e-10,
                 "conserved by the balance of forces up to the tolerance of the solver", "N s"),
        Quantity("angular momentum", spin_momentum, lambda r: np.tile(L, (len(r.time), 1)), 3e-7,
                 "conserved to the order of the method", "N m s"),
        Quantity("acceleration of the node", lambda r: r.node(1).acceleration, node_acceleration, 1.5e-6,
                 "attitude and rate errors times the acceleration, 2 m/s^2", "m/s^2"),
    ],
    orders=[Order(f"ms rho={rho:g}", ["angular velocity", "attitude", "centre of mass"], 2,
                  [dict(h=h, every=round(0.1 / h)) for h in (1e-2, 5e-3, 2.5e-3)], dict(rho=rho, t_end=3.0))
            for rho in (0.0, 0.6, 1.0)],
    checks=[Check("elliptic functions and quadrature against integration at 1e-12", against_integration, 1e-9)],
)
