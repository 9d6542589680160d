# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings on the clipboard, as a call in Script-Fu and as a command line."""

import os
import subprocess
import time

from accessible import wait_for
from dialog_images import read_pnm


def copy(desk, kind):
    """Copies with the button's menu, and returns the clipboard."""
    desk.dialog.choose_item("Copy as", kind)
    time.sleep(0.3)  # The item acts as soon as the window has nothing else to do.
    return paste(desk)


def paste(desk):
    """Reads the clipboard by pasting it into an entry."""
    dialog = desk.dialog
    dialog.choose("Method", "Custom…")
    before = dialog.text("Weights")
    # Not by its key, which New Seed has, too.
    dialog.control("text", "Weights").call("Component", "GrabFocus")
    desk.hands("key", "ctrl+a", "ctrl+v")
    text = wait_for(lambda: dialog.text("Weights") not in ("", before) and dialog.text("Weights"), "the pasted text")
    dialog.reset()
    return text


def test_copied_settings_give_the_same_pixels(desk, tmp_path):
    dialog = desk.ask()
    dialog.reset()

    def choose():
        dialog.choose("Method", "Atkinson")
        dialog.choose("Colors", "EGA")
        dialog.set_number("Noise", 7)

    choose()
    line = copy(desk, "Command line")
    assert line == "errdiff in.png out.png --kernel atkinson --palette ega --noise 7"
    choose()
    script = copy(desk, "Script-Fu call")
    choose()
    layer, _ = desk.confirm()
    pixels = desk.pixels(layer)

    _, again, _ = desk.gimp.evaluate(f"(let ((image {desk.image}) (drawable {desk.drawable})) {script})")
    assert desk.pixels(again) == pixels
    words = line.replace("in.png", str(desk.source)).replace("out.png", str(tmp_path / "out.ppm")).split()
    subprocess.run([os.environ["ERRDIFF"], *words[1:]], check=True)
    assert read_pnm((tmp_path / "out.ppm").read_bytes()) == pixels


def test_colors_of_a_palette_of_gimp(desk):
    """The command does not know GIMP's palettes, so their colors are listed."""
    name, = desk.gimp.pdb("gimp-palette-new", "Two inks")
    for color in ((16, 24, 32), (242, 170, 76)):
        desk.gimp.pdb("gimp-palette-add-entry", name, "", color)
    desk.gimp.pdb("gimp-context-set-palette", name)
    desk.ask().reset()
    desk.dialog.choose("Colors", "GIMP palette")
    assert copy(desk, "Command line") == "errdiff in.png out.png --palette '#101820,#f2aa4c'"
    desk.cancel()
    desk.gimp.pdb("gimp-palette-delete", name)


def test_menu_by_keyboard(desk):
    """The button is reached by Tab, and the menu's items by their letters."""
    dialog = desk.ask()
    dialog.reset()
    dialog.choose("Colors", "EGA")
    dialog.control("push button", "Copy as").call("Component", "GrabFocus")
    desk.hands("key", "space")
    wait_for(lambda: dialog.is_showing("menu item", "Command line"), "the menu")
    desk.hands("key", "c")
    wait_for(lambda: not dialog.is_showing("menu item", "Command line"), "the end of the menu")
    dialog.choose("Method", "Custom…")
    dialog.control("text", "Weights").call("Component", "GrabFocus")
    desk.hands("key", "ctrl+a", "ctrl+v")
    wait_for(lambda: dialog.text("Weights") == "errdiff in.png out.png --palette ega", "the pasted text")
    desk.cancel()
