# SPDX-License-Identifier: GPL-3.0-or-later
"""Each file has a license and a copyright holder, whose names are the same everywhere."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]


def test_the_license_is_that_of_copying():
    text = (TOP / "LICENSES/GPL-3.0-or-later.txt").read_text(encoding="utf-8")
    assert text and (TOP / "COPYING").read_text(encoding="utf-8").endswith(text)


def test_debian_names_the_same_holders():
    stanzas = (TOP / "debian/copyright").read_text(encoding="utf-8").split("\n\n")
    debian = {file: (fields["Copyright"], fields["License"]) for stanza in stanzas
              for fields in [dict(re.findall(r"^(\w+): (\S.*)", stanza, re.M))] if "Copyright" in fields
              for file in re.findall(r"^(?:Files:)? +(tests/\S+)$", stanza, re.M)}
    named = {item["path"]: (item["SPDX-FileCopyrightText"],
                            item["SPDX-License-Identifier"].removeprefix("LicenseRef-"))
             for item in tomllib.loads((TOP / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
             if item["path"].startswith("tests/")}
    assert named == debian and len(named) == 4


def test_reuse_finds_no_fault():
    program = shutil.which("reuse")
    version = program and subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if not version or int(re.search(r"\d+", version)[0]) < 4:
        pytest.skip("reuse 4 or later is not installed")
    done = subprocess.run([program, "--root", TOP, "lint", "--quiet"], check=False)
    assert done.returncode == 0
