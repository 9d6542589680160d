# SPDX-License-Identifier: GPL-3.0-or-later
"""The preview shows exactly the pixels of the result."""

from fractions import Fraction

import pytest
from accessible import SHOWING, wait_for
from dialog_images import Image, Zoomed, light_of, read_pnm, value_of
from dither_dialog import ACROSS, DOWN
from pixel_watch import cursor_shape


# A size of the dialog whose preview is about 660 × 570 pixels.
SMALL = 1040, 640


@pytest.fixture
def large(desk):
    """With an image that is larger than the preview."""
    desk.gimp.pdb("gimp-image-scale", desk.image, 902, 700)
    desk.start_from_here()
    desk.size = SMALL
    return desk


def test_result_is_what_was_shown(large):
    dialog = large.ask()
    dialog.set_number("Levels", 3)
    expected = large.expected(levels=3)
    large.wait_for_preview(expected)
    layer, _ = large.confirm()
    assert large.pixels(layer) == expected


def test_every_corner(large):
    dialog = large.ask()
    expected = large.expected()
    for corner in ((0, 0), (10000, 0), (0, 10000), (10000, 10000), (123, 45)):
        dialog.scroll(*corner)
        large.wait_for_preview(expected)


def test_drag(large):
    dialog = large.ask()
    dialog.scroll(100, 100)
    x, y, width, height = dialog.place("drawing area", "Preview")
    x, y = x + width // 2, y + height // 2
    large.hands("mousemove", x, y, "mousedown", 1, "mousemove", x - 40, y + 30)
    wait_for(lambda: dialog.position() == (140, 70), "the image at the hand")
    large.hands("mousemove", x + 5000, y + 5000)
    wait_for(lambda: dialog.position()[0] == 0, "the image's edge")
    large.hands("mouseup", 1)
    large.wait_for_preview(large.expected())


def test_small_image_lies_in_the_middle(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 31, 7)
    desk.start_from_here()
    desk.ask()
    desk.wait_for_preview(desk.expected())


def test_transparency_over_checks(desk):
    desk.gimp.pdb("gimp-layer-add-alpha", desk.drawable)
    desk.gimp.pdb("gimp-image-select-rectangle", desk.image, 2, 0, 0, 451, 100)
    desk.gimp.pdb("gimp-drawable-edit-clear", desk.drawable)
    desk.gimp.pdb("gimp-selection-none", desk.image)
    desk.ask().settled()
    shown, _, _ = desk.preview(451, 300)
    checks = shown.crop(0, 0, shown.width, 100).pixels
    assert {checks[i:i + 3] for i in range(0, len(checks), 3)} == {b"\x66" * 3, b"\x99" * 3}


def test_large_image_is_read_in_pieces(desk):
    """All of its parts get to their places; the pixels and alpha are stored apart."""
    desk.gimp.pdb("gimp-image-scale", desk.image, 4000, 3000)
    desk.start_from_here()
    desk.gimp.pdb("gimp-layer-add-alpha", desk.drawable)
    dialog = desk.ask()
    expected = desk.expected()
    for corner in ((0, 0), (1234, 1500), (10000, 10000)):
        dialog.scroll(*corner)
        desk.wait_for_preview(expected)


def test_heading(desk):
    """It names the layer and the image."""
    desk.gimp.pdb("gimp-item-set-name", desk.drawable, "Sky & <sea>")
    name, = desk.gimp.pdb("gimp-image-get-name", desk.image)
    dialog = desk.ask()
    assert dialog.control("label", f"Sky & <sea> — {name}").has_state(SHOWING)


def test_newest_settings_win(large):
    dialog = large.ask()
    for strength in range(0, 100, 7):
        dialog.set_number("Strength", strength)
    dialog.set_number("Strength", 33)
    dialog.settled()
    large.wait_for_preview(large.expected(strength=33))


LABELS = 40  # rows at the top of the image that the labels may cover


