#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures `wavefront` while other programs use some of the processors: with the number of threads that it chooses
itself, with numbers that are named, and with such numbers that it must keep, as OMP_DYNAMIC=false says:

    bench/busy.py BUILD      writes bench/results/busy/DATE.json
    bench/busy.py            makes the table in core/engines/wavefront/README.md from the newest results
    bench/busy.py --check    fails if the document has a different table

BUILD is a build folder; the machine should have nothing else to do meanwhile. The other programs are loops that this
script starts, up to three for each four processors. It takes some minutes."""

import contextlib
import json
import os
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


def calls(build, engine, side, job, number, is_kept=False):
    """Milliseconds and threads of calls but the first two, which make the threads and set a GPU up."""
    command = [build / "bench/times-by-threads", engine, str(side), job, str(CALLS), str(number)]
    environment = {name: value for name, value in os.environ.items() if name != "OMP_DYNAMIC"}
    if is_kept:
        environment["OMP_DYNAMIC"] = "false"
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=environment).stdout.splitlines()
    return [(float(ms), int(used)) for ms, used in map(str.split, lines[2:])]


def times(build, side, job, numbers):
    """The medians in milliseconds by the number of threads, and by whether the engine must keep it. 0 is the number
    that the engine chooses."""
    ways = [(0, False), *((number, is_kept) for number in numbers for is_kept in (False, True))]
    found = {way: [] for way in ways}
    for _ in range(PASSES):
        for way in ways:
            found[way] += calls(build, "wavefront", side, job, *way)
    rows = {way: {"ms": statistics.median(ms for ms, _ in of_way), "used": max(used for _, used in of_way)}
            for way, of_way in found.items()}
    return {"own": rows[0, False], "named": {str(number): rows[number, False] for number in numbers},
            "kept": {str(number): rows[number, True] for number in numbers}}


def measure(build):
    machine = machine_of(build, "wavefront")
    processors = machine["processors"]
    numbers = [1, *range(4, processors + 1, 4)]
    results = {"machine": machine, "isa": machine["isas"][0], "loads": {}}
    for load in sorted({0, *(processors * eighths // 8 for eighths in (1, 2, 4, 6))}):
        with busy(load):
            results["loads"][str(load)] = {
                f"{name}, {side}²": times(build, side, job, numbers)
                for name, job in JOBS.items() for side in SIDES}
        print(f"{load} of {processors} processors busy", flush=True)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{machine['date']}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def line(load, job, found):
    own, named, kept = found["own"], found["named"], found["kept"]
    best, worst_kept = (choose(kept, key=lambda number: kept[number]["ms"]) for choose in (min, max))
    worst_named = max(named, key=lambda number: named[number]["ms"])
    one = statistics.median([named["1"]["ms"], kept["1"]["ms"]])
    return [load, job, f"{one:.2f}", f"{own['ms']:.2f} ({own['used']})", f"{kept[best]['ms']:.2f} ({best})",
            f"{own['ms'] / kept[best]['ms']:.2f}", f"{named[worst_named]['ms']:.2f} ({worst_named})",
            f"{kept[worst_kept]['ms']:.2f} ({worst_kept})"]


def part_of(results):
    machine = results["machine"]
    head = ["processors busy", "job", "one thread, ms", "own choice, ms (most threads)",
            "best number that is kept, ms (threads)", "own choice / best", "worst named number, ms (threads)",
            "worst number that is kept, ms (threads)"]
    rows = [line(load, job, found) for load, jobs in results["loads"].items() for job, found in jobs.items()]
    return (f"{machine['processors']} processors ({machine['cpu']}), {results['isa']}, {machine['date']}:\n\n" +
            table(head, rows))


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/busy.py", "busy", measure, part_of,
                                  document="core/engines/wavefront/README.md")
