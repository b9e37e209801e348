"""Initial assembly: least change of the input that meets constraints and their rates."""
import numpy as np
from scipy.optimize import minimize

from lib.case import Case, Check, Quantity, Run

CENTRE = np.array([0.1, 0.2, 0.3])
X0, V0 = np.array([0.7, -0.5, 0.9]), np.array([0.4, 1.2, -0.3])
NORMAL = X0 / np.linalg.norm(X0)
PAIR_V1 = np.array([-0.4, 0.3, 0.2])
K1, K2, C1, C2 = 1.0, 3.0, 4.0, 1.0


def point(rate):
    return np.hstack([CENTRE + NORMAL, V0 - (V0 @ NORMAL) * NORMAL + rate * NORMAL])


def pair():
    """Positions and velocities of both nodes: corrections along the connection, shared as 1/k and 1/c."""
    gap = np.linalg.norm(X0) - 1.0
    closing = (V0 - PAIR_V1) @ NORMAL
    return np.hstack([CENTRE + gap * K2 / (K1 + K2) * NORMAL, CENTRE + X0 - gap * K1 / (K1 + K2) * NORMAL,
                      PAIR_V1 + closing * C2 / (C1 + C2) * NORMAL, V0 - closing * C1 / (C1 + C2) * NORMAL])


def start(r, *labels):
    nodes = [r.node(label) for label in labels]
    return np.hstack([n.position[0] for n in nodes] + [n.velocity[0] for n in nodes])


def violations(r):
    """Of the revolute pin at step 0: point, tilt of the axis, and their rates."""
    node = r.node(1)
    arm, axis, w = node.rotation[0] @ [-0.3, 0, 0], node.rotation[0][:, 2], node.omega[0]
    return np.hstack([node.position[0] + arm, axis[:2], node.velocity[0] + np.cross(w, arm), np.cross(w, axis)[:2]])


def check_pair():
    """Minimum of the weighted squares, found by a general optimiser."""
    start_values = np.hstack([CENTRE, CENTRE + X0])
    weights = np.repeat([K1, K2], 3)
    position = minimize(lambda x: 0.5 * weights @ (x - start_values) ** 2, start_values + 0.01,
                        jac=lambda x: weights * (x - start_values), method="SLSQP",
                        constraints={"type": "eq", "fun": lambda x: (x[3:] - x[:3]) @ (x[3:] - x[:3]) - 1,
                                     "jac": lambda x: 2 * np.hstack([x[:3] - x[3:], x[3:] - x[:3]])},
                        options=dict(ftol=1e-15, maxiter=200)).x
    return position, pair()[:6]


EXACT = "closed form; the assembly iterates to 1e-10"
case = Case(
    title="initial assembly: least change of position and velocity",
    source="least squares with a Lagrange multiplier; G. Strang, Introduction to Applied Mathematics, 1986, sec. 2.2",
    model="point.mbd",
    runs={"point": Run(dict(rate=0.0, h=1e-3)), "growing link": Run(dict(rate=0.5, h=1e-3)),
          "pair": Run(dict(h=1e-3), "pair.mbd"), "body": Run(dict(h=1e-3), "body.mbd")},
    quantities=[
        Quantity("position and velocity of the point", lambda r: start(r, 2), lambda r: point(r["rate"]), 1e-11, EXACT,
                 "m, m/s", runs=["point", "growing link"]),
        Quantity("positions and velocities of the pair", lambda r: start(r, 1, 2), lambda r: pair(), 1e-11, EXACT,
                 "m, m/s", runs=["pair"]),
        Quantity("violations of pin and rates", violations, 0.0, 1e-11, "the assembly iterates to 1e-10", "m, rad",
                 runs=["body"]),
        Quantity("the body turns on", lambda r: r.node(1).omega[0, 2], 2.0, 0.5,
                 "the free rotation is changed little, not stopped", "rad/s", runs=["body"]),
    ],
    checks=[Check("pair against a general optimiser", check_pair, 1e-6)],
)
