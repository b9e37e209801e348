#!/usr/bin/env python3
"""Campbell diagram: eigenvalues of a model over a parameter, each mode followed by its shape.

campbell.py MODEL --parameter NAME --range FROM TO --points N [options]     one run for each value of a variable
campbell.py MODEL --time FACTOR OFFSET [options]                            one run, parameter = FACTOR time + OFFSET

The model has an `eigenanalysis` card with `output eigenvectors`; with --parameter the first analysis of each run counts, with
--time all of them. With --parameter it declares the variable by `set: ifndef const real NAME = ...;`. Where two shapes are
alike too little to be told apart, values between are added (--refine).

Writes PREFIX.csv (parameter, mode, real and imaginary part, frequency, damping ratio, sense of whirl) and PREFIX.png, and
prints where modes meet the orders of the parameter. Exit code: that of a run that fails, 2 for wrong arguments.
"""

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.optimize import linear_sum_assignment

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "verification"))

from lib.eigen import Modes  # noqa: E402

TWINS = 1e-6      # eigenvalues that differ by less, relative to their size, are one for shapes
SAME = 0.7        # shapes that are less alike are looked at again in between
AXES = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}  # the plane of whirl, in its positive sense
COLOURS = {"forward": "#c55a11", "backward": "#1f4e79", "planar": "#444444", "none": "#999999"}


