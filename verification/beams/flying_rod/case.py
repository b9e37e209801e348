"""Flying flexible rod: places of its ends in plane and spatial flight, invariants of free flight."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run
from lib.mesh import Beam, files

L, EA = 10.0, 1e4
# Time; free end; loaded end: geometrically exact rods of an independent program, extrapolated in step and mesh.
CLOCKWISE = np.array([[2.5, 3.583, 6.111, 0, 4.963, 4.476, 0], [3.8, 9.848, 4.590, 0, 7.824, 7.698, 0],
                      [5.0, 8.075, 1.758, 0, 9.783, 8.202, 0], [6.5, 14.588, 6.422, 0, 13.755, 4.556, 0]])
OTHER_WAY = np.array([[2.5, 3.173, 4.313, 0, 4.332, 4.834, 0], [3.8, 12.213, 2.909, 0, 3.953, 2.312, 0],
                      [5.0, 8.082, 4.981, 0, 8.187, 2.058, 0]])
SPACE = np.array([[1, 0.1186, 7.9749, 0.0170, 5.5822, -0.2819, -0.1965], [2, 1.6453, 8.0803, 0.3591, 4.0344, -0.4623, -0.4225],
                  [2.5, 4.0238, 8.4955, 0.7330, 3.4130, 0.1969, -0.0174], [3, 7.985, 8.422, 0.464, 3.467, 1.396, 1.060],
                  [3.5, 12.263, 6.533, -1.503, 4.769, 3.062, 2.802], [4, 12.840, 3.309, -4.441, 8.678, 4.903, 4.498],
                  [5, 11.879, 6.881, -1.830, 19.563, 1.521, 1.508], [6, 24.107, 7.267, -1.123, 16.759, 1.143, 1.619]])


def table(r):
    return SPACE if r["spatial"] else CLOCKWISE if r["sense"] > 0 else OTHER_WAY


def ends(last):
    """Both ends at the times of the table, up to `last`."""
    def at(r):
        rows = [int(np.argmin(np.abs(r.time - t))) for t in table(r)[:, 0] if t <= last]
        return np.hstack([r.node(label).position[rows] for label in (1, 2 * r["n"] + 1)])
    return at


def reference(last):
    return lambda r: table(r)[table(r)[:, 0] <= last, 1:]


def labels(r):
    return range(1, 2 * r["n"] + 2)


def momentum(r):
    return sum(r.inertia(k).momentum for k in labels(r))


def impulse(r):
    """Integral of the force along x."""
    t = r.time
    if not r["spatial"]:
        return 8 * np.minimum(t, 2.5)
    return np.where(t < 2.5, 4 * t**2, np.where(t < 5, 50 - 4 * (5 - np.minimum(t, 5))**2, 50))


def moment(r):
    """Momenta moment about the origin."""
    return sum(r.inertia(k).moment + np.cross(r.node(k).position, r.inertia(k).momentum) for k in labels(r))


def energy(r):
    """Of the nodes and of the sections, which stand for half a beam each."""
    total = sum(0.5 * np.sum(r.inertia(k).momentum * r.node(k).velocity + r.inertia(k).moment * r.node(k).omega, axis=1)
                for k in labels(r))
    ei = 500.0 if r["spatial"] else 100.0
    for k in range(1, r["n"] + 1):
        rows = r.rows("act", k)
        for section in (rows[:, 0:6], rows[:, 6:12]):
            strain = np.sum(section[:, :3]**2, axis=1) / EA + np.sum(section[:, 3:]**2, axis=1) / ei
            total = total + 0.5 * strain * L / (2 * r["n"])
    return total


def monitors(r):
    """What the monitors say of momentum and momenta moment."""
    return np.loadtxt(r.prefix.with_name(r.prefix.name + ".mon"))[:, 4:10]


def free_flight(history):
    """Changes since the loads have ended, relative."""
    def at(r):
        values = history(r)[r.time > (5.05 if r["spatial"] else 2.55)]
        return np.linalg.norm(np.atleast_2d((values - values[0]).T), axis=0) / np.linalg.norm(values[0])
    return at


def impulse_of_the_triangle():
    t = np.linspace(0, 5, 100001)
    return np.trapz(20 * np.minimum(t, 5 - t) / 2.5, t), 50.0


PLANE, SPATIAL = ["clockwise", "the other way"], ["space", "space, inertia of the beams"]
FLIGHTS = PLANE + SPATIAL
case = Case(
    title="flying flexible rod",
    source="J. C. Simo, L. Vu-Quoc, J. Appl. Mech. 53 (1986) 855; Comput. Methods Appl. Mech. Engrg. 66 (1988) 125",
    model="rod.mbd",
    # Monitors are an extension of the language; the runs in the plane do without.
    files={**files(lambda v: Beam(v["n"], consistent=not v.get("lumped", 1))),
           "monitors.card": lambda v: "monitors: yes;\n" if v["spatial"] else ""},
    runs={"clockwise": Run(dict(n=16, h=0.005, every=20, sense=1.0, spatial=0)),
          "the other way": Run(dict(n=16, h=0.005, every=20, sense=-1.0, spatial=0, t_end=5.0)),
          "space": Run(dict(n=16, h=0.005, every=20, spatial=1, t_end=6.0)),
          "space, inertia of the beams": Run(dict(n=16, h=0.005, every=20, spatial=1, t_end=6.0, lumped=0))},
    quantities=[
        Quantity("ends, plane", ends(7), reference(7), 0.05, "mesh of second order; the reference is good to 0.005", "",
                 runs=PLANE),
        Quantity("ends, space", ends(6), reference(6), 0.015, "likewise, the rod bends less", "", runs=SPATIAL),
        Quantity("ends to 3.5 s", ends(3.5), reference(3.5), 0.01, "likewise", "", runs=SPATIAL),
        Quantity("momentum", lambda r: momentum(r)[:, 0], impulse, 1e-5, "integral of the force", "", runs=SPATIAL),
        Quantity("momentum, plane", lambda r: momentum(r)[:, 0], impulse, 0.011,
                 "at the jump of the force one step counts a quarter too little, 0.01", "", runs=PLANE),
        Quantity("momentum in the end", lambda r: momentum(r)[-1], lambda r: np.array([20, 0, 0]), 1e-9,
                 "whatever the deformation: internal forces cancel", "", runs=PLANE),
        Quantity("momenta moment in free flight", free_flight(moment), 0.0, 1e-4,
                 "error of the integration, of second order; it grows when a couple is lost anywhere", "", runs=FLIGHTS),
        Quantity("energy in free flight", free_flight(energy), 0.0, 5e-3,
                 "what the sections have is not exactly what the nodes give; it comes and goes and falls with the mesh", "",
                 runs=PLANE),
        Quantity("energy in free flight, space", free_flight(energy), 0.0, 3e-5, "likewise", "", runs=SPATIAL),
        Quantity("monitors", monitors, lambda r: np.hstack([momentum(r), moment(r)]), 1e-8, "sums over the same nodes", "",
                 runs=SPATIAL),
        Quantity("energy after release", lambda r: energy(r)[r.time > 2.55][0], 379.9, 2.5, "reference good to 0.2", "",
                 runs=["clockwise"]),
    ],
    orders=[Order("mesh", ["ends to 3.5 s"], 2,
                  [dict(n=n, h=0.0025, every=40, spatial=1, t_end=4.0, step=1 / n) for n in (4, 8, 16)], vary="step"),
            Order("ms rho=0.6", ["momenta moment in free flight"], 2,
                  [dict(n=8, h=h, every=round(0.1 / h), spatial=1, t_end=6.0) for h in (0.02, 0.01, 0.005)])],
    checks=[Check("impulse", impulse_of_the_triangle, 1e-6)],
)
