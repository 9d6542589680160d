# SPDX-License-Identifier: GPL-3.0-or-later
"""The new layer: its position, name and properties; and its source layer, which does not change."""

import pytest

from gimp import PdbError
from images import NORMAL_MODE

MULTIPLY = 30


def group(images, image, parent=0, position=0, name="group"):
    number, = images.pdb("gimp-layer-group-new", image)
    images.pdb("gimp-item-set-name", number, name)
    images.pdb("gimp-image-insert-layer", image, number, parent, position)
    return number


def siblings(images, image, parent):
    if parent:
        return images.pdb("gimp-item-get-children", parent)[1]
    return images.pdb("gimp-image-get-layers", image)[1]


def check_above(images, image, parent, source, result):
    numbers = siblings(images, image, parent)
    assert numbers.index(result) == numbers.index(source) - 1, (numbers, source, result)
    assert images.pdb("gimp-item-get-parent", result) == images.pdb("gimp-item-get-parent", source)


@pytest.mark.parametrize("position", [0, 2])
def test_directly_above_the_source(images, position):
    image = images.image()
    for name in ("lower", "upper"):
        images.layer(image, 24, 16, name=name)
    layer = images.layer(image, 24, 16, position=position)
    others = siblings(images, image, 0)
    images.pdb("gimp-image-set-active-layer", image, active := others[1])
    result = images.dither(layer)
    assert result.image == image
    check_above(images, image, 0, layer.number, result.layer)
    assert [n for n in siblings(images, image, 0) if n != result.layer] == others
    # Repeating the filter must dither the same layer again, not its result.
    assert images.pdb("gimp-image-get-active-layer", image) == [active]
    channel = images.channel(image, 24, 16)
    assert images.pdb("gimp-image-get-active-channel", image) == [channel]
    images.dither(layer)
    assert images.pdb("gimp-image-get-active-drawable", image) == [channel]


@pytest.mark.parametrize("depth", [1, 3])
def test_in_groups(images, depth):
    image = images.image()
    parent = 0
    for level in range(depth):
        images.layer(image, 24, 16, parent=parent, name=f"beside {level}")
        parent = group(images, image, parent, 1, f"group {level}")
    images.layer(image, 24, 16, parent=parent, name="top")
    layer = images.layer(image, 14, 12, 3, True, at=(3, -2), parent=parent, position=1)
    images.layer(image, 24, 16, parent=parent, position=2, name="bottom")
    before = images.pixels(layer.number)
    result = images.dither(layer)
    check_above(images, image, parent, layer.number, result.layer)
    after = images.pixels(result.layer)
    assert after[:-1] == before[:-1]
    layer.check(after, layer.expected(before))


def test_source_keeps_everything(images):
    image = images.image(24, 16)
    layer = images.layer(image, 20, 12, 3, True, at=(2, 3))
    images.load(images.mask(layer), bytes(range(240)))
    images.pdb("gimp-layer-set-opacity", layer.number, 40)
    images.pdb("gimp-layer-set-mode", layer.number, MULTIPLY)
    images.pdb("gimp-layer-set-lock-alpha", layer.number, True)
    images.pdb("gimp-item-set-linked", layer.number, True)
    images.pdb("gimp-item-set-visible", layer.number, False)
    images.pdb("gimp-item-set-color-tag", layer.number, 3)
    images.pdb("gimp-image-clean-all", image)
    before = images.snapshot(image)

    result = images.dither(layer)

    after = images.snapshot(image)
    assert after["properties"][layer.number] == before["properties"][layer.number]
    for number, pixels in before["pixels"].items():
        assert after["pixels"][number] == pixels
    assert after["dirty"] == [1]
    fresh = images.properties(result.layer)
    assert fresh["gimp-layer-get-mode"] == NORMAL_MODE
    assert fresh["gimp-layer-get-opacity"] == 100
    assert fresh["gimp-item-get-visible"] == 1
    assert fresh["gimp-layer-get-mask"] == -1
    pixels = before["pixels"][layer.number]
    layer.check(images.pixels(result.layer), layer.expected(pixels))


@pytest.mark.parametrize(("kernel", "levels", "name"), [
    ("floyd-steinberg", "2", "Floyd–Steinberg, 2 levels (Käse „1“)"),
    ("floyd-steinberg", "256", "Floyd–Steinberg, 256 levels (Käse „1“)"),
    ("atkinson", "4,8,4", "Atkinson, 4×8×4 levels (Käse „1“)"),
])
def test_name(images, kernel, levels, name):
    layer = images.single(name="Käse „1“")
    result = images.dither(layer, kernel=kernel, levels=levels)
    assert images.pdb("gimp-item-get-name", result.layer) == [name]


@pytest.mark.parametrize(("settings", "name"), [
    ({"screen": "bayer-4", "strength": 0}, "Bayer, 4 × 4, 2 levels"),
    ({"screen": "round", "strength": 0}, "Round dots, 2 levels"),
    ({"screen": "round"}, "Atkinson, Round dots, 2 levels"),
    ({"screen": "round", "screen-amount": 0}, "Atkinson, 2 levels"),
    ({"strength": 0}, "Atkinson, 2 levels"),
    ({"screen": "round", "palette": "ega"}, "Atkinson, Round dots, EGA"),
    ({"screen": "{folder}/own.txt", "strength": 0}, "own.txt, 2 levels")])
def test_name_with_a_screen(images, settings, name):
    """At a strength of 0 the kernel has no effect."""
    (images.folder / "own.txt").write_text("0 1\n")
    if "screen" in settings:
        settings = {**settings, "screen": settings["screen"].format(folder=images.folder)}
    result = images.dither(images.single(name="Käse"), kernel="atkinson", levels="2", **settings)
    assert images.pdb("gimp-item-get-name", result.layer) == [f"{name} (Käse)"]


def test_one_by_one(images):
    for precision, channels, alpha in (("u8-gamma", 1, False), ("float-linear", 3, True)):
        layer = images.single(1, 1, channels, alpha, precision)
        before = images.pixels(layer.number)
        result = images.dither(layer)
        layer.check(images.pixels(result.layer), layer.expected(before))


@pytest.mark.parametrize(("width", "height"), [(1, 200), (200, 1), (129, 65)])
def test_thin_and_beyond_a_tile(images, width, height):
    layer = images.single(width, height, 3, True)
    before = images.pixels(layer.number)
    result = images.dither(layer, kernel="stucki", levels="5")
    layer.check(images.pixels(result.layer),
                layer.expected(before, kernel="stucki", levels=(5, 5, 5)))


def test_floating_selection(images):
    """A floating selection is also a layer; whatever is done with it, no pixel is wrong."""
    image = images.image(24, 16)
    layer = images.layer(image, 24, 16)
    images.pdb("gimp-image-select-rectangle", image, 2, 4, 4, 10, 8)
    floating, = images.pdb("gimp-selection-float", layer.number, 0, 0)
    images.pdb("gimp-image-clean-all", image)
    before = images.snapshot(image)
    with pytest.raises(PdbError, match="floating"):
        images.dither_drawable(image, floating)
    assert images.snapshot(image) == before


def test_undo_switched_off(images):
    layer = images.single()
    images.pdb("gimp-image-undo-disable", layer.image)
    before = images.pixels(layer.number)
    result = images.dither(layer)
    layer.check(images.pixels(result.layer), layer.expected(before))
    assert images.pdb("gimp-image-undo-is-enabled", layer.image) == [0]