class RunFailed(Exception):
    """A run that ended with an exit code, or without modes that can be followed."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


@dataclass
class Mode:
    s: complex
    shape: np.ndarray  # displacements and rotations of nodes, rotations times a length; unit norm
    whirl: float       # 1: forward circle, -1: backward circle, 0: in a plane
    lateral: float     # part of the motion that is in the plane of whirl


@dataclass
class Point:
    value: float
    modes: list


@dataclass
class Branch:
    """One mode over the parameter."""
    values: list = field(default_factory=list)
    modes: list = field(default_factory=list)

    def s(self):
        return np.array([mode.s for mode in self.modes])

    def sense(self):
        """Of most of its points."""
        names = [sense(mode) for mode in self.modes]
        return max(set(names), key=names.count)


def sense(mode):
    if mode.lateral < 0.05:
        return "none"
    return "forward" if mode.whirl > 0.1 else "backward" if mode.whirl < -0.1 else "planar"


def read_point(prefix, number, value, axis):
    """Modes with a positive imaginary part."""
    script = Modes(prefix, number).script
    if "VR" not in script:
        raise RunFailed(f"{prefix}_{number}.m has no eigenvectors: the card `eigenanalysis` needs `output eigenvectors`")
    alpha = script["alpha"].real
    large = (alpha[:, 0] + 1j * alpha[:, 1]) / alpha[:, 2]
    s = (large - 1) / (large + 1) / script["dCoef"].real.item()
    at = script["idx"].real.astype(int).ravel()
    nodes = script["X0"].real.reshape(-1, 6)[:, :3] if "X0" in script else np.zeros((len(at), 3))
    length = np.ptp(nodes, axis=0).max() if len(nodes) > 1 else 0.0
    length = length if length > 0 else 1.0
    modes = []
    for value_s, column in zip(s, script["VR"].T):
        if value_s.imag <= 1e-9 * max(1.0, abs(value_s)):
            continue
        moves = np.array([np.concatenate([column[i:i + 3], length * column[i + 3:i + 6]]) for i in at])
        size = np.linalg.norm(moves)
        if not size > 0:
            continue
        moves = moves / size
        a, b = AXES[axis]
        plane = moves.reshape(-1, 3)
        forward = np.linalg.norm(plane[:, a] + 1j * plane[:, b]) / np.sqrt(2)
        backward = np.linalg.norm(plane[:, a] - 1j * plane[:, b]) / np.sqrt(2)
        both = forward**2 + backward**2
        turning = (forward**2 - backward**2) / both if both > 0 else 0.0
        modes.append(Mode(value_s, moves.ravel(), turning * (1 if value >= 0 else -1), both))
    if not modes:
        raise RunFailed(f"{prefix}_{number}: no mode that oscillates")
    return Point(value, modes)


def likeness(before, after):
    """How much two sets of modes are alike, from 0 to 1 (modal assurance criterion). Of twins any combination is as good
    as another: what counts is the space that they span."""
    def spaces(modes):
        result = []
        for mode in modes:
            twins = [other.shape for other in modes if abs(other.s - mode.s) < TWINS * abs(mode.s)]
            result.append(np.linalg.qr(np.array(twins).T)[0])
        return result

    left, right = spaces(before), spaces(after)
    table = np.zeros((len(before), len(after)))
    for i, p in enumerate(left):
        for j, q in enumerate(right):
            table[i, j] = max(np.linalg.norm(p.conj().T @ after[j].shape), np.linalg.norm(q.conj().T @ before[i].shape))**2
    return table


def match(branches, point):
    """Pairs (branch, mode) by shape, and by how far the eigenvalue is from where the branch was going; the least likeness."""
    alive = [branch for branch in branches if branch.alive]
    before = [branch.modes[-1] for branch in alive]
    table = likeness(before, point.modes)
    expected = np.array([going(branch, point.value) for branch in alive])
    s = np.array([mode.s for mode in point.modes])
    distance = np.abs(expected[:, None] - s) / np.maximum(np.abs(expected[:, None]), np.abs(s))
    rows, columns = linear_sum_assignment(1 - table + np.minimum(distance, 1))
    pairs = [(alive[i], j, table[i, j]) for i, j in zip(rows, columns)]
    return pairs, min((likeness_ for _, _, likeness_ in pairs), default=1.0)


def going(branch, value):
    """Eigenvalue that the last two points lead to."""
    s, at = branch.s(), branch.values
    if len(s) < 2:
        return s[-1]
    return s[-1] + (s[-1] - s[-2]) * (value - at[-1]) / (at[-1] - at[-2])


def follow(points, between=None, refine=4):
    """Branches through the points, in the order of the parameter. `between(value)` computes another point."""
    branches = [make_branch(points[0], mode) for mode in points[0].modes]
    queue = [(point, 0) for point in reversed(points[1:])]
    last = points[0].value
    while queue:
        point, depth = queue.pop()
        pairs, least = match(branches, point)
        if least < SAME and between and depth < refine:
            queue.append((point, depth + 1))
            queue.append((between(0.5 * (last + point.value)), depth + 1))
            continue
        taken = set()
        for branch, j, alike in pairs:
            if alike < 0.2:  # another mode
                continue
            branch.values.append(point.value)
            branch.modes.append(point.modes[j])
            taken.add(j)
        for branch in branches:
            branch.alive = branch.alive and branch.values[-1] == point.value
        branches += [make_branch(point, mode) for j, mode in enumerate(point.modes) if j not in taken]
        last = point.value
    return branches


def make_branch(point, mode):
    branch = Branch([point.value], [mode])
    branch.alive = True
    return branch


def crossings(branches, orders, unit):
    """(order, parameter, branch number): where the frequency is an order of the parameter."""
    found = []
    for number, branch in enumerate(branches, 1):
        frequency, value = branch.s().imag / (2 * np.pi), np.array(branch.values)
        for order in orders:
            gap = frequency - order * unit * value
            for k in np.flatnonzero(gap[:-1] * gap[1:] <= 0):
                if gap[k] != gap[k + 1]:
                    found.append((order, value[k] + (value[k + 1] - value[k]) * gap[k] / (gap[k] - gap[k + 1]), number))
    return sorted(found)


class Sweep:
    """Runs the model for a value of its variable."""

    def __init__(self, options, folder):
        self.options, self.folder, self.count = options, folder, 0

    def run(self, settings):
        self.count += 1
        prefix = Path(self.folder) / f"point{self.count}"
        given = [f"const real {item.split('=')[0].strip()} = {item.split('=', 1)[1].strip()}" for item in settings]
        command = [str(self.options.exe), str(self.options.model), "-s", "-o", str(prefix)]
        status = subprocess.run(command, env=dict(os.environ, MBDYNVARS="; ".join(given)), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        if status.returncode:
            raise RunFailed(f"{' '.join(command)}\n{status.stdout.strip()}", status.returncode if status.returncode > 0 else 1)
        return prefix

    def at(self, value):
        prefix = self.run(self.options.set + [f"{self.options.parameter}={float(value)!r}"])
        return read_point(prefix, 0, float(value), self.options.axis)

    def over_time(self):
        factor, offset = self.options.time
        prefix = self.run(self.options.set)
        points, number = [], 0
        while prefix.with_name(f"{prefix.name}_{number}.m").exists():
            time = float(Modes(prefix, number).script["dTime"].real)
            points.append(read_point(prefix, number, factor * time + offset, self.options.axis))
            number += 1
        if len(points) < 2:
            raise RunFailed("the run has fewer than two eigenanalyses")
        return points


def write_table(path, branches):
    with open(path, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["parameter", "mode", "real 1/s", "imaginary 1/s", "frequency Hz", "damping %", "whirl"])
        for number, branch in enumerate(branches, 1):
            for value, mode in zip(branch.values, branch.modes):
                table.writerow([repr(value), number, repr(float(mode.s.real)), repr(float(mode.s.imag)),
                                repr(float(mode.s.imag / (2 * np.pi))), repr(float(-100 * mode.s.real / abs(mode.s))), sense(mode)])


def draw(path, branches, options, unit):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(8, 8), sharex=True, gridspec_kw={"height_ratios": [3, 1]})
    labelled = set()
    for number, branch in enumerate(branches, 1):
        kind = branch.sense()
        label = kind if kind not in labelled and kind != "none" else None
        labelled.add(kind)
        frequency, damping = branch.s().imag / (2 * np.pi), -100 * branch.s().real / np.abs(branch.s())
        style = "--" if kind == "backward" else "-"
        upper.plot(branch.values, frequency, style, marker=".", color=COLOURS[kind], label=label)
        upper.annotate(str(number), (branch.values[-1], frequency[-1]), xytext=(4, 0), textcoords="offset points", fontsize=8)
        lower.plot(branch.values, damping, style, marker=".", color=COLOURS[kind])
    limits = upper.get_ylim()
    ends = np.array([min(b.values[0] for b in branches), max(b.values[-1] for b in branches)])
    for order in options.orders:
        upper.plot(ends, order * unit * ends, ":", color="#888888")
        upper.annotate(f"{order:g}x", (ends[1], order * unit * ends[1]), fontsize=8, color="#888888", annotation_clip=True)
    upper.set_ylim(min(0.0, limits[0]), limits[1])
    upper.set_ylabel("frequency [Hz]")
    low, high = lower.get_ylim()
    lower.set_ylim(min(low, -0.01), max(high, 0.01))  # round-off is no damping
    lower.set_ylabel("damping ratio [%]")
    lower.set_xlabel(options.label or options.parameter or "parameter")
    if labelled - {"none"}:
        upper.legend()
    for axes in (upper, lower):
        axes.grid(True, alpha=0.3)
    upper.set_title(options.model.stem)
    figure.savefig(path, dpi=120, bbox_inches="tight")
    plt.close(figure)


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--parameter", help="variable of the model")
    parser.add_argument("--range", nargs=2, type=float, metavar=("FROM", "TO"))
    parser.add_argument("--points", type=int, default=21)
    parser.add_argument("--time", nargs=2, type=float, metavar=("FACTOR", "OFFSET"))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="another variable of the model")
    parser.add_argument("--axis", choices=AXES, default="z", help="of the spin, for the sense of whirl")
    parser.add_argument("--unit", choices=["rad/s", "Hz", "rpm"], default="rad/s", help="of the parameter, for its orders")
    parser.add_argument("--orders", type=float, nargs="*", default=[1.0])
    parser.add_argument("--refine", type=int, default=4, help="how often an interval is halved for modes to be told apart")
    parser.add_argument("--max-frequency", type=float, help="Hz; modes that are above it throughout are left out")
    parser.add_argument("--label", help="of the horizontal axis")
    parser.add_argument("--exe", type=Path, default=ROOT / "build/release/flexura")
    parser.add_argument("--out", metavar="PREFIX", help="default: campbell")
    options = parser.parse_args(given)
    if (options.parameter is None) == (options.time is None):
        parser.error("either --parameter or --time is needed")
    if options.parameter and (options.range is None or options.points < 2 or options.range[0] == options.range[1]):
        parser.error("--parameter needs --range with two different ends, and at least 2 points")
    for item in options.set:
        if "=" not in item:
            parser.error(f"--set {item}: NAME=VALUE is expected")
    if not options.model.exists():
        parser.error(f"there is no model {options.model}")
    return options


def diagram(options):
    """Branches of the sweep, slowest first."""
    with tempfile.TemporaryDirectory(prefix="campbell-") as folder:
        sweep = Sweep(options, folder)
        if options.time:
            branches = follow(sweep.over_time())
        else:
            points = [sweep.at(value) for value in np.linspace(*options.range, options.points)]
            branches = follow(points, sweep.at, options.refine)
    if options.max_frequency:
        branches = [b for b in branches if b.s().imag.min() < 2 * np.pi * options.max_frequency]
    return sorted(branches, key=lambda b: (b.values[0], b.s()[0].imag))


def main(given=None):
    options = arguments(given)
    unit = {"rad/s": 1 / (2 * np.pi), "Hz": 1.0, "rpm": 1 / 60}[options.unit]
    try:
        branches = diagram(options)
    except RunFailed as failure:
        print(f"error: {failure}", file=sys.stderr)
        return failure.code
    out = options.out or "campbell"
    write_table(out + ".csv", branches)
    draw(out + ".png", branches, options, unit)
    print(f"{len(branches)} modes over {min(b.values[0] for b in branches):g} ... {max(b.values[-1] for b in branches):g}: "
          f"{out}.csv, {out}.png")
    for order, value, number in crossings(branches, options.orders, unit):
        print(f"order {order:g} meets mode {number} ({branches[number - 1].sense()}) at {value:.6g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
