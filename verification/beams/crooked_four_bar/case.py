"""Crooked four-bar mechanism of flexible bars: drive torque, motion of the hinge, forces inside a bar."""
import numpy as np

from lib.case import Case, Check, Quantity, Refine, Run
from lib.mesh import Beam, files

# Time; torque at A about y; angle at D; displacement of C, mm; force N, F2, F3 and moment T, M2, M3 in the middle of bar 1.
# Quasi-static exact rods of an independent program. Left out: around 2.6 and 7.85 s, where bar 3 snaps through and rings.
TABLE = np.array([
    [0.5, 1.56717, 0.30039, 35.45, 1.01, -5.36, 2.71, 13.11, -99.52, 21.867, -4.914, 0.776],
    [1.0, 3.26699, 0.60089, 67.74, 2.04, -20.98, -2.46, 27.08, -230.19, 45.866, 6.454, 1.599],
    [1.5, 4.82612, 0.90156, 93.97, 3.02, -45.46, -18.49, 39.11, -395.28, 63.396, 36.570, 2.330],
    [2.0, 5.56404, 1.20270, 111.81, 3.84, -76.70, -53.76, 43.99, -575.76, 62.603, 79.346, 2.663],
    [4.0, -4.04746, -0.27326, -32.51, 2.40, -4.53, -7.41, -32.70, -307.40, -50.803, 42.260, -1.972],
    [5.0, -0.67986, -0.83697, -89.13, 0.43, -39.65, 2.05, -5.66, -43.70, -11.505, 1.151, -0.338],
    [6.0, 1.76706, -1.16266, -110.11, -1.32, -72.32, -15.30, 14.52, 104.70, 31.483, 13.769, 0.894],
    [7.0, 2.88889, -1.39819, -118.16, -2.79, -99.33, -64.60, 22.92, 174.74, 44.821, 53.608, 1.471],
    [9.0, -2.78131, -0.88429, -92.74, -2.46, -43.90, -46.21, -22.76, 174.78, -14.583, 60.139, -1.399],
    [10.0, -1.25345, -0.28350, -33.53, -0.90, -4.78, -8.47, -10.34, 72.76, -14.258, 15.182, -0.627],
    [12.0, 4.89788, 0.91842, 95.21, 3.08, -47.06, -19.81, 39.63, -405.34, 63.947, 38.755, 2.363]])


def bar(k):
    def make(v):
        if k < 2:
            return Beam(v["n"], k + 1, 100 * k + 1, length=("0.12", "0.24")[k], mass="m1", inertia=("J1", "I1", "I1"))
        return Beam(v["n"], 3, 201, length="0.12", mass="m3", inertia=("J3", "I3", "I3"), law=2)
    return make


def at_table(history):
    return lambda r: np.array([history(r)[np.argmin(np.abs(r.time - t))] for t in TABLE[:, 0]])


def torque(r):
    """What turns the mechanism; printed is what it does to the ground."""
    return -r.joint(1).moment[:, 1]


def angle_at_d(r):
    return np.radians(r.joint(4).extra[:, 2])


def displacement(r):
    return 1e3 * (r.node(101 + 2 * r["n"]).position - [0.24, 0.0, 0.12])


def middle(first):
    """Mean of the two sections of the middle beam of bar 1 (n is odd)."""
    def of(r):
        rows = r.rows("act", 1 + r["n"] // 2)
        return 0.5 * (rows[:, first:first + 3] + rows[:, 6 + first:9 + first])
    return of


def moment_about_a():
    """Torque at 0.5, 6 and 10 s, where the bar is bent little: moment in the middle and shear force over half a bar."""
    rows = TABLE[[0, 6, 9]]
    return rows[:, 11] + rows[:, 7] * 0.06, rows[:, 1]


case = Case(
    title="four-bar mechanism with a crooked hinge and flexible bars",
    source="O. A. Bauchau, P. Betsch, A. Cardona et al., Multibody Syst. Dyn. 37 (2016) 29",
    model="four_bar.mbd",
    files=files(bar(0), bar(1), bar(2)),
    runs={"3 beams a bar": Run(dict(n=3, h=4e-3, every=25))},
    quantities=[
        Quantity("torque", at_table(torque), TABLE[:, 1], 5e-3, "0.1 %; inertia and ringing, which the table has not", "N m"),
        Quantity("angle at D", at_table(angle_at_d), TABLE[:, 2], 1e-4, "likewise", "rad"),
        Quantity("displacement of C", at_table(displacement), TABLE[:, 3:6], 0.02, "digits of the table", "mm"),
        Quantity("force in bar 1", at_table(middle(0)), TABLE[:, 6:9], 0.2, "likewise", "N"),
        Quantity("moment in bar 1", at_table(middle(3)), TABLE[:, 9:12], 0.02, "likewise", "N m"),
        Quantity("hinge D turns about its axis", lambda r: r.joint(4).extra[:, :2], 0.0, 1e-9, "hinge", "deg"),
    ],
    refine=[Refine(["displacement of C"], 4, run="3 beams a bar", vary="n",
                   changes=dict(n=8), slack=0.3, itself=True)],
    checks=[Check("moment about A", moment_about_a, 0.01)],
)
