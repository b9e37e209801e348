#!/usr/bin/env python3
"""The demonstration of ./run: a slider-crank with a flexible rod, beside a solution by assumed modes.

demo.py [--exe EXECUTABLE] [--out FOLDER] [--picture FILE]

Runs verification/beams/slider_crank/slider_crank.mbd, prints how far the rod bends and how the slider moves beside
theory and leaves a plot. Exit code: that of the run when it fails, 1 when the result is not the theory's, otherwise 0.
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "verification"))

from lib.elastic_rod import SliderCrank  # noqa: E402
from lib.outputs import OutputError, Results  # noqa: E402

MODEL = ROOT / "verification/beams/slider_crank/slider_crank.mbd"
ROD = [str(label) for label in range(1, 18)]  # nodes from the crank pin to the slider
TOLERANCE = 0.03  # of the largest deflection: lumped masses of 16 pieces, two modes in the theory
BLUE, ORANGE = "#1f4e79", "#c55a11"


def constants(model):
    """Numbers that the model declares with `set: [ifndef] const real NAME = NUMBER;`."""
    pattern = r"^\s*set:\s*(?:ifndef\s+)?const\s+(?:real|integer)\s+(\w+)\s*=\s*([-+.\deE]+)\s*;"
    return {name: float(value) for name, value in re.findall(pattern, model.read_text(), re.MULTILINE)}


def theory(given):
    """The mechanism of the model, as the assumed modes see it."""
    section = np.pi * given["d"]**2 / 4
    return SliderCrank(given["r"], given["l"], given["W"], stiffness=given["E"] * np.pi * given["d"]**4 / 64,
                       density=given["density"] * section, slider=given["m_slider"])


def bending(points):
    """Distance of every point from the chord of the first and the last; points: (times, points, 2)."""
    chord = points[:, -1] - points[:, 0]
    left = np.stack([-chord[:, 1], chord[:, 0]], axis=1) / np.linalg.norm(chord, axis=1)[:, None]
    return np.einsum("tpk,tk->tp", points - points[:, :1], left), left


def plot(path, t, points, exact, given):
    """The mechanism at some moments; below, the deflection beside theory and the difference."""
    sideways, left = bending(points)
    middle = sideways[:, sideways.shape[1] // 2]
    figure, (shapes, deflection, error) = plt.subplots(3, 1, figsize=(8.0, 8.0),
                                                       gridspec_kw={"height_ratios": [2.6, 2.4, 1]})
    larger = 8.0
    drawn = points + (larger - 1.0) * sideways[:, :, None] * left[:, None, :]
    turn = int(np.searchsorted(t, 2 * np.pi / given["W"]))
    for k, i in enumerate(range(turn, len(t), max(1, turn // 9))):
        if k == 9:
            break
        shade = plt.cm.viridis(k / 9)
        shapes.plot([0, points[i, 0, 0]], [0, points[i, 0, 1]], "-", color="0.75", lw=3, solid_capstyle="round")
        shapes.plot(drawn[i, :, 0], drawn[i, :, 1], "-", color=shade, lw=2)
        shapes.plot(*points[i, -1], "s", color=shade, ms=6)
    shapes.plot(0, 0, "o", color="0.4", ms=7)
    shapes.set_aspect("equal")
    shapes.set_title(f"Crank at {given['W']:.0f} rad/s; deflections drawn {larger:.0f} times as large")
    some = slice(None, None, max(1, len(t) // 110))
    deflection.plot(1e3 * t, 1e3 * exact, "-", color=BLUE, label="assumed modes")
    deflection.plot(1e3 * t[some], 1e3 * middle[some], "o", ms=3.5, mfc="none", color=ORANGE, label="Flexura")
    deflection.set_ylabel("middle of the rod, mm")
    deflection.legend(loc="upper right", framealpha=0.9)
    error.plot(1e3 * t, 1e3 * (middle - exact), "-", color=ORANGE)
    error.set_ylabel("difference, mm")
    error.set_xlabel("time, ms")
    for axes in (shapes, deflection, error):
        axes.grid(alpha=0.3)
    for axes in (deflection, error):
        axes.set_xlim(1e3 * t[0], 1e3 * t[-1])
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=100)


def main():
    parser = argparse.ArgumentParser(description="Runs the flexible slider-crank and compares it with theory.")
    parser.add_argument("--exe", type=Path, default=ROOT / "build/release/flexura")
    parser.add_argument("--out", type=Path, default=ROOT / "build/demo")
    parser.add_argument("--picture", type=Path, help="default: FOLDER/slider_crank.png")
    options = parser.parse_args()
    prefix = options.out / "slider_crank"
    picture = options.picture or options.out / "slider_crank.png"
    options.out.mkdir(parents=True, exist_ok=True)
    given = constants(MODEL)

    start = time.monotonic()
    run = subprocess.run([str(options.exe), str(MODEL), "-o", str(prefix)], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    seconds = time.monotonic() - start
    if run.returncode != 0:
        sys.stderr.write(run.stdout)
        print(f"the run ended with exit code {run.returncode}", file=sys.stderr)
        return run.returncode if run.returncode > 0 else 1

    try:
        results = Results(prefix, {"h": given["h"]})
        t = results.time
        points = np.stack([results.node(label).position[:, :2] for label in ROD], axis=1)
        steps = len(results.steps) - 1
    except OutputError as problem:
        print(f"the results cannot be read: {problem}", file=sys.stderr)
        return 1

    sideways, _ = bending(points)
    middle = sideways[:, sideways.shape[1] // 2]
    exact = theory(given).deflection(t)
    angle = given["W"] * t
    pin = given["r"] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    slider = points[:, -1, 0]
    rigid = pin[:, 0] + np.sqrt(given["l"]**2 - pin[:, 1]**2)

    print(f"Slider-crank with a flexible rod ({MODEL.relative_to(ROOT)}): 8 beams, {t[-1]:g} s in {steps} steps, "
          f"run in {seconds:.2f} s")
    print(f"{'':34}{'Flexura':>12}{'theory':>12}{'difference':>13}")

    def row(name, computed, reference):
        print(f"{name:34}{computed:12.6f}{reference:12.6f}{computed - reference:13.1e}")

    row("largest deflection to the left, mm", 1e3 * middle.max(), 1e3 * exact.max())
    row("largest deflection to the right, mm", 1e3 * middle.min(), 1e3 * exact.min())
    row("... when, ms", 1e3 * t[middle.argmin()], 1e3 * t[exact.argmin()])
    row("crank pin at the end, x in m", points[-1, 0, 0], pin[-1, 0])
    row("slider at the end, x in m (rigid)", slider[-1], rigid[-1])
    print(f"theory: assumed modes for the rod (slider: of a rigid rod; bending draws it in by up to "
          f"{1e3 * np.max(rigid - slider):.2f} mm)")
    plot(picture, t, points, exact, given)
    shown = picture.resolve()
    print(f"plot: {shown.relative_to(ROOT) if shown.is_relative_to(ROOT) else shown}")

    worst = np.max(np.abs(middle - exact))
    if not worst < TOLERANCE * np.max(np.abs(exact)) or not np.max(np.abs(points[:, 0] - pin)) < 1e-4 * given["r"]:
        print("the result is not the theory's: this build is not to be trusted", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
