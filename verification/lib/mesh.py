"""Nodes, bodies and beams of a chain of three-node beams, as text for a model file.

The mass of a length is lumped where the beam sums its internal forces: the end nodes of a beam have 0.2113 of it each, the
middle node 0.5774. Names (`length`, `mass`, ...) are those of variables of the model, or numbers.
"""
from dataclasses import dataclass
from typing import Optional, Sequence

SHARE = 0.5 * (1.0 - 3.0 ** -0.5)  # of a beam, from an end to the section next to it


@dataclass
class Beam:
    """`n` straight three-node beams along axis 1 of the reference frame `frame`, from its origin.

    Nodes have labels `first` to `first + 2 n`; `start` replaces the first by the node of another beam. `mass`: per length;
    `inertia`: of the section, per length, about axes 1, 2, 3. Elements have labels `first + 1` and so on.
    """
    n: int
    frame: int = 1
    first: int = 1
    start: Optional[int] = None
    length: str = "L"
    mass: str = "m"
    inertia: Sequence[str] = ("j1", "j2", "j3")
    law: int = 1
    kind: str = "dynamic"
    rod_inertia: bool = True
    node_options: str = ""
    consistent: bool = False  # inertia of the beams themselves instead of bodies on the nodes

    def label(self, i):
        return self.start if i == 0 and self.start is not None else self.first + i

    def nodes(self):
        lines = []
        for i in range(0 if self.start is None else 1, 2 * self.n + 1):
            place = f"reference, {self.frame}, {i / (2 * self.n)!r}*{self.length}, 0., 0."
            attitude = f"reference, {self.frame}, eye"
            rest = f"reference, {self.frame}, null"
            lines.append(f"structural: {self.first + i}, {self.kind}, {place}, {attitude}, {rest}, {rest}"
                         f"{self.node_options};")
        return "\n".join(lines) + "\n"

    def lump(self, i):
        """Centre and length of the part that belongs to node i, in units of the whole beam."""
        end = SHARE / self.n
        if i % 2:
            return i / (2 * self.n), (1.0 - 2.0 * SHARE) / self.n
        if i == 0:
            return 0.5 * end, end
        if i == 2 * self.n:
            return 1.0 - 0.5 * end, end
        return i / (2 * self.n), 2.0 * end

    def bodies(self):
        if self.consistent:
            return ""
        lines = []
        for i in range(2 * self.n + 1):
            centre, part = self.lump(i)
            part = f"{part!r}*{self.length}"
            bar = f"+{self.mass}*({part})^2/12." if self.rod_inertia else ""
            inertia = ", ".join(f"{part}*({j}{bar if k else ''})" for k, j in enumerate(self.inertia))
            lines.append(f"body: {self.first + i}, {self.label(i)}, {part}*{self.mass}, reference, {self.frame}, "
                         f"{centre!r}*{self.length}, 0., 0., diag, {inertia}, "
                         f"orientation, reference, {self.frame}, eye;")
        return "\n".join(lines) + "\n"

    def beams(self):
        lines = []
        inertia = f", inertia, {self.mass}, null, diag, {', '.join(self.inertia)}" if self.consistent else ""
        for k in range(self.n):
            nodes = ", ".join(f"{self.label(2 * k + j)}, null" for j in range(3))
            if k == 0 and self.start is not None:  # that node has the axes of another beam
                nodes = nodes.replace("null", f"null, orientation, reference, {self.frame}, eye", 1)
            lines.append(f"beam3: {self.first + k}, {nodes}, reference, {self.frame}, eye, "
                         f"reference, {self.law}, same, same{inertia};")
        return "\n".join(lines) + "\n"

    def elements(self):
        return self.bodies() + self.beams()


def files(*beams):
    """`mesh.nodes` and `mesh.elements` of a case, for `Case.files`; each argument makes a Beam of the run's variables."""
    return {"mesh.nodes": lambda v: "".join(beam(v).nodes() for beam in beams),
            "mesh.elements": lambda v: "".join(beam(v).elements() for beam in beams)}
