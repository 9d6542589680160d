# SPDX-License-Identifier: GPL-3.0-or-later
"""The palette's swatches: what they show, and the effect of locking, picking, removing and
sorting."""

import colorsys
import os
import re
import struct
import subprocess
import time
from collections import Counter
from contextlib import contextmanager

import pytest
from accessible import CHECKED, FOCUSED, SHOWING, Window, wait_for
from dialog_images import read_pnm, screenshot

GAME_BOY = ["#0f380f", "#306230", "#8bac0f", "#9bbc0f"]


def shown_swatches(dialog):
    return dialog.control("scroll pane", "Swatches").matches("toggle button", states=[SHOWING])


def swatches(dialog):
    """The visible swatches, by color."""
    return {re.search("#[0-9a-f]{6}", part.name)[0]: part for part in shown_swatches(dialog)}


def wait_for_colors(dialog, colors):
    wait_for(lambda: list(swatches(dialog)) == colors, f"the swatches {colors}")


def wait_for_count(dialog, count):
    wait_for(lambda: len(swatches(dialog)) == count, f"{count} swatches")
    dialog.settled()
    return list(swatches(dialog))


def hex_of(pixels):
    return "#" + pixels.hex()


def expected_of(desk, colors, **options):
    path = desk.folder / "colors.hex"
    path.write_text("\n".join(colors) + "\n")
    return desk.expected(palette=path, **options)


def adjust(dialog, action):
    dialog.choose_item("Adjust", action)


