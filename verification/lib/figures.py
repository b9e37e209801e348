"""Figures of the report, as SVG text."""
import io

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text: smaller and faster than outlines
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

from . import sketch  # noqa: E402
from .outputs import OutputError  # noqa: E402


POINTS = 400  # of a curve, about; of errors the largest between two points is drawn


def model_sketch(outcome):
    """SVG of the model of the case's first run, or why there is none."""
    simulation = outcome.sketched
    if simulation is None:
        return "", "no run to draw"
    try:
        return svg(sketch.draw(simulation.folder / "result", None if simulation.error else simulation.results)), ""
    except (OutputError, OSError, ValueError, KeyError) as error:
        return "", f"no sketch: {error}"


def figures(outcome):
    """Histories beside their errors, at most eight; then errors over the step size."""
    shown = outcome.histories[:8]
    if shown:
        figure, axes = plt.subplots(len(shown), 2, figsize=(11, 2.3 * len(shown)), squeeze=False)
        for (left, right), (quantity, run, t, computed, reference) in zip(axes, shown):
            some = slice(None, None, max(1, len(t) // POINTS))
            left.plot(t[some], reference[some], color="#bbbbbb", linewidth=3)
            left.plot(t[some], computed[some], linewidth=0.9)
            left.set_title(f"{quantity.name}, {run}: computed over reference (grey)", fontsize=8)
            left.set_ylabel(quantity.unit, fontsize=8)
            error = np.maximum.reduceat(np.abs(computed - reference), np.arange(len(t))[some])
            right.semilogy(t[some], np.maximum(error, 1e-17), linewidth=0.9)
            if not quantity.relative:
                right.axhline(quantity.tolerance, color="#b3261e", linewidth=0.8)
            right.set_title("difference, tolerance in red", fontsize=8)
            for axis in (left, right):
                axis.tick_params(labelsize=7)
        axes[-1, 0].set_xlabel("time (s)", fontsize=8)
        axes[-1, 1].set_xlabel("time (s)", fontsize=8)
        height = 2.3 * len(shown)  # margins in inches; a layout engine would take longer than the drawing
        figure.subplots_adjust(left=0.07, right=0.99, wspace=0.15, hspace=0.4, top=1 - 0.3 / height,
                               bottom=0.45 / height)
        yield figure
    if outcome.ladders:
        figure, axis = plt.subplots(figsize=(10, 5))
        for order, quantity, sizes, errors in outcome.ladders:
            axis.loglog(sizes, np.maximum(errors, 1e-17), marker="o", markersize=3, linewidth=0.9,
                        label=f"{order.name}: {quantity.name}")
        _slopes(axis, outcome.ladders)
        axis.set_xlabel("step or size of an element")
        axis.set_ylabel("largest error; dotted: promised order")
        axis.grid(True, which="both", linewidth=0.3)
        axis.legend(fontsize=6, loc="center left", bbox_to_anchor=(1.0, 0.5))
        figure.subplots_adjust(left=0.1, right=0.68, top=0.97, bottom=0.1)
        yield figure


def _slopes(axis, ladders):
    """A dotted line of the promised order through the finest error of each refinement."""
    for order, _, sizes, errors in ladders:
        if errors[-1] > 0.0:
            axis.loglog(sizes, errors[-1] * (np.array(sizes) / sizes[-1]) ** order.promised, ":", color="#999999",
                        linewidth=0.7, zorder=1)


def svg(figure):
    stream = io.StringIO()
    figure.savefig(stream, format="svg")
    plt.close(figure)
    text = stream.getvalue()
    return text[text.index("<svg"):]
