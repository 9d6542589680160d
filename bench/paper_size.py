#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the noise of a hologram of the paper's size, 24576 x 24576 pixels, at its settings: hogels of 2048 pixels.

    bench/paper_size.py BUILD [TIMES]     writes bench/results/machine/paper_size.json

BUILD is a build folder with the command. The scene is p256 with all lengths but pitch and wavelength multiplied by
TIMES (24), so that the scene's 1024 x 1024 pixels become 24576 x 24576, and a hogel of 2048 is what 85 is there. It
needs CuPy, a GPU with 64 GB and a folder in memory (/dev/shm) with 8 GB; without CuPy it takes NumPy, for which TIMES
should be 1 or 2.

The scene is made here, and the ratios are computed here from the samples that the command writes: light is propagated
to the window by the angular spectrum method, in a plane so large that no light comes back at the other edge, after a
cosine took away the frequencies from 0.435 to 0.5 cycles a pixel, as hologram/README.md says. None of this is code of
the command."""

import json
import math
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

try:
    import cupy as array
    from cupyx.scipy import fft
except ImportError:
    import numpy as array
    from scipy import fft

PITCH, WAVELENGTH = 0.75, 0.635
SIDE, POINTS, HOGEL = 1024, 16, 2048
HALF_WIDTH, DISTANCE, WINDOW = 950, 1500, 9200 / 24
DEPTHS = (103000 / 24, 97000 / 24, 91000 / 24, 81000 / 24)
MAX_SINE = WAVELENGTH / 3
ROWS = 512  # of a plane at once
JOBS = [(method, slope) for slope in (3, 1, 6) for method in ("paper", "opt")]
RESULTS = Path(__file__).resolve().parents[1] / "bench/results/machine/paper_size.json"


def places(side):
    return (array.arange(side) - side / 2 + 0.5) * PITCH


def lit(point, depth, times, side):
    """The pixels along one axis whose rays from the point meet the window, as a slice."""
    where = places(side)
    at_window = where + (where - point) * DISTANCE * times / depth
    found = array.flatnonzero(abs(at_window) <= 0.5 * WINDOW * times)
    return slice(int(found[0]), int(found[-1]) + 1) if len(found) else slice(0, 0)


def add_point(field, times, i, j):
    depth = DEPTHS[(i + 2 * j) % 4] * times
    x, y = ((2 * k - 15) / 16 * HALF_WIDTH * times for k in (i, j))
    amplitude = 1 if (i // 2 + j // 2) % 2 == 0 else 0.5
    turns = (POINTS * j + i) ** 2 * 0.6180339887498949 % 1
    side = len(field)
    rows, columns = lit(y, depth, times, side), lit(x, depth, times, side)
    across = (places(side)[columns] - x)[None, :]
    for first in range(rows.start, rows.stop, ROWS):
        part = slice(first, min(first + ROWS, rows.stop))
        down = (places(side)[part] - y)[:, None]
        r = array.sqrt(across ** 2 + down ** 2 + depth ** 2)
        phase = (r / WAVELENGTH + turns) % 1 * (2 * math.pi)
        seen = array.maximum(abs(across), abs(down)) <= MAX_SINE * r
        field[part, columns] += array.where(seen, amplitude * array.exp(1j * phase), 0).astype(array.complex64)


def make_scene(times):
    side = SIDE * times
    field = array.zeros((side, side), array.complex64)
    for i in range(POINTS):
        for j in range(POINTS):
            add_point(field, times, i, j)
    power = sum(float(array.sum(abs(field[first:first + ROWS]) ** 2, dtype=float)) for first in range(0, side, ROWS))
    field /= array.float32(math.sqrt(power / side ** 2))
    return field


def plane_side(times):
    """Light of the highest frequency goes this far aside; what leaves the plane comes back on the other side, and may
    come as far as the window's edge."""
    sine = 0.5 * WAVELENGTH / PITCH
    aside = DISTANCE * times * sine / math.sqrt(1 - 2 * sine ** 2) / PITCH
    return fft.next_fast_len(math.ceil(0.5 * SIDE * times + aside + 0.5 * WINDOW * times / PITCH))


