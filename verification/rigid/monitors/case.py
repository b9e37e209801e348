"""Energy, momentum and violation of constraints as the monitors report them."""
import numpy as np
from scipy.io import netcdf_file

from lib.case import Case, Order, Quantity, Run

G = np.array([0.0, 0.0, -9.81])
PLACES, SPINS = np.array([[0.0, 0, 1], [1.1, 0, 1]]), np.array([[1.0, 2, -1], [1, 5, 0]])
SPEEDS = np.array([[1.0, 2, 3], [1.0, 1.5, -1.0]])
MASSES, OFFSETS = np.array([2.0, 3.0]), np.array([[0.0, 0, 0], [0.05, 0, 0.1]])
INERTIAS = [np.diag([0.1, 0.2, 0.3]), np.diag([0.2, 0.3, 0.25])]


def start():
    """Energy, momentum, moment, mass centre and its velocity at the beginning."""
    centres = PLACES + OFFSETS
    rates = SPEEDS + np.cross(SPINS, OFFSETS)
    kinetic = sum(0.5 * m * v @ v + 0.5 * w @ j @ w for m, v, w, j in zip(MASSES, rates, SPINS, INERTIAS))
    length = np.linalg.norm((PLACES[1] + [0, 0.4, -0.1]) - (PLACES[0] + [0, 0.3, 0.2]))
    spring = 0.5 * 150.0 * 1.2 * ((length - 1.2) / 1.2)**2
    potential = -sum(m * G @ x for m, x in zip(MASSES, centres)) + spring
    momentum = MASSES @ rates
    moment = sum(np.cross(x, m * v) + j @ w for m, x, v, w, j in zip(MASSES, centres, rates, SPINS, INERTIAS))
    return kinetic, potential, momentum, moment, MASSES @ centres / 5.0, momentum / 5.0


KINETIC, POTENTIAL, MOMENTUM, MOMENT, CENTRE, SPEED = start()


def rows(r):
    values = np.loadtxt(r.prefix.with_name(r.prefix.name + ".mon"))
    assert values.shape == (len(r.time), 14)
    return values


def binary(r):
    """The same numbers from the binary file."""
    names = ["time", "run.kinetic_energy", "run.potential_energy", "run.energy", "run.momentum", "run.momenta_moment",
             "run.violated_lengths", "run.violated_angles", "run.violated_velocities", "run.violated_angular_velocities"]
    with netcdf_file(str(r.prefix.with_name(r.prefix.name + ".nc")), mmap=False) as file:
        columns = [np.array(file.variables[name][:], dtype=float) for name in names]
    return np.hstack([column.reshape(len(column), -1) for column in columns])


def momentum(r):
    return MOMENTUM + 5.0 * np.outer(r.time, G)


def moment(r):
    t = r.time[:, None]
    path = CENTRE * t + SPEED * t**2 / 2 + G * t**3 / 6
    return MOMENT + 5.0 * np.cross(path, G)


case = Case(
    title="monitors of a pair of bodies in flight",
    source="L. D. Landau, E. M. Lifshitz, Mechanics, 3rd ed., 1976, secs. 6-9",
    model="pair.mbd",
    runs={"main": Run(dict(h=1e-3, every=20))},
    quantities=[
        Quantity("time", lambda r: rows(r)[:, 0], lambda r: r.time, 1e-12, "rows of the same instants"),
        Quantity("binary file", binary, rows, 1e-12, "the same, to the digits of the text", "", relative=True),
        Quantity("energies at the start", lambda r: rows(r)[0, 1:4], np.array([KINETIC, POTENTIAL, KINETIC + POTENTIAL]), 1e-10,
                 "exact", "J"),
        Quantity("energy", lambda r: rows(r)[:, 3], KINETIC + POTENTIAL, 1e-5, "(w h)^2/12 of it", "J", relative=True),
        Quantity("momentum", lambda r: rows(r)[:, 4:7], momentum, 1e-6, "kept by the method, to the tolerance", "kg m/s"),
        Quantity("momenta moment", lambda r: rows(r)[:, 7:10], moment, 1e-3, "of second order", "kg m^2/s"),
        Quantity("violated positions", lambda r: rows(r)[:, [10, 11]], 0.0, 1e-9, "tolerance of the solver", "m, rad"),
        Quantity("violated rates", lambda r: rows(r)[:, [12, 13]], 0.0, 2e-4, "of second order: rates of the formula", "m/s, rad/s"),
    ],
    orders=[Order("ms rho=1", ["energy"], 2, [dict(h=h, every=round(0.04 / h)) for h in (4e-3, 2e-3, 1e-3)])],
)
