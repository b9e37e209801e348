"""N four-bar loops of spatial joints, through the singular configuration in which they could fold."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

G = 9.81


def angle(n, t):
    c = G * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
    solution = solve_ivp(lambda _, y: [y[1], c * np.sin(y[0])], (0, max(t[-1], 1e-9)), [0.0, 1.0], t_eval=t,
                         rtol=1e-12, atol=1e-12, method="DOP853")
    return solution.y[0]


def expected(n):
    def value(r):
        theta = angle(n, r.time)
        return 0.5 * np.stack([np.sin(theta), 0 * theta, np.cos(theta)], axis=1)
    return value


def first_link(r):
    return r.node(1).position @ from_euler123([r["a1"], r["a2"], r["a3"]])


def parallel(last):
    """The last link stays parallel to the first: the mechanism has not folded."""
    return lambda r: r.node(last).rotation[:, :, 2] - r.node(1).rotation[:, :, 2]


def published():
    """End of the first link at 1 s and 10 s for N = 40, by an independent program."""
    theta = angle(40, np.array([0.0, 1.0, 10.0]))[1:]
    return np.concatenate([np.sin(theta), np.cos(theta)]), np.array([-.1153568806, .1805122267, -.9933241113, .9835727406])


LEVEL = dict(a1=0.0, a2=0.0, a3=0.0)
case = Case(
    title="N four-bar loops, 3 N redundant constraints, through their singular configuration",
    source="M. Gonzalez et al., Multibody System Dynamics 16, 2006, problem A02; one degree of freedom, Lagrange",
    model="n1.mbd",
    runs={"1 loop": Run(dict(LEVEL, h=1e-3, every=100, t_end=10.0)),
          "1 loop turned": Run(dict(a1=0.4, a2=-1.1, a3=0.7, h=1e-3, every=100, t_end=10.0)),
          "10 loops": Run(dict(LEVEL, h=1e-3, every=100), model="n10.mbd"),
          "40 loops": Run(dict(LEVEL, h=2e-3, every=50), model="n40.mbd")},
    quantities=[
        Quantity("middle of the first link, 1 loop", first_link, expected(1), 1.5e-3,
                 "second order, five revolutions: growth of the error of the period by 1e-4 each", "m",
                 runs=["1 loop", "1 loop turned"]),
        Quantity("middle of the first link, 10 loops", first_link, expected(10), 1e-4, "second order", "m",
                 runs=["10 loops"]),
        Quantity("middle of the first link, 40 loops", first_link, expected(40), 4e-4, "second order", "m",
                 runs=["40 loops"]),
        Quantity("links stay parallel, 1 loop", parallel(2), 0.0, 1e-8, "constraints hold", runs=["1 loop"]),
        Quantity("links stay parallel, 10 loops", parallel(11), 0.0, 1e-7, "constraints hold", runs=["10 loops"]),
        Quantity("links stay parallel, 40 loops", parallel(41), 0.0, 1e-6, "constraints hold", runs=["40 loops"]),
    ],
    orders=[Order("ms rho=0.6", ["middle of the first link, 1 loop"], 2,
                  [dict(LEVEL, h=h, every=round(0.1 / h)) for h in (4e-3, 2e-3, 1e-3)], dict(t_end=1.0))],
    checks=[Check("independent program", published, 1e-8)],
)
