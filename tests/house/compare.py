#!/usr/bin/env python3
"""compare.py SOURCES EXECUTABLE OUT: bench/compare with peers that are known: the program itself (no difference), the program with a
longer step (a difference), the program that goes on longer (no difference: what both reached is compared), and one that refuses the
model."""
import json
import subprocess
import sys
from pathlib import Path


def table(sources, executable, peer, out):
    command = [str(sources / "bench/compare"), "--exe", str(executable), "--peer", str(peer), "--repeat", "2", "--out",
               str(out), "rigid/four_bar"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    data = json.loads((out / "compare.json").read_text())
    assert data["start"]["this"] > 0, data["start"]
    assert (data["start"]["peer"] is None) == ("not measured" in done.stdout), done.stdout
    return data["models"][0], (out / "compare.md").read_text()


def main():
    sources, executable, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    coarse, more, refusing = out / "coarse", out / "more", out / "refusing"
    coarse.write_text(f'#!/bin/sh\nexport MBDYNVARS="const real h = 2e-3; const integer every = 10"\nexec {executable} "$@"\n')
    more.write_text(f'#!/bin/sh\nexport MBDYNVARS="const real t_end = 2.005; $MBDYNVARS"\nexec {executable} "$@"\n')
    refusing.write_text("#!/bin/sh\necho unknown card at line 7 >&2\nexit 1\n")
    for script in (coarse, more, refusing):
        script.chmod(0o755)
    same, text = table(sources, executable, executable, out / "same")
    assert same["position"] == 0.0 and same["this"]["steps"] == same["peer"]["steps"] > 0, same
    assert same["this"]["error"] == same["peer"]["error"] is not None and same["peer"]["memory"] > 1, same
    assert "1 models run by both" in text and "Start of a process" in text, text
    other, _ = table(sources, executable, coarse, out / "other")
    assert other["position"] > 1e-9 and other["peer"]["steps"] < other["this"]["steps"], other
    longer, _ = table(sources, executable, more, out / "longer")
    assert longer["position"] == 0.0 and longer["this"]["error"] == longer["peer"]["error"], longer
    assert longer["peer"]["steps"] == longer["this"]["steps"] + 20, longer
    refused, text = table(sources, executable, refusing, out / "refused")
    assert "peer" not in refused and "unknown card at line 7" in text, text
    return 0


sys.exit(main())
