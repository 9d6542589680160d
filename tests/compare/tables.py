#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the tables of scores, in README.md and docs/quality.md, from tests/compare/results/*.json.

    tests/compare/tables.py             writes them into the documents, between their marks
    tests/compare/tables.py --check     fails if the documents have different tables

board.py and presets.py write these files."""

import json
import pathlib
import sys
import textwrap

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TESTS / "compare" / "results"
DEFAULT, SETTINGS, REFINED, BOUND = "errdiff", "errdiff with settings", "errdiff refined", "bound"
SEARCHES = ("epaper-dithering, search", BOUND)  # what does not only diffuse errors
# For each measure, its digits after the point, and whether more of it is better.
MEASURES = {"sE": (2, False), "FLIP": (3, False), "SSIM": (3, True), "P1": (1, True), "P2": (1, True),
            "tone": (3, False)}
ABOUT = {
    "sE": "the difference of colors that an eye sees from about 60 cm; less is better",
    "FLIP": "how much images differ when they are flipped back and forth; less is better",
    "SSIM": "the similarity of structures near the dots; more is better",
    "P1": "lightness seen from nearby, in dB; more is better",
    "P2": "lightness seen from afar, in dB; more is better",
    "tone": "how much the mean light differs; less is better",
}


def scores(name):
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def filled(text):
    return textwrap.fill(text, 120, break_on_hyphens=False, break_long_words=False)


def mean(board, task, name, measure):
    """The mean of a measure of all photographs, of tone without its sign; None if the program cannot do the task."""
    rows = task["measures"].get(name)
    if not rows or measure not in board["measures"]:
        return None
    figures = [row[board["measures"].index(measure)] for row in rows]
    return sum(map(abs, figures) if measure == "tone" else figures) / len(figures)


def titled(name):
    return name.replace(", ", " with ")


def text(figure, measure):
    return "–" if figure is None else f"{figure:.{MEASURES[measure][0]}f}"


def is_ahead(figure, other, measure):
    return figure is not None and (figure > other if MEASURES[measure][1] else figure < other)


def ahead(board, task, measure, ours, names=None):
    """The programs that are ahead of ours in a measure, the best first."""
    figures = {name: mean(board, task, name, measure) for name in names or board["programs"]}
    better = [name for name in figures if is_ahead(figures[name], mean(board, task, ours, measure), measure)]
    return sorted(better, key=figures.get, reverse=MEASURES[measure][1])


def diffusing(board):
    return [name for name in board["programs"] if name not in SEARCHES]


def best_other(board, task, measure):
    figures = {name: mean(board, task, name, measure) for name in diffusing(board)}
    able = [name for name in figures if figures[name] is not None]
    return sorted(able, key=figures.get, reverse=MEASURES[measure][1])[0]


def count_ahead(board, measure, ours):
    """In how many tasks no other program that diffuses errors is ahead of ours."""
    return sum(not ahead(board, task, measure, ours, diffusing(board)) for task in board["tasks"])


def summary(board):
    count = len(board["tasks"])
    by_measure = [", ".join(f"{measure} {count_ahead(board, measure, ours)}" for measure in MEASURES)
                  for ours in (DEFAULT, SETTINGS, REFINED)]
    return filled(f"In this many of the {count} tasks no other program that diffuses errors is ahead of `errdiff`: by "
                  f"default {by_measure[0]}; with settings {by_measure[1]}; with these and `--refine 2` "
                  f"{by_measure[2]}.")


def others_ahead(board, ours):
    """A sentence for each measure in which another program is ahead of errdiff, in a task."""
    lines = []
    for measure in MEASURES:
        found = [f"{task['title']} ({', '.join(map(titled, names))})" for task in board["tasks"]
                 if (names := ahead(board, task, measure, ours))]
        lines.append(f"- {measure}: {'; '.join(found) or 'nowhere'}.")
    return "\n".join(textwrap.fill(line, 120, subsequent_indent="  ", break_on_hyphens=False) for line in lines)


def readme_table(board):
    rows = []
    for task in board["tasks"]:
        other = best_other(board, task, "sE")
        figures = [text(mean(board, task, name, "sE"), "sE") for name in (DEFAULT, SETTINGS, REFINED, other, BOUND)]
        if ahead(board, task, "sE", SETTINGS, [other]):
            figures[3] = f"**{figures[3]}**"
        rows.append([task["title"], *figures[:3], f"{figures[3]} {other}", figures[4]])
    head = ["colors", "`errdiff`", "with settings", "refined", "best other program", "bound"]
    return table(head, rows)


def settings_table(board):
    rows = [[task["title"], f"`{task['default']}`", f"`{task['settings']}`" if task["settings"] != task["default"]
             else "the same"] for task in board["tasks"]]
    return table(["colors", "by default", "with settings"], rows)


def measure_table(board, measure):
    names = [DEFAULT, SETTINGS, REFINED, *board["programs"], BOUND]
    rows = []
    for task in board["tasks"]:
        better = ahead(board, task, measure, SETTINGS)
        cells = ((name, text(mean(board, task, name, measure), measure)) for name in names)
        rows.append([task["title"], *(f"**{cell}**" if name in better else cell for name, cell in cells)])
    return f"**{measure}**, {ABOUT[measure]}:\n\n" + table([measure, *map(titled, names)], rows)


def board_tables(board):
    versions = ", ".join(f"{name} {board['programs'][name]}" for name in diffusing(board))
    head = filled(f"{len(board['photographs'])} photographs: {', '.join(board['photographs'])}. Programs: {versions}.")
    tables = (measure_table(board, measure) for measure in MEASURES if measure in board["measures"])
    return "\n\n".join([head, summary(board), "Others are ahead of `errdiff` with settings here, and bold below:",
                        others_ahead(board, SETTINGS), "And of `errdiff` with settings and `--refine 2` here:",
                        others_ahead(board, REFINED), *tables])


def search_table(board):
    rows = []
    for task in board["tasks"]:
        figures = {(name, measure): mean(board, task, name, measure)
                   for name in (SETTINGS, REFINED, BOUND) for measure in ("sE", "P1", "P2", "SSIM")}
        gained = [f"{figures[REFINED, measure] - figures[SETTINGS, measure]:+.{MEASURES[measure][0]}f}"
                  for measure in ("P1", "P2", "SSIM")]
        rows.append([task["title"], f"{figures[REFINED, 'sE'] / figures[SETTINGS, 'sE']:.2f}",
                     f"{figures[REFINED, 'sE'] / figures[BOUND, 'sE']:.2f}", *gained])
    return table(["colors", "sE, of that without", "sE, of the bound", "P1", "P2", "SSIM"], rows)


def presets_table(presets):
    rows = [[f"`{name}`", *(text(mean(presets, {"measures": presets["presets"]}, name, measure), measure)
                            for measure in MEASURES)] for name in presets["presets"]]
    return table(["preset", *MEASURES], rows)


def main():
    board = scores("board")
    for document, parts in (
            ("README.md", {"scores of programs": readme_table(board)}),
            ("docs/quality.md", {"settings": settings_table(board), "scores of programs": board_tables(board),
                                 "scores of the search": search_table(board),
                                 "scores of presets": presets_table(scores("presets"))})):
        readme_tables.main(__doc__, "tests/compare/tables.py", "scores", parts, document)


if __name__ == "__main__":
    main()
