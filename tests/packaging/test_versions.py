# SPDX-License-Identifier: GPL-3.0-or-later
"""All files that name the version of the project name the same one."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
METAINFO = "plugin/metainfo/org.gimp.GIMP.Plugin.ErrorDiffusion.metainfo.xml.in"


def first_match(path, pattern):
    return re.search(pattern, (TOP / path).read_text(encoding="utf-8"), re.M)[1]


@pytest.mark.parametrize("path, pattern", [
    ("CHANGELOG.md", r"^## (\d\S*)"),
    ("debian/changelog", r"^gimp-error-diffusion \(([^)-]+)-\d+\)"),
    (METAINFO, r'<release version="([^"]+)"'),
])
def test_the_version_is_that_of_the_project(path, pattern):
    assert first_match(path, pattern) == first_match("meson.build", r"^\s+version: '([^']+)'")


def test_the_release_has_the_same_date_everywhere():
    assert first_match(METAINFO, r'<release [^>]*date="([^"]+)"') == first_match("CHANGELOG.md", r"^## \S+ \(([^)]+)\)")
