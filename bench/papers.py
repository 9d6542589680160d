#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the tables of docs/papers.md from bench/results/machine, and plots these results with gnuplot.

    bench/papers.py             writes the tables into docs/papers.md, between their marks
    bench/papers.py --check     fails if the document has different ones
    bench/papers.py --plots     makes screenshots/paper-*.svg

measure.py runs `errdiff-bench --paper NAME` for these files; paper_size.py measures the hologram of the paper's size,
and dice.py what is seen of the scene `dice`."""

import json
import re
import sys
import textwrap
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests/support"))

import readme_tables  # noqa: E402
from plots import plot  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TOP / "bench" / "results" / "machine"
DICE = TOP / "bench" / "results" / "quality" / "dice.json"
PAPERS = ("deshpande", "kasagi", "lagrange")


def load(paper):
    return json.loads((RESULTS / f"{paper}.json").read_text(encoding="utf-8"))


def ms_of(row):
    """The time without transfers, as the papers have it."""
    return row["kernel_ms"] or row["median_ms"]


def number(ms):
    return f"{ms:.0f}" if ms >= 100 else f"{ms:.3g}"


def times_of(results, part):
    """The times of a part: ms by label and key, ours before those that the paper states."""
    times = {}
    for row in results["rows"]:
        if row["part"] == part:
            times.setdefault(row["label"], {})[row["key"]] = ms_of(row)
    for row in results["published"]:
        if row["part"] == part:
            times.setdefault(f"*{row['label']}*", {})[row["key"]] = row["ms"]
    return times


def time_table(results, part):
    times = times_of(results, part)
    keys = list(dict.fromkeys(row["key"] for row in results["rows"] if row["part"] == part))
    return table([f"{part}: ms without transfers", *(f"{key}²" for key in keys)],
                 [[label, *(number(row[key]) if key in row else "–" for key in keys)] for label, row in times.items()
                  if any(key in row for key in keys)])


def p_of(slope):
    return f"p = {slope}" if slope else "no limit"


def hologram_time_table(results):
    """Table 3: of each engine its kernels, all that it does, and, where measured, the whole call, which also makes the
    weights."""
    slopes = list(dict.fromkeys(row["key"] for row in results["rows"]))
    lines = {}
    for row in results["rows"]:
        kinds = {"kernels": row["kernel_ms"], "with transfers": row["median_ms"]} if row["kernel_ms"] else {
            "": row["median_ms"]}
        if row["prepare_ms"] > 0:
            kinds["whole call"] = row["median_ms"] + row["prepare_ms"]
        for kind, ms in kinds.items():
            lines.setdefault(", ".join(filter(None, [row["label"], kind])), {})[row["key"]] = number(ms)
    for row in results["published"]:
        lines.setdefault(f"*{row['label']}*", {})[row["key"]] = number(row["ms"])
    return table(["Table 3: ms", *map(p_of, slopes)],
                 [[label, *(cells.get(slope, "–") for slope in slopes)] for label, cells in lines.items()])


def machine_of(results):
    machine = results["machine"]
    gpu = f"an {machine['gpu']} (driver {machine['driver']}) and " if "gpu" in machine else ""
    work = ("gray, 8 bits, two levels, Floyd–Steinberg" if results["paper"] != "lagrange"
            else f"{results['rows'][0]['width']}² pixels, 256 phases")
    return textwrap.fill(f"On {gpu}{machine['processors']} processors ({machine['cpu'] or 'unknown'}), "
                         f"{machine['date']}; {work}:", 120, break_on_hyphens=False)


def parts_of(results):
    return list(dict.fromkeys(row["part"] for row in results["rows"]))


def quality_table(results, large):
    """The ratios of the small scenes, and those of the one that has the paper's size."""
    slopes = list(dict.fromkeys(row["slope"] for row in results["quality"]))
    ratios = {}
    for row in results["quality"]:
        title = f"`{row['scene']}`, 1024², hogels of 128"
        ratios.setdefault((title, row["method"]), {})[row["slope"]] = f"{row['snr']:.1f}"
    for row in large["rows"]:
        title = f"`p256`, {large['side']}², hogels of {large['hogel']}"
        ratios.setdefault((title, row["method"]), {})[row["slope"]] = f"{row['snr']:.1f}"
    return table(["scene", "method", *map(p_of, slopes)],
                 [[scene, f"`{method}`", *(numbers.get(slope, "–") for slope in slopes)]
                  for (scene, method), numbers in ratios.items()])


