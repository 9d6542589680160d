# SPDX-License-Identifier: GPL-3.0-or-later
"""Layer groups: each layer is dithered by itself, in place or to a new layer above it."""

import os
import subprocess

import pytest

import png
from command import options_of
from gimp import PdbError
from images import NORMAL_MODE
from sudden_end import images_that_survive, kill_plug_in


class Group:
    """A group with a layer, a hidden layer, and a group with one more layer, from the top."""

    def __init__(self, images, channels=3, alpha=True, precision="u8-gamma", size=(40, 30)):
        self.images = images
        self.image = images.image(*size, channels, precision)
        self.outside = images.layer(self.image, *size, channels, alpha, precision, name="outside")
        self.number = self.add_group(0, 0, "outer")
        self.inner = self.add_group(self.number, 0, "inner")
        kind = (channels, alpha, precision)
        self.layers = [
            images.layer(self.image, 20, 12, *kind, at=(2, 1), parent=self.number, name="top", seed=2),
            images.layer(self.image, 13, 17, *kind, at=(9, 4), parent=self.number, position=1,
                         name="hidden", seed=3),
            images.layer(self.image, 25, 9, *kind, at=(-3, 15), parent=self.inner, name="deep", seed=4)]
        images.pdb("gimp-item-set-visible", self.layers[1].number, False)
        images.pdb("gimp-image-clean-all", self.image)

    def add_group(self, parent, position, name):
        number, = self.images.pdb("gimp-layer-group-new", self.image)
        self.images.pdb("gimp-item-set-name", number, name)
        self.images.pdb("gimp-image-insert-layer", self.image, number, parent, position)
        return number

    def pixels(self):
        return [self.images.pixels(layer.number) for layer in self.layers]

    def dither(self, **arguments):
        return self.images.dither_drawable(self.image, self.number, **arguments)

    def above(self, layer):
        """The number of the layer above another one."""
        parent, = self.images.pdb("gimp-item-get-parent", layer.number)
        numbers = self.images.pdb("gimp-item-get-children", parent)[1]
        return numbers[numbers.index(layer.number) - 1]


@pytest.fixture
def group(images):
    return Group(images)


CASES = [{"levels": "3"}, {"palette": "pico-8", "linear": 1}, {"dot": 3, "alpha": "threshold"}]


@pytest.mark.parametrize("arguments", CASES, ids=lambda arguments: " ".join(arguments))
def test_in_place(images, group, arguments):
    before = images.snapshot(group.image)
    pixels = group.pixels()
    result = group.dither(output="replace", **arguments)
    after = images.snapshot(group.image)
    assert (result.image, result.layer) == (group.image, group.layers[0].number)
    assert after["tree"] == before["tree"] and after["properties"] == before["properties"]
    assert after["pixels"][group.outside.number] == before["pixels"][group.outside.number]
    for layer, old in zip(group.layers, pixels):
        layer.check(images.pixels(layer.number), layer.by_command(images.folder, old, arguments))


@pytest.mark.parametrize("arguments", CASES, ids=lambda arguments: " ".join(arguments))
def test_new_layers(images, group, arguments):
    before = images.snapshot(group.image)
    pixels = group.pixels()
    result = group.dither(**arguments)
    after = images.snapshot(group.image)
    made = [group.above(layer) for layer in group.layers]
    assert result.layer == made[0]
    assert after["active"] == before["active"]
    assert len(after["properties"]) == len(before["properties"]) + 3
    for number, found in before["pixels"].items():
        if number not in (group.number, group.inner):
            assert after["pixels"][number] == found
    for layer, old, number in zip(group.layers, pixels, made):
        new = images.pixels(number)
        assert new[:-1] == old[:-1]
        layer.check(new, layer.by_command(images.folder, old, arguments))
        assert images.pdb("gimp-layer-get-mode", number) == [NORMAL_MODE]
    name, = images.pdb("gimp-item-get-name", made[2])
    assert name.startswith("Floyd–Steinberg, ") and name.endswith(" (deep)")


def opaque(old, channels):
    """The pixels with all that is partly transparent made opaque: the same pixels are visible."""
    size = channels + 1
    return b"".join(old.raw[i:i + channels] + bytes([255 * (old.raw[i + channels] != 0)])
                    for i in range(0, len(old.raw), size))


def shared_colors(folder, pixels, channels, arguments):
    """The palette that the command makes of all layers, each of which is an image of its own."""
    kind = png.RGB_ALPHA if channels == 3 else png.GRAY_ALPHA
    sources = [folder / f"{i}.png" for i in range(len(pixels))]
    for source, old in zip(sources, pixels):
        raw = old.raw if "alpha" in arguments else opaque(old, channels)
        source.write_bytes(png.encode(old.width, old.height, kind, 8, raw))
    # The command does not write partly transparent pixels as numbers of colors.
    options = options_of(folder, {"alpha": "threshold"} | arguments)
    subprocess.run([os.environ["ERRDIFF"], "--to", folder / "out", *reversed(sources), "--shared-palette",
                    "--indexed", *options], check=True)
    files = [png.decode(file.read_bytes())[5] for file in (folder / "out").iterdir()]
    # The last color of an image with transparency is that of transparent pixels.
    made, = {chunks[b"PLTE"][:-3] if b"tRNS" in chunks else chunks[b"PLTE"] for chunks in files}
    return ["#" + made[i:i + 3].hex() for i in range(0, len(made), 3)]


SHARED = [{}, {"invert": 1, "gamma": 1.8}, {"stretch": 1, "stretch-share": 4.0, "saturation": 50},
          {"dot": 3, "alpha": "dither", "brightness": 30}]


@pytest.mark.parametrize("arguments", SHARED, ids=lambda arguments: " ".join(arguments) or "plain")
@pytest.mark.parametrize("output", ["replace", "new-layer"])
def test_one_palette_for_all(images, group, tmp_path, output, arguments):
    """It is made from what is dithered of the layers."""
    (tmp_path / "out").mkdir()
    pixels = group.pixels()
    colors = shared_colors(tmp_path, pixels, 3, arguments | {"palette": "adaptive:5"})
    group.dither(palette="adaptive:5", output=output, **arguments)
    for layer, old in zip(group.layers, pixels):
        number = layer.number if output == "replace" else group.above(layer)
        layer.check(images.pixels(number), layer.by_command(
            images.folder, old, arguments | {"palette": ",".join(colors)}))
        if output == "new-layer":
            assert "5 colors" in images.pdb("gimp-item-get-name", number)[0]


@pytest.mark.parametrize("arguments", [{"palette": "adaptive:6", "dot": 2},
                                       {"palette": "adaptive:6:ff0000"}], ids=str)
@pytest.mark.parametrize(("alpha", "precision"), [(False, "u8-gamma"), (True, "float-linear")])
def test_a_group_with_one_layer_is_like_that_layer(images, arguments, alpha, precision):
    made = []
    for in_group in (False, True):
        image = images.image(40, 30, 3, precision)
        parent = 0
        if in_group:
            parent, = images.pdb("gimp-layer-group-new", image)
            images.pdb("gimp-image-insert-layer", image, parent, 0, 0)
        layer = images.layer(image, 21, 18, 3, alpha, precision, parent=parent)
        images.pdb("gimp-image-select-ellipse", image, 2, 4, 3, 15, 12)
        before = images.pixels(layer.number).raw
        images.dither_drawable(image, parent or layer.number, output="replace", **arguments)
        made.append(images.pixels(layer.number).raw)
        assert made[-1] != before
    assert made[0] == made[1]


@pytest.mark.parametrize("output", ["replace", "new-layer"])
def test_gray_layers_become_colored(images, output):
    group = Group(images, 1)
    pixels = group.pixels()
    group.dither(palette="ega", output=output)
    assert images.pdb("gimp-image-base-type", group.image) == [0]
    for layer, old in zip(group.layers, pixels):
        number = layer.number if output == "replace" else group.above(layer)
        layer.check(images.pixels(number),
                    layer.by_command(images.folder, old, {"palette": "ega"}, to_rgb=True), 3)


def test_selection(images, group):
    """Layers that the selection does not touch stay as they are, and get no new layer."""
    images.pdb("gimp-image-select-rectangle", group.image, 2, 0, 22, 10, 2)
    pixels = group.pixels()
    before = images.snapshot(group.image)
    selected = images.selected(group.layers[2])
    group.dither()
    after = images.snapshot(group.image)
    assert len(after["properties"]) == len(before["properties"]) + 1
    deep = group.layers[2]
    deep.check(images.pixels(group.above(deep)),
               deep.by_command(images.folder, pixels[2], {}, selected=selected))


def refused(images, group, what, **arguments):
    before = images.snapshot(group.image)
    with pytest.raises(PdbError, match=what):
        group.dither(**arguments)
    assert images.snapshot(group.image) == before


def test_selection_beside_all_layers(images, group):
    images.pdb("gimp-image-select-rectangle", group.image, 2, 35, 0, 5, 5)
    images.pdb("gimp-image-clean-all", group.image)
    refused(images, group, "selection does not overlap any layer")


@pytest.mark.parametrize("whose", ["layer", "inner"])
def test_locked_layer_in_a_group(images, group, whose):
    """Nothing is replaced if one layer is locked; new layers are possible."""
    number = group.layers[2].number if whose == "layer" else group.inner
    images.pdb("gimp-item-set-lock-content", number, True)
    images.pdb("gimp-image-clean-all", group.image)
    refused(images, group, "locked", output="replace")
    if whose == "layer":
        group.dither()


@pytest.mark.parametrize("output", ["replace", "new-layer"])
def test_empty_group(images, output):
    group = Group(images)
    empty = group.add_group(0, 0, "empty")
    images.pdb("gimp-image-clean-all", group.image)
    group.number = empty
    refused(images, group, "empty", output=output)


def test_wrong_arguments_change_nothing(images, group):
    refused(images, group, "levels", levels="1")
    refused(images, group, "palette", palette="adaptive:1")
    for layer, old in zip(group.layers, group.pixels()):
        images.load(layer.number, bytes(len(old.raw)))
    images.pdb("gimp-image-clean-all", group.image)
    refused(images, group, "visible pixel", palette="adaptive:4", output="replace")


@pytest.mark.parametrize("output", ["replace", "new-layer"])
def test_killed_while_it_dithers(warm_home, tmp_path, output):
    """GIMP's Cancel button kills the plug-in. No layer changes before all of them are dithered."""
    with images_that_survive(warm_home, tmp_path) as images:
        image = images.image(2500, 2000, 1)
        number, = images.pdb("gimp-layer-group-new", image)
        images.pdb("gimp-image-insert-layer", image, number, 0, 0)
        for _ in range(3):
            images.layer(image, 2500, 2000, 1, raw=bytes(range(250)) * 20000, parent=number)
        images.pdb("gimp-image-clean-all", image)
        before = images.snapshot(image)
        images.gimp.send(images.dither_call(image, number, kernel="stucki", engine="serial-ec", noise=20,
                                            serpentine=1, output=output))
        assert kill_plug_in(images.gimp, 0.3)
        with pytest.raises(PdbError):
            images.gimp.answer()
        assert images.snapshot(image) == before
