# SPDX-License-Identifier: GPL-3.0-or-later
"""The calls of GIMP 2.10 in the documents work as they stand there; test_gimp3.py has those of GIMP 3."""

import os
import re
import shutil
import subprocess

import pytest
from conftest import TESTS
from gimp import only_in_gimp_2


def run_command(*words):
    subprocess.run([os.environ["ERRDIFF"], *words], check=True)


def pixels_of(folder, name):
    """The pixels of a PNG, which 256 levels do not change, in a PPM."""
    run_command(folder / name, folder / "pixels.ppm", "--levels", "256")
    return (folder / "pixels.ppm").read_bytes()


@only_in_gimp_2("test_gimp3.py")
@pytest.mark.parametrize(("document", "options"), [
    ("README.md", ["--levels", "4"]),
    ("docs/scripts.md", ["--palette", "game-boy", "--linear", "--gamut", "compress", "--compress", "40"])])
def test_call(images, document, options):
    text = (TESTS.parent / document).read_text(encoding="utf-8")
    script, = re.findall(r"^    gimp -i -b '\n(.*?)' \\\n      -b '\(gimp-quit 1\)'$", text, re.M | re.S)
    folder = images.folder
    shutil.copy(TESTS / "data/chelsea.png", folder / "in.png")
    images.gimp.evaluate(re.sub(r'"(in|out)\.png"', rf'"{folder}/\1.png"', script))
    run_command(folder / "in.png", folder / "expected.png", *options)
    assert pixels_of(folder, "out.png") == pixels_of(folder, "expected.png")
