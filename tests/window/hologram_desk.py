# SPDX-License-Identifier: GPL-3.0-or-later
"""A GIMP with windows, and a hologram in it that tests quantize with the dialog."""

import os
import subprocess

from accessible import wait_for
from dialog_images import Image, read_pnm, screenshot
from gimp import NONINTERACTIVE, PATIENCE
from gimp_window import close_views, end_call
from hologram_dialog import HologramDialog, call
from screen import hands

# The optics of the scene p256, in the order of the dialog, without the levels.
OPTICS = {"Pixel pitch": 0.75, "Wavelength": 635, "Width": 0.4, "Height": 0.4, "Distance": 1.5}
OPTIONS = ("--pitch", "0.75", "--wavelength", "635", "--view-width", "0.4", "--view-distance", "1.5")

CONSOLE = 1  # of GIMP's handlers of messages


def _command(folder, *words):
    subprocess.run([os.environ["ERRDIFF"], "hologram", *map(str, words)], cwd=folder, check=True, capture_output=True)


def write_scene(folder):
    """The file of a scene, which takes a second to compute."""
    path = folder / "p256.tif"
    _command(folder, "--scene", "p256", path)
    return path


class HologramDesk:
    def __init__(self, gimp, folder, scene):
        """scene: what `write_scene` wrote."""
        self.gimp, self.display, self.folder, self.scene = gimp, gimp.display, folder, scene
        self.others = self.images()
        # What the runs say goes to standard error. A box with it would cover the next dialogs.
        self.handler, = gimp.pdb("gimp-message-get-handler")
        gimp.pdb("gimp-message-set-handler", CONSOLE)
        self.image, = gimp.pdb("gimp-file-load", NONINTERACTIVE, scene, scene.name)
        self.drawable, = gimp.pdb("gimp-image-get-active-drawable", self.image)
        self.dialog = None

    def command(self, *words):
        _command(self.folder, *words)

    def expected(self, *options):
        return self.expected_of(*OPTIONS, *options)

    def expected_of(self, *options):
        self.command(*options, self.scene, "out.pgm")
        return read_pnm((self.folder / "out.pgm").read_bytes())

    def ask(self, reset=True):
        self.gimp.send(call(self.image, self.drawable))
        self.dialog = HologramDialog(self.gimp)
        # Over the status line the pointer shows no tooltip.
        x, y, width, height = self.dialog.place("statusbar", "Status")
        self.hands("search", "--onlyvisible", "--name", "^Hologram Quantization$", "windowfocus",
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
        """The pixels of the result's layer, in which linear values are unchanged."""
        path = self.folder / "result"
        self.gimp.pdb("test-save-pixels", result[1], path)
        head, pixels = path.read_bytes().split(b"\n", 1)
        encoding, width, height, *_ = head.decode().split("|")
        assert encoding == "Y u8"
        return Image(int(width), int(height), 1, pixels)

    def shown(self, name):
        """One of the preview's two images, as gray values."""
        x, y, width, height = self.dialog.place("icon", name)
        return screenshot(self.display, x + (width - 300) // 2, y + (height - 300) // 2, 300,
                          300).pixels[::3]

    def hands(self, *words):
        hands(self.display, *words)

    def leave(self):
        end_call(self.gimp, self.dialog, PATIENCE)
        close_views(self.gimp)
        self.gimp.pdb("gimp-message-set-handler", self.handler)
        for image in set(self.images()) - set(self.others):
            self.gimp.pdb("gimp-image-delete", image)

    def images(self):
        return self.gimp.pdb("gimp-image-list")[1]
