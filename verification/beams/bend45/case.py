"""The 45-degree bend of Bathe and Bolourchi: bending, torsion, shear and large rotations together."""
import numpy as np

from lib.case import Case, Quantity, Run

# Tip (along, sag, up) under 300, 450 and 600: a rod with these stiffnesses integrated to 1e-9.
CONVERGED = np.array([[58.778314, -22.244342, 40.193266], [52.237569, -18.507675, 48.504242],
                      [47.149381, -15.684299, 53.476108]])


def tip(label):
    return lambda r: np.array([r.node(label).position[k] for k in (4, 6, 8)])


WHY = "error of the interpolation of the arc, it falls at least with the square of the number of elements"
case = Case(
    title="45-degree bend under a force out of its plane",
    source="Bathe, Bolourchi, IJNME 14 (1979) 961; Simo, Vu-Quoc, CMAME 58 (1986) 79",
    model="bend8.mbd",
    runs={"4 beams": Run(dict(), "bend4.mbd"), "8 beams": Run(dict()), "16 beams": Run(dict(), "bend16.mbd")},
    quantities=[
        Quantity("tip under 300, 450, 600", tip(9), CONVERGED, 0.05, WHY, "", runs=["4 beams"]),
        Quantity("tip under 300, 450, 600", tip(17), CONVERGED, 0.012, WHY, "", runs=["8 beams"]),
        Quantity("tip under 300, 450, 600", tip(33), CONVERGED, 0.003, WHY, "", runs=["16 beams"]),
    ])