def multiply_by_transfer(spectrum, times):
    """Propagates a spectrum to the window."""
    side = len(spectrum)
    frequency = array.fft.fftfreq(side)
    taper = array.where(abs(frequency) <= 0.435, 1,
                        0.5 + 0.5 * array.cos(math.pi * (abs(frequency) - 0.435) / 0.065))
    across = (frequency / PITCH) ** 2
    for first in range(0, side, ROWS):
        part = slice(first, first + ROWS)
        square = WAVELENGTH ** -2 - across[part, None] - across
        turns = DISTANCE * times * array.sqrt(array.maximum(square, 0)) % 1
        factors = array.where(square > 0, array.exp(2j * math.pi * turns), 0) * taper[part, None] * taper
        spectrum[part] *= factors.astype(array.complex64)


def in_window(field, times):
    """The light in the window, at the points of a grid with the display's pitch."""
    side = plane_side(times)
    plane = array.zeros((side, side), array.complex64)
    first = (side - len(field)) // 2
    plane[first:first + len(field), first:first + len(field)] = field
    plane = fft.fft2(plane, overwrite_x=True)
    multiply_by_transfer(plane, times)
    plane = fft.ifft2(plane, overwrite_x=True)
    seen = array.flatnonzero(abs((array.arange(side) - side // 2 + 0.5) * PITCH) <= WINDOW * times / 2)
    part = slice(int(seen[0]), int(seen[-1]) + 1)
    return plane[part, part].copy()


def ratio(wanted, seen):
    power, product, all_seen = 0.0, 0j, 0.0
    for first in range(0, len(wanted), ROWS):
        a, b = (light[first:first + ROWS].astype(array.complex128) for light in (seen, wanted))
        power += float(array.sum(abs(b) ** 2))
        all_seen += float(array.sum(abs(a) ** 2))
        product += complex(array.sum(b.conj() * a))
    light = abs(product) ** 2 / power
    return 10 * math.log10(light / (all_seen - light))


def read_samples(path, side):
    samples = array.asarray(numpy.fromfile(path, numpy.uint8)[-side * side:].reshape(side, side))
    table = array.exp(2j * math.pi * array.arange(256) / 256).astype(array.complex64)
    return table[samples]


def measure_job(errdiff, folder, wanted, job, times, hogel):
    method, slope = job
    side = SIDE * times
    optics = {"--pitch": PITCH, "--wavelength": 1e3 * WAVELENGTH, "--view-distance": 1e-3 * DISTANCE * times,
              "--view-width": 1e-3 * WINDOW * times}
    words = [word for option in optics.items() for word in option]
    words += ["--method", method, "--levels", 256, "--scale", 0.33, "--no-view-filter", "--taps", 27, "--slope", slope,
              "--hogel", hogel]
    start = time.monotonic()
    subprocess.run([str(word) for word in (errdiff, "hologram", folder / "scene.c64", "--size", f"{side}x{side}",
                                           folder / "out.pgm", *words)], check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    snr = ratio(wanted, in_window(read_samples(folder / "out.pgm", side), times))
    return {"method": method, "slope": slope, "snr": round(snr, 2), "call_s": round(seconds, 1)}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    build, times = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) == 3 else 24
    hogel = HOGEL if times == 24 else 128 * times
    results = {"side": SIDE * times, "hogel": hogel, "plane": plane_side(times), "rows": []}
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = Path(name)
        field = make_scene(times)
        with (folder / "scene.c64").open("wb") as file:
            for first in range(0, len(field), ROWS):
                part = field[first:first + ROWS]
                (part.get() if hasattr(part, "get") else part).tofile(file)
        wanted = in_window(field, times)
        del field
        for job in JOBS:
            row = measure_job(build / "command/errdiff", folder, wanted, job, times, hogel)
            results["rows"].append(row)
            print(row, flush=True)
            RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
