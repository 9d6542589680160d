# SPDX-License-Identifier: GPL-3.0-or-later
"""output "new-indexed-image": the colormap is the palette in its order; the pixels are indices. And indexed images that
are dithered."""

import pytest

import command
import png
from gimp import INDEXED, NONINTERACTIVE, PRESET_PROCEDURE, RGB, PdbError, only_in_gimp_2
from images import DEFAULTS, Layer, Result

INKS = ["#ffffff", "#101820", "#b00040", "#f2aa4c", "#101820"]


def to_indexed(images, layer, **arguments):
    result = images.dither(layer, output="new-indexed-image", **arguments)
    if result.image != layer.image:
        images.made.append(result.image)
    return result


def colormap(images, image):
    size, values = images.pdb("gimp-image-get-colormap", image)
    assert size == len(values)
    return bytes(values)


def nearest(layer, pixels, colors):
    """For each pixel the index of the nearest color; of equally near ones the first."""
    source = command.Source(layer, pixels)
    unit = source.white // 255

    def number(i):
        samples = source.samples[i * source.channels:(i + 1) * source.channels]
        samples *= 3 // len(samples)
        return min(range(0, len(colors), 3),
                   key=lambda at: sum((sample - unit * value) ** 2 for sample, value in
                                      zip(samples, colors[at:at + 3]))) // 3
    return [number(i) for i in range(source.count)]


def check(images, layer, colors=None, **arguments):
    """Compares the whole new image with the command's, and checks that the old one is unchanged."""
    before, state = images.pixels(layer.number), images.snapshot(layer.image)
    assert state["dirty"] == [0]
    result = to_indexed(images, layer, **arguments)
    expected = command.indexed(images.folder, layer, before, arguments, colors)

    assert images.snapshot(layer.image) == state, "the source changed"
    assert result.image != layer.image
    assert images.gimp.pdb_all([
        ("gimp-image-base-type", result.image), ("gimp-image-width", result.image),
        ("gimp-image-height", result.image), ("gimp-drawable-has-alpha", result.layer),
        ("gimp-image-undo-is-enabled", result.image)]) == [
            [INDEXED], [before.width], [before.height], [int(layer.alpha)], [1]]
    assert images.tree(result.image) == [(result.layer, [])]
    assert colormap(images, result.image) == expected.colors

    after = images.pixels(result.layer)
    assert after[1:-1] == (before.width, before.height, 1 + layer.alpha, 0, 0)
    numbers = list(after.raw[::1 + layer.alpha])
    assert max(numbers) < len(expected.colors) // 3
    assert expected.numbers == [None if wanted is None else number
                                for number, wanted in zip(numbers, expected.numbers)]
    if layer.alpha:
        assert list(after.raw[1::2]) == [0 if number is None else 255
                                         for number in expected.numbers]
    return result


CASES = [
    ("u8-gamma", 3, False, {"palette": "game-boy"}),
    ("u8-gamma", 3, True, {"palette": ",".join(INKS), "kernel": "atkinson"}),
    ("u8-gamma", 3, True, {"palette": "c64", "alpha": "dither", "match": "oklab"}),
    ("u8-gamma", 1, True, {"palette": "cga", "alpha": "threshold"}),
    ("u8-gamma", 1, False, {"palette": "black-and-white", "noise": 30, "seed": 2}),
    ("u16-gamma", 3, True, {"palette": "web-safe", "serpentine": 1}),
    ("u8-gamma", 3, True, {"palette": "bwry"}),
    ("u8-gamma", 3, True, {"palette": "bwry", "sent": 1}),
    ("float-linear", 3, True, {"palette": "pico-8", "linear": 1, "alpha": "dither"}),
    ("half-gamma", 1, False, {"palette": "#336699"}),
    ("u8-linear", 3, True, {"palette": "adaptive:6:00ff00"}),
]


@pytest.mark.parametrize(("precision", "channels", "alpha", "arguments"), CASES,
                         ids=[f"{p} {c}{' alpha' * a} {' '.join(map(str, k.values()))}"
                              for p, c, a, k in CASES])
def test_image(images, precision, channels, alpha, arguments):
    check(images, images.single(22, 14, channels, alpha, precision), **arguments)


def test_gimp_palette_of_all_256_colors(images):
    """Transparency uses none of the colors, unlike in a PNG."""
    colors = [f"#{(i * 2654435761 >> 8) & 0xFFFFFF:06x}" for i in range(256)]
    name = images.palette("many", colors)
    check(images, images.single(22, 14), colors=colors, palette=name)
    layer = images.single(22, 14, 3, True)
    result = to_indexed(images, layer, palette=name)
    assert colormap(images, result.image) == bytes.fromhex("".join(colors).replace("#", ""))


