# SPDX-License-Identifier: GPL-3.0-or-later
"""Images whose color profile is not sRGB. Palettes are sRGB: pixels are matched with them as they look, and the
palette's colors look the same in the image."""

import os
import struct
import subprocess

import pytest

import command
import formats
import png
from encoding import PRECISION, pack, unpack

pytestmark = pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_LCMS") == "0" or os.environ["ERRDIFF_HAS_TIFF"] != "1",
                                reason="built without lcms2 or libtiff")

PALETTE = "#000000,#1d2b53,#7e2553,#008751,#ab5236,#5f574f,#c2c3c7,#fff1e8,#ff004d,#ffa300,#00e436"
GRAYS = "#000000,#505050,#a0a0a0,#ffffff"
# Adobe RGB (1998), section 4.3.5.3: from XYZ; times the matrix from sRGB's light to XYZ.
TO_ADOBE = ((0.7151256, 0.2848744, 0), (0, 1, 0), (0, 0.0411619, 0.9588381))


def light(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def adobe(color, linear=False):
    """The color 0..1 in Adobe RGB of a color 0..1 of sRGB."""
    lights = [light(value) for value in color]
    return [sum(part * value for part, value in zip(row, lights)) ** (1 if linear else 256 / 563) for row in TO_ADOBE]


def lab_gray(color):
    """The same in gray with the curve of CIELAB's lightness."""
    y = light(color[0])
    return [1.16 * y ** (1 / 3) - 0.16 if y > 216 / 24389 else y * 24389 / 2700]


def profile_of(images, image):
    return bytes(images.pdb("gimp-image-get-color-profile", image)[1])


def colors_of(palette):
    return [bytes.fromhex(color[1:]) for color in palette.split(",")]


def numbers_by_command(images, layer, pixels, palette, *options):
    """The indices that the command gives a TIFF file with these pixels and the image's profile."""
    bits = 16 if layer.precision.component == "u16" else 8
    data = pixels.raw if bits == 8 else struct.pack(f"<{len(pixels.raw) // 2}H", *unpack(pixels.raw, "u16"))
    source, target = images.folder / "in.tif", images.folder / "out.png"
    source.write_bytes(formats.tiff(pixels.width, pixels.height, layer.channels, bits, data,
                                    more=[(34675, (7, profile_of(images, layer.image)))]))
    colors = command.hex_file(images.folder, palette.split(","))
    subprocess.run([os.environ["ERRDIFF"], source, target, "--palette", colors, "--indexed", "--no-linear",
                    "--kernel", "floyd-steinberg", "--start", "plain", "--match", "rgb", *options], check=True)
    return list(png.decode(target.read_bytes())[4])


def profiled(images, *kind, **how):
    layer = images.single(60, 40, *kind, **how)
    images.pdb("test-attach-profile", layer.image)
    return layer


CASES = [(3, "u8-gamma", PALETTE, adobe), (3, "u16-gamma", PALETTE, adobe), (1, "u8-gamma", GRAYS, lab_gray),
         (1, "u16-gamma", GRAYS, lab_gray)]


@pytest.mark.parametrize(("channels", "precision", "palette", "convert"), CASES,
                         ids=[f"{case[0]} {case[1]}" for case in CASES])
def test_palette(images, channels, precision, palette, convert):
    layer = profiled(images, channels, False, precision)
    before = images.pixels(layer.number)
    result = images.dither(layer, palette=palette, linear=1)
    after = images.pixels(result.layer)
    assert after[:-1] == before[:-1]
    white = 255 if precision.startswith("u8") else 65535
    expected = [[white * value for value in convert([part / 255 for part in color])]
                for color in colors_of(palette)]
    numbers = numbers_by_command(images, layer, before, palette, "--linear")
    assert len(set(numbers)) > 3
    found = unpack(after.raw, layer.precision.component)
    for i, number in enumerate(numbers):
        for value, wanted in zip(found[i * channels:(i + 1) * channels], expected[number]):
            assert abs(value - wanted) <= max(1, white / 500), (i, number, value, wanted)


@pytest.mark.parametrize("precision", ["u8-linear", "u16-linear", "float-linear", "half-gamma"])
def test_colors_of_the_palette_stay(images, precision):
    """In every precision, an image of the palette's colors is written as it was."""
    component, linear = PRECISION[precision].component, PRECISION[precision].linear
    white = {"u8": 255, "u16": 65535}.get(component, 1)
    colors = colors_of(PALETTE)
    values = [white * value for color in colors
              for value in (*adobe([part / 255 for part in color], linear), 0.5)]
    raw = pack([round(value) for value in values] if white > 1 else values, component)
    layer = images.single(len(colors), 1, 3, True, precision, raw=raw)
    images.pdb("test-attach-profile", layer.image)
    result = images.dither(layer, palette=PALETTE, strength=0)
    found = unpack(images.pixels(result.layer).raw, component)
    for value, wanted in zip(found, values):
        assert abs(value - wanted) <= max(0.502 if white > 1 else 0, white / 500), (value, wanted)


@pytest.mark.parametrize("precision", ["u8-gamma", "u16-gamma"])
@pytest.mark.parametrize(("channels", "to_light"), [(1, lambda x: ((x + 0.16) / 1.16) ** 3),
                                                    (3, lambda x: x ** (563 / 256))], ids=["lab", "adobe"])
def test_linear_light_has_the_curve_of_the_profile(images, channels, to_light, precision):
    """With levels, which are values of the image: a flat gray gets as many white pixels as it has light."""
    component = PRECISION[precision].component
    white = 255 if component == "u8" else 65535
    value = white * 3 // 4
    layer = images.single(200, 200, channels, False, precision, raw=pack([value] * 40000 * channels, component))
    images.pdb("test-attach-profile", layer.image)
    result = images.dither(layer, linear=1)
    found = unpack(images.pixels(result.layer).raw, component)
    assert set(found) == {0, white}
    assert abs(found.count(white) / len(found) - to_light(value / white)) < 0.004
    # The middle one of three levels is one value, which comes back as itself.
    result = images.dither(layer, levels="3", linear=1)
    middle, = set(unpack(images.pixels(result.layer).raw, component)) - {0, white}
    assert abs(middle / white - 0.5) < 0.05


def test_new_indexed_image(images):
    """It has the palette's own numbers, and no profile, so they look as the palette's colors do."""
    layer = profiled(images)
    pixels = images.pixels(layer.number)
    result = images.dither(layer, palette=PALETTE, output="new-indexed-image")
    images.made.append(result.image)
    assert images.pdb("gimp-image-get-color-profile", result.image)[0] == 0
    assert bytes(images.pdb("gimp-image-get-colormap", result.image)[1]) == b"".join(colors_of(PALETTE))
    assert list(images.pixels(result.layer).raw) == numbers_by_command(images, layer, pixels, PALETTE)
