#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures `wavefront` while other programs use some of the processors: with the number of threads that it chooses
itself, and with numbers that are named:

    bench/busy.py BUILD      writes bench/results/busy/DATE.json
    bench/busy.py            makes the table in core/engines/wavefront/README.md from the newest results
    bench/busy.py --check    fails if the document has a different table

BUILD is a build folder; the machine should have nothing else to do meanwhile. The other programs are loops that this
script starts, up to three for each four processors. It takes some minutes."""

import contextlib
import json
import statistics
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests/support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TOP / "bench" / "results" / "busy"
JOBS = {"gray, 2 levels": "gray", "RGB, 4 levels": "rgb", "RGB, 4 levels, errdiff-12, light": "light"}
SIDES = [2048, 4096]
# Numbers of threads take turns, each in a process of its own: OpenMP makes new threads when their number changes.
PASSES, CALLS = 3, 12


@contextlib.contextmanager
def busy(count):
    """Keeps as many processors busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()


def machine_of(build, engine):
    command = [build / "bench/errdiff-bench", "--json", "--engine", engine, "--size", "64x64"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)["machine"]


def calls(build, engine, side, job, number):
    """Milliseconds and threads of calls but the first two, which make the threads and set a GPU up."""
    command = [build / "bench/times-by-threads", engine, str(side), job, str(CALLS), str(number)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    return [(float(ms), int(used)) for ms, used in map(str.split, lines[2:])]


def times(build, side, job, numbers):
    """The medians in milliseconds by the number of threads; 0 is the number that the engine chooses."""
    found = {number: [] for number in numbers}
    for _ in range(PASSES):
        for number in numbers:
            found[number] += calls(build, "wavefront", side, job, number)
    return {str(number): {"ms": statistics.median(ms for ms, _ in rows), "used": max(used for _, used in rows)}
            for number, rows in found.items()}


def measure(build):
    machine = machine_of(build, "wavefront")
    processors = machine["processors"]
    numbers = [0, 1, 2, *range(4, processors + 1, 4)]
    results = {"machine": machine, "isa": machine["isas"][0], "loads": {}}
    for load in sorted({0, *(processors * eighths // 8 for eighths in (1, 2, 4, 6))}):
        with busy(load):
            results["loads"][str(load)] = {
                f"{name}, {side}²": times(build, side, job, numbers)
                for name, job in JOBS.items() for side in SIDES}
        print(f"{load} of {processors} processors busy", flush=True)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{machine['date']}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def line(load, job, by_number):
    own = by_number["0"]
    named = {number: row["ms"] for number, row in by_number.items() if number != "0"}
    best, worst = min(named, key=named.get), max(named, key=named.get)
    return [load, job, f"{named['1']:.2f}", f"{own['ms']:.2f} ({own['used']})", f"{named[best]:.2f} ({best})",
            f"{own['ms'] / named[best]:.2f}", f"{named[worst]:.2f} ({worst})"]


def part_of(results):
    machine = results["machine"]
    head = ["processors busy", "job", "one thread, ms", "own choice, ms (most threads)", "best number, ms (threads)",
            "own choice / best", "worst number, ms (threads)"]
    rows = [line(load, job, by_number) for load, jobs in results["loads"].items() for job, by_number in jobs.items()]
    return (f"{machine['processors']} processors ({machine['cpu']}), {results['isa']}, {machine['date']}:\n\n" +
            table(head, rows))


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/busy.py", "busy", measure, part_of,
                                  document="core/engines/wavefront/README.md")
