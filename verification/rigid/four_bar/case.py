"""Planar four-bar with a driven crank: rocker angle, couple of the drive, pin force."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.closed_forms import circle_intersection
from lib.rotation import from_euler123

BASE, A, B, C = 1.0, 0.4, 0.9, 0.7
MASS = {"crank": 0.4, "coupler": 0.9, "rocker": 0.7}
J_COUPLER, J_ROCKER = 0.9 * B**2 / 12, 0.7 * C**2 / 12
W, START = 2 * np.pi, 0.5
ORIGIN = np.array([-0.2, 0.1, 0.4])
FRAME = from_euler123([-0.6, 0.35, 0.9])


def e(angle):
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def n(angle):
    return np.stack([-np.sin(angle), np.cos(angle)], axis=-1)


def angles(theta):
    """Coupler and rocker angles, by the intersection of two circles."""
    crank_pin, fixed = A * e(theta), np.broadcast_to([BASE, 0.0], (len(theta), 2))
    pin = circle_intersection(crank_pin, fixed, B, C, +1)
    coupler, rocker = pin - crank_pin, pin - fixed
    return np.arctan2(coupler[:, 1], coupler[:, 0]), np.arctan2(rocker[:, 1], rocker[:, 0])


def rates(theta):
    """First and second derivatives of coupler and rocker angle: derivatives of a e + b e = base + c e."""
    phi, psi = angles(theta)
    matrix = np.stack([B * n(phi), -C * n(psi)], axis=-1)
    first = np.linalg.solve(matrix, (-A * W * n(theta))[..., None])[..., 0]
    right = A * W**2 * e(theta) + B * first[:, :1] ** 2 * e(phi) - C * first[:, 1:] ** 2 * e(psi)
    second = np.linalg.solve(matrix, right[..., None])[..., 0]
    return phi, psi, first, second


def dynamics(theta):
    """Couple of the drive, force of the ground on the rocker, force of the crank on the coupler.

    Unknown forces P (crank on coupler), Q (coupler on rocker), S (ground on rocker) from the balances of coupler and
    rocker; then the couple from the balance of the crank about its fixed pin.
    """
    phi, psi, first, second = rates(theta)
    a2 = -A * W**2 * e(theta) + 0.5 * B * (second[:, :1] * n(phi) - first[:, :1] ** 2 * e(phi))
    a3 = 0.5 * C * (second[:, 1:] * n(psi) - first[:, 1:] ** 2 * e(psi))
    steps = len(theta)
    matrix, right = np.zeros((steps, 6, 6)), np.zeros((steps, 6))
    for i in range(2):
        matrix[:, i, i], matrix[:, i, 2 + i] = 1, -1             # coupler: P - Q = m a
        matrix[:, 3 + i, 2 + i], matrix[:, 3 + i, 4 + i] = 1, 1  # rocker: Q + S = m a
    right[:, 0:2], right[:, 3:5] = MASS["coupler"] * a2, MASS["rocker"] * a3

    def moment(arm):  # row that gives the moment of a force on this arm
        return np.stack([-arm[:, 1], arm[:, 0]], axis=-1)

    matrix[:, 2, 0:2], matrix[:, 2, 2:4] = moment(-0.5 * B * e(phi)), -moment(0.5 * B * e(phi))
    matrix[:, 5, 2:4], matrix[:, 5, 4:6] = moment(0.5 * C * e(psi)), moment(-0.5 * C * e(psi))
    right[:, 2], right[:, 5] = J_COUPLER * second[:, 0], J_ROCKER * second[:, 1]
    forces = np.linalg.solve(matrix, right[..., None])[..., 0]
    pin, ground = forces[:, 0:2], forces[:, 4:6]
    return (moment(A * e(theta)) * pin).sum(axis=1), ground, pin


def power_couple(theta):
    """Couple of the drive by the power of the inertia forces."""
    phi, psi, first, second = rates(theta)
    v2 = A * W * n(theta) + 0.5 * B * first[:, :1] * n(phi)
    a2 = -A * W**2 * e(theta) + 0.5 * B * (second[:, :1] * n(phi) - first[:, :1] ** 2 * e(phi))
    about_pin = J_ROCKER + MASS["rocker"] * C**2 / 4
    return (MASS["coupler"] * (v2 * a2).sum(axis=1) + J_COUPLER * first[:, 0] * second[:, 0]
            + about_pin * first[:, 1] * second[:, 1]) / W


def local(vectors):
    return vectors @ FRAME


def plane_angle(r, label):
    axis = local(r.node(label).rotation[:, :, 0])
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))


def true_angle(r):
    return START + W * r.time


def planar(plane):
    return np.hstack([plane, np.zeros((len(plane), 1))])


def check_published():
    """At crank 90 deg the rocker stands at 102.053 deg; it swings between 81.787 and 152.340 deg."""
    psi = angles(np.concatenate([[np.pi / 2], np.linspace(0, 2 * np.pi, 20001)]))[1]
    return np.degrees([psi[0], psi.min(), psi.max()]), np.array([102.053, 81.787, 152.340])


def check_couple():
    theta = np.linspace(0, 2 * np.pi, 100)
    return dynamics(theta)[0], power_couple(theta)


def check_rates():
    theta, d = np.linspace(0, 6, 50), 1e-3
    _, _, first, second = rates(theta)

    def difference(f):
        return W * sum(k * (f(theta + m * d) - f(theta - m * d)) for m, k in ((1, 45), (2, -9), (3, 1))) / (60 * d)

    return (np.hstack([first, second]),
            np.hstack([difference(lambda q: np.stack(angles(q), axis=1)), difference(lambda q: rates(q)[2])]))


case = Case(
    title="planar four-bar with a driven crank",
    source="J. E. Shigley, J. J. Uicker, Theory of Machines and Mechanisms, 1980, sec. 2-8, 3-8, 13-4",
    model="four_bar.mbd",
    runs={"main": Run(dict(h=2.5e-4, every=20))},
    quantities=[
        Quantity("rocker angle at the crank angle reached", lambda r: plane_angle(r, 3),
                 lambda r: angles(plane_angle(r, 1))[1], 1e-8, "constraints hold to the tolerance of the solver", "rad"),
        Quantity("rocker angle", lambda r: plane_angle(r, 3), lambda r: angles(true_angle(r))[1], 4e-6,
                 "crank angle error (W h)^2/12 W t times the ratio of the rates, below 1", "rad"),
        Quantity("rocker rate", lambda r: local(r.node(3).omega)[:, 2], lambda r: rates(true_angle(r))[2][:, 1], 4e-5,
                 "second order: 1e-5 of the largest rate", "rad/s"),
        Quantity("coupler angle", lambda r: plane_angle(r, 2), lambda r: angles(true_angle(r))[0], 4e-6,
                 "as the rocker", "rad"),
        Quantity("drive couple on the crank", lambda r: local(r.joint(1).moment)[:, 2],
                 lambda r: dynamics(true_angle(r))[0], 2e-4, "second order: 3e-5 of the largest couple", "N m"),
        Quantity("pin force of the ground on the rocker", lambda r: local(r.joint(3).force),
                 lambda r: planar(dynamics(true_angle(r))[1]), 6e-4, "second order: 3e-5 of the largest force", "N"),
        Quantity("force of the crank on the coupler", lambda r: -local(r.joint(2).force),
                 lambda r: planar(dynamics(true_angle(r))[2]), 8e-4,
                 "second order: 3e-5 of the largest force; printed with the sign of node 1, the crank", "N"),
        Quantity("out of plane", lambda r: local(r.node(3).position - ORIGIN)[:, 2], 0.0, 1e-9,
                 "constraints hold to the tolerance of the solver", "m"),
    ],
    orders=[Order("ms rho=0.6", ["rocker angle", "rocker rate", "drive couple on the crank",
                                 "pin force of the ground on the rocker"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(t_end=1.0))],
    checks=[Check("published angles (three decimals)", check_published, 6e-4),
            Check("couple by force balance and by power", check_couple, 1e-10),
            Check("rates by differences", check_rates, 1e-6)],
)
