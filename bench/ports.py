#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds to bench/results/machine/limits.json how many cycles a step of the usual job takes at least because of the
processor's ports, as llvm-mca models them:

    bench/ports.py BUILD

BUILD is the build folder that was measured. The steps are those of the longest part of the narrow lane kernel that has
no jumps: a block of 16 steps, which also brings their samples into lanes and back."""

import json
import re
import subprocess
import sys
from pathlib import Path

from measure import FOLDER, write

RESULTS = FOLDER / "limits.json"
FUNCTION, STEPS, MODEL = "floyd_steinberg_two_gray", 16, "sapphirerapids"


def run(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def is_jump(instruction):
    return re.match(r"j|ret|call", instruction)


def longest_part(listing):
    """The instructions of the longest part without jumps from it or into it."""
    lines = re.findall(r"^ *([0-9a-f]+):\s+([^#<\n]*)", listing, re.M)
    targets = {found[1] for _, text in lines if (found := re.match(r"j\w+\s+([0-9a-f]+)", text))}
    parts = [[]]
    for address, text in lines:
        if address in targets or is_jump(text):
            parts.append([])
        if not is_jump(text) and not text.startswith("nop"):
            parts[-1].append(text.strip())
    return max(parts, key=len)


def port_cycles(build, isa):
    listing = run("objdump", "-d", "--no-show-raw-insn", f"--disassemble={FUNCTION}",
                  build / f"core/engines/wavefront/libwavefront-{isa}.a.p/narrow.c.o")
    told = run("llvm-mca", f"-mcpu={MODEL}", "-iterations=100", input="\n".join(longest_part(listing)))
    pressure = re.search(r"Resource pressure per iteration:\n.*\n(.*)", told)[1]
    return max(float(number) for number in pressure.split() if number != "-") / STEPS


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    for row in results["rows"]:
        row["port_cycles"] = round(port_cycles(Path(sys.argv[1]), row["isa"]), 2)
    write(RESULTS, results)


if __name__ == "__main__":
    main()
