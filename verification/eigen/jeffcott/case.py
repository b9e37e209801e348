"""Jeffcott rotor: circular motion by unbalance at three speeds; growth by damping in the shaft."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.eigen import Modes

W0, Z, E, MASS, CE, CI = 20.0, 0.05, 2e-3, 3.0, 6.0, 4.0
LIMIT = W0 * (1 + CE / CI)


def orbit(r):
    s = r["s"]
    circle = E * s * s / (1 - s * s + 2j * Z * s) * np.exp(1j * s * W0 * r.time)
    return np.stack([circle.real, circle.imag], axis=1)


def eigenvalues(spin):
    q = np.roots([MASS, CE + CI, MASS * W0**2 - 1j * CI * spin])
    # Of x and y: these and their conjugates.
    return np.sort_complex(np.array([complex(v.real, abs(v.imag)) for v in q]))


def parts(values):
    values = np.sort_complex(values)
    return np.concatenate([values.real, values.imag])


def computed(r):
    modes = Modes(r.prefix)
    return parts(modes.s[~modes.rigid])


def integrated():
    """The circle at s = 2 against an integration of the equations of motion of the centre from its start."""
    s = 2.0
    amplitude = E * s * s / (1 - s * s + 2j * Z * s)
    w = s * W0

    def rates(t, y):
        q = complex(y[0], y[1]), complex(y[2], y[3])
        a = E * w * w * np.exp(1j * w * t) - 2 * Z * W0 * q[1] - W0**2 * q[0]
        return [y[2], y[3], a.real, a.imag]

    v = 1j * w * amplitude
    end = solve_ivp(rates, (0, 1), [amplitude.real, amplitude.imag, v.real, v.imag], rtol=1e-11, atol=1e-14).y[:2, -1]
    exact = amplitude * np.exp(1j * w)
    return end * 1e3, [exact.real * 1e3, exact.imag * 1e3]


ORBITS, SPINS = ["below", "at", "above"], ["stable", "limit", "unstable"]
case = Case(
    title="Jeffcott rotor",
    source="H. H. Jeffcott, Phil. Mag. 37 (1919) 304; A. L. Kimball, Phys. Rev. 21 (1923) 703; G. Genta, Dynamics of Rotating "
           "Systems, 2005, sec. 2.4, 2.5",
    model="unbalance.mbd",
    runs={"below": Run(dict(s=0.5, h=1e-3, every=20)), "at": Run(dict(s=1.0, h=1e-3, every=20)),
          "above": Run(dict(s=2.0, h=1e-3, every=20)),
          "stable": Run(dict(W=0.8 * LIMIT), "damping.mbd"), "limit": Run(dict(W=LIMIT), "damping.mbd"),
          "unstable": Run(dict(W=1.2 * LIMIT), "damping.mbd")},
    quantities=[
        Quantity("centre", lambda r: r.node(2).position[:, :2], orbit, 2e-2,
                 "(W h)^2/12 of the radius, ten times that at resonance", "m", relative=True, runs=ORBITS),
        Quantity("eigenvalues", computed, lambda r: parts(eigenvalues(r["W"])), 1e-8, "closed form", "1/s", runs=SPINS),
        Quantity("growth", lambda r: Modes(r.prefix).s.real.max(), 0.0, 1e-9, "between growth and decay", "1/s",
                 runs=["limit"]),
    ],
    orders=[Order(f"ms rho=0.6, s={s:g}", ["centre"], 2, [dict(s=s, h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])
            for s in (0.5, 1.0, 2.0)],
    checks=[Check("circle, mm", integrated, 1e-6)],
)
