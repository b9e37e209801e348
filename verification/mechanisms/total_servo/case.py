"""Two-link arm with an imposed path of the tip: angles and couples of inverse dynamics."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

L1, L2, M1, M2, J1, J2, G = 0.5, 0.4, 2.0, 1.2, 0.05, 0.02, 9.81
FRAME = from_euler123([0.3, -0.2, 0.5])
ORIGIN = np.array([0.2, -0.3, 0.1])


def path(t):
    return np.stack([0.4 + 0.15 * np.sin(2 * t), 0.2 + 0.15 * (1 - np.cos(2 * t))])


def path_rate(t):
    return 0.3 * np.stack([np.cos(2 * t), np.sin(2 * t)])


def path_second(t):
    return 0.6 * np.stack([-np.sin(2 * t), np.cos(2 * t)])


def angles(t):
    x, y = path(t)
    q2 = np.arccos((x * x + y * y - L1**2 - L2**2) / (2 * L1 * L2))
    return np.stack([np.arctan2(y, x) - np.arctan2(L2 * np.sin(q2), L1 + L2 * np.cos(q2)), q2])


def tip_jacobian(q):
    s1, c1, s12, c12 = np.sin(q[0]), np.cos(q[0]), np.sin(q[0] + q[1]), np.cos(q[0] + q[1])
    return np.array([[-L1 * s1 - L2 * s12, -L2 * s12], [L1 * c1 + L2 * c12, L2 * c12]])


def rates(t):
    """q' and q'' from the path: J q' = p', J q'' = p'' - J' q'."""
    q, p1, p2 = angles(t), path_rate(t), path_second(t)
    first, second = np.zeros_like(q), np.zeros_like(q)
    for k in range(q.shape[1]):
        j = tip_jacobian(q[:, k])
        v = np.linalg.solve(j, p1[:, k])
        c1, s1 = np.cos(q[0, k]), np.sin(q[0, k])
        c12, s12, w = np.cos(q[:, k].sum()), np.sin(q[:, k].sum()), v.sum()
        bias = np.array([-L1 * c1 * v[0]**2 - L2 * c12 * w**2, -L1 * s1 * v[0]**2 - L2 * s12 * w**2])
        first[:, k], second[:, k] = v, np.linalg.solve(j, p2[:, k] - bias)
    return first, second


def couples(t):
    """Of shoulder on the upper arm and of elbow on the lower arm."""
    q, (v, a) = angles(t), rates(t)
    c2, s2, k = np.cos(q[1]), np.sin(q[1]), M2 * L1 * L2 / 2
    m11 = J1 + M1 * L1**2 / 4 + J2 + M2 * (L1**2 + L2**2 / 4) + 2 * k * c2
    m12 = J2 + M2 * L2**2 / 4 + k * c2
    m22 = J2 + M2 * L2**2 / 4
    g2 = M2 * G * L2 / 2 * np.cos(q[0] + q[1])
    g1 = (M1 * L1 / 2 + M2 * L1) * G * np.cos(q[0]) + g2
    first = m11 * a[0] + m12 * a[1] - k * s2 * (2 * v[0] * v[1] + v[1]**2) + g1
    return np.stack([first, m12 * a[0] + m22 * a[1] + k * s2 * v[0]**2 + g2])


def check_couples():
    """Their power is the rate of the energy, by differences of order 6."""
    t, d = np.linspace(0.1, 2, 30), 1e-3

    def energy(s):
        q, (v, _) = angles(s), rates(s)
        w, c2 = v.sum(0), np.cos(q[1])
        speed = L1**2 * v[0]**2 + L2**2 / 4 * w**2 + L1 * L2 * c2 * v[0] * w
        height = np.sin(q[0]) * (M1 * L1 / 2 + M2 * L1) + M2 * L2 / 2 * np.sin(q.sum(0))
        return 0.5 * (J1 + M1 * L1**2 / 4) * v[0]**2 + 0.5 * J2 * w**2 + 0.5 * M2 * speed + G * height

    rate = sum(c * (energy(t + k * d) - energy(t - k * d)) for k, c in ((1, 45), (2, -9), (3, 1))) / (60 * d)
    return (couples(t) * rates(t)[0]).sum(0), rate


def arm_angles(r):
    """Both relative angles, from the orientations."""
    first, second = (np.arctan2((n.rotation[:, :, 0] @ FRAME)[:, 1], (n.rotation[:, :, 0] @ FRAME)[:, 0])
                     for n in (r.node(1), r.node(2)))
    return np.stack([first, second - first], axis=1)


def settled(r):
    return r.time > 0.1


case = Case(
    title="two-link arm: couples that lead its tip along a path",
    source="J. J. Craig, Introduction to Robotics, 3rd ed., 2005, sec. 4.4, 6.7",
    model="servo.mbd",
    runs={"main": Run(dict(h=5e-4, every=40))},
    quantities=[
        Quantity("joint angles", arm_angles, lambda r: angles(r.time).T, 1e-9,
                 "positions are kept to the tolerance of the solver", "rad"),
        Quantity("tip printed", lambda r: r.joint(3).extra[:, :2], lambda r: path(r.time).T, 1e-9, "likewise", "m"),
        Quantity("angular velocities at the start",
                 lambda r: np.array([(r.node(k).omega[0] @ FRAME)[2] for k in (1, 2)]),
                 lambda r: np.cumsum(rates(r.time[:1])[0][:, 0]), 1e-9, "assembly at the level of velocity", "rad/s"),
        Quantity("couples at the start",
                 lambda r: -np.array([r.joint(5).moment_local[0, 2], r.joint(6).moment_local[0, 2]]),
                 lambda r: couples(r.time[:1])[:, 0], 1e-8, "initial accelerations are exact", "N m"),
        Quantity("couples",
                 lambda r: -np.stack([r.joint(5).moment_local[:, 2], r.joint(6).moment_local[:, 2]], 1)[settled(r)],
                 lambda r: couples(r.time[settled(r)]).T, 2e-5, "second order: 1e-6 of the largest; printed for node 1", "N m"),
    ],
    orders=[Order("ms rho=0.6", ["couples"], 2, [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("power of the couples", check_couples, 1e-8)],
)
