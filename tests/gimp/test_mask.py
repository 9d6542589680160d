# SPDX-License-Identifier: GPL-3.0-or-later
"""Which pixels are dithered: those at least half selected and not fully transparent; also in layers
whose position is not the image's."""

import pytest

from encoding import PRECISION, unpack
from gimp import PdbError

REPLACE, ADD = 2, 0


def check(images, layer, output="new-layer", some=True, levels=(2, 2, 2)):
    before, mask = images.pixels(layer.number), images.selected(layer)
    assert not some or len(set(mask)) == 2, "the test needs pixels on either side"
    result = images.dither(layer, output=output, levels=",".join(map(str, levels)))
    after = images.pixels(result.layer)
    assert after[:-1] == before[:-1]
    layer.check(after, layer.expected(before, selected=mask, levels=levels))


@pytest.mark.parametrize(("precision", "output"),
                         [("u8-gamma", "replace"), ("float-linear", "new-layer")])
def test_rectangle(images, precision, output):
    layer = images.single(24, 16, 3, False, precision)
    images.pdb("gimp-image-select-rectangle", layer.image, REPLACE, 5, 3, 11, 8)
    check(images, layer, output)


@pytest.mark.parametrize(("precision", "output"), [
    ("u8-gamma", "new-layer"), ("u16-gamma", "replace"), ("u32-linear", "new-layer"),
    ("half-gamma", "replace"), ("float-linear", "replace"), ("double-gamma", "new-layer")])
def test_soft_selection_counts_from_half(images, precision, output):
    """No pixel is half dithered, not even where GIMP itself would blend."""
    layer = images.single(40, 30, 3, True, precision)
    images.pdb("gimp-image-select-ellipse", layer.image, REPLACE, 8, 6, 22, 17)
    images.pdb("gimp-selection-feather", layer.image, 9)
    check(images, layer, output)


def test_half_itself(images):
    """127 of 255 is below half, 128 is not."""
    layer = images.single(4, 3, 1)
    number, = images.pdb("gimp-image-get-selection", layer.image)
    images.pdb("gimp-selection-all", layer.image)
    images.load(number, bytes([127, 128, 0, 255] * 3))
    before = images.pixels(layer.number)
    result = images.dither(layer)
    expected = layer.expected(before, selected=[0, 1, 0, 1] * 3)
    layer.check(images.pixels(result.layer), expected)
    assert expected != before.raw


def test_selection_of_several_parts(images):
    layer = images.single(30, 20, 1, True)
    images.pdb("gimp-image-select-rectangle", layer.image, REPLACE, 2, 2, 6, 5)
    images.pdb("gimp-image-select-rectangle", layer.image, ADD, 15, 9, 12, 10)
    check(images, layer)


OFFSETS = [((40, 30), (-7, -5)), ((12, 9), (6, 4)), ((12, 9), (-5, 8)), ((12, 9), (19, -3)),
           ((50, 3), (-20, 7))]


@pytest.mark.parametrize(("size", "at"), OFFSETS[:2])
def test_offsets(images, size, at):
    image = images.image(24, 16)
    layer = images.layer(image, *size, 3, False, at=at)
    before = images.pixels(layer.number)
    assert (before.x, before.y) == at
    result = images.dither(layer)
    after = images.pixels(result.layer)
    assert after[:-1] == before[:-1]
    layer.check(after, layer.expected(before))


@pytest.mark.parametrize("number", range(len(OFFSETS)))
def test_offsets_and_selection(images, number):
    size, at = OFFSETS[number]
    image = images.image(24, 16)
    layer = images.layer(image, *size, 3, True, at=at)
    images.pdb("gimp-image-select-rectangle", image, REPLACE, 3, 2, 17, 8)
    check(images, layer, ("new-layer", "replace")[number % 2])


@pytest.mark.parametrize("output", ["new-layer", "replace"])
def test_selection_beside_the_layer(images, output):
    image = images.image(24, 16)
    layer = images.layer(image, 8, 8, at=(0, 0))
    images.pdb("gimp-image-select-rectangle", image, REPLACE, 12, 2, 6, 6)
    images.pdb("gimp-image-clean-all", image)
    before = images.snapshot(image)
    with pytest.raises(PdbError, match="Selection is outside the layer") as failure:
        images.dither(layer, output=output)
    assert not failure.value.calling
    assert images.snapshot(image) == before


def test_layer_outside_the_image(images):
    """Without a selection all pixels are dithered, also those outside of the image."""
    image = images.image(10, 10)
    layer = images.layer(image, 9, 7, at=(30, -40))
    before = images.pixels(layer.number)
    result = images.dither(layer)
    layer.check(images.pixels(result.layer), layer.expected(before))


@pytest.mark.parametrize("precision", ["u8-gamma", "float-gamma"])
def test_transparent_pixels_take_no_part(images, precision):
    """A transparent column stops the errors, and keeps its colors."""
    component = PRECISION[precision].component
    layer = images.single(15, 10, 3, True, precision)
    raw = bytearray(images.pixels(layer.number).raw)
    size = len(raw) // (15 * 10 * 4)
    for y in range(10):
        at = ((y * 15 + 7) * 4 + 3) * size
        raw[at:at + size] = bytes(size)
    images.load(layer.number, bytes(raw))
    before = images.pixels(layer.number)
    assert unpack(before.raw, component)[7 * 4 + 3] == 0
    result = images.dither(layer)
    layer.check(images.pixels(result.layer), layer.expected(before))


def test_all_transparent(images):
    layer = images.single(6, 5, 3, True, raw=bytes([9, 99, 199, 0]) * 30)
    result = images.dither(layer)
    assert images.pixels(result.layer).raw == bytes([9, 99, 199, 0]) * 30
