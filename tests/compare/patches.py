#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the grain and the anisotropy of flat patches that were dithered to two levels.

    ERRDIFF=build/command/errdiff tests/compare/patches.py

prints a table of docs/quality.md. Each patch is one of 18 tones, and 512 × 512 pixels large without its first 64 rows.

    grain: the standard deviation after a Gaussian of 2 pixels, which is what an eye still sees of the dots; the mean
        of the tones
    anisotropy: how much the power of a frequency depends on its direction (Ulichney 1987): the variance of the power
        in a ring of frequencies, divided by the square of its mean, in dB, for the average of 16 periodograms. The
        mean of all rings that have any power; the worst tone. It is -12 dB for noise that has no direction.

Needs python3-numpy, python3-scipy and python3-pil."""

import os
import subprocess
import tempfile
from pathlib import Path

import numpy
from PIL import Image
from scipy.ndimage import gaussian_filter

TONES = (.03, .06, .1, .16, .22, .28, 1 / 3, .4, .45, .5, .55, .6, 2 / 3, .75, .82, .88, .94, .97)
SIDE, PIECE, TOP = 512, 128, 64  # pixels; a piece is what a periodogram is of
SEEN = 2                         # pixels
ORDERS = (("floyd-steinberg", "raster"), ("fan", "raster"), ("ostromoukhov", "serpentine"),
          ("zhou-fang", "serpentine"), ("errdiff-5", "raster"), ("errdiff-12", "raster"))

_FREQUENCY = numpy.fft.fftfreq(PIECE) * PIECE
_RING = numpy.rint(numpy.hypot(*numpy.meshgrid(_FREQUENCY, _FREQUENCY))).astype(int)


def patch(folder, tone, kernel, order):
    """The dots of a tone, 0 or 1."""
    source, result = Path(folder) / "tone.png", Path(folder) / "dots.png"
    Image.fromarray(numpy.full((SIDE + TOP, SIDE), round(65535 * tone), numpy.uint16)).save(source)
    subprocess.run([os.environ.get("ERRDIFF", "errdiff"), source, result, "--levels", "2", "--no-linear", "--kernel",
                    kernel, "--serpentine" if order == "serpentine" else "--no-serpentine"], check=True)
    return (numpy.asarray(Image.open(result))[TOP:] > 0).astype(float)


def anisotropy(dots):
    pieces = dots.reshape(SIDE // PIECE, PIECE, SIDE // PIECE, PIECE).swapaxes(1, 2).reshape(-1, PIECE, PIECE)
    pieces = pieces - pieces.mean((1, 2), keepdims=True)
    power = (numpy.abs(numpy.fft.fft2(pieces)) ** 2).mean(0)
    rings = [power[_RING == radius] for radius in range(4, PIECE // 2)]
    ratios = [ring.var(ddof=1) / ring.mean() ** 2 for ring in rings if ring.mean() > 1e-6 * power.mean()]
    return numpy.mean(10 * numpy.log10(ratios)) if ratios else -numpy.inf


def main():
    print("| kernel, order | grain | anisotropy of the worst tone |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for kernel, order in ORDERS:
            patches = [patch(folder, tone, kernel, order) for tone in TONES]
            grain = numpy.mean([gaussian_filter(dots, SEEN).std() for dots in patches])
            print(f"| `{kernel}`, {order} | {grain:.4f} | {max(map(anisotropy, patches)):.1f} dB |".replace(" -", " −"))


if __name__ == "__main__":
    main()
