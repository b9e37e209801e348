"""Body on a rotating guide: motion, push and couple of the guide."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import apply, from_euler123, from_vector

MASS, G, W, LEAN, R0 = 1.5, 9.81, 4.0, 0.5, 0.3
J = np.array([[0.02, 0.003, -0.002], [0.003, 0.03, 0.001], [-0.002, 0.001, 0.04]])
E3 = np.array([np.cos(LEAN), 0, np.sin(LEAN)])
GUIDE = np.stack([np.cross([0, 1, 0], E3), [0, 1.0, 0], E3], axis=1)
CENTRE = GUIDE @ np.array([0.05, -0.03, 0.05])  # from the node, base axes
ATTITUDE = GUIDE @ from_euler123([0.3, -0.4, 0.2])
SPIN = np.array([0, 0, W])


def distance(t):
    """Of the node along the guide, with rates; the centre of mass is what obeys the equation of motion."""
    k = W * np.cos(LEAN)
    offset = CENTRE @ np.array([E3[0], 0, 0]) / np.cos(LEAN) ** 2  # radius of the centre over that of the node
    rest = G * np.sin(LEAN) / k ** 2 - offset
    return (R0 - rest) * np.cosh(k * t) + rest, (R0 - rest) * k * np.sinh(k * t), (R0 - rest) * k ** 2 * np.cosh(k * t)


def base(t):
    return np.array([from_vector([0, 0, W * x]) for x in np.atleast_1d(t)])


def push_in_base(t):
    """Force and couple (about the node) of the guide on the body, base axes."""
    r, v, a = distance(np.atleast_1d(t))
    x = r[:, None] * E3 + CENTRE
    total = a[:, None] * E3 + 2 * v[:, None] * np.cross(SPIN, E3) + np.cross(SPIN, np.cross(SPIN, x))
    force = MASS * (total + np.array([0, 0, G]))
    inertia = ATTITUDE @ J @ ATTITUDE.T
    return force, np.cross(SPIN, inertia @ SPIN) + np.cross(CENTRE, force)


def push(r):
    return apply(base(r.time), push_in_base(r.time)[0])


def couple(r):
    return apply(base(r.time), push_in_base(r.time)[1])


def along(r):
    return np.linalg.norm(r.node(2).position, axis=1)


def attitude(r):
    return np.einsum("nji,njk->nik", r.node(1).rotation, r.node(2).rotation).reshape(-1, 9)


def check_motion():
    """The closed form against integration of the momentum along the guide."""
    def f(t, y):
        x = y[0] * E3 + CENTRE
        return [y[1], -(np.cross(SPIN, np.cross(SPIN, x)) + np.array([0, 0, G])) @ E3]

    t = np.linspace(0, 1, 11)
    return solve_ivp(f, (0, 1), [R0, 0], t_eval=t, rtol=1e-12, atol=1e-12).y, np.array(distance(t)[:2])


case = Case(
    title="body on a rotating guide (in line and prismatic)",
    source="H. Goldstein, Classical Mechanics, 2nd ed., 1980, sec. 4-9",
    model="guided_body.mbd",
    runs={"main": Run(dict(h=1e-3))},
    quantities=[
        Quantity("distance along the guide", along, lambda r: distance(r.time)[0], 1e-4, "time error (W h)^2", "m"),
        Quantity("attitude to the base", attitude, lambda r: np.tile(ATTITUDE.reshape(9), (len(r.time), 1)), 1e-9,
                 "the constraint itself", "1"),
        Quantity("force of the line on the body", lambda r: -r.joint(3).force[1:], lambda r: push(r)[1:], 2e-3,
                 "time error (W h)^2 of 200 N; without the Coriolis force 30 N off", "N"),
        Quantity("couple of the guide on the body", lambda r: r.joint(4).moment[1:], lambda r: couple(r)[1:], 2e-4,
                 "time error (W h)^2", "N m"),
    ],
    orders=[Order("ms rho=0.6", ["distance along the guide", "couple of the guide on the body"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("motion by integration", check_motion, 1e-8)],
)
