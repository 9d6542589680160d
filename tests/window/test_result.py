# SPDX-License-Identifier: GPL-3.0-or-later
"""After OK the result is the preview's image. Nothing is dithered again, unless something has
changed that affects the pixels."""

import re

import pytest
from accessible import wait_for
from desk import DEFAULTS
from dialog_images import USUAL, read_pnm
from dither_dialog import BUSY
from gimp import PROCEDURE, RGB, WITH_LAST_VALS
from gimp_window import close_views
from test_menu import open_from_menu

THUMBNAIL_HEIGHT = 48
DITHERING = re.compile(r"Dithering \d+ × (\d+) pixels")
PRECISIONS = {"u8-linear": 100, "u16-gamma": 250, "half-gamma": 550, "float-linear": 600}


def heights(desk):
    """The heights of the images that the plug-in has dithered in this GIMP, in their order, without the thumbnails of
    presets."""
    log = (desk.gimp.folder / "stdout").read_text(errors="replace")
    return [int(height) for height in DITHERING.findall(log) if int(height) > THUMBNAIL_HEIGHT]


def raw(desk, layer):
    """The bytes of a layer as GIMP stores them."""
    path = desk.folder / "raw"
    desk.gimp.pdb("test-save-pixels", layer, path)
    return path.read_bytes().split(b"\n", 1)[1]


@pytest.fixture
def twin(desk):
    """Call it before a dialog changes the image. Returns a function to call later, which makes the
    same result from a copy of the image without a dialog, and returns the result's image and layer."""
    copies = []

    def copy():
        image, = desk.gimp.pdb("gimp-image-duplicate", desk.image)
        copies.append(image)
        drawable, = desk.gimp.pdb("gimp-image-get-active-drawable", image)

        def dither():
            before = heights(desk)
            result = desk.gimp.pdb(PROCEDURE, WITH_LAST_VALS, image, drawable, *DEFAULTS)
            assert len(heights(desk)) == len(before) + 1
            return result[:2]

        return dither

    yield copy
    desk.end_call()
    for image in copies:
        desk.gimp.pdb("gimp-image-delete", image)


def make_transparent(desk):
    """Adds an alpha channel that is 0 in a part of the layer, and half in another one."""
    desk.gimp.pdb("gimp-layer-add-alpha", desk.drawable)
    for x, opacity in ((0, 100), (200, 50)):
        desk.gimp.pdb("gimp-image-select-rectangle", desk.image, 2, x, 0, 100, 150)
        desk.gimp.pdb("gimp-context-set-opacity", opacity)
        desk.gimp.pdb("gimp-drawable-edit-clear", desk.drawable)
    desk.gimp.pdb("gimp-selection-none", desk.image)


@pytest.mark.parametrize("dot", [1, 3])
@pytest.mark.parametrize("colors", ["Levels of each channel", "EGA", "Optimized palette"])
def test_whole_image_is_dithered_once(desk, colors, dot):
    """If the preview shows all of the image, nothing is dithered a second time to describe it."""
    dialog = desk.ask()
    dialog.choose("Zoom", "Fit")
    dialog.choose("Colors", colors)
    dialog.open("Detail and dots")
    dialog.set_number("Dot size", dot)
    finished = Finished(desk)
    dialog.set_number("Detail", 80)
    assert "Average brightness" in (dialog.settled() and dialog.details)
    assert len(finished.dithered()) == 1
    desk.cancel()


def test_dialog_opens_with_the_whole_image(desk):
    desk.ask(reset=False).choose("Zoom", "Fit")
    desk.confirm()
    before = len(heights(desk))
    desk.ask(reset=False).settled()
    assert heights(desk)[before:] == [300]
    desk.cancel()


class Finished:
    """The settings of a dialog whose preview is finished."""

    def __init__(self, desk):
        desk.dialog.settled()
        self.desk, self.before = desk, heights(desk)
        assert self.before, "the plug-in tells nothing of its work"

    def dithered(self):
        """The heights of the images that were dithered since then."""
        return heights(self.desk)[len(self.before):]


def confirm_without_work(desk):
    """Presses OK when the preview is finished, and returns the layer."""
    finished = Finished(desk)
    layer, engine = desk.confirm()
    assert finished.dithered() == []
    assert engine not in ("", "auto")
    return layer


def test_finished_preview(desk, twin):
    dither = twin()
    dialog = desk.ask()
    dialog.choose("Method", "Stucki")
    dialog.set_number("Levels", 4)
    layer = confirm_without_work(desk)
    assert desk.pixels(layer) == desk.expected(kernel="stucki", levels=4)
    assert raw(desk, layer) == raw(desk, dither()[1])


def test_replaced_pixels_within_a_selection(desk, twin):
    desk.gimp.pdb("gimp-image-select-ellipse", desk.image, 2, 20, 30, 300, 200)
    dither = twin()
    desk.ask().choose("Destination", "Current layer")
    layer = confirm_without_work(desk)
    assert layer == desk.drawable
    assert desk.pixels(layer) not in (read_pnm(desk.source.read_bytes()), desk.expected())
    assert raw(desk, layer) == raw(desk, dither()[1])


