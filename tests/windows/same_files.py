#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""same_files.py LINUX WINDOWS: both commands, the second in Wine, make the same files of PNGs and JPEGs."""

import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data"
PICTURES = ["camera.png", "chelsea.png", "rocket.jpg", "formats/color.jpg", "formats/gray.jpg",
            "formats/progressive.jpg"]
# The name of the result, and the options.
JOBS = [
    # All that the JPEG was decoded to.
    ("out.pnm", ["--levels", "256"]),
    ("out.png", ["--levels", "4"]),
    ("out.png", ["--palette", "spectra-6", "--match", "oklab", "--indexed"]),
    ("out.bmp", ["--palette", "ega"]),
    ("out.png", ["--levels", "2", "--engine", "serial-ed", "--true-color"]),
]


def file_by(command, picture, name, options):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*command, *options, DATA / picture, name], cwd=folder, capture_output=True, check=False)
        assert done.returncode == 0, (picture, options, done.stderr.decode())
        return (Path(folder) / name).read_bytes()


linux, windows = sys.argv[1:]
for picture in PICTURES:
    for name, options in JOBS:
        expected = file_by([linux], picture, name, options)
        assert file_by(["wine", windows], picture, name, options) == expected, (picture, name, options)
print(f"{len(PICTURES) * len(JOBS)} files of PNGs and JPEGs are the same as on Linux")
