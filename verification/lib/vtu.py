"""Reader of the pictures (`.vtu`) that the program writes: XML, and raw binary data behind it."""
import re

import numpy as np

from .outputs import OutputError

TYPES = {"Float64": np.float64, "Int32": np.int32, "Int64": np.int64, "UInt8": np.uint8}


class Grid:
    """A picture: points, cells as lists of points, data of points and cells by name."""

    def __init__(self, path):
        if not path.exists():
            raise OutputError(f"picture {path.name} is missing")
        data = path.read_bytes()
        start = data.find(b"<AppendedData")
        if start < 0:
            raise OutputError(f"{path.name} has no data")
        head = data[:start].decode()
        begin = data.index(b"_", start) + 1
        sections = {"Points": {}, "Cells": {}, "PointData": {}, "CellData": {}}
        for section in sections:
            part = re.search(rf"<{section}\b.*?</{section}>", head, re.DOTALL)
            for tag in re.findall(r"<DataArray[^>]*>", part[0] if part else ""):
                word = dict(re.findall(r'(\w+)="([^"]*)"', tag))
                at = begin + int(word["offset"])
                size = int.from_bytes(data[at:at + 8], "little")
                values = np.frombuffer(data[at + 8:at + 8 + size], TYPES[word["type"]])
                components = int(word.get("NumberOfComponents", 1))
                sections[section][word["Name"]] = values.reshape(-1, components) if components > 1 else values
        self.points = next(iter(sections["Points"].values()), np.zeros((0, 3))).reshape(-1, 3)
        self.point_data, self.cell_data = sections["PointData"], sections["CellData"]
        ends = sections["Cells"]["offsets"]
        self.cells = np.split(sections["Cells"]["connectivity"], ends[:-1]) if len(ends) else []


def first_picture(prefix):
    """The picture of the initial state of a run with `--vtk`."""
    files = sorted(prefix.with_name(prefix.name + ".vtk").glob("step_*.vtu"))
    if not files:
        raise OutputError("the run left no picture")
    return Grid(files[0])
