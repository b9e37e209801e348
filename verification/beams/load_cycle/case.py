"""Objectivity and independence of the path: a loaded cantilever turned once around; loads in different order."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.outputs import Results
from lib.rods import Chain, axes, files, straight

N = 6


def internal(r):
    """Forces and moments in all sections, one row an output step."""
    return np.concatenate([r.rows("act", k + 1) for k in range(N)], axis=1)


def while_turning(r):
    forces = internal(r)[r.time > 1 - 1e-9]
    return forces / np.abs(forces[0]).max()


def loaded(r):
    """At time 1, for every later step."""
    forces = while_turning(r)
    return np.broadcast_to(forces[0], forces.shape)


def state(r):
    """At the end: positions and orientations of all nodes in the axes of the model."""
    parts = []
    for label in range(1, 2 * N + 2):
        node = r.node(label)
        parts += [node.position[-1] @ axes(r), (axes(r).T @ node.rotation[-1]).ravel()]
    return np.concatenate(parts)


def together(r):
    return state(Results(r.prefix.parent.parent / "together" / r.prefix.name, dict(tilt=0.0)))


def run(y_from, z_from, **more):
    return Run(dict(n=N, follower=0, turns=0.0, y_from=y_from, z_from=z_from, **more))


PATHS = {"y before z": run(0.0, 1.0), "z before y": run(1.0, 0.0), "all at once": run(0.0, 0.0, h=2.0),
         "together, turned": run(0.0, 0.0, tilt=2.0)}
case = Case(
    title="closed path of a clamp, and paths of loads",
    source="Crisfield, Jelenic, Proc. R. Soc. Lond. A 455 (1999) 1125",
    model="cycle.mbd",
    files=files(lambda v: Chain(v["n"], straight(5.0))),
    runs={"whole turn": Run(dict(n=N)), "whole turn, turned": Run(dict(n=N, tilt=1.0)),
          "three turns in three steps": Run(dict(n=N, turns=3.0, h=1.0)), "together": run(0.0, 0.0), **PATHS},
    quantities=[
        Quantity("internal forces while turning", while_turning, loaded, 1e-12,
                 "round-off: what depends on the attitude shows as 1e-3 and more", plot=False,
                 runs=["whole turn", "whole turn, turned", "three turns in three steps"]),
        Quantity("state after all loads", state, together, 1e-12, "round-off", plot=False, runs=list(PATHS)),
    ],
)
