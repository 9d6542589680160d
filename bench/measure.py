#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures a machine for the tables and plots of the documents.

    bench/measure.py BUILD [PART…]

BUILD is a build folder with tests; the machine should have a GPU, and nothing else to do meanwhile. Each part writes
bench/results/machine/PART.json when it is done; all of them take twenty minutes:

    images      the usual images, more jobs for the processor, and many images in one call
    matrix      `errdiff-bench --matrix` with the processor's engines and the two widest instruction sets, then with
                cuda-softsync
    limits      what bounds the usual job on one thread, with these instruction sets
    holograms   `errdiff-bench --hologram`
    lagrange, kasagi, deshpande
                the experiments of the papers

ports.py and paper_size.py add to these results: the first what the processor's ports allow to `limits`, without which
tables.py cannot make its table, the second a hologram of the paper's size.

tables.py and papers.py make the tables of docs/speed.md and docs/papers.md from them, and plots.py and papers.py the
plots."""

import json
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "bench" / "results" / "machine"
# Jobs that the usual images do not cover, on one thread.
MORE = (
    ["--size", "8192x8192", "--levels", "4"],
    ["--size", "8192x4096", "--kernel", "jarvis-judice-ninke"],
    ["--size", "8192x4096", "--bits", "16"],
    ["--size", "256x256"],
)
# Many images in one call, from pageable and from pinned memory.
MANY = [["--images", "64", "--size", "2048x2048", *channels, *memory]
        for channels in ([], ["--channels", "3"]) for memory in ([], ["--pinned"])]
PROCESSOR_ENGINES = ("wavefront", "block", "serial-ec", "serial-ed")
GPU_ENGINE = "cuda-softsync"
# The sides of the images of each paper: those that its tables need.
PAPER_SIDES = {"deshpande": (1024, 2048, 4096, 8192), "kasagi": (1024, 2048, 4096, 8192, 16384)}
# For the limits: an image that is in memory, and one that stays in a processor's second cache.
LIMIT_SIZES = ("8192x8192", "2048x256")


def run(*command, **variables):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, check=True, text=True,
                          env={**os.environ, **variables})
    return done.stdout


class Machine:
    """The programs of a build folder, on this machine."""

    def __init__(self, build):
        self.build = build
        self.machine = self.bench("--size", "64x64", "--engine", "serial-ec", "--repeat", "1")["machine"]

    def bench(self, *arguments, **variables):
        return json.loads(run(self.build / "bench/errdiff-bench", "--json", *arguments, **variables))

    def has_gpu(self):
        return "gpu" in self.machine

    def sets(self):
        return self.machine["isas"][:2]


def measure_images(machine):
    results = machine.bench()
    for job in MORE:
        results["rows"] += machine.bench("--engine", "wavefront", "--threads", "1", "--repeat", "5", *job)["rows"]
    for job in MANY if machine.has_gpu() else ():
        rows = machine.bench("--engine", "wavefront", "--engine", GPU_ENGINE, "--threads", "0", "--repeat", "3",
                             *job)["rows"]
        results["rows"] += [{**row, "pinned": "--pinned" in job} for row in rows]
    return results


def shorten(row):
    """Leaves out what the name of the job says, and what is empty; rounds to four digits."""
    said = ("channels", "bits", "kernel", "colors", "options")
    return {name: float(f"{value:.4g}") if isinstance(value, float) else value
            for name, value in row.items() if name not in said and value != {}}


def measure_matrix(machine):
    # Without a GPU, which auto would otherwise take.
    results = machine.bench("--matrix", *(word for isa in machine.sets() for word in ("--isa", isa)),
                            *(word for engine in PROCESSOR_ENGINES for word in ("--engine", engine)),
                            ERRDIFF_CUDA_MODULE="/no-module")
    rows = results["rows"]
    if machine.has_gpu():
        results = machine.bench("--matrix", "--threads", "0", "--engine", GPU_ENGINE, "--engine", "serial-ec")
        rows += results["rows"]
    return {**results, "rows": [shorten(row) for row in rows]}


def chain_of(machine, isa):
    """GHz, and the cycles of a step of the usual job that waits for the step before."""
    text = run(machine.build / "tests/vectors/errdiff-vectors", "--bench", isa)
    return (float(re.search(r"at ([\d.]+) GHz", text)[1]),
            float(re.search(r"16-bit lanes +([\d.]+) cycles", text)[1]))


def measure_limits(machine):
    rows = []
    for isa in machine.sets():
        ghz, cycles = chain_of(machine, isa)
        row = {"isa": isa, "ghz": ghz, "chain_cycles": cycles, "ms": {}, "copy_ms": {}}
        for size in LIMIT_SIZES:
            told = machine.bench("--engine", "wavefront", "--isa", isa, "--threads", "1", "--size", size,
                                 "--repeat", "15")["rows"]
            found = next(one for one in told if one["engine"] == "wavefront")
            row["ms"][size] = found["median_ms"]
            row["copy_ms"][size] = found["median_ms"] * found["ratio_to_copy"]
        rows.append(row)
    return {"machine": machine.machine, "rows": rows}


def measure_paper(machine, paper):
    sizes = [word for side in PAPER_SIDES[paper] for word in ("--size", f"{side}x{side}")]
    return machine.bench("--paper", paper, "--repeat", "3", *sizes)


PARTS = {
    "images": measure_images,
    "matrix": measure_matrix,
    "limits": measure_limits,
    "holograms": lambda machine: machine.bench("--hologram"),
    "lagrange": lambda machine: machine.bench("--paper", "lagrange"),
    "kasagi": lambda machine: measure_paper(machine, "kasagi"),
    "deshpande": lambda machine: measure_paper(machine, "deshpande"),
}


def write(path, results):
    """A row is a line, so that differences can be read."""
    parts = [f"{json.dumps(name)}: " + ("[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
                                        if isinstance(value, list) else json.dumps(value))
             for name, value in results.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{" + ",\n".join(parts) + "}\n", encoding="utf-8")


def main():
    parts = sys.argv[2:] or list(PARTS)
    if len(sys.argv) < 2 or not set(parts) <= set(PARTS):
        sys.exit(__doc__)
    machine = Machine(pathlib.Path(sys.argv[1]))
    if not machine.has_gpu():
        print("without GPU engines: there is no GPU, or no module for it (ERRDIFF_CUDA_MODULE)", file=sys.stderr)
    for part in parts:
        write(FOLDER / f"{part}.json", PARTS[part](machine))
        print(part, flush=True)


if __name__ == "__main__":
    main()
