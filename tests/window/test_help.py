# SPDX-License-Identifier: GPL-3.0-or-later
"""The Help button opens the page in a browser, or a message shows its address."""

import re

import pytest
from accessible import Window, wait_for


@pytest.fixture
def page(gimp):
    return gimp.home / "gimp/plug-ins/gimp-error-diffusion/help.html"


@pytest.fixture
def opened(gimp):
    """The file to which the only browser on this system writes the address that it should open."""
    note = gimp.home / "opened"
    browser = gimp.home / "data/browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{note}.draft"; mv "{note}.draft" "{note}"\n')
    browser.chmod(0o755)
    entry = gimp.home / "data/applications/browser.desktop"
    entry.parent.mkdir()
    entry.write_text("[Desktop Entry]\nType=Application\nName=Browser\nMimeType=text/html;\n"
                     f"Exec={browser} %u\n")
    (gimp.home / "config/mimeapps.list").write_text(
        "[Default Applications]\ntext/html=browser.desktop\n")
    return note


def test_help_in_a_browser(desk, page, opened):
    dialog = desk.ask()
    dialog.press("Help")
    wait_for(opened.exists, "the browser")
    assert opened.read_text().strip().removeprefix("file://") == str(page)
    assert dialog.is_open()


def test_help_that_cannot_be_opened(desk, page):
    moved = page.rename(page.with_name("moved.html"))
    try:
        dialog = desk.ask()
        dialog.press("Help")
        message = Window(dialog.process, "alert", "Information")
        labels = [part.name for part in message.root.descendants if part.role == "label"]
        assert page.as_uri() in " ".join(labels)
        message.press("Close")
        message.wait_until_gone()
    finally:
        moved.rename(page)
    dialog.set_number("Levels", 3)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(levels=3)


def test_pictures_are_beside_the_page(page):
    pictures = re.findall(r'<img src="([^"]+)" alt="[^"]+">', page.read_text())
    assert len(pictures) == page.read_text().count("<img") > 0
    assert [name for name in pictures if not (page.parent / name).exists()] == []
    assert {path.name for path in page.with_name("help").iterdir()} == \
        {name.removeprefix("help/") for name in pictures}
