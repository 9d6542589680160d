#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes core/prepare/blue_noise.c, the threshold matrix of the screen `blue-noise`, with NumPy:

    core/prepare/blue_noise.py > core/prepare/blue_noise.c

The method is void and cluster (R. Ulichney, The void-and-cluster method for dither array generation, Human Vision,
Visual Processing, and Digital Display IV, Proc. SPIE 1913, 1993) with a Gaussian of 1.5 pixels and a first pattern
with a tenth of the pixels.
"""

import numpy

SIZE, SIGMA, SHARE, SEED = 128, 1.5, 10, 1


def gaussian():
    """The energy that a pixel at (0, 0) adds to each pixel of the matrix, whose edges meet."""
    distance = numpy.minimum(numpy.arange(SIZE), SIZE - numpy.arange(SIZE))
    row = numpy.exp(-(distance ** 2) / (2 * SIGMA ** 2))
    return numpy.outer(row, row)


class Pattern:
    """Pixels that are set, and the energy that they cause in all pixels."""

    def __init__(self, pixels):
        self.pixels = pixels.copy()
        doubled = numpy.tile(gaussian(), (2, 2))
        self.around = [[doubled[SIZE - y:2 * SIZE - y, SIZE - x:2 * SIZE - x] for x in range(SIZE)]
                       for y in range(SIZE)]
        self.energy = numpy.zeros((SIZE, SIZE))
        for y, x in numpy.argwhere(pixels):
            self.energy += self.around[y][x]

    def change(self, place):
        y, x = place
        self.energy += self.around[y][x] * (-1 if self.pixels[y, x] else 1)
        self.pixels[y, x] = not self.pixels[y, x]

    def cluster(self):
        return numpy.unravel_index(numpy.where(self.pixels, self.energy, -1).argmax(), self.energy.shape)

    def void(self):
        return numpy.unravel_index(numpy.where(self.pixels, numpy.inf, self.energy).argmin(), self.energy.shape)


def first_pattern():
    """Moves pixels of a random pattern from the densest cluster to the largest void until that changes nothing."""
    order = numpy.random.RandomState(SEED).permutation(SIZE * SIZE)
    pattern = Pattern((order < SIZE * SIZE // SHARE).reshape(SIZE, SIZE))
    while True:
        cluster = pattern.cluster()
        pattern.change(cluster)
        void = pattern.void()
        pattern.change(void)
        if void == cluster:
            return pattern.pixels


def ranks():
    pixels = first_pattern()
    rank = numpy.zeros((SIZE, SIZE), int)
    count = int(pixels.sum())
    pattern = Pattern(pixels)
    for i in range(count - 1, -1, -1):
        place = pattern.cluster()
        rank[place] = i
        pattern.change(place)
    pattern = Pattern(pixels)
    for i in range(count, SIZE * SIZE):
        # In the second half the clusters are those of unset pixels: the largest void of the set ones.
        place = pattern.void()
        rank[place] = i
        pattern.change(place)
    return rank


def main():
    # REUSE-IgnoreStart
    print("/* SPDX-License-Identifier: GPL-3.0-or-later */")
    # REUSE-IgnoreEnd
    print("/* The threshold matrix of the screen `blue-noise`. Made by blue_noise.py; do not edit it. */")
    print('#include "screen_tile.h"\n')
    print("/* clang-format off */")
    print("const uint16_t errdiff_blue_noise[ERRDIFF_BLUE_NOISE_SIDE * ERRDIFF_BLUE_NOISE_SIDE] = {")
    numbers = [f"{number}," for number in ranks().flatten()]
    line = "   "
    for number in numbers:
        if len(line) + 1 + len(number) > 100:
            print(line)
            line = "   "
        line += " " + number
    print(line)
    print("};")
    print("/* clang-format on */")


if __name__ == "__main__":
    main()
