"""Table for the terminal, JSON for programs, one self-contained HTML page for people."""
import html
import json
import time

from .figures import figures, model_sketch, svg

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
section { border-top: 2px solid #ccc; margin-top: 2em; } td a { color: inherit; }
h2 { margin-top: 2em; } th.group { text-align: left; background: #f1f3f5; } .machine td { text-align: left; }
.sketch { float: right; width: 400px; margin: 0 0 .5em 1em; } .sketch p, .source { color: #555; } section::after { content: ""; display: block; clear: both; }
"""

GROUPS = {
    "rigid": "Rigid bodies", "assembly": "Initial assembly", "mechanisms": "Mechanisms and joints",
    "redundant": "Redundant constraints", "deformable": "Deformable joints", "beams": "Beams",
    "modal": "Flexible bodies from finite elements", "friction": "Friction", "scalar": "Scalar nodes and filters",
    "language": "Drives, switched elements, moving frames", "adaptive": "Steps from the local error",
    "eigen": "Eigenanalysis and state space",
}


def _group(outcome):
    return outcome.name.split("/")[0]


def _grouped(outcomes):
    """Title and outcomes of every group: the order of GROUPS, then others by name."""
    names = list(GROUPS) + sorted({_group(outcome) for outcome in outcomes} - set(GROUPS))
    for name in names:
        members = [outcome for outcome in outcomes if _group(outcome) == name]
        if members:
            yield GROUPS.get(name, name.capitalize()), members


def _escape(text):
    return html.escape(str(text))


def _anchor(outcome):
    return "case-" + html.escape(outcome.name.replace("/", "-"))


def write_html(outcomes, path, about=(), seconds=None):
    """One page without other files. `about`: names and values of machine and versions; `seconds`: of the whole report."""
    failing = [outcome for outcome in outcomes if not outcome.passed]
    parts = ["<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><title>Verification</title>",
             f"<style>{STYLE}</style></head><body><h1>Verification</h1>",
             f"<p>{time.strftime('%Y-%m-%d %H:%M')}: {len(outcomes) - len(failing)} of {len(outcomes)} cases hold.</p>",
             "<table class='machine'>"]
    parts += [f"<tr><td>{_escape(name)}</td><td>{_escape(value)}</td></tr>" for name, value in about]
    if seconds is not None:
        parts.append(f"<tr><td>time</td><td>{seconds:.0f} s for everything, "
                     f"{sum(outcome.seconds for outcome in outcomes):.0f} s in runs of the program</td></tr>")
    parts.append("</table>" + _summary(outcomes))
    if failing:
        parts.append("<h2 class='bad'>What falls short</h2>")
        parts += [_section(outcome) for outcome in failing]
    for title, members in _grouped([outcome for outcome in outcomes if outcome.passed]):
        parts.append(f"<h2>{_escape(title)}</h2>")
        parts += [_section(outcome) for outcome in members]
    parts.append("</body></html>\n")
    path.write_text("".join(parts))


def _summary(outcomes):
    """Table of all cases by group, those that fall short first."""
    parts = ["<table id='summary'><tr>" + "".join(f"<th>{name}</th>" for name in (
        "case", "outcome", "comparisons", "largest error / tolerance", "orders observed (promised)", "run time (s)"))
        + "</tr>"]
    for title, members in _grouped(outcomes):
        holding = sum(outcome.passed for outcome in members)
        parts.append(f"<tr><th class='group' colspan='2'>{_escape(title)}: {holding} of {len(members)} hold</th>"
                     f"<th class='group'>{sum(len(outcome.rows) for outcome in members)}</th><th class='group'></th>"
                     f"<th class='group'></th><th class='group'>{sum(o.seconds for o in members):.1f}</th></tr>")
        for outcome in sorted(members, key=lambda outcome: outcome.passed):
            parts.append(_summary_row(outcome))
    return "".join(parts) + "</table>"


def _summary_row(outcome):
    short = sum(not row.passed for row in outcome.rows)
    ratios = [row.error / row.tolerance for row in outcome.rows if row.error is not None and row.tolerance]
    orders = [f"{row.order:.2f} ({row.promised:g})" for row in outcome.rows if row.order is not None]
    return (f"<tr{' class=short' if short else ''}>"
            f"<td><a href='#{_anchor(outcome)}'>{_escape(outcome.case.title)}</a></td>"
            f"<td class='{'ok' if outcome.passed else 'bad'}'>{'holds' if outcome.passed else f'{short} short'}</td>"
            f"<td>{len(outcome.rows)}</td><td>{f'{max(ratios):.2g}' if ratios else ''}</td>"
            f"<td>{', '.join(orders[:4])}{', ...' if len(orders) > 4 else ''}</td><td>{outcome.seconds:.1f}</td></tr>")


def _section(outcome):
    case = outcome.case
    state = "<span class='ok'>holds</span>" if outcome.passed else "<span class='bad'>falls short</span>"
    picture, why_not = model_sketch(outcome)
    parts = [f"<section id='{_anchor(outcome)}'><div class='sketch'>{picture}<p>{_escape(why_not)}</p></div>",
             f"<h3>{_escape(case.title)} - {state}</h3>",
             f"<p>{_escape(outcome.name)}, {outcome.seconds:.1f} s</p>",
             f"<p class='source'>Reference: {_escape(case.source)}</p><table><tr>"]
    parts += [f"<th>{name}</th>" for name in HEADER[1:] + ("unit", "reason")]
    parts.append("</tr>")
    for row in outcome.rows:
        parts.append("<tr>" if row.passed else "<tr class='short'>")
        for i, cell in enumerate(_cells("", row)[1:]):
            parts.append(f"<td{' class=text' if i < 2 else ''}>{html.escape(cell)}</td>")
        remark = row.message if row.message and not row.passed else row.reason or row.message
        parts.append(f"<td>{html.escape(row.unit)}</td><td class='reason'>{html.escape(remark)}</td></tr>")
    parts.append("</table>")
    for figure in figures(outcome):
        parts.append(svg(figure))
    parts.append("</section>")
    return "".join(parts)
