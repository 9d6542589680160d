# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared library exports the functions of its headers, with the versions that core/liberrdiff.map gives them, and
those that FFTW calls, but nothing else."""

import os
import re
import subprocess
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def marked(path, mark):
    """Returns the names of the functions that are declared with `mark` in a file."""
    return set(re.findall(rf"^{mark}\b[^;(]*\b(\w+)\(", (TOP / path).read_text(encoding="utf-8"), re.M))


PICTURES = marked("core/include/errdiff.h", "ERRDIFF_API")
HOLOGRAMS = (marked("core/include/errdiff_hologram.h", "ERRDIFF_API") |
             marked("core/hologram/fftw_memory.c", "REPLACES_FFTW"))


def listed_in_the_map():
    """Returns the symbols of core/liberrdiff.map with their versions, as pairs."""
    nodes = re.findall(r"^(ERRDIFF_\S+) \{(.*?)^\}", (TOP / "core/liberrdiff.map").read_text(encoding="utf-8"),
                       re.M | re.S)
    return {(symbol, version) for version, body in nodes for symbol in re.findall(r"^\s+(\w+);", body, re.M)}


def exported_by_the_library():
    lines = subprocess.run(["nm", "-D", "--defined-only", os.environ["LIBERRDIFF"]], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    symbols = [line.split()[1:] for line in lines]
    # The versions are absolute symbols themselves.
    return {tuple(name.split("@@")) for kind, name in symbols if kind != "A"}


def test_the_map_lists_these_functions():
    assert sorted(symbol for symbol, _ in listed_in_the_map()) == sorted(PICTURES | HOLOGRAMS)
    assert len(PICTURES) > 30 and len(HOLOGRAMS) > 10


def test_the_library_exports_what_the_map_lists():
    built = PICTURES | HOLOGRAMS if os.environ["ERRDIFF_HAS_HOLOGRAM"] == "1" else PICTURES
    assert exported_by_the_library() == {(symbol, version) for symbol, version in listed_in_the_map()
                                         if symbol in built}
