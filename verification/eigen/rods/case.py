"""Hanging chain of rods on hinges: frequencies of the chain, and their limit for many rods, zeros of J_0."""
import numpy as np
from scipy.linalg import eigh
from scipy.special import jn_zeros

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes

G, L, MASS = 9.81, 2.0, 6.0


def nodes(v):
    n = v["n"]
    return "".join(f"structural: {k + 1}, dynamic, 0., 0., {-(k + 0.5) / n!r}*L, eye, null, null;\n" for k in range(n))


def elements(v):
    n = v["n"]
    lines = [f"body: {k + 1}, {k + 1}, m/n, null, diag, J, J, 0.01*J;\n" for k in range(n)]
    for k in range(n):
        first = "100, null" if k == 0 else f"{k}, 0., 0., -0.5*l"
        lines.append(f"joint: {k + 1}, revolute hinge, {first}, hinge, 1, 1., 0., 0., 3, 0., 1., 0., "
                     f"{k + 1}, 0., 0., 0.5*l, hinge, 1, 1., 0., 0., 3, 0., 1., 0.;\n")
    return "".join(lines)


def exact(n):
    """Frequencies of n slender rods: angles a_k, energies sum m l^2 (...) a' a'/2 and m g l (n - k - 1/2) a^2/2."""
    m, l = MASS / n, L / n
    arms = np.array([[l if j < k else 0.5 * l if j == k else 0.0 for j in range(n)] for k in range(n)])
    mass = m * arms.T @ arms + m * l * l / 12 * np.eye(n)
    return np.sqrt(eigh(np.diag(G * m * arms.sum(axis=0)), mass, eigvals_only=True))


def bessel():
    return jn_zeros(0, 2) / 2 * np.sqrt(G / L)


def computed(r):
    return Modes(r.prefix).frequencies() * 2 * np.pi


def two_rods():
    """Two equal rods: w^2 l/g = 3 -+ 6/sqrt(7)."""
    return exact(2)**2 * (L / 2) / G, [3 - 6 / np.sqrt(7), 3 + 6 / np.sqrt(7)]


case = Case(
    title="hanging chain of rods",
    source="D. Bernoulli 1738; H. Lamb, Higher Mechanics, 1920, sec. 84; E. J. Routh, Advanced Dynamics, 6th ed., 1905, sec. 128",
    model="rods.mbd",
    files={"rods.nodes": nodes, "rods.elements": elements},
    runs={"2 rods": Run(dict(n=2)), "12 rods": Run(dict(n=12))},
    quantities=[
        Quantity("frequencies", computed, lambda r: exact(r["n"]), 1e-9, "exact but for round-off: all stiffness is that of "
                 "the reactions", "rad/s", relative=True),
        Quantity("two slowest", lambda r: computed(r)[:2], lambda r: bessel(), 0.05, "hinges are few", "rad/s", relative=True,
                 runs=["12 rods"]),
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), 0, 0.5, "none"),
    ],
    orders=[Order("to the rope", ["two slowest"], 2, [dict(n=n, step=1 / n) for n in (5, 10, 20)], vary="step")],
    checks=[Check("two rods", two_rods, 1e-12)],
)
