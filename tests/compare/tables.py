#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the tables of scores, in README.md and docs/quality.md, from tests/compare/results/*.json.

    tests/compare/tables.py             writes them into the documents, between their marks
    tests/compare/tables.py --check     fails if the documents have different tables

presets.py and peers.py write these files."""

import json
import pathlib
import sys
import textwrap

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "support"))

import readme_tables  # noqa: E402
from readme_tables import table  # noqa: E402

RESULTS = TESTS / "compare" / "results"


def scores(name):
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def mean(pairs):
    """The means of the differences and of the correlations, as text."""
    pairs = list(pairs)
    return "%.3f, %.3f" % tuple(sum(figures) / len(pairs) for figures in zip(*pairs))


def presets_table():
    before, now = scores("presets-before"), scores("presets")
    rows = [[f"`{name}`", mean(before[name].values()) if name in before else "–", mean(now[name].values())]
            for name in now]
    rows.append(["mean of all", *(mean(pair for preset in each.values() for pair in preset.values())
                                  for each in (before, now))])
    return table(["preset", "before", "now"], rows)


def wins(peers):
    """In how many comparisons with another program errdiff has the better difference and correlation, and the number
    of comparisons."""
    pairs = [(programs["errdiff"], programs[name]) for palette in peers.values() for programs in palette.values()
             for name in programs if name != "errdiff"]
    return (sum(ours[0] < theirs[0] for ours, theirs in pairs), sum(ours[1] > theirs[1] for ours, theirs in pairs),
            len(pairs))


def peers_table():
    peers = scores("peers")
    programs = list(next(iter(next(iter(peers.values())).values())))
    rows = [[f"`{palette}`", *(mean(each[program] for each in photographs.values()) for program in programs)]
            for palette, photographs in peers.items()]
    sentence = ("Of the %d×%d comparisons with another program on one photograph, `errdiff` has the smaller difference "
                "in %d of %d, and the greater correlation in %d.")
    smaller, greater, count = wins(peers)
    sentence %= (len(peers), count // len(peers), smaller, count, greater)
    return table(["palette", *programs], rows) + "\n\n" + textwrap.fill(sentence, 120, break_on_hyphens=False)


if __name__ == "__main__":
    for document, parts in (("README.md", {"scores of programs": peers_table()}),
                            ("docs/quality.md", {"scores of presets": presets_table()})):
        readme_tables.main(__doc__, "tests/compare/tables.py", "scores", parts, document)
