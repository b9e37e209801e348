"""Reads the linear models that `state space` cards write."""
import numpy as np
from scipy.io import mmread, netcdf_file
from scipy.linalg import expm


class StateSpace:
    """s' = A s + B u, y = C s + D u + D1 u' + ...; number `k` of the run."""

    def __init__(self, prefix, number=0):
        self.stem = f"{prefix.name}_ss_{number}"
        self.folder = prefix.parent
        self.a, self.b, self.c = (self.matrix(name) for name in ("A", "B", "C"))
        self.d = [self.matrix("D")]
        while (self.folder / f"{self.stem}_D{len(self.d)}.mtx").exists():
            self.d.append(self.matrix(f"D{len(self.d)}"))

    def matrix(self, name):
        m = mmread(str(self.folder / f"{self.stem}_{name}.mtx"))
        return m if isinstance(m, np.ndarray) else m.toarray()

    def transfer(self, s):
        """y/u of e^{st}."""
        states = np.eye(len(self.a))
        return self.c @ np.linalg.solve(s * states - self.a, self.b) + sum(d * s**k for k, d in enumerate(self.d))

    def full_transfer(self, s):
        """The same from E x' = A x + B u, y = C x + G x' + D u, as the model has them."""
        e, a, b, c, g, d = (self.matrix("full_" + name) for name in "EABCGD")
        return (c + s * g) @ np.linalg.solve(s * e - a, b) + d

    def step(self, times):
        """Outputs after a unit step of the first input at time 0, one row an instant."""
        n = len(self.a)
        both = np.zeros((n + 1, n + 1))
        both[:n, :n], both[:n, n] = self.a, self.b[:, 0]
        return np.array([self.c @ expm(both * t)[:n, n] + self.d[0][:, 0] for t in times])

    def binary(self):
        """Everything in the binary file, by name."""
        with netcdf_file(str(self.folder / f"{self.stem}.nc"), mmap=False) as file:
            return {name: variable[...].copy() for name, variable in file.variables.items()}
