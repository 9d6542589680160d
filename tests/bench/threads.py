#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how much faster `wavefront` is with one thread for each processor than with one thread, on pictures of
4096 x 4096, and how much faster the machine could be at all:

    tests/bench/threads.py BUILD [--json FILE]

Processors of one machine share caches, memory, power, and often the units of a core, so that N of them do less than N
times the work of one even if none waits for another. This is measured with N such pictures, each of which has a thread
of its own. BUILD is a build folder; the machine should have nothing else to do meanwhile. It prints
a table in Markdown: the medians in milliseconds, and both ratios. --json writes the same numbers to a file."""

import argparse
import json
import pathlib
import subprocess

SIDE = 4096
ROUNDS = "3"
COLOR = ["--channels", "3"]
JOBS = {
    "gray, 2 levels, floyd-steinberg": [],
    "gray, 4 levels, floyd-steinberg": ["--levels", "4"],
    "gray, 16 levels, floyd-steinberg": ["--levels", "16"],
    "gray, 2 levels, sierra-lite": ["--kernel", "sierra-lite"],
    "gray, 2 levels, sierra-3": ["--kernel", "sierra-3"],
    "gray, 4 levels, atkinson": ["--kernel", "atkinson", "--levels", "4"],
    "gray, 2 levels, jarvis-judice-ninke": ["--kernel", "jarvis-judice-ninke"],
    "gray, 16 levels, jarvis-judice-ninke": ["--kernel", "jarvis-judice-ninke", "--levels", "16"],
    "gray, 2 levels, stevenson-arce": ["--kernel", "stevenson-arce"],
    "gray, 2 levels, ostromoukhov": ["--kernel", "ostromoukhov"],
    "gray, 2 levels, zhou-fang": ["--kernel", "zhou-fang"],
    "gray, 2 levels, noise 20": ["--noise", "20"],
    "RGB, 4 levels, floyd-steinberg": COLOR,
    "RGB, 4 levels, jarvis-judice-ninke": [*COLOR, "--kernel", "jarvis-judice-ninke"],
    "RGB, 16 bits, 4 levels, floyd-steinberg": [*COLOR, "--bits", "16"],
    "RGB, 4 levels, linear": [*COLOR, "--linear"],
    "RGB, 16 colors": ["--palette", "ega"],
    "RGB, 216 colors": ["--palette", "web-safe"],
    "RGB, 16 colors, match oklab": ["--palette", "ega", "--match", "oklab"],
}


def bench(build, *words):
    command = [build / "core" / "cli" / "errdiff", "bench", "--json", "--engine", "wavefront", "--repeat", ROUNDS]
    command += words
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)


def rows_of(report, isa):
    return [row for row in report["rows"] if row["engine"] == "wavefront" and row["isa"] == isa]


def measure(build, isa, processors, options):
    words = ["--isa", isa, "--size", f"{SIDE}x{SIDE}", "--threads", str(processors), *options]
    # Not every thread that was asked for need get a band.
    many, one = sorted(rows_of(bench(build, *words, "--threads", "1"), isa), key=lambda row: -row["threads"])
    [pictures] = rows_of(bench(build, *words, "--pictures", str(processors)), isa)
    return {"one_thread_ms": one["median_ms"], "all_threads_ms": many["median_ms"], "threads": many["threads"],
            "picture_of_many_ms": pictures["median_ms"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    machine = bench(arguments.build, "--size", "64x64")["machine"]
    isa, processors = machine["isas"][0], machine["processors"]
    print(f"| job | 1 thread, ms | {processors} threads, ms | times as fast | {processors} pictures side by side |")
    print("|---|---|---|---|---|")
    rows = {}
    for name, options in JOBS.items():
        row = rows[name] = measure(arguments.build, isa, processors, options)
        one = row["one_thread_ms"]
        print(f"| {name} | {one:.2f} | {row['all_threads_ms']:.2f} | {one / row['all_threads_ms']:.1f} | "
              f"{one / row['picture_of_many_ms']:.1f} |", flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps({"machine": machine, "isa": isa, "jobs": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
