# SPDX-License-Identifier: GPL-3.0-or-later
"""The controls for what is done with the image before it is dithered."""

from accessible import wait_for


def test_each_control_changes_the_preview(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "PICO-8")
    dialog.tab("Image")
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
    dialog.choose("Out of gamut", "Compress lightness")
    dialog.set_number("Compression", 90)
    options |= {"stretch_share": 4, "gamut": "compress", "compress": 90}
    desk.wait_for_preview(desk.expected(**options))
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(**options)


def test_what_has_no_effect_cannot_be_changed(desk):
    dialog = desk.ask()
    dialog.tab("Image")
    wait_for(lambda: not dialog.is_sensitive("spin button", "Clipped share"), "a gray share")
    dialog.toggle("Stretch tones to black and white")
    wait_for(lambda: dialog.is_sensitive("spin button", "Clipped share"), "a share to set")
    assert not dialog.is_sensitive("spin button", "Compression")
    dialog.choose("Out of gamut", "Compress lightness")
    wait_for(lambda: dialog.is_sensitive("spin button", "Compression"), "a percentage to set")
    desk.cancel()
