# SPDX-License-Identifier: GPL-3.0-or-later
"""Gray images and palettes: with colors the image becomes RGB, with grays it stays gray. Masks and
channels are gray in any image."""

import pytest

from encoding import PRECISION, first_difference
from gimp import GRAY, IS_GIMP_3, RGB, PdbError
from images import Layer

INKS = "#101820,#f2aa4c,#b00040"
GRAYS = "#000000,#606060,#ffffff"


def base_type(images, image):
    return images.pdb("gimp-image-base-type", image)[0]


def check_converted(images, drawable, before, alpha):
    """Checks a gray drawable that was converted to RGB but not dithered: each value three times."""
    after = images.pixels(drawable)
    size = before.per_pixel // (1 + alpha)
    expected = b"".join(before.raw[i:i + size] * 3 + before.raw[i + size:i + before.per_pixel]
                        for i in range(0, len(before.raw), before.per_pixel))
    assert after.raw == expected
    assert after.encoding == before.encoding.replace("Y'", "R'G'B'").replace("Y", "RGB")


@pytest.mark.parametrize(("precision", "alpha", "output"), [
    ("u8-gamma", False, "new-layer"), ("u8-gamma", True, "replace"),
    ("u8-linear", True, "new-layer"), ("u16-gamma", True, "new-layer"),
    ("u16-gamma", False, "replace"), ("u32-gamma", True, "replace"),
    ("half-gamma", True, "new-layer"), ("float-linear", True, "replace"),
    ("float-gamma", True, "new-layer"), ("double-linear", True, "new-layer")])
def test_colors(images, precision, alpha, output):
    image = images.image(24, 16, 1, precision)
    beside = images.layer(image, 9, 8, 1, alpha, precision, at=(2, 3), seed=5)
    other = images.pixels(beside.number)
    layer = images.layer(image, 20, 13, 1, alpha, precision, at=(-2, 1))
    before = images.pixels(layer.number)
    images.check_by_command(layer, {"palette": INKS, "output": output}, to_rgb=True)
    assert base_type(images, image) == RGB
    assert images.pdb("gimp-image-get-precision", image) == [PRECISION[precision].number]
    if precision.startswith("u32") or (IS_GIMP_3 and precision.startswith(("float", "double"))):
        return  # GIMP converts the other layers via floats, which round, or with a curve and back
    check_converted(images, beside.number, other, alpha)
    if output == "new-layer":
        check_converted(images, layer.number, before, alpha)


@pytest.mark.parametrize(("precision", "output"), [
    ("u8-gamma", "replace"), ("u8-gamma", "new-layer"), ("float-linear", "replace"),
    ("u16-gamma", "new-layer")])
def test_selection(images, precision, output):
    """Unselected and fully transparent pixels have the gray value three times."""
    layer = images.layer(images.image(24, 16, 1, precision), 20, 13, 1, True, precision, at=(3, 1))
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 4, 3, 15, 11)
    images.pdb("gimp-selection-feather", layer.image, 4)
    selected = images.selected(layer)
    assert len(set(selected)) == 2
    images.check_by_command(layer, {"palette": INKS, "output": output, "alpha": "threshold"},
                            to_rgb=True, selected=selected)


def test_second_call(images):
    """The image is RGB by the second call."""
    layer = images.single(20, 13, 1, True)
    images.dither(layer, palette=INKS)
    layer.channels = 3
    images.check_by_command(layer, {"palette": INKS, "kernel": "stucki"})


@pytest.mark.parametrize(("precision", "alpha", "arguments"), [
    ("u8-gamma", True, {"palette": GRAYS, "output": "replace"}),
    ("u8-gamma", False, {"palette": "black-and-white", "linear": 1}),
    ("u16-gamma", True, {"palette": GRAYS, "match": "oklab", "alpha": "dither"}),
    ("float-linear", False, {"palette": "#808080", "output": "replace"})])
def test_grays(images, precision, alpha, arguments):
    layer = images.single(20, 13, 1, alpha, precision)
    images.check_by_command(layer, arguments)
    assert base_type(images, layer.image) == GRAY


