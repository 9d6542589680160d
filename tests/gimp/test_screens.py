# SPDX-License-Identifier: GPL-3.0-or-later
"""Screens in the procedures: the same pixels as the command makes."""

import pytest

MATRIX = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]


@pytest.mark.parametrize("arguments", [
    {"screen": "bayer-4", "strength": 0}, {"screen": "blue-noise", "palette": "pico-8"},
    {"screen": "round", "screen-size": "6.5", "screen-angle": "15,75,0,45", "screen-amount": 200},
    {"screen": "line", "screen-size": "50lpi", "dpi": 300.0, "strength": 0}])
def test_as_the_command(images, arguments):
    for channels in (3,) if "palette" in arguments else (1, 3):
        images.check_by_command(images.single(40, 30, channels), arguments)


def test_lines_per_inch_of_the_image(images):
    """Without a resolution in the arguments that of the image counts."""
    layer = images.single(40, 30, 1)
    images.pdb("gimp-image-set-resolution", layer.image, 300.0, 300.0)
    settings = {"screen": "round", "strength": 0}
    of_image = images.dither(layer, **settings, **{"screen-size": "50lpi"})
    in_pixels = images.dither(layer, **settings, **{"screen-size": "6"})
    assert images.pixels(of_image.layer).raw == images.pixels(in_pixels.layer).raw


@pytest.mark.parametrize("start", ["", "P2 4 4 15\n"])
def test_matrix_of_a_file(images, start):
    path = images.folder / "own.matrix"
    path.write_text(start + "\n".join(" ".join(map(str, row)) for row in MATRIX))
    layer = images.single(40, 30, 1)
    own = images.dither(layer, screen=str(path), strength=0)
    built_in = images.dither(layer, screen="bayer-4", strength=0)
    assert images.pixels(own.layer).raw == images.pixels(built_in.layer).raw
