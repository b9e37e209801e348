"""Bricard's mechanism: the path of a joint."""
import numpy as np
from scipy.integrate import solve_ivp

from lib.case import Case, Check, Order, Quantity, Run
from lib.rotation import from_vector

G = 9.81
#: Time and position of P3 from a solution in redundant coordinates, energy constant to 1e-9.
TABLE = np.array([
    [0.5, 0.96828368, -1.22462516, 0.75014661], [1.0, 0.51050146, -1.64916760, 0.14012311],
    [1.5, -0.51772949, -1.64653841, 0.14445563], [2.0, -0.96934034, -1.22124689, 0.75427801],
    [5.0, 1.00000000, -1.00006726, 0.99993274], [10.0, 0.99999996, -1.00026901, 0.99973095]])
AXES = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
RODS = np.array([[1, 0, 0], [0, -1, 0], [0, 0, 1], [-1, 0, 0], [0, 1, 0]], dtype=float)


def accelerations(y):
    """Of the five angles of the chain P0 ... P5, closed at P5: place and axis x of the last rod are fixed."""
    q, v = y[:5], y[5:]
    turn, w, alpha = np.eye(3), np.zeros(3), np.zeros(3)
    x, a = np.zeros(3), np.zeros(3)
    spin, move = np.zeros((3, 5)), np.zeros((3, 5))
    mass, load = np.zeros((5, 5)), np.zeros(5)
    for i in range(5):
        axis = turn @ AXES[i]
        alpha = alpha + np.cross(w, axis) * v[i]
        w = w + axis * v[i]
        spin[:, i] = axis
        turn = turn @ from_vector(q[i] * AXES[i])
        arm = turn @ RODS[i]
        lever = lambda r: np.stack([np.cross(spin[:, k], r) for k in range(5)], axis=1)
        bias = lambda r: np.cross(alpha, r) + np.cross(w, np.cross(w, r))
        centre, at_centre = move + lever(arm / 2), a + bias(arm / 2)
        along = np.outer(RODS[i], RODS[i])
        inertia = turn @ ((1 / 12 + 1 / 1200) * (np.eye(3) - along) + along / 600) @ turn.T
        mass += centre.T @ centre + spin.T @ inertia @ spin
        load -= centre.T @ (at_centre + [0, G, 0]) + spin.T @ (inertia @ alpha + np.cross(w, inertia @ w))
        move, a, x = move + lever(arm), a + bias(arm), x + arm
    ex, rows, rate = turn[:, 0], [move], [a]
    for fixed in np.eye(3)[1:]:  # ex . y = ex . z = 0
        rows.append((np.cross(ex, fixed) @ spin)[None])
        rate.append([np.cross(alpha, ex) @ fixed + np.cross(w, np.cross(w, ex)) @ fixed])
    rows, rate = np.vstack(rows), np.hstack(rate)
    matrix = np.block([[mass, rows.T], [rows, np.zeros((5, 5))]])
    return np.linalg.lstsq(matrix, np.hstack([load, -rate]), rcond=1e-9)[0][:5]


def check_table():
    """Minimal number of angles, one condition too many left to least squares, against the table."""
    t = TABLE[:4, 0]
    q = solve_ivp(lambda _, y: np.hstack([y[5:], accelerations(y)]), (0, 2), np.zeros(10), "DOP853", t, rtol=1e-10,
                  atol=1e-10).y[:5].T
    ends = []
    for angles in q:
        turn, x = np.eye(3), np.zeros(3)
        for i in range(3):
            turn = turn @ from_vector(angles[i] * AXES[i])
            x = x + turn @ RODS[i]
        ends.append(x)
    return np.array(ends), TABLE[:4, 1:]


def at_table(r):
    return r.node(3).position[np.round(TABLE[:, 0] / (r["h"] * r["every"])).astype(int)]


case = Case(
    title="Bricard's mechanism",
    source="M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, Multibody System Dynamics 16, 2006, 179-190 (A04)",
    model="bricard.mbd",
    runs={"main": Run(dict(h=1e-3, every=100))},
    quantities=[
        Quantity("position of P3", at_table, lambda r: TABLE[:, 1:], 1e-3,
                 "phase error of second order over two swings; a revolute with a wrong axis locks the loop", "m",
                 plot=False),
        Quantity("axis of the joint left to five conditions", lambda r: r.node(5).rotation[:, 1:, 0], 0.0, 1e-7,
                 "the sixth condition follows from the others", "1"),
    ],
    orders=[Order("ms rho=0.6", ["position of P3"], 2, [dict(h=h, every=round(0.1 / h)) for h in (4e-3, 2e-3, 1e-3)])],
    checks=[Check("chain of angles against the table", check_table, 1e-6)],
)
