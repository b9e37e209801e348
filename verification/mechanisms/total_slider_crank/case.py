"""Slider-crank of total joints: kinematics over several turns, drive couple, slider force."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

R, L, W, START = 0.1, 0.3, 10.0, 1.0
M_ROD, M_SLIDER = 0.7, 1.1
J_ROD = M_ROD * L**2 / 12
ORIGIN = np.array([0.2, -0.3, 0.1])
FRAME = from_euler123([0.3, -0.2, 0.5])


def kinematics(theta):
    """Slider x, x', x'', rod angle phi, phi', phi'' at constant crank speed."""
    phi = -np.arcsin(R / L * np.sin(theta))
    rate = -R * W * np.cos(theta) / (L * np.cos(phi))
    second = (R * W**2 * np.sin(theta) + L * rate**2 * np.sin(phi)) / (L * np.cos(phi))
    x = R * np.cos(theta) + L * np.cos(phi)
    x1 = -R * W * np.sin(theta) - L * rate * np.sin(phi)
    x2 = -R * W**2 * np.cos(theta) - L * (second * np.sin(phi) + rate**2 * np.cos(phi))
    return x, x1, x2, phi, rate, second


def couple(theta):
    """Couple of the drive on the crank: rate of the kinetic energy of rod and slider over W."""
    def kinetic(q):
        _, x1, _, phi, w, _ = kinematics(q)
        v = np.stack([-R * W * np.sin(q) - 0.5 * L * w * np.sin(phi), R * W * np.cos(q) + 0.5 * L * w * np.cos(phi)])
        return 0.5 * M_ROD * (v * v).sum(axis=0) + 0.5 * J_ROD * w**2 + 0.5 * M_SLIDER * x1**2

    d = 2e-3
    return sum(c * (kinetic(theta + k * d) - kinetic(theta - k * d)) for k, c in ((1, 45), (2, -9), (3, 1))) / (60 * d)


def angle(r):
    return START + W * r.time


def local(vectors):
    return vectors @ FRAME


def slide(r, order):
    zero = 0 * r.time
    return np.stack([kinematics(angle(r))[order], zero, zero], axis=1)


def check_derivatives():
    theta, d = np.linspace(0.0, 6.0, 41), 2e-3

    def difference(i):
        return W * sum(c * (kinematics(theta + k * d)[i] - kinematics(theta - k * d)[i])
                       for k, c in ((1, 45), (2, -9), (3, 1))) / (60 * d)

    exact = kinematics(theta)
    return np.stack([exact[i] for i in (1, 2, 4, 5)]), np.stack([difference(i) for i in (0, 1, 3, 4)])


case = Case(
    title="slider-crank made of total joints, crank rotation imposed over three turns",
    source="J. E. Shigley, J. J. Uicker, Theory of Machines and Mechanisms, 1980, sec. 2-9, 3-9, 13-4",
    model="slider_crank.mbd",
    runs={"main": Run(dict(h=2.5e-4, every=20))},
    quantities=[
        Quantity("crank rotation printed", lambda r: r.joint(1).extra[:, 5], angle, 1e-9, "imposed; turns are counted",
                 "rad"),
        Quantity("rod relative to the crank, printed", lambda r: r.joint(2).extra[:, 5],
                 lambda r: kinematics(angle(r))[3] - angle(r), 1e-9, "passes the half turn three times", "rad"),
        Quantity("slider position", lambda r: local(r.node(3).position - ORIGIN), lambda r: slide(r, 0), 1e-9,
                 "constraints hold to the tolerance of the solver", "m"),
        Quantity("slider position printed", lambda r: r.joint(3).extra[:, 0], lambda r: slide(r, 0)[:, 0], 1e-9,
                 "likewise", "m"),
        Quantity("velocity at the start", lambda r: local(r.node(3).velocity[0]), lambda r: slide(r, 1)[0], 1e-9,
                 "assembly from rest", "m/s"),
        Quantity("slider velocity", lambda r: local(r.node(3).velocity), lambda r: slide(r, 1), 1e-5, "second order",
                 "m/s"),
        Quantity("drive couple on the crank", lambda r: -r.joint(1).moment_local[:, 2], lambda r: couple(angle(r)), 1.5e-4,
                 "second order: 2e-5 of the largest couple; printed for node 1, the ground", "N m"),
        Quantity("force of the rod on the slider along the slide", lambda r: local(r.joint(32).force)[:, 0],
                 lambda r: slide(r, 2)[:, 0] * M_SLIDER, 8e-4, "m x'' alone acts along the slide; 1e-4 of the largest",
                 "N"),
    ],
    orders=[Order("ms rho=0.6", ["slider velocity", "drive couple on the crank"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)])],
    checks=[Check("rates by differences", check_derivatives, 1e-7)],
)
