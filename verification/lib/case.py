"""What a case declares. Times, lengths, forces: whatever consistent units its model uses (SI throughout)."""
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Sequence


@dataclass
class Run:
    """One run of the model; `variables` are declared before the model is read, `model` replaces the case's own."""
    variables: Dict[str, float] = field(default_factory=dict)
    model: Optional[str] = None


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
    Output instants must be the same on every rung.
    """
    name: str
    quantities: Sequence[str]
    promised: float
    ladder: Sequence[Dict[str, float]]
    variables: Dict[str, float] = field(default_factory=dict)
    model: Optional[str] = None
    vary: str = "h"
    slack: float = 0.1


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
    checks: List[Check] = field(default_factory=list)
    files: Dict[str, Callable] = field(default_factory=dict)
    slow: bool = False
    timeout: float = 300.0
