#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how fast `wavefront` is with the project's kernels and Fan's, relative to Floyd and Steinberg's, for the
table in docs/speed.md:

    bench/kernels.py BUILD [--rows TEXT] [--passes 7] [--threads 1]

BUILD is a build folder. Each pass times a job with all kernels, one after the other, on each instruction set. A cell
has the medians over the passes for the instruction sets that run here, the widest first and plain C last. The machine
should have nothing else to do meanwhile; it takes some minutes."""

import argparse
import json
import pathlib
import statistics
import subprocess

FIRST, *OTHERS = "floyd-steinberg", "errdiff-12", "errdiff-5", "fan"
LEVELS = 2, 4, 16, 256
PALETTES = {"PICO-8": "pico-8", "EGA": "ega", "216 web-safe colors": "web-safe"}


def jobs():
    """The options of each job by its name."""
    for space, options in ("", []), (", light", ["--linear"]):
        for name, channels in ("gray", "1"), ("RGB", "3"):
            for levels in LEVELS:
                yield f"{name}, {levels} levels{space}", ["--channels", channels, "--levels", str(levels), *options]
        for name, palette in PALETTES.items():
            yield f"{name}{space}", ["--palette", palette, *options]


def times(build, threads, kernel, options):
    """Milliseconds by instruction set."""
    command = [build / "command/errdiff", "bench", "--size", "1024x1024", "--engine", "wavefront", "--threads",
               str(threads), "--repeat", "5", "--json", "--kernel", kernel, *options]
    rows = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)["rows"]
    return {row["isa"]: row["median_ms"] for row in rows if row["engine"] == "wavefront"}


def measure(build, threads, passes, options):
    """The median ratios by kernel and instruction set."""
    ratios = {}
    for _ in range(passes):
        first = times(build, threads, FIRST, options)
        for kernel in OTHERS:
            for name, ms in times(build, threads, kernel, options).items():
                ratios.setdefault((kernel, name), []).append(first[name] / ms)
    return {key: statistics.median(values) for key, values in ratios.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rows", default="")
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    print(f"| × {FIRST} | {' | '.join(OTHERS)} |")
    print(f"| --- |{' --- |' * len(OTHERS)}")
    for job, options in jobs():
        if arguments.rows not in job:
            continue
        ratios = measure(arguments.build, arguments.threads, arguments.passes, options)
        cells = [", ".join(f"{ratio:.2f}" for (of, _), ratio in ratios.items() if of == kernel) for kernel in OTHERS]
        print(f"| {job} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
