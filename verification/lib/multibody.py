"""A small reference solver for rigid bodies tied by spherical joints.

Maximal coordinates (centre of mass, quaternion), accelerations and reactions from the saddle-point system of the
Newton-Euler equations and the twice differentiated constraints, explicit Runge-Kutta of order 8 at rtol 1e-12.
It shares nothing with the solver under test: other unknowns, other rotations, other constraints, other integrator.
"""
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from .rotation import from_quaternion, skew, to_quaternion


@dataclass
class Body:
    """Mass, inertia about the centre of mass in body axes, and the initial motion (velocities in global axes)."""
    mass: float
    inertia: np.ndarray
    position: np.ndarray
    rotation: np.ndarray
    velocity: np.ndarray
    omega: np.ndarray


@dataclass
class Spherical:
    """Ties the point `arm_b` of body b to the point `arm_a` of body a; a is None for the ground (arm_a global).

    Arms are in body axes from the centre of mass. The reported reaction acts on b.
    """
    a: object
    arm_a: np.ndarray
    b: int
    arm_b: np.ndarray


class System:
    def __init__(self, bodies, joints, gravity=(0.0, 0.0, 0.0)):
        self.bodies = bodies
        self.joints = joints
        self.gravity = np.asarray(gravity, dtype=float)

    def initial_state(self):
        return np.concatenate([np.concatenate([b.position, to_quaternion(b.rotation), b.velocity, b.omega])
                               for b in self.bodies])

    def _split(self, y):
        parts = y.reshape(len(self.bodies), 13)
        return parts[:, 0:3], parts[:, 3:7], parts[:, 7:10], parts[:, 10:13]

    def accelerations(self, y):
        """Accelerations of the centres of mass, angular accelerations, reactions (one row a joint)."""
        _, q, _, w = self._split(y)
        n, k = len(self.bodies), len(self.joints)
        size = 6 * n + 3 * k
        matrix, rhs = np.zeros((size, size)), np.zeros(size)
        rotation = from_quaternion(q)
        for i, body in enumerate(self.bodies):
            inertia = rotation[i] @ body.inertia @ rotation[i].T
            matrix[6 * i:6 * i + 3, 6 * i:6 * i + 3] = body.mass * np.eye(3)
            matrix[6 * i + 3:6 * i + 6, 6 * i + 3:6 * i + 6] = inertia
            rhs[6 * i:6 * i + 3] = body.mass * self.gravity
            rhs[6 * i + 3:6 * i + 6] = -np.cross(w[i], inertia @ w[i])
        for j, joint in enumerate(self.joints):
            row = slice(6 * n + 3 * j, 6 * n + 3 * j + 3)
            for body, arm, sign in ((joint.a, joint.arm_a, -1.0), (joint.b, joint.arm_b, 1.0)):
                if body is None:
                    continue
                r = rotation[body] @ np.asarray(arm, dtype=float)
                jacobian = sign * np.hstack([np.eye(3), -skew(r)])
                matrix[row, 6 * body:6 * body + 6] = jacobian
                matrix[6 * body:6 * body + 6, row] = -jacobian.T
                rhs[row] -= sign * np.cross(w[body], np.cross(w[body], r))
        solution = np.linalg.solve(matrix, rhs)
        motion = solution[:6 * n].reshape(n, 6)
        return motion[:, :3], motion[:, 3:], solution[6 * n:].reshape(k, 3)

    def _rate(self, _, y):
        _, q, v, w = self._split(y)
        a, alpha, _ = self.accelerations(y)
        rate = np.empty((len(self.bodies), 13))
        rate[:, 0:3], rate[:, 7:10], rate[:, 10:13] = v, a, alpha
        rate[:, 3] = -0.5 * np.einsum("ij,ij->i", w, q[:, 1:])
        rate[:, 4:7] = 0.5 * (q[:, :1] * w + np.cross(w, q[:, 1:]))
        return rate.ravel()

    def solve(self, times, tolerance=1e-12):
        """Motion at the given times; a Motion."""
        solution = solve_ivp(self._rate, (0.0, times[-1]), self.initial_state(), method="DOP853", t_eval=times,
                             rtol=tolerance, atol=tolerance)
        if not solution.success or len(solution.t) != len(times):
            raise RuntimeError(f"reference solution failed: {solution.message}")
        return Motion(self, solution.t, solution.y.T)


class Motion:
    """Histories; first axis time, second axis body or joint."""

    def __init__(self, system, times, states):
        self.time = times
        parts = states.reshape(len(times), len(system.bodies), 13)
        self.position, self.velocity, self.omega = parts[:, :, 0:3], parts[:, :, 7:10], parts[:, :, 10:13]
        self.rotation = from_quaternion(parts[:, :, 3:7])
        solved = [system.accelerations(y) for y in states]
        self.acceleration = np.array([s[0] for s in solved])
        self.alpha = np.array([s[1] for s in solved])
        self.reaction = np.array([s[2] for s in solved])
        masses = np.array([b.mass for b in system.bodies])
        inertia = self.rotation @ np.array([b.inertia for b in system.bodies]) @ np.swapaxes(self.rotation, -1, -2)
        spin = np.einsum("tbij,tbj->tbi", inertia, self.omega)
        self.momentum = np.einsum("b,tbi->ti", masses, self.velocity)
        self.angular_momentum = (np.einsum("b,tbi->ti", masses, np.cross(self.position, self.velocity))
                                 + spin.sum(axis=1))
        self.energy = (0.5 * np.einsum("b,tbi,tbi->t", masses, self.velocity, self.velocity)
                       + 0.5 * np.einsum("tbi,tbi->t", spin, self.omega)
                       - np.einsum("b,tbi,i->t", masses, self.position, system.gravity))
