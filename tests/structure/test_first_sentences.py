# SPDX-License-Identifier: GPL-3.0-or-later
"""Every C and CUDA file of the product says first, in a comment after its license, what it is."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
FOLDERS = ("bench", "command", "core", "devices", "hologram", "plugin", "resize", "settings", "ui")
ENDINGS = {".c", ".cu"}
# REUSE-IgnoreStart
LICENSE = "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
# REUSE-IgnoreEnd

# The text of the first comment.
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)

# The full stop that ends a sentence; that of a name such as palette.c does not.
FULL_STOP = re.compile(r"\S\.(\s|$)")


def read_sources():
    """Returns the text of each C and CUDA file of the product, by its path."""
    return {str(path.relative_to(TOP)): path.read_text(encoding="utf-8")
            for folder in FOLDERS for path in sorted((TOP / folder).rglob("*"))
            if path.suffix in ENDINGS and "tests" not in path.relative_to(TOP).parts}


def read_first_paragraph(comment):
    """Returns the first paragraph of a comment's text as one line, without the stars at the beginnings of lines."""
    lines = [line.strip().removeprefix("*").strip() for line in comment.strip().splitlines()]
    return " ".join("\n".join(lines).strip().split("\n\n")[0].split())


def find_fault(text):
    """Returns what is wrong with the beginning of a file, or None."""
    if not text.startswith(LICENSE):
        return "its first line is not the license"
    comment = COMMENT.match(text, len(LICENSE))
    if not comment:
        return "no comment after the license says what it is"
    if not FULL_STOP.search(read_first_paragraph(comment[1])):
        return "its first sentence has no full stop"
    return None


def test_every_file_says_what_it_is():
    sources = read_sources()
    for folder in FOLDERS:
        assert any(path.startswith(folder + "/") for path in sources), f"{folder} is empty"
    faults = [f"{path}: {find_fault(text)}" for path, text in sources.items() if find_fault(text)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("text", [
    "/* Reads palettes. */\n#include <stdio.h>\n",
    "/* Reads palettes, as\n * palette.c has them. They are small. */\n#define A\n",
    "/*\n * Reads palettes.\n *\n *    a table\n */\n",
])
def test_a_first_sentence_is_found(text):
    assert find_fault(LICENSE + text) is None


@pytest.mark.parametrize("text, fault", [
    ("", "no comment after the license says what it is"),
    ('#include "palette.h"\n\n/* Reads palettes. */\n', "no comment after the license says what it is"),
    ("#define _POSIX_C_SOURCE 200809L\n/* Reads palettes. */\n", "no comment after the license says what it is"),
    ("\n/* Reads palettes. */\n", "no comment after the license says what it is"),
    ("/* Reads palettes */\n/* The end. */\n", "its first sentence has no full stop"),
    ("/*\n * palette.c\n *\n * Reads palettes.\n */\n", "its first sentence has no full stop"),
    ("/* . */\n", "its first sentence has no full stop"),
])
def test_a_missing_first_sentence_is_found(text, fault):
    assert find_fault(LICENSE + text) == fault


def test_a_missing_license_is_found():
    assert find_fault("/* Reads palettes. */\n") == "its first line is not the license"
