# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole job without the mouse, and numbers as they are typed."""

from accessible import wait_for


def test_whole_job(desk):
    dialog = desk.ask()
    desk.hands("key", "alt+k", "Down", "Down", "alt+t", "Down", "alt+s")
    desk.hands("type", "90")
    desk.hands("key", "alt+l")
    desk.hands("type", "6")
    wait_for(lambda: dialog.settings() == {"kernel": "Simple", "strength": 90, "levels": 6,
                                           "engine": "Automatic", "output": "Replace the pixels"},
             "what was typed")
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert layer == desk.drawable
    assert desk.pixels(layer) == desk.expected(kernel="simple", strength=90, levels=6)


def test_channels(desk):
    dialog = desk.ask()
    desk.hands("key", "alt+p")
    wait_for(lambda: dialog.is_showing("spin button", "Red"), "the channels")
    for key, levels in (("alt+d", 3), ("alt+g", 4), ("alt+b", 5)):
        desk.hands("key", key)
        desk.hands("type", levels)
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(levels="3,4,5")


def test_weights(desk):
    dialog = desk.ask()
    desk.hands("key", "alt+k", "End")
    wait_for(lambda: dialog.is_showing("text", "Weights"), "the weights")
    desk.hands("key", "alt+w")
    desk.hands("type", "2: 1,0,1; 0,1,1")
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(kernel="simple")


def test_preview_follows_typing(desk):
    desk.ask()
    desk.hands("key", "alt+l")
    desk.hands("type", "16")
    desk.wait_for_preview(desk.expected(levels=16))


def test_number_outside_its_limits(desk):
    desk.ask()
    desk.hands("key", "alt+l")
    desk.hands("type", "999")
    desk.hands("key", "alt+o")
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
    desk.hands("key", "alt+k")
    desk.wait_for_preview(desk.expected())
