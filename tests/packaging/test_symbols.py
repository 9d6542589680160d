# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared libraries export the functions of their headers, with the versions that their maps give them, but nothing
else; that of images needs no library for holograms; and no module exports more than what loads it looks for."""

import os
import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]


def marked(mark, *paths):
    """Returns the names of the functions and constants that are declared with `mark` in these files."""
    return {name for path in paths
            for name in re.findall(rf"^{mark}\b[^;(]*\b(\w+)[(\[]", path.read_text(encoding="utf-8"), re.M)}


# What the library of holograms uses of that of images is marked like a public function, but has a version of its own.
PUBLIC = marked("ERRDIFF_API", *(TOP / "core/include").rglob("*.h"))
PRIVATE = marked("ERRDIFF_API", *(TOP / "core/base").glob("*.h"), TOP / "core/engines/cuda_module.h")
HOLOGRAMS = marked("ERRDIFF_API", *(TOP / "hologram/include").glob("*.h"))
MAPS = {"LIBERRDIFF": TOP / "core/liberrdiff.map", "LIBERRDIFF_HOLOGRAM": TOP / "hologram/liberrdiff-hologram.map"}

# Of each module, the functions that are called by what loads it: the library, GEGL, the command, and Python.
ENTRIES = {"errdiff-cuda": {"errdiff_cuda_open"},
           "errdiff-dither": {"gegl_module_query", "gegl_module_register"},
           "errdiff-matlab": {"errdiff_matlab_read"},
           "_library": {"PyInit__library"}, "_hologram_library": {"PyInit__hologram_library"}}


def listed_in_the_map(library):
    """Returns the symbols of the map of a library with their versions, as pairs."""
    nodes = re.findall(r"^(ERRDIFF_\S+) \{(.*?)^\}", MAPS[library].read_text(encoding="utf-8"), re.M | re.S)
    return {(symbol, version) for version, body in nodes for symbol in re.findall(r"^\s+(\w+);", body, re.M)}


def exported_by(path):
    lines = subprocess.run(["nm", "-D", "--defined-only", path], check=True, text=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    symbols = [line.split()[1:] for line in lines]
    # The versions are absolute symbols themselves.
    return {tuple(name.split("@@")) for kind, name in symbols if kind != "A"}


def test_the_maps_list_these_functions():
    listed = listed_in_the_map("LIBERRDIFF")
    assert {symbol for symbol, version in listed if version != "ERRDIFF_PRIVATE"} == PUBLIC
    assert {symbol for symbol, version in listed if version == "ERRDIFF_PRIVATE"} == PRIVATE
    assert {symbol for symbol, _ in listed_in_the_map("LIBERRDIFF_HOLOGRAM")} == HOLOGRAMS
    assert len(PUBLIC) > 30 and len(PRIVATE) > 10 and len(HOLOGRAMS) > 10


@pytest.mark.parametrize("library", [name for name in MAPS if name in os.environ])
def test_a_library_exports_what_its_map_lists(library):
    assert exported_by(os.environ[library]) == listed_in_the_map(library)


def test_only_the_library_of_holograms_needs_their_libraries():
    def needed_by(library):
        return set(re.findall(r"NEEDED.*\[lib(fftw3f|lapacke|errdiff)\.",
                              subprocess.run(["readelf", "-d", os.environ[library]], check=True, text=True,
                                             stdout=subprocess.PIPE).stdout))
    assert needed_by("LIBERRDIFF") == set()
    if "LIBERRDIFF_HOLOGRAM" in os.environ:
        assert needed_by("LIBERRDIFF_HOLOGRAM") == {"fftw3f", "lapacke", "errdiff"}


@pytest.mark.parametrize("path", os.environ["ERRDIFF_MODULES"].split())
def test_a_module_exports_what_loads_it(path):
    # Where Clang counts coverage for the fuzzers, the linker marks the start and the end of its tables.
    symbols = {name for name, *_ in exported_by(path) if not name.endswith(("__sancov_cntrs", "__sancov_pcs"))}
    assert symbols <= ENTRIES[Path(path).name.split(".")[0]] and symbols
