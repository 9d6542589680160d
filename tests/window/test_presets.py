# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets in the dialog: choosing, saving, recognizing, importing and exporting them."""

import pytest
from accessible import SHOWING, Window, wait_for

NONE = "None: as set below"


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


def answer_file(dialog, title, action, path):
    """Types a path into a file dialog, and accepts it."""
    window = Window(dialog.process, "dialog", title)
    fields = [part for part in window.root.descendants
              if part.role == "text" and part.has_state(SHOWING)]
    if not fields:
        window.press("Type a file name", "toggle button")
    field = wait_for(lambda: [part for part in window.root.descendants
                              if part.role == "text" and part.has_state(SHOWING)],
                     "the field for a path")[0]
    field.call("EditableText", "SetTextContents", "(s)", str(path))
    wait_for(lambda: window.is_sensitive("push button", action), "the button")
    window.press(action)
    window.wait_until_gone()


def complaint(dialog):
    """The text of a message, which is then closed."""
    message = Window(dialog.process, "alert", "Error")
    text = " ".join(part.name for part in message.root.descendants if part.role == "label")
    message.press("Close")
    message.wait_until_gone()
    return text


def test_built_in(desk, folder):
    dialog = desk.ask()
    assert dialog.chosen("Preset") == NONE
    dialog.choose("Engine", "Serial, error diffusion")
    dialog.choose("Preset", "Game Boy")
    desk.wait_for_preview(desk.expected(palette="game-boy", linear=True, gamut="compress", compress=40))
    shown = dialog.settings()
    assert (shown["colors"], shown["engine"]) == ("Game Boy", "Serial, error diffusion")
    dialog.choose("Preset", "E-paper, 7 inks")
    expected = desk.expected(palette="e-paper-7", kernel="zhou-fang", serpentine=True, linear=True)
    desk.wait_for_preview(expected)
    assert dialog.is_checked("Linear light")
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_shows_what_is_set(desk, folder):
    dialog = desk.ask()
    dialog.choose("Preset", "EGA")
    dialog.set_number("Strength", 50)
    wait_for(lambda: dialog.chosen("Preset") == NONE, "no preset")
    dialog.set_number("Strength", 100)
    wait_for(lambda: dialog.chosen("Preset") == "EGA", "the preset again")
    assert not dialog.can_use_presets("Rename…") and not dialog.can_use_presets("Delete…")
    dialog.reset()
    assert dialog.chosen("Preset") == NONE


def test_save_and_find_again(desk, folder):
    dialog = desk.ask()
    dialog.choose("Kernel", "Atkinson")
    dialog.set_number("Levels", 3)
    dialog.toggle("Serpentine (zigzag)")
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
    assert "will be replaced" in [part.name for part in question.root.descendants
                                  if part.role == "label" and "“Mine”" in part.name][0]
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
    question.write("Name", "Other")
    wait_for(lambda: not question.is_sensitive("push button", "Rename"), "a refusal")
    question.write("Name", "New")
    question.press("Rename")
    question.wait_until_gone()
    assert dialog.chosen("Preset") == "New"
    assert sorted(file.name for file in folder.iterdir()) == ["New.preset", "Other.preset"]

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
    dialog.choose("Kernel", "Stucki")
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


def test_by_keyboard(desk, folder):
    dialog = desk.ask()
    desk.hands("key", dialog.key("combo box", "Preset"), "Down")
    wait_for(lambda: dialog.chosen("Preset") == "Newspaper", "the first preset")
    dialog.set_number("Noise", 5)
    desk.hands("key", dialog.key("menu", "Save, export…"), "s")
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
    assert desk.pixels(layer) == desk.expected(kernel="zhou-fang", palette=inks, serpentine=True, linear=True,
                                               gamut="compress", compress=30, noise=5)
