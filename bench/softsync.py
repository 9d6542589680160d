#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the GPU's time for the jobs in the table of the variants of cuda-softsync in core/cuda/NOTES.md. It takes a
minute, most of it for the comparison of the results with those of the processor.

    ERRDIFF=build/command/errdiff bench/softsync.py [SIZE]

SIZE is 4096x4096 if it is not said."""

import json
import os
import subprocess
import sys

JOBS = """
--levels 2
--kernel jarvis-judice-ninke --levels 2
--kernel jarvis-judice-ninke --levels 256
--kernel stucki --levels 16
--kernel atkinson --levels 2
--kernel stevenson-arce --levels 2
--kernel ostromoukhov --levels 2
--kernel zhou-fang --levels 2
--channels 3 --levels 4
--channels 3 --levels 4 --kernel jarvis-judice-ninke
--channels 3 --levels 4 --kernel atkinson
--channels 3 --levels 4 --kernel stevenson-arce
--channels 3 --levels 4 --kernel ostromoukhov
--channels 3 --levels 4 --kernel zhou-fang
--channels 3 --levels 4 --noise 20
--channels 3 --levels 4 --linear
--channels 3 --levels 16 --linear
--channels 3 --levels 16 --strength 80
--channels 3 --levels 4 --bits 16
--channels 3 --levels 256 --bits 16
--channels 3 --palette ega
--channels 3 --palette ega --match oklab
--channels 3 --palette web-safe
"""


def kernel_ms(size, job):
    command = [os.environ.get("ERRDIFF", "errdiff"), "bench", "--json", "--size", size, "--engine", "cuda-softsync",
               "--threads", "0", "--repeat", "3", *job.split()]
    rows = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["rows"]
    return next(row["kernel_ms"] for row in rows if row["engine"] == "cuda-softsync")


def main():
    size = sys.argv[1] if len(sys.argv) > 1 else "4096x4096"
    for job in JOBS.strip().splitlines():
        print(f"{job:50} {kernel_ms(size, job):7.3f} ms", flush=True)


if __name__ == "__main__":
    main()
