"""Sketch of a model, drawn from the nodes and elements of its results."""
import matplotlib.pyplot as plt
import numpy as np

from .outputs import OutputError
from .vtu import first_picture

NODE, BEAM, JOINT, LOAD = 0, 1, 2, 3  # `kind` of the cells
COLOURS = {BEAM: "#1f4e79", JOINT: "#777777", LOAD: "#b3261e"}
NAMES = {BEAM: "beam", JOINT: "joint", LOAD: "load"}
NODES = 400  # of which paths and last places are drawn at most
POINTS = 8000  # of all paths together


def view(points):
    """Two directions (rows) to look at the points in: along an axis when they lie in a plane across it."""
    extent = np.ptp(points, axis=0) if len(points) else np.zeros(3)
    flat = extent <= 1e-3 * max(extent.max(), 1e-30)
    if flat.any():
        across = 2 if flat[2] else 1 if flat[1] else 0
        return np.eye(3)[[i for i in range(3) if i != across]], "xyz".replace("xyz"[across], "")
    azimuth, height = np.radians(-55.0), np.radians(22.0)
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    ahead = np.array([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])
    return np.array([right, np.cross(ahead, right)]), "oblique"


def draw(prefix, results=None):
    """Figure of the initial state; with results, paths of the nodes and where they are at the end."""
    grid = first_picture(prefix)
    if not len(grid.points):
        raise OutputError("the model has no structural nodes")
    paths = _paths(grid, results)
    everything = np.concatenate([grid.points] + list(paths.values()))
    axes_of_view, name = view(everything)
    flat = grid.points @ axes_of_view.T
    figure, axis = plt.subplots(figsize=(5.2, 3.8))
    for path in paths.values():
        seen = path @ axes_of_view.T
        axis.plot(seen[:, 0], seen[:, 1], color="#e0b48a", linewidth=0.6, zorder=1)
    seen_kinds = set()
    for cell, kind in zip(grid.cells, grid.cell_data["kind"]):
        if kind not in COLOURS:
            continue
        label = NAMES[kind] if kind not in seen_kinds else None
        seen_kinds.add(kind)
        line = flat[cell]
        if kind == BEAM and len(paths) == len(grid.points):  # the shape at the end
            last = np.array([paths[i][-1] for i in cell]) @ axes_of_view.T
            axis.plot(last[:, 0], last[:, 1], color="#c55a11", linewidth=1.0, zorder=2)
        if len(cell) > 1:
            axis.plot(line[:, 0], line[:, 1], color=COLOURS[kind], linewidth={BEAM: 2.2, JOINT: 1.2}.get(kind, 1.0),
                      label=label, zorder=3)
        else:
            axis.plot(line[:, 0], line[:, 1], {JOINT: "s", LOAD: "v"}.get(kind, "."), color=COLOURS[kind],
                      markersize=6, fillstyle="none", label=label, zorder=4)
    mass = grid.point_data["mass"]
    heavy = mass > 0
    if heavy.any():
        sizes = 8 + 70 * (mass[heavy] / mass.max()) ** (2 / 3)
        axis.scatter(*flat[heavy].T, s=sizes, color="#1f4e79", alpha=0.35, linewidth=0, label="node with mass", zorder=4)
    axis.plot(*flat.T, ".", color="#222222", markersize=3.5, zorder=5,
              label=f"{len(flat)} node{'s' if len(flat) > 1 else ''}")
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.12)
    axis.tick_params(labelsize=7)
    if name == "oblique":
        axis.set_xticks([])
        axis.set_yticks([])
        _triad(axis, axes_of_view)
    else:
        axis.set_xlabel(name[0], fontsize=8)
        axis.set_ylabel(name[1], fontsize=8)
    axis.legend(fontsize=6, loc="best", framealpha=0.7)
    figure.subplots_adjust(left=0.11, right=0.99, top=0.98, bottom=0.11)
    return figure


def _paths(grid, results):
    """Places of the nodes over time, by index; nodes without rows are left out."""
    paths = {}
    if results is None:
        return paths
    for index, label in enumerate(grid.point_data["label"][:NODES]):
        try:
            position = results.node(label).position
        except (OutputError, OSError):
            continue
        step = max(1, len(position) * min(NODES, len(grid.points)) // POINTS, len(position) // 300)
        paths[index] = np.concatenate([position[:-1:step], position[-1:]])
    return paths


def _triad(axis, axes_of_view):
    for direction, name in zip(np.eye(3), "xyz"):
        tip = 0.07 * (axes_of_view @ direction)
        axis.annotate(name, (0.1, 0.1), (0.1 + tip[0], 0.1 + tip[1]), "axes fraction", "axes fraction", fontsize=7,
                      ha="center", va="center", arrowprops=dict(arrowstyle="<-", linewidth=0.7))
