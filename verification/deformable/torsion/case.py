"""Torsional springs: linear with damping, cubic, over several turns."""
import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipk

from lib.case import Case, Check, Order, Quantity, Run
from lib.measure import zero_crossings
from lib.rotation import from_euler123

J, K, C, B, A, W4 = 0.2, 30.0, 0.1, 0.08, 2.0, 60.0
W = np.sqrt(K / J)
FRAME = from_euler123([0.3, -0.2, 0.5])
S = C / (2 * J)
V = np.sqrt(W**2 - S**2)
PERIOD = 4 * ellipk(B * A**2 / (2 * (1 + B * A**2))) / (W * np.sqrt(1 + B * A**2))


def angle(r, node):
    axis = r.node(node).rotation[:, :, 0] @ FRAME
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))


def damped(t):
    decay = A * np.exp(-S * t)
    theta = decay * (np.cos(V * t) + S / V * np.sin(V * t))
    rate = -decay * W**2 / V * np.sin(V * t)
    return theta, rate


def cubic(t):
    """Integrated to 1e-12; its period is the elliptic integral (checked below)."""
    return solve_ivp(lambda _, y: [y[1], -W**2 * (y[0] + B * y[0] ** 3)], (0, max(t[-1], 1e-9)), [A, 0], "DOP853", t,
                     rtol=1e-13, atol=1e-13).y


def period(r, node):
    times = zero_crossings(r.time, angle(r, node), r.node(node).omega @ FRAME[:, 2])
    return times[2] - times[0]


def check_period():
    t = np.linspace(0, 2 * PERIOD, 2001)
    y = cubic(t)
    times = zero_crossings(t, y[0], y[1])
    return np.array([times[2] - times[0]]), np.array([PERIOD])


def check_damped():
    t = np.linspace(0, 2, 81)
    y = solve_ivp(lambda _, y: [y[1], -W**2 * y[0] - C / J * y[1]], (0, 2), [A, 0], "DOP853", t, rtol=1e-12,
                  atol=1e-12).y
    return y, np.stack(damped(t))


case = Case(
    title="discs on torsional springs",
    source="J. P. Den Hartog, Mechanical Vibrations, 1956, sec. 2.2; A. H. Nayfeh, D. T. Mook, Nonlinear Oscillations, 1979, sec. 2.1",
    model="torsion.mbd",
    runs={"main": Run(dict(h=1e-4, every=50))},
    quantities=[
        Quantity("deformable hinge, damped", lambda r: angle(r, 2), lambda r: damped(r.time)[0], 6e-6,
                 "phase error of order 2: 0.1 (w h)^2 w t of the amplitude", "rad"),
        Quantity("couple of the damped hinge", lambda r: r.joint(21).moment_local[:, 2],
                 lambda r: K * damped(r.time)[0] + C * damped(r.time)[1], 3e-4, "as the angle, times k", "N m"),
        Quantity("rotation and rate printed", lambda r: r.joint(21).extra[:, [2, 5]],
                 lambda r: np.stack(damped(r.time), axis=1), 8e-5, "as the angle, times w", "rad, rad/s"),
        Quantity("invariant hinge, cubic law", lambda r: angle(r, 3), lambda r: cubic(r.time)[0], 4e-5,
                 "as above, and the law is steeper", "rad"),
        Quantity("axial joint, cubic law", lambda r: angle(r, 5), lambda r: cubic(r.time)[0], 4e-5,
                 "the same motion", "rad"),
        Quantity("period with the cubic law", lambda r: period(r, 3), lambda r: PERIOD, 1e-6, "0.1 (w h)^2 T", "s"),
        Quantity("axial joint over turns", lambda r: r.joint(41).extra[:, 0],
                 lambda r: W4 / W * np.sin(W * r.time), 2e-4, "a turn of p in a step counts with p^2/12: at most 3e-6 of it; it adds up in the phase of 24 rad", "rad"),
        Quantity("its couple", lambda r: r.joint(41).moment @ FRAME[:, 2],
                 lambda r: K * W4 / W * np.sin(W * r.time), 6e-3, "k times the angle", "N m"),
    ],
    orders=[Order("ms rho=0.6", ["deformable hinge, damped", "invariant hinge, cubic law", "axial joint, cubic law",
                                 "axial joint over turns"], 2,
                  [dict(h=h, every=round(0.02 / h)) for h in (2e-3, 1e-3, 5e-4)], dict(t_end=1.0))],
    checks=[Check("period of the cubic spring", check_period, 1e-9),
            Check("damped motion by integration", check_damped, 1e-9)],
)
