#!/usr/bin/env python3
"""A file may include only from its own floor and from floors below it; nothing is committed that does not belong to the tree.

floors.py ROOT       checks the sources below ROOT; exit code 1 and one line an offence
floors.py --self-test  shows that an offence is found
"""

import os
import re
import subprocess
import sys
import tempfile

# Folder and floor; the longest folder that holds a file decides.
FLOORS = {
    "src/math": 0,
    "src/support": 0,
    "src/model": 1,
    "input": 2,
    "elements": 3,
    "src/assembly": 3,
    "solvers/integrators": 4,
    "solvers/nonlinear": 4,
    "solvers/linear": 4,
    "solvers": 5,
    "input/blocks": 5,
    "src/output": 5,
    "src/app": 6,
}

# Folders that must not know each other although their floors would allow it.
APART = {
    ("elements", "src/assembly"),
    ("src/assembly", "elements"),
    ("solvers/integrators", "elements"),
    ("solvers/nonlinear", "elements"),
    ("solvers/linear", "elements"),
}

# Libraries that the lower floors must not know: a person who knows mechanics and not MPI can read them.
DISTRIBUTED = re.compile(r"(petsc|slepc|mpi\.h|netcdf)")
SERIAL_UP_TO = 3
MAY_DISTRIBUTE = {"src/assembly"}

# What the tree consists of; anything else that is committed was left behind by a run.
TOP = set(
    ".ci .clang-format .clang-tidy .gitignore CHANGELOG.md CMakeLists.txt CMakePresets.json CONTRIBUTING.md LICENSE README.md bench"
    " cmake docs elements input modules run scripts solvers src test tests verification".split()
)

SUFFIXES = (".h", ".hpp", ".ipp", ".cpp", ".cc")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')


def room(path):
    """The entry of FLOORS that holds `path`, or None."""
    inside = [folder for folder in FLOORS if path.startswith(folder + "/")]
    return max(inside, key=len) if inside else None


def sources(root):
    """Paths of all C++ files in the folders of FLOORS, relative to `root`, with forward slashes."""
    found = []
    for top in sorted({folder.split("/")[0] for folder in FLOORS}):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith(SUFFIXES):
                    found.append(os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/"))
    return sorted(found)


def resolve(path, name, known):
    """The file that `#include "name"` in `path` means: beside it, from the root, or from src/."""
    for candidate in (os.path.normpath(os.path.join(os.path.dirname(path), name)), name, "src/" + name):
        if candidate in known:
            return candidate
    return None


def offences(root):
    """One line of text for each include that breaks a rule."""
    files = sources(root)
    known = set(files)
    broken = []
    for path in files:
        here = room(path)
        if here is None:
            broken.append(f"{path}: its folder is on no floor; add it to FLOORS in tests/house/floors.py")
            continue
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                name = match.group(2)
                place = f"{path}:{number}: {here} (floor {FLOORS[here]})"
                if FLOORS[here] <= SERIAL_UP_TO and here not in MAY_DISTRIBUTE and DISTRIBUTED.match(name):
                    broken.append(f"{place} may not know <{name}>")
                target = resolve(path, name, known)
                there = room(target) if target else None
                if there is None:
                    continue
                if FLOORS[there] > FLOORS[here]:
                    broken.append(f"{place} includes {target} from above (floor {FLOORS[there]})")
                elif (here, there) in APART:
                    broken.append(f"{place} may not know {there}, but includes {target}")
    return broken


def strays(root):
    """One line of text for each committed file or folder at the top that does not belong there."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=False)
    top = {path.split("/")[0] for path in listed.stdout.split("\0") if path}
    return [f"{name}: does not belong into the tree; if it does, add it to TOP in tests/house/floors.py" for name in sorted(top - TOP)]


def self_test():
    """Builds small trees in a temporary folder, each with one offence or none, and compares what is found."""
    cases = [
        ("a lower floor is fine", {"src/model/a.h": '#include "math/b.h"', "src/math/b.h": ""}, 0),
        ("the same floor is fine", {"src/output/a.h": '#include "solvers/problems/b.h"', "solvers/problems/b.h": ""}, 0),
        ("a higher floor through src/", {"src/math/a.h": '#include "model/b.h"', "src/model/b.h": ""}, 1),
        ("a higher floor from the root", {"input/a.cpp": '  #  include "elements/b/c.h"', "elements/b/c.h": ""}, 1),
        ("a higher floor in angle brackets", {"input/a.cpp": "#include <elements/b/c.h>", "elements/b/c.h": ""}, 1),
        ("a higher floor beside the file", {"input/a.cpp": '#include "blocks/b.h"', "input/blocks/b.h": ""}, 1),
        ("the longest folder decides", {"input/blocks/a.cpp": '#include "elements/b.h"', "elements/b.h": ""}, 0),
        ("integrators below problems", {"solvers/linear/a.h": '#include "solvers/problems/b.h"', "solvers/problems/b.h": ""}, 1),
        ("elements and assembly", {"elements/a.h": '#include "assembly/b.h"', "src/assembly/b.h": ""}, 1),
        ("assembly and elements", {"src/assembly/b.h": '#include "elements/a.h"', "elements/a.h": ""}, 1),
        ("PETSc in an element", {"elements/joints/a.cpp": "#include <petscmat.h>"}, 1),
        ("MPI in the model", {"src/model/a.cpp": "#include <mpi.h>"}, 1),
        ("PETSc in the assembly is fine", {"src/assembly/a.cpp": "#include <petscmat.h>"}, 0),
        ("PETSc in a solver is fine", {"solvers/linear/a.cpp": "#include <petscksp.h>"}, 0),
        ("a folder on no floor", {"src/elsewhere/a.cpp": ""}, 1),
        ("an include in a comment is none", {"src/math/a.h": '// #include "model/b.h"', "src/model/b.h": ""}, 0),
    ]
    wrong = 0
    with tempfile.TemporaryDirectory() as root:
        for command in (["init", "-q"], ["add", "."]):
            for name in ("README.md", "ranks_run/one.mov", "notes.txt"):
                os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
                open(os.path.join(root, name), "w", encoding="utf-8").close()
            subprocess.run(["git", "-C", root, *command], check=True)
        if [line.split(":")[0] for line in strays(root)] != ["notes.txt", "ranks_run"]:
            wrong += 1
            print(f"committed files that do not belong: found {strays(root)}")
    for name, tree, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            for path, text in tree.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as stream:
                    stream.write("#pragma once\n" + text + "\n")
            found = offences(root)
        if len(found) != expected:
            wrong += 1
            print(f"{name}: expected {expected} offences, found {found}")
    print(f"{len(cases) + 1 - wrong} of {len(cases) + 1} cases as expected")
    return 1 if wrong else 0


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    if sys.argv[1] == "--self-test":
        return self_test()
    files = sources(sys.argv[1])
    if not files:
        print(f"no sources below {sys.argv[1]}: nothing was checked", file=sys.stderr)
        return 1
    broken = offences(sys.argv[1]) + strays(sys.argv[1])
    for line in broken:
        print(line)
    print(f"{len(files)} files, {len(broken)} offences")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
