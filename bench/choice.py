#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes how much longer than the fastest engine the one takes that `auto` chooses, over jobs that were measured on a
machine with a GPU: those of `errdiff-bench --matrix`, and the usual images of several sizes.

It follows core/engines/engine_cost.c, with the constants in that file, for a GPU that is already set up. regret.py
measures the same on this machine."""

import math
import re
import statistics
from json import loads
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
RESULTS = [TOP / "bench/results/machine/matrix.json", TOP / "bench/results/machine/images.json"]
PROCESSOR = ("wavefront", "block", "serial-ec", "serial-ed")  # in the order in which `auto` asks them
GPU = "cuda-softsync"

# Slopes of the kernels whose taps lead to adjacent pixels only, and of the others.
ADJACENT = {"floyd-steinberg": 2, "false-floyd-steinberg": 1, "simple": 1, "sierra-lite": 2, "ostromoukhov": 2,
            "zhou-fang": 2}
FAR = {"atkinson": 2, "burkes": 3, "errdiff-12": 3, "errdiff-5": 3, "fan": 3, "jarvis-judice-ninke": 3,
       "shiau-fan-1": 3, "shiau-fan-2": 4, "sierra-2": 3, "sierra-3": 3, "stevenson-arce": 4, "stucki": 3}
DIVIDING = {"jarvis-judice-ninke", "stevenson-arce", "stucki"}  # their divisor is no power of two
TONE = {"ostromoukhov", "zhou-fang"}


def read_constants():
    """Returns the numbers of engine_cost.c by name; those of a kind of work are a list."""
    text = (TOP / "core/engines/engine_cost.c").read_text(encoding="utf-8")
    constants = {name: float(value) for name, value in re.findall(r"\b(\w+) = ([\d.]+)(?=[,;])", text)}
    for name, values, some, shift in re.findall(r"^static const struct cost (\w+) = \{(.*), (\d) << (\d+)\};", text,
                                                re.M):
        constants[name] = [*map(float, values.split(",")), int(some) << int(shift)]
    return constants


def kind_of(job):
    """The kind of work of a job like "gray, 8 bits, 2 levels, floyd-steinberg, noise 20"."""
    _, _, colors, kernel, *options = job.split(", ")
    words = {option.split()[0] for option in options}
    if colors.endswith("colors"):
        return "palette"
    if kernel in TONE or words & {"linear", "noise", "detail"}:
        return "other"
    return "levels" if colors != "2 levels" or kernel in DIVIDING or "strength" in words else "two_levels"


def gpu_pays(job, width, height, threads, constants):
    sample, near, far, samples_of_a_thread = constants[kind_of(job)]
    kernel = job.split(", ")[3]
    samples = width * height * (1 if job.startswith("gray") else 3)
    iterations = width + (ADJACENT | FAR)[kernel] * height

    def speed(count, gain):
        return 1 + (count - 1) * constants[gain]
    dithering = min(threads, max(1, samples // samples_of_a_thread))
    on_processor = (constants["team_ms"] if dithering > 1 else 0) + sample * samples / 1e6 / speed(dithering, "gain")
    on_gpu = constants["launch_ms"] + (near if kernel in ADJACENT else far) * iterations / 1e6 + \
        constants["copy_ns"] * samples * (2 if ", 16 bits," in job else 1) / 1e6 / speed(threads, "copy_gain")
    return on_gpu < on_processor


def read_rows(path):
    """Rows with the times of all engines for a job, as the matrix has them; in images.json each engine has its own."""
    results = loads(path.read_text(encoding="utf-8"))
    if path.stem == "matrix":
        return results["rows"]
    made = {}
    for row in results["rows"]:
        if row["isa"] not in ("", results["machine"]["isas"][0]) or row["job"].endswith("images"):
            continue
        job = (row["job"], row["width"], row["height"])
        times = made.setdefault(job, {})
        times[row["engine"]] = min(row["median_ms"], times.get(row["engine"], math.inf))
    return [{"job": job, "width": width, "height": height, "isa": results["machine"]["isas"][0],
             "threads": results["machine"]["processors"], "ms": times}
            for (job, width, height), times in made.items()]


def size_and_job(row):
    return row["width"], row["height"], row["job"]


def regrets(rows, has_gpu, constants):
    """Returns (regret, job) of each row of a processor's engines, or of those whose job the GPU did, too."""
    of_gpu = {size_and_job(row): row["ms"][GPU] for row in rows if GPU in row["ms"]}
    found = []
    for row in rows:
        times = {name: row["ms"][name] for name in PROCESSOR if name in row["ms"]}
        if not row["isa"] or (has_gpu and (row["threads"] == 1 or size_and_job(row) not in of_gpu)):
            continue
        taken = next(iter(times.values()))
        if has_gpu:
            times[GPU] = of_gpu[size_and_job(row)]
            if gpu_pays(row["job"], row["width"], row["height"], row["threads"], constants):
                taken = times[GPU]
        found.append((taken / min(times.values()), f"{row['job']}, {row['width']} × {row['height']}, {row['isa']}, "
                                                   f"{row['threads']} threads"))
    return sorted(found, reverse=True)


def main():
    constants = read_constants()
    for path in RESULTS:
        for title, has_gpu in (("without a GPU", False), ("with the GPU", True)):
            found = regrets(read_rows(path), has_gpu, constants)
            values = [regret for regret, _ in found]
            print(f"{path.stem}, {title}: {len(values)} jobs, mean {statistics.mean(values):.3f}, "
                  f"{sum(value > 1.15 for value in values)} above 1.15, most {values[0]:.2f}: {found[0][1]}")


if __name__ == "__main__":
    main()
