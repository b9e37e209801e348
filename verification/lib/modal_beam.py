"""Finite element data of a straight beam along axis 1, as the text of a file for modal joints.

Bernoulli elements (cubic bending), masses lumped at the nodes: n elements of length h have natural frequencies within about
(k pi/n)^2/12 of the continuous beam. Modes are those of a support at the first node, or any shapes given.
"""
import numpy as np
from scipy.linalg import eigh


class Beam:
    """Stiffnesses `ea, gj, eiy, eiz` (bending with displacements along 3 and along 2), mass `m` and polar inertia `jx` per
    length. Unknowns of node i: displacements and rotations, 6 i to 6 i + 5."""

    def __init__(self, n, length, ea, gj, eiy, eiz, m, jx):
        self.n, self.length, self.h, self.m = n, length, length / n, m
        self.x = np.linspace(0.0, length, n + 1)
        self.size = 6 * (n + 1)
        h = self.h
        self.stiffness = np.zeros((self.size, self.size))
        self.consistent_mass = np.zeros((self.size, self.size))
        bending = np.array([[12, 6 * h, -12, 6 * h], [6 * h, 4 * h * h, -6 * h, 2 * h * h],
                            [-12, -6 * h, 12, -6 * h], [6 * h, 2 * h * h, -6 * h, 4 * h * h]]) / h**3
        mass = m * h / 420 * np.array([[156, 22 * h, 54, -13 * h], [22 * h, 4 * h * h, 13 * h, -3 * h * h],
                                       [54, 13 * h, 156, -22 * h], [-13 * h, -3 * h * h, -22 * h, 4 * h * h]])
        rod = np.array([[1, -1], [-1, 1]]) / h
        rod_mass = h / 6 * np.array([[2, 1], [1, 2]])
        for e in range(n):
            self._add(self.stiffness, e, (0,), ea * rod)
            self._add(self.stiffness, e, (3,), gj * rod)
            self._add(self.stiffness, e, (1, 5), eiz * bending)
            self._add(self.stiffness, e, (2, 4), eiy * bending)
            self._add(self.consistent_mass, e, (0,), m * rod_mass)
            self._add(self.consistent_mass, e, (3,), jx * rod_mass)
            self._add(self.consistent_mass, e, (1, 5), mass)
            self._add(self.consistent_mass, e, (2, 4), mass)
        share = np.full(n + 1, h)
        share[[0, -1]] = h / 2
        self.lumped = np.zeros((n + 1, 6))
        self.lumped[:, :3] = m * share[:, None]
        self.lumped[:, 3] = jx * share

    @staticmethod
    def _signs(components):
        """Of slopes: the rotation about 2 is minus the slope of the displacement along 3."""
        return [1.0, -1.0] if components == (2, 4) else [1.0] * len(components)

    def _add(self, matrix, e, components, block):
        index = [6 * node + c for node in (e, e + 1) for c in components]
        signs = np.array(self._signs(components) * 2)
        matrix[np.ix_(index, index)] += block * np.outer(signs, signs)

    def geometric(self, tension):
        """Stiffness of bending by an axial force, `tension(x)`: integral of N (v'^2 + w'^2)."""
        h = self.h
        block = np.array([[36, 3 * h, -36, 3 * h], [3 * h, 4 * h * h, -3 * h, -h * h],
                          [-36, -3 * h, 36, -3 * h], [3 * h, -h * h, -3 * h, 4 * h * h]]) / (30 * h)
        matrix = np.zeros_like(self.stiffness)
        for e in range(self.n):
            force = tension(0.5 * (self.x[e] + self.x[e + 1]))
            self._add(matrix, e, (1, 5), force * block)
            self._add(matrix, e, (2, 4), force * block)
        return matrix

    def modes(self, count, fixed=range(6), only=range(6)):
        """The first normal modes with unknowns of the numbers `fixed` held; displacements of components `only`."""
        free = [i for i in range(self.size) if i not in set(fixed) and i % 6 in set(only)]
        index = np.ix_(free, free)
        _, vectors = eigh(self.stiffness[index], self.consistent_mass[index], subset_by_index=[0, count - 1])
        shapes = np.zeros((self.size, count))
        shapes[free] = vectors
        return shapes

    def free_modes(self, count, only):
        """Normal modes of the free beam, seen from axes that move with the first node."""
        rigid = 2 if len(only) == 2 else 1
        shapes = self.modes(count + rigid, fixed=(), only=only)[:, rigid:]
        components = shapes.reshape(self.n + 1, 6, count)
        if len(only) == 2:
            displacement, rotation = only
            slope = self._signs(only)[1] * components[0, rotation]
            components[:, displacement] -= components[0, displacement] + np.outer(self.x, slope)
            components[:, rotation] -= components[0, rotation].copy()
        else:
            components[:, only[0]] -= components[0, only[0]].copy()
        return shapes

    def constraint_modes(self, unknowns):
        """Static shapes, one for a unit displacement of each of the unknowns while the others are zero."""
        unknowns = list(unknowns)
        inner = [i for i in range(self.size) if i not in set(unknowns)]
        shapes = np.zeros((self.size, len(unknowns)))
        shapes[unknowns] = np.eye(len(unknowns))
        shapes[inner] = -np.linalg.solve(self.stiffness[np.ix_(inner, inner)], self.stiffness[np.ix_(inner, unknowns)])
        return shapes

    def stiffening(self, shapes):
        """Stress stiffening of the beam held at its first node: by w2^2, w3^2, acceleration along it, force at the end."""
        end, m = self.length, self.m
        fields = {2: lambda x: m * (end**2 - x**2) / 2, 3: lambda x: m * (end**2 - x**2) / 2,
                  10: lambda x: -m * (end - x), 13 + 6 * self.n: lambda x: 1.0}
        return {load: shapes.T @ self.geometric(tension) @ shapes for load, tension in fields.items()}

    def text(self, shapes, stiffening=None):
        """The file; nodes are labelled 1 to n + 1."""
        modes = shapes.shape[1]
        weights = self.lumped.reshape(-1)
        lines = []

        def group(number, name, values, columns=6):
            lines.append(f"** RECORD GROUP {number}, {name}")
            values = np.asarray(values, dtype=float).reshape(-1)
            for k in range(0, len(values), columns):
                lines.append(" ".join(f"{v:.16e}" for v in values[k:k + columns]))

        lines += ["** RECORD GROUP 1, HEADER", "** beam", f"REV0 {self.n + 1} {modes} 0 0 0", "** RECORD GROUP 2, LABELS",
                  " ".join(str(i + 1) for i in range(self.n + 1))]
        group(5, "X", self.x)
        group(6, "Y", np.zeros(self.n + 1))
        group(7, "Z", np.zeros(self.n + 1))
        lines.append("** RECORD GROUP 8, SHAPES")
        for j in range(modes):
            lines.append(f"** mode {j + 1}")
            lines += [" ".join(f"{v:.16e}" for v in row) for row in shapes[:, j].reshape(-1, 6)]
        group(9, "MASS", shapes.T @ (weights[:, None] * shapes))
        group(10, "STIFFNESS", shapes.T @ self.stiffness @ shapes)
        group(11, "LUMPED MASSES", weights)
        if stiffening:
            lines += ["** RECORD GROUP 19, STRESS STIFFENING", str(len(stiffening))]
            for load, matrix in stiffening.items():
                lines.append(str(load))
                lines += [" ".join(f"{v:.16e}" for v in row) for row in matrix]
        return "\n".join(lines) + "\n"
