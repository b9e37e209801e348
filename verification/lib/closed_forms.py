"""Closed forms that several cases share."""
import numpy as np
from scipy.special import ellipj, ellipk


def pendulum(theta0, frequency, t):
    """Angle, rate and angular acceleration of theta'' = -frequency^2 sin(theta), released at rest at theta0.

    sin(theta/2) = k sn(frequency t + K), theta' = 2 k frequency cn(frequency t + K), k = sin(theta0/2)
    (Whittaker, Analytical Dynamics, 4th ed. 1937, art. 44).
    """
    k = np.sin(theta0 / 2.0)
    sn, cn, _, _ = ellipj(frequency * np.asarray(t) + ellipk(k * k), k * k)
    theta = 2.0 * np.arcsin(k * sn)
    return theta, 2.0 * k * frequency * cn, -frequency**2 * np.sin(theta)


def pendulum_period(theta0, frequency):
    """4 K(sin(theta0/2)) / frequency."""
    return 4.0 * ellipk(np.sin(theta0 / 2.0) ** 2) / frequency


def circle_intersection(a, b, ra, rb, side):
    """Point at distance ra from a and rb from b (arrays of plane points); side +1 lies left of the way a to b."""
    d = b - a
    distance = np.linalg.norm(d, axis=-1)
    along = (ra**2 - rb**2 + distance**2) / (2.0 * distance)
    across = side * np.sqrt(ra**2 - along**2)
    e = d / distance[..., None]
    normal = np.stack([-e[..., 1], e[..., 0]], axis=-1)
    return a + along[..., None] * e + across[..., None] * normal
