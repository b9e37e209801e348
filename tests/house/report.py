#!/usr/bin/env python3
"""report.py SOURCES EXECUTABLE OUT: the verification report of two small cases has all its parts. One of them is made to
fall short, and must stand before the other."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

CASES = {"held": "rigid/pendulum", "short": "rigid/four_bar"}


def main():
    sources, executable, out = Path(sys.argv[1]), Path(sys.argv[2]).resolve(), Path(sys.argv[3])
    shutil.rmtree(out, ignore_errors=True)
    for name in CASES.values():
        shutil.copytree(sources / "verification" / name, out / "cases" / name)
    case = out / "cases" / CASES["short"] / "case.py"
    case.write_text(case.read_text() + "\ncase.quantities[0].tolerance = 0.0\n")
    command = [str(sources / "verification/run"), "--report", "--exe", str(executable),
               "--root", str(out / "cases"), "--out", str(out)]
    status = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    page = (out / "report.html").read_text()
    sections = re.findall(r"<section id='case-([\w-]+)'>(.*?)</section>", page, re.DOTALL)
    complaints = []

    def expect(condition, text):
        if not condition:
            complaints.append(text)

    expect(status.returncode == 1, f"exit code {status.returncode}: {status.stdout[-500:]}")
    expect([name for name, _ in sections] == ["rigid-four_bar", "rigid-pendulum"], "the failing case is not the first")
    expect("What falls short" in page and "1 of 2 hold" in page, "no account of what falls short")
    expect(re.search(r"<td>machine</td><td>\d+ cores", page), "no machine")
    expect("flexura" in re.search(r"<td>program</td><td>(.*?)</td>", page)[1].lower(), "no version of the program")
    expect("<link" not in page and "<script" not in page and "<img" not in page, "the page needs other files")
    for name, text in sections:
        expect(re.search(r"<div class='sketch'><svg.*?(?:beam|joint).*?</svg>", text, re.DOTALL), f"{name}: no sketch")
        expect("Reference: " in text and "tolerance" in text, f"{name}: no reference")
        expect(text.count("<svg") >= 2, f"{name}: no plots")
    expect("promised order" in dict(sections)["rigid-pendulum"], "no plot of the order")
    for text in complaints:
        print(text)
    return 1 if complaints else 0


sys.exit(main())
