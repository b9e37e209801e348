#!/usr/bin/python3
"""Writes a satellite with two wings of panels that spins: each panel is a modal body of M modes on its hinges.

usage: solar_array.py N FOLDER [--modes 10] [--steps 1000]      writes FOLDER/array.mbd and FOLDER/panel.fem
N panels a wing, 1 m x 1 m, plate with D = 60 N m, nu = 0.3, 3 kg/m2; hinges with 500 N m/rad along their edges; hub of 500 kg
that starts to spin with 0.2 rad/s about the wings' normal and 0.05 rad/s about their axis, the wings bent by 0.02 rad a hinge.
Modes are those of the panel held at the middle of its inner edge, by polynomials (Ritz); masses are lumped on 11 x 11 nodes.
"""
import argparse
import pathlib

import numpy as np
from scipy.linalg import eigh

options = argparse.ArgumentParser()
options.add_argument('panels', type=int)
options.add_argument('folder', type=pathlib.Path)
options.add_argument('--modes', type=int, default=10)
options.add_argument('--steps', type=int, default=1000)
arguments = options.parse_args()

D, NU, RHO, SIDE, GRID = 60.0, 0.3, 3.0, 1.0, 11
# w = x^i y^j without the rigid motions 1, x, y: nothing moves at the origin, the middle of the inner edge.
POWERS = [(i, j) for i in range(7) for j in range(7) if 2 <= i + j <= 6]


def power(x, n, derivative):
    factor = 1.0
    for k in range(derivative):
        factor *= n - k
    return factor*x**max(n - derivative, 0)


def fields(x, y, dx, dy):
    return np.array([power(x, i, dx)*power(y, j, dy) for i, j in POWERS]).T


def stiffness():
    """Kirchhoff's plate, integrated by Gauss's formula of eight points a side, which is exact."""
    points, weights = np.polynomial.legendre.leggauss(8)
    x, y = np.meshgrid(0.5*SIDE*(points + 1), 0.5*SIDE*points, indexing='ij')
    w = 0.25*SIDE**2*np.outer(weights, weights).ravel()[:, None]
    x, y = x.ravel(), y.ravel()
    xx, yy, xy = fields(x, y, 2, 0), fields(x, y, 0, 2), fields(x, y, 1, 1)
    mixed = xx.T @ (w*yy)
    return D*(xx.T @ (w*xx) + yy.T @ (w*yy) + NU*(mixed + mixed.T) + 2*(1 - NU)*xy.T @ (w*xy))


def panel():
    line = np.linspace(0, SIDE, GRID)
    x, y = (a.ravel() for a in np.meshgrid(line, line - 0.5*SIDE, indexing='ij'))
    share = np.ones(GRID)
    share[[0, -1]] = 0.5
    share /= share.sum()
    mass = RHO*SIDE**2*np.outer(share, share).ravel()
    w = fields(x, y, 0, 0)
    _, vectors = eigh(stiffness(), w.T @ (mass[:, None]*w), subset_by_index=[0, arguments.modes - 1])
    shapes = np.zeros((GRID*GRID, 6, arguments.modes))
    shapes[:, 2] = w @ vectors
    shapes[:, 3] = fields(x, y, 0, 1) @ vectors
    shapes[:, 4] = -fields(x, y, 1, 0) @ vectors
    lumped = np.zeros((GRID*GRID, 6))
    lumped[:, :3] = mass[:, None]
    # In-plane motion is rigid, so that the inertia about the normal is that of the points.
    modal_mass = shapes[:, 2].T @ (mass[:, None]*shapes[:, 2])
    modal_stiffness = vectors.T @ stiffness() @ vectors
    lines = ['** RECORD GROUP 1, HEADER', '** panel', f'REV0 {GRID*GRID} {arguments.modes} 0 0 0',
             '** RECORD GROUP 2, LABELS', ' '.join(str(k + 1) for k in range(GRID*GRID))]

    def group(number, name, values, columns=6):
        lines.append(f'** RECORD GROUP {number}, {name}')
        for row in np.asarray(values, dtype=float).reshape(-1, columns):
            lines.append(' '.join(f'{v:.16e}' for v in row))

    for number, (name, values) in enumerate((('X', x), ('Y', y), ('Z', 0*x)), 5):
        group(number, name, values, GRID)
    lines.append('** RECORD GROUP 8, SHAPES')
    for j in range(arguments.modes):
        lines.append(f'** mode {j + 1}')
        lines.extend(' '.join(f'{v:.16e}' for v in row) for row in shapes[:, :, j])
    group(9, 'MASS', modal_mass, arguments.modes)
    group(10, 'STIFFNESS', modal_stiffness, arguments.modes)
    group(11, 'LUMPED MASSES', lumped)
    return '\n'.join(lines) + '\n'


