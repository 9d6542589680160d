#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the jobs of `errdiff-bench --matrix` in which `wavefront` is slower than it should be: with one thread at
least 6 times as fast as serial-ec with AVX-512, and 4 times with AVX2, except in serpentine order.

    bench/below_aim.py BUILD [--rows TEXT] [--passes 5]

BUILD is a build folder with tests. The machine should have nothing else to do meanwhile; it takes some minutes. Jobs
that seem to be slow are measured again, --passes times, and the least times count. For those that are slow it prints
rows of the table in core/engines/wavefront/README.md: the speed, the bits of a lane, the cycles that a step takes, and
those that it takes at least because it waits for the step before."""

import argparse
import json
import pathlib
import re
import subprocess

AIMS = {"avx512": 6, "avx2": 4}
VECTOR_BITS = {"avx512": 512, "avx2": 256}


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def matrix(build, rows, repeat, sets):
    command = [build / "bench/errdiff-bench", "--matrix", "--json", "--threads", "1", "--engine",
               "wavefront", "--engine", "serial-ec", "--rows", rows, "--repeat", repeat]
    rows = json.loads(run(*command, *(word for isa in sets for word in ("--isa", isa))))["rows"]
    return [row for row in rows if "serpentine" not in row["job"]]


def ratio(row):
    return row["ms"]["serial-ec"] / row["ms"]["wavefront"]


def is_slow(row):
    return ratio(row) < AIMS[row["isa"]]


def measure_again(build, row, passes):
    for _ in range(passes):
        for again in matrix(build, row["job"], "15", [row["isa"]]):
            if again["job"] == row["job"]:
                row["ms"] = {engine: min(ms, again["ms"][engine]) for engine, ms in row["ms"].items()}
    return row


def chains(build, isa):
    """GHz, and the cycles of a step by the bits of a lane."""
    lines = run(build / "tests" / "vectors" / "errdiff-vectors", "--bench", isa).splitlines()
    cycles = {int(bits): float(number) for line in lines[1:3]
              for bits, number in [re.search(r"(\d+)-bit lanes +([\d.]+) cycles", line).groups()]}
    return float(re.search(r"at ([\d.]+) GHz", lines[0])[1]), cycles


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rows", default="")
    parser.add_argument("--passes", type=int, default=5)
    arguments = parser.parse_args()
    rows = matrix(arguments.build, arguments.rows, "3", AIMS)
    slow = [measure_again(arguments.build, row, arguments.passes) for row in rows if is_slow(row)]
    limits = {isa: chains(arguments.build, isa) for isa in AIMS}
    print(f"{len(rows)} rows")
    for row in filter(is_slow, slow):
        ghz, cycles = limits[row["isa"]]
        bits = 16 if row["bits"] == 8 and row["options"] == {"mask": 0} else 32
        steps = row["width"] * row["height"] * row["channels"] * bits / VECTOR_BITS[row["isa"]]
        print(f"| {row['job']} | {row['isa']} | {ratio(row):.1f} | {bits} | "
              f"{row['ms']['wavefront'] * 1e6 * ghz / steps:.0f} | {cycles[bits] / row['channels']:.0f} |")


if __name__ == "__main__":
    main()
