# SPDX-License-Identifier: GPL-3.0-or-later
"""In GIMP 3, too, the plug-in gives the bytes of the errdiff command."""

import pytest

import command
from conftest import PROCEDURE
from encoding import PRECISIONS

CASES = [(precision.name, channels, (channels == 3) == bool(row // 2 % 2))
         for row, precision in enumerate(PRECISIONS) for channels in (1, 3)]


@pytest.mark.parametrize(("precision", "channels", "alpha"), CASES)
def test_every_precision(images, precision, channels, alpha):
    layer = images.single(19, 11, channels, alpha, precision)
    arguments = {"kernel": "atkinson", "levels": "3", "strength": 80}
    expected = images.expected(layer, arguments)
    before = images.pixels(layer.number).raw
    _, result, engine = images.dither(layer, **arguments)
    assert images.pixels(result).raw == expected != before
    assert images.pixels(layer.number).raw == before, "the source changed"
    assert engine in {"serial-ed", "serial-ec", "block", "wavefront"}
    assert images.gimp.layers(layer.image) == [result, layer.number]


@pytest.mark.parametrize("arguments", [
    {"palette": "ega", "match": "oklab", "gamut": "compress", "compress": 35},
    {"palette": "#101820,#f2aa4c,#b00040", "linear": True, "dot": 2},
    {"palette": "adaptive:5:ff0000,00ff00", "stretch": True, "gamma": 1.5},
    {"serpentine": True, "noise": 20, "seed": -5, "detail": 30},
])
def test_options(images, arguments):
    layer = images.single(30, 20)
    expected = images.expected(layer, arguments)
    assert images.pixels(images.dither(layer, **arguments)[1]).raw == expected


def test_replace_in_a_selection(images):
    layer = images.single(30, 20, alpha=True)
    images.gimp.select(layer.image, 5, 3, 12, 9)
    selected = [5 <= x < 17 and 3 <= y < 12 for y in range(20) for x in range(30)]
    expected = images.expected(layer, {}, selected=selected)
    assert images.dither(layer, output="replace")[:2] == [layer.image, layer.number]
    assert images.pixels(layer.number).raw == expected


def test_mask_in_place(images):
    layer = images.single(16, 8, 1)
    mask = images.gimp.new_mask(layer.number)
    images.gimp.set_pixels(mask, "Y u8", bytes(range(128)))
    image, result, _ = images.gimp.call(PROCEDURE, [mask], output="replace")
    assert (image, result) == (layer.image, None)
    assert set(images.pixels(mask).raw) == {0, 255}


def test_gray_becomes_rgb(images):
    layer = images.single(20, 10, 1)
    arguments = {"palette": "ega"}
    expected = images.expected(layer, arguments, to_rgb=True)
    assert images.pixels(images.dither(layer, **arguments)[1]).raw == expected
    assert images.gimp.base_type(layer.image) == 0


def test_indexed_image(images):
    layer = images.single(20, 10)
    expected = command.indexed(images.folder, layer, images.pixels(layer.number), {"palette": "ega"})
    image, result, _ = images.dither(layer, palette="ega", output="new-indexed-image")
    assert image != layer.image and images.gimp.base_type(image) == 2
    assert list(images.pixels(result).raw) == expected.numbers
    assert images.gimp.colors(image) == expected.colours


def test_palette_of_gimp(images):
    colors = ["#102030", "#ffeedd", "#a03010"]
    name = images.gimp.new_palette("three", [("", color) for color in colors])
    try:
        layer = images.single()
        expected = images.expected(layer, {"palette": name}, colours=colors)
        assert images.pixels(images.dither(layer, palette=f"gimp:{name}")[1]).raw == expected
    finally:
        images.gimp.delete_palette(name)


def test_several_layers(images):
    """Each is dithered by itself, those in a selected group, too, and none twice."""
    image = images.image(24, 16)
    group = images.gimp.new_group(image)
    inner = images.layer(image, 24, 16, seed=2, group=group)
    outer = images.layer(image, 24, 16, seed=3)
    expected = [images.expected(layer, {"kernel": "stucki"}) for layer in (inner, outer)]
    images.gimp.call(PROCEDURE, [outer.number, group, inner.number], kernel="stucki")
    new_inner, old_inner = images.gimp.children(group)
    new_outer, old_outer, _ = images.gimp.layers(image)
    assert (old_inner, old_outer) == (inner.number, outer.number)
    assert [images.pixels(number).raw for number in (new_inner, new_outer)] == expected
