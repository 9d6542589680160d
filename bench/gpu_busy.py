#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures `cuda-softsync` while other programs use the processors of the GPU's host.

    bench/gpu_busy.py BUILD      writes bench/results/gpu-busy/DATE.json
    bench/gpu_busy.py            makes the table in docs/speed.md from the newest results
    bench/gpu_busy.py --check    fails if the document has a different table

BUILD is a build folder with tests. The loads are loops of this script's own."""

import json
import statistics
import sys
from pathlib import Path

from busy import busy, calls, machine_of

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests" / "support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

KIND, ENGINE = "gpu-busy", "cuda-softsync"
JOBS = {"gray, 2 levels, 4096²": (4096, "gray"), "RGB, 4 levels, 4096²": (4096, "rgb"),
        "RGB, 4 levels, errdiff-12, light, 4096²": (4096, "light"), "RGB, 4 levels, 16384²": (16384, "rgb")}
PASSES = 2  # in which loads take turns


def measure(build):
    machine = machine_of(build, ENGINE)
    processors = machine["processors"]
    ways = [(name, threads) for name in JOBS for threads in (0, processors)]
    loads = [processors * quarters // 4 for quarters in range(4)]
    found = {(load, *way): [] for load in loads for way in ways}
    for _ in range(PASSES):
        for load in loads:
            with busy(load):
                for name, threads in ways:
                    of_calls = calls(build, ENGINE, *JOBS[name], threads, is_kept=threads > 0)
                    found[load, name, threads] += [ms for ms, _ in of_calls]
            print(f"{load} of {processors} processors busy", flush=True)
    rows = [{"job": name, "threads": threads, "ms": {load: statistics.median(found[load, name, threads])
                                                     for load in loads}} for name, threads in ways]
    folder = TOP / "bench" / "results" / KIND
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{machine['date']}.json").write_text(json.dumps({"machine": machine, "rows": rows}, indent=1) + "\n",
                                                    encoding="utf-8")


def line(row):
    quiet, *others = row["ms"].values()
    return [row["job"], f"{row['threads']}, kept" if row["threads"] else "own choice", f"{quiet:.2f}",
            *(f"{ms:.2f} (× {ms / quiet:.2f})" for ms in others)]


def part_of(results):
    machine, rows = results["machine"], results["rows"]
    head = ["job", "threads", "ms", *(f"with {load} busy" for load in list(rows[0]["ms"])[1:])]
    where = f"{machine['gpu']}, {machine['processors']} processors, {machine['date']}"
    return f"{where}; whole calls, with transfers:\n\n" + table(head, map(line, rows))


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/gpu_busy.py", KIND, measure, part_of, document="docs/speed.md")
