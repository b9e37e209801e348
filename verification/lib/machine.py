"""What ran where: machine, versions."""
import os
import platform
import subprocess
from pathlib import Path

import matplotlib
import numpy
import scipy


def _first_word(path, key):
    try:
        for line in Path(path).read_text(errors="replace").splitlines():
            if line.startswith(key):
                return line.split(":", 1)[-1].split("=", 1)[-1].strip().strip('"')
    except OSError:
        pass
    return ""


def _output(*command, cwd=None):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=cwd, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""
    except (OSError, subprocess.TimeoutExpired):
        return ""


def describe(executable):
    """Pairs of names and values."""
    processor = _first_word("/proc/cpuinfo", "model name") or platform.processor() or platform.machine()
    memory = _first_word("/proc/meminfo", "MemTotal").split()
    system = _first_word("/etc/os-release", "PRETTY_NAME") or platform.system()
    root = Path(__file__).resolve().parents[2]
    commit = _output("git", "log", "-1", "--format=%h of %cs", cwd=root)
    if commit and _output("git", "status", "--porcelain", "--untracked-files=no", cwd=root):
        commit += ", with changes"
    pairs = [("machine", f"{os.cpu_count()} cores of {processor}"
              + (f", {int(memory[0]) / 2**20:.0f} GiB" if memory else "")),
             ("system", f"{system}, Linux {platform.release()}" if platform.system() == "Linux" else system),
             ("program", " | ".join(_output(str(executable), "--version").splitlines()) if executable else ""),
             ("sources", commit),
             ("references", f"Python {platform.python_version()}, NumPy {numpy.__version__}, SciPy {scipy.__version__}, "
                            f"Matplotlib {matplotlib.__version__}")]
    return [(name, value) for name, value in pairs if value]
