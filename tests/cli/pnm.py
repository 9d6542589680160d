# SPDX-License-Identifier: GPL-3.0-or-later
"""PNM files as the tests make and read them."""

import re


def encode(width, height, channels, bits, data):
    """A P5 or P6 file; 16-bit samples are big endian."""
    assert len(data) == width * height * channels * bits // 8
    header = f"P{5 if channels == 1 else 6}\n{width} {height}\n{(1 << bits) - 1}\n"
    return header.encode() + data


def decode(file):
    """(width, height, channels, bits, data) of a P5 or P6 file without comments."""
    header = re.match(rb"P([56])\s+(\d+)\s+(\d+)\s+(255|65535)\s", file)
    assert header, file[:40]
    kind, width, height, maxval = (int(number) for number in header.groups())
    channels, bits = 1 if kind == 5 else 3, 8 if maxval == 255 else 16
    data = file[header.end():]
    assert len(data) == width * height * channels * bits // 8
    return width, height, channels, bits, data
