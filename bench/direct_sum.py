#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the ratios that `errdiff hologram` reports with those of a direct sum, which needs no Fourier transform.

    bench/direct_sum.py BUILD      measures with the command in that build folder, writes the results, and fails if a
                                   ratio differs by 1 dB or more, as drawn points may differ
    bench/direct_sum.py            makes the table in hologram/README.md from the newest results
    bench/direct_sum.py --check    fails if the document has a different table

The light at a point of the window is the sum of the waves of all pixels, by the first integral of Rayleigh and
Sommerfeld. It is computed at points drawn in the window. Beside it are the ratios of the angular spectrum method as in
hologram_check.py, with its taper and without one, in planes of two sizes; and, for one hologram, with the spectrum
continued beyond half a cycle a pixel, as that of points is, and faded out from there to 0.6."""

import datetime
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import hologram_check
import readme_tables
from hologram_check import PLANES, SIDE, numpy, ratio
from readme_tables import TOP, table

KIND = "direct-sum"
CASES = (("p256", "--levels", 4), ("p256", "--levels", 256), ("p256", "--levels", 256, "--refine", 20),
         ("o", "--levels", 256, "--refine", 20))
CONTINUED = CASES[2]
POINTS = 1000
ROWS = 512  # of a plane at once
MOST = 1  # dB


def draw_points(optics):
    drawn = random.Random(1)

    def place(center, side):
        return center + side * (drawn.random() - 0.5)
    return [(place(optics["view-x"], optics["view-width"]), place(optics["view-y"], optics["view-height"]))
            for _ in range(POINTS)]


def light_at(points, fields, optics):
    """The light of the fields at the points, apart from a common factor."""
    where = (numpy.arange(SIDE) - SIDE / 2 + 0.5) * optics["pitch"]
    distance, wave = optics["view-distance"], 2 * numpy.pi / optics["wavelength"]
    light = numpy.empty((len(fields), len(points)), complex)
    for i, (x, y) in enumerate(points):
        r = numpy.sqrt((where - x) ** 2 + ((where - y) ** 2)[:, None] + distance ** 2)
        waves = distance / r ** 2 * (1 / r - 1j * wave) * numpy.exp(1j * wave * r)
        light[:, i] = [numpy.sum(field * waves) for field in fields]
    return light


def without_taper(optics, side):
    frequency = numpy.fft.fftfreq(side)
    across = (frequency / optics["pitch"]) ** 2
    square = optics["wavelength"] ** -2 - across[:, None] - across
    turns = optics["view-distance"] * numpy.sqrt(numpy.maximum(square, 0))
    return numpy.where(square > 0, numpy.exp(2j * numpy.pi * turns), 0)


def continued(fields, optics, side):
    """The light in the window, with two points of a plane for each pixel."""
    count = 2 * side
    frequency = 2 * numpy.fft.fftfreq(count)
    fade = numpy.clip((abs(frequency) - 0.5) / 0.1, 0, 1)
    taper = 0.5 + 0.5 * numpy.cos(numpy.pi * fade)
    across = (frequency / optics["pitch"]) ** 2
    places = (numpy.arange(count) / 2 - side / 2 + 0.5) * optics["pitch"]
    first = side - SIDE
    light = []
    for field in fields:
        plane = numpy.zeros((count, count), numpy.complex64)
        plane[first:first + 2 * SIDE:2, first:first + 2 * SIDE:2] = field
        plane = numpy.fft.fft2(plane)
        for row in range(0, count, ROWS):
            part = slice(row, row + ROWS)
            square = optics["wavelength"] ** -2 - across[part, None] - across
            turns = optics["view-distance"] * numpy.sqrt(numpy.maximum(square, 0)) % 1
            factors = numpy.where(square > 0, numpy.exp(2j * numpy.pi * turns), 0) * taper[part, None] * taper
            plane[part] *= factors.astype(numpy.complex64)
        plane = numpy.fft.ifft2(plane)
        rows, columns = (abs(places - optics[f"view-{axis}"]) <= optics[f"view-{length}"] / 2
                         for axis, length in (("y", "height"), ("x", "width")))
        light.append(plane[numpy.ix_(rows, columns)].ravel().astype(complex))
    return light


def measure_case(errdiff, folder, scene, options):
    words = subprocess.run([errdiff, "hologram", "--scene", scene, "scene.c64"], cwd=folder, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()
    optics = {"view-x": 0, "view-y": 0} | hologram_check.read_optics(words)
    optics.setdefault("view-height", optics["view-width"])
    hologram = numpy.fromfile(folder / "scene.c64", numpy.complex64).reshape(SIDE, SIDE).astype(complex)
    reported, samples = hologram_check.quantize(errdiff, folder, words, options)
    fields = [hologram, hologram_check.shown_by(samples, options)]
    row = {"scene": scene, "options": [*map(str, options)], "reported": reported[0]}
    row["direct"] = ratio(*light_at(draw_points(optics), fields, optics))
    for name, transfer, times in (("tapered", hologram_check.transfer, 1), ("untapered", without_taper, 1),
                                  ("untapered_large", without_taper, 2)):
        factors = transfer(optics, times * PLANES[scene])
        row[name] = ratio(*(hologram_check.in_window(field, factors, optics).ravel() for field in fields))
    if (scene, *options) == CONTINUED:
        row["continued"] = ratio(*continued(fields, optics, 2 * PLANES[scene]))
    return row


def measure(build):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for scene, *options in CASES:
            rows.append(measure_case(build.resolve() / "command/errdiff", pathlib.Path(name), scene, options))
            print(rows[-1], flush=True)
    path = TOP / "bench" / "results" / KIND / f"{datetime.date.today()}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    if any(abs(row["reported"] - row["direct"]) >= MOST for row in rows):
        sys.exit(f"a ratio differs by {MOST} dB or more")


def made_table(rows):
    return table(["hologram", "reported", "direct sum", "angular spectrum, with the taper", "without it",
                  "without it, in a plane twice as wide", "continued to 0.6 cycles a pixel"],
                 [[f"`{row['scene']}`, `{' '.join(row['options'])}`",
                   *(f"{row[name]:.1f}" if name in row else "–" for name in (
                       "reported", "direct", "tapered", "untapered", "untapered_large", "continued"))] for row in rows])


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/direct_sum.py", KIND, measure, made_table, "hologram/README.md")
