"""Springs and Maxwell elements: relaxation, creep, damped oscillation."""
import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import expm

from lib.case import Case, Check, Order, Quantity, Run

RAMP = 0.2
E0, ELEMENTS = 100.0, [(50.0, 5.0), (200.0, 80.0)]
# C = sym(2 1 0, 2 0, 0.5): eigenvalues 3, 1, 0.5.
VALUES = np.array([3.0, 1.0, 0.5])
AXES = np.array([[1, 1, 0], [1, -1, 0], [0, 0, np.sqrt(2)]]).T / np.sqrt(2)
SPEED = np.array([0.3, -0.1, 0.2])


def relaxation(t):
    t = t[:, None]
    speed = AXES.T @ SPEED
    stress = E0 * np.minimum(t, RAMP) * speed
    for e, eta in ELEMENTS:
        r = e / eta * VALUES
        stress = stress + e * speed / r * (1 - np.exp(-r * np.minimum(t, RAMP))) * np.exp(-r * np.maximum(t - RAMP, 0))
    return (VALUES * stress) @ AXES.T


def creep(t, load, shape):
    e, eta = 300.0, 40.0
    d = load / shape / (E0 + e) * np.exp(-e / eta * shape * E0 / (E0 + e) * t)
    return (load / shape - e * d) / E0


def oscillation(t):
    m, e, eta = 2.0, 80.0, 4.0
    a = np.array([[0, 1, 0], [-E0 / m, 0, -e / m], [0, 1, -e / eta]])
    return np.array([expm(a * s) @ [0, 0.3, 0] for s in t])


def check_closed_forms():
    """The closed forms against numerical integration of the equations in the model file."""
    t = np.linspace(0, 1, 41)
    c = AXES @ np.diag(VALUES) @ AXES.T

    def rates(s, y):
        speed = SPEED * (s < RAMP)
        return np.concatenate([speed] + [speed - e / eta * c @ y[3 * i + 3:3 * i + 6] for i, (e, eta) in
                                         enumerate(ELEMENTS)])

    y = solve_ivp(rates, (0, RAMP), np.zeros(9), "DOP853", t[t <= RAMP], rtol=1e-12, atol=1e-14).y.T
    z = solve_ivp(lambda s, y: rates(1.0, y), (RAMP, 1), y[-1], "DOP853", t[t > RAMP], rtol=1e-12, atol=1e-14).y.T
    y = np.vstack([y, z])
    force = (E0 * y[:, :3] + sum(e * y[:, 3 * i + 3:3 * i + 6] for i, (e, _) in enumerate(ELEMENTS))) @ c
    return force, relaxation(t)


case = Case(
    title="springs and Maxwell elements",
    source="N. W. Tschoegl, The Phenomenological Theory of Linear Viscoelastic Behavior, 1989, ch. 3",
    model="maxwell.mbd",
    runs={"main": Run(dict(h=1e-3, every=10))},
    quantities=[
        Quantity("force that relaxes", lambda r: r.joint(12).force, lambda r: relaxation(r.time), 1e-10,
                 "solved exactly for strains that are linear in time; the tolerance of the solver", "N"),
        Quantity("displacement that creeps", lambda r: r.node(4).position[:, 0], lambda r: creep(r.time, 20.0, 2.0), 1e-6,
                 "second order: (h/tau)^2/12 of what creeps", "m"),
        Quantity("rotation that creeps", lambda r: r.rows("mov", 4)[:, 5], lambda r: creep(r.time, 5.0, 0.5), 1e-6,
                 "second order: (h/tau)^2/12 of what creeps", "rad"),
        Quantity("displacement of the mass", lambda r: r.node(6).position[:, 0], lambda r: oscillation(r.time)[:, 0], 3e-6,
                 "second order: 0.1 (w h)^2 w t of the amplitude", "m"),
    ],
    orders=[Order("ms rho=0.6", ["displacement that creeps", "displacement of the mass"], 2,
                  [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("forces by integration", check_closed_forms, 1e-9)],
)
