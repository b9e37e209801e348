"""Journal bearings with dry friction."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_euler123

J, P, MU, RADIUS, START = 0.05, 40.0, 0.25, 0.08, 8.0
FRAME = from_euler123([0.3, -0.2, 0.5])
RETARDATION = RADIUS * MU * P / np.sqrt(1 + MU**2) / J
STOP = START / RETARDATION
MASS, G, L, INERTIA, RELEASE = 20.0, 10.0, 0.5, 5.1, 0.1
# |F| of the pin is 200 N within 1 %, beside a preload of 10 kN.
COUPLE = 0.0005 * MU * (10000 + MASS * G)


def rotor(t):
    t = np.minimum(t, STOP)
    return START - RETARDATION * t, START * t - RETARDATION * t**2 / 2


def plane(matrices, frame):
    axis = matrices[:, :, 0] @ frame
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0]))


def pendulum_angle(r):
    down, side = np.array([0, 0, -1.0]), None
    axis = r.node(4).rotation[:, :, 0]
    e3 = np.array([1.0, 0, 0])
    side = np.cross(e3, down)
    return np.arctan2(axis @ side, axis @ down)


def turning_points(r):
    """Largest deflection of each half swing; the last one is where it rests."""
    a = pendulum_angle(r)
    peaks = [a[0]] + [a[k] for k in range(1, len(a) - 1) if (a[k] - a[k - 1]) * (a[k + 1] - a[k]) <= 0 and abs(a[k] - a[k - 1]) > 0]
    return np.array(peaks[:4])


def expected_points(r):
    """Energy balance of a half swing from a to b: m g l (cos b - cos a) + M_f (a + b) = 0."""
    points, a = [RELEASE], RELEASE
    for _ in range(3):
        b = a
        for _ in range(60):
            value = MASS * G * L * (np.cos(b) - np.cos(a)) - COUPLE * (a + b)
            slope = -MASS * G * L * np.sin(b) - COUPLE
            b -= value / slope
        points.append((-1) ** len(points) * b)
        a = b
    return np.array(points)


def check_points():
    w2 = MASS * G * L / INERTIA
    values, a, side = [RELEASE], RELEASE, 1
    for _ in range(3):
        stop = lambda t, y: y[1]
        stop.terminal, stop.direction = True, side
        s = solve_ivp(lambda t, y: [y[1], -w2 * np.sin(y[0]) + side * COUPLE / INERTIA], (0, 5), [side * a, -side * 1e-12],
                      "DOP853", events=stop, rtol=1e-12, atol=1e-13)
        a, side = abs(s.y[0, -1]), -side
        values.append(side * a)
    return np.array(values), expected_points(None)


case = Case(
    title="journal bearings with dry friction",
    source="R. L. Mott, Machine Elements in Mechanical Design, 2004, ch. 16; J. P. Den Hartog, Mechanical Vibrations, 1956, sec. 8.2",
    model="journal.mbd",
    runs={"main": Run(dict(h=5e-4, every=4))},
    quantities=[
        Quantity("angular velocity of the rotor", lambda r: r.node(2).omega @ FRAME[:, 2], lambda r: rotor(r.time)[0],
                 1e-2, "constant retardation is integrated exactly; a step of it where it stops", "rad/s"),
        Quantity("angle of the rotor", lambda r: plane(r.node(2).rotation, FRAME), lambda r: rotor(r.time)[1], 1e-4,
                 "(w h)^2/12 of the angle, and the stopping step", "rad"),
        Quantity("rotor at rest", lambda r: np.where(r.time > STOP + 0.01, r.node(2).omega @ FRAME[:, 2], 0), 0.0, 1e-10,
                 "v = 0 is an equation", "rad/s"),
        Quantity("couple printed", lambda r: np.where(r.time < STOP - 0.01, r.joint(2).extra[:, 6], -J * RETARDATION),
                 lambda r: -J * RETARDATION, 1e-7, "r mu P/sqrt(1 + mu^2), on node 2", "N m"),
        Quantity("couple of the driven bearing", lambda r: r.joint(3).moment[-1] @ FRAME[:, 2], 0.0, 1e-6,
                 "drive and friction balance at constant speed", "N m"),
        Quantity("friction couple of the driven bearing", lambda r: r.joint(3).extra[-1, 7],
                 -RADIUS * MU * (P + 10), 1e-7, "steady slip: mu N, bristles at rest", "N m"),
        Quantity("turning points of the pendulum", turning_points, expected_points, 2e-4,
                 "outputs every 2 ms, and the pin force changes by 1 %, 2e-4 of the couple", "rad", plot=False),
    ],
    checks=[Check("turning points by integration", check_points, 1e-8)],
)