def deck():
    n = arguments.panels
    out = ['begin: data;\n    problem: initial value;\nend: data;\n',
           f'begin: initial value;\n    initial time: 0.;\n    final time: {arguments.steps}*1.e-3;\n    time step: 1.e-3;\n'
           '    method: ms, 0.6;\n    tolerance: 1.e-6;\n    max iterations: 20;\nend: initial value;\n',
           f'begin: control data;\n    structural nodes: {1 + 4*n};\n    rigid bodies: 1;\n    joints: {6*n};\n'
           '    output meter: meter, 0., forever, steps, 100;\nend: control data;\n',
           'reference: 1, null, eye, null, 0.05, 0., 0.2;']
    nodes = ['begin: nodes;', '    structural: 1, dynamic, null, eye, null, 0.05, 0., 0.2;']
    elements = ['begin: elements;', '    body: 1, 1, 500., null, diag, 80., 80., 80.;']
    middle_of_outer_edge = (GRID - 1)*GRID + GRID//2 + 1
    for wing, side in ((1, 1.0), (2, -1.0)):
        at, height, angle = 0.6, 0.0, 0.0
        before, offset = 1, f'{0.6*side!r}, 0., 0.'
        for k in range(n):
            # Panels are bent about their inner edges, to and fro.
            angle += 0.02 if k % 2 == 0 else -0.02
            label = 1000*wing + 10*k
            place = f'{at*side!r}, 0., {height!r}'
            c, s = np.cos(angle), np.sin(angle)
            axes = f'1, {c*side!r}, 0., {-s!r}, 2, 0., {side!r}, 0.'
            at, height = at + c*SIDE, height - s*SIDE
            end = f'{at*side!r}, 0., {height!r}'
            nodes.append(f'    structural: {label}, modal, reference, 1, {place}, reference, 1, {axes},\n'
                         '        reference, 1, null, reference, 1, null;')
            nodes.append(f'    structural: {label + 1}, static, reference, 1, {end}, reference, 1, {axes},\n'
                         '        reference, 1, null, reference, 1, null;')
            elements.append(f'    joint: {label}, modal, {label}, {arguments.modes}, from file, single factor damping, 0.005,\n'
                            f'        "panel.fem", 1, "{middle_of_outer_edge}", {label + 1}, null;')
            axis = '3, 0., 1., 0., 1, 1., 0., 0.'  # axis 2 of the panel
            elements.append(f'    joint: {label + 1}, revolute hinge, {label}, position, null, orientation, {axis},\n'
                            f'        {before}, position, {offset}, orientation, reference, other node, {axis};')
            elements.append(f'    joint: {label + 2}, deformable hinge, {label}, {before}, orientation, reference, other node, '
                            'eye,\n        linear viscoelastic generic, diag, 0., 500., 0., diag, 0., 1., 0.;')
            before, offset = label + 1, 'null'
    return '\n'.join(out + ['']  + nodes + ['end: nodes;', ''] + elements + ['end: elements;']) + '\n'


arguments.folder.mkdir(parents=True, exist_ok=True)
(arguments.folder/'panel.fem').write_text(panel())
(arguments.folder/'array.mbd').write_text(deck())
