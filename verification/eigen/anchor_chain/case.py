"""Anchor chain of 43 bodies: equilibrium, frequencies by eigenanalysis, and from free vibrations."""
import numpy as np
from scipy.optimize import brentq, least_squares

from lib.case import Case, Check, Quantity, Run
from lib.eigen import Modes

WEIGHT, BODIES, SPACING = 98.1, 43, np.sqrt(61.0) / 21
PAPER = np.array([0.240, 0.309, 0.504, 0.551])
REBUILT = np.array([0.240421, 0.309471, 0.503908, 0.551225, 0.637453, 0.655062, 0.725341, 0.738722])


def straight(k):
    """Place of body k on the lines A-C-B, and its angle below the x axis."""
    i = min(k, 42 - k) / 21
    return (5 * i if k <= 21 else 10 - 5 * i), -6 * i, np.arctan2(6, 5) * np.sign(21 - k)


def angles(tension):
    """Angles of the bodies below the x axis: moments of the joint forces about the centre of a body vanish."""
    vertical = BODIES * WEIGHT / 2 - WEIGHT * np.arange(1, BODIES)  # of the joint behind each body
    rise = np.concatenate([vertical[:1], 0.5 * (vertical[1:] + vertical[:-1]), vertical[-1:]])
    return np.arctan2(rise, tension)


def places(tension):
    a = angles(tension)
    steps = 0.5 * SPACING * np.stack([np.cos(a[:-1]) + np.cos(a[1:]), -np.sin(a[:-1]) - np.sin(a[1:])], axis=1)
    return np.vstack([[0.0, 0.0], np.cumsum(steps, axis=0)])


TENSION = brentq(lambda t: places(t)[-1, 0] - 10.0, 300.0, 2000.0, xtol=1e-12)


def nodes(v):
    lines = []
    for k in range(BODIES):
        x, z, angle = straight(k)
        if "direction" in v:
            (x, z), angle = places(TENSION)[k], angles(TENSION)[k]
        lines.append(f"structural: {k + 1}, dynamic, {float(x)!r}, 0., {float(z)!r}, euler, 0., {float(angle)!r}, 0., null, null;\n")
    return "".join(lines)


def elements(v):
    lines = [f"body: {k + 1}, {k + 1}, 10., null, diag, 10., 10., 10.;\n" for k in range(BODIES)]
    if "lock" in v:
        lines += [f"joint: {k}, lock, {k}, position, spacing/2., 0., 0., {k + 1}, position, -spacing/2., 0., 0., "
                  "freedoms, locked, locked, locked, locked, free, free;\n" for k in range(1, BODIES)]
    else:
        lines += [f"joint: {k}, total joint, {k}, position, spacing/2., 0., 0., {k + 1}, position, -spacing/2., 0., 0., "
                  "position constraint, 1, 1, 1, null, orientation constraint, 1, 0, 0, null;\n" for k in range(1, BODIES)]
    lines += [f"joint: {label}, total pin joint, {k}, position, null, position, {x}, 0., 0., position constraint, 1, 1, 1, "
              "null, orientation constraint, 1, 0, 1, null;\n" for label, k, x in ((100, 1, "0."), (101, 43, "10."))]
    return "".join(lines)


def all_places(r):
    return np.array([r.node(k + 1).position[-1] for k in range(BODIES)])


def horizontal(r):
    return np.array([abs(r.joint(k).force[-1, 0]) for k in list(range(1, BODIES)) + [100, 101]])


def from_catenary(r):
    """Distance of the bodies from the catenary of the same length, mass and span, in the vertical."""
    x = all_places(r)
    a = brentq(lambda a: 2 * a * np.sinh(5 / a) - 42 * SPACING, 1.0, 10.0)
    return x[:, 2] - a * (np.cosh((x[:, 0] - 5) / a) - np.cosh(5 / a))


def middle(r):
    """Displacement of the middle along the pull since 10 s, and the times."""
    later = r.time > 10.0
    return r.time[later], (r.node(22).position[later] - r.node(22).position[0])[:, int(r["direction"]) - 1]


