# SPDX-License-Identifier: GPL-3.0-or-later
"""How other programs carry out the tasks of tasks.py, for board.py.

Each program diffuses errors by its defaults, with the palette's colors as they look. Where it offers to work in linear
light or to fit an image to inks, it does so. `PEERS` lists the programs; those that are not installed are left out.

didder (https://github.com/makew0rld/didder) is not in Debian. Version 1.3.0 can be built with
golang-github-disintegration-imaging-dev, golang-github-urfave-cli-v2-dev and golang-golang-x-image-dev, and with
https://github.com/makew0rld/dither 2.4.0. DIDDER is its path."""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy
from PIL import Image

import photographs

sys.path.insert(0, str(photographs.TOP / "tests/support"))

from gimp import NONINTERACTIVE, Gimp, make_home  # noqa: E402

# It refines its result by a search, as search.py does, so it does not only diffuse errors.
SEARCHING = "epaper-dithering, search"
NAMES = ("ImageMagick", "GIMP", "GEGL", "ffmpeg", "netpbm", "Pillow", "pngquant", "didder", "dithering",
         "epaper-dithering", SEARCHING)
DIDDER = os.environ.get("DIDDER", "didder")
_FLOYD_STEINBERG = 1  # GIMP's CONVERT-DITHER-FS
_GENERATED, _CUSTOM = 0, 4  # GIMP's CONVERT-PALETTE-GENERATE and CONVERT-PALETTE-CUSTOM


@dataclass(frozen=True)
class Peer:
    """name; version; can: whether it can carry out a task; dither(photograph, result, task): writes the result to a
    PNG. Both files are given as paths."""
    name: str
    version: str
    can: Callable
    dither: Callable


def _run(*command, **more):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          **more).stdout


def _rgb(task):
    return [tuple(bytes.fromhex(color)) for color in task.palette]


def _swatches(task, size=None):
    """An image of the palette's colors, one pixel each, and the last one again up to the size."""
    width, height = size or (task.count, 1)
    image = Image.new("RGB", (width, height))
    image.putdata(_rgb(task) + _rgb(task)[-1:] * (width * height - task.count))
    return image


def _imagemagick(photograph, result, task):
    with tempfile.NamedTemporaryFile(suffix=".png") as swatches:
        if task.palette:
            _swatches(task).save(swatches.name)
        colors = ("-remap", swatches.name) if task.palette else ("-colors", task.count)
        _run("convert", photograph, "-dither", "FloydSteinberg", *colors, f"png24:{result}")


def _netpbm(photograph, result, task):
    """pamditherbw, pnmremap, or pnmquant."""
    image = Image.open(photograph)
    with tempfile.TemporaryDirectory() as folder:
        before, swatches = Path(folder, "before.pnm"), Path(folder, "swatches.ppm")
        image.save(before)
        if task.levels == 2 and task.gray:
            command = ("pamditherbw", "-floyd", "-randomseed=1", before)
        elif task.palette:
            _swatches(task).save(swatches)
            command = ("pnmremap", f"-mapfile={swatches}", "-floyd", "-randomseed=1", before)
        else:
            command = ("pnmquant", "-floyd", "-randomseed=1", task.count, before)
        Path(folder, "after.pnm").write_bytes(_run("pamtopnm", input=_run(*command)))
        Image.open(Path(folder, "after.pnm")).convert("RGB").save(result)


def _ffmpeg(photograph, result, task):
    call = ("ffmpeg", "-nostdin", "-loglevel", "error", "-i", photograph)
    with tempfile.NamedTemporaryFile(suffix=".png") as swatches:
        if task.palette:
            _swatches(task, (16, 16)).save(swatches.name)
        else:
            _run(*call, "-vf", f"palettegen=max_colors={task.count}:reserve_transparent=0", "-y", swatches.name)
        _run(*call, "-i", swatches.name, "-lavfi", "paletteuse", "-y", result)


def _gegl(photograph, result, task):
    levels = [f"{channel}-levels={task.levels}" for channel in ("red", "green", "blue")]
    _run("gegl", photograph, "-o", result, "--", "gegl:dither", "dither-method=floyd-steinberg", *levels)


