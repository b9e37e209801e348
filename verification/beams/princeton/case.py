"""The Princeton beam: large bending about both axes coupled with torsion."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.rods import Chain, displacement, files, orientation, straight

# By angle of the load: (axial, soft, stiff) displacement in m and twist atan2(R32, R22) in degrees under 4.448, 8.896 and
# 13.345 N: geometrically exact rod, boundary value problem to 1e-9.
EXACT = {
    0: [[-.000033914, 0, .005359539, 0], [-.000135580, 0, .010715402, 0], [-.000304810, 0, .016065129, 0]],
    15: [[-.000543791, .020801395, .005210158, .169104], [-.002240890, .042125846, .010625769, .690675],
         [-.005298505, .064497284, .016502907, 1.608629]],
    30: [[-.001916840, .039949986, .004751073, .291099], [-.007661003, .079457223, .010147256, 1.166593],
         [-.017163826, .117903922, .016778054, 2.628706]],
    45: [[-.003746981, .056056005, .003965165, .333377], [-.014389659, .109043083, .008888886, 1.305206],
         [-.030361783, .156589872, .015342348, 2.841012]],
    60: [[-.005527198, .068130100, .002862209, .286401], [-.020473650, .129925260, .006654390, 1.098135],
         [-.041207236, .181923440, .011716496, 2.327306]],
    75: [[-.006800283, .075572573, .001502997, .164403], [-.024584443, .142216289, .003568908, .621620],
         [-.048075566, .196127060, .006328484, 1.296372]],
    90: [[-.007260121, .078082977, 0, 0], [-.026024803, .146261896, 0, 0], [-.050406670, .200695293, 0, 0]]}
# Beam elements of a commercial program, 12.3777 x 3.2024 mm of E = 71.7e9: Obrezkov et al. 2022; soft and stiff direction
# under 8.896 and 13.345 N, mm.
PUBLISHED = {15: [[42.08232124, 10.61328706], [64.35812858, 16.45825752]],
             30: [[79.39482948, 10.11169630], [117.735994, 16.65873206]],
             45: [[108.987937, 8.837226265], [156.467239, 15.18618440]],
             60: [[129.887616, 6.604665004], [181.861627, 11.57837500]],
             75: [[142.194370, 3.538889001], [196.127097, 6.248967384]]}


def tip(r):
    return displacement(r, 2 * r["n"] + 1)[1:]


def twist(r):
    R = orientation(r, 2 * r["n"] + 1)[1:]
    return np.degrees(np.arctan2(R[:, 2, 1], R[:, 1, 1]))


def exact(r):
    return np.array(EXACT[int(r["theta"])])


case = Case(
    title="Princeton beam: tip weight at seven angles",
    source="Dowell, Traybar, AMS reports 1194 and 1257, Princeton 1975; Bauchau et al., Multibody Syst. Dyn. 37 (2016) 29",
    model="princeton.mbd",
    files=files(lambda v: Chain(v["n"], straight(0.508))),
    runs={**{f"{angle} degrees": Run(dict(n=8, theta=float(angle))) for angle in EXACT},
          "45 degrees, turned": Run(dict(n=8, theta=45.0, tilt=1.0))},
    quantities=[
        Quantity("tip", tip, lambda r: exact(r)[:, :3], 3e-6, "error of the mesh, of fourth order", "m"),
        Quantity("twist", twist, lambda r: exact(r)[:, 3], 3e-4, "likewise", "deg"),
        Quantity("deflection, published", lambda r: 1e3 * tip(r)[1:, 1:], lambda r: np.array(PUBLISHED[int(r["theta"])]), 3e-3,
                 "the benchmark's stiffness is rounded and its shear factors are others", "mm", relative=True,
                 runs=[f"{angle} degrees" for angle in PUBLISHED], plot=False),
    ],
    orders=[Order("mesh", ["tip", "twist"], 4, [dict(theta=45.0, n=n, h=1 / n) for n in (2, 4, 8)], slack=0.4)],
)
