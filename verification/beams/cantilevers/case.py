"""Cantilevers of the literature under tip loads, large and small displacements, shear deformation."""
import numpy as np

from lib.case import Case, Order, Quantity, Run
from lib.rods import Chain, displacement, files, orientation, straight

E, NU = 2.07e11, 0.3
G = E / (2 * (1 + NU))
WIDE, HIGH = 0.4, 0.2  # of Nachbagauer 2013
I2, I3 = HIGH * WIDE**3 / 12, WIDE * HIGH**3 / 12


def deep(load):
    """Nachbagauer 2011: 0.1 x 0.5 m, bent about its strong axis (here across z)."""
    w, h = 0.1, 0.5
    shear = 10 * (1 + NU) / (12 + 11 * NU) * G * w * h
    inertia = w * h**3 / 12
    return dict(L=2.0, EA=E * w * h, GA2=shear, GA3=shear, GJ=G * inertia, EI2=E * inertia, EI3=E * inertia, Fz=load)


GERADIN = dict(L=5.0, EA=4.8e8, GA2=3.231e8, GA3=3.231e8, GJ=1e6, EI2=9.346e6, EI3=9.346e6, Fz=6e5)
SQUAT = dict(L=2.0, EA=E * WIDE * HIGH, GA2=0.8331 * G * WIDE * HIGH, GA3=0.7961 * G * WIDE * HIGH,
             GJ=0.5768 * G * (I2 + I3), EI2=E * I2, EI3=E * I3, Fz=0.0, Mx=0.5e6, My=-2e6)
# Tip: shortening, deflection along y, along z.
TIP = {"Geradin, Cardona": [.596471273, 0, 2.159693896], "deep, small load": [1.88847418e-7, 0, 8.09900305e-4],
       "deep, large load": [.150971144252, 0, .710568597881],
       "bent and twisted": [1.09437986e-4, 1.86436456e-4, 1.8117402744e-2]}


def tip(r):
    u = displacement(r, 2 * r["n"] + 1)[-1]
    return np.array([-u[0], u[1], u[2]])


def slope(r):
    R = orientation(r, 2 * r["n"] + 1)[-1]
    return np.arctan2(R[2, 0], R[0, 0])


def run(data, n=16, **more):
    return Run(dict(data, n=n, **more))


def ratio(values, reference):
    return np.asarray(values) / np.where(np.asarray(reference) == 0, 1.0, reference)


def quantity(name, tolerance, why, runs=None):
    return Quantity(f"tip, {name}", lambda r: ratio(tip(r), TIP[name]), ratio(TIP[name], TIP[name]), tolerance, why,
                    runs=runs or [name])


case = Case(
    title="cantilevers of the literature",
    source="Geradin, Cardona, Flexible Multibody Dynamics, 2001 (numbers: Simpson, Palacios 2013); Nachbagauer, Pechstein, "
           "Irschik, Gerstmayr, Multibody Syst. Dyn. 26 (2011) 245; Nachbagauer, Gruber, Gerstmayr, J. Comput. Nonlinear "
           "Dyn. 8 (2013) 021004",
    model="cantilever.mbd",
    files=files(lambda v: Chain(v["n"], straight(v["L"]))),
    runs={"Geradin, Cardona": run(GERADIN), "Geradin, Cardona, turned": run(GERADIN, tilt=2.2),
          "deep, small load": run(deep(5e5 * 0.5**3)), "deep, large load": run(deep(5e8 * 0.5**3)),
          "bent and twisted": run(SQUAT)},
    quantities=[
        quantity("Geradin, Cardona", 1e-5, "error of the mesh; published 2.159 and 0.596",
                 ["Geradin, Cardona", "Geradin, Cardona, turned"]),
        Quantity("slope, Geradin, Cardona", slope, .672006065, 1e-5, "likewise; published 0.6720", "rad",
                 runs=["Geradin, Cardona", "Geradin, Cardona, turned"]),
        quantity("deep, small load", 2e-5, "a shortening of 1e-7 m beside displacements of 1e-3"),
        quantity("deep, large load", 1e-5, "error of the mesh"),
        quantity("bent and twisted", 1e-4, "error of the mesh; solid elements give 1.0939e-4, 1.8646e-4, 1.8117e-2"),
    ],
    orders=[Order("mesh", ["tip, Geradin, Cardona"], 4, [dict(GERADIN, n=n, h=1 / n) for n in (2, 4, 8)], slack=0.3)],
)
