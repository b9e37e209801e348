"""The command `scripts/campbell.py`: modes followed through crossings, sense of whirl, critical speeds."""
import csv
import importlib.util
import shlex
from pathlib import Path

import numpy as np

from lib.case import Case, Check, Quantity, Run

M, JT, JP, KX, KY, KT = 4.0, 0.05, 0.03, 3600.0, 4900.0, 125.0
POINTS, LAST = 13, 120.0


def command():
    path = Path(__file__).resolve().parents[3] / "scripts/campbell.py"
    spec = importlib.util.spec_from_file_location("campbell", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def conical(speed, sign):
    half = JP * speed / (2 * JT)
    return half + sign * np.sqrt(half**2 + KT / JT)


def sweep(r):
    """The branches of the sweep, and the table and plot that the command writes."""
    words = shlex.split((r.prefix.parent / "command.txt").read_text())
    exe = next(word for word in words if word.endswith("flexura"))
    tool, out = command(), str(r.prefix.with_name("campbell"))
    given = [str(Path(__file__).with_name("rotor.mbd")), "--parameter", "W", "--range", "0", str(LAST), "--points", str(POINTS),
             "--exe", exe, "--out", out, "--max-frequency", "20"]
    if tool.main(given):
        raise ValueError("the command failed")
    assert Path(out + ".png").stat().st_size > 10000
    with open(out + ".csv") as file:
        rows = list(csv.DictReader(file))
    return tool, rows


_cache = {}


def branches(r):
    if r.prefix not in _cache:
        tool, rows = sweep(r)
        modes = {}
        for row in rows:
            modes.setdefault(int(row["mode"]), []).append(
                (float(row["parameter"]), float(row["imaginary 1/s"]), row["whirl"]))
        _cache[r.prefix] = tool, modes
    return _cache[r.prefix]


def followed(r):
    """Largest relative deviation of a branch from the best of the four motions in closed form, over all its points."""
    _, modes = branches(r)
    exact = [lambda w: conical(w, 1), lambda w: -conical(w, -1), lambda w: np.sqrt(KX / M), lambda w: np.sqrt(KY / M)]
    taken, worst = set(), 0.0
    for points in modes.values():
        errors = [max(abs(s / f(w) - 1) for w, s, _ in points) for f in exact]
        taken.add(int(np.argmin(errors)))
        worst = max(worst, min(errors))
    return worst if len(taken) == 4 and len(modes) == 4 else np.inf


def senses(r):
    """How many points have the sense of the closed form (of a disk at rest there is none)."""
    _, modes = branches(r)
    wrong = 0
    for points in modes.values():
        for w, s, sense in points:
            if w == 0:
                continue
            if abs(s - conical(w, 1)) < 1e-6 * s:
                wrong += sense != "forward"
            elif abs(s + conical(w, -1)) < 1e-6 * s:
                wrong += sense != "backward"
            else:
                wrong += sense != "planar"
    return wrong


def critical(r):
    tool, modes = branches(r)
    class Line:
        def __init__(self, points):
            self.values = [w for w, _, _ in points]
            self.line = np.array([1j * s for _, s, _ in points])
        def s(self):
            return self.line
    found = tool.crossings([Line(points) for points in modes.values()], [1.0], 1 / (2 * np.pi))
    return np.sort([value for _, value, _ in found])


def exact_critical(_):
    return np.sort(np.sqrt([KX / M, KY / M, KT / (JT - JP), KT / (JT + JP)]))


case = Case(
    title="Campbell diagram by the command, with crossings",
    source="G. Genta, Dynamics of Rotating Systems, 2005, sec. 2.6",
    model="rotor.mbd",
    quantities=[
        Quantity("modes followed", followed, 0.0, 1e-8, "closed form; a branch that changes to another one at a crossing is off "
                 "by several per cent", plot=False),
        Quantity("wrong senses", senses, 0, 0.5, "forward and backward circles, straight translations", plot=False),
        Quantity("critical speeds", critical, exact_critical, 3e-3, "straight lines between points", "rad/s", relative=True,
                 plot=False),
    ],
    checks=[Check("conical whirl", lambda: (JT * conical(70.0, 1)**2 - JP * 70.0 * conical(70.0, 1), KT), 1e-12)],
)