def fitted(frequencies):
    """Frequencies of the vibration: sines, with these as a start, that fit the motion best."""
    def of(r):
        t, x = middle(r)

        def rest(f):
            basis = np.hstack([np.stack([np.cos(2 * np.pi * v * t), np.sin(2 * np.pi * v * t)], axis=1) for v in f])
            basis = np.hstack([basis, np.ones((t.size, 1))])
            return x - basis @ np.linalg.lstsq(basis, x, rcond=None)[0]

        return least_squares(rest, frequencies, x_scale=1e-3, xtol=1e-12).x
    return of


def peaks(r):
    """The highest peak of the spectrum, and the highest more than 0.15 Hz away from it, Hz."""
    t, x = middle(r)
    spectrum = np.abs(np.fft.rfft((x - x.mean()) * np.hanning(t.size), 8 * t.size))
    f = np.fft.rfftfreq(8 * t.size, t[1] - t[0])
    first = f[np.argmax(spectrum)]
    return np.array([first, f[np.argmax(np.where(np.abs(f - first) > 0.15, spectrum, 0))]])


def balance():
    """Moments about A of the chain up to the joint before the middle."""
    x = places(TENSION)
    moment = sum(WEIGHT * x[k, 0] for k in range(21)) + 0.5 * WEIGHT * (x[21, 0] - SPACING / 2)  # in the last joint
    return TENSION * -x[21, 1] / 1000, moment / 1000


FIT, RESTS = {"x": 1, "y": 2, "z": 3}, ["equilibrium", "static", "static, locks", "assembled"]
case = Case(
    title="anchor chain of 43 bodies",
    source="C. Peng, A. Tasora, D. Fusai, D. Mangoni, Comput. Methods Appl. Mech. Engrg. 419 (2024) 116667, test B",
    model="chain.mbd",
    files={"chain.nodes": nodes, "chain.elements": elements},
    runs={"equilibrium": Run(dict(h=0.5)), "static": Run({}, "static.mbd"),
          "static, locks": Run(dict(lock=1), "static.mbd"), "assembled": Run({}, "assembled.mbd"),
          **{name: Run(dict(direction=k, pull=1.0, h=0.02, every=10, t_end=100.0), "free.mbd") for name, k in FIT.items()},
          **{f"{name}, strong": Run(dict(direction=k, pull=490.5, h=0.02, every=10, t_end=100.0, rho=0.8), "free.mbd")
             for name, k in FIT.items()}},
    quantities=[
        Quantity("places", lambda r: all_places(r)[:, [0, 2]], places(TENSION), 1e-6, "at rest to the last digits", "m",
                 runs=RESTS),
        Quantity("horizontal force", horizontal, TENSION, 1e-4, "the same in all joints", "N", runs=RESTS),
        Quantity("distance from the catenary", from_catenary, 0.0, 1e-2, "bodies of 1/42 of the length", "m",
                 runs=RESTS),
        Quantity("frequencies, published", lambda r: Modes(r.prefix).frequencies()[:4], PAPER, 6e-4, "three digits", "Hz",
                 runs=RESTS),
        Quantity("eight frequencies", lambda r: Modes(r.prefix).frequencies()[:8], REBUILT, 1e-6,
                 "the same model by another program", "Hz", runs=RESTS),
        Quantity("swing in the plane", lambda r: fitted(REBUILT[[1, 5, 7]])(r)[0], REBUILT[1], 3e-4, "(w h)^2/24", "Hz",
                 runs=["x"]),
        Quantity("swing and bending out of the plane", lambda r: fitted(REBUILT[[0, 3, 4, 6]])(r)[:2], REBUILT[[0, 3]], 6e-4,
                 "likewise", "Hz", runs=["y"]),
        Quantity("bending in the plane", lambda r: fitted(REBUILT[[2, 5, 7]])(r)[0], REBUILT[2], 6e-4, "likewise", "Hz",
                 runs=["z"]),
        Quantity("peak along x", lambda r: peaks(r)[0], 0.311, 0.006, "half a line of the published spectrum", "Hz",
                 runs=["x, strong"]),
        Quantity("peaks along y", peaks, np.array([0.244, 0.544]), 0.011, "a line of the published spectrum", "Hz",
                 runs=["y, strong"]),
        Quantity("peak along z", lambda r: peaks(r)[0], 0.5, 0.006, "half a line of the published spectrum", "Hz",
                 runs=["z, strong"]),
    ],
    checks=[Check("moments of half the chain, kN m", balance, 1e-9)],
)
