"""Test of the runner: a stand-in for the solver writes exact results, and the runner must tell right from wrong."""
import shutil
import stat
import textwrap

# Writes a harmonic motion x = cos t in the layout of the result files. What it does wrong is chosen by variables.
STAND_IN = '''\
#!/usr/bin/python3
import math, os, re, sys
model, prefix = sys.argv[1], sys.argv[sys.argv.index("-o") + 1]
value = {m[0]: float(m[1]) for m in re.findall(r"(\\w+) = ([^;]+)", os.environ["MBDYNVARS"])}
if value.get("crash"):
    print("something went wrong")
    sys.exit(3)
h, end = value["h"], 2.0
steps = round(end / h)
with open(prefix + ".out", "w") as out, open(prefix + ".mov", "w") as mov:
    out.write("# comment\\n")
    for k in range(steps + 1):
        shown = k % round(0.2 / h) == 0
        out.write(f"Step {k} {k * h:.6g} {h:g} 1 1e-9 0 0 {int(shown)}\\n")
        if shown and not (value.get("cut") and k > steps // 2):
            x = math.cos(k * h) + h ** value["order"]
            nan = float("nan") if value.get("nan") and k else 0.0
            mov.write("       7 " + " ".join(f"{v:.15e}" for v in (x, nan, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) + "\\n\\n")
if value.get("silent"):
    os.remove(prefix + ".mov")
'''

CASE = '''\
import numpy as np
from lib.case import Case, Check, Order, Quantity, Refine, Run
case = Case(title="stand-in", source="none", model="stand_in.mbd",
            runs={{"main": Run({variables})}},
            quantities=[Quantity("x", lambda r: r.node({label}).position[:, 0], {reference}, 1e-2, "h^order")],
            orders=[Order("refined", ["x"], {promised}, [dict(h=0.1), dict(h=0.05)], dict({variables}))],
            refine={refine},
            checks=[Check("cosine", lambda: (np.cos(1.0), {check}), 1e-9)])
'''

GOOD = dict(variables="dict(h=0.05, order=2)", label="7", reference="lambda r: np.cos(r.time)", promised="2",
            check="0.5403023058681398", refine="[]")

# name, what differs from the good case, whether it must hold, a word its report must contain
EXPECTATIONS = [
    ("right", {}, True, ""),
    ("wrong_reference", {"reference": "lambda r: np.cos(1.05 * r.time)"}, False, ""),
    ("wrong_constant", {"reference": "2.0"}, False, ""),
    ("wrong_order", {"promised": "3"}, False, "order"),
    ("crash", {"variables": "dict(h=0.05, order=2, crash=1)"}, False, "something went wrong"),
    ("no_output", {"variables": "dict(h=0.05, order=2, silent=1)"}, False, "missing"),
    ("cut_output", {"variables": "dict(h=0.05, order=2, cut=1)"}, False, "rows"),
    ("not_a_number", {"variables": "dict(h=0.05, order=2, nan=1)"}, False, "not finite"),
    ("no_such_label", {"label": "8"}, False, "no row of label 8"),
    ("wrong_check", {"check": "0.54"}, False, "reference check"),
    ("refined", {"refine": '[Refine(["x"], 2, rungs=2)]'}, True, "main, h"),
    ("refined_by_itself", {"refine": '[Refine(["x"], 2, rungs=3, itself=True)]',
                           "variables": "dict(h=0.025, order=2)"}, True, "main, h"),
    ("refined_to_a_wrong_order", {"refine": '[Refine(["x"], 3, rungs=3, itself=True)]',
                                  "variables": "dict(h=0.025, order=2)"}, False, "main, h"),
    ("refined_to_no_whole_steps", {"refine": '[Refine(["x"], 2, rungs=2)]',
                                   "variables": "dict(h=0.05, order=2, every=5)"}, False, "cannot be divided"),
    ("syntax_error", {"reference": "lambda r: ("}, False, "SyntaxError"),
]


def run(folder):
    """Builds small cases below `folder` and runs the runner on each; 0 when all come out as they must."""
    import contextlib
    import io

    from .main import main

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    executable = folder / "stand_in"
    executable.write_text(STAND_IN)
    executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
    wrong = 0
    for name, changes, must_hold, word in EXPECTATIONS:
        case = folder / "cases" / "self" / name
        case.mkdir(parents=True)
        (case / "stand_in.mbd").write_text("")
        (case / "case.py").write_text(textwrap.dedent(CASE.format(**{**GOOD, **changes})))
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
            status = main(["--report", "--exe", str(executable), "--root", str(folder / "cases"),
                           "--out", str(folder / "out" / name), f"self/{name}"])
        page = folder / "out" / name / "report.html"
        good = (status == 0) == must_hold and word in text.getvalue() and page.exists()
        print(f"{'ok' if good else 'WRONG':6} {name}: {'holds' if status == 0 else 'falls short'}")
        if not good:
            wrong += 1
            print(textwrap.indent(text.getvalue(), "       "))
    print(f"self test: {len(EXPECTATIONS) - wrong} of {len(EXPECTATIONS)} as expected")
    return 1 if wrong else 0
