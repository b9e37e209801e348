#!/usr/bin/python3
"""Writes the model of a large structure of beams or cables that starts to move under a sudden load.

usage: structure.py KIND SIZE [--steps 10] [--solver CARD] > structure.mbd
  grid N    plane grid of N x N fields of 1 m, edges clamped, load on the middle: 6 (N+1)^2 unknowns
  space N   cubes of 1 m, N x N at the foot and 4 N high, foot clamped, load on the top: 6 (N+1)^2 (4N+1) unknowns
  tower N   four legs and crossed diagonals, N storeys of 1 m, tapering from 4 m to 1 m, foot clamped, load on the top
  net N     net of N x N fields of prestressed cables (rods with tension only in effect), edges fixed, gravity
  rotor N   three blades of N beams on a hub that turns at 1.2 rad/s, tapering
Beams are steel tubes or blades with two nodes (`locking free`), masses are lumped on the nodes.
"""
import argparse
import math

options = argparse.ArgumentParser()
options.add_argument('kind', choices=['grid', 'space', 'tower', 'net', 'rotor'])
options.add_argument('size', type=int)
options.add_argument('--steps', type=int, default=10)
options.add_argument('--step', type=float, default=1e-3)
options.add_argument('--solver', default='', help='cards for the initial value block')
arguments = options.parse_args()
n = arguments.size
MOST = 20_000_000  # nodes; this script takes about 1 kB for each
count = {'grid': (n + 1)**2, 'net': (n + 1)**2, 'space': (n + 1)**2*(4*n + 1), 'tower': 4*(n + 1), 'rotor': 3*n + 1}
if n < 1 or count[arguments.kind] > MOST:
    options.error(f'{arguments.kind} {n} has {count[arguments.kind]} nodes; '
                  f'a size of 1 or more with at most {MOST} nodes is expected')

YOUNG, POISSON, DENSITY = 210e9, 0.3, 7850.
nodes, fixed, members, loads = [], set(), [], []  # positions; indices; (node, node, tube diameter); (node, force)


def add(x, y, z):
    nodes.append((x, y, z))
    return len(nodes) - 1


