"""Slider-crank with a flexible connecting rod: deflection of its middle."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.mesh import Beam, files
from lib.timoshenko import frequencies

R, L, W = 0.15, 0.3, 150.0
# Time; deflection, m, left of the way from crank to slider positive: exact rod of an independent program, extrapolated.
TABLE = np.array([[0.01, 0.0015857], [0.02, 0.0009699], [0.03, -0.0007135], [0.04, -0.0023735], [0.05, 0.0038808],
                  [0.06, 0.0008654], [0.07, -0.0015592], [0.08, -0.0030310]])


def deflection(r):
    b, c, middle = (r.node(k).position[:, :2] for k in (1, 2 * r["n"] + 1, r["n"] + 1))
    along = (c - b) / np.linalg.norm(c - b, axis=1)[:, None]
    arm = middle - 0.5 * (b + c)
    return along[:, 0] * arm[:, 1] - along[:, 1] * arm[:, 0]


def at_table(last):
    return lambda r: np.array([deflection(r)[np.argmin(np.abs(r.time - t))] for t in TABLE[:, 0] if t <= last])


def slider(r):
    """Distance of the slider from the axis of the crank; shortening of the rod by bending is below 1e-4 m."""
    return r.node(2 * r["n"] + 1).position[:, 0]


def rigid(r):
    angle = W * r.time
    return R * np.cos(angle) + np.sqrt(L**2 - (R * np.sin(angle))**2)


def first_frequency():
    d, e, rho = 0.006, 0.2e12, 7870.0
    slow = np.pi**2 / L**2 * np.sqrt(e * d * d / 16 / rho)
    return frequencies(d / 4 / L, "hinged", "hinged", 1, 2.6 / 0.9)[0] / np.pi**2 * slow / 829.232, 1.0


case = Case(
    title="slider-crank with a flexible connecting rod",
    source="J. B. Jonker, Int. J. Robotics Research 8 (1989) 63; J. P. Meijaard, Archive Appl. Mech. 61 (1991) 195",
    model="crank.mbd",
    files=files(lambda v: Beam(v["n"])),
    runs={"16 beams": Run(dict(n=16, h=2e-5, every=25))},
    quantities=[
        Quantity("deflection of the middle", at_table(1), TABLE[:, 1], 2.5e-5,
                 "step and mesh of second order; 0.5 % of the largest deflection", "m"),
        Quantity("deflection to 0.03 s", at_table(0.031), TABLE[:3, 1], 8e-6, "likewise", "m"),
        Quantity("largest deflection", lambda r: deflection(r).max(), 0.0046266, 1e-5, "0.01542 L", "m"),
        Quantity("slider", slider, rigid, 4e-4, "the rod is shorter along its chord by (8/3) 0.0047^2/0.3", "m"),
    ],
    orders=[Order("mesh", ["deflection to 0.03 s"], 2,
                  [dict(n=n, h=1e-5, every=50, step=1 / n) for n in (4, 8, 16)], vary="step",
                  slack=0.3),  # shear and rotary inertia leave 1e-6 m between the rod of the table and this one
            Order("ms rho=0.6", ["deflection to 0.03 s"], 2,
                  [dict(n=32, h=h, every=round(5e-4 / h)) for h in (2.5e-4, 1.25e-4, 6.25e-5)], slack=0.35)],
    checks=[Check("first frequency", first_frequency, 1e-3)],
)
