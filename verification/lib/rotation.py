"""Rotations for references; written apart from the solver's own, vectorised over leading axes."""
import numpy as np


def skew(v):
    """Matrix of the cross product v x."""
    return np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])


def from_vector(v):
    """Rotation by |v| about v (Rodrigues)."""
    v = np.asarray(v, dtype=float)
    angle = np.linalg.norm(v)
    if angle < 1e-300:
        return np.eye(3)
    k = skew(v / angle)
    return np.eye(3) + np.sin(angle) * k + (1.0 - np.cos(angle)) * (k @ k)


def from_quaternion(q):
    """Rotation matrix of a quaternion (scalar first), normalised here; q may have leading axes."""
    q = np.asarray(q, dtype=float)
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def to_quaternion(matrix):
    """Quaternion (scalar first) of a rotation matrix, by the eigenvector of largest eigenvalue (Bar-Itzhack 2000)."""
    m = matrix
    k = np.array([
        [m[0, 0] + m[1, 1] + m[2, 2], m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]],
        [m[2, 1] - m[1, 2], m[0, 0] - m[1, 1] - m[2, 2], m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]],
        [m[0, 2] - m[2, 0], m[0, 1] + m[1, 0], m[1, 1] - m[0, 0] - m[2, 2], m[1, 2] + m[2, 1]],
        [m[1, 0] - m[0, 1], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], m[2, 2] - m[0, 0] - m[1, 1]]])
    return np.linalg.eigh(k)[1][:, -1]


def from_euler123(angles):
    """R1(a) R2(b) R3(c), rotations about the moved axes; angles in radians, last axis of length 3."""
    a, b, c = np.moveaxis(np.asarray(angles, dtype=float), -1, 0)
    zero, one = np.zeros_like(a), np.ones_like(a)

    def matrix(rows):
        return np.moveaxis(np.array(rows), (0, 1), (-2, -1))

    r1 = matrix([[one, zero, zero], [zero, np.cos(a), -np.sin(a)], [zero, np.sin(a), np.cos(a)]])
    r2 = matrix([[np.cos(b), zero, np.sin(b)], [zero, one, zero], [-np.sin(b), zero, np.cos(b)]])
    r3 = matrix([[np.cos(c), -np.sin(c), zero], [np.sin(c), np.cos(c), zero], [zero, zero, one]])
    return r1 @ r2 @ r3


def angle_between(a, b):
    """Angle (rad) of the rotation a^T b, accurate for small angles; leading axes allowed."""
    m = np.swapaxes(a, -1, -2) @ b
    axial = np.stack([m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1]], -1)
    return np.arctan2(0.5 * np.linalg.norm(axial, axis=-1), 0.5 * (np.trace(m, axis1=-2, axis2=-1) - 1.0))


def apply(matrices, vector):
    """matrices[k] @ vector, or @ vector[k], for every k."""
    vector = np.broadcast_to(vector, matrices.shape[:-1])
    return np.einsum("...ij,...j->...i", matrices, vector)
