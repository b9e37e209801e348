"""A frame with one arm reduced by `flexura reduce`: eigenvalues of the reduced and of the full model."""
import numpy as np

from lib.case import Case, Quantity, Run
from lib.eigen import Modes
from lib.outputs import Results

N, LENGTH, SIDE = 20, 1.0, 0.02
E, G, RHO = 210e9, 80.77e9, 7850.0
H, A, I = LENGTH / N, SIDE**2, SIDE**4 / 12
# Shear of a beam of two nodes: it takes over the bending that straight lines miss.
GA_Y, GA_Z = (1 / (1 / (G * A * 5 / 6) + H**2 / (12 * EJ)) for EJ in (1.3 * E * I, E * I))
LAW = ", ".join(repr(float(v)) for v in (E * A, GA_Y, GA_Z, G * 0.1406 * SIDE**4, E * I, 1.3 * E * I))
SEEN = 8


def place(k):
    """Nodes 1 to 21 along axis 1, 21 to 41 along axis 3."""
    return (H * (k - 1), 0.0, 0.0) if k <= N + 1 else (LENGTH, 0.0, H * (k - 1 - N))


def cards(first, last, extra_nodes="", extra_joints=0, extra_elements=""):
    """Arms from node `first` to `last`, each beam with half of its mass at both ends, and what else there is."""
    m, j = 0.5 * RHO * A * H, 0.5 * RHO * I * H
    nodes = "".join("structural: {}, dynamic, {!r}, {!r}, {!r}, eye, null, null;\n".format(k, *place(k))
                    for k in range(first, last + 1))
    elements = extra_elements
    for k in range(first, last):
        axis = "1, 1., 0., 0., 2, 0., 1., 0." if k <= N else "1, 0., 0., 1., 2, 0., 1., 0."
        elements += f"beam2: {k}, {k}, null, {k + 1}, null, {axis}, linear elastic generic, diag, {LAW};\n"
        elements += "".join(f"body: {100 * s + k}, {k + s}, {m!r}, null, diag, {2 * j!r}, {j!r}, {j!r};\n" for s in (0, 1))
    joints = f"joints: {extra_joints};" if extra_joints else ""
    return (f"begin: control data; structural nodes: {last - first + 1 + extra_nodes.count(';')}; "
            f"rigid bodies: {2 * (last - first)}; beams: {last - first}; {joints} end: control data;\n"
            f"begin: nodes;\n{nodes}{extra_nodes}end: nodes;\nbegin: elements;\n{elements}end: elements;\n")


def frame(variables):
    if "modes" not in variables:
        return cards(1, 2 * N + 1, "", 1, "joint: 1, clamp, 1, node, node;\n")
    return cards(N + 1, 2 * N + 1, "structural: 1, modal, null, eye, null, null;\n", 2,
                 "joint: 1, clamp, 1, node, node;\n"
                 f"joint: 2, modal, 1, {variables['modes'] + 6}, {N + 1}, no damping, \"arm.fem\", 1, {N + 1}, {N + 1}, null;\n")


def arm(variables):
    return ("begin: data; problem: initial value; end: data;\nbegin: initial value; initial time: 0.; final time: 1.; "
            "time step: 1.; end: initial value;\n" + cards(1, N + 1))


def slow(r):
    return Modes(r.prefix).frequencies()[:SEEN]


def full(r):
    return slow(Results(r.prefix.parent.parent / "full" / r.prefix.name, {}))


def reduction(modes):
    return ["reduce", "arm.mbd", "--interface", "1", str(N + 1), "--modes", str(modes), "-o", "arm.fem"]


case = Case(
    title="frame with a reduced arm",
    source="R. R. Craig and M. C. C. Bampton, AIAA J. 6 (1968) 1313",
    model="frame.mbd",
    files={"frame.cards": frame, "arm.mbd": arm},
    runs={"full": Run(), "12 modes": Run(dict(modes=12), before=reduction(12)), "4 modes": Run(dict(modes=4), before=reduction(4)),
          "all modes": Run(dict(modes=114), before=reduction(114))},
    quantities=[
        Quantity("frequencies", slow, full, 5e-5, "modes of the arm that are left out are ten times faster", "Hz", relative=True,
                 runs=["12 modes"]),
        Quantity("frequencies by four modes", slow, full, 2e-3, "two bending modes a plane", "Hz", relative=True, runs=["4 modes"]),
        Quantity("frequencies by all modes", slow, full, 1e-7, "another basis of the same space: round-off", "Hz", relative=True,
                 runs=["all modes"]),
        Quantity("from above", lambda r: np.minimum(slow(r) / full(r) - 1, 0), 0.0, 1e-7,
                 "a basis of less dimensions makes nothing softer (Rayleigh)", runs=["12 modes", "4 modes"]),
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), 0, 0.5, "clamped"),
    ],
)
