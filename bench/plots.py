#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plots the speed of each engine against the side of the image, with gnuplot: screenshots/speed-*.svg.

    bench/plots.py

They are made from bench/results/machine/images.json, as the tables are."""

import subprocess

import tables

COLORS = ("#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#00a0a0", "#f032e6", "#808000",
          "#000000", "#9a6324", "#808080", "#000080", "#b0b000", "#66c2a5")
HEAD = """
set key outside right maxcols 1 noenhanced
set grid
set logscale x 2
set logscale y
"""


def plot(name, settings, lines, height=560, engine_of=str):
    """Plots `lines`, which are (title, [(x, y), …]), into screenshots/NAME.svg. Lines with the same engine_of(title)
    have the same color; they are dashed if their title is another text."""
    data = "".join(f"$line{i} << END\n" + "".join(f"{x} {y:.6g}\n" for x, y in points) + "END\n"
                   for i, (_, points) in enumerate(lines))
    engines = list(dict.fromkeys(engine_of(title) for title, _ in lines))
    curves = ", ".join(
        f"$line{i} with linespoints linecolor '{COLORS[engines.index(engine_of(title))]}'"
        f" pointtype 7 pointsize 0.4 dashtype {1 if engine_of(title) == title else 2} title \"{title}\""
        for i, (title, _) in enumerate(lines))
    path = tables.TOP / "screenshots" / f"{name}.svg"
    terminal = f"set terminal svg size 900,{height} font ',11' background 'white'"
    subprocess.run(["gnuplot", "-"], check=True, encoding="utf-8",
                   input=f"{data}{terminal}{HEAD}{settings}\nset output '{path}'\nplot {curves}\n")


def speeds(rows, engines):
    lines = {}
    squares = {side: tables.pick(rows, (side, side)) for side in tables.SIDES}
    for engine in engines:
        for side, square in squares.items():
            row = tables.fastest(square, engine)
            if not row:
                continue
            kinds = [("", row["median_ms"])]
            if row["kernel_ms"]:
                kinds.append((", kernel", row["kernel_ms"]))
            for kind, ms in kinds:
                lines.setdefault(engine + kind, []).append((side, side * side / ms / 1000))
    return list(lines.items())


def main():
    axes = "set format '%.0f'\nset xlabel 'side of the image, pixels'\nset ylabel 'million pixels a second'\n"
    results = tables.load("images")
    machine, rows = results["machine"], results["rows"]
    processor = ("wavefront", "block", "serial-ec", "serial-ed", "plain")
    for name, device, engines in (("speed-processor", machine["cpu"] or "a processor", processor),
                                  ("speed-gpu", machine["gpu"], (*tables.gpu_engines(rows), *processor))):
        plot(name, f"{axes}set title 'Black and white, Floyd-Steinberg, 8 bits: {device}'",
             speeds(rows, engines), engine_of=lambda title: title.split(",")[0])


if __name__ == "__main__":
    main()
