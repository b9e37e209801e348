"""The Whipple bicycle of the benchmark: eigenvalues at several speeds to published digits."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes

M = np.array([[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]])
K0 = np.array([[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]])
K2 = np.array([[0, 76.59734589573222], [0, 2.65431523794604]])
C1 = np.array([[0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]])
AT_REST = np.array([3.13164324790656, 5.53094371765393])
AT_5 = np.array([-14.07838969279822, -0.77534188219585 + 4.46486771378823j, -0.32286642900409])
SPEEDS = [0.0, 2.0, 4.0, 5.0, 6.0, 8.0, 10.0]


def matrices(v):
    """The four eigenvalues, those of a pair with a negative imaginary part left out."""
    a = np.block([[np.zeros((2, 2)), np.eye(2)],
                  [-np.linalg.solve(M, 9.81 * K0 + v * v * K2), -np.linalg.solve(M, v * C1)]])
    s = np.linalg.eigvals(a)
    return ordered(s[s.imag > -1e-9])


def ordered(s):
    s = np.array(sorted(s, key=lambda value: (round(value.real, 6), value.imag)))
    return np.stack([s.real, s.imag], axis=1)


def computed(r):
    modes = Modes(r.prefix)
    return ordered(modes.s[~modes.rigid])


def published():
    return np.concatenate([matrices(0.0)[-2:, 0], matrices(5.0).ravel()]), np.concatenate([AT_REST, ordered(AT_5).ravel()])


case = Case(
    title="bicycle of the benchmark",
    source="J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, Proc. R. Soc. A 463 (2007) 1955, table 2",
    model="bicycle.mbd",
    runs={f"{v:g} m/s": Run(dict(v=v)) for v in SPEEDS},
    quantities=[
        Quantity("eigenvalues", computed, lambda r: matrices(r["v"]), 1e-7, "ten digits of the table; matrices to 14 digits", "1/s"),
        Quantity("eigenvalues, published", computed, ordered(AT_5), 1e-7, "likewise", "1/s", runs=["5 m/s"]),
        Quantity("eigenvalues at rest, published", lambda r: computed(r)[-2:, 0], AT_REST, 1e-7, "likewise", "1/s",
                 runs=["0 m/s"]),
    ],
    checks=[Check("matrices and table", published, 1e-11)],
)
