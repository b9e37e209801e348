"""Spinning shaft with a disk: four whirling speeds, and the sense in which the shaft goes round."""
import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes
from lib.mesh import Beam, files

L, M, EI, GA = 6.0, 11.64, 354.5e3, 60.5e6
RHO_I = 7800 * EI / 210e9
DISK, JP, JT = 70.573, 70.573 * 0.24**2 / 2, 70.573 * (0.24**2 / 4 + 0.05**2 / 12)
# Signs: forwards positive. At 60 rad/s, of an independent program.
PUBLISHED = np.array([56.859883, -56.847009, 291.6319, -285.1038])


def determinant(w, spin, disk=1.0):
    """Whirl with e^{iwt}: (deflection, slope, moment, shear force) from clamp to clamp, over the disk."""
    tilt = RHO_I * (w * w - 2 * spin * w)
    half = expm(L / 2 * np.array([[0, 1, 0, 1 / GA], [0, 0, 1 / EI, 0], [0, -tilt, 0, -1.0], [-M * w * w, 0, 0, 0]]))
    jump = np.eye(4)
    jump[2, 1] = -disk * (JT * w * w - JP * spin * w)
    jump[3, 0] = -disk * DISK * w * w
    block = (half @ jump @ half)[:2, 2:]
    return np.linalg.det(block * np.array([1, L])[:, None] * EI / L**2)


def whirls(spin, count=4, disk=1.0):
    """Signed speeds of the slowest whirls, alternately forwards and backwards."""
    result = []
    for sign in (1, -1):
        grid = sign * np.arange(5.0, 420.0, 1.5)
        values = [determinant(w, spin, disk) for w in grid]
        found = [brentq(determinant, a, b, (spin, disk), xtol=1e-11)
                 for a, b, p, q in zip(grid, grid[1:], values, values[1:]) if p * q < 0]
        result.append(found[:count // 2])
    return np.array(result).T.ravel()


def computed(r):
    """Bending modes: imaginary part, its sign from the shape: z = -i y goes from y to z, forwards."""
    modes = Modes(r.prefix)
    alpha = modes.script["alpha"].real
    big = (alpha[:, 0] + 1j * alpha[:, 1]) / alpha[:, 2]
    s = (big - 1.0) / (big + 1.0) / modes.script["dCoef"].real.item()
    at = modes.script["idx"].real.astype(int).ravel()[np.flatnonzero(
        modes.script["labels"].real.astype(int).ravel() == r["n"] // 2 + 1)[0]]  # a quarter of the length from the end
    shape = modes.script["VR"][at + 1:at + 3]
    signed = []
    for value, (y, z) in zip(s, shape.T):
        if value.imag < 1.0 or max(abs(y), abs(z)) < 1e-3:
            continue
        signed.append(value.imag * np.sign((1j * z * np.conj(y)).real))
    signed.sort(key=abs)
    if r["W"] == 0:  # any combination of the two planes: no sense
        return np.abs(signed[:4]) * [1, -1, 1, -1]
    # Of each pair the forward one first.
    return np.array(sorted(signed[:2], reverse=True) + sorted(signed[2:4], reverse=True))


def ratio(r):
    return computed(r) / whirls(r["W"])


def independent():
    return whirls(60.0) / PUBLISHED, 1.0


def without_disk():
    """First frequency of the clamped Timoshenko beam at rest, from the table of the Timoshenko cases."""
    from lib.timoshenko import frequencies
    r = np.sqrt(RHO_I / M) / L
    b = frequencies(r, "clamped", "clamped", 1, EI / (GA * L**2) / r**2)
    return whirls(0.0, 2, 0.0)[0], (b * np.sqrt(EI / M) / L**2)[0]


case = Case(
    title="whirling of a spinning shaft with a disk",
    source="G. Genta, Dynamics of Rotating Systems, 2005, sec. 4.5; data of Bauchau et al., Multibody Syst. Dyn. 37 (2016) 29",
    model="shaft.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"at rest": Run(dict(n=8, W=0.0)), "60 rad/s": Run(dict(n=8, W=60.0)), "300 rad/s": Run(dict(n=8, W=300.0))},
    quantities=[
        Quantity("forward and backward whirls", ratio, 1.0, 4e-3,
                 "mesh; the pairs lie 2.3 % apart, at 300 rad/s 12 %, and exchanged signs are an error of 2"),
        Quantity("rigid-body modes", lambda r: Modes(r.prefix).rigid.sum(), 1, 0.5, "the spin"),
        Quantity("decay", lambda r: np.abs(Modes(r.prefix).s.real / np.abs(Modes(r.prefix).s + Modes(r.prefix).rigid)).max(),
                 0.0, 1e-7, "no damping"),
    ],
    orders=[Order("mesh", ["forward and backward whirls"], 2, [dict(n=n, W=60.0, step=1 / n) for n in (4, 8, 16)],
                  vary="step", slack=0.15)],
    checks=[Check("independent program", independent, 1e-4), Check("without disk", without_disk, 1e-8)],
)
