#!/usr/bin/env python3
"""The demonstration of ./run: a pendulum swinging far beyond small angles, beside its solution in elliptic functions.

demo.py [--exe EXECUTABLE] [--out FOLDER] [--picture FILE]

Runs verification/rigid/pendulum/pendulum.mbd, prints period, motion, tension and energy beside theory and leaves a
plot. Exit code: that of the run when it fails, 1 when the result is not the theory's, otherwise 0.
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

from lib.closed_forms import pendulum, pendulum_period  # noqa: E402
from lib.measure import zero_crossings  # noqa: E402
from lib.outputs import OutputError, Results  # noqa: E402

MODEL = ROOT / "verification/rigid/pendulum/pendulum.mbd"
GROUND_TO_BOB = "2"  # label of the bob and of the joint that holds it
PERIOD_TOLERANCE = 1e-5  # relative; the method's phase error is about 0.1 (w h)^2
MOTION_TOLERANCE = 1e-4  # of the length


def constants(model):
    """Numbers that the model declares with `set: [ifndef] const real NAME = NUMBER;`."""
    pattern = r"^\s*set:\s*(?:ifndef\s+)?const\s+(?:real|integer)\s+(\w+)\s*=\s*([-+.\deE]+)\s*;"
    return {name: float(value) for name, value in re.findall(pattern, model.read_text(), re.MULTILINE)}


def swing(results, length):
    """Angle from the downward vertical towards x, and its rate."""
    node = results.node(GROUND_TO_BOB)
    x, v = node.position, node.velocity
    theta = np.unwrap(np.arctan2(x[:, 0], -x[:, 2]))
    return theta, (v[:, 0] * np.cos(theta) + v[:, 2] * np.sin(theta)) / length


def plot(path, t, theta, exact, reaction, exact_reaction, theta_0, frequency):
    """Motion beside theory and small-angle theory; below, the tension and the error."""
    figure, (motion, tension, error) = plt.subplots(3, 1, figsize=(8.0, 7.5), sharex=True,
                                                    gridspec_kw={"height_ratios": [3, 2, 1.3]})
    some = slice(None, None, max(1, len(t) // 80))
    fine = np.linspace(t[0], t[-1], 1200)
    motion.plot(fine, np.degrees(pendulum(theta_0, frequency, fine)[0]), "-", color="#1f4e79", label="elliptic functions")
    motion.plot(t[some], np.degrees(theta[some]), "o", ms=4, mfc="none", color="#c55a11", label="Flexura")
    motion.plot(fine, np.degrees(theta_0 * np.cos(frequency * fine)), ":", color="0.6", label="small-angle theory")
    motion.set_ylabel("angle, degrees")
    motion.set_title(f"Pendulum released at {np.degrees(theta_0):.1f} degrees")
    motion.legend(loc="upper right", framealpha=0.9)
    tension.plot(t, exact_reaction, "-", color="#1f4e79")
    tension.plot(t[some], reaction[some], "o", ms=4, mfc="none", color="#c55a11")
    tension.set_ylabel("tension, N")
    error.plot(t, 1e6 * (theta - exact), "-", color="#c55a11")
    error.set_ylabel("angle error, µrad")
    error.set_xlabel("time, s")
    for axes in (motion, tension, error):
        axes.grid(alpha=0.3)
        axes.set_xlim(t[0], t[-1])
    figure.align_ylabels()
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=100)


def main():
    parser = argparse.ArgumentParser(description="Runs the pendulum and compares it with theory.")
    parser.add_argument("--exe", type=Path, default=ROOT / "build/release/flexura")
    parser.add_argument("--out", type=Path, default=ROOT / "build/demo")
    parser.add_argument("--picture", type=Path, help="default: FOLDER/pendulum.png")
    options = parser.parse_args()
    prefix = options.out / "pendulum"
    picture = options.picture or options.out / "pendulum.png"
    options.out.mkdir(parents=True, exist_ok=True)

    given = constants(MODEL)
    theta_0, length, mass, g = (given[name] for name in ("theta_0", "length", "mass", "g"))
    frequency = np.sqrt(g / length)

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
        theta, rate = swing(results, length)
        reaction = np.einsum("ij,ij->i", results.joint(GROUND_TO_BOB).force,
                             results.node(GROUND_TO_BOB).position) / length
        steps = len(results.steps) - 1
    except OutputError as problem:
        print(f"the results cannot be read: {problem}", file=sys.stderr)
        return 1

    exact, exact_rate, _ = pendulum(theta_0, frequency, t)
    exact_reaction = mass * g * np.cos(exact) + mass * length * exact_rate**2
    zeros = zero_crossings(t, theta, rate)
    if len(zeros) < 3:
        print("the pendulum did not complete a swing", file=sys.stderr)
        return 1
    period, exact_period = zeros[2] - zeros[0], pendulum_period(theta_0, frequency)
    position_error = length * np.max(np.abs(theta - exact))
    energy = 0.5 * mass * (length * rate) ** 2 - mass * g * length * np.cos(theta)

    print(f"Pendulum of {length:g} m released at {np.degrees(theta_0):.1f} degrees "
          f"({MODEL.relative_to(ROOT)}), {t[-1]:g} s in {steps} steps, run in {seconds:.2f} s")
    print(f"{'':22}{'Flexura':>14}{'theory':>14}{'difference':>13}")

    def row(name, computed, theory):
        print(f"{name:22}{computed:14.8f}{theory:14.8f}{computed - theory:13.1e}")

    row("period, s", period, exact_period)
    row("largest speed, m/s", length * np.max(np.abs(rate)), length * np.max(np.abs(exact_rate)))
    row("largest tension, N", np.max(reaction), np.max(exact_reaction))
    row("energy at the end, J", energy[-1], -mass * g * length * np.cos(theta_0))
    print(f"largest distance from the exact path: {position_error:.1e} m "
          f"(small-angle theory would be off by {100 * (1 - 2 * np.pi / frequency / exact_period):.0f} % in the period)")
    plot(picture, t, theta, exact, reaction, exact_reaction, theta_0, frequency)
    shown = picture.resolve()
    print(f"plot: {shown.relative_to(ROOT) if shown.is_relative_to(ROOT) else shown}")

    if abs(period / exact_period - 1) > PERIOD_TOLERANCE or position_error > MOTION_TOLERANCE * length:
        print("the result is not the theory's: this build is not to be trusted", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
