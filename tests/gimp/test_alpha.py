# SPDX-License-Identifier: GPL-3.0-or-later
"""alpha "threshold" and "dither" make each pixel opaque or fully transparent, in every
precision."""

import pytest

from encoding import PRECISIONS, full, pack, unpack
from gimp import PdbError

CASES = [(precision, (1, 3)[row // 2 % 2], ("dither", "threshold")[(row + row // 4) % 2])
         for row, precision in enumerate(PRECISIONS)]


def check_reduced(images, layer, drawable):
    """Checks that alpha is only 0 or full, and that the layer has both."""
    pixels = images.pixels(drawable)
    component = layer.precision.component
    values = set(unpack(pixels.raw, component)[layer.channels::layer.channels + 1])
    assert values == {0, full(component)}


@pytest.mark.parametrize(("precision", "channels", "how"), CASES,
                         ids=[f"{p.name} {c} {how}" for p, c, how in CASES])
def test_bytes(images, precision, channels, how):
    """The same as the command's from a PNG; pixels that become transparent keep their colors."""
    layer = images.single(21, 13, channels, True, precision.name)
    result = images.check_by_command(layer, {"alpha": how, "levels": "3"})
    check_reduced(images, layer, result.layer)


@pytest.mark.parametrize("arguments", [
    {"kernel": "stucki", "strength": 70, "noise": 40, "seed": 9},
    {"kernel": "zhou-fang", "serpentine": 1, "palette": "game-boy"},
    {"palette": "#101820,#f2aa4c", "linear": 1, "match": "oklab"},
    {"output": "replace", "palette": "adaptive:4"}], ids=lambda arguments: " ".join(arguments))
def test_the_other_choices(images, arguments):
    """Kernel, strength, noise and order also apply to alpha; linear light and palette do not."""
    layer = images.single(21, 13, 3, True)
    result = images.check_by_command(layer, {"alpha": "dither", **arguments})
    check_reduced(images, layer, result.layer)


@pytest.mark.parametrize(("precision", "how", "output"), [
    ("u8-gamma", "threshold", "replace"), ("u8-gamma", "dither", "replace"),
    ("u8-gamma", "dither", "new-layer"), ("float-linear", "threshold", "new-layer"),
    ("u16-gamma", "dither", "replace")])
def test_selection(images, precision, how, output):
    """Outside of the selection alpha keeps its bytes, receives no error and passes none on."""
    layer = images.single(24, 16, 3, True, precision)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 4, 3, 15, 11)
    images.pdb("gimp-selection-feather", layer.image, 4)
    selected = images.selected(layer)
    assert len(set(selected)) == 2
    images.check_by_command(layer, {"alpha": how, "output": output, "levels": "3"},
                            selected=selected)


def test_half_itself(images):
    """127 of 255 is below half, 128 is not; with 16 bits 32767 and 32768."""
    for precision, below in (("u8-gamma", 127), ("u16-gamma", 32767)):
        layer = images.single(4, 1, 1, True, precision)
        component = layer.precision.component
        top = full(component)
        images.load(layer.number, pack([top // 3, below, top // 3, below + 1, top // 3, 0,
                                        top // 3, top], component))
        result = images.dither(layer, alpha="threshold", strength=0)
        assert unpack(images.pixels(result.layer).raw, component) == [
            top // 3, 0, 0, top, top // 3, 0, 0, top]


def test_layer_without_alpha(images):
    """Without alpha there is nothing to reduce."""
    for how in ("threshold", "dither"):
        layer = images.single(12, 9)
        images.check_by_command(layer, {"alpha": how})


@pytest.mark.parametrize("how", ["threshold", "dither"])
def test_locked_alpha(images, how):
    """The lock forbids it in place; a new layer has no lock."""
    layer = images.single(12, 9, 3, True)
    images.pdb("gimp-layer-set-lock-alpha", layer.number, True)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="(?i)alpha.*lock|lock.*alpha"):
        images.dither(layer, alpha=how, output="replace")
    assert images.snapshot(layer.image) == before
    images.check_by_command(layer, {"alpha": how})
