#!/usr/bin/python3
"""Writes the model of a cantilever of N three-node beams with a tip force that follows the tip, or keeps its direction.

usage: cantilever.py N [--follower] [--steps 100] [--step 1e-3] [--solver NAME] [--static] > cantilever.mbd
L = 10 m, square section of 0.1 m, E = 70e9 N/m2, nu = 0.3, 2700 kg/m3, tip force 5000 N along z from t = 0, steps of 1 ms,
method ms with radius 0.6. Static: the force grows in that many steps. Masses are lumped on the nodes: the middle node of a beam carries l/sqrt(3), its ends the rest.
"""
import argparse
import math

options = argparse.ArgumentParser()
options.add_argument('beams', type=int)
options.add_argument('--follower', action='store_true')
options.add_argument('--steps', type=int, default=100)
options.add_argument('--step', type=float, default=1e-3, help='s')
options.add_argument('--static', action='store_true')
options.add_argument('--tolerance', default='1.e-4')
options.add_argument('--derivatives', default='coefficient: 1.e-6; tolerance: 1.e-3', help='settings of the initial derivatives')
options.add_argument('--solver', default='')
options.add_argument('--output', type=int, default=100, help='steps from output to output')
arguments = options.parse_args()

n = arguments.beams
length, side, young, poisson, density, force = 10., 0.1, 70e9, 0.3, 2700., 5000.
area = side**2
inertia = side**4/12
shear = young/2/(1 + poisson)
stiffness = [young*area, shear*area*5/6, shear*area*5/6, shear*0.1406*side**4, young*inertia, young*inertia]
element = length/n
nodes = 2*n + 1
middle, end = element/math.sqrt(3), element*(1 - 1/math.sqrt(3))/2
per_length = density*area

out = []
out.append('begin: data;\n    problem: initial value;\nend: data;\n')
solver = f'    linear solver: {arguments.solver};\n' if arguments.solver else ''
out.append(f'begin: initial value;\n    initial time: 0.;\n    final time: {arguments.steps}*{arguments.step!r};\n'
           f'    time step: {arguments.step!r};\n    method: {"implicit euler" if arguments.static else "ms, 0.6"};\n'
           f'    tolerance: {arguments.tolerance};\n    max iterations: 30;\n'
           + ''.join(f'    derivatives {setting.strip()};\n' for setting in arguments.derivatives.split(';'))
           + f'    derivatives max iterations: 20;\n{solver}'
           'end: initial value;\n')
out.append(f'begin: control data;\n    structural nodes: {nodes};\n    rigid bodies: {nodes};\n    beams: {n};\n    joints: 1;\n'
           f'    forces: 1;\n    max iterations: 10;\n    output meter: meter, 0., forever, steps, {arguments.output};\n'
           + ('    model: static;\n' if arguments.static else '') + 'end: control data;\n')
out.append('begin: nodes;')
for i in range(nodes):
    out.append(f'    structural: {i + 1}, dynamic, {0.5*element*i!r}, 0., 0., eye, null, null;')
out.append('end: nodes;\n\nbegin: elements;\n    joint: 1, clamp, 1, node, node;')
for i in range(nodes):
    piece = middle if i % 2 else (end if i in (0, nodes - 1) else 2*end)
    mass = per_length*piece
    turning = per_length*inertia/area*piece
    out.append(f'    body: {i + 1}, {i + 1}, {mass!r}, null, diag, {2*turning!r}, {turning + mass*piece**2/12!r}, {turning + mass*piece**2/12!r};')
law = 'linear elastic generic, diag, ' + ', '.join(repr(k) for k in stiffness)
for k in range(n):
    a = 2*k + 1
    out.append(f'    beam3: {k + 1}, {a}, null, {a + 1}, null, {a + 2}, null, eye, {law}, same, same;')
drive = f'ramp, {force}/({arguments.steps}*{arguments.step!r}), 0., forever, 0.' if arguments.static else f'const, {force}'
kind = 'follower' if arguments.follower else 'absolute'
out.append(f'    force: 1, {kind}, {nodes}, position, null, 0., 0., 1., {drive};\nend: elements;')
print('\n'.join(out))
