#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the built-in presets with the photographs, in a real GIMP.

    PLUGIN_EXE=build/plugin/gimp-error-diffusion tests/compare/presets.py RESULTS [IMAGES]

It writes the measures (quality.py) to the file RESULTS: those of each preset and photograph. It also writes all
images to the folder IMAGES, if that is given. tests/compare/tables.py makes the table of docs/quality.md from
results/presets.json. Presets with a dot gain are measured as they are printed, with round dots that gain as much.
Besides GIMP it needs the packages that board.py names."""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

import numpy
from PIL import Image

import dot_gain
import photographs
import quality

sys.path.insert(0, str(photographs.TOP / "tests/support"))

from gimp import NONINTERACTIVE, PRESET_PROCEDURE, Gimp, PdbError, make_home  # noqa: E402

# Presets for paper, whose lightest color is the white for the eyes of a viewer, and presets without colors.
PAPER = ("newspaper", "risograph", "spectra-6", "bwry")
GRAY = ("newspaper", "laser-engraving", "receipt-printer", "classic-mac")
# The radius in pixels of round dots that gain as much as these presets say: 25, 20 and 15 percent.
DOTS = {"newspaper": 0.731, "laser-engraving": 0.696, "receipt-printer": 0.663}


def names(gimp, image, drawable):
    """The presets that the message for an unknown name lists."""
    try:
        gimp.pdb(PRESET_PROCEDURE, NONINTERACTIVE, image, drawable, "?")
    except PdbError as failure:
        return re.findall("“([^”?]+)”", str(failure))
    raise AssertionError("an unknown preset was accepted")


def results(gimp, photograph, folder):
    """Dithers a photograph with each preset: pairs of the preset's name and the result's path."""
    image, = gimp.pdb("gimp-file-load", NONINTERACTIVE, photograph, photograph.name)
    drawable, = gimp.pdb("gimp-image-get-active-drawable", image)
    for name in names(gimp, image, drawable):
        _, layer, _ = gimp.pdb(PRESET_PROCEDURE, NONINTERACTIVE, image, drawable, name)
        path = folder / f"{name}-{photograph.name}"
        gimp.pdb("file-png-save", NONINTERACTIVE, image, layer, path, path.name, 0, 9, 0, 0, 0, 0, 0)
        yield name, path
    gimp.pdb("gimp-image-delete", image)


def white(name, result):
    """The color to which the eyes of a viewer have adapted; None for white."""
    if name not in PAPER:
        return None
    colors = numpy.unique(result.reshape(-1, 3), axis=0)
    return colors[(quality.light(colors) @ quality.XYZ[1]).argmax()]


def printed(result, radius):
    """An image in two colors as it is printed with round dots of the darker one: display values of 0 to 255."""
    colors = quality.light(numpy.unique(result.reshape(-1, 3), axis=0))
    ink, paper = colors[colors.sum(axis=1).argmin()], colors[colors.sum(axis=1).argmax()]
    dots = quality.light(result).sum(axis=-1) < (ink + paper).sum() / 2
    share = dot_gain.covered(dots, radius) / dot_gain.covered(numpy.ones((3, 3), bool), radius)[1, 1]
    return 255 * quality.displayed(paper + (ink - paper) * share[..., None])


def measured(originals, name, path):
    """The measures of a preset's result, compared with the first or, in gray, with the second of the originals."""
    result = numpy.asarray(Image.open(path).convert("RGB"))
    seen = quality.seen(printed(result, DOTS[name]) if name in DOTS else result, white(name, result))
    measures = quality.measure(originals[name in GRAY], seen)
    return [round(figure, 4) for figure in measures.values()]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    scores = {}
    with tempfile.TemporaryDirectory() as work:
        folder = Path(sys.argv[2] if len(sys.argv) == 3 else work).resolve()
        folder.mkdir(exist_ok=True)
        home = make_home(Path(work) / "home", [os.environ["PLUGIN_EXE"]])
        gray = Path(work) / "gray"
        gray.mkdir()
        with Gimp(home) as gimp:
            for photograph in photographs.write_all(work):
                originals = [quality.seen(quality.opened(path))
                             for path in (photograph, photographs.in_gray(photograph, gray))]
                for name, path in results(gimp, photograph, folder):
                    scores.setdefault(name, []).append(measured(originals, name, path))
    measures = ", ".join(f'"{name}"' for name in quality.BETTER if name != "FLIP" or quality.flip_evaluator)
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(rows)}" for name, rows in scores.items())
    Path(sys.argv[1]).write_text(f'{{\n "measures": [{measures}],\n "presets": {{\n{lines}\n }}\n}}\n',
                                 encoding="utf-8")


if __name__ == "__main__":
    main()
