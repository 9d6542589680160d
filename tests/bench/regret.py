#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how well `auto` chooses: its regret is the time of the engine that it takes, divided by the time of the
fastest one. The machine should have nothing else to do meanwhile; it takes a few minutes.

    ERRDIFF=build/core/cli/errdiff tests/bench/regret.py [NUMBER]

draws NUMBER jobs (500 if it is not said) from those of `errdiff bench --matrix`, each with a size from 32 × 32 to
4096 × 4096 and with one thread or all, and prints the median regret and the worst jobs."""

import json
import os
import random
import statistics
import subprocess
import sys


def matrix(*arguments):
    command = [os.environ.get("ERRDIFF", "errdiff"), "bench", "--matrix", "--json", *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["rows"]


def draw(jobs):
    """A job's name and the arguments that measure it. Sizes are drawn evenly by their logarithm."""
    width, height = (round(2 ** random.uniform(5, 12)) for _ in range(2))
    threads = random.choice(["1", str(os.cpu_count())])
    rounds = "3" if width * height > 1 << 20 else "7"
    return random.choice(jobs), ["--size", f"{width}x{height}", "--threads", threads, "--repeat", rounds]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    random.seed(1)
    jobs = [row["job"] for row in matrix("--size", "8x8", "--repeat", "1", "--threads", "1", "--engine", "serial-ed")]
    rows = []
    for _ in range(count):
        job, arguments = draw(jobs)
        rows += [row for row in matrix("--rows", job, *arguments) if row["job"] == job]
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
