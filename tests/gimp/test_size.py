# SPDX-License-Identifier: GPL-3.0-or-later
"""The argument `resize`: the result is in a new image, which is a scaled copy of the one that is dithered."""

import pytest

from gimp import INDEXED, IS_GIMP_3, RGB, PdbError

CUBIC, NONE = 2, 0


def open_images(images):
    return sorted(images.pdb("gimp-image-list")[-1])


def scaled(images, image, width, height, interpolation=CUBIC):
    """A copy that GIMP itself scales."""
    copy, = images.pdb("gimp-image-duplicate", image)
    images.made.append(copy)
    images.pdb("gimp-context-set-interpolation", interpolation)
    images.pdb("gimp-image-scale", copy, width, height)
    return copy


def only_layer(images, image):
    (number, _), = images.tree(image)
    return number


def size_of(images, image):
    return [images.pdb(f"gimp-image-{side}", image)[0] for side in ("width", "height")]


def resized(images, layer, **arguments):
    """The result, after a check that the call changed nothing in the image of the layer, and made one image."""
    state, before = images.snapshot(layer.image), open_images(images)
    result = images.dither(layer, **arguments)
    images.made.append(result.image)
    assert images.snapshot(layer.image) == state
    assert result.image not in before and sorted([*before, result.image]) == open_images(images)
    assert images.pdb("gimp-image-undo-is-enabled", result.image) == [1]
    if not IS_GIMP_3:  # where an image that was not saved has no name
        assert "levels" in images.pdb("gimp-image-get-name", result.image)[0] or "palette" in arguments
    return result


@pytest.mark.parametrize("text, size, interpolation", [
    ("12", (12, 8), CUBIC), ("x20", (30, 20), CUBIC), ("50%", (12, 8), CUBIC), ("40x20", (30, 20), CUBIC),
    ("300%", (72, 48), NONE), ("150%", (36, 24), CUBIC), ("24", (24, 16), CUBIC)])
@pytest.mark.parametrize("channels, alpha, precision", [(3, True, "u8-gamma"), (1, False, "float-linear")])
def test_the_result_is_that_of_a_scaled_image(images, text, size, interpolation, channels, alpha, precision):
    layer = images.single(24, 16, channels, alpha, precision)
    copy = scaled(images, layer.image, *size, interpolation)
    expected = images.dither_drawable(copy, only_layer(images, copy), levels="3")
    result = resized(images, layer, levels="3", resize=text)
    assert size_of(images, result.image) == list(size)
    assert images.pixels(result.layer) == images.pixels(expected.layer)
    assert [name for name, _ in images.tree(result.image)][0] == result.layer


@pytest.mark.parametrize("fit, full, at", [("fill", (30, 20), (0, 5)), ("stretch", (30, 10), None)])
def test_another_shape(images, fit, full, at):
    layer = images.single(24, 16, 3, True)
    copy = scaled(images, layer.image, *full)
    if at:
        images.pdb("gimp-image-crop", copy, 30, 10, *at)
    expected = images.dither_drawable(copy, only_layer(images, copy))
    result = resized(images, layer, resize="30x10", fit=fit)
    assert size_of(images, result.image) == [30, 10]
    assert images.pixels(result.layer) == images.pixels(expected.layer)
    result = resized(images, layer, resize="10x30", fit=fit)
    assert size_of(images, result.image) == [10, 30]


def test_millimeters(images):
    layer = images.single(24, 16)
    images.pdb("gimp-image-set-resolution", layer.image, 254, 254)
    result = resized(images, layer, resize="3.6mm")
    assert size_of(images, result.image) == [36, 24]
    assert images.pdb("gimp-image-get-resolution", result.image) == [254, 254]
    result = resized(images, layer, resize="x4mm", dpi=127.0)
    assert size_of(images, result.image) == [30, 20]
    assert images.pdb("gimp-image-get-resolution", result.image) == [127, 127]


@pytest.mark.parametrize("output, is_indexed", [("new-layer", False), ("replace", False), ("ink-layers", False),
                                                ("new-indexed-image", True)])
def test_destinations(images, output, is_indexed):
    layer = images.single(24, 16, 3, False)
    copy = scaled(images, layer.image, 12, 8)
    expected = images.dither_drawable(copy, only_layer(images, copy), palette="bwry", output=output)
    if expected.image != copy:
        images.made.append(expected.image)
    result = resized(images, layer, palette="bwry", output=output, resize="12")
    assert (images.pdb("gimp-image-base-type", result.image) == [INDEXED]) == is_indexed
    assert size_of(images, result.image) == [12, 8]
    # An indexed format's name is one of GIMP's own, for this image alone.
    assert images.pixels(result.layer)[1:] == images.pixels(expected.layer)[1:]


def test_an_indexed_image_is_mixed_as_rgb(images):
    layer = images.single(24, 16, 3, False)
    images.pdb("gimp-image-convert-indexed", layer.image, 0, 0, 7, 0, 0, "")
    copy, = images.pdb("gimp-image-duplicate", layer.image)
    images.made.append(copy)
    images.pdb("gimp-image-convert-rgb", copy)
    images.pdb("gimp-context-set-interpolation", CUBIC)
    images.pdb("gimp-image-scale", copy, 12, 8)
    expected = images.dither_drawable(copy, only_layer(images, copy), palette="ega")
    result = images.dither(layer, palette="ega", resize="12")
    images.made.append(result.image)
    assert images.pdb("gimp-image-base-type", result.image) == [RGB]
    assert images.pixels(result.layer) == images.pixels(expected.layer)