def test_name_and_resolution(images):
    layer = images.single(name="Käse „1“")
    images.pdb("gimp-image-set-resolution", layer.image, 123.5, 45.25)
    images.pdb("gimp-image-clean-all", layer.image)
    result = check(images, layer, palette="game-boy", kernel="stucki")
    assert images.pdb("gimp-item-get-name", result.layer) == ["Stucki, Game Boy (Käse „1“)"]
    assert images.pdb("gimp-image-get-resolution", result.image) == [123.5, 45.25]


@only_in_gimp_2("an image that was not saved has no name")
def test_name_of_the_new_image(images):
    """It tells the image apart, and lets GIMP suggest the source's folder, but not a format, in which it could save the
    image without asking."""
    layer = images.single()
    images.pdb("gimp-image-set-filename", layer.image, images.folder / "cat.xcf")
    result = to_indexed(images, layer, palette="ega")
    name = "cat (Floyd–Steinberg, EGA)"
    assert images.pdb("gimp-image-get-name", result.image) == [name]
    assert images.pdb("gimp-image-get-filename", result.image) == [str(images.folder / name)]
    assert not (images.folder / name).exists()


@only_in_gimp_2("an image that was not saved has no name")
def test_name_of_an_image_from_one_without_a_file(images):
    layer = images.single()
    palette = images.palette("sea/sky: 2", INKS)
    result = to_indexed(images, layer, palette=palette, kernel="fan")
    assert images.pdb("gimp-image-get-name", result.image) == ["Fan, sky- 2"]


def test_layer_within_a_larger_image(images):
    """The new image has the layer's size, wherever the layer is."""
    image = images.image(40, 30)
    parent, = images.pdb("gimp-layer-group-new", image)
    images.pdb("gimp-image-insert-layer", image, parent, 0, 0)
    images.layer(image, 40, 30)
    layer = images.layer(image, 15, 50, 3, True, at=(-4, 9), parent=parent)
    check(images, layer, palette=",".join(INKS))


def test_selection(images):
    """An indexed image can only contain the palette's colors: pixels outside of the selection
    become their nearest colors without dithering."""
    layer = images.single(24, 16)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 3, 2, 15, 11)
    images.pdb("gimp-image-clean-all", layer.image)
    before, state = images.pixels(layer.number), images.snapshot(layer.image)
    selected = images.selected(layer)
    result = to_indexed(images, layer, palette=",".join(INKS))
    colors = colormap(images, result.image)
    dithered = command.dithered(images.folder, layer, before, {"palette": ",".join(INKS)},
                                selected=selected)
    flat = nearest(layer, before, colors)
    numbers = list(images.pixels(result.layer).raw)
    assert {bytes(dithered[3 * i:3 * i + 3]) == colors[3 * number:3 * number + 3]
            for i, number in enumerate(numbers) if selected[i]} == {True}
    assert [number for i, number in enumerate(numbers) if not selected[i]] == [
        number for i, number in enumerate(flat) if not selected[i]]
    assert numbers != flat
    assert images.snapshot(layer.image) == state


@pytest.mark.parametrize("how", ["keep", "dither"])
def test_alpha_outside_of_the_selection(images, how):
    """Pixels there are not dithered, and alpha of at least half becomes opaque: pixels that were
    hardly visible must not."""
    layer = images.single(24, 16, 3, True)
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 3, 2, 12, 11)
    selected = images.selected(layer)
    before = images.pixels(layer.number).raw[3::4]
    assert any(0 < alpha < 128 and not part for alpha, part in zip(before, selected))
    result = to_indexed(images, layer, palette="game-boy", alpha=how)
    after = images.pixels(result.layer).raw[1::2]
    assert [alpha for alpha, part in zip(after, selected) if not part] == [
        255 if alpha >= 128 else 0 for alpha, part in zip(before, selected) if not part]
    assert set(after) == {0, 255}


def test_projection_of_a_group(images):
    image = images.image(24, 16)
    group, = images.pdb("gimp-layer-group-new", image)
    images.pdb("gimp-image-insert-layer", image, group, 0, 0)
    layer = images.layer(image, 12, 10, 3, True, at=(3, 2), parent=group)
    whole = Layer(image, group, layer.precision, 3, True)
    check(images, whole, palette="game-boy")


def test_locked_pixels(images):
    """The source is only read."""
    layer = images.single()
    images.pdb("gimp-item-set-lock-content", layer.number, True)
    images.pdb("gimp-image-clean-all", layer.image)
    check(images, layer, palette="game-boy")


@pytest.mark.parametrize("kind", ["mask", "channel"])
def test_not_of_a_mask_or_channel(images, kind):
    layer = images.single()
    drawable = images.mask(layer) if kind == "mask" else images.channel(layer.image, 24, 16)
    images.pdb("gimp-image-clean-all", layer.image)
    before, open_images = images.snapshot(layer.image), images.pdb("gimp-image-list")
    with pytest.raises(PdbError, match="in place"):
        images.dither_drawable(layer.image, drawable, output="new-indexed-image",
                               palette="game-boy")
    assert images.snapshot(layer.image) == before
    assert images.pdb("gimp-image-list") == open_images


