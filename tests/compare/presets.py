#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the built-in presets with the photographs, in a real GIMP.

    PLUGIN_EXE=build/plugin/gimp-error-diffusion tests/compare/presets.py RESULTS [PICTURES]

It writes the scores (score.py) to the file RESULTS: a score for each preset and photograph. It also writes all
pictures to the folder PICTURES, if that is given. tests/compare/tables.py makes the table of docs/quality.md from
results/presets.json and from results/presets-before.json, which has the scores of the plug-in before colors out of
gamut were mapped. Besides GIMP it needs the packages of score.py."""

import json
import os
import re
import sys
import tempfile
from pathlib import Path

import photographs

sys.path.insert(0, str(photographs.TOP / "tests/support"))

from gimp import NONINTERACTIVE, PRESET_PROCEDURE, Gimp, PdbError, make_home  # noqa: E402


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


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    scores = {}
    with tempfile.TemporaryDirectory() as work:
        folder = Path(sys.argv[2] if len(sys.argv) == 3 else work).resolve()
        folder.mkdir(exist_ok=True)
        home = make_home(Path(work) / "home", [os.environ["PLUGIN_EXE"]])
        with Gimp(home) as gimp:
            for photograph in photographs.write_all(work):
                for name, path in results(gimp, photograph, folder):
                    scores.setdefault(name, {})[photograph.stem] = photographs.measure(photograph, path)
    Path(sys.argv[1]).write_text(json.dumps(scores, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
