#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the tables of docs/speed.md from bench/results/machine, which measure.py writes.

    bench/tables.py             writes them into the document, between their marks
    bench/tables.py --check     fails if the document has different tables"""

import json
import pathlib
import sys
import textwrap

TOP = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests/support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TOP / "bench" / "results" / "machine"
SETS = {"avx512": "AVX-512", "avx2": "AVX2", "sse4.1": "SSE4.1", "neon": "NEON", "c": "plain C"}
# Kasagi, Nakano and Ito 2014, Table I: on a GeForce GTX 780 Ti, without transfers.
KASAGI_MS = {"BWEC": {1024: 1.85, 2048: 3.92, 4096: 8.10, 8192: 16.63, 16384: 46.75},
             "BWED": {1024: 1.89, 2048: 3.94, 4096: 7.99, 8192: 16.45}}
VECTOR_BITS = {"avx512": 512, "avx2": 256, "sse4.1": 128}
LIMIT_SIZES = ("8192x8192", "2048x256")  # as in measure.py
GPU_ENGINE = "cuda-softsync"
SIDES = (1024, 2048, 4096, 8192, 16384)
# Lagrange, Gilles, Heggarty and Fracasso 2024: seconds for 24576 × 24576 on an RTX 2080 Ti, by
# slope, with 27 taps, which the paper preselects (section 4.1).
LAGRANGE_TAPS = 27
LAGRANGE_S = {1: 0.164, 3: 0.304, 6: 0.507}
LAGRANGE_SIDE = 24576


def load(part):
    """The results of a part of measure.py."""
    return json.loads((RESULTS / f"{part}.json").read_text(encoding="utf-8"))


def number(value):
    """Formats a number with three significant digits and no exponent."""
    if value >= 100:
        return f"{value:.0f}"
    digits = 2 if value < 1 else 1 if value >= 10 else 2
    return f"{value:.{digits}f}" if value >= 0.1 else f"{value:.2g}"


def section(sentence, *tables):
    return "\n\n".join([textwrap.fill(sentence, 120, break_on_hyphens=False), *tables])


def pick(rows, size, channels=1, colors=2, kernel="floyd-steinberg", bits=8):
    return [row for row in rows if (row["width"], row["height"]) == size and "images" not in row and
            (row["channels"], row["colors"], row["kernel"], row["bits"]) ==
            (channels, colors, kernel, bits)]


def threads(count):
    return "one thread" if count == 1 else f"{count} threads"


def way(row):
    if row["engine"] == "plain":
        return "plain loop"
    more = [SETS[row["isa"]]] if row["isa"] else []
    if row["engine"] in ("block", "wavefront"):
        more.append(threads(row["threads"]))
    return ", ".join([f"`{row['engine']}`", *more])


def times(ratio):
    return "–" if ratio is None else number(ratio)


JOB = ("width", "height", "channels", "bits", "kernel", "colors", "options")
SERIAL = ("serial-ec", "serial-ed")


def beside(rows, row, engines):
    """How many times as long the fastest of these engines takes for the job of a row, as a text. The medians are
    divided: a quotient of single rounds would be that of the first one, the only one of the slow engines."""
    found = [other["median_ms"] for other in rows
             if other["engine"] in engines and all(other[key] == row[key] for key in JOB)]
    return times(min(found) / row["median_ms"] if found else None)


def machine_of(results):
    machine = results["machine"]
    return textwrap.fill(f"{machine['processors']} processors ({machine['cpu'] or 'unknown'}) and an {machine['gpu']} "
                         f"(driver {machine['driver']}), {machine['compiler']}, {machine['date']}", 120,
                         break_on_hyphens=False) + "."


def cpu_tables(results):
    """Of the processor's engines; MORE of measure.py has the jobs of the second table."""
    machine, rows = results["machine"], results["rows"]
    squares = [row for row in pick(rows, (8192, 8192)) if not row["kernel_ms"]]
    first = table(
        ["Floyd–Steinberg, 2 levels, 8192 × 8192 gray, 8 bits", "Mpx/s", "× plain loop",
         "× best serial engine"],
        [[way(row), number(row["mpx_per_s"]), beside(rows, row, ["plain"]),
          beside(rows, row, SERIAL)] for row in squares])
    best = machine["isas"][0]
    jobs = (
        ("4 levels, 8192 × 8192 gray", {"size": (8192, 8192), "colors": 4}),
        ("4 levels, 6000 × 4000 RGB", {"size": (6000, 4000), "channels": 3, "colors": 4}),
        ("16 colors (EGA), 6000 × 4000 RGB", {"size": (6000, 4000), "channels": 3,
                                              "colors": 16}),
        ("Jarvis–Judice–Ninke, 2 levels, 8192 × 4096 gray",
         {"size": (8192, 4096), "kernel": "jarvis-judice-ninke"}),
        ("16 bits, 2 levels, 8192 × 4096 gray", {"size": (8192, 4096), "bits": 16}),
        ("2 levels, 256 × 256 gray", {"size": (256, 256)}),
    )
    lines = []
    for title, job in jobs:
        row = next(row for row in pick(rows, **job)
                   if (row["engine"], row["isa"], row["threads"]) == ("wavefront", best, 1))
        lines.append([title, number(row["mpx_per_s"]), beside(rows, row, ["plain"])])
    second = table([f"`wavefront`, {SETS[best]}, one thread", "Mpx/s", "× plain loop"], lines)
    return "\n\n".join([first, second])


