# SPDX-License-Identifier: GPL-3.0-or-later
"""All work can be done without the mouse; and numbers take effect while they are typed."""

import pytest
from accessible import CHECKED, FOCUSABLE, SHOWING, mnemonic, wait_for
from dither_dialog import THREADS
from test_palette import swatches


def enter(desk, role, name, text):
    desk.hands("key", desk.dialog.key(role, name))
    desk.hands("type", text)


# Roles whose controls each have a mnemonic, except that all swatches share one. A slider's mnemonic
# is that of the number field beside it.
WITH_A_KEY = ("combo box", "spin button", "text", "check box", "push button", "toggle button", "menu")
WITHOUT = ("slider", "drawing area", "image", "page tab list")


def is_swatch(part):
    return part.name.startswith("Color ") and part.role == "toggle button"


def check_controls(dialog):
    dialog.settled()
    shown = [part for part in dialog.root.descendants if part.has_state(SHOWING)]
    controls = [part for part in shown if part.role in WITH_A_KEY + WITHOUT]
    assert all(part.name and part.get("Accessible", "Description") for part in controls), \
        [(part.role, part.name, part.get("Accessible", "Description")) for part in controls]
    assert not [(part.role, part.name) for part in shown
                if part.has_state(FOCUSABLE) and part not in controls]
    with_a_key = [part for part in controls if part.role in WITH_A_KEY and not is_swatch(part)]
    keys = {part.name: mnemonic(part) for part in with_a_key}
    assert len(keys) == len(with_a_key) > 14
    assert all(key.startswith("<Alt>") for key in keys.values()), keys
    keys["Swatches"] = "<Alt>g" if any(map(is_swatch, controls)) else ""
    assert len(set(keys.values())) == len(keys), keys


@pytest.mark.parametrize("colors", ["Levels of each channel", "Made from the image",
                                    "GIMP palette", "Palette file", "List of colors", "EGA"])
def test_each_control_has_a_name_a_tooltip_and_a_key_of_its_own(desk, colors):
    dialog = desk.ask()
    dialog.choose("Kernel", "Custom…")
    if colors.startswith("Levels"):
        dialog.toggle("Per channel")
    else:
        dialog.choose("Colors", colors)
        wait_for(lambda: dialog.is_showing("toggle button", "Pick from preview"), "the swatches")
    check_controls(dialog)


def test_each_control_for_the_image_has_them_too(desk):
    dialog = desk.ask()
    dialog.tab("Image")
    wait_for(lambda: dialog.is_showing("spin button", "Gamma"), "the page")
    check_controls(dialog)


def test_whole_job(desk):
    dialog = desk.ask()
    desk.hands("key", dialog.key("combo box", "Kernel"), "Down", "Down")
    desk.hands("key", dialog.key("combo box", "Output"), "Down")
    enter(desk, "spin button", "Strength", "90")
    enter(desk, "spin button", "Levels", "6")
    wait_for(lambda: (dialog.chosen("Kernel"), dialog.number("Strength"), dialog.number("Levels"),
                      dialog.chosen("Output")) == ("Simple", 90, 6, "Replace the pixels"),
             "what was typed")
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert layer == desk.drawable
    assert desk.pixels(layer) == desk.expected(kernel="simple", strength=90, levels=6)


def test_whole_job_in_every_group(desk):
    """Everything is done with keys; the accessibility tree is only read."""
    dialog = desk.ask(reset=False)
    picker = dialog.control("toggle button", "Pick from preview")
    desk.hands("key", dialog.key("push button", "Reset"))
    desk.hands("key", dialog.key("combo box", "Kernel"), "Down", "Down")
    for name, text in (("Strength", "90"), ("Noise", "20"), ("Seed", "7")):
        enter(desk, "spin button", name, text)
    desk.hands("key", dialog.key("check box", "Serpentine (zigzag)"))
    desk.hands("key", dialog.key("combo box", "Colors"), "Down")
    wait_for(lambda: dialog.is_showing("spin button", "Number"), "a palette from the picture")
    enter(desk, "spin button", "Number", "6")
    wait_for(lambda: len(swatches(dialog)) == 6, "its colors")
    dialog.settled()
    third = list(swatches(dialog))[2]
    desk.hands("key", "alt+g", "Right", "Right", "space")
    wait_for(lambda: dialog.text("Keep") == third, "the locked color")
    desk.hands("key", dialog.key("toggle button", "Pick from preview"))
    wait_for(lambda: picker.has_state(CHECKED), "the picker")
    desk.hands("key", "shift+Right", "Down", "Return", "Escape")
    wait_for(lambda: not picker.has_state(CHECKED), "the end of picking")
    locked = dialog.text("Keep")
    assert locked.startswith(third + ",#")
    desk.hands("key", dialog.key("combo box", "Compare"), "Down")
    desk.hands("key", dialog.key("check box", "Linear light"))
    desk.hands("key", dialog.key("combo box", "Engine"), "End")
    desk.hands("key", dialog.key("combo box", "Output"), "Down")
    enter(desk, "spin button", THREADS, "2")
    shown = {"kernel": "Simple", "strength": 90, "noise": 20, "seed": 7, "serpentine": True,
             "colors": "Made from the image", "linear": True, "transparency": "Keep",
             "engine": "Serial, error diffusion", "threads": 2, "output": "Replace the pixels"}
    wait_for(lambda: dialog.settings() == shown, f"{shown}")
    desk.hands("key", "Return")
    layer, engine = desk.answer()
    assert (layer, engine) == (desk.drawable, "serial-ed")
    assert desk.pixels(layer) == desk.expected(
        kernel="simple", strength=90, noise=20, seed=7, serpentine=True, linear=True, colours=6,
        lock=locked.replace("#", ""), match="oklab")


def test_channels(desk):
    dialog = desk.ask()
    desk.hands("key", dialog.key("check box", "Per channel"))
    wait_for(lambda: dialog.is_showing("spin button", "Red"), "the channels")
    for name, levels in (("Red", 3), ("Green", 4), ("Blue", 5)):
        enter(desk, "spin button", name, levels)
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(levels="3,4,5")


def test_weights(desk):
    dialog = desk.ask()
    desk.hands("key", dialog.key("combo box", "Kernel"), "End")
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
    dialog = desk.ask()
    before = dialog.position()
    dialog.control("drawing area", "Preview").call("Component", "GrabFocus")
    desk.hands("key", "Right", "Right", "Left", "Up", "Page_Down", "Page_Up", "Right")
    wait_for(lambda: dialog.position() == (before[0] + 32, before[1] - 16), "the other part")
    desk.hands("key", dialog.key("combo box", "Kernel"))
    desk.wait_for_preview(desk.expected())
