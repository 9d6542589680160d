# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong calls: one clear message, and nothing in the image changes."""

import re

import pytest

from gimp import PdbError

NOT_YET = r"not implemented|not yet|this version"

# argument, bad value, what the message must say of the values that are allowed
BAD = [
    ("kernel", "", "floyd-steinberg"),
    ("kernel", "floyd", "floyd-steinberg"),
    ("kernel", "16: -1,0,7", "right"),
    ("kernel", "16: 1,0,7; 0,-1,2", "below"),
    ("kernel", "0: 1,0,7", "1 to 65536"),
    ("kernel", "16: 1,0,", "dx,dy,weight|1,0,7"),
    ("levels", "", "2.*256"),
    ("levels", "1", "2.*256"),
    ("levels", "257", "2.*256"),
    ("levels", "-3", "2.*256"),
    ("levels", "abc", "2.*256"),
    ("levels", "2,2", "2.*256.*three"),
    ("levels", "2,2,2,2", "2.*256.*three"),
    ("levels", "4,8,300", "2.*256"),
    ("palette", "black,white", NOT_YET),
    ("match", "", "rgb"),
    ("match", "lab", "rgb"),
    ("match", "oklab", NOT_YET),
    ("strength", -1, "0.*100"),
    ("strength", 101, "0.*100"),
    ("noise", 1, NOT_YET),
    ("noise", -1, "0"),
    ("serpentine", 1, NOT_YET),
    ("linear", 1, NOT_YET),
    ("linear", -1, "0"),
    ("alpha", "", "keep"),
    ("alpha", "drop", "keep"),
    ("alpha", "threshold", NOT_YET),
    ("alpha", "dither", NOT_YET),
    ("engine", "", "auto"),
    ("engine", "steam", "auto"),
    ("output", "", "new-layer"),
    ("output", "elsewhere", "new-layer.*replace"),
    ("output", "new-indexed-image", NOT_YET),
]

# What the message names of a text that is wrong in one place.
WRONG_PART = {"16: -1,0,7": "-1,0", "16: 1,0,7; 0,-1,2": "0,-1", "0: 1,0,7": "divisor is 0",
              "16: 1,0,": "1,0,", "4,8,300": "300"}


@pytest.fixture
def layer(images):
    return images.single(9, 7, 3, True)


@pytest.mark.parametrize(("argument", "value", "allowed"), BAD,
                         ids=[f"{argument}={value}" for argument, value, _ in BAD])
def test_bad_value(images, layer, argument, value, allowed):
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError) as failure:
        images.dither(layer, **{argument: value})
    message = str(failure.value)
    assert failure.value.calling, message
    said = message.split("arguments:", 1)[1]
    assert argument in said.lower()
    assert WRONG_PART.get(value, str(value)) in said
    assert re.search(allowed, said, re.S), said
    assert images.snapshot(layer.image) == before
    assert before["dirty"] == [0]


def test_bad_value_in_place(images, layer):
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="levels"):
        images.dither(layer, levels="1", output="replace")
    assert images.snapshot(layer.image) == before


@pytest.mark.parametrize("seed", [-5, 7])
def test_seed_without_noise(images, layer, seed):
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match=f"seed: {seed} .*{NOT_YET}") as failure:
        images.dither(layer, seed=seed)
    assert failure.value.calling
    assert images.snapshot(layer.image) == before


def test_indexed(images, layer):
    """GIMP lets a script call with any kind of image."""
    images.pdb("gimp-image-convert-indexed", layer.image, 0, 0, 8, False, False, "")
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="(?is)rgb.*gray") as failure:
        images.dither(layer)
    assert failure.value.calling
    assert images.snapshot(layer.image) == before


def test_drawable_of_another_image(images, layer):
    other = images.single(5, 5, 1)
    states = images.snapshot(layer.image), images.snapshot(other.image)
    with pytest.raises(PdbError) as failure:
        images.dither_drawable(layer.image, other.number)
    assert failure.value.calling
    assert (images.snapshot(layer.image), images.snapshot(other.image)) == states


def test_layer_that_is_in_no_image(images, layer):
    stray, = images.pdb("gimp-layer-new", layer.image, 5, 5, 0, "stray", 100, 28)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError) as failure:
        images.dither_drawable(layer.image, stray)
    assert failure.value.calling
    assert images.snapshot(layer.image) == before
    images.pdb("gimp-item-delete", stray)


def test_bad_run_mode(images, layer):
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="run-mode|run mode"):
        images.dither(layer, run_mode=7)
    assert images.snapshot(layer.image) == before


def test_texts_that_break_naive_code(images, layer):
    """Long, with format signs, quotes and characters beyond ASCII."""
    before = images.snapshot(layer.image)
    for argument, value in (("kernel", "%s%n%d"), ("kernel", "16: " + "1,0,1; " * 400),
                            ("kernel", "x" * 5000), ("levels", "2%n" * 300),
                            ("engine", "“é”\n<b>"), ("output", "é" * 3000)):
        with pytest.raises(PdbError, match=argument) as failure:
            images.dither(layer, **{argument: value})
        assert failure.value.calling
    assert images.snapshot(layer.image) == before
