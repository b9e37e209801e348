"""Andrews' squeezing mechanism against the reference solution of the test set."""
import numpy as np

from lib.case import Case, Check, Order, Quantity, Run

START = np.array([-0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885885, 0.487364979543842550,
                  -0.222668390165885885, 1.23054744454982119])
#: beta, Theta, gamma, Phi, delta, Omega, epsilon and their rates at 0.03 s.
ANGLES = np.array([15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304,
                   0.5347301163226948, 1.048080741042263])
RATES = np.array([1139.920302151208, -1424.379294994111, 11.03291221937134, 19.29337464421385, 0.5735699284790808,
                  -19.29337464421385, 0.3231791658026955])


def body_angles(r):
    """Of the seven bodies to x, all steps, turns counted from the start."""
    q = START
    first = np.array([q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]])
    result = []
    for k in range(7):
        m, w = r.node(k + 1).rotation, r.node(k + 1).omega[:, 2]
        angle = np.arctan2(m[:, 1, 0], m[:, 0, 0])
        guess = first[k] + np.hstack([0, np.cumsum((w[1:] + w[:-1]) / 2 * np.diff(r.time))])
        result.append(angle + 2 * np.pi * np.round((guess - angle) / (2 * np.pi)))
    return np.array(result)


def relative(of_bodies):
    b = of_bodies
    return np.array([b[0], b[1] - b[0], b[2], b[3] - b[4], b[4], b[5] - b[6], b[6]])


def rates(r):
    return relative(np.array([r.node(k + 1).omega[-1, 2] for k in range(7)]))


def accelerations(r):
    """Of beta and Theta at the start."""
    a = np.array([r.node(k).alpha[0, 2] for k in (1, 2)])
    return np.array([a[0], a[1] - a[0]])


def check_closure():
    """Both ends of the mechanism meet in E: at the start, and in the table."""
    def ends(q):
        beta, theta, gamma, phi, delta, omega, eps = q
        c, s = np.cos, np.sin
        a, b = np.array([-0.06934, -0.00227]), np.array([-0.03635, 0.03273])
        crank = 0.007 * np.array([c(beta), s(beta)]) - 0.028 * np.array([c(beta + theta), s(beta + theta)])
        return np.array([b + 0.035 * np.array([s(gamma), -c(gamma)]) - crank,
                         a + 0.04 * np.array([c(delta), s(delta)]) + 0.02 * np.array([s(phi + delta), -c(phi + delta)])
                         - crank,
                         a + 0.04 * np.array([s(eps), -c(eps)]) + 0.02 * np.array([c(omega + eps), s(omega + eps)])
                         - crank])

    return np.array([ends(START), ends(ANGLES)]), np.zeros((2, 3, 2))


case = Case(
    title="Andrews' squeezing mechanism",
    source="F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, 2008; E. Hairer, G. Wanner, Solving "
           "Ordinary Differential Equations II, 1996, sec. VII.7",
    model="squeezing_mechanism.mbd",
    runs={"main": Run(dict(h=1e-5, every=10))},
    quantities=[
        Quantity("angles at 0.03 s", lambda r: relative(body_angles(r))[:, -1], lambda r: ANGLES, 2e-3,
                 "(1400 h)^2/12 of 16 rad; the mechanism turns over several times in between", "rad", plot=False),
        Quantity("accelerations of beta and Theta at the start", accelerations,
                 lambda r: np.array([14222.4439199541138706, -10666.8329399655854029]), 1e-4,
                 "exact; of the order of 1e4", "rad/s2", plot=False),
        Quantity("rates at 0.03 s", rates, lambda r: RATES, 2.0, "the same, of accelerations of 5e5", "rad/s", plot=False),
    ],
    orders=[Order("ms rho=0.6", ["angles at 0.03 s"], 2,
                  [dict(h=h, every=round(1e-4 / h)) for h in (2e-5, 1e-5, 5e-6)])],
    checks=[Check("closure of the loops", check_closure, 1e-14)],
)
