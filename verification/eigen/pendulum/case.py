"""Pendulum linearised about its lower and upper equilibrium: the stiffness of the constraint alone."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.eigen import Modes

RATE = np.sqrt(9.81 / 4.0)


def modes(r):
    return Modes(r.prefix)


def sorted_pair(r):
    s = modes(r).from_alpha()
    return np.sort_complex(s).view(float).reshape(-1, 2)


def vector_error(r):
    """The printed pencil with the printed vectors: (Aminus - L Aplus) VR."""
    m = modes(r).script
    big = (m["alpha"][:, 0] + 1j * m["alpha"][:, 1]) / m["alpha"][:, 2]
    rest = m["Aminus"] @ m["VR"] - (m["Aplus"] @ m["VR"]) * big
    return np.abs(rest).max() / np.abs(m["Aplus"]).max()


def shape(r):
    """Displacement of the bob in the plane of the swing, from VR and idx: only x, with the largest component 1."""
    m = modes(r).script
    at = int(m["idx"].real.item())
    return np.abs(m["VR"][at:at + 3, 0])


def cos(r):
    return abs(np.cos(r["theta_0"]))


case = Case(
    title="pendulum linearised below and above its pivot",
    source="Peng, Tasora, Fusai, Mangoni, Comput. Methods Appl. Mech. Engrg. 419 (2024) 116667, test A: 0 +- 1.566i, "
           "+-1.566",
    model="pendulum.mbd",
    runs={"below": Run(dict(theta_0=0.0)), "above": Run(dict(theta_0=np.pi))},
    quantities=[
        Quantity("s below", sorted_pair, np.array([[0.0, -RATE], [0.0, RATE]]), 1e-12,
                 "exact stiffness of the constraint; without it both are zero", "1/s", runs=["below"]),
        Quantity("s above", sorted_pair, np.array([[-RATE, 0.0], [RATE, 0.0]]), 1e-12,
                 "the same with the reaction reversed", "1/s", runs=["above"]),
        Quantity("rigid-body modes", lambda r: modes(r).rigid.sum(), 0, 0.5, "a count"),
        Quantity("(Aminus - L Aplus) VR", vector_error, 0.0, 1e-10, "round-off: matrices, transform and vectors agree"),
        Quantity("mode shape", shape, np.array([0.25, 0.0, 0.0]) * 4.0, 1e-10,
                 "horizontal motion of the bob at the place that idx tells", runs=["below"]),
        Quantity("position X0", lambda r: modes(r).script["X0"].real[[0, 2], 0],
                 lambda r: 4.0 * np.array([np.sin(r["theta_0"]), -np.cos(r["theta_0"])]), 1e-12, "as assembled", "m"),
    ],
)
