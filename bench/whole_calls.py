#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares whole calls of the command with what cannot be avoided: bench/whole_calls.py BUILD

BUILD is a build folder with the command and bench/png-alone. In turns, on the same files: `errdiff` from PGM to
PGM beside `cp` of the file, in time of the processors; and from PNG to PNG beside decoding and encoding the same pixels
with libpng alone, in elapsed time. It prints tables with the medians of the times and of their ratios."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 11
SIDE = 4096
PHOTOGRAPH = Path(__file__).resolve().parents[1] / "tests/data/chelsea.png"
PNG_JOBS = {"gray, 2 levels": ("gray", ["--levels", "2"]), "RGB, 4 levels": ("rgb", ["--levels", "4"]),
            "RGB, 16 colors": ("rgb", ["--palette", "ega"])}


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def processor_ms(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def elapsed_ms(*command):
    start = time.monotonic()
    run(*command)
    return 1000 * (time.monotonic() - start)


def row(title, pairs):
    ours, theirs = (statistics.median(column) for column in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"| {title} | {ours:.0f} | {theirs:.0f} | {ratio:.2f} |")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1])
    errdiff, alone = build / "command/errdiff", build / "bench/png-alone"
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/dev/shm")) as name:
        folder = Path(name)
        run("convert", PHOTOGRAPH, "-resize", f"{SIDE}x{SIDE}!", folder / "rgb.ppm")
        run(errdiff, "--levels", "256", folder / "rgb.ppm", folder / "rgb.png")
        print(f"| {SIDE} × {SIDE} | `errdiff`, ms | without dithering, ms | ratio |\n|---|---|---|---|")
        for channels, suffix in (("gray", "pgm"), ("rgb", "ppm")):
            if channels == "gray":
                run("convert", folder / "rgb.ppm", "-colorspace", "Gray", folder / "gray.pgm")
                run("convert", folder / "gray.pgm", folder / "gray.png")
            source = folder / f"{channels}.{suffix}"
            pairs = [(processor_ms(errdiff, "--levels", "2", source, folder / f"out.{suffix}"),
                      processor_ms("cp", source, folder / "copy")) for _ in range(ROUNDS)]
            row(f"{suffix.upper()}, 2 levels: processors' time, and that of `cp`", pairs)
        for title, (channels, options) in PNG_JOBS.items():
            source = folder / f"{channels}.png"
            pairs = [(elapsed_ms(errdiff, *options, source, folder / "out.png"),
                      float(run(alone, source, folder / "out.png", folder / "again.png"))) for _ in range(ROUNDS)]
            row(f"PNG, {title}: elapsed, and with libpng alone", pairs)


if __name__ == "__main__":
    main()
