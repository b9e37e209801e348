"""Readers of the text results of a run.

A row starts with a label, kept as a string because composite labels (`99.10`, `10@2`) are not numbers. Rows carry no
time: the rows of one output step follow each other, and the step rows of `.out` tell when they were written. Rows of
one file may differ in length, so every label is read by itself.
"""
from pathlib import Path

import numpy as np

from .rotation import from_euler123


class OutputError(Exception):
    """A result file is missing, or does not hold what was asked for."""


class Node:
    """Motion of a structural node; arrays have one row an output step, global axes."""

    def __init__(self, rows):
        columns = rows.shape[1]
        matrix = columns in (18, 24) and _is_rotation(rows[0, 3:12])
        self.position = rows[:, 0:3]
        if matrix:
            self.rotation = rows[:, 3:12].reshape(-1, 3, 3)
            self.angles = None
            first = 12
        else:
            self.angles = rows[:, 3:6]
            first = 6
            self.rotation = from_euler123(np.radians(self.angles))
        self.velocity = rows[:, first:first + 3]
        self.omega = rows[:, first + 3:first + 6]
        self.acceleration = rows[:, first + 6:first + 9] if columns >= first + 12 else None
        self.alpha = rows[:, first + 9:first + 12] if columns >= first + 12 else None


class Joint:
    """Reactions of a joint, in its own axes and in global axes, and the columns its type adds."""

    def __init__(self, rows):
        self.force_local = rows[:, 0:3]
        self.moment_local = rows[:, 3:6]
        self.force = rows[:, 6:9]
        self.moment = rows[:, 9:12]
        self.extra = rows[:, 12:]


class Inertia:
    """Momentum, momenta moment about the node, and their rates; global axes."""

    def __init__(self, rows):
        self.momentum = rows[:, 0:3]
        self.moment = rows[:, 3:6]
        self.momentum_rate = rows[:, 6:9]
        self.moment_rate = rows[:, 9:12]


class Results:
    """The results of one run: `prefix` is the path without extension, `variables` what the model was given. Outputs after the
    time `until` are left out."""

    def __init__(self, prefix, variables, until=np.inf):
        self.prefix = Path(prefix)
        self.variables = dict(variables)
        self._tables = {}
        self.steps = _read_steps(self.prefix.with_name(self.prefix.name + ".out"))
        written = self.steps[:, 7] != 0
        if not written.any():
            raise OutputError("no step was output")
        self.time = self.steps[written, 1]
        if "h" in self.variables:
            self.time = self._exact_times(written)
        self._written = len(self.time)
        self.time = self.time[self.time <= until + 1e-9 * abs(until)] if np.isfinite(until) else self.time

    def __getitem__(self, name):
        """Value of a variable the model was given."""
        return self.variables[name]

    @property
    def iterations(self):
        """Newton iterations of every step after step 0."""
        return self.steps[1:, 3]

    def node(self, label):
        return Node(self.rows("mov", label))

    def joint(self, label):
        return Joint(self.rows("jnt", label))

    def inertia(self, label):
        return Inertia(self.rows("ine", label))

    def labels(self, extension):
        """Labels in a file of results; none when there is no such file."""
        return list(self._table(extension)) if self._path(extension).exists() else []

    def _path(self, extension):
        return self.prefix.with_name(f"{self.prefix.name}.{extension}")

    def _table(self, extension):
        if extension not in self._tables:
            self._tables[extension] = _read_rows(self._path(extension))
        return self._tables[extension]

    def rows(self, extension, label):
        """All rows of a label without the label itself, one row an output step."""
        table = self._table(extension)
        label = str(label)
        if label not in table:
            raise OutputError(f"no row of label {label} in the .{extension} file (labels: {', '.join(table) or 'none'})")
        rows = table[label]
        if len(rows) != self._written:
            raise OutputError(
                f"label {label} has {len(rows)} rows in the .{extension} file, .out tells {self._written} outputs")
        return rows[:len(self.time)]

    def _exact_times(self, written):
        """Times from step number and step size, which is free of the rounding of the printed time."""
        h = self.variables["h"]
        exact = self.time[0] + h * (self.steps[written, 0] - self.steps[written, 0][0])
        if np.max(np.abs(exact - self.time)) > 1e-5 * max(1.0, abs(self.time[-1])):
            return self.time
        return exact


def _is_rotation(nine):
    matrix = nine.reshape(3, 3)
    return np.abs(matrix @ matrix.T - np.eye(3)).max() < 1e-5 and np.linalg.det(matrix) > 0.0


def _read_lines(path):
    if not path.exists():
        raise OutputError(f"result file {path.name} is missing")
    return path.read_text(errors="replace").splitlines()


def _read_rows(path):
    table = {}
    for line in _read_lines(path):
        fields = line.split()
        if fields and not fields[0].startswith("#"):
            table.setdefault(fields[0], []).append(fields[1:])
    arrays = {}
    for label, rows in table.items():
        if len({len(row) for row in rows}) != 1:
            raise OutputError(f"rows of label {label} in {path.name} differ in length")
        try:
            arrays[label] = np.array(rows, dtype=float)
        except ValueError as error:
            raise OutputError(f"label {label} in {path.name}: {error}") from error
        if not np.isfinite(arrays[label]).all():
            raise OutputError(f"label {label} in {path.name}: a value is not finite")
    return arrays


def _read_steps(path):
    """Step rows: number, time, increment, iterations, residual error, solution error, convergence, output flag."""
    rows = []
    for line in _read_lines(path):
        fields = line.split()
        if fields and fields[0] == "Step":
            if len(fields) != 9:
                raise OutputError(f"{path.name}: a step row has {len(fields)} fields instead of 9: {line.strip()}")
            rows.append([float(field) for field in fields[1:]])
    if not rows:
        raise OutputError(f"{path.name} has no step rows")
    return np.array(rows)
