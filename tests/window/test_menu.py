# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the plug-in from GIMP's menu, as most users do."""

from accessible import wait_for
from gimp import INDEXED, RGB, Gimp, copy_home, only_in_gimp_3
from gimp_window import choose_in_menu, close_views, find_by_search, menu_entry
from screen import Screen


def open_from_menu(desk):
    """Starts the plug-in for the image that `desk` shows, with error diffusion as it was first published, and returns
    its dialog."""
    desk.remember_plain()
    choose_in_menu(desk.gimp, "Filters", "Dithering", "Error Diffusion")
    desk.meet_dialog()
    desk.make_plain()
    return desk.dialog


def test_menu(desk):
    desk.show()
    dialog = open_from_menu(desk)
    dialog.choose("Method", "Fan")
    dialog.press("OK")
    desk.forget_dialog()

    layer, source = wait_for(lambda: len(desk.layers()) == 2 and desk.layers(), "the new layer")
    assert source == desk.drawable
    # Repeating the filter would dither the source again.
    assert desk.gimp.pdb("gimp-image-get-active-layer", desk.image) == [source]
    assert desk.pixels(layer) == desk.expected(kernel="fan")


def images(desk):
    return set(desk.gimp.pdb("gimp-image-list")[1])


def test_an_indexed_image_becomes_another_one(desk):
    desk.gimp.pdb("gimp-image-convert-indexed", desk.image, 0, 0, 100, 0, 0, "")
    desk.start_from_here()
    desk.show()
    before = images(desk)
    dialog = open_from_menu(desk)
    assert dialog.rows("Destination") == ["New layer above", "Current layer", "New indexed image"]
    dialog.choose("Colors", "EGA")
    assert dialog.chosen("Destination") == "New indexed image"
    dialog.choose("Zoom", "100 %")
    desk.wait_for_preview(desk.expected(palette="ega"))
    dialog.press("OK")
    desk.forget_dialog()
    made, = wait_for(lambda: images(desk) - before, "the new image")
    assert desk.gimp.pdb("gimp-image-base-type", made) == [INDEXED]
    assert desk.is_untouched()


def test_a_preset_of_levels_for_an_indexed_image(desk):
    """The message says what to do, and a palette makes the image possible."""
    desk.gimp.pdb("gimp-image-convert-indexed", desk.image, 0, 0, 100, 0, 0, "")
    desk.start_from_here()
    desk.show()
    dialog = open_from_menu(desk)
    dialog.choose("Preset", "Bayer, 4 × 4")
    wait_for(lambda: "needs a palette; choose one, or convert the image to RGB first" in dialog.status, "the message")
    assert not dialog.can_confirm
    dialog.choose("Colors", "EGA")
    wait_for(lambda: dialog.can_confirm, "a possible image")
    desk.cancel()


def test_the_colors_of_an_indexed_image(desk):
    """With them the result can be a layer of the same image."""
    desk.gimp.pdb("gimp-image-convert-indexed", desk.image, 0, 0, 12, 0, 0, "")
    desk.start_from_here()
    name, = [name for name in desk.gimp.pdb("gimp-palettes-get-list", "")[1] if f"#{desk.image} " in name]
    colors = bytes(desk.gimp.pdb("gimp-image-get-colormap", desk.image)[1])
    listed = desk.folder / "colors.hex"
    listed.write_text("".join(f"{colors[at:at + 3].hex()}\n" for at in range(0, len(colors), 3)))
    desk.show()
    before = images(desk)
    dialog = open_from_menu(desk)
    dialog.choose("Colors", "GIMP palette")
    dialog.choose("Palette", name)
    dialog.set_number("Brightness", 10)
    dialog.choose("Destination", "New layer above")
    dialog.choose("Colors", "EGA")
    assert dialog.chosen("Destination") == "New indexed image"
    dialog.choose("Colors", "GIMP palette")
    assert dialog.chosen("Destination") == "New layer above"
    dialog.choose("Zoom", "100 %")
    expected = desk.expected(palette=listed, brightness=10)
    desk.wait_for_preview(expected)
    dialog.press("OK")
    desk.forget_dialog()
    layer, source = wait_for(lambda: len(desk.layers()) == 2 and desk.layers(), "the new layer")
    assert source == desk.drawable and images(desk) == before
    assert desk.pixels(layer) == expected


def test_search_for_actions(desk):
    """GIMP's search finds the filter by words that its users know."""
    desk.show()
    find_by_search(desk.gimp, desk.hands, "Error Diffusion", ["dither", "halftone", "palette", "retro"])


@only_in_gimp_3
def test_translated_names(unused_home, tmp_path):
    """GIMP 3 translates none of them, unlike GIMP 2.10."""
    # A screen has one accessibility bus, which ends with the GIMP that started it.
    with Screen() as display, Gimp(copy_home(unused_home, tmp_path / "french"), display, language="fr") as french:
        image, = french.pdb("gimp-image-new", 8, 8, RGB)
        french.pdb("gimp-display-new", image)
        titles = {part.name for part in menu_entry(french, "Filtres", "Tramage").children}
        assert titles >= {"Diffusion d'erreur…", "Quantification d'hologramme…"}
        close_views(french)
