# SPDX-License-Identifier: GPL-3.0-or-later
"""“Save for device…” in the dialog: the file is the one that the command writes."""

import os
import subprocess

import pytest
from accessible import Window, wait_for
from dither_dialog import FILE_DIALOG, write_path

SAVE, TITLE = "Save for device…", "Save for a Device"
ROWS, PLAYDATE, PANEL = "Rows of 1 bit for each pixel, the first one highest", "Playdate", "Waveshare 7.5 in V2"
PLAIN = ("--kernel", "floyd-steinberg", "--no-serpentine", "--no-linear", "--match", "rgb")


def command_writes(desk, path, *words):
    subprocess.run([os.environ["ERRDIFF"], *PLAIN, *words, desk.source, path], check=True, stdout=subprocess.DEVNULL)
    return path.read_bytes()


def open_question(dialog):
    wait_for(lambda: dialog.is_sensitive("push button", SAVE), "a result")
    dialog.press(SAVE)
    return Window(dialog.process, FILE_DIALOG, TITLE)


def save(dialog, device, path):
    question = open_question(dialog)
    question.choose("Device", device)
    write_path(question, "Save", path, dialog.hands)
    question.press("Save")
    question.wait_until_gone()
    return path.read_bytes()


def complaint(question, text):
    return wait_for(lambda: next((part.name for part in question.root.matches("label") if text in part.name), None),
                    "the complaint")


@pytest.mark.parametrize("device, name, ending", [(ROWS, "rows-1", "bin"), (PLAYDATE, "playdate", "pdi"),
                                                  (ROWS, "rows-1", "h")])
def test_saves_what_the_command_writes(desk, tmp_path, device, name, ending):
    expected = command_writes(desk, tmp_path / f"image.{ending}", "--device", name, "--palette", "black-and-white")
    (tmp_path / "saved").mkdir()
    dialog = desk.ask()
    dialog.choose("Colors", "Black and white")
    assert save(dialog, device, tmp_path / "saved" / f"image.{ending}") == expected
    desk.cancel()
    assert desk.is_untouched()


def test_levels_of_gray_are_colors_of_the_device(desk, tmp_path):
    desk.gimp.pdb("gimp-image-convert-grayscale", desk.image)
    desk.start_from_here()
    expected = command_writes(desk, tmp_path / "image.pdi", "--device", "playdate", "--palette", "black-and-white")
    dialog = desk.ask()
    assert save(dialog, PLAYDATE, tmp_path / "saved.pdi") == expected
    desk.cancel()


def test_what_a_device_does_not_take(desk, tmp_path):
    """It is said before a file is chosen. After a file that cannot be written, another one can be chosen."""
    dialog = desk.ask()
    question = open_question(dialog)
    question.choose("Device", PLAYDATE)
    complaint(question, "colors that this device does not have")
    assert not question.is_sensitive("push button", "Save")
    question.choose("Device", PANEL)
    complaint(question, "takes 800 × 480 pixels")
    question.press("Cancel")
    question.wait_until_gone()

    dialog.choose("Colors", "Black and white")
    question = open_question(dialog)
    write_path(question, "Save", "/proc/image.bin", dialog.hands)
    question.press("Save")
    failure = Window(dialog.process, "alert", "Error")
    failure.press("Close")
    failure.wait_until_gone()
    assert question.is_open()
    question.press("Cancel")
    question.wait_until_gone()
    desk.cancel()


def test_a_selection_is_not_the_whole_image(desk):
    desk.gimp.pdb("gimp-image-select-rectangle", desk.image, 2, 10, 10, 50, 40)
    dialog = desk.ask()
    dialog.choose("Colors", "Black and white")
    question = open_question(dialog)
    complaint(question, "only the selection is dithered")
    assert not question.is_sensitive("push button", "Save")
    question.press("Cancel")
    question.wait_until_gone()
    desk.cancel()
