#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How near a dithered image comes to its original, by measures that do not agree on everything.

    tests/compare/quality.py ORIGINAL RESULT [--white RRGGBB]

sE    the mean color difference CIEDE2000 after the filters of S-CIELAB (Zhang and Wandell 1996), for a viewer who sees
      40 pixels in a degree, which is about 60 cm from a screen of 96 dots per inch; 0 is best
SSIM  the structural similarity (Wang and others 2004) of L* after a Gaussian of 1 pixel; 1 is best
P1    the peak signal-to-noise ratio of OKLab's L after a Gaussian of 1.25 pixels, in dB; more is better
P2    the same after a Gaussian of 2.5 pixels, for a viewer who is too far away to see dots
tone  how much more light the result has, on average: 0 is best, and 1 is the light of white
FLIP  the mean of LDR-FLIP (Andersson and others 2020), if the package flip-evaluator is installed; 0 is best

The eye mixes dots in light, so images are always blurred in light. --white is for viewers whose eyes have adapted to
the white of paper or of a panel: the result's light is divided by that of this color (media-relative colorimetry).

board.py says which packages this needs; presets.py and board.py import it."""

import argparse
import io

import numpy
from PIL import Image, ImageCms
from scipy.ndimage import gaussian_filter
from skimage.color import deltaE_ciede2000
from skimage.metrics import structural_similarity

try:
    import flip_evaluator
except ImportError:
    flip_evaluator = None

# For each measure, which of two figures is better: the smaller one (-1), the greater one (1), or that nearer to 0 (0).
BETTER = {"sE": -1, "SSIM": 1, "P1": 1, "P2": 1, "tone": 0, "FLIP": -1}

# From linear sRGB to CIE XYZ (IEC 61966-2-1).
XYZ = numpy.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                   [0.0193339, 0.1191920, 0.9503041]])
WHITE = XYZ.sum(axis=1)

# Ottosson 2020, https://bottosson.github.io/posts/oklab/: from linear sRGB to the responses of the three kinds of
# cones, and from their cube roots to L.
_CONES = numpy.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                      [0.0883024619, 0.2817188376, 0.6299787005]])
_LIGHTNESS = numpy.array([0.2104542553, 0.7936177850, -0.0040720468])

# Zhang and Wandell 1996: from XYZ to luminance, red–green and blue–yellow, and for each of these the weights of
# functions exp(-(distance / spread)²) with their spreads in degrees.
_OPPONENT = numpy.array([[0.279, 0.72, -0.107], [-0.449, 0.29, -0.077], [0.086, -0.59, 0.501]])
_SPREADS = (((1.00327, 0.05), (0.11442, 0.225), (-0.11769, 7.0)), ((0.61673, 0.0685), (0.38329, 0.826)),
            ((0.56789, 0.092), (0.43212, 0.6451)))
_PIXELS_PER_DEGREE = 40
_REDUCED = 8  # pixels of a side that become one, for blurs beyond 5 times that


def opened(path):
    """The image in a file as an array of height × width × 3 bytes of sRGB, converted from its color profile."""
    image = Image.open(path)
    profile = image.info.get("icc_profile")
    if profile and image.mode in ("RGB", "L"):
        source, target = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
        image = ImageCms.profileToProfile(image, source, target, outputMode="RGB")
    return numpy.asarray(image.convert("RGB"))


def light(values):
    """The light, 0 to 1, of values of sRGB from 0 to 255."""
    display = numpy.asarray(values) / 255
    return numpy.where(display <= 0.04045, display / 12.92, ((display + 0.055) / 1.055) ** 2.4)


def displayed(amount):
    """The values of sRGB from 0 to 1 that show an amount of light, 0 to 1."""
    return numpy.where(amount <= 0.0031308, amount * 12.92, 1.055 * amount ** (1 / 2.4) - 0.055)


def _blurred(plane, sigma):
    if sigma < 5 * _REDUCED:
        return gaussian_filter(plane, sigma, mode="nearest", truncate=3.7)
    height, width = plane.shape
    wide = numpy.pad(plane, ((0, -height % _REDUCED), (0, -width % _REDUCED)), mode="edge")
    reduced = wide.reshape(wide.shape[0] // _REDUCED, _REDUCED, -1, _REDUCED).mean(axis=(1, 3))
    reduced = gaussian_filter(reduced, sigma / _REDUCED, mode="nearest", truncate=2)
    return numpy.kron(reduced, numpy.ones((_REDUCED, _REDUCED)))[:height, :width]


def _lab(xyz):
    """L*a*b* relative to the white of sRGB."""
    relative = numpy.maximum(xyz / WHITE, 0)
    root = numpy.where(relative > 0.008856, numpy.cbrt(relative), 7.787 * relative + 16 / 116)
    return numpy.stack([116 * root[..., 1] - 16, 500 * (root[..., 0] - root[..., 1]),
                        200 * (root[..., 1] - root[..., 2])], axis=-1)


def _s_cielab(xyz):
    seen = numpy.zeros_like(xyz)
    for channel, (plane, spreads) in enumerate(zip(numpy.moveaxis(xyz @ _OPPONENT.T, -1, 0), _SPREADS)):
        for weight, spread in spreads:
            blurred = _blurred(plane, spread * _PIXELS_PER_DEGREE / 2 ** 0.5)
            seen[..., channel] += weight / sum(each for each, _ in spreads) * blurred
    return _lab(seen @ numpy.linalg.inv(_OPPONENT).T)


class Seen:
    """What the measures compare of an image: s_cielab, structure (L* near the dots), near and far (OKLab's L, seen
    from nearby and from afar), luminance (its mean), and display (sRGB, 0 to 1)."""

    def __init__(self, amount):
        """amount: the image's light, an array of height × width × 3 numbers from 0 to 1."""
        def lightness(sigma):
            return numpy.cbrt(gaussian_filter(amount, (sigma, sigma, 0)) @ _CONES.T) @ _LIGHTNESS

        xyz = amount @ XYZ.T
        self.s_cielab = _s_cielab(xyz)
        self.structure = _lab(gaussian_filter(xyz, (1, 1, 0)))[..., 0]
        self.near, self.far = lightness(1.25), lightness(2.5)
        self.luminance = xyz[..., 1].mean()
        self.display = displayed(amount).astype(numpy.float32)


