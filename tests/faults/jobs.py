# SPDX-License-Identifier: GPL-3.0-or-later
"""The jobs in which the tests cause faults: one of each kind of work of the command, as small as possible."""

import math
import os
import pathlib
import random
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import formats  # noqa: E402
import gif  # noqa: E402
import png  # noqa: E402
import pnm  # noqa: E402

OLD = b"as it was"

OPTICS = ["--pitch", "2", "--wavelength", "635", "--view-distance", "2", "--view-width", "0.2"]


class Job:
    """A call of the command, with the files that exist before it and the names of those that it writes."""

    def __init__(self, name, call, files, outputs=("out.pgm",), needs=True,
                 uses_openmp=False, uses_cpp=False):
        self.name = name
        self.call = call
        self.files = files
        self.outputs = outputs
        self.is_possible = needs
        # The job uses OpenMP outside of the library's teams of threads, so libgomp may end the process.
        self.uses_openmp = uses_openmp
        # Without any memory for an error message of zimg, which is written in C++, glibc ends the process.
        self.uses_cpp = uses_cpp


FORMATS = pathlib.Path(__file__).resolve().parent.parent / "data" / "formats"


def _has(part):
    return os.environ.get(part, "1") == "1"


def _noise(size):
    return random.Random(5).randbytes(size)


def gray(width, height):
    return pnm.encode(width, height, 1, 8, _noise(width * height))


def _animation(width, height):
    return [(b"acTL", struct.pack(">II", 2, 0)),
            (b"fcTL", struct.pack(">IIIIIHHBB", 0, width, height, 0, 0, 1, 10, 0, 0))]


def _texts():
    return [(b"gAMA", struct.pack(">I", 45455)), (b"pHYs", struct.pack(">IIB", 3000, 3000, 1)),
            (b"tEXt", b"Title\0A image")]


def _field(width, height):
    """A PFM of a wave that gets steeper and weaker towards the edges: phases alone would only be rounded."""
    values = []
    for y in range(height):
        for x in range(width):
            phase = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / 40
            modulus = 1 / (1 + phase)
            values += [modulus * math.cos(phase), modulus * math.sin(phase), 0.0]
    return b"PF\n%d %d\n-1.0\n" % (width, height) + struct.pack(f"<{len(values)}f", *values)


def hologram_with_a_warning():
    """A job with the warning that hogels are too wide."""
    return Job("a hologram with a warning",
               ["hologram", *OPTICS, "--view-width", "0.01", "--hogel", "20", "--no-view-filter",
                "in.pfm", "out.pgm"], {"in.pfm": _field(40, 36)},
               needs=_has("ERRDIFF_HAS_HOLOGRAM"))


