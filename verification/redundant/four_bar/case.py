"""Planar four-bar of spatial joints, at rest in any attitude and carried around."""
import numpy as np

from lib.case import Case, Check, Quantity, Refine, Run
from lib.closed_forms import circle_intersection
from lib.rotation import from_euler123

BASE, A, B, C = 1.0, 0.4, 0.9, 0.7
W, START = 2 * np.pi, np.pi / 2


def frame(r):
    """Axes of the mechanism at each instant: those of the carrier times the attitude."""
    return r.node(4).rotation @ from_euler123([r["a1"], r["a2"], r["a3"]])


def in_plane(r, vectors):
    return np.einsum("tji,tj->ti", frame(r), vectors)


def plane_angle(r, label):
    axis = in_plane(r, r.node(label).rotation[:, :, 0])
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))


def rocker(theta):
    crank_pin = A * np.stack([np.cos(theta), np.sin(theta)], axis=-1)
    fixed = np.broadcast_to([BASE, 0.0], crank_pin.shape)
    pin = circle_intersection(crank_pin, fixed, B, C, +1)
    return np.unwrap(np.arctan2(pin[:, 1], pin[:, 0] - BASE)), pin


def pin_of(r, label, arm):
    return in_plane(r, r.node(label).position + r.node(label).rotation @ np.array([arm, 0.0, 0.0]))


def loop_error(r):
    return pin_of(r, 2, B / 2) - pin_of(r, 3, C / 2)


def out_of_plane(r):
    return np.stack([in_plane(r, r.node(k).position)[:, 2] for k in (1, 2, 3)], axis=1)


def published():
    """At crank 90 deg the rocker stands at 102.053 deg and the pin at (0.85383, 0.68457); extremes 81.787, 152.340."""
    psi, pin = rocker(np.array([np.pi / 2]))
    swing = rocker(np.linspace(0, 2 * np.pi, 20001))[0]
    return (np.concatenate([np.degrees([psi[0], swing.min(), swing.max()]), pin[0]]),
            np.array([102.053, 81.787, 152.340, 0.85383, 0.68457]))


still = dict(h=1e-3, every=10, a1=0.0, a2=0.0, a3=0.0)
case = Case(
    title="planar four-bar of spatial joints, three redundant constraints",
    source="J. E. Shigley, J. J. Uicker, Theory of Machines and Mechanisms, 1980, sec. 2-8, 3-8",
    model="four_bar.mbd",
    runs={"main": Run(dict(still, t_end=10.0)),
          "turned": Run(dict(still, **dict(a1=0.4, a2=-1.1, a3=0.7))),
          "turned again": Run(dict(still, **dict(a1=2.5, a2=0.9, a3=-1.3))),
          "carried": Run(dict(still, **dict(a1=0.4, spin=3.0))),
          "from sloppy data": Run(dict(still, sloppy=0.05))},
    quantities=[
        Quantity("rocker angle at the crank angle reached", lambda r: plane_angle(r, 3),
                 lambda r: rocker(plane_angle(r, 1))[0], 1e-8, "constraints hold to the tolerance of the solver", "rad"),
        Quantity("crank angle", lambda r: plane_angle(r, 1) - plane_angle(r, 1)[0], lambda r: W * r.time, 2e-3,
                 "second order: (W h)^2/12 W t", "rad"),
        Quantity("loop error", loop_error, 0.0, 1e-9, "constraints hold to the tolerance of the solver", "m"),
        Quantity("out of plane", out_of_plane, 0.0, 1e-9, "constraints hold to the tolerance of the solver", "m",
                 runs=["main", "turned", "turned again", "carried"]),
    ],
    refine=[Refine(["crank angle"], 2, changes=dict(every=12))],
    checks=[Check("published angles", published, 6e-4)],
)
