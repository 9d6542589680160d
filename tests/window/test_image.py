# SPDX-License-Identifier: GPL-3.0-or-later
"""The controls for what is done with the image before it is dithered."""

import json
import os
import struct
import subprocess

import png
from accessible import SENSITIVE, wait_for
from dialog_images import light_of, screenshot
from gimp import IS_GIMP_3, only_in_gimp_2


def test_each_control_changes_the_preview(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "PICO-8")
    dialog.open("Gamut of the palette", "Detail and dots")
    options = {"palette": "pico-8"}
    for name, option, value in (("Brightness", "brightness", 20), ("Contrast", "contrast", 30),
                                ("Saturation", "saturation", -40),
                                ("Gamma", "gamma", 1.5), ("Detail", "detail", 60),
                                ("Dot size", "dot", 3)):
        dialog.set_number(name, value)
        options[option] = value
        desk.wait_for_preview(desk.expected(**options))
    for name, option in (("Stretch tones to black and white", "stretch"), ("Invert", "invert"),
                         ("Keep exact colors", "keep_exact")):
        dialog.toggle(name)
        options[option] = True
        desk.wait_for_preview(desk.expected(**options))
    dialog.set_number("Clipped share", 4)
    dialog.choose("Outside the gamut", "Compress lightness")
    dialog.set_number("Compression", 90)
    options |= {"stretch_share": 4, "gamut": "compress", "compress": 90}
    desk.wait_for_preview(desk.expected(**options))
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(**options)


def test_refine_is_a_switch(desk):
    """It is two passes, for which alone the viewing can be set."""
    dialog = desk.ask()
    dialog.open("Detail and dots")
    for is_on in (True, False, True):
        dialog.toggle("Refine")
        desk.wait_for_preview(desk.expected(refine=2 * is_on))
        wait_for(lambda: dialog.is_sensitive("spin button", "Viewing") == is_on, f"the viewing to be possible: {is_on}")
    dialog.set_number("Viewing", 30)
    desk.wait_for_preview(desk.expected(refine=2, viewing=30))
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(refine=2, viewing=30)


@only_in_gimp_2("it keeps the last settings in another way")
def test_refine_keeps_other_numbers_of_passes(desk):
    desk.remember_plain(refine=5)
    dialog = desk.ask(reset=False)
    dialog.choose("Zoom", "100 %")
    for passes in (5, 0, 5):
        desk.wait_for_preview(desk.expected(refine=passes))
        dialog.toggle("Refine")
    desk.cancel()


def test_what_has_no_effect_cannot_be_changed(desk):
    dialog = desk.ask()

    def wait_for_sensitive(role, name, is_so=True):
        wait_for(lambda: dialog.is_sensitive(role, name) == is_so, f"“{name}” to be sensitive: {is_so}")

    wait_for_sensitive("combo box", "Transparency", False)
    wait_for_sensitive("spin button", "Seed", False)
    dialog.set_number("Noise", 1)
    wait_for_sensitive("spin button", "Seed")
    dialog.set_number("Noise", 0)
    wait_for_sensitive("spin button", "Seed", False)
    dialog.choose("Method", "Zhou–Fang")
    wait_for_sensitive("spin button", "Seed")
    wait_for_sensitive("spin button", "Clipped share", False)
    dialog.toggle("Stretch tones to black and white")
    wait_for_sensitive("spin button", "Clipped share")
    dialog.choose("Colors", "EGA")
    dialog.open("Gamut of the palette")
    wait_for_sensitive("combo box", "Outside the gamut")
    wait_for_sensitive("spin button", "Compression", False)
    dialog.choose("Outside the gamut", "Compress lightness")
    wait_for_sensitive("spin button", "Compression")
    desk.cancel()


def test_indexed_image_needs_a_palette(desk):
    dialog = desk.ask()
    menu, = dialog.control("combo box", "Destination").children
    for colors, is_possible in (("Levels of each channel", False), ("EGA", True)):
        dialog.choose("Colors", colors)
        dialog.settled()
        desk.hands("key", dialog.key("combo box", "Destination"), "space")
        wait_for(lambda: [row.has_state(SENSITIVE) for row in menu.children] == [True, True, True, is_possible],
                 f"rows for {colors}")
        desk.hands("key", "Escape")
    desk.cancel()


def test_transparency_can_be_treated_where_there_is_alpha(desk):
    desk.gimp.pdb("gimp-layer-add-alpha", desk.drawable)
    dialog = desk.ask()
    assert dialog.is_sensitive("combo box", "Transparency")
    assert not dialog.is_sensitive("spin button", "Seed")
    dialog.choose("Transparency", "Dither")
    wait_for(lambda: dialog.is_sensitive("spin button", "Seed"), "a seed")
    desk.cancel()


def test_automatic_gamma_is_shown(desk):
    """For a dark image; it is 1 where no tone is chosen."""
    brightest = light_of(0.3) if IS_GIMP_3 else 0.3  # GIMP 3 takes levels as light
    desk.gimp.pdb("gimp-drawable-levels", desk.drawable, 0, 0, 1, False, 1, 0, brightest, False)
    desk.start_from_here()
    report = subprocess.run([os.environ["ERRDIFF"], "--tone", "auto", "--levels", "2", "--json", desk.source,
                             desk.folder / "toned.pnm"], check=True, capture_output=True, text=True).stdout
    gamma = json.loads(report)["tone_gamma"]
    assert gamma > 1.1
    dialog = desk.ask()
    assert not dialog.is_sensitive("slider", "Automatic gamma")
    for tone, shown in (("Automatic", gamma), ("As it is", 1)):
        dialog.choose("Tone", tone)
        wait_for(lambda: abs(dialog.number("Automatic gamma", "slider") - shown) < 0.001, f"the gamma {shown}")
    desk.cancel()


def test_a_screen_from_a_png(desk):
    """The preview and the drawing of the screen are those of the same numbers in a PGM."""
    numbers = [40000 + 7 * i % 64 for i in range(64)]  # of 8 bits these are equal
    files = [desk.folder / "own.png", desk.folder / "own.pgm"]
    files[0].write_bytes(png.encode(8, 8, png.GRAY, 16, struct.pack(">64H", *numbers)))
    files[1].write_text("P2 8 8 65535\n" + "\n".join(map(str, numbers)))
    dialog = desk.ask()
    dialog.open("Screen")
    dialog.choose("Pattern", "From a file…")
    drawings = []
    for file in files:
        dialog.write("Matrix", str(file))
        desk.wait_for_preview(desk.expected(screen=file))
        x, y, width, height = dialog.place("image", "Drawing of the screen")
        drawings.append(screenshot(desk.display, x, y, width, height))
    assert drawings[0] == drawings[1] and len(set(drawings[0].pixels)) > 1
    files[0].write_bytes(files[0].read_bytes()[:-20])
    dialog.write("Matrix", str(files[0]))
    wait_for(lambda: "the PNG file is damaged or incomplete" in dialog.status, "what is wrong with the file")
    desk.cancel()
