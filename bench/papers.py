#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the tables of docs/papers.md from bench/results/papers/*.json, and plots these results with gnuplot.

    bench/papers.py             writes the tables into docs/papers.md, between their marks
    bench/papers.py --check     fails if the document has different ones
    bench/papers.py --plots     makes screenshots/paper-*.svg

These files are what `errdiff-bench --paper NAME --json` prints. dice.py measures what is seen of the scene `dice`."""

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

RESULTS = TOP / "bench" / "results" / "papers"
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
    name = (lambda key: f"p = {key}" if key else "no limit") if part == "Table 3" else (lambda key: f"{key}²")
    return table([f"{part}: ms without transfers", *map(name, keys)],
                 [[label, *(number(row[key]) if key in row else "–" for key in keys)] for label, row in times.items()
                  if any(key in row for key in keys)])


def machine_of(results):
    machine = results["machine"]
    gpu = f"an {machine['gpu']} (driver {machine['driver']}) and " if "gpu" in machine else ""
    work = ("gray, 8 bits, two levels, Floyd–Steinberg" if results["paper"] != "lagrange"
            else f"{results['rows'][0]['width']}² pixels, 256 phases")
    return textwrap.fill(f"On {gpu}{machine['processors']} processors ({machine['cpu'] or 'unknown'}), "
                         f"{machine['date']}; {work}:", 120, break_on_hyphens=False)


def parts_of(results):
    return list(dict.fromkeys(row["part"] for row in results["rows"]))


def quality_table(results):
    slopes = list(dict.fromkeys(row["slope"] for row in results["quality"]))
    ratios = {}
    for row in results["quality"]:
        ratios.setdefault((row["scene"], row["method"]), []).append(f"{row['snr']:.1f}")
    return table(["scene", "method", *(f"p = {slope}" if slope else "no limit" for slope in slopes)],
                 [[f"`{scene}`", f"`{method}`", *numbers] for (scene, method), numbers in ratios.items()])


def method_of(row):
    if row["slope"] is None:
        return f"`{row['method']}`"
    return f"`{row['method']}`, " + (f"p = {row['slope']}" if row["slope"] else "no limit")


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
            made[f"{paper}, {part}"] = time_table(results, part)
    made["lagrange, noise"] = quality_table(load("lagrange"))
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
    plot_times("table-1", "Kasagi, Nakano, Ito 2014, table I", "side of the picture, pixels", "ms",
         by_side(kasagi, "Table I"))


if __name__ == "__main__":
    if sys.argv[1:] == ["--plots"]:
        make_plots()
    else:
        readme_tables.main(__doc__, "bench/papers.py", "times of papers", marks(), "docs/papers.md")
