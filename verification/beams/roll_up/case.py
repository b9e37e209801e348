"""A cantilever rolled up into one to four circles by a couple at its tip, in given steps and in a single one."""
import numpy as np

from lib.case import Case, Quantity, Run

EI, L = 100.0, 10.0


def axes(r):
    """Columns: axes of the model in space."""
    c, s, k = np.cos(r["tilt"]), np.sin(r["tilt"]), np.sqrt(0.5)
    n = np.array([k, k, 0.0])
    cross = np.array([[0, 0, k], [0, 0, -k], [-k, k, 0]])
    return c * np.eye(3) + s * cross + (1 - c) * np.outer(n, n)


def tip(r):
    """Displacement from the root in model axes."""
    return (r.node(21).position - r.node(1).position) @ axes(r)


def exact_tip(r):
    angle = 2 * np.pi * r["turns"] * r.time
    safe = np.where(angle == 0, 1, angle)
    x = np.where(angle == 0, L, L * np.sin(angle) / safe)
    y = np.where(angle == 0, 0, L * (1 - np.cos(angle)) / safe)
    return np.stack([x, y, 0 * angle], axis=-1)


def turned(r):
    """Orientation of the tip relative to the root at the end."""
    return r.node(1).rotation[-1].T @ r.node(21).rotation[-1]


def moment(r):
    """Bending moments of the sections of beam 5 at the end."""
    row = r.rows("act", 5)[-1]
    return np.array([row[5], row[11]])


case = Case(
    title="cantilever rolled up by a couple at its tip",
    source="Washizu 1982, app. I; Simo, Vu-Quoc, CMAME 58 (1986) 79",
    model="roll_up.mbd",
    runs={"one turn": Run(dict(turns=1.0, steps=10, tilt=0.0)),
          "two turns": Run(dict(turns=2.0, steps=20, tilt=0.0)),
          "one turn, model turned": Run(dict(turns=1.0, steps=10, tilt=2.0)),
          **{f"{turns} turns at once, {'step' if initial else 'ramp'}, tilt {tilt:.2g}":
             Run(dict(turns=float(turns), steps=1, initial=initial, tilt=tilt))
             for turns in (1, 2, 3, 4) for initial in (0.0, 1.0) for tilt in (0.0, np.pi / 4)}},
    quantities=[
        Quantity("tip of the closed circle", lambda r: tip(r)[-1], lambda r: np.zeros(3), 1e-7,
                 "curvature is constant, so the interpolation repeats from beam to beam and the circle closes; left is "
                 "the tolerance of the equilibrium, 1e-8 N over a bending stiffness of 3 EI/L^3 = 0.3 N/m", "m"),
        Quantity("attitude of the tip", turned, lambda r: np.eye(3), 1e-7, "likewise, over 2 EI/L^2 = 2 N"),
        Quantity("tip on the way", tip, exact_tip, 1e-3,
                 "a parabola through three points of an arc of 36 or 72 degrees departs from it by its fourth power", "m",
                 runs=["one turn", "two turns", "one turn, model turned"]),
        Quantity("bending moment", moment, lambda r: np.full(2, 2 * np.pi * EI / L * r["turns"]), 1e-6,
                 "the moment is the couple everywhere", "N m"),
    ])
