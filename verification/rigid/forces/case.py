"""Forces and couples on free bodies."""
import numpy as np
from scipy.integrate import quad
from scipy.special import fresnel

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_euler123, from_vector

ARM, PUSH = np.array([0.3, 0.0, 0.1]), np.array([0.0, 2.0, 0.0])
SPIN_UP = np.cross(ARM, PUSH) / 0.4                       # angular acceleration of body 2
RATE = np.linalg.norm(SPIN_UP)
AXIS = SPIN_UP / RATE
FRAME3 = from_euler123([0.7, -0.4, 0.2])


def spun_velocity(t):
    """Integral of R(t) f/m, R a turn by RATE t^2/2 about AXIS, f across AXIS: Fresnel integrals."""
    scale = np.sqrt(np.pi / RATE)
    s, c = fresnel(np.asarray(t) / scale)
    return scale * (np.outer(c, PUSH) + np.outer(s, np.cross(AXIS, PUSH))) / 2.0


def total(r, field):
    return getattr(r.inertia(5), field) + getattr(r.inertia(6), field)


def internal(r):
    """Angular momentum about the origin, less the moment of the pair of forces: integrated from the printed rows."""
    rows5, rows6 = r.node(5), r.node(6)
    return (total(r, "moment") + np.cross(rows5.position, r.inertia(5).momentum)
            + np.cross(rows6.position, r.inertia(6).momentum))


def pair_moment(r):
    """Moment about the origin of the internal pair: both act in the nodes."""
    f = r.rows("frc", 5)[:, 1:4]
    return np.cross(r.node(5).position - r.node(6).position, f)


def accumulated(t, rate):
    """Integral from the start by Simpson's rule on pairs of intervals, at every second instant."""
    h = t[1] - t[0]
    pieces = h / 3 * (rate[:-2:2] + 4 * rate[1:-1:2] + rate[2::2])
    return np.vstack([np.zeros(3), np.cumsum(pieces, axis=0)])


def expected_row(r):
    """Follower force on 5: R5 (0.2, 1, 0) times the drive, applied at node 5; the opposite at node 6."""
    value = 0.2 + 0.5 * np.sin(3 * r.time)
    f = value[:, None] * apply(r.node(5).rotation, np.array([0.2, 1.0, 0.0]))
    return np.hstack([f, r.node(5).position, -f, r.node(6).position])


def printed_row(r):
    row = r.rows("frc", 5)
    return np.hstack([row[:, 1:7], row[:, 8:14]])


def check_fresnel():
    t = np.linspace(0, 2, 21)

    def rate(s, i):
        return (from_vector(0.5 * RATE * s * s * AXIS) @ PUSH)[i] / 2.0
    return spun_velocity(t), np.array([[quad(rate, 0, end, args=(i,), epsabs=1e-13)[0] for i in range(3)] for end in t])


EXACT = "even acceleration is within the formula of the method; the start costs one step of order 2"
case = Case(
    title="forces and couples: absolute, follower, internal",
    source="elementary balances; Fresnel integrals: Abramowitz and Stegun 7.3",
    model="forces.mbd",
    runs={"main": Run(dict(h=1e-3, every=10))},
    quantities=[
        Quantity("1 position", lambda r: r.node(1).position,
                 lambda r: 0.5 * np.outer(r.time**2, [0.6, 0, 0.8]) * 3.0 / 1.5, 1e-10, EXACT, "m"),
        Quantity("1 no rotation", lambda r: r.node(1).omega, 0.0, 1e-10, "the force passes through the centre", "rad/s"),
        Quantity("2 angular velocity", lambda r: r.node(2).omega, lambda r: np.outer(r.time, SPIN_UP), 1e-10, EXACT,
                 "rad/s"),
        Quantity("2 velocity", lambda r: r.node(2).velocity, lambda r: spun_velocity(r.time), 2e-6, "second order",
                 "m/s"),
        Quantity("3 angular velocity", lambda r: r.node(3).omega,
                 lambda r: np.outer(1.5 + 0.5 / 0.25 * r.time, FRAME3[:, 2]), 1e-10, EXACT, "rad/s"),
        Quantity("4 angular velocity", lambda r: r.node(4).omega, lambda r: np.outer(r.time, [0, 1.2, 1.6]), 1e-10,
                 EXACT, "rad/s"),
        Quantity("5-6 momentum", lambda r: total(r, "momentum"),
                 lambda r: np.tile(total(r, "momentum")[0], (len(r.time), 1)), 1e-9, "opposite forces cancel", "N s"),
        Quantity("5-6 angular momentum", lambda r: internal(r)[::2],
                 lambda r: internal(r)[0] + accumulated(r.time, pair_moment(r)), 6e-7,
                 "moment of the pair of forces only, the couples cancel; second order", "N m s"),
        Quantity("5-6 printed forces and points", printed_row, expected_row, 1e-12, "the same row", "N, m"),
        Quantity("3 printed couple", lambda r: r.rows("frc", 3)[:, 1:4], lambda r: np.tile(0.5 * FRAME3[:, 2],
                 (len(r.time), 1)), 1e-9, "the axis does not move", "N m"),
    ],
    orders=[Order("ms rho=0.6", ["2 velocity"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (8e-3, 4e-3, 2e-3)])],
    checks=[Check("Fresnel integrals against quadrature", check_fresnel, 1e-10)],
)
