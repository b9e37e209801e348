"""Bending frequencies of a beam with each pair of ends."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes

L, M, EI = 2.0, 3.0, 50.0
FREE, PINNED, SLIDING, CLAMPED = range(4)
WORDS = ["free", "pinned", "sliding", "clamped"]
EQUATIONS = {  # first three roots, and what vanishes there, bounded
    "equal": ([4.730040744863, 7.853204624096, 10.995607838002], lambda b: np.cos(b) - 1 / np.cosh(b)),
    "cantilever": ([1.875104068712, 4.694091132974, 7.854757438238], lambda b: np.cos(b) + 1 / np.cosh(b)),
    "sine": ([np.pi, 2 * np.pi, 3 * np.pi], np.sin),
    "cosine": ([np.pi / 2, 3 * np.pi / 2, 5 * np.pi / 2], np.cos),
    "propped": ([3.926602312048, 7.068582745629, 10.210176122813], lambda b: np.sin(b) - np.cos(b) * np.tanh(b)),
    "guided": ([2.365020372431, 5.497803919001, 8.639379828700], lambda b: np.sin(b) + np.cos(b) * np.tanh(b)),
}
# Ends, equation, rigid motions.
PAIRS = [(FREE, FREE, "equal", 2), (FREE, SLIDING, "guided", 1), (CLAMPED, FREE, "cantilever", 0), (FREE, PINNED, "propped", 1),
         (PINNED, PINNED, "sine", 0), (CLAMPED, PINNED, "propped", 0), (CLAMPED, CLAMPED, "equal", 0),
         (CLAMPED, SLIDING, "guided", 0), (SLIDING, PINNED, "cosine", 0), (SLIDING, SLIDING, "sine", 1)]


def nodes(v):
    return "".join(f"structural: {k + 1}, dynamic, {k}*h, 0., 0., eye, null, null;\n" for k in range(v.get("n", 40) + 1))


def elements(v):
    n = v.get("n", 40)
    text = ""
    for k in range(n + 1):
        share = 0.5 if k in (0, n) else 1.0
        text += f"body: {k + 1}, {k + 1}, {share}*m*h, null, diag, 1.e-4*m*h^3, 1.e-4*m*h^3, 1.e-4*m*h^3;\n"
    for k in range(1, n + 1):
        text += (f"beam2: {k}, {k}, null, {k + 1}, null, eye, linear elastic generic, diag, 1.e5*EI, shear_y, shear_z, "
                 "1.e4*EI, 1.e4*EI, EI;\n")
    for node, end, along in ((1, v["first"], 1), (n + 1, v["last"], 0)):
        held, kept = int(end in (PINNED, CLAMPED)), int(end in (SLIDING, CLAMPED))
        text += (f"joint: {node}, total pin joint, {node}, position, null, position, {node - 1}*h, 0., 0., position constraint, "
                 f"{along}, {held}, 1, null, orientation constraint, 1, 1, {kept}, null;\n")
    return text


def pair(r):
    return next(p for p in PAIRS if p[:2] == (r["first"], r["last"]))


def exact(r):
    return np.array(EQUATIONS[pair(r)[2]][0])**2 * np.sqrt(EI / M) / L**2 / (2 * np.pi)


def computed(r):
    return Modes(r.prefix).frequencies()[:3]


case = Case(
    title="beam with all pairs of ends",
    source="R. D. Blevins, Formulas for Natural Frequency and Mode Shape, 1979, table 8-1",
    model="beam.mbd",
    files={"beam.nodes": nodes, "beam.elements": elements},
    runs={f"{WORDS[a]} {WORDS[b]}": Run(dict(first=a, last=b)) for a, b, _, _ in PAIRS},
    quantities=[
        Quantity("frequencies", computed, exact, 1e-2, "40 beams, masses in nodes: (3.5 pi/40)^2/8 with free ends", "Hz",
                 relative=True),
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), lambda r: pair(r)[3], 0.5, "a count"),
    ],
    checks=[Check("roots", lambda: (np.concatenate([f(np.array(b)) for b, f in EQUATIONS.values()]), np.zeros(18)), 1e-9)],
)