@pytest.mark.parametrize("transparency", ["Keep", "Threshold (50 %)", "Dither"])
@pytest.mark.parametrize("precision", PRECISIONS)
def test_precisions_with_transparency(desk, twin, precision, transparency):
    desk.gimp.pdb("gimp-image-convert-precision", desk.image, PRECISIONS[precision])
    make_transparent(desk)
    dither = twin()
    desk.ask().choose("Transparency", transparency)
    layer = confirm_without_work(desk)
    assert raw(desk, layer) == raw(desk, dither()[1])


@pytest.mark.parametrize("precision", PRECISIONS)
def test_gray_image_gets_colors(desk, twin, precision):
    desk.gimp.pdb("gimp-image-convert-precision", desk.image, PRECISIONS[precision])
    desk.gimp.pdb("gimp-image-convert-grayscale", desk.image)
    make_transparent(desk)
    dither = twin()
    desk.ask().choose("Colors", "EGA")
    layer = confirm_without_work(desk)
    assert desk.gimp.pdb("gimp-image-base-type", desk.image) == [RGB]
    assert raw(desk, layer) == raw(desk, dither()[1])


@pytest.mark.parametrize("precision", ["u8-linear", "float-linear"])
@pytest.mark.parametrize("colors", ["Game Boy", "Optimized palette"])
def test_indexed_image(desk, twin, precision, colors):
    desk.gimp.pdb("gimp-image-convert-precision", desk.image, PRECISIONS[precision])
    make_transparent(desk)
    dither = twin()
    dialog = desk.ask()
    dialog.choose("Colors", colors)
    dialog.choose("Destination", "New indexed image")
    finished = Finished(desk)
    dialog.press("OK")
    desk.forget_dialog()
    image, layer, _ = desk.gimp.answer()
    assert finished.dithered() == []
    other_image, other = dither()
    assert raw(desk, layer) == raw(desk, other)
    assert desk.gimp.pdb("gimp-image-get-colormap", image) == \
        desk.gimp.pdb("gimp-image-get-colormap", other_image)
    close_views(desk.gimp)  # closing its only window deletes an image


def test_color_profile(desk, twin):
    """The preview's screen is sRGB, as palettes are; the layer has the numbers that look the same in the image."""
    desk.gimp.pdb("test-attach-profile", desk.image)
    dither = twin()
    dialog = desk.ask()
    dialog.choose("Colors", "PICO-8")
    dialog.settled()

    def shown():
        image = desk.preview(451, 300)[0]
        return {tuple(image.pixels[i:i + 3]) for i in range(0, len(image.pixels), 3)}

    wait_for(lambda: len(shown()) <= 16 and (29, 43, 83) in shown(), "the colors of PICO-8")
    layer = confirm_without_work(desk)
    assert raw(desk, layer) == raw(desk, dither()[1])
    assert (29, 43, 83) not in set(zip(*[iter(raw(desk, layer))] * 3))


def test_color_profile_of_an_image_that_is_read_in_pieces(desk, twin):
    """Each piece is converted to sRGB where it belongs; alpha is stored apart."""
    desk.gimp.pdb("gimp-image-scale", desk.image, 4000, 3000)
    desk.gimp.pdb("gimp-layer-add-alpha", desk.drawable)
    desk.gimp.pdb("test-attach-profile", desk.image)
    dither = twin()
    desk.ask().choose("Colors", "PICO-8")
    layer = confirm_without_work(desk)
    assert raw(desk, layer) == raw(desk, dither()[1])


def test_levels_in_an_image_with_a_color_profile(desk, twin):
    """Levels are values of the image; the preview shows how they look."""
    desk.gimp.pdb("test-attach-profile", desk.image)
    dither = twin()
    dialog = desk.ask()
    dialog.set_number("Levels", 3)
    dialog.settled()

    def shown():
        return set(desk.preview(451, 300)[0].pixels)

    wait_for(lambda: 5 < len(shown()) <= 27 and 255 in shown(), "sRGB values of the levels")
    layer = confirm_without_work(desk)
    assert set(raw(desk, layer)) == {0, 128, 255}
    assert raw(desk, layer) == raw(desk, dither()[1])


def test_preview_that_is_still_being_made(desk):
    """OK waits for the preview that is being made, instead of beginning again."""
    desk.gimp.pdb("gimp-image-scale", desk.image, 4510, 3000)
    desk.start_from_here()
    dialog = desk.ask()
    dialog.choose("Engine", "Serial, error collection")
    dialog.choose("Method", "Stevenson–Arce")
    dialog.set_number("Noise", 10)
    finished = Finished(desk)
    dialog.set_number("Noise", 20)
    assert dialog.status == BUSY
    layer, engine = desk.confirm()
    visible, whole = finished.dithered()
    assert visible <= whole == 3000
    assert engine == "serial-ec"
    assert desk.pixels(layer) == desk.expected(kernel="stevenson-arce", noise=20)


def test_setting_that_is_still_being_typed(desk):
    """A number that was typed without Enter is used, too; the preview is made again for it."""
    dialog = desk.ask()
    finished = Finished(desk)
    desk.hands("key", dialog.key("spin button", "Strength"), "ctrl+a", "5", "5", "Return")
    layer, _ = desk.answer()
    assert finished.dithered()
    assert desk.pixels(layer) == desk.expected(strength=55)


