#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""same_files.py LINUX WINDOWS: both commands, the second in Wine, make the same files of PNGs and JPEGs, and the same
palettes of drawn images."""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data"
IMAGES = ["camera.png", "chelsea.png", "rocket.jpg", "formats/color.jpg", "formats/gray.jpg",
          "formats/progressive.jpg"]
# The name of the result, and the options.
JOBS = [
    # All that the JPEG was decoded to.
    ("out.pnm", ["--levels", "256"]),
    ("out.png", ["--levels", "4"]),
    ("out.png", ["--palette", "spectra-6", "--match", "oklab", "--indexed"]),
    ("out.bmp", ["--palette", "ega"]),
    ("out.png", ["--levels", "2", "--engine", "serial-ed", "--true-color"]),
    ("out.png", ["--colors", "16"]),
    ("out.png", ["--colors", "200"]),
]
DRAWN_IMAGES = 20


def file_by(command, image, name, options):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*command, *options, DATA / image, name], cwd=folder, capture_output=True, check=False)
        assert done.returncode == 0, (image, options, done.stderr.decode())
        return (Path(folder) / name).read_bytes()


def draw_image(generator):
    """Returns a small PNM. With few pixels many colors and channels are equally important, so that how equal ones are
    sorted decides the palette."""
    height, width, channels = generator.randint(1, 8), generator.randint(20, 60), generator.choice([1, 3])
    magic = "P5" if channels == 1 else "P6"
    return f"{magic} {width} {height} 255\n".encode() + generator.randbytes(width * height * channels)


linux, windows = sys.argv[1:]
for image in IMAGES:
    for name, options in JOBS:
        expected = file_by([linux], image, name, options)
        assert file_by(["wine", windows], image, name, options) == expected, (image, name, options)
print(f"{len(IMAGES) * len(JOBS)} files of PNGs and JPEGs are the same as on Linux")

generator = random.Random(42)
with tempfile.TemporaryDirectory() as folder:
    for number in range(DRAWN_IMAGES):
        image, options = Path(folder) / "in.pnm", ["--colors", str(generator.randint(2, 200))]
        image.write_bytes(draw_image(generator))
        expected = file_by([linux], image, "out.pnm", options)
        assert file_by(["wine", windows], image, "out.pnm", options) == expected, (number, options)
print(f"{DRAWN_IMAGES} drawn images have the same made palettes as on Linux")
