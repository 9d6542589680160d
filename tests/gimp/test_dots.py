# SPDX-License-Identifier: GPL-3.0-or-later
"""Dots: the command's bytes; and what the selection, layer masks and indexed images have to do with them."""

import pytest

import rule

CASES = [
    {"dot": 3},
    {"dot": 2, "palette": "pico-8", "match": "oklab", "output": "replace"},
    {"dot": 5, "palette": "adaptive:4", "linear": 1},
    {"dot": 4, "levels": "3", "serpentine": 1, "brightness": 20, "detail": 60},
    {"dot": 3, "levels": "2", "refine": 2},
    {"dot": 256, "levels": "64"},
    {"dot": 3, "alpha": "threshold"},
    {"dot": 3, "alpha": "dither", "output": "replace", "palette": "ega"},
]


@pytest.mark.parametrize("arguments", CASES, ids=lambda arguments: " ".join(arguments))
@pytest.mark.parametrize(("channels", "alpha", "precision"), [
    (1, False, "u8-gamma"), (3, False, "u8-gamma"), (3, True, "u8-gamma"), (1, True, "u16-gamma"),
    (3, True, "float-linear")])
def test_bytes(images, arguments, channels, alpha, precision):
    layer = images.single(31, 22, channels, alpha, precision)
    has_colors = arguments.get("palette", "adaptive").split(":")[0] != "adaptive"
    images.check_by_command(layer, arguments, to_rgb=channels == 1 and has_colors)


@pytest.mark.parametrize(("channels", "arguments"), [
    (3, {"dot": 4}), (3, {"dot": 3, "palette": "ega", "output": "replace"}),
    (1, {"dot": 4, "levels": "5"}), (1, {"dot": 3, "palette": "ega"})])
def test_selection_cuts_dots(images, channels, arguments):
    """A dot has the mean of its selected pixels, and only these are changed."""
    layer = images.single(30, 20, channels)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 5, 3, 19, 14)
    images.check_by_command(layer, arguments, to_rgb=channels == 1 and "palette" in arguments,
                            selected=images.selected(layer))


def test_selection_keeps_alpha_outside(images):
    """Where nothing is selected, alpha stays as it is, also in dots that are selected in part."""
    layer = images.single(30, 20, 3, True)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 5, 3, 19, 14)
    before = images.pixels(layer.number)
    after = images.pixels(images.dither(layer, dot=4, alpha="threshold").layer)
    changed = 0
    for i, selected in enumerate(images.selected(layer)):
        old, new = before.raw[4 * i:4 * i + 4], after.raw[4 * i:4 * i + 4]
        if selected:
            assert new[3] in (0, 255)
            changed += new != old
        else:
            assert new == old
    assert changed > 50


def test_alpha_of_a_dot_is_that_of_its_selected_pixels(images):
    """Of each dot one column is opaque and selected. The others are transparent, and do not count."""
    layer = images.single(8, 8, 3, True)
    images.load(layer.number, bytes(100 if c < 3 else 255 * (x % 4 == 0)
                                    for y in range(8) for x in range(8) for c in range(4)))
    for left in (0, 4):
        images.pdb("gimp-image-select-rectangle", layer.image, 0, left, 0, 1, 8)
    after = images.pixels(images.dither(layer, dot=4, alpha="threshold").layer)
    assert after.raw[3::4] == bytes(255 * (x % 4 == 0) for y in range(8) for x in range(8))


def test_layer_masks_are_not_light(images):
    layer = images.single(20, 14)
    mask = images.mask(layer)
    raw = bytes((7 * i + i * i // 5) % 256 for i in range(280))
    images.load(mask, raw)
    images.dither_drawable(layer.image, mask, dot=4, levels="4", output="replace")
    means = []
    for top in range(0, 14, 4):
        for left in range(0, 20, 4):
            inside = [raw[y * 20 + x] for y in range(top, min(top + 4, 14))
                      for x in range(left, left + 4)]
            means.append((sum(inside) + len(inside) // 2) // len(inside))
    dots = rule.dither_channel(means, 5, 4, 255, "floyd-steinberg", 4)
    assert images.pixels(mask).raw == bytes(dots[y // 4 * 5 + x // 4]
                                            for y in range(14) for x in range(20))


@pytest.mark.parametrize("alpha", [False, True])
def test_indexed_image_has_whole_dots(images, alpha):
    """Also where the selection ends: each dot has one color number."""
    layer = images.single(30, 20, 3, alpha)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 5, 3, 19, 14)
    result = images.dither(layer, dot=4, palette="pico-8", output="new-indexed-image")
    images.made.append(result.image)
    raw = images.pixels(result.layer).raw
    size = 1 + alpha
    for y in range(20):
        for x in range(30):
            corner = (y // 4 * 4 * 30 + x // 4 * 4) * size
            assert raw[(y * 30 + x) * size:][:size] == raw[corner:corner + size]
    assert len(set(raw[::size])) > 4