def test_what_is_dithered_is_found_in_the_copy(images):
    """A mask of a layer in a group, and a channel; and the selection is scaled, too."""
    image = images.image(24, 16)
    group, = images.pdb("gimp-layer-group-new", image)
    images.pdb("gimp-image-insert-layer", image, group, 0, 0)
    images.layer(image, 24, 16, seed=5)
    layer = images.layer(image, 24, 16, parent=group, position=0)
    images.layer(image, 24, 16, parent=group, position=0, seed=3)
    masks = images.mask(layer), images.channel(image, 24, 16)
    images.pdb("gimp-image-select-rectangle", image, 2, 4, 4, 8, 8)
    for drawable in masks:
        copy = scaled(images, image, 48, 32)
        if drawable == masks[0]:
            copied_group = next(number for number, children in images.tree(copy) if children)
            inner = images.pdb("gimp-item-get-children", copied_group)[-1]
            target, = images.pdb("gimp-layer-get-mask", inner[1])
        else:
            target = images.pdb("gimp-image-get-channels", copy)[-1][0]
        images.dither_drawable(copy, target, output="replace")
        before = images.pixels(drawable)
        result = images.dither_drawable(image, drawable, output="replace", resize="48")
        images.made.append(result.image)
        assert images.pixels(drawable) == before
        if drawable == masks[0]:
            made_group = next(number for number, children in images.tree(result.image) if children)
            made, = images.pdb("gimp-layer-get-mask", images.pdb("gimp-item-get-children", made_group)[-1][1])
        else:
            made = images.pdb("gimp-image-get-channels", result.image)[-1][0]
        assert images.pixels(made) == images.pixels(target)


def test_a_failure_leaves_no_image_behind(images):
    layer = images.single(24, 16)
    for arguments in ({"resize": "524289"}, {"resize": "12", "output": "new-indexed-image"}):
        before = open_images(images)
        with pytest.raises(PdbError, match="524288|palette"):
            images.dither(layer, **arguments)
        assert open_images(images) == before
    channel, = images.pdb("gimp-image-get-selection", layer.image)
    with pytest.raises(PdbError, match="can be resized"):
        images.dither_drawable(layer.image, channel, output="replace", resize="12")
    assert open_images(images) == before


def test_layers_that_are_cut_off(images):
    """The middle of the image is kept, 16 × 16 pixels. Layers beside it are left out."""
    image = images.image(24, 16)
    images.layer(image, 12, 16, at=(6, 0))
    outer = images.layer(image, 4, 16, at=(0, 0))
    before = open_images(images)
    with pytest.raises(PdbError, match="is left in the resized image"):
        images.dither(outer, resize="16x16", fit="fill")
    assert open_images(images) == before
    alone = images.image(24, 16)
    frame = images.layer(alone, 12, 16, at=(6, 0))
    expected, result = (resized(images, layer, resize="16x16", fit="fill", frames=1, output="replace")
                        for layer in (frame, outer))
    assert images.pixels(only_layer(images, result.image)) == images.pixels(only_layer(images, expected.image))


@pytest.mark.parametrize("output", ["replace", "new-indexed-image"])
def test_a_group_whose_layers_are_cut_off(images, output):
    image = images.image(24, 16)
    images.layer(image, 24, 16)
    group, = images.pdb("gimp-layer-group-new", image)
    images.pdb("gimp-image-insert-layer", image, group, 0, 0)
    for x in (0, 20):
        images.layer(image, 4, 16, at=(x, 0), parent=group)
    before = open_images(images)
    with pytest.raises(PdbError, match="is left in the resized image"):
        images.dither_drawable(image, group, resize="8x16", fit="fill", palette="ega", output=output)
    assert open_images(images) == before


def test_a_selection_that_is_cut_off(images):
    """It must not become a selection of everything."""
    layer = images.single(24, 16)
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 0, 0, 4, 4)
    with pytest.raises(PdbError, match="is left in the resized image"):
        images.dither(layer, resize="8x16", fit="fill", output="replace")


@pytest.mark.parametrize("arguments", [{}, {"output": "replace"}, {"frames": 1}, {"fit": "stretch"}], ids=str)
def test_a_layer_that_would_be_smaller_than_a_pixel(images, arguments):
    """GIMP deletes it when it scales the image."""
    image = images.image(24, 16)
    alone = images.layer(image, 1, 1, at=(2, 1))
    before = open_images(images)
    with pytest.raises(PdbError, match="is left in the resized image"):
        images.dither(alone, resize="6x4", **arguments)
    assert open_images(images) == before
    images.layer(image, 24, 16)
    if "frames" in arguments:
        images.made.append(images.dither(alone, resize="6x4", **arguments).image)
    else:
        with pytest.raises(PdbError, match="is left in the resized image"):
            images.dither(alone, resize="6x4", **arguments)


@pytest.mark.parametrize("resize", [{"resize": "16x16", "fit": "fill"}, {}], ids=str)
def test_frames_without_a_layer(images, resize):
    """A channel is there, but no layer: none is left, or there has never been one."""
    image = images.image(24, 16)
    channel = images.channel(image, 24, 16)
    if resize:
        images.layer(image, 4, 16, at=(0, 0))
    before = open_images(images)
    with pytest.raises(PdbError, match="is left in the resized image" if resize else "The image has no layers"):
        images.dither_drawable(image, channel, frames=1, **resize)
    assert open_images(images) == before
