#!/usr/bin/env python3
"""The code in docs/new-element.md is the code that is compiled and tested.

tutorial.py ROOT         checks the manual; exit code 1 and one line a difference
tutorial.py ROOT --fix   copies the files into the manual
tutorial.py --self-test  shows that a difference is found

A block of code that follows the line `<!-- file: PATH -->` is the file docs/PATH, word for word.
"""

import os
import re
import sys
import tempfile

BLOCK = re.compile(r"(<!-- file: (\S+) -->\n```\w+\n)(.*?)(```\n)", re.DOTALL)
MOST_LINES = 80


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def code_lines(text):
    """Lines that are neither empty nor comments."""
    lines = [line.strip() for line in text.splitlines()]
    return sum(1 for line in lines if line and not line.startswith("//"))


def differences(root):
    manual = read(os.path.join(root, "docs", "new-element.md"))
    wrong = []
    seen = set()
    for match in BLOCK.finditer(manual):
        path = os.path.join(root, "docs", match.group(2))
        if not os.path.exists(path):
            wrong.append(f"{match.group(2)}: there is no such file")
            continue
        seen.add(match.group(2))
        text = read(path)
        if match.group(3) != text:
            wrong.append(f"{match.group(2)}: the manual shows another text")
        if path.endswith(".cpp") and code_lines(text) >= MOST_LINES:
            wrong.append(f"{match.group(2)}: {code_lines(text)} lines of code, fewer than {MOST_LINES} are promised")
    folder = os.path.join(root, "docs", "new-element")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".cpp") and f"new-element/{name}" not in seen:
            wrong.append(f"new-element/{name}: not in the manual")
    return wrong


def fix(root):
    path = os.path.join(root, "docs", "new-element.md")
    manual = read(path)
    manual = BLOCK.sub(lambda m: m.group(1) + read(os.path.join(root, "docs", m.group(2))) + m.group(4), manual)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(manual)


def self_test():
    block = "<!-- file: new-element/a.cpp -->\n```cpp\n{}```\n"
    cases = [("equal", "int a;\n", {"a.cpp": "int a;\n"}, 0), ("another text", "int b;\n", {"a.cpp": "int a;\n"}, 1),
             ("missing file", "int a;\n", {}, 1), ("not shown", "int a;\n", {"a.cpp": "int a;\n", "b.cpp": ""}, 1),
             ("too long", "a;\n" * 80, {"a.cpp": "a;\n" * 80}, 1), ("comments", "// a\n" * 99, {"a.cpp": "// a\n" * 99}, 0)]
    failed = 0
    for name, shown, files, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "docs", "new-element"))
            for file, text in files.items():
                with open(os.path.join(root, "docs", "new-element", file), "w", encoding="utf-8") as stream:
                    stream.write(text)
            with open(os.path.join(root, "docs", "new-element.md"), "w", encoding="utf-8") as stream:
                stream.write(block.format(shown))
            found = differences(root)
        if len(found) != expected:
            failed += 1
            print(f"{name}: expected {expected} differences, found {found}")
    print(f"{len(cases) - failed} of {len(cases)} cases as expected")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[2:] == ["--fix"]:
        fix(sys.argv[1])
    wrong = differences(sys.argv[1])
    for line in wrong:
        print(line)
    print(f"{len(wrong)} differences between docs/new-element.md and the files it shows")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