def limit_table(results):
    """Cycles of the usual job on one thread; a step dithers a pixel of each lane, which has 16 bits."""
    lines = []
    for row in results["rows"]:
        lanes = VECTOR_BITS[row["isa"]] // 16

        def cycles(size, ms):
            width, height = map(int, size.split("x"))
            return ms * 1e6 * row["ghz"] / (width * height)
        large, small = (cycles(size, row["ms"][size]) for size in LIMIT_SIZES)
        copy = cycles(LIMIT_SIZES[0], row["copy_ms"][LIMIT_SIZES[0]])
        lines.append([SETS[row["isa"]], f"{row['ghz']:.2f}", f"{large:.2f}", f"{small:.2f}", f"{copy:.2f}",
                      f"{large * lanes:.1f}", f"{small * lanes:.1f}", f"{row['chain_cycles']:.1f}",
                      f"{row['port_cycles']:.1f}"])
    return table(["", "GHz", "8192²: cycles a pixel", "2048 × 256, in the cache", "copy of 8192²",
                  "8192²: cycles a step", "2048 × 256", "latency of the chain", "ports"], lines)


def fastest(rows, engine):
    return min((row for row in rows if row["engine"] == engine), key=lambda row: row["median_ms"],
               default=None)


def gpu_engines(rows):
    """The engines whose rows have times of the GPU's kernels, in the order of the rows."""
    return list(dict.fromkeys(row["engine"] for row in rows if row["kernel_ms"]))


