# SPDX-License-Identifier: GPL-3.0-or-later
"""All work can be done without the mouse; and numbers take effect while they are typed."""

from collections import Counter

import pytest
from accessible import CHECKED, FOCUSABLE, FOCUSED, SHOWING, menu_items, mnemonic, wait_for
from dialog_images import screenshot
from dither_dialog import PRESETS, THREADS
from test_palette import swatches
from test_preview import SMALL


def enter(desk, role, name, text):
    desk.hands("key", desk.dialog.key(role, name))
    desk.hands("type", text)


# Roles whose controls each have a mnemonic, except that all swatches share one, and that there are not enough letters
# for some buttons. A slider's mnemonic is that of the number field beside it.
WITH_A_KEY = ("combo box", "spin button", "text", "check box", "push button", "toggle button")
WITHOUT = ("slider", "drawing area", "image", "page tab list")
WITHOUT_A_LETTER = ("Details", "Copy as", "Compare", "Swap A and B", "Height", "Unit", "Shape")


def is_swatch(part):
    return part.name.startswith("Color ") and part.role == "toggle button"


def check_controls(dialog, most=3):
    dialog.settled()
    shown = dialog.root.matches(states=[SHOWING])
    controls = [part for part in shown if part.role in WITH_A_KEY + WITHOUT]
    assert all(part.name and part.get("Accessible", "Description") for part in controls), \
        [(part.role, part.name, part.get("Accessible", "Description")) for part in controls]
    assert not [(part.role, part.name) for part in shown
                if part.has_state(FOCUSABLE) and part not in controls]
    with_a_key = [part for part in controls
                  if part.role in WITH_A_KEY and not is_swatch(part) and part.name not in WITHOUT_A_LETTER]
    keys = {part.name: mnemonic(part) for part in with_a_key}
    assert len(keys) == len(with_a_key) > 14
    assert all(key.startswith("<Alt>") for key in keys.values()), keys
    keys["Swatches"] = "<Alt>l" if any(map(is_swatch, controls)) else ""
    assert max(Counter(keys.values()).values()) <= most, keys


@pytest.mark.parametrize("colors", ["Levels of each channel", "Optimized palette",
                                    "GIMP palette", "Palette file", "List of colors", "EGA"])
def test_each_control_has_a_name_a_tooltip_and_a_key_of_its_own(desk, colors):
    dialog = desk.ask()
    dialog.choose("Method", "Custom…")
    if colors.startswith("Levels"):
        dialog.toggle("Per channel")
    else:
        dialog.choose("Colors", colors)
        wait_for(lambda: dialog.is_showing("toggle button", "Pick from preview"), "the swatches")
    check_controls(dialog)


def test_each_control_for_the_image_has_them_too(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "EGA")
    dialog.open("Gamut of the palette", "Detail and dots")
    check_controls(dialog, most=4)


def test_whole_job(desk):
    dialog = desk.ask()
    desk.hands("key", dialog.key("combo box", "Method"), "Down", "Down")
    desk.hands("key", dialog.key("combo box", "Destination"), "Down")
    enter(desk, "spin button", "Strength", "90")
    enter(desk, "spin button", "Levels", "6")
    wait_for(lambda: (dialog.chosen("Method"), dialog.number("Strength"), dialog.number("Levels"),
                      dialog.chosen("Destination")) == ("Simple", 90, 6, "Current layer"),
             "what was typed")
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert layer == desk.drawable
    assert desk.pixels(layer) == desk.expected(kernel="simple", strength=90, levels=6)


def test_whole_job_in_every_group(desk):
    """Everything is done with keys; the accessibility tree is only read."""
    dialog = desk.ask()
    picker = dialog.control("toggle button", "Pick from preview")
    desk.hands("key", dialog.key("combo box", "Method"), "Down", "Down")
    for name, text in (("Strength", "90"), ("Noise", "20")):
        enter(desk, "spin button", name, text)
    desk.hands("key", dialog.key("check box", "Serpentine scan"))
    desk.hands("key", dialog.key("combo box", "Colors"), "Down")
    enter(desk, "spin button", "Seed", "7")  # its key is also that of the colors, which got it first
    wait_for(lambda: dialog.is_showing("spin button", "Number of colors"), "a palette from the image")
    enter(desk, "spin button", "Number of colors", "6")
    wait_for(lambda: len(swatches(dialog)) == 6, "its colors")
    dialog.settled()
    third = list(swatches(dialog))[2]
    desk.hands("key", "alt+l", "Right", "Right", "space")
    wait_for(lambda: dialog.text("Always include") == third, "the locked color")
    desk.hands("key", dialog.key("toggle button", "Pick from preview"))
    wait_for(lambda: picker.has_state(CHECKED), "the picker")
    desk.hands("key", "shift+Right", "Down", "Return", "Escape")
    wait_for(lambda: not picker.has_state(CHECKED), "the end of picking")
    locked = dialog.text("Always include")
    assert locked.startswith(third + ",#")
    desk.hands("key", dialog.key("combo box", "Color matching"), "Down")
    desk.hands("key", dialog.key("check box", "Linear light"))
    dialog.open("Advanced")
    engine = dialog.key("combo box", "Engine")
    desk.hands("key", engine, engine, "End")  # the first is for the presets
    desk.hands("key", dialog.key("combo box", "Destination"), "Down")
    enter(desk, "spin button", THREADS, "2")
    shown = {"kernel": "Simple", "strength": 90, "noise": 20, "seed": 7, "serpentine": True,
             "colors": "Optimized palette", "linear": True, "transparency": "Keep",
             "engine": "Serial, error diffusion", "threads": 2, "output": "Current layer"}
    wait_for(lambda: dialog.settings() == shown, f"{shown}")
    desk.hands("key", "Return")
    layer, engine = desk.answer()
    assert (layer, engine) == (desk.drawable, "serial-ed")
    assert desk.pixels(layer) == desk.expected(
        kernel="simple", strength=90, noise=20, seed=7, serpentine=True, linear=True, colors=6,
        lock=locked.replace("#", ""), match="oklab")


