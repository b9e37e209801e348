"""What a case declares. Times, lengths, forces: whatever consistent units its model uses (SI throughout)."""
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Sequence


@dataclass
class Run:
    """One run of the model; `variables` are declared before the model is read, `model` replaces the case's own.

    `before`: arguments of a command of the program that makes a file for the model first, in the folder of the run.
    """
    variables: Dict[str, float] = field(default_factory=dict)
    model: Optional[str] = None
    before: Sequence[str] = ()


@dataclass
class Quantity:
    """A number or a history compared with its reference.

    `computed` and `reference` take the Results of a run and return a number, an array with one entry an output step,
    or an array with one row (of components) an output step; the reference may also be a plain number.
    The error is the largest difference (norm of the row for components), divided by the largest magnitude of the
    reference when `relative`. It must not exceed `tolerance`; `reason` says why a right program meets it and a wrong
    formula does not. `runs` limits the quantity to runs of these names; an empty list leaves it to the orders.
    """
    name: str
    computed: Callable
    reference: object
    tolerance: float
    reason: str
    unit: str = ""
    relative: bool = False
    runs: Optional[Sequence[str]] = None
    plot: bool = True


@dataclass
class Order:
    """Refinement: `ladder` lists changes of variables, coarse to fine, `vary` the variable they divide.

    The observed order between the last two rungs, log(e1/e2)/log(h1/h2), must reach `promised` minus `slack`.
    Output instants must be the same on every rung. An integer that is varied is a number of parts: h is its inverse. With
    `itself` errors are the differences between successive rungs (of at least three), where there is no reference.
    """
    name: str
    quantities: Sequence[str]
    promised: float
    ladder: Sequence[Dict[str, float]]
    variables: Dict[str, float] = field(default_factory=dict)
    model: Optional[str] = None
    vary: str = "h"
    slack: float = 0.1
    itself: bool = False


@dataclass
class Refine:
    """Refinement that the runner makes of the run `run`, its finest rung: the variable `vary` is doubled from rung to
    rung, or halved when it is an integer (parts of a mesh); `every`, when the run has it, keeps the instants of output.
    `changes` replaces variables of the run. The rest as in Order.
    """
    quantities: Sequence[str]
    promised: float
    run: str = "main"
    vary: str = "h"
    rungs: int = 3
    changes: Dict[str, float] = field(default_factory=dict)
    slack: float = 0.1
    itself: bool = False

    def order(self, runs):
        """The Order of this refinement; ValueError when a rung would not be a whole number of parts or steps."""
        run = runs[self.run]
        finest = {**run.variables, **self.changes}
        if self.vary not in finest:
            raise ValueError(f"run {self.run!r} does not set {self.vary!r}, which is to be refined")
        ladder = [self._rung(finest, 2**k) for k in reversed(range(self.rungs))]
        return Order(f"{self.run}, {self.vary}", self.quantities, self.promised, ladder, finest, run.model, self.vary,
                     self.slack, self.itself)

    def _rung(self, finest, factor):
        def part(name):
            if finest[name] % factor:
                raise ValueError(f"{name} = {finest[name]} cannot be divided by {factor}")
            return finest[name] // factor
        if isinstance(finest[self.vary], int):
            return {self.vary: part(self.vary)}
        rung = {self.vary: finest[self.vary] * factor}
        if self.vary == "h" and "every" in finest:
            rung["every"] = part("every")
        return rung


@dataclass
class Check:
    """A check of the reference itself against a second method: `values` returns the two results."""
    name: str
    values: Callable
    tolerance: float


@dataclass
class Case:
    """A model, its runs, and what is compared.

    `files` maps names to functions that make the text of a file from the variables of a run: what the model includes, such
    as a mesh. They are written into the folder of the run, and the model is copied there.
    """
    title: str
    source: str
    model: str
    quantities: List[Quantity]
    runs: Dict[str, Run] = field(default_factory=lambda: {"main": Run()})
    orders: List[Order] = field(default_factory=list)
    refine: List[Refine] = field(default_factory=list)
    checks: List[Check] = field(default_factory=list)
    files: Dict[str, Callable] = field(default_factory=dict)
    slow: bool = False
    timeout: float = 300.0

    def __post_init__(self):
        self.orders = list(self.orders) + [refine.order(self.runs) for refine in self.refine]
