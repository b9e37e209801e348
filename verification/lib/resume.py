"""A run that goes on from a checkpoint in its middle leaves the files of one that was not interrupted."""
import re
import subprocess


def _texts(folder, prefix):
    """Contents of the result files of a prefix by extension. The binary file names its library, and is left out."""
    return {path.name[len(prefix):]: path.read_bytes() for path in sorted(folder.glob(prefix + "*"))
            if path.is_file() and not re.search(r"\.(chk.*|nc)$", path.name)}


def goes_on(command, folder, **settings):
    """What is wrong, None when nothing is. `command` has made the results `result` in the folder; it runs twice more: with
    a checkpoint after half its steps, and on from there, with which those files are cut back."""
    steps = re.findall(r"^Step (\d+)", (folder / "result.out").read_text(), re.M)
    last = int(steps[-1]) if steps else 0
    if last < 2:
        return None
    for old in folder.glob("part*"):
        old.unlink()
    command = [word if word != str(folder / "result") else str(folder / "part") for word in command]
    expected = _texts(folder, "result")
    restarts = (["--checkpoint", str((last + 1) // 2)], ["--restart", str(folder / "part.chk.previous")])
    for title, options in zip(("writing a checkpoint", "going on from it"), restarts):
        status = subprocess.run(command + options, **settings).returncode
        if status != 0:
            return f"{title} ends with exit code {status}"
        found = _texts(folder, "part")
        different = sorted(e for e in expected.keys() | found.keys() if expected.get(e) != found.get(e))
        if different:
            return f"{title} changes {', '.join(different)}"
    for large in folder.glob("part*"):
        large.unlink()
    return None
