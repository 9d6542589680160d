# SPDX-License-Identifier: GPL-3.0-or-later
"""Results in an indexed image: its layers can have the colors of a palette that are all in its colormap."""

import os
import random

import command
import pytest
from gimp import NONINTERACTIVE, PRESET_PROCEDURE, PdbError
from images import Pixels, Result
from test_indexed import colormap

COLORS = ["#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#808080", "#ff0000", "#c08040"]
GRAY = ["#000000", "#808080", "#ffffff"]
OTHERS = ["#000000", "#818080", "#ffffff"]
TWICE = {2: 7}  # numbers of equal colors


def bytes_of(colors):
    return bytes.fromhex("".join(colors).replace("#", ""))


def listed(colors):
    return ",".join(colors)


def set_colormap(images, image, colors):
    values = bytes_of(colors)
    images.pdb("gimp-image-set-colormap", image, len(values), list(values))


def indexed_layer(images, width=31, height=22, alpha=False, colors=COLORS, at=(0, 0)):
    """A layer of an indexed image of 40 × 30 pixels, whose pixels have all numbers of its colormap."""
    image = images.image(40, 30)
    layer = images.layer(image, width, height, 3, alpha, at=at)
    images.pdb("gimp-image-convert-indexed", image, 0, 0, len(colors), False, False, "")
    set_colormap(images, image, colors)
    fill(images, layer, colors)
    images.pdb("gimp-image-clean-all", image)
    return layer