def gpu_tables(results):
    machine, rows = results["machine"], results["rows"]
    squares = {side: pick(rows, (side, side)) for side in SIDES}
    lines = []
    for engine in gpu_engines(rows):
        found = {side: fastest(squares[side], engine) for side in SIDES}
        if all(found.values()):
            last = found[SIDES[-1]]
            lines.append([f"`{engine}`", *(number(found[side]["kernel_ms"]) for side in SIDES),
                          number(last["median_ms"]), beside(rows, last, SERIAL)])
    for method, ms in KASAGI_MS.items():
        lines.append([f"Kasagi's {method}, GTX 780 Ti",
                      *(number(ms[side]) if side in ms else "–" for side in SIDES), "–", "–"])
    for engine in ("wavefront", "serial-ec"):
        found = {side: fastest(squares[side], engine) for side in SIDES}
        last = found[SIDES[-1]]
        title = (f"`wavefront`, {threads(last['threads'])} at most" if engine == "wavefront"
                 else f"`{engine}`")
        lines.append([title, *(number(found[side]["median_ms"]) for side in SIDES),
                      number(last["median_ms"]), beside(rows, last, SERIAL)])
    first = table(["gray, 2 levels: ms without transfers", *(f"{side}²" for side in SIDES),
                   f"{SIDES[-1]}² with transfers", "× best serial engine"], lines)
    photographs = [pick(rows, (6000, 4000), 3, colors) for colors in (4, 16)]
    lines = []
    for engine in (*gpu_engines(rows), "wavefront", "serial-ec"):
        found = [fastest(photograph, engine) for photograph in photographs]
        if all(found):
            cells = []
            for row in found:
                cells += [number(row["kernel_ms"]) if row["kernel_ms"] else "–",
                          number(row["median_ms"])]
            lines.append([f"`{engine}`", *cells])
    second = table(["6000 × 4000 RGB: ms", "4 levels", "with transfers", "16 colors",
                    "with transfers"], lines)
    return "\n\n".join([first, second, *many_table(rows)])


def many_table(rows):
    """A table of images that are dithered in one call; none if they were not measured."""
    many = [row for row in rows if "images" in row and row["engine"] != "plain"]
    if not many:
        return []
    jobs = list(dict.fromkeys((row["channels"], row["pinned"]) for row in many))
    lines = []
    for engine in dict.fromkeys(row["engine"] for row in many):
        found = [fastest([row for row in many if (row["channels"], row["pinned"]) == job], engine) for job in jobs]
        lines.append([f"`{engine}`, {threads(found[0]['threads'])}", *(number(row["median_ms"]) for row in found)])
    titles = [f"{'gray, 2 levels' if channels == 1 else 'RGB, 4 levels'}{', pinned memory' if pinned else ''}"
              for channels, pinned in jobs]
    side = many[0]["width"]
    return [table([f"{many[0]['images']} images of {side}² in one call: ms an image", *titles], lines)]


def hologram_table(results):
    machine, rows = results["machine"], results["rows"]
    jobs = list(dict.fromkeys((row["taps"], row["slope"]) for row in rows))
    side = rows[0]["width"]

    def line(title, engine, isa, *keys):
        found = [fastest([row for row in rows if (row["taps"], row["slope"], row["isa"]) ==
                          (*job, isa)], engine) for job in jobs]
        return [title, *(number(sum(row[key] for key in keys)) for row in found)]

    lines = [line("`cuda-softsync`, without transfers", "cuda-softsync", "", "kernel_ms"),
             ["the paper's RTX 2080 Ti, scaled",
              *(number(1e3 * LAGRANGE_S[slope] * (side / LAGRANGE_SIDE) ** 2)
                if taps == LAGRANGE_TAPS else "–" for taps, slope in jobs)],
             line("`cuda-softsync`, with transfers", "cuda-softsync", "", "median_ms")]
    lines += [line(f"`wavefront`, {SETS[isa]}, {threads(machine['processors'])}", "wavefront", isa,
                   "median_ms") for isa in machine["isas"]
              if any(row["isa"] == isa for row in rows)]
    lines += [line("`serial`", "serial", "", "median_ms"),
              line("whole call, `cuda-softsync`", "cuda-softsync", "", "median_ms", "prepare_ms"),
              line(f"whole call, `wavefront`, {SETS[machine['isas'][0]]}", "wavefront", machine["isas"][0], "median_ms",
                   "prepare_ms")]
    return table([f"{side}², {rows[0]['phases']} phases, hogels of {rows[0]['hogel']}: ms",
                  *(f"{taps} taps, p = {slope}" for taps, slope in jobs)], lines)


