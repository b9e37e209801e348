"""Compares results with references: every line of the report is a Row."""
import math
import traceback
from dataclasses import asdict, dataclass, replace
from typing import Optional

import numpy as np


@dataclass
class Row:
    """One comparison. `kind` is value, order, reference (check of the reference) or error."""
    kind: str
    quantity: str
    run: str
    reference: Optional[float] = None
    computed: Optional[float] = None
    error: Optional[float] = None
    tolerance: Optional[float] = None
    order: Optional[float] = None
    promised: Optional[float] = None
    unit: str = ""
    reason: str = ""
    passed: bool = False
    message: str = ""

    def as_dict(self):
        return asdict(self)


def compare(quantity, results):
    """Error of a quantity in a run: (error, computed and reference where it is largest, both histories)."""
    computed = np.asarray(quantity.computed(results), dtype=float)
    reference = quantity.reference(results) if callable(quantity.reference) else quantity.reference
    reference = np.asarray(reference, dtype=float)
    if reference.shape != computed.shape:
        reference = np.broadcast_to(reference, computed.shape)
    if computed.size == 0:
        raise ValueError("nothing to compare")
    if not np.isfinite(computed).all() or not np.isfinite(reference).all():
        raise ValueError("a compared value is not finite")
    difference = np.abs(computed - reference)
    if computed.ndim == 2:
        per_step = np.linalg.norm(difference, axis=1)
        magnitude = np.linalg.norm(reference, axis=1).max()
        step = int(per_step.argmax())
        worst = (step, int(difference[step].argmax()))
        error = per_step[step]
    else:
        worst = np.unravel_index(int(difference.argmax()), difference.shape) if computed.ndim else ()
        error = difference[worst]
        magnitude = np.abs(reference).max()
    if quantity.relative:
        if magnitude == 0.0:
            raise ValueError("relative error asked of a reference that is zero")
        error = error / magnitude
    return float(error), float(computed[worst]), float(reference[worst]), computed, reference


def _failure(row, error):
    row.kind = "error" if row.kind == "value" else row.kind
    row.message = f"{type(error).__name__}: {error}"
    if not isinstance(error, (OSError, ValueError, KeyError)) and type(error).__name__ != "OutputError":
        frame = traceback.extract_tb(error.__traceback__)[-1]
        row.message += f" ({frame.filename.rsplit('/', 1)[-1]}:{frame.lineno})"
    return row


def evaluate_checks(case):
    rows = []
    for check in case.checks:
        row = Row("reference", check.name, "", tolerance=check.tolerance, reason="reference against a second method")
        try:
            first, second = (np.asarray(value, dtype=float) for value in check.values())
            difference = np.abs(first - second)
            worst = np.unravel_index(int(difference.argmax()), difference.shape) if difference.ndim else ()
            row.error = float(difference[worst])
            row.computed = float(np.broadcast_to(first, difference.shape)[worst])
            row.reference = float(np.broadcast_to(second, difference.shape)[worst])
            row.passed = row.error <= check.tolerance
        except Exception as error:  # a check that cannot be evaluated falls short; the others still count
            _failure(row, error)
        rows.append(row)
    return rows


def evaluate_values(case, simulations, histories):
    """Rows of all quantities on all runs; `histories` receives (quantity, run, time, computed, reference)."""
    rows = []
    for run_name, simulation in simulations.items():
        for quantity in case.quantities:
            if quantity.runs is not None and run_name not in quantity.runs:
                continue
            row = Row("value", quantity.name, run_name, tolerance=quantity.tolerance, unit=quantity.unit,
                      reason=quantity.reason)
            try:
                results = simulation.results
                row.error, row.computed, row.reference, computed, reference = compare(quantity, results)
                row.passed = row.error <= quantity.tolerance
                if quantity.plot and computed.ndim and len(computed) == len(results.time):
                    histories.append((quantity, run_name, results.time, computed, reference))
            except Exception as error:  # as above
                _failure(row, error)
            rows.append(row)
    return rows


def refinement_errors(order, quantity, simulations):
    """Sizes and, rung by rung, what `compare` returns: against the reference, or against the next finer rung."""
    sizes = [1.0 / rung[order.vary] if isinstance(rung[order.vary], int) else rung[order.vary] for rung in order.ladder]
    results = [simulation.results for simulation in simulations]
    if not order.itself:
        return sizes, [compare(quantity, result) for result in results]
    finer = [replace(quantity, reference=np.asarray(quantity.computed(result), dtype=float)) for result in results[1:]]
    return sizes[:-1], [compare(against, result) for against, result in zip(finer, results)]


def evaluate_order(case, order, simulations, ladders):
    """Rows of one refinement; `ladders` receives (order, quantity, step sizes, errors)."""
    rows = []
    by_name = {quantity.name: quantity for quantity in case.quantities}
    for name in order.quantities:
        row = Row("order", name, order.name, promised=order.promised)
        try:
            quantity = by_name[name]
            row.unit = quantity.unit
            sizes, compared = refinement_errors(order, quantity, simulations)
            row.error, row.computed, row.reference, _, _ = compared[-1]
            errors = [one[0] for one in compared]
            ladders.append((order, quantity, sizes, errors))
            if errors[-1] <= 0.0:
                raise ValueError("the error is zero: no order can be observed")
            row.order = math.log(errors[-2] / errors[-1]) / math.log(sizes[-2] / sizes[-1])
            row.passed = row.order >= order.promised - order.slack
            row.message = "errors " + " ".join(f"{error:.2e}" for error in errors)
        except Exception as error:  # as above
            _failure(row, error)
        rows.append(row)
    return rows
