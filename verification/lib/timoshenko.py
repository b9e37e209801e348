"""Bending vibration of uniform Timoshenko beams: roots of the determinant of the exact transfer matrix.

S. P. Timoshenko, Phil. Mag. 41 (1921) 744; boundary conditions as in T. C. Huang, J. Appl. Mech. 28 (1961) 579.
"""
import numpy as np
from scipy.integrate import simpson
from scipy.linalg import expm
from scipy.optimize import brentq

# Components of (deflection, slope, moment, shear force) that vanish at an end.
ENDS = {"clamped": (0, 1), "hinged": (0, 2), "free": (2, 3)}


def _rates(b, r, shear):
    """Derivatives of the state along the beam."""
    return np.array([[0, 1, 0, shear], [0, 0, 1, 0], [0, -b * b * r * r, 0, -1.0], [-b * b, 0, 0, 0]])


def transfer(b, r, shear):
    """State at 1 from that at 0; lengths in L, b = w L^2 sqrt(rho A/(E I)), r^2 = I/(A L^2), shear = E I/(k G A L^2)."""
    return expm(_rates(b, r, shear))


def determinant(b, r, shear, left, right):
    start = [i for i in range(4) if i not in ENDS[left]]
    block = transfer(b, r, shear)[np.ix_(ENDS[right], start)]
    return np.linalg.det(block) / np.abs(block).max() ** 2


def frequencies(r, left, right, count, factor=2.6 / (5 / 6)):
    """The first b; factor = E/(k G), of a rectangular section with Poisson's ratio 0.3 unless given."""
    roots, b, step = [], 0.5, 0.05
    last = determinant(b, r, factor * r * r, left, right)
    while len(roots) < count:
        value = determinant(b + step, r, factor * r * r, left, right)
        if last * value < 0:
            roots.append(brentq(determinant, b, b + step, (r, factor * r * r, left, right), xtol=1e-12))
        b, last = b + step, value
    return np.array(roots)


def modes(r, left, right, count, factor=2.6 / (5 / 6), points=401):
    """Frequencies b, places, deflections and slopes (one row a mode), norms of the modes with rho A L^3 = 1."""
    shear = factor * r * r
    b = frequencies(r, left, right, count, factor)
    x = np.linspace(0, 1, points)
    shapes = []
    for value in b:
        start = [i for i in range(4) if i not in ENDS[left]]
        block = transfer(value, r, shear)[np.ix_(ENDS[right], start)]
        state = np.zeros(4)
        state[start] = [-block[0, 1], block[0, 0]] if abs(block[0]).max() > 0 else [-block[1, 1], block[1, 0]]
        step = expm(_rates(value, r, shear) / (points - 1))
        states = [state]
        for _ in range(points - 1):
            states.append(step @ states[-1])
        shapes.append(np.array(states)[:, :2].T)
    w, slope = np.array(shapes).transpose(1, 0, 2)
    return b, x, w, slope, simpson(w**2 + r * r * slope**2, x=x)
