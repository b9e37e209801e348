"""Slider-crank with a flexible connecting rod, by assumed modes.

The crank turns at constant speed. The rod, pinned at both ends, is inextensible and bends in the plane of the
mechanism: in the frame of its chord the point at arc length s lies at (s - 1/2 int_0^s v'^2, v) with
v(s) = sum q_n sin(n pi s/l). Lagrange's equations of the first kind need no expression by hand: with the map
X(q, t) of material points, sum m dX/dq . X'' + K q = 0, where X'' = dX/dq q'' + d2/dtau2 X(q + tau q', t + tau).
Deflections enter through their second power (shortening); what is left out is of the fourth, and shear and rotary
inertia. Source: L. Meirovitch, Methods of Analytical Dynamics, 1970, ch. 2; the problem: J. B. Jonker, Comput.
Methods Appl. Mech. Eng. 76 (1989) 17.
"""
import numpy as np
from scipy.integrate import solve_ivp


class SliderCrank:
    """`crank`, `rod` lengths, `speed` of the crank, `stiffness` EI, `density` of mass per length, `slider` mass."""

    def __init__(self, crank, rod, speed, stiffness, density, slider, modes=2):
        self.crank, self.rod, self.speed = crank, rod, speed
        points, weights = np.polynomial.legendre.leggauss(16)
        s = np.append(0.5 * rod * (points + 1.0), rod)  # the slider is the last
        self.mass = np.append(0.5 * rod * weights * density, slider)
        n = np.arange(1, modes + 1)
        k = n * np.pi / rod
        self.s = s
        self.shape = np.sin(k[:, None] * s)
        self.middle = np.sin(0.5 * n * np.pi)
        self.stiffness = 0.5 * rod * stiffness * k**4
        # 1/2 int_0^s cos(a) cos(b) k_a k_b, for the shortening
        a, b = k[:, None, None], k[None, :, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            difference = np.where(a == b, s, np.sin((a - b) * s) / (a - b))
        self.shortening = 0.25 * a * b * (difference + np.sin((a + b) * s) / (a + b))

    def points(self, q, t):
        """Positions of the points, shape (points, 2), and their derivatives with respect to q, (modes, points, 2)."""
        along_q = -2.0 * (q @ self.shortening)
        along = self.s + 0.5 * q @ along_q
        across = q @ self.shape
        theta, chord = self.speed * t, along[-1]
        phi = -np.arcsin(self.crank / chord * np.sin(theta))
        e1, e2 = np.array([np.cos(phi), np.sin(phi)]), np.array([-np.sin(phi), np.cos(phi)])
        x = self.crank * np.array([np.cos(theta), np.sin(theta)]) + along[:, None] * e1 + across[:, None] * e2
        phi_q = -np.tan(phi) / chord * along_q[:, -1]  # the slide holds chord sin(phi) = -crank sin(theta)
        turned = along[:, None] * e2 - across[:, None] * e1
        return x, along_q[..., None] * e1 + self.shape[..., None] * e2 + phi_q[:, None, None] * turned

    def rates(self, t, y):
        q, velocity = np.split(y, 2)
        d = 1e-3 / self.speed  # s, of the second difference
        x, x_q = self.points(q, t)
        known = sum(c * self.points(q + k * d * velocity, t + k * d)[0]
                    for c, k in ((-1, -2), (16, -1), (-30, 0), (16, 1), (-1, 2))) / (12.0 * d * d)
        weighted, x_q = ((self.mass[:, None] * x_q).reshape(len(q), -1), x_q.reshape(len(q), -1))
        force = -weighted @ known.ravel() - self.stiffness * q
        return np.concatenate([velocity, np.linalg.solve(weighted @ x_q.T, force)])

    def deflection(self, times):
        """Deflection of the middle of the rod from its chord, positive to the left of the way to the slider, started
        straight and with the velocities of the rigid mechanism."""
        start = np.zeros(2 * len(self.middle))
        solution = solve_ivp(self.rates, (0.0, times[-1]), start, t_eval=times, method="DOP853",
                             rtol=1e-5, atol=1e-8)
        return self.middle @ solution.y[:len(self.middle)]
