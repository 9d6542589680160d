#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures this machine for the tables and plots of docs/speed.md: the usual pictures, some more jobs for
the processor, and, with a GPU, the sweeps. It takes a minute or two; the machine should have
nothing else to do meanwhile.

    ERRDIFF_BENCH=build/bench/errdiff-bench bench/measure.py [--hologram | --matrix] FOLDER

writes FOLDER/DEVICE-DATE.json. Such files are kept in bench/results; bench/tables.py
makes the tables from them, and bench/plots.py the plots. With --hologram, holograms
are measured instead of pictures; these files are kept in bench/results/holograms. With
--matrix, `errdiff-bench --matrix` is run with the processor's engines and the two widest instruction
sets that it has, then, with a GPU, with cuda-softsync; this takes some minutes, and these files are
kept in bench/results/matrix."""

import json
import os
import pathlib
import re
import subprocess
import sys

# Jobs that the usual pictures do not cover, on one thread.
MORE = (
    ["--size", "8192x8192", "--levels", "4"],
    ["--size", "8192x4096", "--kernel", "jarvis-judice-ninke"],
    ["--size", "8192x4096", "--bits", "16"],
    ["--size", "256x256"],
)
SWEEPS = ("handover", "strip")
# Many pictures in one call, from pageable and from pinned memory.
MANY = [["--pictures", "64", "--size", "2048x2048", *channels, *memory]
        for channels in ([], ["--channels", "3"]) for memory in ([], ["--pinned"])]
PROCESSOR_ENGINES = ("wavefront", "block", "serial-ec", "serial-ed")
GPU_ENGINE = "cuda-softsync"


def bench(*arguments, **variables):
    command = [os.environ["ERRDIFF_BENCH"], "--json", *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True,
                                     env={**os.environ, **variables}).stdout)


def slug(machine):
    """The part of the device's name that distinguishes it, such as "h200" in "NVIDIA H200"."""
    name = machine.get("gpu") or machine["cpu"] or "unknown"
    words = re.findall(r"[a-z0-9]+", name.lower().replace("(r)", "").replace("(tm)", ""))
    known = ("nvidia", "amd", "intel", "geforce", "processor")
    return "-".join(word for word in words if word not in known)


def measure_pictures():
    results = bench()
    if "gpu" in results["machine"]:
        results["sweeps"] = {name: bench("--sweep", name, "--repeat", "3")["rows"]
                             for name in SWEEPS}
        for job in MANY:
            rows = bench("--engine", "wavefront", "--engine", GPU_ENGINE, "--threads", "0", "--repeat", "3",
                         *job)["rows"]
            results["rows"] += [{**row, "pinned": "--pinned" in job} for row in rows]
    else:
        for job in MORE:
            results["rows"] += bench("--engine", "wavefront", "--threads", "1", "--repeat", "5",
                                     *job)["rows"]
    return results


def shorten(row):
    """Leaves out what the name of the job says, and what is empty; rounds to four digits."""
    said = ("channels", "bits", "kernel", "colors", "options")
    return {name: float(f"{value:.4g}") if isinstance(value, float) else value
            for name, value in row.items() if name not in said and value != {}}


def measure_matrix():
    machine = bench("--size", "64x64", "--engine", "serial-ec", "--repeat", "1")["machine"]
    isas, has_gpu = machine["isas"], "gpu" in machine
    # Without a GPU, which auto would otherwise take.
    results = bench("--matrix", *(word for isa in isas[:2] for word in ("--isa", isa)),
                    *(word for engine in PROCESSOR_ENGINES for word in ("--engine", engine)),
                    ERRDIFF_CUDA_MODULE="/no-module")
    rows = results["rows"]
    if has_gpu:
        results = bench("--matrix", "--threads", "0", "--engine", GPU_ENGINE, "--engine", "serial-ec")
        rows += results["rows"]
    return {**results, "rows": [shorten(row) for row in rows]}


def main():
    measure = {"--hologram": lambda: bench("--hologram"), "--matrix": measure_matrix}
    kind = sys.argv[1] if len(sys.argv) == 3 else ""
    if len(sys.argv) not in (2, 3) or (kind and kind not in measure):
        sys.exit(__doc__)
    results = measure.get(kind, measure_pictures)()
    machine = results["machine"]
    folder = pathlib.Path(sys.argv[-1])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{slug(machine)}-{machine['date']}.json"
    lines = ",\n".join(json.dumps(row) for row in results["rows"])
    sweeps = ",\n".join(f"{json.dumps(name)}: [\n" + ",\n".join(map(json.dumps, rows)) + "\n]"
                        for name, rows in results.get("sweeps", {}).items())
    path.write_text(f'{{"machine": {json.dumps(machine)},\n"rows": [\n{lines}\n],\n'
                    f'"sweeps": {{{sweeps}}}}}\n', encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
