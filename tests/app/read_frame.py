#!/usr/bin/env python3
"""read_frame.py FILE.png: part of the picture that is not background, and the place of its lowest coloured row (0 top, 1
bottom). Coloured: red, green and blue differ, so that black text and grey axes do not count."""
import struct
import sys
import zlib


def rows_of(path):
    """Width, bytes a pixel and rows of a PNG with 8 bits a channel."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG"
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", data[at + 8:at + 21])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    assert depth == 8 and colour in (2, 6) and interlace == 0, "another kind of PNG"
    step = 3 if colour == 2 else 4
    raw, rows, before, at = zlib.decompress(packed), [], bytearray(width * step), 0
    for _ in range(height):
        kind, line = raw[at], bytearray(raw[at + 1:at + 1 + width * step])
        at += 1 + width * step
        for i in range(len(line)):
            left = line[i - step] if i >= step else 0
            up = before[i]
            corner = before[i - step] if i >= step else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + up) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif kind == 4:
                p = left + up - corner
                a, b, c = abs(p - left), abs(p - up), abs(p - corner)
                line[i] = (line[i] + (left if a <= b and a <= c else up if b <= c else corner)) & 255
        rows.append(line)
        before = line
    return width, step, rows


def main():
    width, step, rows = rows_of(sys.argv[1])
    background = bytes(rows[0][:3])
    painted, lowest = 0, 0
    for number, row in enumerate(rows):
        # The corner with the axes of the picture is left out.
        for x in range(width // 5 if number > 0.75 * len(rows) else 0, width):
            pixel = row[x * step:x * step + 3]
            if bytes(pixel) == background:
                continue
            painted += 1
            if max(pixel) - min(pixel) > 30:
                lowest = number
    print(painted / (width * len(rows)), lowest / len(rows))


main()
