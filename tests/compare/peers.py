#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures errdiff and other programs with the same palettes and photographs.

    ERRDIFF=build/command/errdiff tests/compare/peers.py RESULTS [PICTURES]

It writes the scores (score.py) to the file RESULTS, and all pictures to the folder PICTURES, if that is given.
tests/compare/tables.py makes the README's table from results/peers.json. Each program uses Floyd–Steinberg, with its
defaults otherwise, and the palette's colors as they look. errdiff has the options that are best for few inks.
packages.txt lists the packages; programs that are not installed are left out, except GIMP and Pillow.

didder (https://github.com/makew0rld/didder) is not in Debian. Version 1.3.0 can be built with
golang-github-disintegration-imaging-dev, golang-github-urfave-cli-v2-dev and golang-golang-x-image-dev, and with
https://github.com/makew0rld/dither 2.4.0. DIDDER is its path."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

import photographs

sys.path.insert(0, str(photographs.TOP / "tests/support"))

from gimp import NONINTERACTIVE, Gimp, make_home  # noqa: E402

ERRDIFF = os.environ.get("ERRDIFF", "errdiff")
DIDDER = os.environ.get("DIDDER", "didder")
PALETTES = {
    "black-and-white": ["000000", "ffffff"],
    "game-boy": ["0f380f", "306230", "8bac0f", "9bbc0f"],
    "acep-7": ["393039", "ffffff", "3a5b46", "3d3b5e", "9c484b", "d0be47", "b16a49"],
    "e-paper-7": ["000000", "ffffff", "00ff00", "0000ff", "ff0000", "ffff00", "ff8000"],
    "pico-8": ["000000", "1d2b53", "7e2553", "008751", "ab5236", "5f574f", "c2c3c7", "fff1e8", "ff004d", "ffa300",
               "ffec27", "00e436", "29adff", "83769c", "ff77a8", "ffccaa"],
}
FLOYD_STEINBERG = 1  # GIMP's CONVERT-DITHER-FS
CUSTOM_PALETTE = 4  # GIMP's CONVERT-PALETTE-CUSTOM


def swatches(colors):
    """An image with one pixel of each color."""
    image = Image.new("RGB", (len(colors), 1))
    image.putdata([tuple(bytes.fromhex(color)) for color in colors])
    return image


def errdiff(photograph, result, palette, colors):
    palette_file = result.with_suffix(".hex")
    palette_file.write_text("\n".join(colors) + "\n", encoding="utf-8")
    subprocess.run([ERRDIFF, photograph, result, "--palette", palette_file, "--kernel", "zhou-fang", "--serpentine",
                    "--linear"], check=True)


def didder(photograph, result, palette, colors):
    subprocess.run([DIDDER, "-i", photograph, "-o", result, "-p", " ".join("#" + color for color in colors), "edm",
                    "FloydSteinberg"], check=True)


def imagemagick(photograph, result, palette, colors):
    map_file = result.with_suffix(".map.png")
    swatches(colors).save(map_file)
    subprocess.run(["convert", photograph, "-dither", "FloydSteinberg", "-remap", map_file, f"png24:{result}"],
                   check=True)


def pillow(photograph, result, palette, colors):
    table = Image.new("P", (1, 1))
    table.putpalette(bytes.fromhex("".join(colors)))
    Image.open(photograph).quantize(palette=table, dither=Image.Dither.FLOYDSTEINBERG).convert("RGB").save(result)


def netpbm(photograph, result, palette, colors):
    """pamditherbw for black and white, pnmremap for the other palettes."""
    before, after, map_file = (result.with_suffix(end) for end in (".ppm", ".pam", ".map.ppm"))
    Image.open(photograph).save(before)
    swatches(colors).save(map_file)
    dither = "pamditherbw" if palette == "black-and-white" else f"pnmremap -mapfile={map_file}"
    to_gray = "ppmtopgm |" if palette == "black-and-white" else ""
    with before.open("rb") as source, after.open("wb") as target:
        subprocess.run(f"{to_gray} {dither} -floyd -randomseed=1 | pamtopnm", shell=True, stdin=source, stdout=target,
                       stderr=subprocess.DEVNULL, check=True)
    Image.open(after).convert("RGB").save(result)


class GimpIndexed:
    """GIMP's Indexed mode."""

    def __init__(self, gimp):
        self.gimp = gimp

    def __call__(self, photograph, result, palette, colors):
        call = self.gimp.pdb
        name, = call("gimp-palette-new", palette)
        for color in colors:
            values = " ".join(map(str, bytes.fromhex(color)))
            self.gimp.evaluate(f'(gimp-palette-add-entry "{name}" "" (list {values}))')
        image, = call("gimp-file-load", NONINTERACTIVE, photograph, photograph.name)
        call("gimp-image-convert-indexed", image, FLOYD_STEINBERG, CUSTOM_PALETTE, 0, 0, 0, name)
        drawable, = call("gimp-image-get-active-drawable", image)
        call("file-png-save", NONINTERACTIVE, image, drawable, result, result.name, 0, 9, 0, 0, 0, 0, 0)
        call("gimp-image-delete", image)
        call("gimp-palette-delete", name)


def measure(programs, paths, folder):
    scores = {}
    for palette, colors in PALETTES.items():
        for photograph in paths:
            for program, dither in programs.items():
                result = folder / f"{palette}-{program}-{photograph.name}"
                dither(photograph, result, palette, colors)
                scores.setdefault(palette, {}).setdefault(photograph.stem, {})[program] = photographs.measure(
                    photograph, result)
    return scores


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    programs = {"errdiff": errdiff, "Pillow": pillow}
    for name, program, dither in (("didder", DIDDER, didder), ("ImageMagick", "convert", imagemagick),
                                  ("netpbm", "pamditherbw", netpbm)):
        if shutil.which(program):
            programs[name] = dither
    with tempfile.TemporaryDirectory() as work:
        folder = Path(sys.argv[2] if len(sys.argv) == 3 else work).resolve()
        folder.mkdir(exist_ok=True)
        with Gimp(make_home(Path(work) / "home", [])) as gimp:
            programs["GIMP"] = GimpIndexed(gimp)
            scores = measure(programs, photographs.write_all(work), folder)
    Path(sys.argv[1]).write_text(json.dumps(scores, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
