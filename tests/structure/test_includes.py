# SPDX-License-Identifier: GPL-3.0-or-later
"""Which file includes which: a folder includes only those that it may, and no files include each other in circles."""

import os
import re
from collections import defaultdict
from pathlib import Path

from folders import ALLOWED_ONCE, FOLDERS, GENERATED, INCLUDE_FOLDERS

TOP = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
ENDINGS = {".c", ".h", ".cu", ".cuh"}


def read_sources():
    """Returns the text of each source of the product, by its path."""
    return {str(path.relative_to(TOP)): path.read_text(encoding="utf-8")
            for folder in ("bench", "command", "core", "devices", "hologram", "manual", "plugin", "resize", "settings",
                           "ui")
            for path in sorted((TOP / folder).rglob("*"))
            if path.suffix in ENDINGS and (TOP / "hologram/tests") not in path.parents}


def longest_prefix(path, names):
    """Returns the longest of the folders `names` that contain `path`, or None."""
    return max((name for name in names if path.startswith(name + "/")), key=len, default=None)


def find_included(path, written, sources):
    """Returns the path of the file that `path` includes by the name `written`, or None if there is none."""
    folders = [os.path.dirname(path), *INCLUDE_FOLDERS[longest_prefix(path, INCLUDE_FOLDERS)]]
    candidates = (os.path.normpath(os.path.join(folder, written)) for folder in folders)
    return next((candidate for candidate in candidates if candidate in sources), None)


def read_includes(sources):
    """Returns the includes of all sources as pairs of paths, and a sentence for each included file that is missing."""
    pairs, faults = [], []
    for path, text in sources.items():
        for written in INCLUDE.findall(text):
            included = find_included(path, written, sources)
            if included:
                pairs.append((path, included))
            elif written not in GENERATED:
                faults.append(f"{path}: includes {written}, which is not where it may look")
    return pairs, faults


def find_breaches(sources):
    """Returns a sentence for each include that folders.py does not allow."""
    pairs, breaches = read_includes(sources)
    breaches += [f"{path}: it is in none of the folders" for path in sources
                 if not longest_prefix(path, FOLDERS)]
    for path, included in pairs:
        folder, other = (longest_prefix(name, FOLDERS) for name in (path, included))
        if folder and other and folder != other and other not in FOLDERS[folder] and \
                (path, included) not in ALLOWED_ONCE:
            breaches.append(f"{path}: {folder} may not include {included}")
    return breaches


def find_circles(sources):
    """Returns the sets of units (a source and its header) that include each other in a circle."""
    units = defaultdict(set)
    for path, included in read_includes(sources)[0]:
        one, other = (os.path.splitext(name)[0] for name in (path, included))
        units[one] |= {other} - {one}
    reached = {}

    def reach(unit):
        if unit not in reached:
            reached[unit] = set()
            found, left = set(), list(units[unit])
            while left:
                other = left.pop()
                if other not in found:
                    found.add(other)
                    left += units[other]
            reached[unit] = found
        return reached[unit]

    return {frozenset(other for other in reach(unit) if unit in reach(other)) for unit in list(units)
            if unit in reach(unit)}


def find_twins(sources):
    """Returns the names that files in several folders of the product have."""
    folders = defaultdict(list)
    for path in sources:
        folders[os.path.basename(path)].append(path)
    return {name: paths for name, paths in folders.items() if len(paths) > 1}


def test_includes_go_one_way():
    assert find_breaches(read_sources()) == []


def test_no_circle():
    assert find_circles(read_sources()) == set()


def test_a_file_name_stands_once():
    assert find_twins(read_sources()) == {}


def test_folders_are_there():
    paths = read_sources()
    for folder in FOLDERS:
        assert any(longest_prefix(path, FOLDERS) == folder for path in paths), f"{folder} is empty"
    for path, included in ALLOWED_ONCE:
        assert (path, included) in read_includes(paths)[0], f"{path} does not include {included}"


def test_a_breach_is_found():
    sources = read_sources()
    sources["core/rule/rule.h"] += '#include "engines/engine.h"\n'
    sources["command/formats/pnm.c"] += '#include "rule/rule.h"\n'
    assert find_breaches(sources) == [
        "command/formats/pnm.c: includes rule/rule.h, which is not where it may look",
        "core/rule/rule.h: core/rule may not include core/engines/engine.h"]


def test_a_circle_is_found():
    sources = {"core/base/a.h": '#include "b.h"\n', "core/base/b.c": '#include "a.h"\n', "core/base/b.h": ""}
    assert find_circles(sources) == {frozenset({"core/base/a", "core/base/b"})}


def test_a_twin_is_found():
    assert list(find_twins({"core/base/a.h": "", "core/rule/a.h": "", "core/rule/b.h": ""})) == ["a.h"]
