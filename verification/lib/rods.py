"""Chains of beams along any curve, as text for a static model, and what statics compares.

A model turned as a whole must give the same answer: its nodes, sections and loads refer to frame 1, which the models turn
by `tilt` (rad) about an axis askew to everything, and results are read in its axes.
"""
import numpy as np

AXIS = np.array([0.36, -0.48, 0.8])  # of the attitude of models, a unit vector
FRAME = f"""reference: 1, null, orientation, vector, {AXIS[0]}*tilt, {AXIS[1]}*tilt, {AXIS[2]}*tilt, null, null;
"""


def rotation(vector):
    """Rotation matrix of a rotation vector."""
    vector = np.asarray(vector, dtype=float)
    angle = np.linalg.norm(vector)
    if angle == 0.0:
        return np.eye(3)
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross


def axes(r):
    """Columns: axes of frame 1 of a run in space."""
    return rotation(AXIS * r.variables.get("tilt", 0.0))


def position(r, label):
    """Of a node in the axes of the model, one row an output step."""
    return r.node(label).position @ axes(r)


def displacement(r, label):
    """From the first output step."""
    x = position(r, label)
    return x - x[0]


def orientation(r, label):
    """Orientation matrices of a node relative to the axes of the model."""
    return np.einsum("ji,njk->nik", axes(r), r.node(label).rotation)


def matrix(R):
    return "matr, " + ", ".join(repr(float(v)) for v in np.asarray(R).ravel())


def straight(length, origin=(0.0, 0.0, 0.0), R=np.eye(3)):
    """A curve for `Chain`: a line along axis 1 of R."""
    origin, R = np.asarray(origin, dtype=float), np.asarray(R, dtype=float)
    return lambda s: (origin + s * length * R[:, 0], R)


class Chain:
    """`n` beams of a type along a curve, from s = 0 to 1; `curve` gives position and orientation in frame 1.

    Types: beam3, beam2, beam2 locking free. Nodes have labels `first`, ...; `start` replaces the first by a node of another
    chain, in which the sections are turned by `start_turn`. Elements have labels `first`, ...; `option` stands at their end.
    """

    def __init__(self, n, curve, kind="beam3", law=1, first=1, start=None, start_turn=None, option=""):
        self.n, self.curve, self.kind, self.law, self.first = n, curve, kind, law, first
        self.intervals = 2 * n if kind == "beam3" else n
        self.start, self.start_turn, self.option = start, start_turn, option

    def label(self, i):
        return self.start if i == 0 and self.start is not None else self.first + i

    def place(self, i):
        turned = i == 0 and self.start_turn is not None
        return f"{self.label(i)}, null" + (f", orientation, {matrix(self.start_turn)}" if turned else "")

    @property
    def last(self):
        return self.label(self.intervals)

    def nodes(self):
        text = ""
        for i in range(0 if self.start is None else 1, self.intervals + 1):
            x, R = self.curve(i / self.intervals)
            place = ", ".join(repr(float(v)) for v in x)
            text += (f"structural: {self.first + i}, static, reference, 1, {place}, reference, 1, {matrix(R)}, null, null;\n")
        return text

    def beams(self):
        text = ""
        for k in range(self.n):
            if self.kind == "beam3":
                nodes = ", ".join(self.place(2 * k + j) for j in range(3))
                text += f"beam3: {self.first + k}, {nodes}, from nodes, reference, {self.law}, from nodes, same{self.option};\n"
            else:
                nodes = ", ".join(self.place(k + j) for j in range(2))
                option = ", locking free" if self.kind == "beam2 locking free" else ""
                text += f"beam2: {self.first + k}, {nodes}, from nodes, reference, {self.law}{option}{self.option};\n"
        return text


def files(*makers):
    """`mesh.nodes` and `mesh.elements` for Case.files; each maker makes a Chain of the variables of a run."""
    return {"mesh.nodes": lambda v: "".join(maker(v).nodes() for maker in makers),
            "mesh.elements": lambda v: "".join(maker(v).beams() for maker in makers),
            "mesh.frame": lambda v: FRAME}


def extreme(s, y, largest=True, points=6, start=0, stop=None):
    """Extreme of y(s) between points, by a polynomial through those next to the extreme one: (value, s)."""
    s, y = np.asarray(s)[start:stop], np.asarray(y)[start:stop]
    k = int(np.argmax(y) if largest else np.argmin(y))
    low = min(max(0, k - points // 2), len(s) - points)
    part = slice(low, low + points)
    centre, scale = s[k], s[part][-1] - s[part][0]
    fit = np.polynomial.Polynomial.fit((s[part] - centre) / scale, y[part], points - 1)
    roots = fit.deriv().roots()
    roots = roots[np.abs(roots.imag) < 1e-9].real
    best = roots[np.argmin(np.abs(roots))]
    return float(fit(best)), float(centre + scale * best)


def first_limit(s, load, columns):
    """First maximum of the load over the path, and the columns there: [load, column, ...]."""
    turned = int(np.argmax(np.diff(load) < 0))
    value, at = extreme(s, load, stop=turned + 6)
    near = slice(turned - 3, turned + 4)
    return np.array([value] + [np.polynomial.Polynomial.fit(s[near], column[near], 6)(at) for column in columns])


def arc(*positions):
    """Length along the path of several nodes together, one value an output step."""
    steps = sum(np.sum(np.diff(p, axis=0) ** 2, axis=1) for p in positions)
    return np.concatenate([[0.0], np.cumsum(np.sqrt(steps))])
