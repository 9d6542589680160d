# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole job without the mouse, and numbers as they are typed."""

import pytest
from accessible import SHOWING, mnemonic, wait_for


def enter(desk, role, name, text):
    desk.hands("key", desk.dialog.key(role, name))
    desk.hands("type", text)


@pytest.mark.parametrize("colors", ["Levels of each channel", "Made from the picture",
                                    "GIMP palette", "Palette file", "List of colors"])
def test_each_control_has_a_name_and_a_key_of_its_own(desk, colors):
    dialog = desk.ask()
    dialog.choose("Kernel", "Custom…")
    if colors.startswith("Levels"):
        dialog.toggle("Per channel")
    else:
        dialog.choose("Colors", colors)
    controls = [part for part in dialog.root.descendants
                if part.role in ("combo box", "spin button", "text", "check box", "push button",
                                 "menu")
                and part.has_state(SHOWING)]
    keys = {control.name: mnemonic(control) for control in controls}
    assert len(keys) == len(controls) > 12
    assert "" not in keys
    assert all(key.startswith("<Alt>") for key in keys.values()), keys
    assert len(set(keys.values())) == len(keys), keys


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