def all_jobs():
    has_png = _has("ERRDIFF_HAS_PNG")
    rgb = pnm.encode(40, 24, 3, 8, _noise(40 * 24 * 3))
    has_hologram = _has("ERRDIFF_HAS_HOLOGRAM")
    hologram = {"in.pfm": _field(40, 36)}
    usual = [*OPTICS, "--threads", "2", "--hogel", "4", "--taps", "6"]
    palette = b"GIMP Palette\n" + b"".join(b"%d %d 0 x\n" % (i, 255 - i) for i in range(64))
    return [
        Job("gray PGM", ["in.pgm", "out.pgm"], {"in.pgm": gray(40, 24)}),
        Job("two threads", ["in.pgm", "out.pgm", "--engine", "wavefront", "--threads", "2"],
            {"in.pgm": gray(300, 200)}),
        Job("three threads, blocks", ["in.pgm", "out.pgm", "--engine", "block", "--threads", "3"],
            {"in.pgm": gray(300, 200)}),
        Job("a PNG with texts and alpha",
            ["in.png", "out.png", "--alpha", "dither", "--levels", "4", "--json"],
            {"in.png": png.encode(24, 20, png.RGB_ALPHA, 8, _noise(24 * 20 * 4),
                                  chunks=_texts())},
            outputs=("out.png",), needs=has_png),
        Job("a turned JPEG with a color profile", ["in.jpg", "out.ppm", "--levels", "2,2,2"],
            {"in.jpg": formats.jpeg_with_profile(
                formats.jpeg_with_exif((FORMATS / "color.jpg").read_bytes(), formats.exif(6)),
                formats.rgb_profile(formats.P3))},
            outputs=("out.ppm",), needs=_has("ERRDIFF_HAS_JPEG")),
        # libwebp 1.2.4 crashes if an allocation fails for a lossless image, libtiff 4.5 for one with a palette.
        Job("a WebP", ["in.webp", "out.ppm", "--levels", "2,2,2"], {"in.webp": (FORMATS / "lossy.webp").read_bytes()},
            outputs=("out.ppm",), needs=_has("ERRDIFF_HAS_WEBP")),
        Job("an animated GIF", ["in.gif", "out.gif", "--levels", "2,2,2"],
            {"in.gif": gif.encode(24, 20, [gif.Frame((0, 0, 24, 20), [i * seed % 7 for i in range(480)])
                                           for seed in (3, 5)], [(30 * i, 9, 255 - i) for i in range(8)])},
            outputs=("out.gif",), needs=_has("ERRDIFF_HAS_GIF")),
        Job("an animated PNG", ["in.png", "out.png", "--levels", "2"],
            {"in.png": png.encode(24, 20, png.GRAY, 8, _noise(480), chunks=_animation(24, 20), after=[
                (b"fcTL", struct.pack(">IIIIIHHBB", 1, 2, 1, 5, 5, 1, 10, 0, 1)),
                (b"fdAT", struct.pack(">I", 2) + zlib.compress(bytes(3)))])},
            outputs=("out.png",), needs=has_png),
        Job("a TIFF", ["in.tif", "out.ppm", "--levels", "2,2,2"],
            {"in.tif": formats.tiff(40, 24, 3, 16, _noise(40 * 24 * 6))},
            outputs=("out.ppm",), needs=_has("ERRDIFF_HAS_TIFF")),
        Job("a resized PNG with alpha and dots",
            ["in.png", "out.png", "--resize", "30x30", "--dot", "4", "--alpha", "dither", "--levels", "2,2,2"],
            {"in.png": png.encode(24, 20, png.RGB_ALPHA, 8, _noise(24 * 20 * 4))},
            outputs=("out.png",), needs=has_png and _has("ERRDIFF_HAS_ZIMG"), uses_cpp=True),
        Job("an image to a folder", ["--to", ".", "in.pgm", "--threads", "2"], {"in.pgm": gray(300, 200)},
            outputs=("in.png",), needs=has_png),
        Job("an indexed PNG", ["in.ppm", "out.png", "--palette", "pico-8", "--indexed"],
            {"in.ppm": rgb}, outputs=("out.png",), needs=has_png),
        Job("a PNG of few colors", ["in.ppm", "out.png", "--palette", "ega"], {"in.ppm": rgb},
            outputs=("out.png",), needs=has_png),
        Job("a BMP", ["in.ppm", "out.bmp", "--palette", "ega"], {"in.ppm": rgb}, outputs=("out.bmp",)),
        Job("a TIFF of few colors", ["in.ppm", "out.tif", "--palette", "ega"], {"in.ppm": rgb},
            outputs=("out.tif",), needs=_has("ERRDIFF_HAS_TIFF")),
        Job("a preset and enlarged pixels", ["in.ppm", "out.ppm", "--preset", "mine.preset", "--resize", "200%"],
            {"in.ppm": rgb, "mine.preset": b"[errdiff preset]\npalette=#000000,tomato\nlinear=false\n"},
            outputs=("out.ppm",)),
        Job("an image as a palette", ["in.ppm", "out.ppm", "--palette", "few.ppm"],
            {"in.ppm": rgb, "few.ppm": pnm.encode(2, 2, 3, 8, bytes(range(12)))}, outputs=("out.ppm",)),
        Job("a palette made", ["in.ppm", "out.ppm", "--colors", "8", "--stretch"], {"in.ppm": rgb},
            outputs=("out.ppm",), needs=_has("ERRDIFF_CAN_MAKE_PALETTES"), uses_openmp=True),
        Job("a palette's file", ["in.ppm", "out.ppm", "--palette", "colors.gpl", "--linear"],
            {"in.ppm": rgb, "colors.gpl": palette}, outputs=("out.ppm",)),
        Job("serpentine, noise, weights by tone",
            ["in.pgm", "out.pgm", "--serpentine", "--noise", "20", "--kernel", "ostromoukhov"],
            {"in.pgm": gray(40, 24)}),
        Job("an image in pieces", ["in.pgm", "out.pgm", "--threads", "2"],
            {"in.pgm": gray(64, 9000)}),
        Job("a hologram, unfiltered", ["hologram", *usual, "--no-view-filter", "in.pfm", "out.pgm"],
            hologram, needs=has_hologram),
        Job("a hologram", ["hologram", *usual, "in.pfm", "out.pgm"], hologram, needs=has_hologram),
        Job("a refined hologram", ["hologram", *usual, "--refine", "1", "in.pfm", "out.pgm"], hologram,
            needs=has_hologram),
        Job("a hologram for a display",
            ["hologram", *usual, "--method", "opt", "--panel", "50x44", "--correction", "correction.pgm",
             "--gray-table", "table.csv", "--grating-x", "5", "in.pfm", "out.bmp"],
            {**hologram, "correction.pgm": gray(50, 44), "table.csv": b"0,0\n128,3\n255,6\n"}, outputs=("out.bmp",),
            needs=has_hologram),
        Job("what is seen of a hologram",
            ["hologram", *usual, "in.pfm", "out.pgm", "--reconstruction", "view.pgm", "--json"],
            hologram, outputs=("out.pgm", "view.pgm"), needs=has_hologram),
        Job("bench", ["bench", "--size", "32x32", "--engine", "wavefront", "--repeat", "1", "--threads", "2"], {},
            outputs=(), uses_openmp=True),
    ]
