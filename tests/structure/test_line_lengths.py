# SPDX-License-Identifier: GPL-3.0-or-later
"""No line is too long, comments included: clang-format leaves some of them as they are."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
FOLDERS = ("bench", "command", "core", "devices", "docs", "hologram", "manual", "plugin", "python", "resize",
           "settings", "ui", "po", "tests")
LIMITS = {".c": 100, ".h": 100, ".cu": 100, ".cuh": 100, ".md": 120, ".py": 120, ".sh": 120, ".build": 120}

# Markdown has no way to break these: a row of a table, and a line that is a single link or image.
UNBREAKABLE = re.compile(r"\s*(\||!?\[[^]]*\]\(\S+\)$)")


def find_long_lines(path, text):
    limit = LIMITS[path.suffix]
    return [f"{path}:{number}: {len(line)} columns, {limit} are possible"
            for number, line in enumerate(text.splitlines(), 1)
            if len(line) > limit and not (path.suffix == ".md" and UNBREAKABLE.match(line))]


def list_sources():
    paths = [path for path in TOP.iterdir() if path.is_file()]
    for folder in FOLDERS:
        paths += (TOP / folder).rglob("*")
    return sorted(path.relative_to(TOP) for path in paths if path.suffix in LIMITS)


def test_no_line_is_too_long():
    paths = list_sources()
    assert {path.suffix for path in paths} == set(LIMITS)
    faults = [fault for path in paths
              for fault in find_long_lines(path, (TOP / path).read_text(encoding="utf-8"))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("suffix", LIMITS)
def test_a_long_line_is_found(suffix):
    limit, path = LIMITS[suffix], Path("folder/name" + suffix)
    assert find_long_lines(path, "é" * limit + "\n") == []
    assert find_long_lines(path, f"short\n// {'a' * limit}\n") == \
        [f"{path}:2: {limit + 3} columns, {limit} are possible"]


def test_only_markdown_may_have_long_rows_of_tables():
    row = f"| {'a ' * 100}|"
    assert find_long_lines(Path("table.md"), row) == []
    assert len(find_long_lines(Path("table.py"), row)) == 1
