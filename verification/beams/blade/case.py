"""Flapping of a blade on a turning hub: frequencies from the motion in fixed axes."""
import numpy as np
from scipy.optimize import least_squares

from lib.case import Case, Check, Order, Quantity, Run
from lib.mesh import Beam, files
from lib.rotating_beam import against_published, frequencies


def measured(r):
    """The sines, with the exact frequencies as a start, that fit the tip best after the push."""
    later = r.time > 0.1
    t, z = r.time[later], r.node(2 * r["n"] + 1).position[later, 2]

    def rest(f):
        basis = np.hstack([np.stack([np.cos(v * t), np.sin(v * t)], axis=1) for v in f])
        return z - basis @ np.linalg.lstsq(basis, z, rcond=None)[0]

    return least_squares(rest, frequencies(r["W"]), x_scale=1e-2, xtol=1e-12).x[:2]


def ratio(r):
    return measured(r) / frequencies(r["W"])[:2]


case = Case(
    title="flapping of a blade on a turning hub",
    source="A. D. Wright, C. E. Smith, R. W. Thresher, J. L. C. Wang, J. Appl. Mech. 49 (1982) 197",
    model="blade.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={f"W = {w:g}": Run(dict(n=8, h=1e-3, every=5, W=w, t_end=5.0)) for w in (0.0, 6.0, 12.0)},
    quantities=[
        Quantity("frequencies", ratio, 1.0, 3e-3, "mesh and step, of second order; the rotation raises the first by 2 to 4"),
        Quantity("first frequency", lambda r: ratio(r)[0], 1.0, 5e-4, "likewise"),
    ],
    orders=[Order("mesh and step", ["frequencies"], 2,
                  [dict(n=n, h=8e-3 / n, every=n // 2, W=6.0, t_end=4.0) for n in (4, 8, 16)], slack=0.15)],
    checks=[Check("table of Wright et al.", against_published, 1e-4)],
)
