# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the string literals of C sources, and whether they are marked for translation."""

import re
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parents[2]

# g_dngettext's first argument is the domain.
MARKS = ("_", "N_", "C_", "NC_", "g_dngettext", "ngettext")

_TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#[^\n]*|\\\n   # comments, preprocessor
                        |(?P<text>"(?:[^"\\\n]|\\.)*")|'(?:[^'\\]|\\.)*'
                        |(?P<name>[A-Za-z_]\w*)|(?P<other>[^\s])""", re.S | re.M | re.X)


class Text(NamedTuple):
    line: int
    text: str      # as written in the source; adjacent literals are joined
    marked: bool
    calls: tuple   # the functions in whose arguments it stands, the innermost last


def texts(source):
    """The string literals of a C source."""
    found, calls, last_name, joining = [], [], "", False
    for token in _TOKEN.finditer(source):
        text = token["text"]
        if text is not None:
            if joining:
                found[-1] = found[-1]._replace(text=found[-1].text + text[1:-1])
            else:
                line = source.count("\n", 0, token.start()) + 1
                found.append(Text(line, text[1:-1], any(call in MARKS for call in calls),
                                  tuple(calls)))
            joining, last_name = True, ""
        elif token["name"]:
            joining, last_name = False, token["name"]
        elif token["other"]:
            if token["other"] == "(":
                calls.append(last_name)
            elif token["other"] == ")" and calls:
                calls.pop()
            joining, last_name = False, ""
    return found


def sources(*folders):
    return sorted(path for folder in folders for path in (TOP / folder).rglob("*.*")
                  if path.suffix in (".c", ".cu", ".h"))


def name_of(path):
    return path.relative_to(TOP).as_posix()
