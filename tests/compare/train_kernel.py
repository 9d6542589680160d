#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches weights for error diffusion in raster order that are better for what an eye sees.

    tests/compare/train_kernel.py PHOTOGRAPH… [--test PATH…] [--kernel TEXT] [--divisor D] [--steps N] [--seed S]

It starts with the weights of the kernel, a text as errdiff takes it, scaled to the divisor; without one, with those
with which the search for errdiff-12 began. A step moves some units of the divisor from tap to tap, and is kept if the
cost falls. So the sum of the weights is always the divisor, taps stay where they are, and the slope of the kernel
cannot grow. The same seed, steps and photographs give the same kernel.

The cost adds up, for two levels of light,

    on parts of the photographs: the mean squared difference between the light of the result and that of the original
        after a Gaussian of 1.3 pixels
    on flat patches of 19 tones: the same after a Gaussian of 1.3 pixels, and four times that after 2.6 pixels, divided
        by tone · (1 − tone), so that no tone counts more than another

The idea of weights that are optimal for an eye is that of Kolpatzik and Bouman (1992). --test names photographs that
the search does not see, for which the cost is printed, too. board.py says what Python needs; a C compiler is needed
besides."""

import argparse
import ctypes
import tempfile

import numpy
from scipy.ndimage import gaussian_filter

import photographs
import quality
from compiled import compiled

# An earlier search with four photographs found these weights.
FIRST = ("256: 1,0,130; 2,0,-5; -2,1,20; -1,1,55; 0,1,93; 1,1,29; 2,1,-29; -2,2,-14; -1,2,-2; 0,2,-7; 1,2,-10; "
         "2,2,-4")
TONES = (.015, .03, .06, .1, .16, .22, .28, 1 / 3, .4, .45, .5, .55, .6, 2 / 3, .75, .82, .88, .94, .97)
NEAR, FAR = 1.3, 2.6  # pixels
PART = (120, 160)     # rows and columns of a part of a photograph
PATCH, TOP = (128, 160), 24  # of a patch of one tone; its first rows do not count
MOST_AMPLIFICATION = 1.7  # Σ |weight| / divisor, above which errors may grow


class _Tap(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int) for name in ("dx", "dy", "weight")]


def read_kernel(text):
    """The divisor, and a list of (dx, dy, weight)."""
    divisor, taps = text.split(":")
    return int(divisor), [tuple(map(int, tap.split(","))) for tap in taps.split(";") if tap.strip()]


def write_kernel(places, weights):
    taps = "; ".join(f"{dx},{dy},{weight}" for (dx, dy), weight in zip(places, weights) if weight)
    return f"{sum(weights)}: {taps}"


def scaled(weights, divisor, to):
    """Weights for another divisor; the first tap takes what rounding leaves."""
    result = [round(weight * to / divisor) for weight in weights]
    result[0] += to - sum(result)
    return result


class Diffusion:
    """Error diffusion with taps at fixed places."""

    def __init__(self, places, folder):
        self.places = places
        self.diffuse = compiled(__file__, folder, "-O2").diffuse

    def result(self, light, weights):
        taps = (_Tap * len(self.places))(*((*place, weight) for place, weight in zip(self.places, weights)))
        result = numpy.empty_like(light)
        pointers = [array.ctypes.data_as(ctypes.POINTER(ctypes.c_float)) for array in (light, result)]
        height, width = light.shape
        if self.diffuse(width, height, pointers[0], len(taps), taps, int(sum(weights)), pointers[1]):
            raise MemoryError
        return result


def parts_of(paths):
    """The light of two parts of each photograph, at its upper left corner and in its middle."""
    for path in photographs.listed(paths):
        luminance = quality.light(numpy.asarray(photographs.reduced(path))) @ quality.XYZ[1]
        height, width = luminance.shape
        for top, left in ((0, 0), (max(0, (height - PART[0]) // 2), max(0, (width - PART[1]) // 2))):
            yield numpy.ascontiguousarray(luminance[top:top + PART[0], left:left + PART[1]], numpy.float32)


class Cost:
    def __init__(self, diffusion, paths):
        self.diffusion = diffusion
        self.parts = [(part, gaussian_filter(part, NEAR)) for part in parts_of(paths)]
        self.patches = [numpy.full(PATCH, tone, numpy.float32) for tone in TONES]

    def of_photographs(self, weights):
        errors = [((gaussian_filter(self.diffusion.result(part, weights), NEAR) - seen) ** 2).mean()
                  for part, seen in self.parts]
        return 300 * float(numpy.mean(errors))

    def of_patches(self, weights):
        grain = 0
        for patch, tone in zip(self.patches, TONES):
            result = self.diffusion.result(patch, weights)[TOP:]
            near, far = ((gaussian_filter(result, sigma) - tone)[:, 8:-8] for sigma in (NEAR, FAR))
            grain += float((near ** 2).mean() + 4 * (far ** 2).mean()) / (tone * (1 - tone)) / len(TONES)
        return 50 * grain

    def of(self, weights):
        return self.of_photographs(weights) + self.of_patches(weights)


def changed(weights, random, most):
    """The weights after some units moved from tap to tap."""
    weights = list(weights)
    for _ in range(random.integers(1, 4)):
        giver, taker = random.choice(len(weights), 2, replace=False)
        units = int(random.integers(1, most + 1))
        weights[giver] -= units
        weights[taker] += units
    return weights


def trained(cost, weights, steps, seed):
    random = numpy.random.default_rng(seed)
    divisor, least = sum(weights), cost.of(weights)
    for step in range(steps):
        most = max(1, round(divisor / 32 * (1 - step / steps)))
        tried = changed(weights, random, most)
        if sum(map(abs, tried)) > MOST_AMPLIFICATION * divisor:
            continue
        now = cost.of(tried)
        if now < least:
            weights, least = tried, now
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--kernel", default=FIRST)
    parser.add_argument("--divisor", type=int)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", nargs="+", default=[], metavar="PATH")
    parser.add_argument("photographs", nargs="+", metavar="PHOTOGRAPH")
    arguments = parser.parse_args()
    divisor, taps = read_kernel(arguments.kernel)
    places = [tap[:2] for tap in taps]
    begun = scaled([tap[2] for tap in taps], divisor, arguments.divisor or divisor)
    with tempfile.TemporaryDirectory() as folder:
        diffusion = Diffusion(places, folder)
        cost, test = Cost(diffusion, arguments.photographs), Cost(diffusion, arguments.test)
        ended = trained(cost, begun, arguments.steps, arguments.seed)
        for weights in (begun, ended):
            print(write_kernel(places, weights))
            print(f"    photographs {cost.of_photographs(weights):.4f}, patches {cost.of_patches(weights):.4f}" +
                  (f", other photographs {test.of_photographs(weights):.4f}" if arguments.test else ""))


if __name__ == "__main__":
    main()
