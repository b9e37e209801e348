"""Linear models from inputs to outputs: transfer functions in closed form, responses of the nonlinear model."""
import numpy as np

from lib.case import Case, Check, Quantity, Run
from lib.state_space import StateSpace

POINTS = [0.3 + 0.0j, 1j, 3.7j, -0.4 + 5j, 20j, 8.0 + 0j]


def transfer(r):
    """Real and imaginary parts, a row for each s."""
    values = [StateSpace(r.prefix).transfer(s)[:, 0] for s in POINTS]
    return np.array([np.concatenate([v.real, v.imag]) for v in values])


def rows(function):
    return np.array([np.concatenate([np.real(v), np.imag(v)]) for v in (np.array(function(s)) for s in POINTS)])


def cart(r):
    big, m, j, l, c, g = 2.5, 0.8, 0.03, 0.6, 1.7, 9.81 * r["down"]
    l *= r["down"]  # the angle turns the bob the other way when it stands

    def outputs(s):
        mass = np.array([[big + m, m * l], [m * l, j + m * l * l]])
        z, a = np.linalg.solve(s * s * mass + s * np.diag([c, 0]) + np.diag([0, m * 9.81 * l]), [1.0, 0.0])
        bob = z + l * a
        # `Fx` is what acts on the pendulum, through which its horizontal acceleration comes
        return [z, a, s * bob, s * s * bob, m * s * s * bob]
    return rows(outputs)


def base(_):
    m, b, k, c = 1.3, 0.7, 240.0, 5.0

    def outputs(s):
        z = (c * s + k) / (m * s * s + c * s + k)
        # `Fx` of a pin is what acts on the ground
        return [z, -b * s * s - (c * s + k) * (1.0 - z)]
    return rows(outputs)


def through_full(r):
    """The printed descriptor form against the reduced one."""
    return rows(lambda s: StateSpace(r.prefix).full_transfer(s)[:, 0])


def netcdf_differs(r):
    """Largest difference between the two kinds of files."""
    model = StateSpace(r.prefix)
    binary = model.binary()
    pairs = [("A", model.a), ("B", model.b), ("C", model.c), ("D", model.d[0])]
    return max(np.abs(binary[name] - m).max() for name, m in pairs)


# --- slider-crank ----------------------------------------------------------------------------------------------------
A, B, M1, M2, M3, K, X0, DAMP, G, Q0 = 0.3, 0.8, 1.1, 0.9, 2.0, 900.0, 0.9, 20.0, 9.81, 1.1


def place(q):
    """Rod angle, piston, centre of the rod."""
    s = np.arcsin(A * np.sin(q) / B)
    return s, A * np.cos(q) + B * np.cos(s), np.array([A * np.cos(q) + B / 2 * np.cos(s), A * np.sin(q) - B / 2 * np.sin(s)])


def potential(q):
    _, x, rod = place(q)
    return M1 * G * A / 2 * np.sin(q) + M2 * G * rod[1] + 0.5 * K * (x - X0)**2


def first(f, q, d=1e-3):
    return (f(q - 2 * d) - 8 * f(q - d) + 8 * f(q + d) - f(q + 2 * d)) / (12 * d)


def inertia(q):
    s, x, rod = (first(lambda p, k=k: place(p)[k], q) for k in range(3))
    return M1 * A**2 / 3 + M2 * (rod @ rod + B**2 / 12 * s**2) + M3 * x**2


HOLD = first(potential, Q0)


def crank(_):
    stiffness = first(lambda q: first(potential, q), Q0)
    x, z = first(lambda q: place(q)[1], Q0), first(lambda q: place(q)[2][1], Q0)

    def outputs(s):
        q = 1.0 / (inertia(Q0) * s * s + DAMP * x**2 * s + stiffness)
        return [x * q, z * s * s * q]
    return rows(outputs)