def test_adaptive_palette(images):
    """A palette made from a gray image is gray."""
    layer = images.single(20, 13, 1)
    images.check_by_command(layer, {"palette": "adaptive:4"})
    assert base_type(images, layer.image) == GRAY


def test_failure_does_not_convert(images):
    layer = images.single(20, 13, 1)
    images.pdb("gimp-item-set-lock-content", layer.number, True)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="lock"):
        images.dither(layer, palette=INKS, output="replace")
    assert base_type(images, layer.image) == GRAY
    assert images.snapshot(layer.image) == before


def test_profile_of_gray(images):
    """GIMP would convert the image from its profile to sRGB, and everything that is not dithered
    would look different. So it is refused, and nothing changes."""
    image = images.image(24, 16, 1)
    layer = images.layer(image, 24, 16, 1, True)
    images.pdb("test-attach-profile", image)
    images.pdb("gimp-image-clean-all", image)
    before = images.snapshot(image)
    with pytest.raises(PdbError, match="profile"):
        images.dither(layer, palette=INKS)
    assert base_type(images, image) == GRAY
    assert images.snapshot(image) == before


# ---- Masks and channels ----------------------------------------------------------------------

def gray_drawable(images, kind, channels):
    """A mask or channel with some pixels in an RGB or gray image."""
    layer = images.single(18, 12, channels, True)
    drawable = images.mask(layer) if kind == "mask" else images.channel(layer.image, 18, 12)
    images.load(drawable, bytes((7 * i + i // 18) % 256 for i in range(216)))
    images.pdb("gimp-image-clean-all", layer.image)
    return layer, drawable


@pytest.mark.parametrize(("kind", "channels", "palette"), [
    ("mask", 1, INKS), ("mask", 3, INKS), ("channel", 1, "adaptive:4:ff0000"),
    ("channel", 3, "game-boy")])
def test_colors_for_a_mask_or_channel(images, kind, channels, palette):
    """They cannot contain colors, and converting their image is not what was asked for."""
    layer, drawable = gray_drawable(images, kind, channels)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="(?i)mask|channel|gray"):
        images.dither_drawable(layer.image, drawable, palette=palette, output="replace")
    assert base_type(images, layer.image) == (RGB if channels == 3 else GRAY)
    assert images.snapshot(layer.image) == before


@pytest.mark.parametrize(("kind", "channels"), [("mask", 3), ("channel", 1)])
def test_grays_for_a_mask_or_channel(images, kind, channels):
    layer, drawable = gray_drawable(images, kind, channels)
    before = images.pixels(drawable)
    result = images.dither_drawable(layer.image, drawable, palette=GRAYS, output="replace")
    assert result[:2] == (layer.image, -1)
    shares = Layer(layer.image, drawable, PRECISION["u8-gamma"], 1, False)
    expected = shares.by_command(images.folder, before, {"palette": GRAYS})
    assert not first_difference(images.pixels(drawable).raw, expected, shares.precision, 1)
    assert base_type(images, layer.image) == (RGB if channels == 3 else GRAY)


def test_channel_of_an_indexed_image(images):
    """The channel is gray, and the image's colors do not change."""
    layer, drawable = gray_drawable(images, "channel", 3)
    images.pdb("gimp-image-convert-indexed", layer.image, 0, 0, 8, False, False, "")
    before, colors = images.pixels(drawable), images.pixels(layer.number)
    images.dither_drawable(layer.image, drawable, levels="3", output="replace")
    shares = Layer(layer.image, drawable, PRECISION["u8-gamma"], 1, False)
    shares.check(images.pixels(drawable), shares.expected(before, levels=(3,)))
    assert images.pixels(layer.number) == colors
    state = images.pixels(drawable)
    with pytest.raises(PdbError, match="(?i)mask|channel|gray"):
        images.dither_drawable(layer.image, drawable, palette=INKS, output="replace")
    assert images.pixels(drawable) == state
    assert images.pixels(layer.number) == colors