def test_channels(desk):
    dialog = desk.ask()
    desk.hands("key", dialog.key("check box", "Per channel"))
    wait_for(lambda: dialog.is_showing("spin button", "Red"), "the channels")
    for name, levels in (("Red", 3), ("Green", 4), ("Blue", 5)):
        desk.hands("key", "Tab")
        wait_for(lambda: dialog.control("spin button", name).has_state(FOCUSED), f"the focus in {name}")
        desk.hands("type", levels)
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(levels="3,4,5")


def test_weights(desk):
    dialog = desk.ask()
    desk.hands("key", dialog.key("combo box", "Method"), "End")
    wait_for(lambda: dialog.is_showing("text", "Weights"), "the weights")
    enter(desk, "text", "Weights", "2: 1,0,1; 0,1,1")
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(kernel="simple")


def test_preview_follows_typing(desk):
    desk.ask()
    enter(desk, "spin button", "Levels", "16")
    desk.wait_for_preview(desk.expected(levels=16))


def test_number_outside_its_limits(desk):
    dialog = desk.ask()
    enter(desk, "spin button", "Levels", "999")
    desk.hands("key", dialog.key("push button", "OK"))
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(levels=256)


def test_preview_by_keyboard(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 902, 1800)
    desk.start_from_here()
    desk.size = SMALL
    dialog = desk.ask()
    before = dialog.position()
    dialog.control("drawing area", "Preview").call("Component", "GrabFocus")
    desk.hands("key", "Right", "Right", "Left", "Up", "Page_Down", "Page_Up", "Right")
    wait_for(lambda: dialog.position() == (before[0] + 32, before[1] - 16), "the other part")
    desk.wait_for_preview(desk.expected())


def test_typed_letters_choose_a_row(desk):
    """A row that cannot be chosen is left out, and a change of the focus begins a new search."""
    dialog = desk.ask()
    for letters, title in (("jar", "Jarvis–Judice–Ninke"), ("STU", "Stucki")):
        desk.hands("key", dialog.key("combo box", "Colors"), dialog.key("combo box", "Method"))
        desk.hands("type", letters)
        wait_for(lambda: dialog.chosen("Method") == title, f"“{title}”")
    desk.hands("key", dialog.key("combo box", "Destination"))
    desk.hands("type", "new i")
    desk.wait_for_preview(desk.expected(kernel="stucki"))
    assert dialog.chosen("Destination") == "New layer above"
    desk.cancel()


def test_menu_buttons(desk):
    """Tab stops at the button after the presets; Space opens its menu below it, and no tooltip covers that."""
    dialog = desk.ask()
    button = dialog.control("push button", PRESETS)
    first = menu_items(button)[0]
    desk.hands("key", dialog.key("combo box", "Preset"), "Tab")
    wait_for(lambda: button.has_state(FOCUSED), "the focus")
    x, y, width, height = dialog.place("push button", PRESETS)

    def below():
        return screenshot(desk.display, x + width // 2, y + height, width // 3, height).pixels

    closed = below()
    desk.hands("key", "space")
    wait_for(lambda: first.has_state(SHOWING) and below() != closed, "the menu")
    assert first.call("Component", "GetExtents", "(u)", 0)[0][1] >= y + height
    opened = below()
    desk.hands("key", "Escape")
    wait_for(lambda: not first.has_state(SHOWING) and below() == closed, "the end of the menu")
    desk.hands("mousemove", x + width // 2, y + height // 2)
    wait_for(lambda: below() != closed, "the tooltip")
    assert below() != opened
    desk.hands("key", "space")
    wait_for(lambda: below() == opened, "the menu without a tooltip")
    desk.hands("key", "Escape")
    desk.cancel()