@pytest.fixture
def free(desk):
    """The dialog opened from GIMP's menu, so that scripts can change the image while it is open."""
    desk.show()
    open_from_menu(desk)
    return desk


def confirm_with_work(desk, change):
    """Makes a change when the preview is finished, presses OK, and returns the result's layer."""
    finished = Finished(desk)
    count = len(desk.layers())
    change()
    desk.dialog.press("OK")
    desk.forget_dialog()
    wait_for(lambda: len(desk.layers()) == count + 1, "the new layer")
    assert len(finished.dithered()) == 1
    return desk.layers()[0]


def test_pixels_that_have_changed(free):
    layer = confirm_with_work(free, lambda: free.gimp.pdb("gimp-drawable-invert", free.drawable, 0))
    free.start_from_here()
    assert free.pixels(layer) == free.expected()


def test_one_pixel_that_has_changed(free):
    layer = confirm_with_work(free, lambda: free.gimp.pdb(
        "gimp-drawable-set-pixel", free.drawable, 450, 299, 3, [1, 2, 3]))
    free.start_from_here()
    assert free.pixels(layer) == free.expected()


def test_transparency_that_has_changed(desk):
    desk.gimp.pdb("gimp-layer-add-alpha", desk.drawable)
    desk.show()
    open_from_menu(desk)

    def erase():
        desk.gimp.pdb("gimp-image-select-rectangle", desk.image, 2, 10, 10, 50, 50)
        desk.gimp.pdb("gimp-drawable-edit-clear", desk.drawable)
        desk.gimp.pdb("gimp-selection-none", desk.image)

    layer = confirm_with_work(desk, erase)
    assert raw(desk, layer)[3::4] == raw(desk, desk.drawable)[3::4]


def test_palette_that_has_changed(desk):
    """The file of a palette was written to while the dialog was open."""
    inks = desk.folder / "inks.hex"
    folder = desk.gimp.home / "gimp/error-diffusion-presets"
    folder.mkdir(exist_ok=True)
    inks.write_text("000000\nffffff\n")
    preset = folder / "Inks.preset"
    preset.write_text(f"[errdiff preset]\npalette={inks}\n")
    try:
        dialog = desk.ask()
        dialog.choose("Preset", "Inks")
    finally:
        preset.unlink()
    finished = Finished(desk)
    inks.write_text("102030\nf0e0d0\n")
    layer, _ = desk.confirm()
    assert len(finished.dithered()) == 1
    assert desk.pixels(layer) == desk.expected(**USUAL, palette=inks)


def test_selection_that_has_changed(free):
    layer = confirm_with_work(free, lambda: free.gimp.pdb(
        "gimp-image-select-rectangle", free.image, 2, 0, 0, 451, 100))
    free.gimp.pdb("gimp-selection-none", free.image)
    shown, source = free.pixels(layer), read_pnm(free.source.read_bytes())
    assert shown.crop(0, 0, 451, 100) == free.expected().crop(0, 0, 451, 100)
    assert shown.crop(0, 100, 451, 200) == source.crop(0, 100, 451, 200)


def test_color_profile_that_has_changed(free):
    free.dialog.choose("Colors", "PICO-8")
    layer = confirm_with_work(free, lambda: free.gimp.pdb("test-attach-profile", free.image))
    assert (29, 43, 83) not in set(zip(*[iter(raw(free, layer))] * 3))


def test_other_image_properties_that_have_changed(free):
    """Changes that do not affect the pixels are allowed."""
    finished = Finished(free)
    free.gimp.pdb("gimp-item-set-name", free.drawable, "another name")
    free.dialog.press("OK")
    free.forget_dialog()
    layer, _ = wait_for(lambda: len(free.layers()) == 2 and free.layers(), "the new layer")
    assert finished.dithered() == []
    assert free.pixels(layer) == free.expected()


def test_layers_of_a_group_that_will_be_dithered(desk):
    """The status says how many these are: those that the selection touches."""
    kind, = desk.gimp.pdb("gimp-drawable-type", desk.drawable)
    group, = desk.gimp.pdb("gimp-layer-group-new", desk.image)
    desk.gimp.pdb("gimp-image-insert-layer", desk.image, group, 0, 0)
    for left in (0, 50, 100):
        layer, = desk.gimp.pdb("gimp-layer-new", desk.image, 40, 30, kind, f"at {left}", 100, 28)
        desk.gimp.pdb("gimp-image-insert-layer", desk.image, layer, group, 0)
        desk.gimp.pdb("gimp-layer-set-offsets", layer, left, 0)
    desk.gimp.pdb("gimp-image-select-rectangle", desk.image, 2, 10, 0, 60, 20)
    dialog = desk.ask(group)
    assert "2 layers in it" in dialog.settled()
    desk.cancel()
    desk.gimp.pdb("gimp-selection-none", desk.image)
    dialog = desk.ask(group)
    assert "3 layers in it" in dialog.settled()
    desk.cancel()
