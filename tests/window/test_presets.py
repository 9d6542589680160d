# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets in the dialog: choosing, saving, recognizing, importing and exporting them."""

from fractions import Fraction
from pathlib import Path

import pytest
from accessible import SENSITIVE, SHOWING, Window, explanation_of, title_of, wait_for
from dialog_images import USUAL, Zoomed, dither, read_pnm, screenshot
from dither_dialog import FILE_DIALOG, PRESETS, answer_file

NONE = "Custom settings"


@pytest.fixture
def folder(gimp):
    """The folder of the user's presets, empty before and after each test."""
    path = gimp.home / "gimp/error-diffusion-presets"
    path.mkdir(exist_ok=True)
    yield path
    for file in path.iterdir():
        file.unlink()


def ask_name(dialog, title, action, name):
    question = Window(dialog.process, "dialog", title)
    question.write("Name", name)
    question.press(action)
    question.wait_until_gone()


def save(dialog, name):
    dialog.use_presets("Save…")
    ask_name(dialog, "Save a Preset", "Save", name)


def complaint(dialog):
    """The text of a message, which is then closed."""
    message = Window(dialog.process, "alert", "Error")
    text = " ".join(part.name for part in message.root.matches("label"))
    message.press("Close")
    message.wait_until_gone()
    return text


def test_built_in(desk, folder):
    dialog = desk.ask()
    wait_for(lambda: dialog.chosen("Preset") == NONE, "the list of presets")
    dialog.choose("Engine", "Serial, error diffusion")
    dialog.choose("Preset", "Game Boy")
    desk.wait_for_preview(desk.expected(palette="game-boy", gamut="compress", compress=40, **USUAL))
    shown = dialog.settings()
    assert (shown["colors"], shown["engine"]) == ("Game Boy", "Serial, error diffusion")
    dialog.choose("Preset", "E-paper, 7 inks")
    expected = desk.expected(palette="e-paper-7", tone="auto", refine=2, **USUAL)
    desk.wait_for_preview(expected)
    assert dialog.is_checked("Linear light")
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_shows_what_is_set(desk, folder):
    dialog = desk.ask()
    dialog.choose("Preset", "EGA")
    dialog.set_number("Strength", 50)
    wait_for(lambda: dialog.chosen("Preset") == "EGA (changed)", "the mark of the change")
    dialog.set_number("Strength", 100)
    wait_for(lambda: dialog.chosen("Preset") == "EGA", "the preset again")
    assert not dialog.can_use_presets("Rename…") and not dialog.can_use_presets("Delete…")
    dialog.reset()
    assert dialog.chosen("Preset") == NONE


def test_save_and_find_again(desk, folder):
    dialog = desk.ask()
    dialog.choose("Method", "Atkinson")
    dialog.set_number("Levels", 3)
    dialog.toggle("Serpentine scan")
    save(dialog, "Mine: 50 %")
    assert dialog.chosen("Preset") == "Mine: 50 %"
    assert [file.name for file in folder.iterdir()] == ["Mine%3A 50 %25.preset"]
    desk.cancel()

    dialog = desk.ask()
    assert dialog.chosen("Preset") == NONE
    dialog.choose("Preset", "Mine: 50 %")
    expected = desk.expected(kernel="atkinson", levels=3, serpentine=True)
    desk.wait_for_preview(expected)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_save_again_replaces(desk, folder):
    dialog = desk.ask()
    save(dialog, "Mine")
    dialog.set_number("Strength", 30)
    dialog.use_presets("Save…")
    question = Window(dialog.process, "dialog", "Save a Preset")
    assert question.text("Name") == "Mine"
    assert "will be replaced" in next(part.name for part in question.root.matches("label")
                                      if "“Mine”" in part.name)
    question.press("Save")
    question.wait_until_gone()
    assert dialog.chosen("Preset") == "Mine"
    assert "strength=30\n" in (folder / "Mine.preset").read_text()
    assert len(list(folder.iterdir())) == 1


def test_impossible_names(desk, folder):
    dialog = desk.ask()
    dialog.use_presets("Save…")
    question = Window(dialog.process, "dialog", "Save a Preset")
    for name in ("", "Newspaper", "ega", " x", "x" * 81):
        question.write("Name", "possible")
        wait_for(lambda: question.is_sensitive("push button", "Save"), "a possible name")
        question.write("Name", name)
        wait_for(lambda: not question.is_sensitive("push button", "Save"), "a refusal")
    question.press("Cancel")
    question.wait_until_gone()
    assert not list(folder.iterdir())