def spread(rows, key):
    """The best, the median and the worst of the rows that have this figure, by their names; the worst in serpentine
    order by itself, because rows then cannot be dithered in parallel."""
    found = sorted((row for row in rows if row[key]), key=lambda row: row[key])
    raster = [row for row in found if "serpentine" not in row["job"]]
    return {"best": raster[-1], "median": raster[len(raster) // 2], "worst": raster[0],
            "serpentine order, worst": next(row for row in found if "serpentine" in row["job"])}


def spread_lines(title, rows):
    """Lines with the speed of the fastest engine."""
    keys = ("ratio_to_serial_ec", "ratio_to_plain")
    found = [spread(rows, key) for key in keys]
    return [[title, which, *(cell for key, rows_of_key in zip(keys, found)
                             for cell in (times(rows_of_key[which][key]),
                                          rows_of_key[which]["job"]))]
            for which in found[0]]


def regret_line(title, rows):
    """A line that says how well `auto` chooses."""
    found = sorted((row for row in rows if row["regret"]), key=lambda row: row["regret"])
    middle, worst = found[len(found) // 2], found[-1]
    right = sum(row["auto"] == row["fastest"] for row in found)
    return [title, f"{right} of {len(found)}", f"{middle['regret']:.2f}", f"{worst['regret']:.2f}",
            worst["job"], f"`{worst['auto']}`", f"`{worst['fastest']}`"]


def gpu_matrix_line(which, row):
    return [which, row["job"], number(row["kernel_ms"][GPU_ENGINE]), number(row["ms"][GPU_ENGINE]),
            times(row["ratio"])]


def gpu_matrix_table(rows):
    """The best, the median and the worst of the jobs on a GPU, by the speed of the whole job."""
    found = sorted(({**row, "ratio": row["ms"]["serial-ec"] / row["ms"][GPU_ENGINE]} for row in rows),
                   key=lambda row: row["ratio"])
    picked = {"best": found[-1], "median": found[len(found) // 2], "worst": found[0]}
    return table([f"`{GPU_ENGINE}`, {len(found)} jobs", "job", "ms without transfers", "ms with transfers",
                  "× `serial-ec`"], [gpu_matrix_line(which, row) for which, row in picked.items()])


def matrix_tables(results):
    machine = results["machine"]
    on_gpu = [row for row in results["rows"] if GPU_ENGINE in row["ms"]]
    rows = [row for row in results["rows"] if row["isa"]]
    ways = list(dict.fromkeys((row["isa"], row["threads"]) for row in rows))
    groups = {f"{SETS[isa]}, {threads(count)}": [row for row in rows if
                                                (row["isa"], row["threads"]) == (isa, count)]
              for isa, count in ways}
    jobs = len({row["job"] for row in rows})
    known = len({row["job"] for row in rows if row["ratio_to_plain"]})
    first = table(["fastest engine with", "", "× `serial-ec`", "job", "× plain loop", "job"],
                  [line for title, group in groups.items() for line in spread_lines(title, group)])
    second = table(["`auto` with", "takes the fastest engine", "time / that of the fastest, median",
                    "worst", "job", "`auto` takes", "fastest"],
                   [regret_line(title, group) for title, group in groups.items()])
    size = f"{rows[0]['width']} × {rows[0]['height']}"
    return section(f"The {jobs} jobs of `errdiff-bench --matrix`, with {size} pixels. The plain loop can do "
                   f"{known} of them: those with a kernel of fixed weights and without linear light, "
                   "noise, less strength, detail, exact colors, OKLab and gamut mapping.",
                   first, second, *([gpu_matrix_table(on_gpu)] if on_gpu else []))


if __name__ == "__main__":
    images = load("images")
    readme_tables.main(__doc__, "bench/tables.py", "speed", {
        "the machine": machine_of(images),
        "speed on processors": cpu_tables(images),
        "limits": limit_table(load("limits")),
        "speed of the matrix": matrix_tables(load("matrix")),
        "speed on a GPU": gpu_tables(images),
        "speed of holograms": hologram_table(load("holograms"))}, "docs/speed.md")
