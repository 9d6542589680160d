# SPDX-License-Identifier: GPL-3.0-or-later
"""The photographs that presets and programs are compared with."""

from pathlib import Path

import numpy
from PIL import Image

import quality

TOP = Path(__file__).resolve().parents[2]
OWN = [TOP / "tests/data" / name for name in ("camera.png", "chelsea.png", "coffee.png", "rocket.jpg")]
WIDTH = 640  # pixels, to which larger photographs are reduced
_SUFFIXES = {".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}


def listed(paths):
    """The files at the paths, and those in folders at them."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(each for each in path.iterdir() if each.suffix.lower() in _SUFFIXES)
        else:
            yield path


def reduced(path):
    """The photograph in a file as an image in sRGB, reduced if it is large."""
    image = Image.fromarray(quality.opened(path))
    if image.width <= WIDTH:
        return image
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)


def write_all(folder, more=()):
    """Writes the project's photographs and more as PNGs in sRGB, without a profile, because not every program reads
    profiles: their paths. The file's name without its end is that of the photograph."""
    paths = []
    for source in (*OWN, *more):
        paths.append(Path(folder) / f"{source.stem}.png")
        reduced(source).save(paths[-1])
    return paths


def in_gray(path, folder):
    """Writes a photograph, given as its path, in gray of the same luminance: its path."""
    luminance = numpy.clip(quality.light(quality.opened(path)) @ quality.XYZ[1], 0, 1)
    target = Path(folder) / path.name
    Image.fromarray(numpy.rint(255 * quality.displayed(luminance)).astype(numpy.uint8)).save(target)
    return target
