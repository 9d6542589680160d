#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how much faster `wavefront` is with one thread for each processor than with one thread, on images of
4096 x 4096, in every job of `errdiff-bench --matrix` that is not in serpentine order:

    bench/threads.py BUILD      writes bench/results/threads/DATE.json
    bench/threads.py            makes the table in core/engines/wavefront/README.md from the newest results
    bench/threads.py --check    fails if the document has a different table

BUILD is a build folder; the machine should have nothing else to do meanwhile. It takes some minutes, and writes after
each part of the matrix what it has."""

import json
import statistics
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests/support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TOP / "bench" / "results" / "threads"
SIDE = 4096
AIM = 9
PARTS = ["gray, 8 bits, 2 levels", "RGB, 8 bits, 4 levels", "gray, 8 bits, 16 levels", "RGB, 8 bits, 256 levels",
         "RGB, 16 bits, 4 levels", "gray, 16 bits", "colors", "gray, 8 bits, 4 levels", "gray, 8 bits, 256 levels",
         "RGB, 8 bits, 2 levels", "RGB, 8 bits, 16 levels"]
GROUPS = {
    "gray, 2 levels": lambda job: job.startswith("gray") and ", 2 levels" in job,
    "gray, 4 to 256 levels": lambda job: job.startswith("gray") and ", 2 levels" not in job,
    "RGB, 2 to 256 levels": lambda job: job.startswith("RGB") and "levels" in job,
    "RGB, palettes": lambda job: "colors" in job,
}


def bench(build, *words):
    command = [build / "bench/errdiff-bench", "--json", "--engine", "wavefront", *words]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)


def measure(build):
    machine = bench(build, "--size", "64x64")["machine"]
    isa, processors = machine["isas"][0], machine["processors"]
    date = machine["date"]
    results = {"machine": machine, "isa": isa, "side": SIDE, "jobs": {}}
    for part in PARTS:
        rows = bench(build, "--matrix", "--rows", part, "--isa", isa, "--size", f"{SIDE}x{SIDE}", "--threads",
                     str(processors), "--threads", "1")["rows"]
        for row in rows:
            if "serpentine" not in row["job"]:
                number = "one_thread_ms" if row["threads"] == 1 else "all_threads_ms"
                results["jobs"].setdefault(row["job"], {})[number] = row["ms"]["wavefront"]
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{date}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(f"{part}: {len(rows) // 2} jobs", flush=True)


def quotient(row):
    return row["one_thread_ms"] / row["all_threads_ms"]


def line(name, jobs):
    worst = min(jobs, key=lambda job: quotient(jobs[job]))
    quotients = [quotient(row) for row in jobs.values()]
    return [name, str(len(jobs)), f"{max(quotients):.1f}", f"{statistics.median(quotients):.1f}",
            f"{quotient(jobs[worst]):.1f}", worst, str(sum(one >= AIM for one in quotients))]


def part_of(results):
    machine, jobs = results["machine"], results["jobs"]
    head = ["jobs", "number", "times as fast: best", "median", "worst", "job", f"{AIM} times or more"]
    groups = {name: {job: row for job, row in jobs.items() if is_in(job)} for name, is_in in GROUPS.items()}
    rows = [line(name, group) for name, group in groups.items() if group]
    return (f"{machine['processors']} threads, {machine['date']}:\n\n" + table(head, [*rows, line("all", jobs)]))


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/threads.py", "threads", measure, part_of,
                                  document="core/engines/wavefront/README.md")
