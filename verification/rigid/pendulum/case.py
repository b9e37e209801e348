"""Mathematical pendulum: motion by elliptic functions, period, tension."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.closed_forms import pendulum, pendulum_period
from lib.measure import zero_crossings

MASS, LENGTH, G = 2.0, 1.0, 9.81
W = np.sqrt(G / LENGTH)
RELEASE = 2.0
QUARTER = -np.pi / 2  # released horizontally, at x = -1: the simple pendulum of the IFToMM benchmark set


def angle(r):
    x = r.node(2).position
    return np.unwrap(np.arctan2(x[:, 0], -x[:, 2]))


def exact(r):
    return pendulum(r["theta_0"] if "theta_0" in r.variables else RELEASE, W, r.time)


def position(r):
    theta = exact(r)[0]
    return LENGTH * np.stack([np.sin(theta), 0.0 * theta, -np.cos(theta)], axis=1)


def velocity(r):
    theta, rate, _ = exact(r)
    return LENGTH * rate[:, None] * np.stack([np.cos(theta), 0.0 * theta, np.sin(theta)], axis=1)


def tension(r):
    theta, rate, _ = exact(r)
    return MASS * G * np.cos(theta) + MASS * LENGTH * rate**2


def computed_tension(r):
    """The joint prints its force on node 1, the ground; tension pulls it towards the bob."""
    x = r.node(2).position
    return np.einsum("ij,ij->i", r.joint(2).force, x) / LENGTH


def period(r):
    node = r.node(2)
    rate = (node.velocity[:, 0] * np.cos(angle(r)) + node.velocity[:, 2] * np.sin(angle(r))) / LENGTH
    zeros = zero_crossings(r.time, angle(r), rate)
    return zeros[2] - zeros[0]


def energy(r):
    node = r.node(2)
    return 0.5 * MASS * (node.velocity**2).sum(axis=1) + MASS * G * node.position[:, 2]


def integrated():
    t = np.linspace(0.0, 6.0, 301)
    s = solve_ivp(lambda _, y: [y[1], -W**2 * np.sin(y[0])], (0.0, 6.0), [RELEASE, 0.0], method="DOP853", t_eval=t,
                  rtol=1e-12, atol=1e-12)
    return s.y, np.array(pendulum(RELEASE, W, t)[:2])


case = Case(
    title="mathematical pendulum on a distance joint",
    source="E. T. Whittaker, Analytical Dynamics, 4th ed., 1937, art. 44; horizontal release: Gonzalez et al. 2006 "
           "(IFToMM benchmark set), problem A01",
    model="pendulum.mbd",
    runs={"main": Run(dict(h=2.5e-4, every=40, theta_0=RELEASE)),
          "horizontal release": Run(dict(h=2.5e-4, every=40, theta_0=QUARTER, t_end=10.0))},
    quantities=[
        Quantity("position", lambda r: r.node(2).position, position, 2e-5,
                 "phase error of order 2: about 0.1 (w h)^2 w t", "m"),
        Quantity("velocity", lambda r: r.node(2).velocity, velocity, 8e-5, "as the position, times w", "m/s"),
        Quantity("tension", computed_tension, tension, 5e-4, "as the velocity, times 2 m v", "N"),
        Quantity("period", period, lambda r: pendulum_period(r["theta_0"], W), 1.5e-6,
                 "0.1 (w h)^2 T; the small-angle period is 23 % off", "s"),
        Quantity("length", lambda r: np.linalg.norm(r.node(2).position, axis=1), LENGTH, 1e-10,
                 "the constraint holds to the tolerance of the solver at every step", "m"),
        Quantity("energy", energy, lambda r: -MASS * G * LENGTH * np.cos(r["theta_0"]), 5e-5,
                 "dissipation of the method at w h = 8e-4", "J"),
        Quantity("x, z at t = 10", lambda r: r.node(2).position[-1, [0, 2]],
                 lambda r: np.array([-0.2750874626, -0.9614192051]), 1e-5,
                 "independent solution at 1e-12, ten digits; the benchmark asks for 1e-5",
                 "m", runs=["horizontal release"]),
    ],
    orders=[Order(f"ms rho={rho:g}", ["position", "velocity", "tension"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)],
                  dict(theta_0=RELEASE, t_end=2.0, rho=rho)) for rho in (0.0, 0.6)],
    checks=[Check("elliptic functions against integration at 1e-12", integrated, 1e-9)],
)