def check_split(desk, column, before, after):
    """Waits until the preview shows `before` to the left of a column and `after` to the right, below the labels."""
    def is_right():
        shown, across, down = desk.preview(after.width, after.height)
        left = (0, LABELS, column - 2, shown.height - LABELS)
        right = (column + 2, LABELS, shown.width - column - 2, shown.height - LABELS)
        return all(shown.crop(*part) == image.crop(across, down, shown.width,
                                                   shown.height).crop(*part)
                   for part, image in ((left, before), (right, after)))
    wait_for(is_right, f"before and after, left and right of column {column}")


def test_before_and_after(large):
    dialog = large.ask()
    before, after = read_pnm(large.source.read_bytes()), large.expected()
    large.wait_for_preview(after)
    dialog.toggle("Before and after")
    x, y, width, height = dialog.place("drawing area", "Preview")
    middle, row = (width + 1) // 2, y + height // 3
    check_split(large, middle, before, after)
    large.hands("mousemove", x + middle, row, "mousedown", 1, "mousemove", x + 100, row,
                "mouseup", 1, "mousemove", x + 5000, y + 5000)
    check_split(large, 100, before, after)
    dialog.scroll(37, 11)
    check_split(large, 100, before, after)
    dialog.control("drawing area", "Preview").call("Component", "GrabFocus")
    large.hands("key", "ctrl+Right", "ctrl+Right", "ctrl+Left")
    position = dialog.position()
    wait_for(lambda: position == dialog.position() == (37, 11), "the same part")
    large.hands("key", "b")
    wait_for(lambda: not dialog.is_checked("Before and after"), "the result alone")
    large.wait_for_preview(after)
    large.hands("key", dialog.key("check box", "Before and after"))
    check_split(large, 116, before, after)


def move_split(desk, start, end):
    x, y, _, height = desk.dialog.place("drawing area", "Preview")
    desk.hands("mousemove", x + start, y + height // 2, "mousedown", 1, "mousemove", x + end, y + height // 2,
               "mouseup", 1, "mousemove", x + 5000, y + 5000)


def test_labels_of_before_and_after(large):
    """Each label lies beside the line, on its own side, if there is room for it."""
    dialog = large.ask()
    before, after = read_pnm(large.source.read_bytes()), large.expected()
    dialog.toggle("Before and after")
    width = dialog.place("drawing area", "Preview")[2]
    column = (width + 1) // 2
    for next_column, labels in ((column, [True, True]), (width - 20, [True, False]), (20, [False, True])):
        move_split(large, column, next_column)
        column = next_column
        check_split(large, column, before, after)
        shown, across, down = large.preview(after.width, after.height)
        left, right = (max(0, column - 80), column - 2), (column + 2, min(width, column + 80))
        covered = [shown.crop(start, 0, end - start, LABELS) !=
                   image.crop(across + start, down, end - start, LABELS)
                   for image, (start, end) in ((before, left), (after, right))]
        assert covered == labels


COMPARE = "Compare", "toggle button"