def _pillow(photograph, result, task):
    image = Image.open(photograph).convert("RGB")
    if task.palette:
        table = Image.new("P", (1, 1))
        table.putpalette(bytes.fromhex("".join(task.palette)))
    else:
        table = image.quantize(task.count)
    image.quantize(palette=table, dither=Image.Dither.FLOYDSTEINBERG).convert("RGB").save(result)


def _pngquant(photograph, result, task):
    _run("pngquant", "--force", "--output", result, task.count, "--", photograph)


def _didder(photograph, result, task):
    _run(DIDDER, "-i", photograph, "-o", result, "-p", " ".join("#" + color for color in task.palette), "edm",
         "FloydSteinberg")


def _dithering(photograph, result, task):
    import dithering

    palette = ["#" + color for color in task.palette]
    image = Image.open(photograph).convert("RGB")
    dithering.error_diffusion(image, "floyd_steinberg", palette=palette, linear=True).save(result)


def _epaper_dithering(photograph, result, task, **more):
    import epaper_dithering

    colors = {f"{number} #{color}": values for number, (color, values) in enumerate(zip(task.palette, _rgb(task)))}
    palette = epaper_dithering.ColorPalette(colors=colors, accent=next(iter(colors)))
    if task.white:
        more.update(tone="auto", gamut="auto")
    image = Image.open(photograph).convert("RGB")
    epaper_dithering.dither_image(image, palette, **more).convert("RGB").save(result)


def _epaper_dithering_search(photograph, result, task):
    _epaper_dithering(photograph, result, task, dbs=True)


class GimpIndexed:
    """GIMP's Indexed mode, in one GIMP for all photographs."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory()
        self._gimp = Gimp(make_home(Path(self._folder.name) / "home", []))

    def __enter__(self):
        self._gimp.__enter__()
        return self

    def __exit__(self, *failure):
        self._gimp.__exit__(*failure)
        self._folder.cleanup()

    def dither(self, photograph, result, task):
        call = self._gimp.pdb
        name = ""
        if task.palette:
            name, = call("gimp-palette-new", "task")
            for values in _rgb(task):
                self._gimp.evaluate(f'(gimp-palette-add-entry "{name}" "" (list {" ".join(map(str, values))}))')
        image, = call("gimp-file-load", NONINTERACTIVE, photograph, photograph.name)
        call("gimp-image-convert-indexed", image, _FLOYD_STEINBERG, _CUSTOM if name else _GENERATED, task.count, 0, 0,
             name)
        drawable, = call("gimp-image-get-active-drawable", image)
        call("file-png-save", NONINTERACTIVE, image, drawable, result, result.name, 0, 9, 0, 0, 0, 0, 0)
        call("gimp-image-delete", image)
        if name:
            call("gimp-palette-delete", name)


def _any_task(task):
    return True


def _fixed(task):
    return bool(task.palette)


def _made(task):
    return not task.palette


def _of_levels(task):
    return task.levels > 0


def _number(*command):
    """The version that a command prints."""
    printed = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             check=False).stdout
    return re.search(r"\d+(\.\d+)+(-\d+)?", printed)[0]


def _program(name, command, can, dither, version=("--version",)):
    if shutil.which(command):
        yield Peer(name, _number(command, *version), can, dither)


def _gegl_peer():
    """GEGL's command does not say its version."""
    if shutil.which("gegl"):
        yield Peer("GEGL", _number("dpkg-query", "-f", "${source:Upstream-Version}", "-W", "gegl"), _of_levels, _gegl)


def _package(name, can, dither, title=None):
    if importlib.util.find_spec(name.replace("-", "_")):
        yield Peer(title or name, importlib.metadata.version(name), can, dither)


def available():
    """The programs that are installed."""
    return [*_program("ImageMagick", "convert", _any_task, _imagemagick, ["-version"]),
            *_program("GIMP", "gimp", _any_task, None),
            *_gegl_peer(),
            *_program("ffmpeg", "ffmpeg", _any_task, _ffmpeg, ["-version"]),
            *_program("netpbm", "pamditherbw", _any_task, _netpbm),
            Peer("Pillow", importlib.metadata.version("pillow"), _any_task, _pillow),
            *_program("pngquant", "pngquant", _made, _pngquant),
            *_program("didder", DIDDER, _fixed, _didder),
            *_package("dithering", _fixed, _dithering),
            *_package("epaper-dithering", _fixed, _epaper_dithering),
            *_package("epaper-dithering", _fixed, _epaper_dithering_search, SEARCHING)]

