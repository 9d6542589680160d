# SPDX-License-Identifier: GPL-3.0-or-later
"""The preview shows the pixels of the result, one for one."""

import pytest
from accessible import wait_for
from pictures import read_pnm

@pytest.fixture
def large(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 902, 700)
    desk.start_from_here()
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
    wait_for(lambda: dialog.position() == (140, 70), "the picture at the hand")
    large.hands("mousemove", x + 5000, y + 5000)
    wait_for(lambda: dialog.position()[0] == 0, "the picture's edge")
    large.hands("mouseup", 1)
    large.wait_for_preview(large.expected())


def test_small_picture_lies_in_the_middle(desk):
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


def test_newest_settings_win(large):
    dialog = large.ask()
    for strength in range(0, 100, 7):
        dialog.set_number("Strength", strength)
    dialog.set_number("Strength", 33)
    dialog.settled()
    large.wait_for_preview(large.expected(strength=33))


def check_split(desk, column, before, after):
    """Waits until the preview shows `before` left of a column of its own and `after` right of it."""
    def is_right():
        shown, across, down = desk.preview(after.width, after.height)
        left = (0, 0, column - 2, shown.height)
        right = (column + 2, 0, shown.width - column - 2, shown.height)
        return all(shown.crop(*part) == picture.crop(across, down, shown.width,
                                                     shown.height).crop(*part)
                   for part, picture in ((left, before), (right, after)))
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
    large.hands("key", dialog.key("combo box", "Kernel"))
    large.wait_for_preview(after)
    large.hands("key", dialog.key("check box", "Before and after"))
    check_split(large, 116, before, after)
