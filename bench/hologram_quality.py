#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the tables of quality in hologram/README.md from bench/results/quality/holograms.json.

    ERRDIFF=build/command/errdiff bench/hologram_quality.py --measure    measures, and writes the results
    bench/hologram_quality.py             writes the tables into hologram/README.md, between their marks
    bench/hologram_quality.py --check     fails if the document has different tables

Measuring takes two minutes. The ratios depend on the machine only by the rounding of its Fourier transforms."""

import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests/support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TOP / "bench" / "results" / "quality" / "holograms.json"
ERRDIFF = os.environ.get("ERRDIFF", "errdiff")
METHODS = {"none": "only rounding", "fs": "Floyd–Steinberg",
           "fs-window": "Floyd–Steinberg, modulated to the frequency of the window's center",
           "paper": "those of Lagrange et al.", "opt": "those that leave the least noise in the window"}
KAPPAS = ("1", "0.9", "0.7", "0.5")
HOGELS = (256, 128, 64, 32, 16, 8)
PASSES = (0, 5, 10, 20)
REFINED_LEVELS = (3, 4, 8, 16, 64, 256)
# Levels and methods, and by how much the amplitude falls.
MEASURED = ((16, "opt"), (256, "opt"), (256, "none"))
FALLS = (0, 0.2, 0.4)
ADDED = {"none": (), "a grating of 5 × −4 pixels": ("--grating-x", "5", "--grating-y", "-4"),
         "a lens of 3 mm": ("--lens", "3")}
# Calls for one time, of which the median counts.
ROUNDS = 7


# ---- Measuring ------------------------------------------------------------------------------------------------------

class Scene:
    def __init__(self, name, folder):
        self.path, self.out = folder / f"{name}.tif", folder / "out.png"
        # The command prints the scene's optics as options.
        self.optics = subprocess.run([ERRDIFF, "hologram", "--scene", name, self.path], check=True, text=True,
                                     stdout=subprocess.PIPE).stdout.split()

    def report(self, *options):
        command = [ERRDIFF, "hologram", self.path, self.out, *self.optics, *map(str, options), "--json"]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout)

    def ratio(self, *options):
        return round(self.report(*options)["snr_db"], 2)


def hogel_times(scene):
    """The times of whole calls in milliseconds, by the hogel, measured in turns."""
    times = {hogel: [] for hogel in HOGELS}
    for _ in range(ROUNDS):
        for hogel, taken in times.items():
            command = [ERRDIFF, "hologram", scene.path, scene.out, *scene.optics, "--no-view-filter", "--method", "opt",
                       "--hogel", hogel]
            start = time.monotonic()
            subprocess.run(list(map(str, command)), check=True, stderr=subprocess.PIPE)
            taken.append(1000 * (time.monotonic() - start))
    return {hogel: round(statistics.median(taken)) for hogel, taken in times.items()}


def write_levels(path, count, fall):
    """A table of the levels of a display whose amplitude falls by `fall` half-way around the circle."""
    lines = []
    for sample in range(count):
        even = 2 * math.pi * sample / count
        lines.append(f"{sample},{1 - fall * (1 - math.cos(even)) / 2},{even + 0.3 * math.sin(even)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def measure_all(folder):
    p256, o = Scene("p256", folder), Scene("o", folder)
    fixed = ("--scale", "0.33", "--no-view-filter")
    return {
        "methods": {method: [p256.ratio("--method", method, "--levels", levels, *fixed) for levels in (256, 4)]
                    for method in METHODS},
        "paper": {preselect: [p256.ratio("--method", "paper", "--hogel", 128, "--kappa", kappa, "--preselect",
                                         preselect, *fixed) for kappa in KAPPAS] for preselect in (27, 0)},
        "hogels": {hogel: [p256.ratio("--hogel", hogel), p256.ratio("--hogel", hogel, "--levels", 4),
                           o.ratio("--hogel", hogel, "--output", "binary-phase")] for hogel in HOGELS},
        "hogel_ms": hogel_times(p256),
        "refined": {levels: [[scene.ratio("--levels", levels, "--refine", passes) for passes in PASSES]
                             for scene in (p256, o)] for levels in REFINED_LEVELS},
        "added": [p256.ratio(*options) for options in ADDED.values()],
        "measured": [[p256.ratio("--level-table", write_levels(folder / "levels.csv", levels, fall), "--method", method)
                      for fall in FALLS] for levels, method in MEASURED]}


def measure():
    with tempfile.TemporaryDirectory() as folder:
        # Keys become texts in the file.
        results = json.dumps(measure_all(pathlib.Path(folder)), indent=1)
    RESULTS.write_text(results + "\n", encoding="utf-8")


# ---- Tables ---------------------------------------------------------------------------------------------------------

def ratios(numbers):
    return [f"{number:.1f}" for number in numbers]


def marks():
    """The tables by the names of their marks."""
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    passes = [f"{count} passes" if count else "no pass" for count in PASSES]
    return {
        "methods": table(["method", "weights", "256 phases", "4 phases"],
                         [[f"`{method}`", weights, *ratios(found["methods"][method])]
                          for method, weights in METHODS.items()]),
        "parameters of the paper": table(
            ["neighbors selected beforehand", *(f"κ = {kappa}" for kappa in KAPPAS)],
            [[name, *ratios(found["paper"][preselect])]
             for name, preselect in (("27", "27"), ("none (`--preselect 0`)", "0"))]),
        "hogels": table(["hogel", "`p256`, 256 phases", "`p256`, 4 phases", "`o`, binary phase", "whole call, ms"],
                        [[str(hogel), *ratios(found["hogels"][str(hogel)]), str(found["hogel_ms"][str(hogel)])]
                         for hogel in HOGELS]),
        "refinement": table(["phases", *(f"`{scene}`: {name}" for scene in ("p256", "o") for name in passes)],
                            [[str(levels), *(cell for scene in found["refined"][str(levels)]
                                             for cell in (*ratios(scene), *["–"] * (len(PASSES) - len(scene))))]
                             for levels in REFINED_LEVELS]),
        "added phases": table(["what is added", "ratio, dB"],
                              [[name, f"{ratio:.1f}"] for name, ratio in zip(ADDED, found["added"])]),
        "measured levels": table(["levels", "method", *(f"c = {fall}" for fall in FALLS)],
                                 [[str(levels), f"`{method}`", *ratios(row)]
                                  for (levels, method), row in zip(MEASURED, found["measured"])])}


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        measure()
    else:
        readme_tables.main(__doc__, "bench/hologram_quality.py", "quality", marks(), "hologram/README.md")
