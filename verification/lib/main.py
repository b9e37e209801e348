"""Command line of the runner."""
import argparse
import importlib.util
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from . import machine, report, selftest
from .case import Case
from .evaluate import Row, evaluate_checks, evaluate_order, evaluate_values
from .execute import Executor, Simulation

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Outcome:
    """A case with what came out of it."""
    name: str
    case: Case
    folder: Path
    rows: list = field(default_factory=list)
    histories: list = field(default_factory=list)
    ladders: list = field(default_factory=list)
    sketched: Optional[Simulation] = None
    seconds: float = 0.0

    @property
    def passed(self):
        return bool(self.rows) and all(row.passed for row in self.rows)


def find_cases(root):
    """Names and folders of all cases, sorted."""
    return {f"{path.parent.parent.name}/{path.parent.name}": path.parent for path in sorted(root.glob("*/*/case.py"))}


def load_case(name, folder):
    """The object `case` of the folder's case.py."""
    spec = importlib.util.spec_from_file_location("case_" + name.replace("/", "_"), folder / "case.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    if not isinstance(getattr(module, "case", None), Case):
        raise TypeError(f"{folder / 'case.py'} does not define `case`")
    return module.case


def _load(names, folders):
    outcomes = []
    for name in names:
        try:
            outcomes.append(Outcome(name, load_case(name, folders[name]), folders[name]))
        except Exception as error:  # a case that cannot be read falls short, the others still run
            broken = Case(title="(cannot be read)", source="", model="", quantities=[], runs={})
            row = Row("error", "case.py", "", message=f"{type(error).__name__}: {error}")
            outcomes.append(Outcome(name, broken, folders[name], rows=[row]))
    return outcomes


def run_cases(outcomes, executor, jobs, progress=None, pictures=False):
    """Runs the models of all cases and compares; fills the outcomes. `pictures`: the first run of a case draws its model."""
    plans = []
    for outcome in outcomes:
        case = outcome.case
        runs = {run_name: executor.request(outcome.name, run_name, outcome.folder / (run.model or case.model),
                                           run.variables, case.timeout, case.files, run.before)
                for run_name, run in case.runs.items()}
        orders = [[executor.request(outcome.name, f"{order.name},{order.vary}={rung[order.vary]:g}",
                                    outcome.folder / (order.model or case.model), {**order.variables, **rung},
                                    case.timeout, case.files) for rung in order.ladder] for order in case.orders]
        plans.append((runs, orders))
        outcome.sketched = next(iter([*runs.values(), *(rung for rungs in orders for rung in rungs)]), None)
        if outcome.sketched and pictures:
            outcome.sketched.picture = True
    executor.run_all(jobs, progress)
    for outcome, (runs, orders) in zip(outcomes, plans):
        case = outcome.case
        outcome.rows += evaluate_checks(case)
        outcome.rows += evaluate_values(case, runs, outcome.histories)
        for order, simulations in zip(case.orders, orders):
            outcome.rows += evaluate_order(case, order, simulations, outcome.ladders)
        all_runs = {id(s): s for s in list(runs.values()) + [s for rungs in orders for s in rungs]}
        outcome.seconds = sum(simulation.seconds for simulation in all_runs.values())
        for simulation in all_runs.values():
            simulation._results = None


def _check_references(outcomes):
    for outcome in outcomes:
        start = time.monotonic()
        outcome.rows += evaluate_checks(outcome.case)
        outcome.seconds = time.monotonic() - start
    return [outcome for outcome in outcomes if outcome.rows]


def _parser():
    parser = argparse.ArgumentParser(prog="verification/run", description="Runs models with known answers.")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN",
                        help="part of a case name (group/case); all cases without one")
    parser.add_argument("--exe", help="executable (default build/release/flexura)",
                        default=ROOT.parent / "build/release/flexura")
    parser.add_argument("--launcher", default="", help="words put before the executable, such as 'mpirun -n 2'")
    parser.add_argument("--restart", action="store_true",
                        help="run each model twice more, with a checkpoint in its middle and on from there: the files must "
                             "be the same")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="models run at a time")
    parser.add_argument("--out", default=ROOT.parent / "build/verification", help="folder of results and reports")
    parser.add_argument("--root", default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("--report", action="store_true", help="also write report.html: sketches, plots, tables")
    parser.add_argument("--all", action="store_true", help="include cases marked slow")
    parser.add_argument("--list", action="store_true", help="list the cases and stop")
    parser.add_argument("--references", action="store_true",
                        help="only check the references against their second method; needs no executable")
    parser.add_argument("--self-test", action="store_true", help="test the runner itself")
    return parser


def main(arguments=None):
    options = _parser().parse_args(arguments)
    if options.self_test:
        return selftest.run(Path(options.out) / "selftest")
    start = time.monotonic()
    folders = find_cases(Path(options.root).resolve())
    names = [name for name in folders if not options.patterns or any(p in name for p in options.patterns)]
    if not names:
        print("no case matches", file=sys.stderr)
        return 1
    outcomes = _load(names, folders)
    if options.list:
        for outcome in outcomes:
            print(f"{outcome.name:32} {'slow  ' if outcome.case.slow else '      '}{outcome.case.title}")
        return 0
    if not options.all:
        skipped = [outcome.name for outcome in outcomes if outcome.case.slow]
        outcomes = [outcome for outcome in outcomes if not outcome.case.slow]
        if skipped:
            print(f"left out (slow, use --all): {' '.join(skipped)}")
    if options.references:
        outcomes = _check_references(outcomes)
    else:
        executor = Executor(options.exe, options.out, options.launcher, options.restart)
        if not executor.executable.exists():
            print(f"there is no executable {executor.executable}; build it or give --exe", file=sys.stderr)
            return 1

        def progress(done, total, simulation):
            if sys.stderr.isatty():
                print(f"\r{done}/{total} runs", end="\n" if done == total else "", file=sys.stderr, flush=True)

        run_cases(outcomes, executor, options.jobs, progress, options.report)
    print(report.table(outcomes))
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    report.write_json(outcomes, out / "report.json")
    page = out / "report.json"
    if options.report:
        page = out / "report.html"
        about = machine.describe(None if options.references else executor.executable)
        report.write_html(outcomes, page, about, time.monotonic() - start)
    failed = [outcome.name for outcome in outcomes if not outcome.passed]
    print(f"\n{len(outcomes) - len(failed)} of {len(outcomes)} cases hold; report: {page}")
    if failed:
        print("fall short: " + " ".join(failed))
    return 1 if failed else 0
