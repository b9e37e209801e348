"""Slider-crank with a driven crank: kinematics, drive couple, slider force."""
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
    """Couple of the drive on the crank: power of the inertia forces of rod and slider over W."""
    _, x1, x2, phi, w, a = kinematics(theta)
    pin, pin1, pin2 = (R * W**k * np.stack([np.cos(theta + k * np.pi / 2), np.sin(theta + k * np.pi / 2)])
                       for k in range(3))
    half = 0.5 * L * np.stack([np.cos(phi), np.sin(phi)])
    turn = 0.5 * L * np.stack([-np.sin(phi), np.cos(phi)])
    v, acceleration = pin1 + w * turn, pin2 + a * turn - w**2 * half
    return (M_ROD * (v * acceleration).sum(axis=0) + J_ROD * w * a + M_SLIDER * x1 * x2) / W


def local(vectors):
    return vectors @ FRAME


def plane_angle(matrices):
    axis = local(matrices[:, :, 0])
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))


def crank_angle(r):
    return plane_angle(r.node(1).rotation)


def true_angle(r):
    return START + W * r.time


def rod_end(r):
    """Position and velocity of the end of the rod in the frame of the mechanism."""
    node = r.node(2)
    arm = 0.5 * L * node.rotation[:, :, 0]
    return local(node.position + arm - ORIGIN), local(node.velocity + np.cross(node.omega, arm))


def slide_position(r):
    zero = 0 * r.time
    return np.stack([kinematics(true_angle(r))[0], zero, zero], axis=1)


def slide_velocity(r):
    zero = 0 * r.time
    return np.stack([kinematics(true_angle(r))[1], zero, zero], axis=1)


def check_derivatives():
    """Rates by central differences of order 6, couple by the rate of the kinetic energy."""
    theta, d = np.linspace(0.0, 6.0, 41), 2e-3

    def difference(f):
        return sum(c * (f(theta + k * d) - f(theta - k * d)) for k, c in ((1, 45), (2, -9), (3, 1))) / (60 * d)

    def kinetic(angle):
        _, x1, _, phi, w, _ = kinematics(angle)
        v = np.stack([-R * W * np.sin(angle) - 0.5 * L * w * np.sin(phi), R * W * np.cos(angle) + 0.5 * L * w * np.cos(phi)])
        return 0.5 * M_ROD * (v * v).sum(axis=0) + 0.5 * J_ROD * w**2 + 0.5 * M_SLIDER * x1**2

    _, x1, x2, _, w, a = kinematics(theta)
    return (np.stack([x1, x2, w, a, couple(theta)]),
            np.stack([W * difference(lambda q: kinematics(q)[i]) for i in (0, 1, 3, 4)] + [difference(kinetic)]))


BOTH = Run(dict(h=2.5e-4, every=20)), Run(dict(h=2.5e-4, every=20), "in_line.mbd")
case = Case(
    title="slider-crank driven at constant speed, two ways to join it",
    source="J. E. Shigley, J. J. Uicker, Theory of Machines and Mechanisms, 1980, sec. 2-9, 3-9, 13-4",
    model="slider_crank.mbd",
    runs={"three bodies": BOTH[0], "two bodies": BOTH[1]},
    quantities=[
        Quantity("crank angle", crank_angle, true_angle, 1e-5, "W t to second order: (W h)^2/12 W t", "rad"),
        Quantity("slider position at the crank angle reached", lambda r: rod_end(r)[0][:, 0],
                 lambda r: kinematics(crank_angle(r))[0], 1e-9, "constraints hold to the tolerance of the solver", "m"),
        Quantity("slider position", lambda r: rod_end(r)[0], slide_position, 1e-6, "crank angle error times 0.1 m", "m"),
        Quantity("slider velocity", lambda r: rod_end(r)[1], slide_velocity, 1e-5, "second order, (W h)^2 x'", "m/s"),
        Quantity("rod angle", lambda r: plane_angle(r.node(2).rotation), lambda r: kinematics(true_angle(r))[3], 4e-6,
                 "crank angle error times r/l", "rad"),
        Quantity("drive couple on the crank", lambda r: local(r.joint(1).moment)[:, 2],
                 lambda r: couple(true_angle(r)), 1.5e-4, "second order: 2e-5 of the largest couple", "N m"),
        Quantity("slider node", lambda r: local(r.node(3).position - ORIGIN), slide_position, 1e-6,
                 "as the end of the rod", "m", runs=["three bodies"]),
        Quantity("force of the rod on the slider along the slide", lambda r: local(r.joint(32).force)[:, 0],
                 lambda r: M_SLIDER * kinematics(true_angle(r))[2], 8e-4,
                 "m x'' alone acts along the slide; printed for node 1, the slider; 1e-3 of the largest force", "N", runs=["three bodies"]),
    ],
    orders=[Order(f"{name}, ms rho=0.6", ["crank angle", "slider position", "slider velocity",
                                          "drive couple on the crank"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)], {}, model)
            for name, model in (("three bodies", "slider_crank.mbd"), ("two bodies", "in_line.mbd"))],
    checks=[Check("rates by differences, couple by kinetic energy", check_derivatives, 1e-7)],
)
