#!/usr/bin/env python3
"""first_steps.py SOURCES EXECUTABLE: the model of docs/getting-started.md runs, gives what the page says, and its misspelling the
message that the page shows."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    page = (Path(sys.argv[1]) / "docs/getting-started.md").read_text()
    executable = str(Path(sys.argv[2]).resolve())
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    model = next(text for _, text in blocks if text.startswith("begin: data;"))
    message = next(text for _, text in blocks if "error:" in text)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pendulum.mbd").write_text(model)
        subprocess.run([executable, "--check", "pendulum.mbd"], cwd=folder, check=True, capture_output=True)
        subprocess.run([executable, "pendulum.mbd", "-o", "swing"], cwd=folder, check=True, capture_output=True)
        rows = [[float(word) for word in line.split()] for line in Path(folder, "swing.jnt").read_text().splitlines()]
        ratio = max(row[9] for row in rows) / (2 * 9.81)
        Path(folder, "pendulum.mbd").write_text(model.replace("revolute pin", "revolute pn"))
        wrong = subprocess.run([executable, "pendulum.mbd"], cwd=folder, check=False, capture_output=True, text=True)
    if abs(ratio - 2.5) > 1e-4:
        print(f"the page promises 2.5 times the weight, the run gives {ratio}")
        return 1
    if wrong.returncode != 2 or message.strip() not in wrong.stderr:
        print(f"the page shows\n{message}the program says\n{wrong.stderr}")
        return 1
    return 0


sys.exit(main())
