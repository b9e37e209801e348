"""Small tip load: beam3 and locking-free beam2 are exact with one element, beam2 locks as its interpolation does."""
from lib.case import Case, Quantity, Run

E, NU, L = 210e9, 0.3, 1.0


def bending_and_shear(r):
    side = r["side"]
    inertia = side**4 / 12
    load = 1e-9 * 3 * E * inertia / L**2
    return load * L**3 / (3 * E * inertia), load * L / (E / (2 * (1 + NU)) * side**2 * 5 / 6)


def exact(r):
    bending, shear = bending_and_shear(r)
    return (bending + shear) * 1e9


def locked(n):
    def deflection(r):
        bending, shear = bending_and_shear(r)
        return (bending * (1 - 1 / (4 * n * n)) + shear) * 1e9
    return deflection


def tip(label):
    return lambda r: r.node(label).position[-1, 2] * 1e9


WHY = "deflections of 1e-9 m come with round-off of positions near 1 m, 1e-16 m, times the slenderness"
case = Case(
    title="cantilever under a small tip force, one and two elements",
    source="Timoshenko 1955, sec. 39; Ghiringhelli, Masarati, Mantegazza 2000",
    model="tip_load.mbd",
    runs={"slenderness 100": Run(dict(side=0.01)), "slenderness 5": Run(dict(side=0.2))},
    quantities=[
        Quantity("beam3, one", tip(3), exact, 1e-5, WHY, "nm"),
        Quantity("beam2 locking free, one", tip(12), exact, 1e-5, WHY, "nm"),
        Quantity("beam2, one", tip(22), locked(1), 1e-5, WHY, "nm"),
        Quantity("beam2, two", tip(33), locked(2), 1e-5, WHY, "nm"),
    ])
