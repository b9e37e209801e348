"""Flexible shaft with an eccentric disk that runs up through its critical speed."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.mesh import Beam, files

# Time; position of the axis in the middle, m; torque at the near end, N m. Another program with the same kind of beam, 32 of
# them, step 6.25e-5 s; the source has plots, with the weight.
TABLE = np.array([[0.25, -0.000429, 0.007851, -377.69], [0.50, 0.032507, -0.075916, -518.30],
                  [0.75, 0.068921, -0.122508, 130.70], [1.00, 0.027127, -0.055429, 389.40],
                  [1.10, -0.046490, 0.016002, -618.71], [1.15, 0.038760, -0.084614, -1326.74],
                  [1.20, -0.013714, 0.156966, -1974.27], [1.25, -0.008170, -0.220237, -1850.72],
                  [1.30, 0.019162, 0.258310, -944.31], [1.40, 0.026509, 0.233108, 1662.08],
                  [1.50, 0.051680, 0.092114, 1122.98]])
W, OFF, DISK = 60.0, 0.05, 70.573
L, BENDING, SHEAR, MASS = 6.0, 354.5e3, 60.5e6, 11.64


def shaft(v):
    return Beam(v["n"], length="6.", mass="11.64", inertia=("26.34e-3", "13.17e-3", "13.17e-3"))


def at_table(history):
    return lambda r: np.array([history(r)[np.argmin(np.abs(r.time - t))] for t in TABLE[:, 0]])


def middle(r):
    return r.node(r["n"] + 1).position[:, 1:3]


def torque(r):
    return r.joint(1).moment[:, 0]


def speed(t):
    """Angular velocity and acceleration of the near end."""
    def rise(start, duration, size):
        s = np.clip((t - start) / duration, 0.0, 1.0)
        return np.array([1 - np.cos(np.pi * s), np.pi / duration * np.sin(np.pi * s)]) * size / 2
    return rise(0.0, 0.5, 0.8 * W) + rise(1.0, 0.25, 0.4 * W)


def one_mass():
    """Jeffcott's rotor: the shaft bends as under a load in its middle, with its mass by Rayleigh (13/35 of it)."""
    mass = DISK + 13 / 35 * MASS * L
    square = 1 / (L**3 / 192 / BENDING + L / 4 / SHEAR) / mass
    load = DISK * OFF / mass

    def rates(t, q):
        (rate, change), c, s = speed(t), np.cos(q[4]), np.sin(q[4])
        return [q[1], -square * q[0] + load * (rate**2 * c + change * s),
                q[3], -square * q[2] + load * (rate**2 * s - change * c), rate]

    f = solve_ivp(rates, (0.0, 1.5), np.zeros(5), rtol=1e-8, atol=1e-11, t_eval=TABLE[:, 0], max_step=1e-3)
    return f.y[[0, 2]].T, TABLE[:, 1:3]


case = Case(
    title="shaft through its critical speed",
    source="O. A. Bauchau, P. Betsch, A. Cardona et al., Multibody Syst. Dyn. 37 (2016) 29; digits: another program; "
           "H. H. Jeffcott, Phil. Mag. 37 (1919) 304",
    model="shaft.mbd",
    files=files(shaft),
    runs={"16 beams": Run(dict(n=16, h=2.5e-4, every=200, t_end=1.5))},
    quantities=[
        Quantity("middle of the shaft", at_table(middle), TABLE[:, 1:3], 1e-3, "step and mesh of second order", "m"),
        Quantity("torque", at_table(torque), TABLE[:, 3], 12.0, "likewise; 0.6 % of the largest", "N m"),
    ],
    orders=[Order("mesh", ["middle of the shaft"], 2,
                  [dict(n=n, h=1.25e-4, every=400, t_end=1.5, step=1 / n) for n in (4, 8, 16)], vary="step")],
    checks=[Check("one mass on a massless shaft", one_mass, 6e-3)],
)
