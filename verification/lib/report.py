"""Table for the terminal, JSON for programs, one self-contained HTML page for people."""
import html
import io
import json
import time

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text: smaller and faster than outlines
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

HEADER = ("case", "quantity", "run", "reference", "computed", "error", "tolerance", "order")


def _number(value, digits=9):
    return "" if value is None else f"{value:.{digits}g}"


def _cells(name, row):
    order = ""
    if row.promised is not None:
        order = f"{_number(row.order, 3) or '?'} (>= {row.promised:g})"
    return (name, row.quantity, "reference check" if row.kind == "reference" else row.run, _number(row.reference),
            _number(row.computed), _number(row.error, 2), _number(row.tolerance, 2), order)


def table(outcomes):
    """Aligned text; failing lines are marked and followed by their message."""
    lines = [(HEADER, True, "")]
    lines += [(_cells(outcome.name, row), row.passed, row.message) for outcome in outcomes for row in outcome.rows]
    widths = [max(len(cells[i]) for cells, _, _ in lines) for i in range(len(HEADER))]
    text = []
    for cells, passed, message in lines:
        mark = "  " if passed else "X "
        text.append((mark + "  ".join(cell.ljust(width) for cell, width in zip(cells, widths))).rstrip())
        if message and not passed:
            text.append("      " + message[:600])
    return "\n".join(text)


def write_json(outcomes, path):
    data = {"written": time.strftime("%Y-%m-%dT%H:%M:%S"),
            "passed": all(outcome.passed for outcome in outcomes),
            "cases": [{"name": outcome.name, "title": outcome.case.title, "source": outcome.case.source,
                       "passed": outcome.passed, "seconds": round(outcome.seconds, 3),
                       "rows": [row.as_dict() for row in outcome.rows]} for outcome in outcomes]}
    path.write_text(json.dumps(data, indent=1) + "\n")


STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 1250px; padding: 0 1em; color: #222; }
table { border-collapse: collapse; font-size: 13px; margin: .6em 0; }
th, td { border-bottom: 1px solid #ddd; padding: 3px 9px; text-align: right; }
th:first-child, td:first-child, td.text { text-align: left; }
tr.short td { background: #fde8e6; } .ok { color: #197a3b; } .bad { color: #b3261e; }
td.reason { color: #666; max-width: 420px; text-align: left; } svg { max-width: 100%; height: auto; }
section { border-top: 2px solid #ccc; margin-top: 2em; }
"""


def write_html(outcomes, path):
    ordered = sorted(outcomes, key=lambda outcome: outcome.passed)
    failed = sum(not outcome.passed for outcome in outcomes)
    parts = ["<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>Verification</title>",
             f"<style>{STYLE}</style></head><body><h1>Verification</h1>",
             f"<p>{time.strftime('%Y-%m-%d %H:%M')}: {len(outcomes) - failed} of {len(outcomes)} cases hold.</p>",
             "<table><tr><th>case</th><th>outcome</th><th>comparisons</th><th>run time (s)</th></tr>"]
    for outcome in ordered:
        short = sum(not row.passed for row in outcome.rows)
        parts.append(f"<tr><td><a href='#{html.escape(outcome.name)}'>{html.escape(outcome.name)}</a></td>"
                     f"<td class='{'ok' if outcome.passed else 'bad'}'>"
                     f"{'holds' if outcome.passed else f'{short} short'}</td>"
                     f"<td>{len(outcome.rows)}</td><td>{outcome.seconds:.1f}</td></tr>")
    parts.append("</table>")
    parts += [_section(outcome) for outcome in ordered]
    parts.append("</body></html>\n")
    path.write_text("".join(parts))


def _section(outcome):
    case = outcome.case
    state = "<span class='ok'>holds</span>" if outcome.passed else "<span class='bad'>falls short</span>"
    parts = [f"<section id='{html.escape(outcome.name)}'><h2>{html.escape(outcome.name)}: "
             f"{html.escape(case.title)} - {state}</h2><p>{html.escape(case.source)}</p><table><tr>"]
    parts += [f"<th>{name}</th>" for name in HEADER[1:] + ("unit", "reason")]
    parts.append("</tr>")
    for row in outcome.rows:
        parts.append("<tr>" if row.passed else "<tr class='short'>")
        for i, cell in enumerate(_cells("", row)[1:]):
            parts.append(f"<td{' class=text' if i < 2 else ''}>{html.escape(cell)}</td>")
        remark = row.message if row.message and not row.passed else row.reason or row.message
        parts.append(f"<td>{html.escape(row.unit)}</td><td class='reason'>{html.escape(remark)}</td></tr>")
    parts.append("</table>")
    for figure in _figures(outcome):
        parts.append(_svg(figure))
    parts.append("</section>")
    return "".join(parts)


def _figures(outcome):
    """Histories beside their errors, at most eight; then errors over the step size."""
    shown = outcome.histories[:8]
    if shown:
        figure, axes = plt.subplots(len(shown), 2, figsize=(11, 2.3 * len(shown)), squeeze=False)
        for (left, right), (quantity, run, t, computed, reference) in zip(axes, shown):
            left.plot(t, reference, color="#bbbbbb", linewidth=3)
            left.plot(t, computed, linewidth=0.9)
            left.set_title(f"{quantity.name}, {run}: computed over reference (grey)", fontsize=8)
            left.set_ylabel(quantity.unit, fontsize=8)
            error = np.abs(computed - reference)
            right.semilogy(t, np.maximum(error, 1e-17), linewidth=0.9)
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
        axis.set_xlabel("step (s)")
        axis.set_ylabel("largest error")
        axis.grid(True, which="both", linewidth=0.3)
        axis.legend(fontsize=6, loc="center left", bbox_to_anchor=(1.0, 0.5))
        figure.subplots_adjust(left=0.1, right=0.68, top=0.97, bottom=0.1)
        yield figure


def _svg(figure):
    stream = io.StringIO()
    figure.savefig(stream, format="svg")
    plt.close(figure)
    text = stream.getvalue()
    return text[text.index("<svg"):]
