"""Fast heavy top: positions at tabulated times, the start, energy."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.multibody import Body, Spherical, System

OMEGA, CENTRE = np.array([0.0, 150.0, -4.61538]), np.array([0.0, 1.0, 0.0])
MASS, J = 15.0, np.diag([0.234375, 0.46875, 0.234375])
# tabulated by another program, maximal coordinates at tolerance 1e-12
TABLE = {0.1: (0.42129665893, 0.89457197435, -0.14916470056), 0.2: (0.60555056138, 0.59895768179, -0.52398302743),
         0.5: (-0.70246829706, -0.0211651847, -0.71140025765), 1.0: (0.1733439641, 0.64008859207, -0.74849079113),
         1.5: (-0.96816571564, 0.25030606213, -0.00142208385), 2.0: (-0.15041682275, -0.72416559164, -0.67302226956)}


def build():
    top = Body(MASS, J, CENTRE, np.eye(3), np.cross(OMEGA, CENTRE), OMEGA)
    return System([top], [Spherical(None, np.zeros(3), 0, -CENTRE)], (0, 0, -9.81))


_motions = {}


def exact(r):
    key = (len(r.time), r.time[-1])
    if key not in _motions:
        _motions[key] = build().solve(r.time)
    return _motions[key]


def start(which):
    system = build()
    return system.accelerations(system.initial_state())[which][0]


def energy(r):
    node = r.node(1)
    w = np.einsum("kji,kj->ki", node.rotation, node.omega)
    return (0.5 * MASS * (node.velocity**2).sum(axis=1) + 0.5 * (w * w * np.diag(J)).sum(axis=1)
            + MASS * 9.81 * node.position[:, 2])


def check_table():
    times = np.array([0.0, *TABLE])
    return build().solve(times).position[1:, 0], np.array(list(TABLE.values()))


case = Case(
    title="fast heavy top of the Lie-group benchmark",
    source="O. Bruls, A. Cardona, M. Arnold, Mechanism and Machine Theory 48 (2012) 121-137, sec. 5.1",
    model="fast_top.mbd",
    runs={"main": Run(dict(h=5e-5, every=400, t_end=2.0)), "start": Run(dict(h=1e-4, every=1, t_end=1e-3))},
    quantities=[
        Quantity("position", lambda r: r.node(1).position, lambda r: exact(r).position[:, 0], 1e-6,
                 "second order of the precession; the body-fixed rotation of the formula leaves the axis of a fast spin almost exact", "m", runs=["main"]),
        Quantity("energy", energy, lambda r: energy(r)[0], 5e-4, "second order: 1e-7 of 5.4 kJ", "J", runs=["main"]),
        Quantity("acceleration at the start", lambda r: r.node(1).acceleration[0], lambda r: start(0), 1e-9,
                 "consistent start: solver tolerance over the mass", "m/s^2", runs=["start"]),
        Quantity("angular acceleration at the start", lambda r: r.node(1).alpha[0], lambda r: start(1), 1e-8,
                 "consistent start: solver tolerance over the inertia", "rad/s^2", runs=["start"]),
        Quantity("reaction at the start", lambda r: r.joint(1).force[0], lambda r: start(2), 1e-8,
                 "consistent start", "N", runs=["start"]),
    ],
    orders=[Order("ms rho=0.6", ["position"], 2, [dict(h=h, every=round(0.02 / h)) for h in (2e-4, 1e-4, 5e-5)],
                  dict(t_end=0.4))],
    checks=[Check("integration against the table", check_table, 1e-9)],
)
