#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how much more than their coverage round dots print: the table of core/prepare/dot_gain.c.

    tests/compare/dot_gain.py [ERRDIFF]

Each dot is a disc in the middle of its pixel, and what several discs cover counts once (Roetling and Holladay 1979).
The coverage of a patch changes by 10 percent from left to right, because patterns that only flat areas have, above all
the checkerboard, gain more. It prints a row for each radius, in hundredths of a percent. It needs NumPy."""

import subprocess
import sys

import numpy

RADII = (0.5 ** 0.5, 0.75, 0.8, 0.85)  # pixels; the first one just covers its pixel
SIDE, MARGIN, FINE = 144, 16, 30  # pixels; points along a pixel


def dithered(errdiff, coverage):
    """Where dots are printed: an array of bool."""
    shares = numpy.clip(numpy.linspace(coverage - 0.05, coverage + 0.05, SIDE), 0, 1)
    values = numpy.broadcast_to(numpy.round(65535 * (1 - shares)).astype(">u2"), (SIDE, SIDE))
    done = subprocess.run([errdiff, "--levels", "2", "--no-linear", "--bits", "8", "-", "-"], check=True,
                          input=b"P5 %d %d 65535\n" % (SIDE, SIDE) + values.tobytes(), stdout=subprocess.PIPE)
    return numpy.frombuffer(done.stdout[-SIDE * SIDE:], numpy.uint8).reshape(SIDE, SIDE) == 0


def covered(dots, radius):
    """The share of each pixel that dots in it and in its neighbors cover. `dots` says where dots are, and goes on at
    the opposite side."""
    place = (numpy.arange(3 * FINE) + 0.5) / FINE - 1.5
    disc = place[:, None] ** 2 + place ** 2 <= radius ** 2
    parts = disc.reshape(3, FINE, 3, FINE).swapaxes(1, 2).reshape(9, FINE * FINE)
    has = numpy.arange(512)[:, None] >> numpy.arange(9) & 1  # for each set of neighbors, which it has
    shares = (has @ parts > 0).mean(axis=1)
    sets = sum(numpy.roll(dots, (i // 3 - 1, i % 3 - 1), (0, 1)).astype(int) << i for i in range(9))
    return shares[sets]


def gain(dots, radius):
    """How much larger the share of the area with ink is than that of the pixels with dots."""
    inner = slice(MARGIN, -MARGIN)
    return (covered(dots, radius) - dots)[inner, inner].mean()


def main():
    errdiff = sys.argv[1] if len(sys.argv) > 1 else "errdiff"
    patches = [dithered(errdiff, percent / 100) for percent in range(5, 100, 5)]
    for radius in RADII:
        row = [0, *(round(10000 * gain(patch, radius)) for patch in patches), 0]
        print("    {" + ", ".join(map(str, row)) + "},", flush=True)


if __name__ == "__main__":
    main()
