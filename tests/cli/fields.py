# SPDX-License-Identifier: GPL-3.0-or-later
"""Holograms as the tests make them, and calls for them."""

import array
import sys

OPTICS = ["--pitch", "0.75", "--wavelength", "635", "--view-distance", "0.15", "--view-width", "0.05"]
PLAIN = [*OPTICS, "--method", "none", "--no-view-filter"]
WIDTH, HEIGHT = 48, 20


def floats(numbers, big=False, kind="f"):
    packed = array.array(kind, numbers)
    if big != (sys.byteorder == "big"):
        packed.byteswap()
    return packed.tobytes()


def pfm(channels, values, width=WIDTH, height=HEIGHT, big=False):
    """A PFM file. `values` are pixels row by row from the top, tuples of `channels` numbers."""
    kind = "PF" if channels == 3 else "Pf"
    header = f"{kind}\n{width} {height}\n{'1.0' if big else '-1.0'}\n".encode()
    rows = [values[y * width:(y + 1) * width] for y in range(height)]
    return header + b"".join(floats([number for pixel in row for number in pixel], big)
                             for row in reversed(rows))


def color(field, **more):
    return pfm(3, [(value.real, value.imag, 7) for value in field], **more)


def samples_of(bits, data):
    return list(data) if bits == 8 else [data[i] << 8 | data[i + 1] for i in range(0, len(data), 2)]
