# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 presets.py FOLDER IMAGE: makes one image with the labeled result of each built-in
preset.

FOLDER is an empty folder to work in. It needs the same environment as tests/window.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP / "tests/support"))

from gimp import NONINTERACTIVE, PRESET_PROCEDURE, Gimp, make_home  # noqa: E402

SIDE = 100  # pixels of a tile before it is enlarged
COLUMNS = 4  # as wide as a page on GitHub, which then shows the sheet pixel for pixel
_PRESET = re.compile(r'\{"([a-z0-9-]+)", N_\("([^"]+)"\)')


def save(gimp, image, drawable, path):
    gimp.pdb("file-png-save", NONINTERACTIVE, image, drawable, path, path.name, 0, 9, 0, 0, 0, 0, 0)


def main(folder, sheet):
    presets = _PRESET.findall((TOP / "core/dither/preset_table.c").read_text())
    tiles = ["-label", "The photograph", folder / "photograph.png"]
    with Gimp(make_home(folder / "home", [os.environ["PLUGIN_EXE"]])) as gimp:
        image, = gimp.pdb("gimp-file-load", NONINTERACTIVE, TOP / "tests/data/chelsea.png", "chelsea")
        gimp.pdb("gimp-image-scale", image, 168, 112)
        gimp.pdb("gimp-image-crop", image, SIDE, SIDE, 26, 6)
        drawable, = gimp.pdb("gimp-image-get-active-drawable", image)
        save(gimp, image, drawable, folder / "photograph.png")
        for name, title in presets:
            _, layer, _ = gimp.pdb(PRESET_PROCEDURE, NONINTERACTIVE, image, drawable, name)
            save(gimp, image, layer, folder / f"{name}.png")
            tiles += ["-label", title, folder / f"{name}.png"]
        gimp.pdb("gimp-image-delete", image)
    subprocess.run(["mogrify", "-sample", "200%", *tiles[2::3]], check=True)
    subprocess.run(["montage", "-font", "DejaVu-Sans", "-pointsize", "10", *tiles, "-tile", f"{COLUMNS}x",
                    "-geometry", "+4+4", "-strip", "+dither", "-colors", "256",
                    "-define", "png:compression-level=9", f"png8:{sheet}"], check=True)


main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
