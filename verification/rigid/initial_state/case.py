"""Accelerations and reactions at step 0, before any step was made."""
import importlib.util
from pathlib import Path

import numpy as np

from lib.case import Case, Check, Quantity, Run

HERE = Path(__file__).resolve().parent


def sibling(name):
    """The module of another case, whose references serve here at t = 0."""
    spec = importlib.util.spec_from_file_location(f"initial_state_{name}", HERE.parent / name / "case.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


orders, physical, slider_crank, four_bar = (sibling(n) for n in ("orders", "physical_pendulum", "slider_crank",
                                                                 "four_bar"))
MASS, LINK, G = 2.0, 0.8, 9.81
POINT = ["released", "thrown", "coefficient 1e-3", "coefficient 1"]


def outward(r):
    return np.array([np.sin(r["theta_0"]), 0, -np.cos(r["theta_0"])])


def tangent(r):
    return np.array([np.cos(r["theta_0"]), 0, np.sin(r["theta_0"])])


def point_acceleration(r):
    return -G * np.sin(r["theta_0"]) * tangent(r) - r["v"] ** 2 / LINK * outward(r)


def point_tension(r):
    return (MASS * G * np.cos(r["theta_0"]) + MASS * r["v"] ** 2 / LINK) * outward(r)


def chain(which):
    system = orders.build()
    return system.accelerations(system.initial_state())[which]


def chain_accelerations(_):
    """Of the nodes, which sit off the centres of mass."""
    a, alpha, _ = (chain(i) for i in range(3))
    values = []
    for k, (axes, arm, w) in enumerate(((orders.AXES1, orders.NODE1 - orders.CENTRE1, orders.W1),
                                        (orders.AXES2, orders.NODE2 - orders.CENTRE2, orders.W2))):
        turned = axes @ arm
        values.append(a[k] + np.cross(alpha[k], turned) + np.cross(w, np.cross(w, turned)))
    return np.concatenate(values)


def pendulum_angular_acceleration(_):
    return physical.exact(np.zeros(1))[2][0] * physical.AXIS


def release(theta, v=0.0, coefficient=1e-6):
    return Run(dict(h=1e-3, every=1, theta_0=theta, v=v, coefficient=coefficient))


def first(t):
    return np.full(1, t)


def check_limit():
    """The tension of the released pendulum is the limit of the tension of the motion."""
    from lib.closed_forms import pendulum
    theta, rate, second = (x[0] for x in pendulum(1.0, np.sqrt(G / LINK), first(1e-9)))
    return (np.array([MASS * G * np.cos(theta) + MASS * LINK * rate**2, LINK * second]),
            np.array([MASS * G * np.cos(1.0), -G * np.sin(1.0)]))


EXACT = "consistent start: tolerance of the solver over the mass; no step was made, so no error of integration"
case = Case(
    title="accelerations and reactions at the start",
    source="balances at t = 0; mechanisms as in the cases of their names",
    model="released.mbd",
    runs={"released": release(1.0), "thrown": release(2.2, 3.0), "coefficient 1e-3": release(1.0, 0.0, 1e-3),
          "coefficient 1": release(1.0, 1.0, 1.0),
          "chain": Run(dict(h=1e-3, every=1, t_end=2e-3), "../orders/ms.mbd"),
          "physical pendulum": Run(dict(h=1e-3, every=1, t_end=2e-3), "../physical_pendulum/hinge.mbd"),
          "slider-crank": Run(dict(h=1e-3, every=1, t_end=2e-3), "../slider_crank/slider_crank.mbd"),
          "four-bar": Run(dict(h=1e-3, every=1, t_end=2e-3), "../four_bar/four_bar.mbd")},
    quantities=[
        Quantity("acceleration", lambda r: r.node(2).acceleration[0], point_acceleration, 1e-9, EXACT, "m/s^2",
                 runs=POINT),
        Quantity("force of the link on the ground", lambda r: r.joint(2).force[0], point_tension, 1e-9, EXACT, "N",
                 runs=POINT),
        Quantity("force at the clamp, of the node on the ground", lambda r: r.joint(1).force[0], point_tension, 1e-9,
                 EXACT, "N", runs=POINT),
        Quantity("first step: tension", lambda r: np.linalg.norm(r.joint(2).force[1]),
                 lambda r: MASS * G * np.cos(1.0), 1e-3,
                 "changes of order h^2; a start without reactions would be off by newtons", "N",
                 runs=["released", "coefficient 1e-3"]),
        Quantity("node accelerations", lambda r: np.hstack([r.node(1).acceleration[0], r.node(2).acceleration[0]]),
                 chain_accelerations, 1e-9, EXACT, "m/s^2", runs=["chain"]),
        Quantity("angular accelerations", lambda r: np.hstack([r.node(1).alpha[0], r.node(2).alpha[0]]),
                 lambda r: chain(1).ravel(), 1e-9, EXACT, "rad/s^2", runs=["chain"]),
        Quantity("reactions", lambda r: np.hstack([r.joint(1).force[0], r.joint(2).force[0]]),
                 lambda r: chain(2).ravel(), 1e-9, EXACT, "N", runs=["chain"]),
        Quantity("angular acceleration", lambda r: r.node(2).alpha[0], pendulum_angular_acceleration, 1e-9, EXACT,
                 "rad/s^2", runs=["physical pendulum"]),
        Quantity("reaction", lambda r: r.joint(2).force[0], lambda r: physical.reaction_at(np.zeros(1))[0], 1e-9,
                 EXACT, "N", runs=["physical pendulum"]),
        Quantity("drive couple of the slider-crank", lambda r: slider_crank.local(r.joint(1).moment)[0, 2],
                 lambda r: slider_crank.couple(first(slider_crank.START))[0], 1e-9, EXACT, "N m",
                 runs=["slider-crank"]),
        Quantity("drive couple of the four-bar", lambda r: four_bar.local(r.joint(1).moment)[0, 2],
                 lambda r: four_bar.dynamics(first(four_bar.START))[0][0], 1e-9, EXACT, "N m", runs=["four-bar"]),
        Quantity("pin force of the four-bar", lambda r: four_bar.local(r.joint(3).force)[0, :2],
                 lambda r: four_bar.dynamics(first(four_bar.START))[1][0], 1e-9, EXACT, "N", runs=["four-bar"]),
    ],
    checks=[Check("start as the limit of the motion", check_limit, 1e-9)],
)
