# SPDX-License-Identifier: GPL-3.0-or-later
"""output "replace": layers, layer masks and channels."""

import pytest

from encoding import PRECISION, PRECISIONS, dithered, first_difference
from encoding import image as random_pixels
from gimp import PdbError


@pytest.mark.parametrize(("precision", "channels", "alpha"), [
    ("u8-gamma", 3, True), ("u8-linear", 1, False), ("u16-gamma", 3, False),
    ("half-linear", 3, True), ("double-gamma", 1, True)])
def test_layer(images, precision, channels, alpha):
    layer = images.single(20, 13, channels, alpha, precision)
    before, state = images.pixels(layer.number), images.snapshot(layer.image)
    result = images.dither(layer, output="replace", kernel="atkinson")
    assert result[:2] == (layer.image, layer.number)
    after = images.pixels(layer.number)
    assert after[:-1] == before[:-1]
    layer.check(after, layer.expected(before, kernel="atkinson"))
    now = images.snapshot(layer.image)
    assert now.pop("dirty") == [1] and state.pop("dirty") == [0]
    del now["pixels"], state["pixels"]
    assert now == state


def test_locked_alpha(images):
    """The lock is on alpha, which is kept here, so it does not matter."""
    layer = images.single(20, 13, 3, True)
    images.pdb("gimp-layer-set-lock-alpha", layer.number, True)
    before = images.pixels(layer.number)
    images.dither(layer, output="replace")
    layer.check(images.pixels(layer.number), layer.expected(before))


def raw_numbers(component):
    """Masks and channels contain coverage, not tones, so no curve is applied."""
    return PRECISION[f"{component}-gamma"]


def check_raw(images, drawable, before, **how):
    component = before.encoding.split()[-1]
    precision = raw_numbers(component)
    expected = dithered(before.raw, before.width, before.height, 1, False, precision, **how)
    difference = first_difference(images.pixels(drawable).raw, expected, precision, 1)
    assert not difference, difference
    assert expected != before.raw


@pytest.mark.parametrize("precision", PRECISIONS[::2] + [PRECISION["u8-linear"]],
                         ids=lambda precision: precision.name)
def test_layer_mask(images, precision):
    layer = images.single(18, 12, 3, True, precision.name)
    mask = images.mask(layer)
    images.load(mask, random_pixels(18, 12, 1, False, precision.component, seed=8))
    before, colors = images.pixels(mask), images.pixels(layer.number)
    result = images.dither_drawable(layer.image, mask, output="replace", levels="3")
    assert result[:2] == (layer.image, -1)
    check_raw(images, mask, before, levels=(3,))
    assert images.pixels(layer.number) == colors


@pytest.mark.parametrize("precision", ["u8-linear", "float-gamma"])
def test_channel(images, precision):
    layer = images.single(18, 12, 1, False, precision)
    channel = images.channel(layer.image, 18, 12)
    images.load(channel, random_pixels(18, 12, 1, False, PRECISION[precision].component, seed=9))
    before = images.pixels(channel)
    images.dither_drawable(layer.image, channel, output="replace", levels="4")
    check_raw(images, channel, before, levels=(4,))


def test_mask_within_a_selection(images):
    layer = images.layer(images.image(24, 16), 18, 12, at=(-3, 2))
    mask = images.mask(layer)
    images.load(mask, random_pixels(18, 12, 1, False, "u8", seed=8))
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 4, 5, 6, 6)
    before = images.pixels(mask)
    images.dither_drawable(layer.image, mask, output="replace")
    selected = [4 <= x - 3 < 10 and 5 <= y + 2 < 11 for y in range(12) for x in range(18)]
    check_raw(images, mask, before, selected=selected)


@pytest.mark.parametrize("kind", ["mask", "channel"])
def test_no_new_layer_of_a_mask_or_channel(images, kind):
    layer = images.single()
    drawable = images.mask(layer) if kind == "mask" else images.channel(layer.image, 24, 16)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="in place"):
        images.dither_drawable(layer.image, drawable)
    assert images.snapshot(layer.image) == before


@pytest.mark.parametrize("whose", ["layer", "group", "outer group"])
def test_locked_pixels(images, whose):
    """A lock of the layer or of a group around it forbids replacing, which is said before anything is dithered; a new
    layer is possible."""
    image = images.image()
    numbers = {}
    for name in ("outer group", "group"):
        numbers[name], = images.pdb("gimp-layer-group-new", image)
        images.pdb("gimp-image-insert-layer", image, numbers[name],
                   numbers.get("outer group", 0) if name == "group" else 0, 0)
    layer = images.layer(image, 24, 16, parent=numbers["group"])
    numbers["layer"] = layer.number
    images.pdb("gimp-item-set-lock-content", numbers[whose], True)
    images.pdb("gimp-image-clean-all", image)
    before = images.snapshot(image)
    with pytest.raises(PdbError, match="unlock them, or choose a new layer"):
        images.dither(layer, output="replace")
    assert images.snapshot(image) == before
    pixels = images.pixels(layer.number)
    layer.check(images.pixels(images.dither(layer).layer), layer.expected(pixels))


def test_locked_pixels_of_a_masked_layer(images):
    """The layer's lock also locks its mask; a channel has a lock of its own."""
    layer = images.single()
    mask, channel = images.mask(layer), images.channel(layer.image, 24, 16)
    images.pdb("gimp-item-set-lock-content", layer.number, True)
    images.pdb("gimp-item-set-lock-content", channel, True)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    for drawable in (mask, channel):
        with pytest.raises(PdbError, match="lock"):
            images.dither_drawable(layer.image, drawable, output="replace")
    assert images.snapshot(layer.image) == before