def test_swatches_show_the_palette(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    places = {color: part.call("Component", "GetExtents", "(u)", 0)[0]
              for color, part in swatches(dialog).items()}
    assert {color: hex_of(screenshot(desk.display, x + 2, y + 2, 1, 1).pixels)
            for color, (x, y, _, _) in places.items()} == {color: color for color in GAME_BOY}
    dialog.choose("Colors", "E-paper, 3 inks")
    wait_for_colors(dialog, ["#000000", "#ffffff", "#ff0000"])
    dialog.choose("Colors", "Levels of each channel")
    wait_for(lambda: not dialog.is_showing("toggle button", "Pick from preview"), "no swatches")


def test_locked_color_is_kept(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Optimized palette")
    dialog.set_number("Number of colors", 6)
    color = wait_for_count(dialog, 6)[3]
    swatches(dialog)[color].press()
    wait_for(lambda: dialog.text("Always include") == color, "the lock")
    dialog.set_number("Number of colors", 3)
    assert color in wait_for_count(dialog, 3)
    assert [name for name, part in swatches(dialog).items() if part.has_state(CHECKED)] == [color]
    expected = desk.expected(colors=3, lock=color)
    assert expected != desk.expected(colors=3)
    desk.wait_for_preview(expected)
    swatches(dialog)[color].press()
    wait_for(lambda: dialog.text("Always include") == "", "no lock")
    desk.wait_for_preview(desk.expected(colors=3))


def test_lock_of_another_palette_waits(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "E-paper, 3 inks")
    wait_for_count(dialog, 3)
    swatches(dialog)["#ff0000"].press()
    dialog.choose("Colors", "Optimized palette")
    wait_for(lambda: "#ff0000" in swatches(dialog), "the locked color")
    desk.wait_for_preview(desk.expected(colors=16, lock="ff0000"))


def test_more_locks_than_colors(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    dialog.choose("Colors", "Optimized palette")
    dialog.set_number("Number of colors", 3)
    wait_for_count(dialog, 3)
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    for count, color in enumerate(GAME_BOY, start=1):
        swatches(dialog)[color].press()
        wait_for(lambda: dialog.text("Always include") == ",".join(GAME_BOY[:count]), f"the lock of {color}")
    dialog.choose("Colors", "Optimized palette")
    wait_for_colors(dialog, GAME_BOY)
    assert dialog.number("Number of colors") == 4


def test_removed_by_keyboard(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    desk.hands("key", "alt+l", "Right", "Right", "Left", "Delete")
    left = [GAME_BOY[0], *GAME_BOY[2:]]
    wait_for_colors(dialog, left)
    assert dialog.chosen("Colors") == "List of colors"
    assert dialog.text("Color list") == ",".join(left)
    desk.hands("key", "End", "Delete", "Delete", "Delete")
    wait_for_colors(dialog, GAME_BOY[:1])
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected_of(desk, GAME_BOY[:1])


def test_locked_by_keyboard(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Optimized palette")
    dialog.set_number("Number of colors", 20)
    colors = wait_for_count(dialog, 20)
    desk.hands("key", "alt+l", "Down", "Right", "space")
    wait_for(lambda: dialog.text("Always include") == colors[17], "the lock")
    dialog.open_menu("Adjust")
    desk.hands("key", "l")
    wait_for(lambda: dialog.text("Always include") == "", "no lock")


def test_sorted(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "EGA")
    colors = wait_for_count(dialog, 16)

    def channels(color):
        return [int(color[i:i + 2], 16) for i in (1, 3, 5)]

    def brightness(color):
        red, green, blue = channels(color)
        return 2126 * red + 7152 * green + 722 * blue

    def hue(color):
        value, saturation, _ = colorsys.rgb_to_hsv(*channels(color))
        return (value if saturation else -1, brightness(color))

    adjust(dialog, "Sort by brightness")
    wait_for_colors(dialog, sorted(colors, key=brightness))
    adjust(dialog, "Sort by hue")
    wait_for_colors(dialog, sorted(colors, key=hue))
    assert sorted(colors, key=hue) not in (colors, sorted(colors, key=brightness))
    desk.wait_for_preview(expected_of(desk, sorted(colors, key=hue)))


def test_palette_is_made_from_the_selection(desk):
    """The colors are those of the optimized palette, which is made from what is dithered: the selection."""
    desk.gimp.pdb("gimp-image-select-rectangle", desk.image, 2, 10, 20, 90, 70)
    dialog = desk.ask()
    dialog.choose("Colors", "Optimized palette")
    dialog.set_number("Number of colors", 4)
    expected = wait_for_count(dialog, 4)
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    adjust(dialog, "Make from the selection")
    wait_for_colors(dialog, expected)
    assert dialog.chosen("Colors") == "List of colors"
    desk.cancel()
    desk.gimp.pdb("gimp-selection-none", desk.image)


def test_palette_cannot_be_made_without_a_selection(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    adjust(dialog, "Make from the selection")
    wait_for(lambda: dialog.status == "Nothing is selected in the image", "the reason")
    assert list(swatches(dialog)) == GAME_BOY and dialog.can_confirm


def middle(swatch):
    x, y, width, height = swatch.place
    return x + width // 2, y + height // 2


def test_click_selects(desk):
    """Nothing is locked; the menu concerns the selected color. A right click selects, too, and opens the menu."""
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    desk.hands("mousemove", *middle(swatches(dialog)[GAME_BOY[1]]), "click", 1)
    wait_for(lambda: swatches(dialog)[GAME_BOY[1]].has_state(FOCUSED), "the selected color")
    assert not any(part.has_state(CHECKED) for part in swatches(dialog).values())
    adjust(dialog, "Remove")
    left = [GAME_BOY[0], *GAME_BOY[2:]]
    wait_for_colors(dialog, left)
    item = dialog.item("Adjust", "Remove")
    desk.hands("mousemove", *middle(swatches(dialog)[GAME_BOY[3]]), "click", 3)
    wait_for(lambda: item.has_state(SHOWING), "the menu")
    desk.hands("key", "r")
    wait_for_colors(dialog, left[:2])
    desk.hands("key", "Menu")
    wait_for(lambda: item.has_state(SHOWING), "the menu by its key")
    desk.hands("key", "Escape")
    desk.cancel()


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_color_is_edited_and_another_is_added(desk, how):
    """In GIMP's color selector, by a double click and the menu, or by Enter and +."""
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    if how == "mouse":
        desk.hands("mousemove", *middle(swatches(dialog)[GAME_BOY[2]]), "click", "--repeat", 2, 1)
    else:
        desk.hands("key", "alt+l", "Right", "Right", "Return")
    choose_color(desk, "Edit Color", "102030")
    edited = [*GAME_BOY[:2], "#102030", GAME_BOY[3]]
    wait_for_colors(dialog, edited)
    if how == "mouse":
        adjust(dialog, "Add color…")
    else:
        desk.hands("key", "plus")
    choose_color(desk, "Add Color", "ff8040")
    wait_for_colors(dialog, [*edited, "#ff8040"])
    desk.cancel()


def test_palette_becomes_one_of_gimp(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    adjust(dialog, "Save as a GIMP palette…")
    question = Window(dialog.process, "dialog", "Save as a GIMP Palette")
    question.write("Name", "Four greens")
    question.press("Save")
    question.wait_until_gone()
    dialog.choose("Colors", "GIMP palette")
    dialog.choose("Palette", "Four greens")
    wait_for_colors(dialog, GAME_BOY)
    desk.cancel()
    assert desk.gimp.pdb("gimp-palette-get-info", "Four greens") == [4]
    desk.gimp.pdb("gimp-palette-delete", "Four greens")


def shares(dialog):
    """What the swatches' names say of the share of the pixels that have each color."""
    return [part.name.partition("; ")[2] for part in shown_swatches(dialog)]


def counted(image, colors):
    pixels = Counter(hex_of(image.pixels[i:i + 3]) for i in range(0, len(image.pixels), 3))
    assert set(pixels) <= set(colors)
    return [pixels[color] for color in colors]


def said(counts):
    return [f"{100 * count / sum(counts):.1f} % of the pixels" if count else "not used" for count in counts]


def test_usage_of_the_colors(desk):
    """How many pixels have each color; and the least used one can be removed, if it is not locked."""
    colors = ["#000000", "#ffffff", "#123456", "#804020", "#00ff00"]
    dialog = desk.ask()
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", ",".join(colors))
    counts = counted(expected_of(desk, colors), colors)
    assert len(set(counts)) == 5
    wait_for(lambda: shares(dialog) == said(counts), f"{said(counts)}")
    least = min(zip(counts, colors))[1]
    adjust(dialog, "Remove the least used")
    left = [color for color in colors if color != least]
    wait_for_colors(dialog, left)
    counts = counted(expected_of(desk, left), left)
    wait_for(lambda: shares(dialog) == said(counts), f"{said(counts)}")
    least, second = (color for _, color in sorted(zip(counts, left))[:2])
    swatches(dialog)[least].press()
    wait_for(lambda: swatches(dialog)[least].has_state(CHECKED), "the lock")
    assert shares(dialog) == said(counts)
    adjust(dialog, "Remove the least used")
    wait_for_colors(dialog, [color for color in left if color != second])
    desk.cancel()


def middle_of(part):
    x, y, width, height = part.call("Component", "GetExtents", "(u)", 0)[0]
    return x + width // 2, y + height // 2


def drag(desk, start, end):
    """In steps, as a hand does, so that GTK+ sees where it is."""
    between = [(start[0] + (end[0] - start[0]) * i // 8, start[1] + (end[1] - start[1]) * i // 8) for i in range(1, 9)]
    desk.hands("mousemove", *start, "mousedown", 1)
    for x, y in between:
        desk.hands("mousemove", x, y, "sleep", "0.03")
    desk.hands("mousemove", *end, "sleep", "0.1", "mouseup", 1)


def test_colors_are_moved(desk):
    """By dragging, and by keys."""
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    dark, middle, light, lightest = GAME_BOY
    parts = swatches(dialog)
    drag(desk, middle_of(parts[dark]), middle_of(parts[light]))
    moved = [middle, light, dark, lightest]
    wait_for_colors(dialog, moved)
    wait_for(lambda: dialog.text("Color list") == ",".join(moved), "the list")
    wait_for(lambda: swatches(dialog)[dark].has_state(FOCUSED), "the focus of the color that was dragged")
    desk.hands("key", "ctrl+Home")
    wait_for_colors(dialog, [dark, middle, light, lightest])
    desk.hands("key", "ctrl+Right", "ctrl+Left", "ctrl+Left", "ctrl+Right")
    wait_for_colors(dialog, [middle, dark, light, lightest])
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected_of(desk, [middle, dark, light, lightest])


@contextmanager
def other_program(desk, kind, data):
    """Offers data in the corner of the screen."""
    path = desk.folder / "dragged"
    path.write_bytes(data)
    source = subprocess.Popen([os.environ["DRAG_SOURCE"], kind, path], env={**os.environ, "DISPLAY": desk.display},
                              stdout=subprocess.PIPE)
    try:
        assert source.stdout.readline() == b"ready\n"
        yield
    finally:
        source.kill()
        source.wait()


def test_palette_file_is_dropped(desk):
    path = desk.folder / "drop me.hex"
    path.write_text("\n".join(GAME_BOY[:2]) + "\n")
    dialog = desk.ask()
    dialog.choose("Colors", "EGA")
    wait_for_count(dialog, 16)
    with other_program(desk, "text/uri-list", path.as_uri().encode() + b"\r\n"):
        drag(desk, (20, 20), middle_of(swatches(dialog)["#000000"]))
        wait_for_colors(dialog, GAME_BOY[:2])
    assert dialog.chosen("Colors") == "Palette file"
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(palette=path)


def write_image(path, *colors):
    """An image of 1 row, with a pixel for each color."""
    pixels = b"".join(bytes.fromhex(color[1:]) for color in colors)
    path.write_bytes(b"P6 %d 1 255\n" % len(colors) + pixels)


def test_image_is_dropped(desk):
    """Its colors are the palette."""
    path = desk.folder / "colors.ppm"
    write_image(path, "#102030", "#ffffff", "#102030", "#80ff00")
    dialog = desk.ask()
    with other_program(desk, "text/uri-list", path.as_uri().encode()):
        drag(desk, (20, 20), middle_of(dialog.control("combo box", "Colors")))
        wait_for_colors(dialog, ["#102030", "#ffffff", "#80ff00"])
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(palette=path)


def test_image_of_too_many_colors_is_dropped(desk):
    path = desk.folder / "many.ppm"
    write_image(path, *(f"#{i:06x}" for i in range(257)))
    dialog = desk.ask()
    with other_program(desk, "text/uri-list", path.as_uri().encode()):
        drag(desk, (20, 20), middle_of(dialog.control("combo box", "Colors")))
        dialog.wait_for_warning()
    assert "more than 256 colors" in dialog.status


def test_file_that_is_no_palette_is_dropped(desk):
    dialog = desk.ask()
    with other_program(desk, "text/uri-list", (desk.folder / "none.gpl").as_uri().encode()):
        drag(desk, (20, 20), middle_of(dialog.control("combo box", "Colors")))
        dialog.wait_for_warning()
    assert "none.gpl" in dialog.status


def test_color_is_dropped(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    color = struct.pack("=4H", 0x1212, 0xABAB, 0xFFFF, 0xFFFF)
    with other_program(desk, "application/x-color", color):
        drag(desk, (20, 20), middle_of(dialog.control("combo box", "Colors")))
        wait_for_colors(dialog, [*GAME_BOY, "#12abff"])


PANEL = "BWRY, 4 inks, as it looks"
INKS = ["#0a070e=#000000", "#adb2ae=#ffffff", "#ac8000=#ffff00", "#55180e=#ff0000"]


def sent(dialog):
    """What the device is sent for each color, as the swatches' names say it."""
    return ["=".join(re.findall("#[0-9a-f]{6}", part.name)) for part in shown_swatches(dialog)]


def choose_color(desk, title, color):
    """Types a color in GIMP's color selector, in the dialog that has this title."""
    question = Window(desk.dialog.process, "dialog", title)
    field, = [part for part in question.root.descendants
              if part.role == "text" and part.has_state(SHOWING)]
    desk.hands("search", "--onlyvisible", "--name", f"^{title}$", "windowfocus")
    field.call("Component", "GrabFocus")
    desk.hands("key", "ctrl+a")
    desk.hands("type", color.lstrip("#"))
    desk.hands("key", "Return")
    wait_for(lambda: field.call("Text", "GetText", "(ii)", 0, -1)[0] == color.lstrip("#"), "the typed color")
    question.press("OK")
    question.wait_until_gone()
    desk.focus()


def test_what_the_device_is_sent_is_written(desk):
    """The preview shows what is seen."""
    dialog = desk.ask()
    dialog.choose("Colors", PANEL)
    wait_for(lambda: sent(dialog) == INKS, "the inks")
    dialog.choose("Write colors", "For the device")
    dialog.settled()
    desk.wait_for_preview(desk.expected(palette="bwry"))
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(palette="bwry", sent=True)


def test_swatch_has_a_corner_of_what_is_sent(desk):
    dialog = desk.ask()
    dialog.choose("Colors", PANEL)
    wait_for(lambda: sent(dialog) == INKS, "the inks")
    x, y, width, height = shown_swatches(dialog)[-1].call("Component", "GetExtents", "(u)", 0)[0]
    wait_for(lambda: hex_of(screenshot(desk.display, x + 2, y + 2, 1, 1).pixels) == "#55180e", "the drawn color")
    assert hex_of(screenshot(desk.display, x + width - 3, y + height - 3, 1, 1).pixels) == "#ff0000"


def test_colors_are_changed(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    adjust(dialog, "Edit color…")
    choose_color(desk, "Edit Color", "#102030")
    wait_for(lambda: dialog.text("Color list") == ",".join(["#102030", *GAME_BOY[1:]]), "the color")
    adjust(dialog, "Change what is sent…")
    choose_color(desk, "Color Sent to the Device", "#ff0000")
    wait_for(lambda: sent(dialog)[0] == "#102030=#ff0000", "what is sent")
    adjust(dialog, "Edit color…")
    choose_color(desk, "Edit Color", "#112233")
    changed = ["#112233=#ff0000", *GAME_BOY[1:]]
    wait_for(lambda: dialog.text("Color list") == ",".join(changed), "another color, sent as before")
    dialog.choose("Write colors", "For the device")
    desk.wait_for_preview(expected_of(desk, changed))
    adjust(dialog, "Send as seen")
    wait_for(lambda: not dialog.is_showing("combo box", "Write colors"), "the end of the choice")
    wait_for(lambda: dialog.text("Color list") == ",".join(["#112233", *GAME_BOY[1:]]), "one column")
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected_of(desk, ["#112233", *GAME_BOY[1:]])


@pytest.mark.parametrize(("action", "title"), [("Edit color…", "Edit Color"),
                                               ("Change what is sent…", "Color Sent to the Device")])
def test_color_is_gone_before_it_is_changed(desk, action, title):
    """While the user chooses a color, the preview may replace the palette that is made from the image."""
    dialog = desk.ask()
    dialog.choose("Colors", "Optimized palette")
    dialog.set_number("Number of colors", 16)
    first = wait_for_count(dialog, 16)[0]
    adjust(dialog, action)
    Window(dialog.process, "dialog", title)
    dialog.set_number("Number of colors", 3)
    colors = wait_for_count(dialog, 3)
    assert first not in colors
    choose_color(desk, title, "#102030")
    dialog.settled()
    assert list(swatches(dialog)) == colors and dialog.chosen("Colors") == "Optimized palette"
    desk.wait_for_preview(desk.expected(colors=3))


def wait_for_place(dialog):
    """The preview's position after the rows of another source of colors have made it larger."""
    def place():
        seen = dialog.place("drawing area", "Preview")
        time.sleep(0.2)
        return seen if dialog.place("drawing area", "Preview") == seen else None

    return wait_for(place, "the preview in its place")


def in_preview(desk, across, down, shrink=1, enlarge=1):
    """A point at this distance from the middle of the preview, on the screen, and the color of the unchanged image
    there."""
    x, y, width, height = wait_for_place(desk.dialog)
    across, down = width // 2 + across, height // 2 + down
    left, top = desk.dialog.position()
    image = read_pnm(desk.source.read_bytes())

    def number(at, page, length):
        shown = -(-length // shrink) * enlarge
        return (at - max(0, (page - shown) // 2)) // enlarge * shrink

    pixel = image.crop(number(left + across, width, image.width),
                       number(top + down, height, image.height), 1, 1)
    return x + across, y + down, hex_of(pixel.pixels)


def test_picked_with_the_mouse(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    dialog.press("Pick from preview", "toggle button")
    x, y, first = in_preview(desk, -90, -20)
    desk.hands("mousemove", x, y, "click", 1)
    wait_for_colors(dialog, [*GAME_BOY, first])
    x, y, second = in_preview(desk, 70, 30)
    assert first != second
    desk.hands("mousemove", x, y, "click", 1)
    wait_for_colors(dialog, [*GAME_BOY, first, second])
    dialog.press("Pick from preview", "toggle button")
    desk.hands("mousemove", 0, 0)  # away from the preview, whose tooltip would cover pixels
    desk.wait_for_preview(expected_of(desk, [*GAME_BOY, first, second]))
    desk.hands("mousemove", x + 30, y, "click", 1)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected_of(desk, [*GAME_BOY, first, second])


@pytest.mark.parametrize("zoom, shrink, enlarge", [("400 %", 1, 4), ("50 %", 2, 1)])
def test_picked_at_another_zoom(desk, zoom, shrink, enlarge):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for_colors(dialog, GAME_BOY)
    dialog.choose("Zoom", zoom)
    dialog.press("Pick from preview", "toggle button")
    x, y, color = in_preview(desk, 30, -20, shrink, enlarge)
    desk.hands("mousemove", x, y, "click", 1)
    wait_for_colors(dialog, [*GAME_BOY, color])


def test_picked_with_the_keyboard(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Optimized palette")
    wait_for_count(dialog, 16)
    desk.hands("key", dialog.key("toggle button", "Pick from preview"))
    wait_for(lambda: dialog.control("toggle button", "Pick from preview").has_state(CHECKED),
             "the picker")
    _, _, color = in_preview(desk, 16 - 1, 2)
    desk.hands("key", "shift+Right", "Left", "Down", "Down", "Return", "Escape")
    wait_for(lambda: dialog.text("Always include") == color, "the picked color")
    assert dialog.is_open()
    assert not dialog.control("toggle button", "Pick from preview").has_state(CHECKED)
    desk.hands("key", dialog.key("combo box", "Method"))
    desk.wait_for_preview(desk.expected(colors=16, lock=color))
