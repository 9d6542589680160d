#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How near a dithered picture comes to its original for a viewer who is too far away to see its dots.

    tests/compare/score.py ORIGINAL RESULT

It prints two figures: the mean difference of lightness (0 is best; black and white differ by 1), and the correlation
of lightness (1 is best). Both pictures are blurred in light, because that is where the eye mixes dots, by a Gaussian
with a standard deviation of 2.5 pixels; lightness is the L of OKLab (Ottosson 2020). The difference tells how true
the tones are, the correlation how well areas can still be told from each other.

packages.txt lists the packages that it needs. tests/compare/presets.py and tests/compare/peers.py import it."""

import io
import sys

import numpy
from PIL import Image, ImageCms

BLUR = 2.5  # pixels

# Ottosson 2020, https://bottosson.github.io/posts/oklab/: from linear sRGB to the responses of the three kinds of
# cones, and from their cube roots to L.
_CONES = numpy.array([[0.4122214708, 0.5363325363, 0.0514459929],
                      [0.2119034982, 0.6806995451, 0.1073969566],
                      [0.0883024619, 0.2817188376, 0.6299787005]])
_LIGHTNESS = numpy.array([0.2104542553, 0.7936177850, -0.0040720468])


def opened(path):
    """The picture in a file as a PIL image in RGB, converted from its color profile to sRGB."""
    picture = Image.open(path)
    profile = picture.info.get("icc_profile")
    if profile:
        picture = ImageCms.profileToProfile(picture, ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                                            ImageCms.createProfile("sRGB"))
        del picture.info["icc_profile"]
    return picture.convert("RGB")


def light(picture):
    """The light of a picture (a PIL image in RGB), 0 to 1: an array of height × width × 3."""
    display = numpy.asarray(picture) / 255
    return numpy.where(display <= 0.04045, display / 12.92, ((display + 0.055) / 1.055) ** 2.4)


def blurred(values):
    """The array, blurred along its first two axes; beyond a border it is mirrored."""
    reach = round(4 * BLUR)
    weights = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / BLUR) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        size = values.shape[axis]
        border = [(reach, reach) if each == axis else (0, 0) for each in range(values.ndim)]
        wide = numpy.pad(values, border, mode="symmetric")
        values = sum(weight * numpy.take(wide, range(i, i + size), axis) for i, weight in enumerate(weights))
    return values


def lightness(picture):
    """The lightness that a distant viewer sees in each pixel of a picture (a PIL image in RGB), 0 to 1: an array of
    height × width."""
    return numpy.cbrt(blurred(light(picture)) @ _CONES.T) @ _LIGHTNESS


def score(original, result):
    """The mean difference and the correlation of lightness of two pictures (PIL images in RGB) of one size."""
    if original.size != result.size:
        raise ValueError(f"the pictures have different sizes: {original.size} and {result.size}")
    before, after = lightness(original), lightness(result)
    return (float(numpy.abs(before - after).mean()),
            float(numpy.corrcoef(before.ravel(), after.ravel())[0, 1]))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print("mean difference %.4f, correlation %.4f" % score(*map(opened, sys.argv[1:])))


if __name__ == "__main__":
    main()
