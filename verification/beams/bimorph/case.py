"""Piezoelectric beams: a bimorph bends to a circle, a shunted bar vibrates."""
import numpy as np
from scipy.linalg import expm

from lib.case import Case, Check, Order, Quantity, Run
from lib.rods import Chain, displacement, files, straight

L, H, D31 = 0.05, 0.5e-3, 190e-12
BAR, EA, E, C, M, SPEED = 0.5, 200.0, 3.0, 0.1, 2.0, 0.1


def bimorph(v):
    return Chain(v.get("n", 4), straight(L),
                 option=", piezoelectric actuator, 1, 1000, matr, 0., 0., 0., 0., M, 0., same")


def tip(r):
    return displacement(r, 2 * r["n"] + 1)


def circle(r):
    k = 1.5 * D31 * r["V"] * r.time / H**2
    safe = np.where(k == 0, 1, k)
    return np.stack([np.where(k == 0, 0, np.sin(k * L) / safe - L), 0 * k, np.where(k == 0, 0, (1 - np.cos(k * L)) / safe)],
                    axis=-1)


def oscillation(times, conductance):
    """x, V of the linear equations."""
    a = np.array([[0, 1, 0], [-EA / (BAR * M), 0, -E / M], [0, E / (C * BAR), -conductance / (C * BAR)]])
    return np.array([(expm(a * t) @ [0, SPEED, 0])[[0, 2]] for t in times])


def computed(r):
    voltage = r.rows("abs", 7)[:, 0]
    return np.stack([r.node(3).position[:, 0] - BAR, 1e-2 * voltage], axis=-1)


def reference(r):
    return oscillation(r.time, r["G"]) * [1, 1e-2]


def open_circuit():
    t = np.linspace(0, 1, 7)
    w = np.sqrt((EA + E * E / C) / (BAR * M))
    return oscillation(t, 0.0)[:, 0], SPEED / w * np.sin(w * t)


SHUNTS = (0.0, 0.3, 1e3)
case = Case(
    title="piezoelectric bimorph, shunted piezoelectric bar",
    source="Smits, Dalke, Cooney, Sens. Actuators A 28 (1991) 41; Hagood, von Flotow, J. Sound Vib. 146 (1991) 243",
    model="bimorph.mbd",
    files=files(bimorph),
    runs={"100 V": Run(dict(n=4, V=100.0)), "100 V, turned": Run(dict(n=4, V=100.0, tilt=1.0)),
          "20 kV": Run(dict(n=4, V=2e4)),
          **{f"conductance {g:g}": Run(dict(G=g, h=1e-3), "oscillator.mbd") for g in SHUNTS}},
    quantities=[
        Quantity("tip of the bimorph", tip, circle, 1e-9, "constant curvature; small displacements give 1.425e-4 m", "m",
                 runs=["100 V", "100 V, turned"]),
        Quantity("tip of the bimorph", tip, circle, 1e-6, "error of the interpolation of an arc of 65 degrees by four beams",
                 "m", runs=["20 kV"]),
        Quantity("mass and voltage (1e-2 V)", computed, reference, 2e-5,
                 "0.1 (w h)^2 times the phase turned, 16 rad, of 7e-3 m; without coupling the frequency is 17 per cent lower",
                 "m", runs=[f"conductance {g:g}" for g in SHUNTS]),
    ],
    orders=[Order("oscillator", ["mass and voltage (1e-2 V)"], 2,
                  [dict(G=0.3, h=h, every=round(0.02 / h)) for h in (4e-3, 2e-3, 1e-3)], model="oscillator.mbd")],
    checks=[Check("open circuit against the stiffer spring", open_circuit, 1e-12)],
)
