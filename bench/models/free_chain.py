#!/usr/bin/python3
"""Writes the model of N rigid links joined by spherical hinges in free flight: 6 N + 3 (N - 1) unknowns.

usage: free_chain.py N [--steps 100] [--output EVERY] > chain.mbd
Links of 0.1 m and 0.1 kg along a coil of 10 m across; the chain turns about z at 1 rad/s and each link has a spin of its own.
"""
import argparse
import math

options = argparse.ArgumentParser()
options.add_argument('links', type=int)
options.add_argument('--steps', type=int, default=100)
options.add_argument('--output', type=int, default=100, help='steps from output to output')
arguments = options.parse_args()
n = arguments.links

print(f'''begin: data;
    problem: initial value;
end: data;

begin: initial value;
    initial time: 0.;
    final time: {arguments.steps}*1.e-3;
    time step: 1.e-3;
    method: ms, 0.6;
    tolerance: 1.e-9;
    max iterations: 20;
end: initial value;

begin: control data;
    structural nodes: {n};
    rigid bodies: {n};
    joints: {n - 1};
    output precision: 15;
    output meter: meter, 0., forever, steps, {arguments.output};
end: control data;

begin: nodes;''')
x, y, z = 0., 0., 0.
joints = []
for i in range(n):
    # direction of link i: near the origin, round-off in positions stays small; the orientation turns axis 1 into it
    pitch, yaw = 0.3*math.sin(0.01*i), 0.02*i
    ex, ey, ez = math.cos(pitch)*math.cos(yaw), math.cos(pitch)*math.sin(yaw), -math.sin(pitch)
    cx, cy, cz = x + 0.05*ex, y + 0.05*ey, z + 0.05*ez
    # the velocity of a point of the chain that turns about z
    print(f'    structural: {i + 1}, dynamic, {cx!r}, {cy!r}, {cz!r}, euler321, {yaw!r}, {pitch!r}, 0., '
          f'{-cy!r}, {cx!r}, 0., 0., 0., 1.;')
    x, y, z = x + 0.1*ex, y + 0.1*ey, z + 0.1*ez
print('end: nodes;\n\nbegin: elements;')
for i in range(n):
    print(f'    body: {i + 1}, {i + 1}, 0.1, null, diag, 1.e-5, 1.e-4, 1.e-4;')
for i in range(n - 1):
    print(f'    joint: {i + 1}, spherical hinge, {i + 1}, position, 0.05, 0., 0., {i + 2}, position, -0.05, 0., 0.;')
print('end: elements;')