if arguments.kind in ('grid', 'net'):
    at = {}
    for i in range(n + 1):
        for j in range(n + 1):
            at[i, j] = add(float(i), float(j), 0.)
            if i in (0, n) or j in (0, n):
                fixed.add(at[i, j])
    for (i, j), node in at.items():
        for other in ((i + 1, j), (i, j + 1)):
            if other in at and not (node in fixed and at[other] in fixed):
                members.append((node, at[other], 0.1))
    if arguments.kind == 'grid':
        loads.append((at[n//2, n//2], (0., 0., -1e4)))
elif arguments.kind == 'space':
    at = {}
    for k in range(4*n + 1):
        for i in range(n + 1):
            for j in range(n + 1):
                at[i, j, k] = add(float(i), float(j), float(k))
                if k == 0:
                    fixed.add(at[i, j, k])
    for (i, j, k), node in at.items():
        for other in ((i + 1, j, k), (i, j + 1, k), (i, j, k + 1)):
            if other in at and not (node in fixed and at[other] in fixed):
                members.append((node, at[other], 0.1))
    loads.append((at[0, 0, 4*n], (1e4, 0., 0.)))
elif arguments.kind == 'tower':
    levels = []
    for k in range(n + 1):
        half = 2. - 1.5*k/n
        levels.append([add(sx*half, sy*half, float(k)) for sx, sy in ((1, 1), (-1, 1), (-1, -1), (1, -1))])
    fixed.update(levels[0])
    for k in range(n):
        low, high = levels[k], levels[k + 1]
        for side in range(4):
            after = (side + 1) % 4
            members += [(low[side], high[side], 0.2), (high[side], high[after], 0.1),
                        (low[side], high[after], 0.1), (low[after], high[side], 0.1)]
    loads.append((levels[-1][0], (1e3, 0., 0.)))
else:
    hub = add(0., 0., 0.)
    for blade in range(3):
        angle = 2*math.pi*blade/3
        before = hub
        for k in range(n):
            r = 60.*(k + 1)/n
            here = add(r*math.cos(angle), r*math.sin(angle), 0.)
            members.append((before, here, 2.*(1 - 0.8*k/n)))
            before = here
        loads.append((before, (0., 0., 1e4)))

out = ['begin: data;\n    problem: initial value;\nend: data;\n',
       'begin: initial value;\n    initial time: 0.;\n'
       f'    final time: {arguments.steps*arguments.step!r};\n    time step: {arguments.step!r};\n'
       '    method: ms, 0.6;\n    tolerance: 1.e-3;\n    max iterations: 20;\n'
       + (f'    {arguments.solver}\n' if arguments.solver else '') + 'end: initial value;\n']
rods = arguments.kind == 'net'
turning = arguments.kind == 'rotor'
free = len(nodes) - len(fixed)
beams = 0 if rods else len(members)
joints = (len(members) if rods else 0) + (1 if turning else 0)
out.append(f'begin: control data;\n    structural nodes: {len(nodes) + turning};\n    rigid bodies: {free};\n'
           + (f'    beams: {beams};\n' if beams else '') + (f'    joints: {joints};\n' if joints else '')
           + (f'    forces: {len(loads)};\n' if loads else '') + ('    gravity;\n' if rods else '')
           + f'    output meter: meter, 0., forever, steps, {arguments.steps};\nend: control data;\n')

share = [0.]*len(nodes)  # half the length of the members at each node times their mass per length
spin = [0.]*len(nodes)
for a, b, diameter in members:
    length = math.dist(nodes[a], nodes[b])
    area = math.pi*diameter*0.1*diameter if not rods else 1e-4
    for node in (a, b):
        share[node] += 0.5*length*area*DENSITY
        spin[node] += 0.5*length*area*DENSITY*(length**2/12 + diameter**2/8)

out.append('begin: nodes;')
for k, (x, y, z) in enumerate(nodes):
    kind = 'static' if k in fixed else ('dynamic displacement' if rods else 'dynamic')
    turn = f'{-1.2*y!r}, {1.2*x!r}, 0., 0., 0., 1.2' if turning else 'null, null'
    if rods and k not in fixed:
        out.append(f'    structural: {k + 1}, {kind}, {x!r}, {y!r}, {z!r}, null;')
    else:
        out.append(f'    structural: {k + 1}, {kind}, {x!r}, {y!r}, {z!r}, eye, {turn};')
if turning:
    out.append(f'    structural: {len(nodes) + 1}, static, null, eye, null, null;')
out.append('end: nodes;\n\nbegin: elements;')
if turning:
    out.append(f'    joint: {len(nodes) + 1}, axial rotation, {len(nodes) + 1}, null, 1, null, const, 1.2;')
for k in sorted(fixed):
    out.append(f'    joint: {k + 1}, clamp, {k + 1}, node, node;')
out[2] = out[2].replace(f'joints: {joints};', f'joints: {joints + len(fixed)};') if joints else \
    out[2].replace('    output meter', f'    joints: {len(fixed)};\n    output meter')
for k in range(len(nodes)):
    if k not in fixed:
        inertia = '' if rods else f', null, diag, {spin[k]!r}, {spin[k]!r}, {spin[k]!r}'
        out.append(f'    body: {k + 1}, {k + 1}, {share[k]!r}{inertia};')
offset = len(nodes) + 1
for k, (a, b, diameter) in enumerate(members):
    if rods:
        out.append(f'    joint: {offset + k + 1}, rod, {a + 1}, {b + 1}, {0.999*math.dist(nodes[a], nodes[b])!r}, '
                   f'linear viscoelastic, {YOUNG*1e-4!r}, {YOUNG*1e-7!r};')
        continue
    area, second = math.pi*diameter*0.1*diameter, math.pi*0.1*diameter*diameter**3/8
    shear = YOUNG/2/(1 + POISSON)
    law = [YOUNG*area, shear*area/2, shear*area/2, 2*shear*second, YOUNG*second, YOUNG*second]
    along = [(q - p) for p, q in zip(nodes[a], nodes[b])]
    across = '0., 0., 1.' if abs(along[2]) < 0.9*math.dist(nodes[a], nodes[b]) else '0., 1., 0.'
    axes = f'1, {along[0]!r}, {along[1]!r}, {along[2]!r}, 2, {across}'
    out.append(f'    beam2: {k + 1}, {a + 1}, null, {b + 1}, null, {axes}, '
               f'linear elastic generic, diag, {", ".join(repr(v) for v in law)}, locking free;')
for k, (node, force) in enumerate(loads):
    size = math.hypot(*force)
    direction = ', '.join(repr(f/size) for f in force)
    out.append(f'    force: {k + 1}, absolute, {node + 1}, position, null, {direction}, const, {size!r};')
if rods:
    out.append('    gravity: uniform, 0., 0., -1., const, 9.81;')
out.append('end: elements;')
print('\n'.join(out))
