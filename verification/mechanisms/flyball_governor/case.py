"""Stiff fly-ball governor: the slider and the speed of the shaft."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run

#: Time and height of the slider, from minimal coordinates with a stiff method at 1e-10.
SLIDER = np.array([[0.1, 0.52383648], [0.2, 0.58507981], [0.3, 0.65863235], [0.4, 0.71771324], [0.5, 0.74324942],
                   [0.6, 0.72763122], [1, 0.50142092], [2, 0.50590929], [3, 0.51324608], [5, 0.53556310],
                   [10, 0.61962292]])
SPEED = np.array([[0.5, 5.10341542], [1, 6.27112574], [10, 5.54820362]])


def at(r, times):
    return np.round(np.asarray(times) / (r["h"] * r["every"])).astype(int)


def moment(r):
    """Angular momentum about the shaft, which nothing changes."""
    total = (3 * 0.01 / 6 + 0.3 * 2e-4 / 12) * r.node(1).omega[:, 2]
    for k in (3, 4):
        n = r.node(k)
        along = n.rotation[:, :, 0]
        for mass, arm in ((0.3, 0.5), (5.0, 1.0)):
            x, v = n.position + arm * along, n.velocity + arm * np.cross(n.omega, along)
            total = total + mass * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0])
        spin = np.sum(n.omega * along, axis=1)[:, None] * along
        wide, thin = 0.3 * (1 + 1e-4) / 12, 0.3 * 2e-4 / 12
        total = total + (wide * (n.omega - spin) + thin * spin)[:, 2]
    return total


def check_speed():
    """Speeds of the table from its heights: angular momentum with springs at their length (1e-5 off under load)."""
    def inertia(s):
        # The spring makes an isosceles triangle with half a rod: the rod is at height (1 - s)/2 over its length 0.5.
        sine = (1 - s) / 2 / 0.5
        r = lambda d: 0.05 + d * np.sqrt(1 - sine ** 2)
        rod = 0.3 * (r(0.5) ** 2 + (1 - sine ** 2) / 12)
        return 3 * 0.01 / 6 + 2 * (rod + 5 * r(1) ** 2)

    heights = np.array([SLIDER[np.argmin(np.abs(SLIDER[:, 0] - t)), 1] for t in SPEED[:, 0]])
    return 2 * np.pi * inertia(0.5) / inertia(heights), SPEED[:, 1]


case = Case(
    title="stiff fly-ball governor",
    source="M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, Multibody System Dynamics 16, 2006, 179-190 (A05)",
    model="flyball_governor.mbd",
    runs={"main": Run(dict(h=1e-3, every=100))},
    quantities=[
        Quantity("height of the slider", lambda r: r.node(2).position[at(r, SLIDER[:, 0]), 2], lambda r: SLIDER[:, 1], 1e-3,
                 "error of second order over ten swings of 0.24 m", "m", plot=False),
        Quantity("speed of the shaft", lambda r: r.node(1).omega[at(r, SPEED[:, 0]), 2], lambda r: SPEED[:, 1], 1e-2,
                 "the same", "rad/s", plot=False),
        Quantity("angular momentum about the shaft", moment, lambda r: moment(r)[0], 1e-3,
                 "nothing acts about the shaft; error of second order", "kg m2/s", relative=True),
    ],
    orders=[Order("ms rho=0.6", ["height of the slider"], 2, [dict(h=h, every=round(0.1 / h)) for h in (4e-3, 2e-3, 1e-3)],
                  slack=0.3)],
    checks=[Check("speeds from heights", check_speed, 5e-3)],
)
