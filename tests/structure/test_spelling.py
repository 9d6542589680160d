# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts and names are spelled in American English, as in GIMP's interface. Words that are often written otherwise are
looked for."""

import re
from pathlib import Path

from test_line_lengths import TOP, list_sources

ROOTS = ("general", "initial", "minim", "normal", "optim", "quant", "recogn", "regular", "special", "summar",
         "synchron", "vector")
BRITISH = re.compile(rf"colour|neighbour|catalogue|labelled|levelled|signalled|analyse(?!s)|centre|centring|"
                     rf"(?:micro|milli|nano|centi)metre|(?:{'|'.join(ROOTS)})is(?:e[drs]?|ing|ations?)(?![a-z])", re.I)


def find_british(path, text):
    return [f"{path}:{number}: {found[0]}" for number, line in enumerate(text.splitlines(), 1)
            for found in BRITISH.finditer(line)]


def test_american_spelling():
    faults = [fault for path in list_sources() if (TOP / path).name != Path(__file__).name
              for fault in find_british(path, (TOP / path).read_text(encoding="utf-8"))]
    assert not faults, "\n".join(faults)


def test_british_spelling_is_found():
    assert find_british("a.c", "The Neighbours\nare quantised_here.") == ["a.c:1: Neighbour", "a.c:2: quantised"]
    assert find_british("a.c", "optimism, analyses, minimiser2") == ["a.c:1: minimiser"]
