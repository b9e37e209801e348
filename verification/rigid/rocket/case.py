"""Variable mass: Tsiolkovsky's rocket, skater, evaporating rotor."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run

M0, Q, C, G = 10.0, 1.0, 50.0, 3.0
AXIS = np.array([0.48, 0.6, 0.64])
SPIN_AXIS = np.array([0.36, 0.48, 0.8])


def speed(t):
    return C * np.log(M0 / (M0 - Q * t)) - G * t


def path(t):
    return C * (t - (M0 / Q - t) * np.log(M0 / (M0 - Q * t))) - 0.5 * G * t * t


def spin(t, leaving, moving):
    """Rate about axis 3: (J + J') w' = -moving w, J + J' = 1.8 + (moving - leaving) t."""
    change = moving - leaving
    if change == 0.0:
        return 2 * np.exp(-moving * t / 1.8)
    return 2 * (1.8 / (1.8 + change * t)) ** (moving / change)


def computed_spin(r):
    return r.node(1).omega @ SPIN_AXIS


def exact_spin(r):
    return spin(r.time, r["leaving"], r["moving"])


def check_rocket():
    t = np.linspace(0, 8, 81)
    y = solve_ivp(lambda s, y: [y[1], Q * C / (M0 - Q * s) - G], (0, 8), [0, 0], "DOP853", t, rtol=1e-12,
                  atol=1e-12).y
    return y, np.stack([path(t), speed(t)])


def check_spin():
    t = np.linspace(0, 4, 41)
    pairs = []
    for leaving, moving in ((0.1, 0.0), (0.0, -0.15), (0.1, 0.2)):
        y = solve_ivp(lambda s, w: -moving * w / (1.8 + (moving - leaving) * s), (0, 4), [2.0], "DOP853", t,
                      rtol=1e-12, atol=1e-12).y[0]
        pairs.append((y, spin(t, leaving, moving)))
    return np.array(pairs).transpose(1, 0, 2)


case = Case(
    title="variable mass: rocket, skater, evaporating rotor",
    source="K. Tsiolkovsky 1903; L. Meirovitch, Methods of Analytical Dynamics, 1970, sec. 1.9",
    model="rocket.mbd",
    runs={"rocket": Run(dict(h=2e-3, every=50)),
          "evaporation": Run(dict(h=5e-3, every=20, leaving=0.1, moving=0.0), "spin.mbd"),
          "skater": Run(dict(h=5e-3, every=20, leaving=0.0, moving=-0.15), "spin.mbd"),
          "both": Run(dict(h=5e-3, every=20, leaving=0.1, moving=0.2), "spin.mbd")},
    quantities=[
        Quantity("speed", lambda r: r.node(1).velocity @ AXIS, lambda r: speed(r.time), 8e-6,
                 "second order: h^2 times the rate of thrust over mass", "m/s", runs=["rocket"]),
        Quantity("way", lambda r: r.node(1).position @ AXIS, lambda r: path(r.time), 1.5e-5, "as the speed, times 8 s",
                 "m", runs=["rocket"]),
        Quantity("off the line", lambda r: np.cross(r.node(1).position, AXIS),
                 lambda r: np.zeros((len(r.time), 3)), 1e-9, "no side force, no couple", "m", runs=["rocket"]),
        Quantity("rate", computed_spin, exact_spin, 5e-8, "second order in h times the rate of inertia over inertia",
                 "rad/s", runs=["both"]),
        Quantity("rate of the skater", computed_spin, exact_spin, 1e-9,
                 "J w is constant, which the balance of momenta keeps exactly", "rad/s", runs=["skater"]),
        Quantity("rate without couple", computed_spin, exact_spin, 1e-9,
                 "w is constant and the momenta are linear in time", "rad/s", runs=["evaporation"]),
        Quantity("wobble", lambda r: np.cross(r.node(1).omega, SPIN_AXIS), lambda r: np.zeros((len(r.time), 3)), 1e-8,
                 "the spin stays on its principal axis", "rad/s", runs=["evaporation", "skater", "both"]),
    ],
    orders=[Order("rocket, ms rho=0.6", ["speed", "way"], 2, [dict(h=h, every=round(0.2 / h)) for h in (4e-2, 2e-2, 1e-2)],
                  {}),
            Order("both, ms rho=0.6", ["rate"], 2, [dict(h=h, every=round(0.4 / h)) for h in (1e-1, 5e-2, 2.5e-2)],
                  dict(leaving=0.1, moving=0.2), "spin.mbd")],
    checks=[Check("rocket against integration at 1e-12", check_rocket, 1e-8),
            Check("rotor against integration at 1e-12", check_spin, 1e-10)],
)