def seen(image, white=None):
    """An image of sRGB bytes as it is seen by a viewer who has adapted to `white`, three values from 0 to 255."""
    amount = light(image)
    if white is not None:
        amount = numpy.clip(amount / numpy.maximum(light(white), 1e-3), 0, 1)
    return Seen(amount)


def _ratio(before, after):
    """The peak signal-to-noise ratio in dB, at most 120."""
    return -10 * numpy.log10(((before - after) ** 2).mean() + 1e-12)


def measure(before, after):
    """The measures by their names, for an original and a result of the same size, both as `seen` gives them."""
    measures = {
        "sE": deltaE_ciede2000(before.s_cielab, after.s_cielab).mean(),
        "SSIM": structural_similarity(before.structure, after.structure, data_range=100, gaussian_weights=True,
                                      sigma=1.5, use_sample_covariance=False),
        "P1": _ratio(before.near, after.near),
        "P2": _ratio(before.far, after.far),
        "tone": after.luminance - before.luminance,
    }
    if flip_evaluator:
        measures["FLIP"] = flip_evaluator.evaluate(before.display, after.display, "LDR", applyMagma=False,
                                                   computeMeanError=True)[1]
    return {name: float(figure) for name, figure in measures.items()}


def is_better(name, figure, other):
    """Whether a figure of the measure `name` is better than another one."""
    return abs(figure) < abs(other) if BETTER[name] == 0 else BETTER[name] * (figure - other) > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("original")
    parser.add_argument("result")
    parser.add_argument("--white", type=bytes.fromhex, metavar="RRGGBB")
    given = parser.parse_args()
    white = list(given.white) if given.white else None
    measures = measure(seen(opened(given.original)), seen(opened(given.result), white))
    print("  ".join(f"{name} {figure:.4f}" for name, figure in measures.items()))


if __name__ == "__main__":
    main()