def test_rename_and_delete(desk, folder):
    dialog = desk.ask()
    save(dialog, "Old")
    dialog.set_number("Strength", 60)
    save(dialog, "Other")
    dialog.choose("Preset", "Old")
    dialog.use_presets("Rename…")
    question = Window(dialog.process, "dialog", "Rename a Preset")
    assert question.text("Name") == "Old"
    assert not question.is_sensitive("push button", "Rename")
    assert not [part.name for part in question.root.matches("label") if "already" in part.name]
    question.write("Name", "Other")
    wait_for(lambda: not question.is_sensitive("push button", "Rename"), "a refusal")
    question.write("Name", "New")
    question.press("Rename")
    question.wait_until_gone()
    assert dialog.chosen("Preset") == "New"
    assert sorted(file.name for file in folder.iterdir()) == ["New.preset", "Other.preset"]

    titles = dialog.rows("Preset")
    assert titles[1:4] == ["New", "Other", ""] and "" not in titles[4:]
    for answer, left in (("Cancel", 2), ("Delete", 1)):
        dialog.use_presets("Delete…")
        question = Window(dialog.process, "alert", "Question")
        question.press(answer)
        question.wait_until_gone()
        assert len(list(folder.iterdir())) == left
    assert dialog.chosen("Preset") == NONE
    assert "New" not in dialog.rows("Preset") and "Other" in dialog.rows("Preset")
    assert dialog.number("Strength") == 100


def test_exchange(desk, folder, tmp_path):
    dialog = desk.ask()
    dialog.choose("Method", "Stucki")
    dialog.set_number("Noise", 25)
    dialog.use_presets("Export…")
    path = tmp_path / "Grainy.preset"
    answer_file(dialog, "Export a Preset", "Save", path)
    wait_for(path.exists, "the file")
    dialog.reset()
    dialog.use_presets("Import…")
    answer_file(dialog, "Import a Preset", "Open", path)
    wait_for(lambda: dialog.chosen("Preset") == "Grainy", "the imported preset")
    assert (folder / "Grainy.preset").read_bytes() == path.read_bytes()
    desk.wait_for_preview(desk.expected(kernel="stucki", noise=25))


def test_export_begins_where_a_file_can_be_saved(desk, folder):
    dialog = desk.ask()
    dialog.choose("Preset", "EGA")
    dialog.use_presets("Export…")
    window = Window(dialog.process, FILE_DIALOG, "Export a Preset")
    window.press("Save")
    window.wait_until_gone()
    home = Path(desk.gimp.home)
    written, = wait_for(lambda: list(home.rglob("EGA.preset")), "the file")
    assert written.parent == home
    written.unlink()
    desk.cancel()


def test_bad_file(desk, folder, tmp_path):
    dialog = desk.ask()
    before = dialog.settings()
    path = tmp_path / "Broken.preset"
    path.write_text("[errdiff preset]\nlevels=1\n")
    dialog.use_presets("Import…")
    answer_file(dialog, "Import a Preset", "Open", path)
    assert "2 to 256" in complaint(dialog)
    assert not list(folder.iterdir())
    assert dialog.settings() == before
    assert dialog.chosen("Preset") == NONE


def test_bad_preset_in_the_list(desk, folder):
    (folder / "Broken.preset").write_text("nonsense")
    dialog = desk.ask()
    before = dialog.settings()
    dialog.choose("Preset", "Broken")
    assert "nonsense" in complaint(dialog)
    assert dialog.chosen("Preset") == NONE
    assert dialog.settings() == before
    assert (folder / "Broken.preset").read_text() == "nonsense"


def test_where_none_can_be_saved(desk, folder):
    """It is said before a name is asked for."""
    folder.rmdir()
    folder.write_text("")
    try:
        dialog = desk.ask()
        assert not dialog.can_use_presets("Save…") and not dialog.can_use_presets("Import…")
        assert dialog.can_use_presets("Export…")
        desk.cancel()
    finally:
        folder.unlink()
        folder.mkdir()


def test_ignored_files_in_the_list(desk, folder):
    """They are at its end, say what is wrong with their names, and cannot be chosen."""
    for name in ("Mine.preset", "mine", "ega.preset", "mine.preset~"):
        (folder / name).write_text("[errdiff preset]\nlevels=3\n")
    dialog = desk.ask()
    menu, = dialog.control("combo box", "Preset").children
    desk.hands("key", dialog.key("combo box", "Preset"), "alt+Down")

    def last_rows():
        return [(title_of(row), row.has_state(SENSITIVE), explanation_of(row)) for row in menu.children[-2:]]

    wait_for(lambda: last_rows() == [
        ("ega.preset", False, "This file is ignored: “ega” is built in; choose another name"),
        ("mine", False, "This file is ignored: its name does not end in .preset")], "the files")
    desk.hands("key", "Escape")
    dialog.choose("Preset", "Mine")
    wait_for(lambda: dialog.chosen("Preset") == "Mine", "the preset")


