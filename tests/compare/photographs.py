# SPDX-License-Identifier: GPL-3.0-or-later
"""The photographs that presets and programs are compared with."""

from pathlib import Path

from PIL import Image

import score

TOP = Path(__file__).resolve().parents[2]
NAMES = ("camera.png", "chelsea.png", "coffee.png", "rocket.jpg")


def write_all(folder):
    """Writes the photographs as PNGs in sRGB, without a profile, because not every program reads profiles: their
    paths. The file's name without its end is that of the photograph."""
    paths = [Path(folder) / f"{Path(name).stem}.png" for name in NAMES]
    for name, path in zip(NAMES, paths):
        score.opened(TOP / "tests/data" / name).save(path)
    return paths


def measure(photograph, result):
    """The score of a result, both given as paths: a list of the two figures, as they are kept in files. The result's
    values are sRGB; a profile, which GIMP adds, says only that."""
    pictures = (Image.open(path).convert("RGB") for path in (photograph, result))
    return [round(figure, 4) for figure in score.score(*pictures)]
