#!/usr/bin/env python3
"""The language reference of the manual, from what the program says about itself.

language_reference.py EXECUTABLE FOLDER    writes index.md and a page for each kind of keyword

Kinds, words and descriptions are those of `--list`, examples those of `--describe`; places in `verification/` are looked up.
Exit code 1, with the words, when a keyword has neither a description nor a chapter of the manual.
"""
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Chapters that describe a kind as a whole; the list has no line for each of these words.
CHAPTERS = {
    "general cards": "language.md", "drives": "language.md", "scalar functions": "constitutive-laws.md",
    "constitutive laws, 1 dimension": "constitutive-laws.md", "constitutive laws, 3 dimensions": "constitutive-laws.md",
    "constitutive laws, 6 dimensions": "constitutive-laws.md", "nodes: structural": "language.md",
    "nodes: scalar": "language.md", "elements": "language.md", "elements: joint": "joints.md",
    "integration methods": "integrators.md", "linear solvers": "solvers.md", "file drivers": "language.md",
    "elements: force": "output-files.md", "elements: couple": "output-files.md", "elements: genel": "language.md",
}


def ask(executable, *arguments):
    return subprocess.run([executable, *arguments], check=True, capture_output=True, text=True).stdout


def parse_list(text):
    """Kinds with their words and descriptions."""
    kinds = {}
    for line in text.splitlines():
        if line and not line.startswith(" "):
            kinds[line] = words = []
        elif line.strip():
            words.append(line.strip())
    return kinds


def parse_page(text):
    """Of a page of `--describe`: kind and word -> (description, examples)."""
    entries, current = {}, None
    for line in text.splitlines():
        if line and not line.startswith(" "):
            kind, word = line.rsplit(": ", 1)
            current = entries[kind, word] = ["", []]
        elif line.startswith("    for example"):
            current[1].append([])
        elif line.startswith("        ") and current and current[1]:
            current[1][-1].append(line.strip())
        elif current and line.strip() and not current[0]:
            current[0] = line.strip()
    return entries


def words_of(executable, kind, lines):
    """Word, description and examples of each line; of types that declare their parameters the table of these."""
    pairs = [(re.split(r"\s{2,}", line, maxsplit=1) + [""])[:2] for line in lines]
    entries = parse_page(ask(executable, *(part for word, _ in pairs for part in ("--describe", word))))
    for word, description in pairs:
        if (kind, word) in entries:
            yield word, description, entries[kind, word][1]
        else:
            yield word, description, [[line for line in ask(executable, "--describe", word).splitlines()[2:]]]


def models_with(kind, word):
    """Models of verification/ in which an element stands, at most three."""
    card = kind.split(": ")[1] if ": " in kind else None
    if not kind.startswith("elements"):
        return []
    spaces = r"\s+".join(map(re.escape, word.split()))
    pattern = re.compile(rf"\b{card}\s*:[^;,]*,\s*{spaces}\s*," if card else rf"\b{spaces}\s*:", re.IGNORECASE)
    found = []
    for path, text in MODELS.items():
        if pattern.search(text):
            found.append(path)
    return found[:3]


MODELS = {str(path.relative_to(ROOT)): path.read_text() for path in sorted(ROOT.glob("verification/*/*/*.mbd"))}


def _wrapped(card):
    """A card in lines that fit; lines of tables stay."""
    return [card] if card.startswith("  ") or not card else textwrap.wrap(card, 110, subsequent_indent="    ")


def page(kind, words):
    lines = [f"# {kind[0].upper()}{kind[1:]}", ""]
    if kind in CHAPTERS:
        lines += [f"Syntax and meaning: [{CHAPTERS[kind].removesuffix('.md').replace('-', ' ')}](../{CHAPTERS[kind]}).", ""]
    for word, description, examples in words:
        lines += [f"## `{word}`", ""]
        if description:
            lines += [description.replace("_", r"\_").replace("*", r"\*").replace("|", r"\|"), ""]
        if examples:
            text = [part for card in examples[0] for part in _wrapped(card)]
            lines += ["```", *text, "```", ""]
        models = models_with(kind, word)
        if models:
            lines += ["In " + ", ".join(f"`{model}`" for model in models) + ".", ""]
    return "\n".join(lines)


def main():
    executable, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    undescribed, index = [], []
    for kind, lines in parse_list(ask(executable, "--list")).items():
        words = list(words_of(executable, kind, lines))
        undescribed += [f"{kind}: {word}" for word, text, _ in words if not text and kind not in CHAPTERS]
        name = re.sub(r"\W+", "-", kind)
        (folder / f"{name}.md").write_text(page(kind, words))
        index.append((kind, name, len(words)))
    version = ask(executable, "--version").splitlines()[0]
    (folder / "index.md").write_text("\n".join(
        ["# Language reference", "",
         f"Every keyword that {version} reads, written by the program itself (`--list`, `--describe`) when the manual was",
         "built. Blocks, cards and what of the language is refused: [the model language](../language.md). Examples of elements are",
         "those that the common checks of all elements run through.", "",
         *[f"- [{kind}]({name}.md), {count}" for kind, name, count in index], "",
         "```{toctree}", ":hidden:", "", *[name for _, name, _ in index], "```", ""]))
    for word in undescribed:
        print(f"no description: {word}", file=sys.stderr)
    return 1 if undescribed else 0


if __name__ == "__main__":
    sys.exit(main())