def method_of(row):
    if row["slope"] is None:
        return f"`{row['method']}`"
    return f"`{row['method']}`, {p_of(row['slope'])}"


def dice_table():
    views = ("dice", "checkerboard")
    return table(["method", *(f"{view} in focus: {figure}" for view in views for figure in ("PSNR, dB", "SSIM"))],
                 [[method_of(row),
                   *(cell for view in views for cell in (f"{row[view]['psnr']:.1f}", f"{row[view]['ssim']:.3f}"))]
                  for row in json.loads(DICE.read_text(encoding="utf-8"))])


def marks():
    """The tables by the names of their marks."""
    made = {}
    for paper in PAPERS:
        results = load(paper)
        made[f"machine of {paper}"] = machine_of(results)
        for part in parts_of(results):
            times = hologram_time_table(results) if paper == "lagrange" else time_table(results, part)
            made[f"{paper}, {part}"] = times
    made["lagrange, noise"] = quality_table(load("lagrange"), load("paper_size"))
    made["lagrange, dice"] = dice_table()
    return made


# ---- Plots ----------------------------------------------------------------------------------------------------------

def plot_times(name, title, across, up, lines):
    """Plots `lines`, lists of (x, y) by their names."""
    settings = (f"set autoscale xfix\nset title '{title}' noenhanced\nset xlabel '{across}'\nset ylabel '{up}'")
    plot(f"paper-{name}", settings, [(line, sorted(points)) for line, points in lines.items()], height=520)


def swept(results, part, pattern):
    """For each width, the times by the number that the pattern finds in a label."""
    lines = {}
    for row in results["rows"]:
        found = re.fullmatch(pattern, row["label"])
        if row["part"] == part and found:
            lines.setdefault(f"{row['width']}²", []).append((int(found[1]), ms_of(row)))
    return lines


def speed_ups(results):
    """For each form and width, how many times faster more threads are than one."""
    lines = {}
    for form in ("block", "block with barriers"):
        for width, points in swept(results, "Section 3.2, figure 10", rf"{form}, threads: (\d+)").items():
            one = dict(points)[1]
            lines[f"{form}, {width}"] = [(threads, one / ms) for threads, ms in points]
    return lines


def by_side(results, part):
    times = times_of(results, part)
    return {label.strip("*"): [(key, ms) for key, ms in row.items() if key] for label, row in times.items()}


def make_plots():
    deshpande, kasagi = load("deshpande"), load("kasagi")
    plot_times("threads", "Blocks on the processor", "threads", "times as fast as one thread", speed_ups(deshpande))
    plot_times("handover", "handover", "n, the least pixels of an iteration on the GPU", "ms",
         swept(deshpande, "Section 4.1", r"handover, n = (\d+).*"))
    plot_times("strip", "hybrid", "columns of the processor", "ms",
         swept(deshpande, "Section 4.2", r"hybrid, strip ([1-9]\d*)"))
    plot_times("group", "hybrid", "iterations from one exchange to the next", "ms",
         swept(deshpande, "Section 4.2", r"hybrid, group of (\d+)"))
    plot_times("table-1", "Kasagi, Nakano, Ito 2014, table I", "side of the image, pixels", "ms",
         by_side(kasagi, "Table I"))


if __name__ == "__main__":
    if sys.argv[1:] == ["--plots"]:
        make_plots()
    else:
        readme_tables.main(__doc__, "bench/papers.py", "times of papers", marks(), "docs/papers.md")
