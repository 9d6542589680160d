# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that are not possible: what the dialog says, and that it shows nothing that belongs to other settings."""

import re

import pytest
from accessible import SENSITIVE, wait_for
from dialog_images import screenshot
from test_palette import expected_of, swatches, wait_for_colors
from test_warnings import alerts

SCRIPT_WORDS = re.compile(r"new-indexed-image|new-layer|line \d|floyd-steinberg|\./|adaptive:|gimp:|^palette:|^kernel:")


IMPOSSIBLE = {
    "weights": [("choose", "Method", "Custom…"), ("write", "Weights", "nonsense")],
    "tap": [("choose", "Method", "Custom…"), ("write", "Weights", "2: -1,0,1")],
    "list": [("choose", "Colors", "List of colors"), ("write", "Color list", "#000000,rot")],
    "no colors": [("choose", "Colors", "List of colors"), ("write", "Color list", "")],
    "file": [("choose", "Colors", "Palette file")],
    "indexed": [("choose", "Colors", "EGA"), ("choose", "Destination", "New indexed image"),
                ("choose", "Colors", "Levels of each channel")],
}


def make_impossible(dialog, how):
    for action, control, text in IMPOSSIBLE[how]:
        getattr(dialog, action)(control, text)


@pytest.mark.parametrize("how, said", [
    ("weights", "must begin with a divisor and a colon"), ("tap", "Weights: the tap at -1,0"),
    ("list", "“rot” is not a color"), ("no colors", "at least one color"),
    ("file", "Choose a palette file"), ("indexed", "needs a palette")])
def test_words_for_people(desk, how, said):
    dialog = desk.ask()
    make_impossible(dialog, how)
    wait_for(lambda: re.search(said, dialog.status), f"“{said}”")
    assert not SCRIPT_WORDS.search(dialog.status), dialog.status
    dialog.wait_for_warning()


def test_three_digits_are_a_color(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", "#000,#f00,#fff")
    wait_for_colors(dialog, ["#000000", "#ff0000", "#ffffff"])
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected_of(desk, ["#000000", "#ff0000", "#ffffff"])


def test_nothing_of_the_last_settings_stays(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", "#000000,#ffffff")
    wait_for_colors(dialog, ["#000000", "#ffffff"])
    dialog.choose("Outside the gamut", "Leave as they are")
    wait_for(lambda: any("palette" in text for text in alerts(dialog)), "a warning")
    x, y, width, height = dialog.place("drawing area", "Preview")

    def colors():
        pixels = screenshot(desk.display, x + width // 2 - 20, y + height // 2 - 20, 40, 40).pixels
        return {pixels[i:i + 3] for i in range(0, len(pixels), 3)}

    wait_for(lambda: colors() == {b"\0\0\0", b"\xff\xff\xff"}, "black and white")
    dialog.write("Color list", "#000000,weiss")
    wait_for(lambda: not dialog.can_confirm, "a refusal")
    assert not swatches(dialog) and not alerts(dialog)
    assert not dialog.is_sensitive("push button", "Adjust")
    wait_for(lambda: len(colors()) == 2 and not colors() & {b"\0\0\0", b"\xff\xff\xff"}, "a dimmed preview")
    assert not dialog.control("drawing area", "Preview").has_state(SENSITIVE)
    dialog.write("Color list", "#000000,#ffffff")
    wait_for_colors(dialog, ["#000000", "#ffffff"])
    wait_for(lambda: colors() == {b"\0\0\0", b"\xff\xff\xff"}, "the preview again")
    wait_for(lambda: any("palette" in text for text in alerts(dialog)), "the warning again")


@pytest.fixture
def palettes(desk):
    """Two palettes of GIMP: one without colors, and one with two."""
    names = [desk.gimp.pdb("gimp-palette-new", name)[0] for name in ("No colors", "Two colors")]
    for color in ("#0a141e", "#faf0e6"):
        desk.gimp.pdb("gimp-palette-add-entry", names[1], "", color)
    yield names
    desk.end_call()
    for name in names:
        desk.gimp.pdb("gimp-palette-delete", name)


def test_empty_palettes_of_gimp_are_not_offered(desk, palettes):
    empty, two = palettes
    dialog = desk.ask()
    dialog.choose("Colors", "GIMP palette")
    assert two in dialog.rows("Palette") and empty not in dialog.rows("Palette")
    dialog.choose("Palette", two)
    wait_for_colors(dialog, ["#0a141e", "#faf0e6"])
    desk.cancel()


def test_locked_pixels_are_said_at_once(desk):
    """The preview shows what the result would be, and OK comes back with a destination that is possible."""
    desk.gimp.pdb("gimp-item-set-lock-content", desk.drawable, True)
    dialog = desk.ask()
    assert dialog.can_confirm
    dialog.choose("Destination", "Current layer")
    wait_for(lambda: "unlock them, or choose a new layer" in dialog.status, "the lock")
    assert not dialog.can_confirm
    desk.wait_for_preview(desk.expected())
    dialog.choose("Destination", "New layer above")
    wait_for(lambda: dialog.can_confirm and "lock" not in dialog.status, "a possible destination")
    desk.cancel()


def test_a_size_of_dots_can_be_mended_with_any_screen(desk):
    """It must be possible even where it has no effect, so it stays in sight."""
    dialog = desk.ask()
    dialog.open("Screen")
    dialog.choose("Pattern", "Round dots")
    dialog.write("Screen size", "banana")
    dialog.choose("Pattern", "Bayer, 4 × 4")
    wait_for(lambda: "banana" in dialog.status, "the fault")
    assert not dialog.can_confirm and dialog.is_showing("text", "Screen size")
    dialog.write("Screen size", "9")
    wait_for(lambda: dialog.can_confirm and not dialog.is_showing("text", "Screen size"), "a hidden size")
    desk.cancel()
