#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how well `auto` chooses: its regret is the time of the engine that it takes, divided by the time of the
fastest one. The machine should have nothing else to do meanwhile; it takes a few minutes.

    ERRDIFF_BENCH=build/bench/errdiff-bench bench/regret.py [--jobs 500] [--side 4096] [--seed 1]

draws jobs from those of `errdiff-bench --matrix`, each with sides from 32 to --side, and with one thread or as many as
are worth their start, and prints the median regret and the worst jobs."""

import argparse
import json
import math
import os
import random
import statistics
import subprocess


def matrix(*arguments):
    command = [os.environ["ERRDIFF_BENCH"], "--matrix", "--json", *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["rows"]


def draw(jobs, side):
    """A job's name and the arguments that measure it. Sizes are drawn evenly by their logarithm."""
    width, height = (round(2 ** random.uniform(5, math.log2(side))) for _ in range(2))
    threads = random.choice(["1", "0"])
    rounds = "3" if width * height > 1 << 20 else "7"
    return random.choice(jobs), ["--size", f"{width}x{height}", "--threads", threads, "--repeat", rounds]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=500)
    parser.add_argument("--side", type=int, default=4096)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    jobs = [row["job"] for row in matrix("--size", "8x8", "--repeat", "1", "--threads", "1", "--engine", "serial-ed")]
    rows = []
    for _ in range(arguments.jobs):
        job, options = draw(jobs, arguments.side)
        rows += [row for row in matrix("--rows", job, *options) if row["job"] == job]
    rows.sort(key=lambda row: -row["regret"])
    regrets = [row["regret"] for row in rows]
    print(f"{len(rows)} jobs: median {statistics.median(regrets):.3f}, "
          f"{sum(regret <= 1.03 for regret in regrets)} up to 1.03, "
          f"{sum(regret > 1.3 for regret in regrets)} above 1.3")
    for row in rows[:20]:
        print(f"{row['regret']:6.2f}  {row['width']} × {row['height']}, {row['threads']} threads, {row['job']}: "
              f"{row['auto']}, fastest {row['fastest']} with {min(row['ms'].values()):.3g} ms")


if __name__ == "__main__":
    main()
