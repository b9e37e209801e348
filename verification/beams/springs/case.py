"""Stiffness of a helical spring and of a quarter ring."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.rods import Chain, files, orientation, position

EA, GA2, GA3, GJ, EI2, EI3 = 2e4, 1e4, 1e4, 1.6, 2.0, 3.0
STIFFNESS = np.array([EA, GA2, GA3, GJ, EI2, EI3])
TURNS, PITCH = 3.0, np.radians(12)
FORCE = 1e-6


def helix(s):
    """Radius 1 about z; sections with axes tangent, towards the axis, binormal."""
    phi, c, rise = 2 * np.pi * TURNS * s, np.cos(PITCH), np.sin(PITCH)
    x = np.array([np.cos(phi), np.sin(phi), phi * np.tan(PITCH)])
    t = np.array([-np.sin(phi) * c, np.cos(phi) * c, rise])
    normal = np.array([-np.cos(phi), -np.sin(phi), 0])
    return x, np.stack([t, normal, np.cross(t, normal)], axis=1)


def ring(s):
    """A quarter of radius 1 in the plane x, y, from the origin along x to (1, 1)."""
    a = 0.5 * np.pi * s
    return np.array([np.sin(a), 1 - np.cos(a), 0]), np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0],
                                                              [0, 0, 1]])


CURVES = (helix, ring)
LENGTHS = (2 * np.pi * TURNS / np.cos(PITCH), np.pi / 2)


def flexibility(kind, point, force):
    """Displacement of the point along a unit force on it: integral of the squares of what acts in the sections."""
    nodes, weights = np.polynomial.legendre.leggauss(60)
    total = 0.0
    for s, w in zip(0.5 * (nodes + 1), 0.5 * weights):
        x, R = CURVES[kind](s)
        acting = np.concatenate([R.T @ force, R.T @ np.cross(point - x, force)])
        total += w * np.sum(acting**2 / STIFFNESS)
    return total * LENGTHS[kind]


def closed_forms():
    c, rise = np.cos(PITCH), np.sin(PITCH)
    helical = LENGTHS[0] * (c * c / GJ + rise * rise / EI3 + rise * rise / EA + c * c / GA3)
    in_plane = 0.25 * np.pi * (1 / EI3 + 1 / EA + 1 / GA2)
    across = 0.25 * np.pi / EI2 + (0.75 * np.pi - 2) / GJ + 0.5 * np.pi / GA3
    return np.array([helical, in_plane, across])


def run(kind, direction, n, **more):
    point = np.array([0, 0, helix(1.0)[0][2]]) if kind == 0 else ring(1.0)[0]
    force = FORCE * np.asarray(direction, dtype=float)
    return dict(kind=kind, n=n, **dict(zip(("px", "py", "pz", "fx", "fy", "fz"), np.concatenate([point, force]))), **more)


def data(r):
    point = np.array([r["px"], r["py"], r["pz"]])
    return point, np.array([r["fx"], r["fy"], r["fz"]]) / FORCE


def computed(r):
    point, force = data(r)
    label = 2 * r["n"] + 1
    x, R = position(r, label), orientation(r, label)
    arm = R[0].T @ (point - x[0])
    return (x[-1] + R[-1] @ arm - point) @ force / FORCE


def exact(r):
    return flexibility(r["kind"], *data(r))


X, Z = (1, 0, 0), (0, 0, 1)
case = Case(
    title="helical spring and quarter ring",
    source="A. M. Wahl, Mechanical Springs, 1944; Timoshenko, Strength of Materials, part I, 1955, sec. 79",
    model="spring.mbd",
    files=files(lambda v: Chain(v["n"], CURVES[v["kind"]])),
    runs={"helix": Run(run(0, Z, 96)), "helix, turned": Run(run(0, Z, 96, tilt=1.0)), "ring in its plane": Run(run(1, X, 16)),
          "ring across": Run(run(1, Z, 16))},
    quantities=[Quantity("flexibility", computed, exact, 1e-5, "error of the mesh, of fourth order; neglected axial force or shear is 1e-4 to 1e-3", "m/N", relative=True)],
    orders=[Order("helix", ["flexibility"], 4, [run(0, Z, n, step=1 / n) for n in (12, 24, 48)], vary="step", slack=0.3),
            Order("ring", ["flexibility"], 4, [run(1, X, n, step=1 / n) for n in (2, 4, 8)], vary="step", slack=0.3)],
    checks=[Check("quadrature against closed forms", lambda: (
        np.array([flexibility(0, np.array([0, 0, helix(1.0)[0][2]]), np.array(Z, dtype=float)),
                  flexibility(1, ring(1.0)[0], np.array(X, dtype=float)),
                  flexibility(1, ring(1.0)[0], np.array(Z, dtype=float))]), closed_forms()), 1e-10)],
)