def test_two_settings_are_compared(large):
    dialog = large.ask()
    dialog.set_number("Levels", 3)
    coarse, fine = large.expected(levels=3), large.expected(levels=5)
    large.wait_for_preview(coarse)
    assert not dialog.is_showing("push button", "Swap A and B")
    dialog.toggle(*COMPARE)
    width = dialog.place("drawing area", "Preview")[2]
    column = (width + 1) // 2
    check_split(large, column, coarse, coarse)
    dialog.set_number("Levels", 5)
    check_split(large, column, coarse, fine)
    dialog.press("Swap A and B")
    check_split(large, column, fine, coarse)
    wait_for(lambda: dialog.number("Levels") == 3, "the settings of A")
    dialog.choose("Zoom", "50 %")
    small = [Zoomed(image, *ZOOMS["50 %"]) for image in (fine, coarse)]
    check_split(large, column - (width - small[0].width) // 2, *small)
    dialog.choose("Zoom", "100 %")
    dialog.press("Swap A and B")
    dialog.toggle(*COMPARE)
    large.wait_for_preview(fine)
    assert not dialog.is_showing("push button", "Swap A and B")
    layer, _ = large.confirm()
    assert large.pixels(layer) == fine


def test_compared_while_dithering(large):
    """A has the settings that were chosen when the button was pressed, though B is dithered first."""
    dialog = large.ask()
    dialog.set_number("Levels", 3)
    dialog.toggle(*COMPARE)
    dialog.set_number("Levels", 5)
    column = (dialog.place("drawing area", "Preview")[2] + 1) // 2
    check_split(large, column, large.expected(levels=3), large.expected(levels=5))


def test_pointer(large):
    """Its shape says what a drag would do: move the image or the line between before and after, or nothing."""
    dialog = large.ask()

    def shape(right, *not_yet):
        """The shape so far to the right of the middle, as soon as it is none of `not_yet`."""
        x, y, width, height = dialog.place("drawing area", "Preview")
        large.hands("mousemove", x + (width + 1) // 2 + right, y + height // 3)
        return wait_for(lambda: (now := cursor_shape(large.display)) not in not_yet and now, "another pointer")

    over_image = shape(0, cursor_shape(large.display))
    assert shape(50) == over_image
    dialog.toggle("Before and after")  # In GIMP 3 its title is bold then, and the window wider.
    over_line = shape(2, over_image)
    assert shape(50, over_line) == over_image
    dialog.choose("Zoom", "Fit")
    over_all = shape(50, over_image)
    assert over_all != over_line
    assert shape(2, over_all) == over_line


def test_bars_show_only_if_they_can_scroll(desk):
    """The preview does not change its size when they come and go."""
    dialog = desk.ask()

    def showing():
        return [dialog.is_showing("scroll bar", bar) for bar in (ACROSS, DOWN)]

    places = set()
    for zoom, can_scroll in (("100 %", False), ("800 %", True), ("100 %", False)):
        dialog.choose("Zoom", zoom)
        wait_for(lambda: showing() == [can_scroll, can_scroll], f"the bars at {zoom}")
        places.add(dialog.place("drawing area", "Preview"))
    assert len(places) == 1


def test_a_click_gives_the_preview_its_keys(desk):
    dialog = desk.ask()
    x, y, width, height = dialog.place("drawing area", "Preview")
    desk.hands("mousemove", x + width // 2, y + height // 2, "click", 1, "key", "b", "key", "plus")
    wait_for(lambda: dialog.is_checked("Before and after"), "before and after")
    wait_for(lambda: dialog.chosen("Zoom") == "200 %", "the larger image")
    desk.hands("key", "b")
    wait_for(lambda: not dialog.is_checked("Before and after"), "the result alone")
    desk.wait_for_preview(Zoomed(desk.expected(), 1, 2))


ZOOMS = {"3.125 %": (32, 1), "6.25 %": (16, 1), "12.5 %": (8, 1), "25 %": (4, 1), "50 %": (2, 1), "100 %": (1, 1),
         "200 %": (1, 2), "400 %": (1, 4), "800 %": (1, 8), "1600 %": (1, 16)}


def focus_preview(dialog):
    dialog.control("drawing area", "Preview").call("Component", "GrabFocus")


def test_each_zoom(large):
    dialog = large.ask()
    expected = large.expected()
    assert dialog.rows("Zoom") == ["Fit", *ZOOMS]
    for title, sizes in ZOOMS.items():
        dialog.choose("Zoom", title)
        zoomed = Zoomed(expected, *sizes)
        large.wait_for_preview(zoomed)
        for corner in ((33, 21), (10 ** 6, 10 ** 6)):
            dialog.scroll(*corner)
            large.wait_for_preview(zoomed)


def fitted(image, width, height):
    """The image as it is shown in an area of this size if all of it is to be seen."""
    if image.width <= width and image.height <= height:
        return Zoomed(image, 1, min(width // image.width, height // image.height, 16))
    scale = min(Fraction(width, image.width), Fraction(height, image.height))
    return Zoomed(image, scale.denominator, scale.numerator)


@pytest.mark.parametrize("width, height", [(702, 200), (620, 100), (430, 40), (3000, 40), (20, 31)])
def test_whole_image(desk, width, height):
    """Below 100 % a pixel of the screen is the mean of what it covers, and one side fills the area; above, a pixel has
    n × n pixels of the screen."""
    desk.gimp.pdb("gimp-image-scale", desk.image, width, height)
    desk.start_from_here()
    desk.size = SMALL
    dialog = desk.ask()
    for strength in (50, 100):
        dialog.choose("Zoom", "Fit")
        dialog.set_number("Strength", strength)
        expected = desk.expected(strength=strength)

        def fits():  # in the area as it is now, which may still get another size
            return fitted(expected, *dialog.place("drawing area", "Preview")[2:])
        wait_for(lambda: desk.preview_shows(fits()), "the whole image in the preview")
        zoomed = fits()
        percent = 100 * zoomed.enlarge / zoomed.shrink
        assert dialog.fit_title == f"Fit ({int(percent + 0.5)} %)" or percent < 10
        dialog.choose("Zoom", "100 %")
        desk.wait_for_preview(expected)


def test_whole_image_follows_the_window(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 100, 300)
    desk.start_from_here()
    desk.size = SMALL
    dialog = desk.ask()
    expected = desk.expected()
    dialog.choose("Zoom", "Fit")
    usual = dialog.size
    enlarged = []
    for height in (usual[1], 1000):
        dialog.resize(usual[0], height)
        zoomed = fitted(expected, *dialog.place("drawing area", "Preview")[2:])
        desk.wait_for_preview(zoomed)
        enlarged.append(zoomed.enlarge)
    assert enlarged == [1, 3]
    dialog.resize(*usual)


def test_zoom_steps_around_the_whole_image(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 3400, 40)
    desk.size = SMALL
    dialog = desk.ask()
    assert 476 < dialog.place("drawing area", "Preview")[2] < 850  # so it is shown at 14 % to 25 %
    focus_preview(dialog)
    for keys, title in ((["0", "plus"], "25 %"), (["0", "minus"], "12.5 %")):
        desk.hands("key", *keys)
        wait_for(lambda: dialog.chosen("Zoom") == title, title)


@pytest.mark.parametrize("title", ["Fit", "200 %"])
def test_zoom_is_remembered(desk, title):
    dialog = desk.ask()
    dialog.choose("Zoom", title)
    desk.cancel()
    assert desk.ask(reset=False).chosen("Zoom") == title


def test_a_changed_control_shows_at_each_zoom(large):
    dialog = large.ask()
    for title in ("12.5 %", "50 %", "400 %"):
        dialog.choose("Zoom", title)
        for strength in (50, 100):
            dialog.set_number("Strength", strength)
            large.wait_for_preview(Zoomed(large.expected(strength=strength), *ZOOMS[title]))


def test_rows_below_the_visible_ones(desk):
    """They come with the second result, which leaves alone what the first has shown."""
    desk.gimp.pdb("gimp-image-scale", desk.image, 200, 3000)
    desk.start_from_here()
    desk.size = SMALL
    dialog = desk.ask()
    dialog.choose("Zoom", "50 %")
    dialog.scroll(0, 37)
    for strength in (50, 100):
        dialog.set_number("Strength", strength)
        dialog.settled()
        expected = Zoomed(desk.expected(strength=strength), 2)
        for down in (37, 67, 37):
            dialog.scroll(0, down)
            desk.wait_for_preview(expected)


def test_zoom_by_keyboard(large):
    dialog = large.ask()
    middle = [position + size / 2 for position, size in
              zip(dialog.position(), dialog.place("drawing area", "Preview")[2:])]
    focus_preview(dialog)
    for keys, title in ((["plus"], "200 %"), (["equal", "KP_Add"], "800 %"),
                        (["plus", "plus"], "1600 %"), (["KP_Subtract"], "800 %"),
                        (["1"], "100 %"), (["minus", "minus"], "25 %"),
                        (["minus", "minus"], "6.25 %"), (["minus", "minus"], "3.125 %"), (["0"], "Fit"),
                        (["KP_1"], "100 %"), (["KP_0"], "Fit"), (["1"], "100 %")):
        large.hands("key", *keys)
        wait_for(lambda: dialog.chosen("Zoom") == title, title)
    large.hands("key", "plus", "plus")
    wait_for(lambda: dialog.chosen("Zoom") == "400 %", "the larger image")
    place = dialog.place("drawing area", "Preview")
    for position, size, center, length in zip(dialog.position(), place[2:], middle, (902, 700)):
        assert abs(position + size / 2 - 4 * center) <= 40 or position in (0, 4 * length - size)
    large.hands("key", dialog.key("combo box", "Zoom"), "Up", "Up", "Up")
    wait_for(lambda: dialog.chosen("Zoom") == "50 %", "the smaller image")
    large.wait_for_preview(Zoomed(large.expected(), 2))


def test_zoom_with_the_wheel_holds_what_is_under_the_hand(large):
    dialog = large.ask()
    dialog.scroll(200, 100)
    x, y, _, _ = dialog.place("drawing area", "Preview")
    large.hands("mousemove", x + 90, y + 130, "keydown", "ctrl", "click", 4, "click", 4, "keyup",
                "ctrl")
    wait_for(lambda: dialog.chosen("Zoom") == "400 %", "the larger image")
    assert dialog.position() == (4 * 290 - 90, 4 * 230 - 130)
    large.wait_for_preview(Zoomed(large.expected(), 1, 4))
    large.hands("keydown", "ctrl", "click", 5, "click", 5, "keyup", "ctrl")
    wait_for(lambda: dialog.chosen("Zoom") == "100 %", "the whole size")
    assert dialog.position() == (200, 100)


@pytest.mark.parametrize("title", ["50 %", "400 %"])
def test_drag_at_another_zoom(large, title):
    large.gimp.pdb("gimp-image-scale", large.image, 1602, 1300)
    large.start_from_here()
    dialog = large.ask()
    dialog.choose("Zoom", title)
    dialog.scroll(30, 5)
    x, y, width, height = dialog.place("drawing area", "Preview")
    x, y = x + width // 2, y + height // 2
    large.hands("mousemove", x, y, "mousedown", 1, "mousemove", x + 20, y + 30, "mouseup", 1)
    wait_for(lambda: dialog.position() == (10, 0), "the image at the hand")
    large.wait_for_preview(Zoomed(large.expected(), *ZOOMS[title]))


@pytest.mark.parametrize("title", ["12.5 %", "50 %", "200 %", "1600 %"])
def test_before_and_after_at_another_zoom(large, title):
    dialog = large.ask()
    dialog.choose("Zoom", title)
    dialog.toggle("Before and after")
    x, y, width, height = dialog.place("drawing area", "Preview")
    before, after = (Zoomed(image, *ZOOMS[title])
                     for image in (read_pnm(large.source.read_bytes()), large.expected()))
    margin = max(0, (width - after.width) // 2)
    check_split(large, (width + 1) // 2 - margin, before, after)
    large.hands("mousemove", x + (width + 1) // 2, y + height // 3, "mousedown", 1, "mousemove",
                x + margin + 21, y + 5, "mouseup", 1)
    check_split(large, 21, before, after)


def _seen_with_white(image, white):
    """The image as eyes see it that take this color for white."""
    tables = []
    for channel in white:
        light = [min(1, light_of(value / 255) / light_of(channel / 255)) for value in range(256)]
        tables.append(bytes(int(255 * value_of(amount) + 0.5) for amount in light))
    pixels = bytearray(image.pixels)
    for c, table in enumerate(tables):
        pixels[c::3] = image.pixels[c::3].translate(table)
    return Image(image.width, image.height, image.channels, bytes(pixels))


def test_paper_as_white(desk):
    """The preview shows the paper as white, and the result has its color."""
    dialog = desk.ask()
    desk.wait_for_preview(desk.expected())
    assert not dialog.is_sensitive("check box", "Paper as white")
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", "#101820,#f2d4aa,#803010")
    expected = desk.expected(palette="#101820,#f2d4aa,#803010")
    desk.wait_for_preview(expected)
    dialog.toggle("Paper as white")
    desk.wait_for_preview(_seen_with_white(expected, (0xF2, 0xD4, 0xAA)))
    dialog.toggle("Paper as white")
    desk.wait_for_preview(expected)
    dialog.toggle("Paper as white")
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected
