# SPDX-License-Identifier: GPL-3.0-or-later
"""output "ink-layers": a layer for each ink, black where it is printed, together the result in a single layer."""

import pytest

from gimp import PdbError

RISOGRAPH = {"palette": "#ffffff,#0078bf,#ff48b0,#002284"}
# The colors that each ink prints, by the name of its layer, from the topmost one.
OF_RISOGRAPH = {"Ink #0078bf": ["#0078bf", "#002284"], "Ink #ff48b0": ["#ff48b0", "#002284"]}
# Red is yellow over magenta; black is an ink of its own. The paper is not quite white.
PROCESS = {"palette": "#fffdf0,#fffd00,#ff00f0,#ff0000,#000000"}
OF_PROCESS = {"Ink #fffd00": ["#fffd00", "#ff0000"], "Ink #ff00f0": ["#ff00f0", "#ff0000"],
              "Ink #000000": ["#000000"]}
E_PAPER = {"palette": "e-paper-4"}
MANY = ",".join(f"#{(i * 2654435761 >> 8) & 0xFFFFFF:06x}" for i in range(40))
OF_E_PAPER = {"Ink #000000": ["#000000"], "Ink #ff0000": ["#ff0000"], "Ink #ffff00": ["#ffff00"]}


def layers_above(images, layer):
    numbers = [number for number, _ in images.tree(layer.image)]
    return numbers[:numbers.index(layer.number)]


def coverage(images, layer):
    """How much ink each pixel of a layer has, 0..255; the layer is black."""
    pixels = images.pixels(layer)
    size = pixels.per_pixel
    assert "A" in pixels.encoding and pixels.encoding.endswith("u8")
    assert not any(pixels.raw[i] for i in range(len(pixels.raw)) if i % size < size - 1)
    return list(pixels.raw[size - 1::size])


def colors_of(images, layer, result):
    """The colors of the result in one layer, and its alpha."""
    pixels = images.pixels(result)
    size, channels = pixels.per_pixel, layer.channels
    found = [pixels.raw[i:i + size] for i in range(0, len(pixels.raw), size)]
    return ["#" + (color[:channels] * (3 // channels)).hex() for color in found], \
        [color[channels] if layer.alpha else 255 for color in found]


def check(images, layer, inks, **arguments):
    """inks: for each name of a layer the share of ink, 0..1, of a color."""
    single = images.dither(layer, **arguments)
    colors, alpha = colors_of(images, layer, single.layer)
    images.pdb("gimp-image-remove-layer", layer.image, single.layer)
    images.pdb("gimp-image-clean-all", layer.image)
    result = images.dither(layer, output="ink-layers", **arguments)
    made = layers_above(images, layer)
    assert result.layer == made[-1]
    assert [images.pdb("gimp-item-get-name", number)[0] for number in made] == [f"{name} (photo)" for name in inks]
    for number, share in zip(made, inks.values()):
        expected = [(round(255 * share(color)) * opacity + 127) // 255 for color, opacity in zip(colors, alpha)]
        assert coverage(images, number) == expected
        assert 0 < sum(expected) < 255 * len(expected)
    return result


def of_colors(inks):
    return {name: lambda color, printed=printed: color in printed for name, printed in inks.items()}


@pytest.mark.parametrize("alpha", [False, True])
@pytest.mark.parametrize(("palette", "inks"), [(RISOGRAPH, OF_RISOGRAPH), (PROCESS, OF_PROCESS),
                                               (E_PAPER, OF_E_PAPER)])
def test_palette(images, palette, inks, alpha):
    check(images, images.single(40, 30, 3, alpha), of_colors(inks), **palette)


def test_alpha_is_reduced(images):
    check(images, images.single(40, 30, 3, True), of_colors(OF_RISOGRAPH), alpha="dither", **RISOGRAPH)


@pytest.mark.parametrize("levels", [2, 5])
def test_levels_of_each_channel(images, levels):
    plates = {name: lambda color, at=at: 1 - int(color[at:at + 2], 16) / 255
              for name, at in (("Cyan", 1), ("Magenta", 3), ("Yellow", 5))}
    check(images, images.single(40, 30), plates, levels=str(levels))


@pytest.mark.parametrize(("channels", "gray"), [(1, 0), (3, 1)])
def test_gray_levels(images, channels, gray):
    black = {"Black": lambda color: 1 - int(color[1:3], 16) / 255}
    check(images, images.single(40, 30, channels), black, levels="4", gray=gray)


def test_gray_image_stays_gray(images):
    layer = images.single(40, 30, 1)
    images.dither(layer, output="ink-layers", **RISOGRAPH)
    assert images.pdb("gimp-image-base-type", layer.image) == [1]
    assert len(layers_above(images, layer)) == 2


@pytest.mark.parametrize("precision", ["u16-gamma", "u16-linear", "float-linear", "u8-linear"])
def test_precision(images, precision):
    """The layers have the image's precision, and print the pixels of an image of 8 bits."""
    layer = images.single(40, 30, 3, False, precision)
    images.dither(layer, output="ink-layers", **RISOGRAPH)
    images.dither(layer, **RISOGRAPH)
    made = layers_above(images, layer)
    pixels = [images.pixels(number) for number in made]
    opaque = [[any(one.raw[i + one.per_pixel * 3 // 4:i + one.per_pixel])
               for i in range(0, len(one.raw), one.per_pixel)] for one in pixels[:2]]
    single = pixels[2]
    colors = [single.raw[i:i + single.per_pixel] for i in range(0, len(single.raw), single.per_pixel)]
    assert len(set(zip(colors, *opaque))) == len(set(colors)) == 4


def test_one_undo_step(images):
    layer = images.single(40, 30)
    before = images.snapshot(layer.image)
    images.dither(layer, output="ink-layers", **RISOGRAPH)
    assert len(images.tree(layer.image)) == 3
    assert images.pdb("gimp-image-get-active-layer", layer.image) == [layer.number]
    assert images.pixels(layer.number) == before["pixels"][layer.number]


def test_selection(images):
    """What is not selected gets no ink."""
    layer = images.single(40, 30)
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 5, 5, 20, 10)
    images.dither(layer, output="ink-layers", palette="black-and-white")
    number, = layers_above(images, layer)
    printed = [i for i, ink in enumerate(coverage(images, number)) if ink]
    assert printed
    assert all(5 <= i % 40 < 25 and 5 <= i // 40 < 15 for i in printed)


@pytest.mark.parametrize(("palette", "message"), [(MANY, "at most 32 inks"), ("#102030", "two or more colors")],
                         ids=["many", "one"])
def test_impossible_palettes(images, palette, message):
    layer = images.single()
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match=message):
        images.dither(layer, output="ink-layers", palette=palette)
    assert images.snapshot(layer.image) == before
