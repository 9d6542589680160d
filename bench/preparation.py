#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the steps before the rule cost: bench/preparation.py ERRDIFF [THREADS]

Dithers an image of 24 megapixels with and without each step, in turns, and prints a table: the
medians of the time of the step and of the dithering after it, and the time of the step as a
multiple of the time of dithering the same image to 4 levels.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 7
WIDTH, HEIGHT = 6000, 4000

BASE = "--levels 4"
JOBS = [
    BASE,
    "--levels 4 --brightness 10",
    "--levels 4 --stretch",
    "--levels 4 --saturation 20",
    "--levels 4 --detail 50",
    "--palette black-and-white",
    "--palette game-boy",
    "--palette e-paper-7",
    "--palette game-boy --linear",
    "--palette spectra-6 --linear --gamut compress --saturation 20 --contrast 10",
]


def write_image(path):
    """All hues and tones; neighbors differ a little."""
    across = bytes(x * 255 // WIDTH for x in range(WIDTH))
    with path.open("wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (WIDTH, HEIGHT))
        for y in range(HEIGHT):
            row = bytearray(3 * WIDTH)
            row[0::3] = across
            row[1::3] = bytes([y * 255 // HEIGHT, (y * 251 + 7) % HEIGHT * 255 // HEIGHT]) * (WIDTH // 2)
            row[2::3] = across[::-1]
            file.write(row)


def run(errdiff, folder, options, threads):
    done = subprocess.run([errdiff, folder / "in.ppm", folder / "out.ppm", *options.split(),
                           "--engine", "wavefront", "--threads", threads, "--json"],
                          check=True, capture_output=True, text=True)
    report = json.loads(done.stdout)
    return report["prepare_ms"], report["dither_ms"]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    errdiff, threads = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "2"
    times = {job: [] for job in JOBS}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_image(folder / "in.ppm")
        for _ in range(ROUNDS):
            for job in JOBS:
                times[job].append(run(errdiff, folder, job, threads))
    base = statistics.median(dithering for _, dithering in times[BASE])
    print("| job | step, ms | dithering, ms | step / dithering to 4 levels |\n|---|---|---|---|")
    for job, pairs in times.items():
        step, dithering = (statistics.median(column) for column in zip(*pairs))
        print(f"| `{job}` | {step:.1f} | {dithering:.1f} | {step / base:.2f} |")


if __name__ == "__main__":
    main()
