"""Units do not matter: iterations and scaled results are the same in metres and kilograms as in millimetres and tonnes."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.mesh import Beam, files
from lib.outputs import Results
from lib.rods import FRAME, Chain, displacement, position, straight

METRES, MILLIMETRES = dict(n=5, mm=1.0, t=1.0), dict(n=5, mm=1e3, t=1e-3)


def other(r):
    """Results of the same model in metres."""
    name = "cantilever, m" if "cantilever" in r.prefix.parent.name else "pendulum, m"
    return Results(r.prefix.parent.parent / name.replace(" ", "_") / r.prefix.name, METRES)


def tip(r):
    return position(r, 2 * r["n"] + 1) / r["mm"]


def mesh(v):
    """Nodes of the cantilever; `L`, `m` are variables of the models."""
    return Chain(v["n"], straight(v["mm"]))


MIXED = Beam(5, mass="m", inertia=("1.67e-5*m*mm^2",) * 3)
case = Case(
    title="metres and kilograms, millimetres and tonnes",
    source="dimensions; Timoshenko, Strength of Materials, part I, 1955, sec. 39",
    model="cantilever.mbd",
    files={"mesh.frame": lambda v: FRAME, "mesh.nodes": lambda v: MIXED.nodes(),
           "mesh.elements": lambda v: MIXED.beams(), "mesh.bodies": lambda v: MIXED.bodies()},
    runs={"cantilever, m": Run(METRES), "cantilever, mm": Run(MILLIMETRES),
          "pendulum, m": Run(METRES, "pendulum.mbd"), "pendulum, mm": Run(MILLIMETRES, "pendulum.mbd")},
    quantities=[
        Quantity("deflection", lambda r: displacement(r, 11)[-1, 2] / r["mm"], 0.0190491, 1e-5,
                 "linear theory; large displacements take 7e-6 m off", "m", runs=["cantilever, m", "cantilever, mm"]),
        Quantity("tip in millimetres over 1000", tip, lambda r: tip(other(r)), 1e-8,
                 "the same steps in the same number of iterations", "m", runs=["cantilever, mm", "pendulum, mm"]),
        Quantity("iterations", lambda r: r.iterations, lambda r: other(r).iterations, 0.0, "the same test is passed", "",
                 runs=["cantilever, mm", "pendulum, mm"], plot=False),
    ],
)
