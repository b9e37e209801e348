"""Runs models, each once, several at a time."""
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from . import resume
from .outputs import OutputError, Results


FIRST_PICTURE = "1000000000"  # steps from one picture to the next: that of the initial state alone


@dataclass
class Simulation:
    """A model run with given variables; `error` tells why there are no results. With `picture` the initial state is
    drawn."""
    model: Path
    variables: dict
    folder: Path
    timeout: float
    files: dict = field(default_factory=dict)
    picture: bool = False
    before: tuple = ()
    seconds: float = 0.0
    error: Optional[str] = None
    _results: Optional[Results] = field(default=None, repr=False)

    @property
    def results(self):
        if self.error:
            raise OutputError(self.error)
        if self._results is None:
            self._results = Results(self.folder / "result", self.variables)
        return self._results


def declarations(variables):
    """Text that declares the variables in the language of the models."""
    def declare(name, value):
        if not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise ValueError(f"{name!r} is not a variable name")
        if isinstance(value, bool):
            return f"const bool {name} = {int(value)}"
        if isinstance(value, int):
            return f"const integer {name} = {value}"
        return f"const real {name} = {float(value)!r}"
    return "; ".join(declare(name, value) for name, value in variables.items())


class Executor:
    """Collects the runs that cases ask for (equal ones once), then runs them."""

    def __init__(self, executable, out, launcher="", restart=False):
        self.executable = Path(executable).resolve()
        self.launcher = shlex.split(launcher)
        self.restart = restart
        self.out = Path(out).resolve() / "runs"
        self.simulations = {}

    def request(self, case_name, run_name, model, variables, timeout, files=None, before=()):
        """`files`: names and makers of the files that the model includes; `before`: see Run."""
        key = (model, tuple(sorted(variables.items())), case_name if files else "", tuple(before))
        if key not in self.simulations:
            folder = self.out / case_name / re.sub(r"[^\w.,=+-]+", "_", run_name)
            self.simulations[key] = Simulation(model, variables, folder, timeout, files or {}, before=tuple(before))
        return self.simulations[key]

    def run_all(self, jobs, progress=None):
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            for done, simulation in enumerate(pool.map(self._run, self.simulations.values()), 1):
                if progress:
                    progress(done, len(self.simulations), simulation)

    def _run(self, simulation):
        folder = simulation.folder
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("result.*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        try:
            model = _prepare(simulation)
        except Exception as error:  # a maker of a file that fails is a run without results
            simulation.error = f"cannot make the files of the model: {type(error).__name__}: {error}"
            return simulation
        command = self.launcher + [str(self.executable), str(model), "-o", str(folder / "result")]
        if simulation.picture:
            command += ["--vtk", FIRST_PICTURE]
        commands = [command]
        if simulation.before:
            commands.insert(0, [str(self.executable), *simulation.before])
        variables = declarations(simulation.variables)
        (folder / "command.txt").write_text("".join(f"MBDYNVARS='{variables}' {shlex.join(c)}\n" for c in commands))
        start = time.monotonic()
        try:
            # MPI runs that share a folder for their session files can remove it under each other's feet
            with tempfile.TemporaryDirectory(prefix="run-") as scratch, open(folder / "screen.txt", "w") as screen:
                environment = dict(os.environ, MBDYNVARS=variables, TMPDIR=scratch)
                status = 0
                settings = dict(stdout=screen, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=folder,
                                env=environment, timeout=simulation.timeout)
                for one in commands:
                    if status == 0:
                        status = subprocess.run(one, **settings).returncode
                if status == 0 and self.restart:
                    simulation.error = resume.goes_on(command, folder, **settings)
            if status < 0:
                simulation.error = f"killed by signal {-status}: {_tail(folder / 'screen.txt')}"
            elif status > 0:
                simulation.error = f"exit code {status}: {_tail(folder / 'screen.txt')}"
        except subprocess.TimeoutExpired:
            simulation.error = f"still running after {simulation.timeout:g} s"
        except OSError as error:
            simulation.error = f"cannot start: {error}"
        simulation.seconds = time.monotonic() - start
        return simulation


def _prepare(simulation):
    """Writes the files that the model includes; the model to run, a copy beside them if there are any."""
    for name, make in simulation.files.items():
        (simulation.folder / name).write_text(make(simulation.variables))
    return Path(shutil.copy(simulation.model, simulation.folder)) if simulation.files else simulation.model


def _tail(path, lines=4):
    text = [line.rstrip() for line in path.read_text(errors="replace").splitlines() if line.strip()]
    return " | ".join(text[-lines:]) or "no message"