def test_failure_leaves_no_image(images):
    layer = images.single()
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 0, 0, 5, 5)
    images.pdb("gimp-layer-set-offsets", layer.number, 10, 0)
    before, open_images = images.snapshot(layer.image), images.pdb("gimp-image-list")
    with pytest.raises(PdbError, match="Selection is outside the layer"):
        to_indexed(images, layer, palette="game-boy")
    assert images.snapshot(layer.image) == before
    assert images.pdb("gimp-image-list") == open_images


def convert_to_indexed(images, layer):
    """Returns the colors of the pixels."""
    images.pdb("gimp-image-convert-indexed", layer.image, 0, 0, 40, False, False, "")
    images.pdb("gimp-image-clean-all", layer.image)
    numbers, colors = images.pixels(layer.number), colormap(images, layer.image)
    size = 1 + layer.alpha
    raw = b"".join(colors[3 * number:3 * number + 3] + numbers.raw[size * i + 1:size * (i + 1)]
                   for i, number in enumerate(numbers.raw[::size]))
    return numbers._replace(per_pixel=3 + layer.alpha, raw=raw)


@pytest.mark.parametrize("alpha", [False, True], ids=["opaque", "alpha"])
def test_an_indexed_image_becomes_another_one(images, alpha):
    layer = images.single(41, 30, 3, alpha)
    pixels = convert_to_indexed(images, layer)
    before = images.snapshot(layer.image)
    arguments = {"palette": "pico-8"}
    result = to_indexed(images, layer, **arguments)
    expected = command.indexed(images.folder, layer, pixels, arguments)
    after = images.pixels(result.layer)
    assert images.snapshot(layer.image) == before
    assert result.image != layer.image and colormap(images, result.image) == expected.colors
    assert [number for number, wanted in zip(after.raw[::1 + alpha], expected.numbers) if wanted is not None] == [
        wanted for wanted in expected.numbers if wanted is not None]


@pytest.mark.parametrize("output", ["new-layer", "replace"])
def test_an_indexed_image_keeps_its_colors(images, output):
    layer = images.single()
    convert_to_indexed(images, layer)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="(?s)keeps its colors.*new indexed image.*RGB"):
        images.dither(layer, palette="pico-8", output=output)
    assert images.snapshot(layer.image) == before


def put_into_group(images, layer):
    """Returns the new layer group."""
    group, = images.pdb("gimp-layer-group-new", layer.image)
    images.pdb("gimp-image-insert-layer", layer.image, group, 0, 0)
    images.pdb("gimp-image-reorder-item", layer.image, layer.number, group, 0)
    return group


@pytest.mark.parametrize("is_group", [False, True], ids=["layer", "group"])
def test_a_preset_for_an_indexed_image(images, is_group):
    layer = images.single()
    pixels = convert_to_indexed(images, layer)
    drawable = put_into_group(images, layer) if is_group else layer.number
    result = Result(*images.pdb(PRESET_PROCEDURE, NONINTERACTIVE, layer.image, drawable, "pico-8"))
    images.made.append(result.image)
    expected = command.indexed(images.folder, layer, pixels, {**DEFAULTS, "palette": "pico-8"})
    after = images.pixels(result.layer)
    assert result.image != layer.image and colormap(images, result.image) == expected.colors
    assert list(after.raw[::after.per_pixel]) == expected.numbers
    for output in ("new-layer", "replace"):
        with pytest.raises(PdbError, match="keeps its colors"):
            images.dither_drawable(layer.image, drawable, palette="pico-8", output=output)


@pytest.mark.parametrize("preset", ["bayer-4", "screen-print-45"])
@pytest.mark.parametrize("is_group", [False, True], ids=["layer", "group"])
def test_a_preset_of_levels_for_an_indexed_image(images, preset, is_group):
    """The result is a new RGB image, with what the command makes of the colors, also if they are locked."""
    layer = images.single(41, 30)
    pixels = convert_to_indexed(images, layer)
    drawable = put_into_group(images, layer) if is_group else layer.number
    images.pdb("gimp-item-set-lock-content", drawable, 1)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    result = Result(*images.pdb(PRESET_PROCEDURE, NONINTERACTIVE, layer.image, drawable, preset))
    images.made.append(result.image)
    assert images.snapshot(layer.image) == before
    assert result.image != layer.image and images.pdb("gimp-image-base-type", result.image) == [RGB]
    made = png.decode(command.run(images.folder, command.Source(layer, pixels).image(None), ["--preset", preset]))
    assert images.pixels(result.layer).raw == made[4]
