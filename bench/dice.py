#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what is seen of the scene `dice` through the window, for docs/papers.md: table 2 and figure 8 of Lagrange et
al. 2024, with a scene of this project.

    ERRDIFF=build/command/errdiff bench/dice.py    writes bench/results/quality/dice.json and
                                                          screenshots/paper-dice.png

Then papers.py makes the table. This needs NumPy, SciPy and ImageMagick, and takes a minute."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import numpy
from scipy.ndimage import gaussian_filter

TOP = Path(__file__).resolve().parents[1]
RESULTS = TOP / "bench" / "results" / "quality" / "dice.json"
IMAGE = TOP / "screenshots" / "paper-dice.png"
ERRDIFF = os.environ.get("ERRDIFF", "errdiff")
SLOPES = (1, 2, 3, 6, 0)
# Methods and slopes; 0: no limit.
ROWS = [("none", None), ("fs", None), ("fs-window", None), *(("paper", slope) for slope in SLOPES),
        *(("opt", slope) for slope in SLOPES)]
# As in the table of noise, so that the two can be compared.
OPTIONS = ("--levels", "256", "--hogel", "128", "--taps", "27", "--scale", "0.33", "--no-view-filter")
# In millimeters behind the hologram, at which the eye is focused.
DEPTHS = {"dice": 3.6, "checkerboard": 4.2917}
# The scene's, in pixels and millimeters.
SIDE, VIEW_DISTANCE = 1024, 1.5
# What is seen is sampled on the hologram's pixels, some 13 of which the eye sees as one.
PIXELS = 4
# The image: how many values become a pixel, in both directions, its brightness, its grays, and the rows of the table
# that it shows after the original.
SMALLER = 3
BRIGHTER = 1.6
GRAYS = 16
SHOWN_ROWS = [("none", None), ("fs", None), ("paper", 1), ("paper", 3), ("opt", 3)]


def read_pgm(path):
    _, size, _, samples = path.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    return numpy.frombuffer(samples, numpy.uint8).reshape(height, width)


def smaller(image, factor):
    """The means of factor × factor values."""
    side = len(image) // factor
    return image[:side * factor, :side * factor].reshape(side, factor, side, factor).mean((1, 3))


def middle(seen, depth):
    """What an eye in the window's center sees through the hologram, with one value for PIXELS × PIXELS."""
    side = int(SIDE * (1 + depth / VIEW_DISTANCE))
    left = (len(seen) - side) // 2
    return smaller(seen[left:left + side, left:left + side].astype(float), PIXELS)


def normalized(image, reference):
    """The image with the mean and the standard deviation of the reference."""
    return (image - image.mean()) / image.std() * reference.std() + reference.mean()


def psnr(image, reference):
    return float(10 * numpy.log10(255 ** 2 / ((image - reference) ** 2).mean()))


def ssim(image, reference):
    """The structural similarity of Wang et al. 2004, with their constants and their Gaussian window."""
    def mean(values):
        return gaussian_filter(values, 1.5, truncate=3.5)

    a, b = mean(image), mean(reference)
    variances = mean(image ** 2) - a ** 2 + mean(reference ** 2) - b ** 2
    covariance = mean(image * reference) - a * b
    few, more = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    similarity = (2 * a * b + few) * (2 * covariance + more) / ((a ** 2 + b ** 2 + few) * (variances + more))
    return float(similarity.mean())


def look(folder, optics, method, slope):
    """What is seen at each depth of the original and of the result."""
    command = [ERRDIFF, "hologram", folder / "dice.tif", folder / "out.png", *optics, *OPTIONS, "--method", method,
               *(["--slope", slope] if slope is not None else []), "--reconstruction", folder / "seen.pgm",
               "--depth", ",".join(map(str, DEPTHS.values()))]
    subprocess.run(list(map(str, command)), check=True, stderr=subprocess.PIPE)
    seen = read_pgm(folder / "seen.pgm")
    side = seen.shape[1] // 2
    views = {}
    for i, (name, depth) in enumerate(DEPTHS.items()):
        row = seen[i * side:(i + 1) * side]
        before, after = (middle(row[:, left:left + side], depth) for left in (0, side))
        views[name] = (before, normalized(after, before))
    return views


def write_image(images):
    """Writes the images in two rows, with white lines between them."""
    parts = [numpy.pad(smaller(image, SMALLER), 2, constant_values=255) for image in images]
    whole = numpy.vstack([numpy.hstack(parts[:3]), numpy.hstack(parts[3:])])
    step = 255 / (GRAYS - 1)
    samples = (numpy.round(numpy.clip(BRIGHTER * whole, 0, 255) / step) * step).astype(numpy.uint8)
    pgm = b"P5\n%d %d\n255\n" % whole.shape[::-1] + samples.tobytes()
    subprocess.run(["convert", "pgm:-", "-strip", IMAGE], input=pgm, check=True)


def main():
    rows, shown = [], {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        optics = subprocess.run([ERRDIFF, "hologram", "--scene", "dice", folder / "dice.tif"], check=True, text=True,
                                stdout=subprocess.PIPE).stdout.split()
        for method, slope in ROWS:
            views = look(folder, optics, method, slope)
            rows.append({"method": method, "slope": slope,
                         **{view: {"psnr": round(psnr(after, before), 2), "ssim": round(ssim(after, before), 4)}
                            for view, (before, after) in views.items()}})
            shown["original"], shown[method, slope] = views["dice"]
    RESULTS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    write_image([shown[row] for row in ("original", *SHOWN_ROWS)])


if __name__ == "__main__":
    main()
