"""Spatial slider-crank: block and crank against an independent solution."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run

#: Block, angle of the crank, its rate at 1, 3, 5 s, from redundant coordinates at 1e-12: mass of the crank at the pivot,
#: and half-way to B.
TABLE = {0.0: np.array([[0.23376475, 10.48407384, 10.22988839], [0.19772820, 31.35736345, 6.29623732],
                        [0.25465009, 51.36943988, 7.90367971]]),
         0.04: np.array([[0.21172166, 10.91359073, 10.42759300], [0.22848481, 32.00832775, 5.91617037],
                         [0.24071957, 54.33333215, 11.49499622]])}


def state(r):
    """Block, angle of the crank, its rate."""
    m = r.node(1).rotation
    angle = np.unwrap(np.arctan2(m[:, 2, 1], m[:, 2, 2]))
    start = np.cumsum(np.hstack([0, np.round((np.diff(r.time) * (r.node(1).omega[1:, 0] + r.node(1).omega[:-1, 0]) / 2
                                              - np.diff(angle)) / (2 * np.pi)) * 2 * np.pi]))
    table = np.stack([r.node(3).position[:, 0], angle + start, r.node(1).omega[:, 0]], axis=1)
    return table[np.round(np.array([1, 3, 5]) / (r["h"] * r["every"])).astype(int)]


def energy(r):
    """Kinetic and potential, J."""
    crank, rod, block = r.node(1), r.node(2), r.node(3)
    c = r["centre"]
    total = 0.5 * (1e-4 + 0.12 * c * c) * crank.omega[:, 0] ** 2 + 0.12 * 9.81 * c * crank.rotation[:, 2, 2]
    total += 0.25 * np.sum(rod.velocity ** 2, axis=1) + 0.5 * 9.81 * rod.position[:, 2]
    along = np.sum(rod.omega * rod.rotation[:, :, 2], axis=1)
    total += 0.5 * 4e-3 * np.sum(rod.omega ** 2, axis=1) - 0.5 * 3.6e-3 * along ** 2
    return total + np.sum(block.velocity ** 2, axis=1)


def closure(r):
    """Length of the rod, and the arm of the cross against x."""
    b = r.node(1).position + 0.08 * r.node(1).rotation[:, :, 2]
    return np.stack([np.linalg.norm(b - r.node(3).position, axis=1) - 0.3, r.node(2).rotation[:, 0, 1]], axis=1)


def check_start():
    """Velocities of the start close the loop: the rod keeps its length and carries B and C along."""
    b, c, vb, vc = np.array([0, .1, .2]), np.array([.2, 0, 0]), np.array([0, -.48, 0]), np.array([.24, 0, 0])
    w, middle = np.array([1.92, -.96, .48]), np.array([.12, -.24, 0])
    arm = (b - c) / 2
    return np.hstack([middle + np.cross(w, arm), middle - np.cross(w, arm)]), np.hstack([vb, vc])


case = Case(
    title="spatial slider-crank",
    source="E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems, 1989, sec. 10.2 and 12.4",
    model="spatial_slider_crank.mbd",
    runs={"mass at the pivot": Run(dict(centre=0.0, h=5e-4, every=100)),
          "mass half-way": Run(dict(centre=0.04, h=5e-4, every=100))},
    quantities=[
        Quantity("block, crank angle and rate", state, lambda r: TABLE[r["centre"]], 2e-2,
                 "phase error of second order, 2e-4 a turn, over 8 turns; another axis at C is 0.3 off", "m, rad, rad/s",
                 plot=False),
        Quantity("rod length and arm of the cross", closure, 0.0, 1e-8, "constraints", "m, 1"),
        Quantity("energy", energy, lambda r: energy(r)[0], 2e-3, "dissipation of the method", "J", relative=True),
    ],
    orders=[Order("ms rho=0.6", ["block, crank angle and rate"], 2,
                  [dict(h=h, every=round(0.05 / h)) for h in (1e-3, 5e-4, 2.5e-4)], dict(centre=0.0))],
    checks=[Check("velocities of the start", check_start, 1e-15)],
)