def fill(images, layer, colors, seed=1):
    draw = random.Random(seed)
    _, width, height, *_ = images.pixels(layer.number)
    raw = bytearray()
    for i in range(width * height):
        raw.append(draw.randrange(len(colors)) if i % 3 else i % width * len(colors) // width)
        if layer.alpha:
            raw.append(255 if draw.randrange(4) else 0)
    images.load(layer.number, bytes(raw))


def in_colors(layer, pixels, colors):
    """The pixels with the colors that their numbers stand for."""
    size, values = 1 + layer.alpha, bytes_of(colors)
    raw = b"".join(values[3 * number:3 * number + 3] + pixels.raw[size * i + 1:size * (i + 1)]
                   for i, number in enumerate(pixels.raw[::size]))
    return Pixels(*pixels[:3], 3 + layer.alpha, *pixels[4:6], raw)


def expected_raw(images, layer, before, palette, colors=COLORS, selected=None, **arguments):
    """The numbers with which the command's colors are in the colormap; what is not dithered keeps its own."""
    size, values = 1 + layer.alpha, bytes_of(colors)
    made = command.dithered(images.folder, layer, in_colors(layer, before, colors),
                            arguments | {"palette": palette}, selected=selected)
    first = {values[at:at + 3]: at // 3 for at in reversed(range(0, len(values), 3))}
    raw = bytearray(before.raw)
    for i in range(len(raw) // size):
        pixel = made[i * (size + 2):(i + 1) * (size + 2)]
        if layer.alpha:
            raw[2 * i + 1] = pixel[3]
        if (selected is None or selected[i]) and (not layer.alpha or pixel[3] != 0):
            raw[size * i] = first[pixel[:3]]
    return bytes(raw)


def check(images, layer, palette, colors=COLORS, selected=None, **arguments):
    before, tree = images.pixels(layer.number), images.tree(layer.image)
    result = images.dither(layer, palette=palette, **arguments)
    after = images.pixels(result.layer)
    assert result.image == layer.image
    assert colormap(images, layer.image) == bytes_of(colors)
    assert after[:-1] == before[:-1]
    assert after.raw == expected_raw(images, layer, before, palette, colors, selected, **arguments)
    assert after.raw != before.raw
    if arguments.get("output") == "replace":
        assert result.layer == layer.number and images.tree(layer.image) == tree
    else:
        assert images.tree(layer.image) == [(result.layer, []), *tree]
        assert images.pixels(layer.number) == before
    return result


@pytest.mark.parametrize("output", ["new-layer", "replace"])
@pytest.mark.parametrize("alpha", [False, True], ids=["opaque", "alpha"])
@pytest.mark.parametrize("colors", [COLORS, GRAY, COLORS[:1], COLORS[::-1]], ids=len)
def test_colors_of_the_colormap(images, colors, alpha, output):
    check(images, indexed_layer(images, alpha=alpha, at=(3, -4)), listed(colors), output=output, kernel="stucki",
          match="oklab")


@pytest.mark.parametrize("arguments", [{"palette": "#336699=#ff0000,#808080,#ffeedd=#ffffff", "sent": 1},
                                       {"dot": 3}, {"alpha": "dither"}, {"alpha": "threshold"}],
                         ids=lambda arguments: " ".join(arguments))
def test_options(images, arguments):
    check(images, indexed_layer(images, alpha="dot" not in arguments), **{"palette": listed(GRAY)} | arguments)


def test_the_palette_of_the_image(images):
    """GIMP has the colormap as a palette."""
    layer = indexed_layer(images)
    names = [name for name in images.pdb("gimp-palettes-get-list", "")[1] if f"#{layer.image} " in name]
    before = images.pixels(layer.number)
    result = images.dither(layer, palette=names[0])
    assert result.image == layer.image
    assert images.pixels(result.layer).raw == expected_raw(images, layer, before, listed(COLORS))


@pytest.mark.parametrize("alpha", ["keep", "dither"])
@pytest.mark.parametrize("output", ["new-layer", "replace"])
def test_selection(images, output, alpha):
    """Other pixels keep their numbers, also those of colors that are there twice."""
    layer = indexed_layer(images, alpha=True)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 3, 2, 15, 11)
    images.pdb("gimp-image-clean-all", layer.image)
    selected = images.selected(layer)
    assert set(TWICE.items()) <= {(2, number) for number, part in zip(images.pixels(layer.number).raw[::2], selected)
                                  if not part}
    check(images, layer, listed(GRAY), output=output, selected=selected, alpha=alpha)


def test_name_place_and_active_layer(images):
    layer = indexed_layer(images, at=(5, 6))
    group, = images.pdb("gimp-layer-group-new", layer.image)
    images.pdb("gimp-image-insert-layer", layer.image, group, 0, 0)
    images.pdb("gimp-image-reorder-item", layer.image, layer.number, group, 0)
    active = images.snapshot(layer.image)["active"]
    before = images.pixels(layer.number)
    result = images.dither(layer, palette=listed(GRAY), kernel="stucki")
    assert images.tree(layer.image) == [(group, [(result.layer, []), (layer.number, [])])]
    assert images.pdb("gimp-item-get-name", result.layer) == ["Stucki, 3 colors (photo)"]
    assert images.pixels(result.layer)[:-1] == before[:-1]
    assert images.snapshot(layer.image)["active"] == active


@pytest.mark.parametrize("output", ["new-layer", "replace"])
@pytest.mark.parametrize("whole", [False, True], ids=["group", "frames"])
def test_several_layers(images, output, whole):
    first = indexed_layer(images, 30, 20)
    image = first.image
    if not whole:
        group, = images.pdb("gimp-layer-group-new", image)
        images.pdb("gimp-image-insert-layer", image, group, 0, 0)
        images.pdb("gimp-image-reorder-item", image, first.number, group, 0)
    copy, = images.pdb("gimp-layer-copy", first.number, False)
    images.pdb("gimp-image-insert-layer", image, copy, 0 if whole else group, 0)
    second = type(first)(image, copy, first.precision, 3, False)
    fill(images, second, COLORS, seed=2)
    images.pdb("gimp-image-clean-all", image)
    expected = [expected_raw(images, layer, images.pixels(layer.number), listed(GRAY)) for layer in (first, second)]
    images.dither_drawable(image, first.number if whole else group, palette=listed(GRAY), output=output,
                           frames=int(whole))
    tree = images.tree(image)
    if not whole:
        (_, tree), = tree
    numbers = [number for number, _ in tree]
    if output == "new-layer":
        assert [numbers[1], numbers[3]] == [second.number, first.number]
        numbers = numbers[::2]
    assert [images.pixels(number).raw for number in numbers] == expected[::-1]


@pytest.mark.parametrize("arguments", [{"palette": listed(OTHERS)}, {"palette": "adaptive:3"}, {"levels": "2"},
                                       {"palette": listed(GRAY), "output": "ink-layers"},
                                       {"palette": "#000000=#010101,#ffffff", "sent": 1}],
                         ids=lambda arguments: " ".join(map(str, arguments.values())))
@pytest.mark.parametrize("frames", [0, 1])
def test_other_colors_are_refused(images, arguments, frames):
    layer = indexed_layer(images)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="(?s)keeps its colors.*new indexed image.*RGB"):
        images.dither(layer, frames=frames, **arguments)
    assert images.snapshot(layer.image) == before


@pytest.mark.parametrize("palette", [listed(OTHERS), listed(GRAY)], ids=["other colors", "the same colors"])
@pytest.mark.parametrize("frames", [0, 1])
def test_a_new_indexed_image_if_that_is_chosen(images, palette, frames):
    layer = indexed_layer(images)
    before = images.snapshot(layer.image)
    result = images.dither(layer, palette=palette, output="new-indexed-image", frames=frames)
    images.made.append(result.image)
    assert result.image != layer.image
    assert colormap(images, result.image) == bytes_of(palette.split(","))
    assert images.snapshot(layer.image) == before


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_LCMS"] == "0", reason="built without lcms2")
def test_not_with_another_profile(images):
    """There the palette's colors are other numbers than those in the colormap."""
    layer = indexed_layer(images)
    images.pdb("test-attach-profile", layer.image)
    with pytest.raises(PdbError, match="not sRGB"):
        images.dither(layer, palette=listed(GRAY))


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_LCMS"] == "0", reason="built without lcms2")
def test_a_preset_with_another_profile(images):
    """It gets a new image, whose colors are those of the palette."""
    layer = indexed_layer(images, colors=["#000000", "#ffffff"])
    images.pdb("test-attach-profile", layer.image)
    result = Result(*images.pdb(PRESET_PROCEDURE, NONINTERACTIVE, layer.image, layer.number, "classic-mac"))
    images.made.append(result.image)
    assert result.image != layer.image


@pytest.mark.parametrize("colors", [["#000000", "#ffffff"], ["#010000", "#ffffff"]], ids=["its colors", "others"])
def test_a_preset(images, colors):
    """It gets a new layer if that is possible."""
    layer = indexed_layer(images, colors=colors)
    before = images.snapshot(layer.image)
    result = Result(*images.pdb(PRESET_PROCEDURE, NONINTERACTIVE, layer.image, layer.number, "classic-mac"))
    assert (result.image == layer.image) == (colors[0] == "#000000")
    if result.image != layer.image:
        images.made.append(result.image)
        assert images.snapshot(layer.image) == before
