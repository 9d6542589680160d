# SPDX-License-Identifier: GPL-3.0-or-later
"""Every precision of GIMP, gray and RGB, with and without alpha, byte for byte."""

import math

import pytest

from command import by_command
from encoding import PRECISION, PRECISIONS, pack
from rule import KERNELS

KERNEL_NAMES = list(KERNELS)
# Each precision occurs with gray and RGB, and with and without alpha.
CASES = [(precision, channels, alpha, number) for number, (precision, channels, alpha) in enumerate(
    (precision, channels, (channels == 3) == bool(row // 2 % 2))
    for row, precision in enumerate(PRECISIONS) for channels in (1, 3))]


def level_text(levels):
    return ",".join(map(str, levels))


@pytest.mark.parametrize(
    ("precision", "channels", "alpha", "number"), CASES,
    ids=[f"{p.name}-{'rgb' if c == 3 else 'gray'}{'-alpha' if a else ''}" for p, c, a, _ in CASES])
def test_bytes(images, precision, channels, alpha, number):
    kernel = KERNEL_NAMES[number % len(KERNEL_NAMES)]
    levels = (2 + number % 5, 2 + number % 3, 17)[:channels]
    strength = (100, 73)[number % 2]
    layer = images.single(19, 11, channels, alpha, precision.name, seed=number)
    before = images.pixels(layer.number)

    result = images.dither(layer, kernel=kernel, levels=level_text(levels), strength=strength)

    after = images.pixels(result.layer)
    assert after[:-1] == before[:-1], "another encoding, size or place"
    how = {"kernel": kernel, "levels": levels, "strength": strength}
    layer.check(after, layer.expected(before, **how))
    layer.check(after, layer.expected(before, by=by_command(images.folder), **how))
    assert images.pixels(layer.number) == before, "the source changed"


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("component", ["half", "float", "double"])
def test_numbers_that_are_no_tone(images, component, linear):
    """NaN counts as 0, and values outside 0 to 1 are clamped; masked pixels keep their values."""
    odd = [math.nan, math.inf, -math.inf, -0.0, 0.0, 1.0, -3.5, 7.25, 6e-8, 0.5, 1.0000001, -1e-9]
    width, height = len(odd), 5
    values = []
    for y in range(height):
        for x in range(width):
            values += [odd[(x + y * c) % width] for c in (0, 1, 5)]
            values.append((1.0, 0.0, 0.25)[(x + y) % 3])
    precision = PRECISION[f"{component}-{'linear' if linear else 'gamma'}"]
    layer = images.single(width, height, 3, True, precision.name, raw=pack(values, component))
    before = images.pixels(layer.number)
    result = images.dither(layer, levels="4,8,4")
    layer.check(images.pixels(result.layer), layer.expected(before, levels=(4, 8, 4)))


@pytest.mark.parametrize("component", ["u16", "u32"])
def test_rounding_of_integers(images, component):
    """Values around every boundary between two 16-bit display values near an output level."""
    if component == "u32":
        values = [v16 * 65537 + offset for v16 in (0, 1, 127, 128, 32767, 32768, 65534, 65535)
                  for offset in (-32769, -32768, -1, 0, 1, 32767, 32768, 32769)
                  if 0 <= v16 * 65537 + offset <= 4294967295]
    else:
        values = [0, 1, 127, 128, 129, 16383, 16384, 32767, 32768, 49151, 65534, 65535]
    layer = images.single(len(values), 2, 1, False, f"{component}-gamma",
                          raw=pack(values + values[::-1], component))
    before = images.pixels(layer.number)
    for levels, strength in ((256, 100), (2, 0)):
        result = images.dither(layer, levels=str(levels), strength=strength)
        layer.check(images.pixels(result.layer),
                    layer.expected(before, levels=(levels,), strength=strength))


@pytest.mark.parametrize(("channels", "precision"),
                         [(3, "u8-gamma"), (1, "u8-gamma"), (3, "u16-linear")])
def test_color_profile(images, channels, precision):
    """A profile says what the values mean; the plug-in dithers the same values with any profile."""
    layer = images.single(21, 9, channels, False, precision)
    images.pdb("test-attach-profile", layer.image)
    before = images.pixels(layer.number)
    result = images.dither(layer, levels="3")
    layer.check(images.pixels(result.layer), layer.expected(before, levels=(3, 3, 3)))
    assert images.pixels(layer.number) == before
