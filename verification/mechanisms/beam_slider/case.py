"""Beam slider: a bead on a straight and on a curved beam, a load on an elastic one."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_vector

G, MASS, J = 9.81, 1.5, 0.3


def down(r):
    """Axis of the chain, and the normal that points up."""
    turn = from_vector([0, r["slope"], 0])
    return turn[:, 0], turn[:, 2]


def travel(r):
    return (r.node(10).position - r.node(10).position[0]) @ down(r)[0]


def place(r):
    """Along the chain from what is printed: beam and s."""
    beam, s = r.joint(10).extra[:, 0], r.joint(10).extra[:, 1]
    x1, x2 = np.array([0, 0.4, 0.8]), np.array([0.8, 1.4, 2.0])
    shape = np.stack([s * (s - 1) / 2, 1 - s * s, s * (s + 1) / 2], axis=1)
    return np.where(beam == 1, shape @ x1, shape @ x2)


def push(r):
    axis, up = down(r)
    return np.stack([r.joint(10).force @ axis, r.joint(10).force @ [0, 1, 0], r.joint(10).force @ up], axis=1)


def energy(r):
    n = r.node(10)
    spin = np.einsum("nji,nj->ni", n.rotation, n.omega)
    return (0.5 * MASS * np.sum(n.velocity ** 2, axis=1) + 0.5 * (spin ** 2) @ [0.05, J, J]
            + MASS * G * n.position[:, 2])


def off_line(r):
    """From the parabola, and of axis 1 from its tangent."""
    x = r.node(10).position
    tangent = np.stack([np.ones(len(x)), 0 * x[:, 0], x[:, 0]], axis=1)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    return np.hstack([(x[:, 2] - x[:, 0] ** 2 / 2)[:, None], np.cross(tangent, r.node(10).rotation[:, :, 0])])


def arrow(t):
    """x of the bead: kinetic energy (m (1 + x^2) + J/(1 + x^2)^2) x'^2/2, potential m g x^2/2."""
    def f(_, y):
        x, v = y
        k = 1 + x * x
        mass, slope = MASS * k + J / k ** 2, 2 * x * MASS - 4 * x * J / k ** 3
        return [v, (-MASS * G * x - 0.5 * slope * v * v) / mass]

    return solve_ivp(f, (0, t[-1]), [-0.8, 0], "DOP853", t, rtol=1e-11, atol=1e-11).y


def arrow_energy():
    """The reference conserves energy, and its inertia is that of the tangent's turning."""
    x, v = arrow(np.linspace(0, 3, 31))
    turning = v / (1 + x * x)
    total = 0.5 * MASS * (1 + x * x) * v * v + 0.5 * J * turning ** 2 + MASS * G * x * x / 2
    return total, np.full(31, MASS * G * 0.32)


FREE_MASS = {1: 1.0, 2: 2.0, 3: 1.5, 10: 0.5}


def free_line(r):
    """Momentum along x and z, its moment about y, kinetic energy of line and bead; bodies have moments of inertia of 1."""
    p, moment, kinetic = 0, 0, 0
    for label, m in FREE_MASS.items():
        n = r.node(label)
        p = p + m * n.velocity[:, [0, 2]]
        moment = moment + m * np.cross(n.position, n.velocity)[:, 1] + n.omega[:, 1]
        kinetic = kinetic + 0.5 * m * np.sum(n.velocity ** 2, axis=1) + 0.5 * np.sum(n.omega ** 2, axis=1)
    return np.column_stack([p, moment, kinetic])


def too_fast(r):
    """Speed of the rod and of the slider above that of the tip of a rigid rod."""
    fastest = np.max([np.linalg.norm(r.node(k).velocity, axis=1) for k in (2, 3, 4, 5, 6, 7, 10)], axis=0)
    return np.maximum(fastest - 1.2 * 6 * (1 - np.cos(2 * np.pi * r.time)), 0)


def deflection(r):
    a = r["place"]
    return -a * a * (2 - a) ** 2 / (3 * 100 * 2)


INCLINE, BOWL = ["incline"], ["bowl"]
case = Case(
    title="beam slider",
    source="S. Timoshenko, J. M. Gere, Mechanics of Materials, 2nd ed., 1984, appendix G; C. Lanczos, The Variational "
           "Principles of Mechanics, 4th ed., 1970, ch. III",
    model="incline.mbd",
    runs={"free line": Run(dict(h=2e-3, every=10), "free.mbd"), "rod": Run(dict(h=1e-5, every=50), "rod.mbd"),
          "incline": Run(dict(slope=0.5, h=1e-3, every=10)), "bowl": Run(dict(h=1e-3), "bowl.mbd"),
          "load at a node": Run(dict(place=0.5), "deflection.mbd"),
          "load between nodes": Run(dict(place=0.8), "deflection.mbd")},
    quantities=[
        Quantity("travel", travel, lambda r: G * np.sin(r["slope"]) * r.time ** 2 / 2, 1e-9,
                 "constant acceleration: the integration is exact", "m", runs=INCLINE),
        Quantity("printed place", place, lambda r: 0.2 + travel(r), 1e-9, "the same point by another way", "m",
                 runs=INCLINE),
        Quantity("push of the beam", push,
                 lambda r: np.tile([0, 0, MASS * G * np.cos(r["slope"])], (len(r.time), 1)), 1e-6,
                 "exact, on both beams", "N", runs=INCLINE),
        Quantity("distance from the line and its tangent", off_line, 0.0, 1e-8, "constraints", "m", runs=BOWL),
        Quantity("place in the bowl", lambda r: r.node(10).position[:, 0], lambda r: arrow(r.time)[0], 2e-4,
                 "phase error (4 h)^2/12 in four swings; couples that do work in sliding would be 0.1 off", "m", runs=BOWL),
        Quantity("energy", energy, lambda r: MASS * G * 0.32, 1e-3, "error of second order, no drift", "J", runs=BOWL),
        Quantity("momenta and energy of bead and line", free_line,
                 lambda r: np.tile([-0.5, -0.1, 0.025, 0.26], (len(r.time), 1)), 1e-7,
                 "conserved; a reaction that is not shared by the shapes of the line would be 1e-4 to 1e-3 off",
                 runs=["free line"]),
        Quantity("distance from the end of the rod", lambda r: np.linalg.norm(r.node(10).position, axis=1), 0.4, 1e-6,
                 "r'' = w^2 r: 2e-8 by then; handed over at each crossing the run would not reach its end", "m", runs=["rod"]),
        Quantity("speed above that of a rigid rod", too_fast, 0.0, 1e-4, "the rod lags behind its end", "m/s", runs=["rod"]),
        Quantity("deflection", lambda r: r.node(100).position[-1, 2] - 0.1, deflection, 5e-3,
                 "eight beams; a load between nodes is shared by the shapes, an error of its own in that element", "m", relative=True,
                 runs=["load at a node", "load between nodes"]),
    ],
    orders=[Order("bowl, ms rho=0.6", ["place in the bowl", "energy"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)], {}, "bowl.mbd")],
    checks=[Check("energy of the arrow in the bowl", arrow_energy, 1e-8)],
)
