"""Campbell diagram of a rotating cantilever: flapping and lagging frequencies over the speed."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes
from lib.mesh import Beam, files
from lib.rotating_beam import against_published, frequencies

SPEEDS = np.arange(0.0, 13.0, 2.0)


def computed(r):
    """Rows: speeds; columns: two flapping and two lagging modes."""
    rows = []
    for k, speed in enumerate(SPEEDS):
        w = Modes(r.prefix, k).frequencies() * 2 * np.pi
        flap = frequencies(speed, r["hub"])[:2]
        exact = np.concatenate([flap, np.sqrt(flap**2 - speed**2)])
        rows.append([w[np.argmin(np.abs(w - value))] for value in exact])
    return np.array(rows)


def reference(r):
    flap = np.array([frequencies(speed, r["hub"])[:2] for speed in SPEEDS])
    return np.hstack([flap, np.sqrt(flap**2 - SPEEDS[:, None]**2)])


def ratio(column):
    return lambda r: (computed(r) / reference(r))[:, column]


LADDER = [dict(n=n, hub=0.0, step=1 / n) for n in (4, 8, 16)]
case = Case(
    title="Campbell diagram of a rotating cantilever",
    source="A. D. Wright, C. E. Smith, R. W. Thresher, J. L. C. Wang, J. Appl. Mech. 49 (1982) 197",
    model="blade.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"hub 0": Run(dict(n=8, hub=0.0)), "hub 1": Run(dict(n=8, hub=1.0))},
    quantities=[Quantity(name, ratio(k), 1.0, tolerance, "lumped mass, of second order") for k, (name, tolerance) in
                enumerate((("first flapping", 3e-4), ("second flapping", 3e-3),
                           ("first lagging", 3e-4), ("second lagging", 3e-3)))],
    orders=[Order("mesh", ["first flapping", "second flapping", "second lagging"], 2, LADDER, vary="step")],
    checks=[Check("table of Wright et al.", against_published, 1e-4)],
)
