"""Reads the result files of an eigenanalysis."""
import re

import numpy as np


class Modes:
    """Eigenvalues from the table in `.out` (number `k` of the analysis) and everything in the `.m` file."""

    def __init__(self, prefix, number=0):
        self.s, self.rigid, self.infinite = _table(prefix.with_name(prefix.name + ".out"), number)
        self.script = _script(prefix.with_name(f"{prefix.name}_{number}.m"))

    def frequencies(self):
        """Of the modes that are not rigid, Hz, sorted."""
        return np.sort(np.abs(self.s[~self.rigid].imag)) / (2.0 * np.pi)

    def from_alpha(self):
        """s of all rows of alpha, by the formulas of the language."""
        a = self.script["alpha"].real
        big = (a[:, 0] + 1j * a[:, 1]) / a[:, 2]
        return (big - 1.0) / (big + 1.0) / self.script["dCoef"].real.item()

    def pencil(self):
        """E and A of E x' = A x."""
        plus, minus = self.script["Aplus"].real, self.script["Aminus"].real
        return (plus + minus) / 2.0, -(plus - minus) / (2.0 * self.script["dCoef"].real.item())


def _table(path, number):
    lines = path.read_text().splitlines()
    first = next(i for i, line in enumerate(lines) if re.match(rf"# Eigenanalysis {number} at", line))
    infinite = int(re.search(r"(\d+) infinite", lines[first])[1]) if "infinite" in lines[first] else -1
    s, rigid = [], []
    for line in lines[first + 1:]:
        row = re.match(r"#\s+\d+:\s+(\S+)\s+(\S+) j\s+(\S+)\s+(\S+)(\s+rigid body)?$", line)
        if row:
            s.append(complex(float(row[1]), float(row[2])))
            rigid.append(bool(row[5]))
        elif s:
            break
    return np.array(s), np.array(rigid), infinite


def _script(path):
    values = {}
    text = re.sub(r"%.*", "", path.read_text())
    for name, body in re.findall(r"(\w+)\s*=\s*(?:int32\()?\[(.*?)\]", text, re.S):
        rows = [row.split() for row in body.split(";") if row.strip()]
        values[name] = np.array([[complex(x.replace("*i", "j")) for x in row] for row in rows])
    for name, number in re.findall(r"(\w+)\s*=\s*([-+.\deE]+);", text):
        values[name] = np.array(complex(number))
    return values
