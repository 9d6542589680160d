# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared library exports the functions of its headers, with the versions that core/liberrdiff.map gives them, but
nothing else, and no module exports more than what loads it looks for."""

import os
import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]


def marked(mark, *paths):
    """Returns the names of the functions that are declared with `mark` in these files."""
    return {name for path in paths
            for name in re.findall(rf"^{mark}\b[^;(]*\b(\w+)\(", path.read_text(encoding="utf-8"), re.M)}


HOLOGRAM_HEADER = TOP / "core/include/errdiff_hologram.h"
HOLOGRAMS = marked("ERRDIFF_API", HOLOGRAM_HEADER)
# These are there without FFTW, too.
ALWAYS = marked("ERRDIFF_API", *set((TOP / "core/include").glob("*.h")) - {HOLOGRAM_HEADER})

# Of each module, the functions that are called by what loads it: the library, GEGL, the command, and Python.
ENTRIES = {"errdiff-cuda": {"errdiff_cuda_open"},
           "errdiff-dither": {"gegl_module_query", "gegl_module_register"},
           "errdiff-matlab": {"errdiff_matlab_read"},
           "_library": {"PyInit__library"}}


def listed_in_the_map():
    """Returns the symbols of core/liberrdiff.map with their versions, as pairs."""
    nodes = re.findall(r"^(ERRDIFF_\S+) \{(.*?)^\}", (TOP / "core/liberrdiff.map").read_text(encoding="utf-8"),
                       re.M | re.S)
    return {(symbol, version) for version, body in nodes for symbol in re.findall(r"^\s+(\w+);", body, re.M)}


def exported_by(path):
    lines = subprocess.run(["nm", "-D", "--defined-only", path], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    symbols = [line.split()[1:] for line in lines]
    # The versions are absolute symbols themselves.
    return {tuple(name.split("@@")) for kind, name in symbols if kind != "A"}


def test_the_map_lists_these_functions():
    assert sorted(symbol for symbol, _ in listed_in_the_map()) == sorted(ALWAYS | HOLOGRAMS)
    assert len(ALWAYS) > 30 and len(HOLOGRAMS) > 10


def test_the_library_exports_what_the_map_lists():
    built = ALWAYS | HOLOGRAMS if os.environ["ERRDIFF_HAS_HOLOGRAM"] == "1" else ALWAYS
    assert exported_by(os.environ["LIBERRDIFF"]) == {(symbol, version) for symbol, version in listed_in_the_map()
                                         if symbol in built}


@pytest.mark.parametrize("path", os.environ["ERRDIFF_MODULES"].split())
def test_a_module_exports_what_loads_it(path):
    symbols = {name for name, *_ in exported_by(path)}
    assert symbols <= ENTRIES[Path(path).name.split(".")[0]] and symbols
