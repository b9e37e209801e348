"""Particle and body on a rotating plate."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_vector

MASS, G, W, LIFT, SPIN = 1.5, 9.81, 2.0, 0.2, 5.0
J1, J3 = 0.03, 0.05


def plate(t):
    return np.array([from_vector([0, -W * x, 0]) for x in np.atleast_1d(t)])


def motion(t):
    """x' and its rate; the particular solution is g/(2 W^2) sin(W t)."""
    b = (0.0 - G / (2 * W)) / W
    x = 0.4 * np.cosh(W * t) + b * np.sinh(W * t) + G / (2 * W * W) * np.sin(W * t)
    v = 0.4 * W * np.sinh(W * t) + b * W * np.cosh(W * t) + G / (2 * W) * np.cos(W * t)
    return x, v


def position(t, height):
    """In plate axes: of the point at that height over the plate."""
    return np.stack([motion(t)[0], 0.1 + 0.5 * t, np.full_like(t, height)], axis=1)


def normal_force(t):
    return MASS * (G * np.cos(W * t) + 2 * W * motion(t)[1] - W * W * LIFT)


def couple(t):
    """About the node, plate axes: rate of the spin carried along, less the moment of the push about the centre."""
    gyro = np.cross([0, -W, 0], np.array([0, -J1 * W, J3 * SPIN]))
    return np.tile(gyro, (len(t), 1))


def in_plate(r):
    return apply(np.swapaxes(r.node(1).rotation, 1, 2), r.node(2).position)


def frame(r):
    return np.einsum("nji,njk->nik", r.node(1).rotation, r.node(2).rotation).reshape(-1, 9)


def spun(r):
    return np.array([from_vector([0, 0, SPIN * t]) for t in r.time]).reshape(-1, 9)


def check_motion():
    """Integration in the inertial frame with the push as a multiplier, against the closed form."""
    def f(t, y):
        n = plate(t)[0] @ [0, 0, 1]
        dn, ddn = np.cross([0, -W, 0], n), -W * W * n
        gravity = np.array([0, 0, -G])
        # n . x = lift twice differentiated: n . a + 2 n' . v + n'' . x = 0
        push = -(n @ gravity + 2 * dn @ y[3:] + ddn @ y[:3])
        return np.hstack([y[3:], gravity + push * n])

    t = np.linspace(0, 1, 11)
    start = np.hstack([[0.4, 0.1, LIFT], [-W * LIFT, 0.5, W * 0.4]])
    y = solve_ivp(f, (0, 1), start, t_eval=t, rtol=1e-12, atol=1e-12).y
    return y[:3].T, apply(plate(t), position(t, LIFT))


case = Case(
    title="rotating plate: in plane, plane displacement",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 4-9",
    model="particle.mbd",
    runs={"particle": Run(dict(h=1e-3)), "planar pair": Run(dict(h=1e-3), "planar_pair.mbd")},
    quantities=[
        Quantity("position on the plate", in_plate, lambda r: position(r.time, LIFT), 3e-5, "time error (W h)^2", "m",
                 runs=["particle"]),
        Quantity("force of the plate", lambda r: -r.joint(3).force_local[1:, 2], lambda r: normal_force(r.time)[1:], 5e-4,
                 "time error (W h)^2 of 40 N; without the Coriolis force 20 N off", "N", runs=["particle"]),
        Quantity("position of the body on the plate", in_plate, lambda r: position(r.time, 0.0), 3e-5, "time error",
                 "m", runs=["planar pair"]),
        Quantity("spin of the body", frame, spun, 2e-5, "(5 h)^2/12 5 t = 1e-5", "1", runs=["planar pair"]),
        Quantity("printed displacement and angle", lambda r: r.joint(3).extra,
                 lambda r: np.stack([motion(r.time)[0], 0.1 + 0.5 * r.time, np.degrees(SPIN * r.time)], axis=1), 1e-3,
                 "as above, in degrees", "m, deg", runs=["planar pair"]),
        Quantity("force of the plate on the body", lambda r: r.joint(3).force_local[1:, 2],
                 lambda r: normal_force(r.time)[1:], 5e-4, "time error (W h)^2", "N", runs=["planar pair"]),
        Quantity("couple of the plate on the body", lambda r: r.joint(3).moment_local[1:],
                 lambda r: couple(r.time)[1:], 5e-4, "time error; the spin alone makes 0.5 N m", "N m",
                 runs=["planar pair"]),
    ],
    orders=[Order("in plane, ms rho=0.6", ["position on the plate", "force of the plate"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("motion in the inertial frame", check_motion, 1e-9)],
)
