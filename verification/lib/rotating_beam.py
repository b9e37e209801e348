"""Flapping frequencies of a slender cantilever on a turning hub."""
import numpy as np
from numpy.polynomial import Polynomial, legendre
from scipy.linalg import eigh

# First and second, hub radius 0: A. D. Wright, C. E. Smith, R. W. Thresher, J. L. C. Wang, J. Appl. Mech. 49 (1982) 197.
PUBLISHED = {2: (4.1373, 22.6149), 4: (5.5850, 24.2733), 6: (7.3604, 26.8091), 8: (9.2568, 29.9954), 10: (11.2023, 33.6404),
             12: (13.1702, 37.6031)}


def frequencies(speed, hub=0.0, count=3, terms=14):
    """In units of sqrt(E I/(rho A))/L^2, as the speed; `hub` in L. Rayleigh-Ritz, shapes x^2 P_k(2 x - 1), exact integrals."""
    x, weight = legendre.leggauss(40)
    x, weight = 0.5 * (x + 1), 0.5 * weight
    shapes = [Polynomial([0, 0, 1]) * Polynomial(legendre.leg2poly([0] * k + [1]))(Polynomial([-1, 2])) for k in range(terms)]
    w, slope, bend = (np.array([shape.deriv(k)(x) for shape in shapes]) for k in range(3))
    tension = speed**2 * (hub * (1 - x) + (1 - x**2) / 2)
    stiffness = (bend * weight) @ bend.T + (slope * weight * tension) @ slope.T
    return np.sqrt(eigh(stiffness, (w * weight) @ w.T, eigvals_only=True)[:count])


def against_published():
    return np.array([frequencies(speed, count=2) for speed in PUBLISHED]), np.array(list(PUBLISHED.values()))