def crank_transfer(r):
    both = [StateSpace(r.prefix).transfer(s)[:2, 0] for s in POINTS]
    return np.array([np.concatenate([v.real, v.imag]) for v in both])


def response(column):
    """Change of an output after the step of the torque, by its size: nonlinear model."""
    def computed(r):
        values = [r.node(4).position[:, 0], r.node(3).acceleration[:, 2], r.joint(2).force_local[:, 0]][column]
        return (values - values[0]) / r["push"]
    return computed


def linear(column):
    def reference(r):
        y = StateSpace(r.prefix).step(r.time)[:, column]
        return y - y[0]
    return reference


def rod_stress():
    """The inertia of the crank by the kinetic energy of points."""
    d, parts = 1e-4, (np.arange(400) + 0.5) / 400
    def points(q):
        s, x, _ = place(q)
        crank_end = A * np.array([np.cos(q), np.sin(q)])
        rod = crank_end[:, None] + B * parts * np.array([[np.cos(s)], [-np.sin(s)]])
        return np.concatenate([A * parts * np.array([[np.cos(q)], [np.sin(q)]]), rod, [[x], [0.0]]], axis=1)
    v = (points(Q0 + d) - points(Q0 - d)) / (2 * d)
    masses = np.concatenate([np.full(400, M1 / 400), np.full(400, M2 / 400), [M3]])
    return np.sum(masses * np.sum(v * v, axis=0)), inertia(Q0)


FINE = dict(hold=HOLD, push=2e-3, h=2.5e-4, every=20, t_end=0.5)

case = Case(
    title="linear models from inputs to outputs",
    source="K. Ogata, Modern Control Engineering, 5th ed., 2010, sec. 3-2; W. T. Thomson, Theory of Vibration with Applications, "
           "1988, sec. 3.5",
    model="cart.mbd",
    runs={"hanging": Run(dict(down=1.0)), "standing": Run(dict(down=-1.0)), "led base": Run({}, model="base.mbd"),
          "crank": Run(FINE, model="crank.mbd"), "crank at rest": Run(dict(hold=HOLD), model="crank.mbd")},
    quantities=[
        Quantity("transfer functions", transfer, cart, 1e-9, "closed form; derivatives of inputs and outputs to 1e-11", "",
                 relative=True, runs=["hanging", "standing"]),
        Quantity("states", lambda r: len(StateSpace(r.prefix).a), 4, 0.5, "two freedoms", runs=["hanging", "standing"]),
        Quantity("unstable", lambda r: np.linalg.eigvals(StateSpace(r.prefix).a).real.max() > 0.1, 1.0, 0.5,
                 "it falls", runs=["standing"]),
        Quantity("transfer functions of the led base", transfer, base, 1e-9, "closed form, with s and s^2 of the input", "",
                 relative=True, runs=["led base"]),
        Quantity("orders of the input", lambda r: len(StateSpace(r.prefix).d), 3, 0.5,
                 "force follows the acceleration of the base", runs=["led base"]),
        Quantity("not reduced", through_full, transfer, 1e-9, "the same functions", relative=True, runs=["led base"]),
        Quantity("binary file", netcdf_differs, 0.0, 1e-14, "17 digits in the text", runs=["hanging", "crank"]),
        Quantity("states of the crank", lambda r: len(StateSpace(r.prefix).a), 2, 0.5, "one freedom", runs=["crank"]),
        Quantity("transfer functions of the crank", crank_transfer, crank, 1e-8,
                 "second derivative of the potential by differences", relative=True, runs=["crank at rest"]),
        *[Quantity(f"step response, {what}", response(k), linear(k), tolerance,
                   "the step moves the crank by 1e-5 rad, errors of the steps", relative=True, runs=["crank"])
          for k, (what, tolerance) in enumerate([("piston", 3e-4), ("acceleration", 1e-3), ("bearing", 1e-3)])],
    ],
    checks=[Check("kinetic energy", rod_stress, 1e-4)],
)
