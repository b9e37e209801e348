"""Masses on rods whose laws are neural networks: a neuron that saturates, and layers that are a spring and a damper."""
import numpy as np

from lib.case import Case, Quantity, Run

M1, M2, V1, V2, A, B, K, C = 1.5, 2.0, 0.9, 0.4, 3.0, 2.0, 24.0, 11.6


def squared_speed(r):
    x = r.node(1).position[:, 0] - 1
    return V1**2 - 2 * A / (B * M1) * np.log(np.cosh(B * x))


def damped(t):
    d = C / (2 * M2)
    w = np.sqrt(K / M2 - d**2)
    return V2 / w * np.exp(-d * t) * np.sin(w * t)


case = Case(
    title="laws given by neural networks",
    source="first integral of a mass on a spring; damped oscillator",
    model="neural_network.mbd",
    runs={"main": Run(dict(h=1e-3, every=10))},
    quantities=[
        Quantity("speed on a spring that saturates", lambda r: r.node(1).velocity[:, 0]**2, squared_speed, 2e-6,
                 "second order, 2 s", "m^2/s^2"),
        Quantity("spring and damper", lambda r: r.node(2).position[:, 1] - 1, lambda r: damped(r.time), 1e-6,
                 "second order", "m"),
    ],
)
