#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
Runs the command many times, each time with another one of its allocations failing, and prints the outcomes:

    ERRDIFF=build/command/errdiff FAIL_ALLOCATION=build/tests/faults/libfail-allocation.so \\
        tests/faults/sweep.py

prints a line for each job: the number of allocations, of runs that failed as they should, of runs that succeeded
without the memory, and of wrong runs. The tests in this folder run a part of them.
"""

import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jobs

ERRDIFF = os.environ.get("ERRDIFF")
LIBRARY = os.environ.get("FAIL_ALLOCATION")
FAILED, DID_WITHOUT = "failed in one line", "did without"
# For jobs in which libimagequant or the benchmark uses OpenMP: libgomp ended the process with its own message.
ENDED = "ended by libgomp"

Outcome = collections.namedtuple("Outcome", "kind detail")


def run(job, folder, stdout=subprocess.PIPE, before=None, **faults):
    """Runs the command once, with the old files in place and its own cache folder. `faults` are environment variables
    for fail_allocation.c."""
    for name, content in job.files.items():
        (folder / name).write_bytes(content)
    for name in job.outputs:
        (folder / name).write_bytes(jobs.OLD)
    environment = {**os.environ, "LD_PRELOAD": LIBRARY, "XDG_CACHE_HOME": str(folder / "cache"),
                   "OMP_NUM_THREADS": "2"}
    environment.update({name: str(value) for name, value in faults.items()})
    return subprocess.run([ERRDIFF, *job.call], cwd=folder, env=environment, check=False,
                          stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE,
                          preexec_fn=before, timeout=300)


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def expected_files(job):
    """Returns the files after a call without faults, and the number of its allocations."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        done = run(job, folder, FAIL_COUNT=folder / "count")
        assert done.returncode == 0, done.stderr
        count = int((folder / "count").read_text())
        (folder / "count").unlink()
        return files(folder), count


def judge(job, folder, done, expected):
    """Returns the outcome of a call: FAILED, DID_WITHOUT or ENDED if it is a correct one, else what is wrong."""
    left, said = files(folder), done.stderr.decode(errors="replace")
    old = {**job.files, **{name: jobs.OLD for name in job.outputs}}
    if sorted(left) != sorted(old):
        return Outcome("left a file", said)
    if done.returncode == 0:
        return Outcome(DID_WITHOUT if left == expected else "wrong result", said)
    if done.returncode != 1:
        return Outcome(f"ended with {done.returncode}", said)
    if re.fullmatch(r"\s*libgomp: Out of memory allocating \d+ bytes\n", said) and left == old:
        return Outcome(ENDED, said)
    if said.count("\n") != 1 or not said.startswith("errdiff: "):
        return Outcome("said other than one line", said)
    if any(left[name] not in (jobs.OLD, expected.get(name)) for name in job.outputs):
        return Outcome("half an image", said)
    # The image may be complete if only the reconstruction, which is written after it, has failed.
    if job.outputs and left[job.outputs[-1]] != jobs.OLD:
        return Outcome("said that it failed and wrote all", said)
    return Outcome(FAILED, said)


def outcome_of(job, expected, **faults):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        return judge(job, folder, run(job, folder, **faults), expected)


def some_of(count, max_count):
    """Returns about max_count of the numbers 1 to count: the first ones, the last ones, and some between."""
    if count <= max_count:
        return list(range(1, count + 1))
    at_each_end = max_count // 3
    between = range(at_each_end + 1, count - at_each_end, -(-count // at_each_end))
    return [*range(1, at_each_end + 1), *between, *range(count - at_each_end + 1, count + 1)]


def sweep(job, max_count=sys.maxsize, **faults):
    """Returns pairs (number of the allocation that failed, outcome) for a job, and the number of its allocations."""
    expected, count = expected_files(job)
    numbers = some_of(count, max_count)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = pool.map(
            lambda number: outcome_of(job, expected, FAIL_ALLOCATION=number, **faults), numbers)
        return list(zip(numbers, outcomes)), count


def main():
    wrong = 0
    names = sys.argv[1:]
    print(f"{'job':32} allocations  failed  did without  libgomp  wrong")
    for job in jobs.all_jobs():
        if not job.is_possible or (names and job.name not in names):
            continue
        outcomes, count = sweep(job)
        kinds = collections.Counter(outcome.kind for _, outcome in outcomes)
        others = {kind: number for kind, number in kinds.items()
                  if kind not in (FAILED, DID_WITHOUT, ENDED)}
        wrong += sum(others.values())
        print(f"{job.name:32} {count:11}  {kinds[FAILED]:6}  {kinds[DID_WITHOUT]:11}  "
              f"{kinds[ENDED]:7}  {sum(others.values()):5}  {others or ''}", flush=True)
        for number, outcome in outcomes:
            if outcome.kind in others and os.environ.get("VERBOSE"):
                print(f"    {number}: {outcome.kind}: {outcome.detail.strip()}")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
