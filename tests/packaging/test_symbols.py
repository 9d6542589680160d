# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared library exports the functions of its headers, with the versions that core/liberrdiff.map gives them, and
nothing else."""

import os
import re
import subprocess
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]


def declared_in(header):
    text = (TOP / "core/include" / header).read_text(encoding="utf-8")
    return set(re.findall(r"^ERRDIFF_API[^;(]*\b(errdiff_\w+)\(", text, re.M))


def listed_in_the_map():
    """Returns the symbols of core/liberrdiff.map with their versions, as pairs."""
    nodes = re.findall(r"^(ERRDIFF_\S+) \{(.*?)^\}", (TOP / "core/liberrdiff.map").read_text(encoding="utf-8"),
                       re.M | re.S)
    return {(symbol, version) for version, body in nodes for symbol in re.findall(r"^\s+(errdiff_\w+);", body, re.M)}


def exported_by_the_library():
    lines = subprocess.run(["nm", "-D", "--defined-only", os.environ["LIBERRDIFF"]], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    symbols = [line.split()[1:] for line in lines]
    # The versions are absolute symbols themselves.
    return {tuple(name.split("@@")) for kind, name in symbols if kind != "A"}


def test_the_map_lists_the_functions_of_the_headers():
    symbols = [symbol for symbol, _ in listed_in_the_map()]
    assert sorted(symbols) == sorted(declared_in("errdiff.h") | declared_in("errdiff_hologram.h"))


def test_the_library_exports_what_the_map_lists():
    expected = listed_in_the_map()
    if os.environ["ERRDIFF_HAS_HOLOGRAM"] == "0":
        left_out = declared_in("errdiff_hologram.h")
        expected = {(symbol, version) for symbol, version in expected if symbol not in left_out}
    assert exported_by_the_library() == expected
    assert len(expected) > 30
