# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers as the frames of an animation: the command gets the same frames, one after the other."""

import os
import subprocess

import png
import pnm
import pytest
from command import options_of
from gimp import PdbError

WIDTH, HEIGHT, COUNT = 30, 20, 4
INDEXED = 2
PICO_8 = {"palette": "pico-8", "linear": 1}


def frame_bytes(number):
    """A still gradient, over which a bright square moves."""
    def pixel(x, y):
        if 0 <= x - 5 * number < 6 and 4 <= y < 10:
            return 250, 60, 40
        return 8 * x, 12 * y, 5 * (x + y)
    return bytes(value for y in range(HEIGHT) for x in range(WIDTH) for value in pixel(x, y))


class Clip:
    """An image with frames, from the lowest layer on, or a group in it with them."""

    def __init__(self, images, in_group=False):
        self.images, self.image = images, images.image(WIDTH + 4, HEIGHT + 2)
        parent = 0
        if in_group:
            parent, = images.pdb("gimp-layer-group-new", self.image)
            images.pdb("gimp-image-insert-layer", self.image, parent, 0, 0)
        self.drawable = parent
        self.layers = [images.layer(self.image, WIDTH, HEIGHT, raw=frame_bytes(i), at=(i, 1), parent=parent,
                                    name=f"Frame {i} ({i}0ms) (replace)") for i in range(COUNT)]
        self.drawable = self.drawable or self.layers[1].number
        images.pdb("gimp-image-clean-all", self.image)

    def dither(self, **arguments):
        return self.images.dither_drawable(self.image, self.drawable, **arguments)

    def pixels(self):
        return [self.images.pixels(layer.number).raw for layer in self.layers]


@pytest.fixture
def clip(images):
    return Clip(images)


def color_bytes(file):
    """The samples of an RGB PNG."""
    width, height, kind, bits, rows, _ = png.decode(file)
    assert (width, height, kind, bits) == (WIDTH, HEIGHT, png.RGB, 8)
    return bytes(rows)


def by_command(images, arguments):
    """The bytes of the frames that the command makes."""
    folder = images.folder / "frames"
    folder.mkdir(exist_ok=True)
    files = [images.folder / f"{i}.ppm" for i in range(COUNT)]
    for i, file in enumerate(files):
        file.write_bytes(pnm.encode(WIDTH, HEIGHT, 3, 8, frame_bytes(i)))
    options = options_of(images.folder, arguments)
    if "--colors" in options:
        options.append("--shared-palette")
    subprocess.run([os.environ["ERRDIFF"], "--to", folder, "--true-color", *files, *options], check=True)
    return [color_bytes((folder / f"{i}.png").read_bytes()) for i in range(COUNT)]


CASES = [PICO_8 | {"stable": 50}, {"levels": "3", "stable": 30, "kernel": "errdiff-12"},
         PICO_8 | {"stable": 50, "palette": "pico-8", "engine": "serial-ed"}, {"levels": "3"}]


@pytest.mark.parametrize("arguments", CASES, ids=lambda arguments: " ".join(map(str, arguments.values())))
def test_all_layers_in_place(images, clip, arguments):
    result = clip.dither(frames=1, output="replace", **arguments)
    assert (result.image, result.layer) == (clip.image, clip.layers[-1].number)
    assert clip.pixels() == by_command(images, arguments)


def test_the_frame_before_counts(images, clip):
    alone = by_command(images, PICO_8)
    clip.dither(frames=1, output="replace", stable=50, **PICO_8)
    dithered = clip.pixels()
    assert dithered[0] == alone[0]
    assert all(a != b for a, b in zip(dithered[1:], alone[1:]))


def test_a_group(images):
    clip = Clip(images, in_group=True)
    clip.dither(output="replace", stable=50, **PICO_8)
    assert clip.pixels() == by_command(images, PICO_8 | {"stable": 50})


def test_new_layers(images, clip):
    clip.dither(frames=1, stable=50, **PICO_8)
    layers = [number for number, _ in images.tree(clip.image)][::-1]
    assert layers[::2] == [layer.number for layer in clip.layers]
    assert [images.pixels(number).raw for number in layers[1::2]] == by_command(images, PICO_8 | {"stable": 50})
    names = [images.pdb("gimp-item-get-name", number)[0] for number in layers[1::2]]
    assert all(f"({i}0ms)" in name for i, name in enumerate(names))


@pytest.mark.parametrize("palette", ["pico-8", "adaptive:6"])
def test_one_indexed_image(images, clip, palette):
    before = images.snapshot(clip.image)
    arguments = {"palette": palette, "linear": 1, "stable": 50}
    result = clip.dither(frames=1, output="new-indexed-image", **arguments)
    images.made.append(result.image)
    assert images.snapshot(clip.image) == before
    layers = [number for number, _ in images.tree(result.image)]
    assert result.layer == layers[0] and len(layers) == COUNT
    assert images.gimp.pdb_all([("gimp-image-base-type", result.image), ("gimp-image-width", result.image),
                                ("gimp-image-height", result.image)]) == [[INDEXED], [WIDTH + 4], [HEIGHT + 2]]
    colors = bytes(images.pdb("gimp-image-get-colormap", result.image)[1])
    for i, (number, expected) in enumerate(zip(layers[::-1], by_command(images, arguments))):
        found = images.pixels(number)
        assert b"".join(colors[3 * at:3 * at + 3] for at in found.raw) == expected
        assert images.pdb("gimp-drawable-offsets", number) == [i, 1]
        assert f"({i}0ms)" in images.pdb("gimp-item-get-name", number)[0]


def test_one_layer_has_none_below(images, clip):
    clip.dither(output="replace", stable=50, **PICO_8)
    found = clip.pixels()
    assert found[1] == by_command(images, PICO_8)[1]
    assert found[::2] == [frame_bytes(i) for i in range(0, COUNT, 2)]


def test_a_layer_of_another_size_begins_anew(images, clip):
    other = images.layer(clip.image, 12, 9, position=2, name="other")
    old = images.pixels(other.number)
    clip.dither(frames=1, output="replace", stable=50, **PICO_8)
    new = images.pixels(other.number)
    other.check(new, other.by_command(images.folder, old, PICO_8))
    assert clip.pixels()[2] == by_command(images, PICO_8)[2]


def test_nothing_changes_if_one_is_locked(images, clip):
    images.pdb("gimp-item-set-lock-content", clip.layers[3].number, True)
    images.pdb("gimp-image-clean-all", clip.image)
    before = images.snapshot(clip.image)
    with pytest.raises(PdbError, match="locked"):
        clip.dither(frames=1, output="replace", **PICO_8)
    assert images.snapshot(clip.image) == before
