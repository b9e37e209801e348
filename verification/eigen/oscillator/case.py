"""Body on a massless cantilever with proportional damping: s = -z w +- i w sqrt(1 - z^2) in six degrees of freedom."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.eigen import Modes

L, EA, GA, GJ, EI, M, JX, JY = 0.5, 4e5, 2e5, 300.0, 500.0, 20.0, 0.3, 0.2


def squares():
    flexibility = np.array([[L**3 / (3 * EI) + L / GA, -L**2 / (2 * EI)], [-L**2 / (2 * EI), L / EI]])
    bending = 1.0 / np.linalg.eigvals(flexibility @ np.diag([M, JY]))
    return np.concatenate([[EA / L / M, GJ / L / JX], bending, bending])


def exact(r):
    s = 6 * [-1.0 / r["beta"]]  # of the massless node
    for w2 in squares():
        half = -r["beta"] * w2 / 2.0
        root = np.sqrt(complex(half**2 - w2))
        s += [half + root] + ([half - root] if root.imag == 0 else [])
    return _sorted(s)


def _sorted(s):
    s = np.array(sorted(s, key=lambda v: (round(abs(v), 4), v.real)))
    return np.stack([s.real, s.imag], axis=1)


def from_table(r):
    return _sorted(Modes(r.prefix).s)


def from_matrices(r):
    """Finite eigenvalues of the printed E and A, by another solver; massless unknowns are condensed by it."""
    from scipy.linalg import eig
    e, a = Modes(r.prefix).pencil()
    (x, y) = eig(a, e, right=False, homogeneous_eigvals=True)
    s = np.array([p / q for p, q in zip(x, y) if abs(q) > 1e-9 * abs(p) and (p / q).imag > -1e-9])
    wanted = exact(r)[:, 0] + 1j * exact(r)[:, 1]
    return _sorted([min(s, key=lambda v: abs(v - w)) for w in wanted])


case = Case(
    title="damped body on a cantilever",
    source="W. T. Thomson, Theory of Vibration with Applications, 1988, secs. 2.3, 5.1",
    model="oscillator.mbd",
    runs={"light damping": Run(dict(beta=1e-4)), "heavy damping": Run(dict(beta=2e-2))},
    quantities=[
        Quantity("s", from_table, exact, 1e-8, "closed form; the table has seven digits of the decay", "1/s",
                 relative=True),
        Quantity("s of the printed matrices", from_matrices, exact, 1e-5,
                 "QZ splits infinite eigenvalues and loses digits", "1/s", relative=True, runs=["light damping"]),
        Quantity("infinite eigenvalues", lambda r: Modes(r.prefix).infinite, 12, 0.5,
                 "six displacements of the clamped node without mass, six reactions"),
    ],
)
