# SPDX-License-Identifier: GPL-3.0-or-later
"""The hologram's dialog: what it shows, and that it does what the command does."""

import contextlib
import os
import re
import subprocess
from collections import Counter

import pytest
from accessible import SHOWING, mnemonic, wait_for
from gimp import NONINTERACTIVE, PdbError, WITH_LAST_VALS
from hologram_dialog import FIRST_PAGE, MORE, PICTURES, HologramDialog, call
from pictures import read_pnm, screenshot
from test_menu import below, menu_bar

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1" or
                                os.environ["ERRDIFF_HAS_TIFF"] != "1",
                                reason="built without FFTW, LAPACK or libtiff")

# Of the scene p256, in the order of the first page, but for the levels.
OPTICS = {"Pixel pitch": 0.75, "Wavelength": 635, "Width": 0.4, "Height": 0.4, "Distance": 1.5}
OPTIONS = ("--pitch", "0.75", "--wavelength", "635", "--view-width", "0.4", "--view-distance", "1.5")


class HologramDesk:
    def __init__(self, gimp, display, folder):
        self.gimp, self.display, self.folder = gimp, display, folder
        self.command("--scene", "p256", "p256.tif")
        self.image, = gimp.pdb("gimp-file-load", NONINTERACTIVE, folder / "p256.tif", "p256.tif")
        self.drawable, = gimp.pdb("gimp-image-get-active-drawable", self.image)
        self.dialog = None

    def command(self, *words):
        subprocess.run([os.environ["ERRDIFF"], "hologram", *map(str, words)], cwd=self.folder,
                       check=True, capture_output=True)

    def expected(self, *options):
        self.command(*OPTIONS, *options, "p256.tif", "out.pgm")
        return read_pnm((self.folder / "out.pgm").read_bytes())

    def ask(self, reset=True):
        self.gimp.send(call(self.image, self.drawable))
        self.dialog = HologramDialog(self.gimp)
        # Over the status line the mouse brings up no tooltip.
        x, y, width, height = self.dialog.place("statusbar", "Status")
        self.hands("search", "--onlyvisible", "--name", "^Hologram Quantisation$", "windowfocus",
                   "mousemove", x + width // 2, y + height // 2)
        if reset:
            self.dialog.set_number("Levels", 77)
            self.dialog.press("Reset")
            wait_for(lambda: self.dialog.number("Levels") == 256, "the defaults")
        return self.dialog

    def set_optics(self):
        for name, value in OPTICS.items():
            self.dialog.set_number(name, value)

    def answer(self):
        self.dialog.wait_until_gone()
        self.dialog = None
        return self.gimp.answer()

    def pixels(self, result):
        """Through a PNG, which keeps linear values as they are."""
        path = self.folder / "result.png"
        self.gimp.pdb("file-png-save", NONINTERACTIVE, result[0], result[1], path, path.name, 0, 9,
                      0, 0, 0, 0, 0)
        data = subprocess.run(["convert", path, "-set", "colorspace", "Gray", "-depth", "8",
                               "pgm:-"], check=True, capture_output=True).stdout
        return read_pnm(data)

    def picture(self, name):
        """One of the preview's, as gray values."""
        x, y, width, height = self.dialog.place("icon", name)
        return screenshot(self.display).crop(x + (width - 300) // 2, y + (height - 300) // 2, 300,
                                             300).pixels[::3]

    def hands(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True,
                       env={**os.environ, "DISPLAY": self.display})

    def leave(self):
        if self.dialog is not None:
            if self.dialog.is_open():
                self.dialog.press("Cancel")
            with contextlib.suppress(PdbError):
                self.answer()
        for number in range(1, 100):
            if self.gimp.pdb("gimp-display-is-valid", number)[0]:
                self.gimp.pdb("gimp-display-delete", number)
        for image in self.gimp.pdb("gimp-image-list")[1]:
            self.gimp.pdb("gimp-image-delete", image)


@pytest.fixture
def desk(gimp, display, tmp_path):
    made = HologramDesk(gimp, display, tmp_path)
    yield made
    made.leave()


def test_first_page_and_the_rest(desk):
    dialog = desk.ask()
    for name in FIRST_PAGE:
        assert dialog.is_showing("spin button", name)
    assert not any(dialog.is_showing(*control) for control in MORE)
    dialog.unfold()
    assert all(dialog.is_showing(*control) for control in MORE)
    controls = [part for part in dialog.root.descendants
                if part.role in ("combo box", "spin button", "check box", "push button",
                                 "toggle button") and part.has_state(SHOWING)]
    assert len(controls) == len(FIRST_PAGE) + len(MORE) + 5
    keys = Counter(map(mnemonic, controls))
    assert max(keys.values()) == 1 and "" not in keys, keys


def test_menu(desk):
    desk.gimp.pdb("gimp-display-new", desk.image)
    menu = menu_bar(desk.gimp)
    for title in ("Filters", "Dithering", "Hologram Quantisation"):
        menu = below(menu, title)
    menu.press()
    dialog = HologramDialog(desk.gimp)
    dialog.press("Cancel")
    dialog.wait_until_gone()


def test_preview_follows(desk):
    dialog = desk.ask()
    dialog.settled()
    desk.set_optics()
    dialog.unfold()
    dialog.set_number("Look at depth", 4)
    said = dialog.settled()
    quantised, plain = map(int, re.search(r"about (-?\d+) dB, without diffusion (-?\d+) dB",
                                          said).groups())
    assert quantised > plain + 8
    before, after = map(desk.picture, PICTURES)
    assert max(before) == max(after) == 255 and before != after
    # Nothing but points is bright.
    assert sum(value > 128 for value in before) < 5000
    dialog.choose("Method", "None: truncation")
    dialog.settled()
    wait_for(lambda: desk.picture(PICTURES[1]) != after, "another picture")
    assert desk.picture(PICTURES[0]) == before
    assert distance(before, desk.picture(PICTURES[1])) > 2 * distance(before, after) > 0


def distance(one, other):
    return sum(abs(a - b) for a, b in zip(one, other))


def test_what_is_shown_is_done(desk):
    dialog = desk.ask()
    desk.set_optics()
    dialog.set_number("Levels", 16)
    dialog.unfold()
    dialog.set_number("Hogel size", 128)
    dialog.set_number("Weights", 12)
    dialog.choose("Engine", "Serial")
    dialog.settled()
    dialog.press("OK")
    result = desk.answer()
    assert result[2] == "serial"
    expected = desk.expected("--levels", 16, "--hogel", 128, "--weights", 12)
    assert desk.pixels(result) == expected
    # And the same once more without the dialog.
    again = desk.gimp.evaluate(call(desk.image, desk.drawable, WITH_LAST_VALS))
    assert desk.pixels(again) == expected
    # The next dialog shows the last choices; Reset takes them back.
    dialog = desk.ask(reset=False)
    assert dialog.number("Levels") == 16 and dialog.number("Pixel pitch") == 0.75
    dialog.press("Reset")
    wait_for(lambda: dialog.number("Levels") == 256, "the defaults")
    assert dialog.number("Pixel pitch") == 3.74


def test_by_keyboard(desk):
    dialog = desk.ask()
    for name, value in OPTICS.items():
        desk.hands("key", dialog.key("spin button", name))
        desk.hands("type", str(value))
    wait_for(lambda: all(dialog.number(name) == value for name, value in OPTICS.items()),
             "what was typed")
    desk.hands("key", dialog.key("toggle button", "More settings"), "space")
    wait_for(lambda: dialog.is_showing("combo box", "Output"), "the other settings")
    desk.hands("key", dialog.key("combo box", "Output"), "Down")
    wait_for(lambda: not dialog.is_sensitive("spin button", "Levels"), "two levels")
    desk.hands("key", dialog.key("spin button", "Center X"))
    desk.hands("type", "0.3")
    desk.hands("key", "Return")
    result = desk.answer()
    assert desk.pixels(result) == desk.expected("--output", "binary-phase", "--view-x", 0.3)


def test_a_second_layer_is_needed(desk):
    dialog = desk.ask()
    dialog.unfold()
    assert not dialog.is_sensitive("combo box", "Second layer")
    dialog.choose("Input", "Amplitude, phase in a second layer")
    wait_for(lambda: "phase is missing" in dialog.status, "the reason")
    assert not dialog.is_sensitive("push button", "OK")
    dialog.choose("Input", "Phase alone")
    wait_for(lambda: dialog.is_sensitive("push button", "OK"), "the end of the trouble")
    dialog.settled()


def test_second_layer_of_the_image(desk):
    layer, = desk.gimp.pdb("gimp-layer-copy", desk.drawable, False)
    desk.gimp.pdb("gimp-image-insert-layer", desk.image, layer, 0, 1)
    dialog = desk.ask()
    dialog.unfold()
    desk.set_optics()
    dialog.choose("Input", "Real part, imaginary part in a second layer")
    assert len(dialog.rows("Second layer")) == 1
    dialog.settled()
    dialog.press("OK")
    result = desk.answer()
    script = desk.gimp.evaluate(
        f"(plug-in-hologram-diffusion 1 {desk.image} {desk.drawable} {layer} \"re-im-layers\" "
        "\"phase\" 256 0.75 635 0 0 0.4 0.4 1.5 256 \"opt\" 27 3 0 1 0 \"auto\")")
    assert desk.pixels(result) == desk.pixels(script)
