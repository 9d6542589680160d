# SPDX-License-Identifier: GPL-3.0-or-later
"""The Help button opens the page in a browser, in the language of the dialog, or a message shows its address."""

import os
import re
from pathlib import Path

import pytest
from accessible import Window, wait_for
from desk import DEFAULTS
from gimp import INTERACTIVE, NAME, PROCEDURE, RGB, Gimp, copy_home
from hologram_dialog import call as call_hologram
from screen import Screen

PLUG_IN = "gimp/plug-ins/gimp-error-diffusion"
LINEAR_FLOAT = 600  # a precision of GIMP; a layer of 8 bits would be asked about first


@pytest.fixture
def page(gimp):
    return gimp.home / PLUG_IN / "help.html"


def add_browser(home):
    """Makes the only browser on a GIMP's system. Returns the file to which it writes the address that it should
    open."""
    note = home / "opened"
    browser = home / "data/browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{note}.draft"; mv "{note}.draft" "{note}"\n')
    browser.chmod(0o755)
    entry = home / "data/applications/browser.desktop"
    entry.parent.mkdir(exist_ok=True)
    entry.write_text("[Desktop Entry]\nType=Application\nName=Browser\nMimeType=text/html;\n"
                     f"Exec={browser} %u\n")
    (home / "config/mimeapps.list").write_text(
        "[Default Applications]\ntext/html=browser.desktop\n")
    return note


def opened_page(note):
    """The path that the browser opened, with the section."""
    wait_for(note.exists, "the browser")
    address = note.read_text().strip().removeprefix("file://")
    note.unlink()
    return address


@pytest.fixture
def opened(gimp):
    return add_browser(gimp.home)


def test_help_in_a_browser(desk, page, opened):
    dialog = desk.ask()
    for ask_for_help in (lambda: dialog.press("Help"), lambda: desk.hands("key", "F1")):
        ask_for_help()
        assert opened_page(opened) == str(page)
    assert dialog.is_open()


def test_help_that_cannot_be_opened(desk, page):
    moved = page.rename(page.with_name("moved.html"))
    try:
        dialog = desk.ask()
        dialog.press("Help")
        message = Window(dialog.process, "alert", "Information")
        labels = [part.name for part in message.root.matches("label")]
        assert page.as_uri() in " ".join(labels)
        message.press("Close")
        message.wait_until_gone()
    finally:
        moved.rename(page)
    dialog.set_number("Levels", 3)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(levels=3)


def test_images_are_beside_the_page(page):
    images = re.findall(r'<img src="([^"]+)" alt="[^"]+"/>', page.read_text())
    assert len(images) == page.read_text().count("<img") > 0
    assert [name for name in images if not (page.parent / name).exists()] == []
    assert {path.name for path in page.with_name("help").iterdir()} == \
        {name.removeprefix("help/") for name in images}


def page_opened_by(gimp, call, title):
    """Calls a procedure of a German GIMP, whose dialog has this title; returns the page that its Help button opens."""
    note = add_browser(gimp.home)
    gimp.send(call)
    process, = wait_for(lambda: gimp.plug_in_processes(NAME), "the plug-in's process")
    dialog = Window(process, "dialog", title)
    dialog.press("Hilfe")
    page = opened_page(note)
    dialog.press("Abbrechen")
    dialog.wait_until_gone()
    gimp.answer()
    return Path(page).name


def test_the_page_is_in_the_language_of_the_dialog(unused_home, tmp_path):
    """For somebody in Austria, whose first choice is a language without translations."""
    home = copy_home(unused_home, tmp_path / "german")
    page = home / PLUG_IN / "help.de.html"
    if not page.exists():
        pytest.skip("built without itstool")
    # A screen has one accessibility bus, which ends with the GIMP that started it.
    with Screen() as display, Gimp(home, display, language="xx:de_AT") as german:
        image, = german.pdb("gimp-image-new-with-precision", 8, 8, RGB, LINEAR_FLOAT)
        layer, = german.pdb("gimp-layer-new", image, 8, 8, 0, "image", 100, 0)
        german.pdb("gimp-image-insert-layer", image, layer, 0, 0)
        dithering = (PROCEDURE, INTERACTIVE, image, layer, *DEFAULTS)
        assert page_opened_by(german, dithering, "Fehlerdiffusion") == "help.de.html"
        if os.environ["ERRDIFF_HAS_HOLOGRAM"] == "1":
            assert page_opened_by(german, call_hologram(image, layer), "Hologrammquantisierung") == \
                "help.de.html#holograms"
        page.unlink()
        assert page_opened_by(german, dithering, "Fehlerdiffusion") == "help.html"