def test_by_keyboard(desk, folder):
    dialog = desk.ask()
    desk.hands("key", dialog.key("combo box", "Preset"), "Down")
    wait_for(lambda: dialog.chosen("Preset") == "Newspaper", "the first preset")
    dialog.set_number("Noise", 5)
    dialog.open_menu(PRESETS)
    desk.hands("key", "s")
    question = Window(dialog.process, "dialog", "Save a Preset")
    desk.hands("search", "--onlyvisible", "--name", "^Save a Preset$", "windowfocus")
    desk.hands("type", "Typed")
    desk.hands("key", "Return")
    question.wait_until_gone()
    wait_for(lambda: dialog.chosen("Preset") == "Typed", "the preset")
    desk.hands("search", "--onlyvisible", "--name", "^Error Diffusion$", "windowfocus")
    desk.hands("key", dialog.key("push button", "OK"))
    layer, _ = desk.answer()
    inks = desk.folder / "inks.hex"
    inks.write_text("2b2a29\nece6d8\n")
    options = USUAL | {"palette": inks, "tone": "auto", "dot-gain": 25, "gamut": "relative", "match": "rgb", "noise": 5}
    assert desk.pixels(layer) == desk.expected(**options)


class Thumbnails:
    """The open list of presets."""

    def __init__(self, desk):
        self.desk, self.dialog = desk, desk.dialog
        image = read_pnm(desk.source.read_bytes())
        scale = min(Fraction(72, image.width), Fraction(46, image.height))
        small = Zoomed(image, scale.denominator, scale.numerator)
        self.source = desk.folder / "small.ppm"
        self.source.write_bytes(b"P6 %d %d 255 " % (small.width, small.height) +
                                small.crop(0, 0, small.width, small.height).pixels)
        desk.hands("key", self.dialog.key("combo box", "Preset"), "alt+Down")
        wait_for(lambda: self._row("Newspaper").has_state(SHOWING), "the list")

    def _row(self, title):
        menu, = self.dialog.control("combo box", "Preset").children
        return next(row for row in menu.children if row.name == title)

    def place(self, title):
        return self._row(title).call("Component", "GetExtents", "(u)", 0)[0]

    def left_part(self, title):
        """The part of a row in which its thumbnail is."""
        x, y, _, height = self.place(title)
        return screenshot(self.desk.display, x, y, 84, height)

    def wait_for(self, title, **options):
        expected = dither(self.source, self.desk.folder / "thumbnail.ppm", **options)
        wait_for(lambda: self.left_part(title).contains(expected), f"the thumbnail of {title}")

    def are_missing(self, *titles):
        """Whether rows have nothing in place of the thumbnail."""
        parts = [self.left_part(title) for title in titles]
        return all(len({part.crop(x, y, 1, 1).pixels for x in range(8, 80) for y in range(4, part.height - 4)}) == 1
                   for part in parts)

    def close(self):
        self.desk.hands("key", "Escape")
        wait_for(lambda: not self._row("Newspaper").has_state(SHOWING), "the end of the list")


def test_thumbnails(desk, folder):
    """The list shows this image, scaled down and then dithered with each preset. Own presets have a thumbnail, too,
    those that are possible."""
    for name, text in (("Mine", "[errdiff preset]\nkernel=atkinson\nlevels=3\n"), ("Broken", "nonsense"),
                       ("Elsewhere", "[errdiff preset]\npalette=gimp:A palette that is not here\n")):
        (folder / f"{name}.preset").write_text(text)
    dialog = desk.ask()
    dialog.settled()
    thumbnails = Thumbnails(desk)
    thumbnails.wait_for("EGA", palette="ega", **USUAL)
    thumbnails.wait_for("Game Boy", palette="game-boy", gamut="compress", compress=40, **USUAL)
    thumbnails.wait_for("Mine", kernel="atkinson", levels=3, linear=True)
    assert thumbnails.are_missing("Broken", "Elsewhere")
    # Two columns, so that all of them fit on a small screen, and in the order in which they are chosen.
    places = [thumbnails.place(title) for title in ("Custom settings", "Broken", "Elsewhere", "Blue noise")]
    (x, y, _, _), (first_x, first_y, _, _), (second_x, second_y, _, _), (_, last_y, _, height) = places
    assert x == first_x < second_x and y < first_y == second_y < last_y
    assert last_y + height - y < 768
    thumbnails.close()

    dialog.choose("Method", "Stucki")
    save(dialog, "New")
    thumbnails = Thumbnails(desk)
    thumbnails.wait_for("New", kernel="stucki")
    thumbnails.wait_for("Mine", kernel="atkinson", levels=3, linear=True)
    thumbnails.close()
