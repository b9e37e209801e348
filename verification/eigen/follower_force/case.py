"""Beck's column under a follower force: two frequencies meet, then one motion grows."""
import numpy as np
from scipy.linalg import expm

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes
from lib.mesh import Beam, files

LOADS = np.array([0.0, 5.0, 10.0, 15.0, 19.0, 21.0, 25.0, 30.0])
CRITICAL, FREQUENCY = 20.0509536, 11.0155776


def determinant(square, p):
    """w'''' + p w'' + s^2 w = 0, clamped, w'' = w''' = 0 at the tip; `square` is s^2 (complex)."""
    m = expm(np.array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-square, 0, -p, 0]], dtype=complex))
    return m[2, 2] * m[3, 3] - m[2, 3] * m[3, 2]


def root(guess, p):
    """Newton's method with differences along the real axis; the determinant is analytic."""
    z = complex(guess)
    for _ in range(60):
        f, d = determinant(z, p), 1e-6 * max(1.0, abs(z))
        step = f * 2 * d / (determinant(z + d, p) - determinant(z - d, p))
        z -= step
        if abs(step) < 1e-11 * abs(z):
            break
    return z


def exact(p):
    """s^2 of the two lowest modes, followed from p = 0 in small steps."""
    squares = [-3.5160153**2, -22.0344916**2]
    for load in np.arange(0.0, p + 1e-9, 0.25):
        if load > CRITICAL:
            break
        squares = [root(s, load) for s in squares]
    if p < CRITICAL:
        return sorted(squares, key=lambda s: -s.real)
    z = -FREQUENCY**2 + 20j
    for load in np.arange(20.5, p + 1e-9, 0.25):
        z = root(z, load)
    return [complex(z.real, abs(z.imag)), complex(z.real, -abs(z.imag))]


def modes(r, k):
    """s^2 of the two lowest modes in the plane."""
    s = Modes(r.prefix, k).s
    s = s[np.argsort(np.abs(s))][:4]
    if LOADS[k] < CRITICAL:
        return sorted((s[:2] ** 2), key=lambda v: -v.real)
    pair = s[0] ** 2  # growing and decaying oscillation
    return [complex(pair.real, abs(pair.imag)), complex(pair.real, -abs(pair.imag))]


def symmetric(values):
    """Sum and product of the two s^2, analytic in the load, in units of their size."""
    a, b = values
    return [np.real(a + b) / 500, np.real(a * b) / 1e4]


def computed(r):
    return np.array([symmetric(modes(r, k)) for k in range(LOADS.size)])


def reference(r):
    return np.array([symmetric(exact(p)) for p in LOADS])


def flutter(r):
    """Load and frequency where (s_1^2 - s_2^2)^2 passes zero: cubic through the analyses at 15, 19, 21, 25."""
    four = range(3, 7)
    gaps = [np.real((a - b) ** 2) for a, b in (modes(r, k) for k in four)]
    means = [-np.real(a + b) / 2 for a, b in (modes(r, k) for k in four)]
    roots = np.roots(np.polyfit(LOADS[3:7], gaps, 3))
    load = min(roots[np.abs(roots.imag) < 1e-9].real, key=lambda p: abs(p - 20))
    return np.array([load, np.sqrt(np.polyval(np.polyfit(LOADS[3:7], means, 3), load))])


def meeting():
    """The published load and frequency make a double root."""
    z, d = -FREQUENCY**2, 1e-3
    slope = (determinant(z + d, CRITICAL) - determinant(z - d, CRITICAL)) / (2 * d)
    return [determinant(z, CRITICAL).real, slope.real], [0.0, 0.0]


case = Case(
    title="Beck's column: flutter under a follower force",
    source="M. Beck, Z. angew. Math. Phys. 3 (1952) 225; V. V. Bolotin 1963, sec. 2.2",
    model="column.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"16 beams": Run(dict(n=16))},
    quantities=[
        Quantity("sum and product of s^2", computed, reference, 4e-3, "mesh, of second order", "", runs=["16 beams"]),
        Quantity("sum and product to p = 10", lambda r: computed(r)[:3], lambda r: reference(r)[:3], 2e-3, "likewise", "",
                 runs=["16 beams"]),
        Quantity("flutter load and frequency", flutter, np.array([CRITICAL, FREQUENCY]), 0.05,
                 "mesh; 0.02 by the cubic. A force that keeps its direction would buckle the column at 2.47"),
        Quantity("growth", lambda r: [np.sum(Modes(r.prefix, k).s.real > 1e-3) for k in range(8)],
                 np.array([0, 0, 0, 0, 0, 1, 1, 1]), 0.5, "one growing oscillation above"),
    ],
    orders=[Order("mesh", ["sum and product to p = 10"], 2, [dict(n=n, step=1 / n) for n in (4, 8, 16)], vary="step",
                  slack=0.2)],
    checks=[Check("double root", meeting, 1e-4)],
)
