#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long a pass of `errdiff hologram --refine` takes on the GPU and on the processor:

    bench/refinement.py BUILD      writes bench/results/refinement-times/DATE.json
    bench/refinement.py            makes the table in hologram/README.md from the newest results
    bench/refinement.py --check    fails if the document has a different table

BUILD is a build folder with the GPU module; the machine should have nothing else to do meanwhile. Whole calls of the
command are timed, with one pass and with many; the difference is that of the passes."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests/support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TOP / "bench" / "results" / "refinement-times"
SIDES = (1024, 2048)
PASSES = {"cuda-softsync": 400, "wavefront": 20}
OPTICS = ["--pitch", "0.75", "--wavelength", "635", "--view-distance", "1.5", "--view-width", "0.3833"]


def seconds_of(errdiff, folder, side, engine, passes):
    """The least of three calls."""
    command = [errdiff, "hologram", folder / "scene.pfm", folder / "out.pgm", "--panel", f"{side}x{side}", *OPTICS,
               "--engine", engine, "--refine", str(passes), "--json"]
    times = []
    for _ in range(3):
        begin = time.monotonic()
        told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
        times.append(time.monotonic() - begin)
        assert told["refined_on_gpu"] == (engine == "cuda-softsync"), told
    return min(times)


def measure(build):
    errdiff = build / "command/errdiff"
    machine = json.loads(subprocess.run([errdiff, "bench", "--size", "64x64", "--json"], stdout=subprocess.PIPE,
                                        check=True, text=True).stdout)["machine"]
    rows = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        subprocess.run([errdiff, "hologram", "--scene", "p256", folder / "scene.pfm"], check=True,
                       stdout=subprocess.DEVNULL)
        for engine, passes in PASSES.items():
            for side in SIDES:
                one, many = (seconds_of(errdiff, folder, side, engine, count) for count in (1, passes + 1))
                ms = 1e3 * (many - one) / passes
                rows.append({"engine": engine, "side": side, "passes": passes, "ms_of_pass": ms})
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{machine['date']}.json").write_text(json.dumps({"machine": machine, "rows": rows}, indent=1) + "\n",
                                                     encoding="utf-8")


def part_of(results):
    machine, times = results["machine"], {}
    for row in results["rows"]:
        times.setdefault(row["engine"], []).append(f"{row['ms_of_pass']:.3g}")
    names = {"cuda-softsync": machine["gpu"],
             "wavefront": f"{machine['processors']} processors of its host ({machine['cpu']})"}
    return table(["ms for a pass", *(f"{side}²" for side in SIDES)],
                 [[names[engine], *numbers] for engine, numbers in times.items()])


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/refinement.py", "refinement-times", measure, part_of,
                                  document="hologram/README.md")
