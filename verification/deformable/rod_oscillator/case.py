"""Mass on a stiff rod; mass between two taut rods."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run

MASS, L0, K, STRETCH, TENSION, PLUCK = 1.0, 2.0, 1e9, 1e-6, 1e8, 1e-5
W = np.sqrt(K / MASS)
W_STRING = np.sqrt(2 * TENSION / (L0 * MASS))


def exact(r, t=None):
    """Displacement, velocity, acceleration along the rod."""
    t = r.time if t is None else t
    zeta = r["zeta"] if "zeta" in r.variables else 0.0
    s, v = zeta * W, W * np.sqrt(1 - zeta**2)
    decay = STRETCH * np.exp(-s * t)
    x = decay * (np.cos(v * t) + s / v * np.sin(v * t))
    rate = -decay * (W**2 / v) * np.sin(v * t)
    return x, rate, -W**2 * x - 2 * s * rate


def decrement(r):
    """Damping ratio from the velocity at the extremes: ratio of the first two maxima of the displacement."""
    x, v = r.node(2).position[:, 0] - L0, r.node(2).velocity[:, 0]
    peaks = [k for k in range(1, len(x) - 1) if x[k] > x[k - 1] and x[k] >= x[k + 1]]
    heights = [x[k] - (x[k + 1] - x[k - 1])**2 / (8 * (x[k + 1] - 2 * x[k] + x[k - 1])) for k in peaks]
    d = np.log(STRETCH / heights[0])
    return d / np.hypot(d, 2 * np.pi)


def check_equation():
    class Fake:
        variables = {"zeta": 0.05}
        time = np.linspace(0, 4e-4, 81)
        def __getitem__(self, name):
            return self.variables[name]
    y = solve_ivp(lambda _, y: [y[1], -W**2 * y[0] - 0.1 * W * y[1]], (0, 4e-4), [STRETCH, 0], "DOP853",
                  Fake.time, rtol=1e-12, atol=1e-18).y
    x, v, _ = exact(Fake())
    return y / [[STRETCH], [STRETCH * W]], np.stack([x, v]) / [[STRETCH], [STRETCH * W]]


case = Case(
    title="mass on a stiff rod, mass between taut rods",
    source="J. P. Den Hartog, Mechanical Vibrations, 4th ed., 1956, sec. 2.2, 2.6, 4.4",
    model="rod_oscillator.mbd",
    runs={"elastic": Run(dict(h=2.5e-7, every=20)), "damped": Run(dict(h=2.5e-7, every=2, zeta=0.05))},
    quantities=[
        Quantity("acceleration at the start", lambda r: r.node(2).acceleration[0, 0],
                 lambda r: -K * STRETCH / MASS, 1e-6, "no step is behind it: round-off of the strain only", "m/s2"),
        Quantity("displacement", lambda r: r.node(2).position[:, 0] - L0, lambda r: exact(r)[0], 1.5e-10,
                 "phase error of order 2: 0.1 (w h)^2 w t of the amplitude", "m"),
        Quantity("velocity", lambda r: r.node(2).velocity[:, 0], lambda r: exact(r)[1], 4e-6, "as the displacement",
                 "m/s"),
        Quantity("tension", lambda r: r.joint(2).force_local[:, 0], lambda r: -MASS * exact(r)[2], 0.15,
                 "as the displacement, times k", "N"),
        Quantity("force on node 1", lambda r: r.joint(2).force[:, 0], lambda r: r.joint(1).force[:, 0], 1e-6,
                 "the clamp passes it on to the ground", "N"),
        Quantity("damping ratio from the decrement", decrement, lambda r: r["zeta"], 1e-4,
                 "ratio of the first two maxima, parabolas through three outputs", runs=["damped"]),
        Quantity("mass on the string", lambda r: r.node(4).position[:, 2], lambda r: PLUCK * np.cos(W_STRING * r.time),
                 5e-11, "0.1 (w h)^2 w t of the amplitude", "m", runs=["elastic"]),
    ],
    orders=[Order(f"ms rho={rho:g}", ["displacement", "velocity", "tension"], 2,
                  [dict(h=h, every=round(8e-6 / h)) for h in (2e-6, 1e-6, 5e-7)], dict(rho=rho, zeta=0.02))
            for rho in (0.0, 0.6)],
    checks=[Check("motion by integration", check_equation, 1e-9)],
)
