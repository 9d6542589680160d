# SPDX-License-Identifier: GPL-3.0-or-later
"""A GIMP with windows, and an image in it that tests dither with the dialog."""

from pathlib import Path

from accessible import wait_for
from dialog_images import dither, read_pnm, screenshot
from dither_dialog import wait_for_dialog
from gimp import INTERACTIVE, IS_GIMP_3, NONINTERACTIVE, PATIENCE, PROCEDURE, WITH_LAST_VALS
from gimp_window import close_views, end_call
from screen import hands

DATA = Path(__file__).resolve().parents[1] / "data"

# Seconds in which a call without a dialog ends after its test.
SOON = 10

# The size of a dialog that shows all of its controls without scrolling, in pixels.
ROOMY = 1240, 1740

DEFAULTS = ("floyd-steinberg", "2", "", "rgb", "clip", 60, 0, 0, "none", 0, 0.5, 0, 0, 1.0, 0, 0, "0", 0,
            100, 0, 0, 0, 0, 45.0, "none", 100, "8", "15,75,0,45", 0.0, 0, "continued", 0, "keep", 1, "auto",
            "new-layer", 0, 0, "", "fit")


# The last settings of the plug-in, as GIMP 2.10 stores them.
PLAIN = "[settings]\nkernel=floyd-steinberg\nlevels=2\nserpentine=false\nlinear=false\nmatch=rgb\n"


def save(gimp, image, drawable, path):
    gimp.pdb("file-pnm-save", NONINTERACTIVE, image, drawable, path, path.name, 1)
    return path


class Photograph:
    """An image in GIMP, and the PNM file of its pixels. Each of the two takes a plug-in's start, which a copy of the
    image does not."""

    def __init__(self, gimp, name, folder):
        self.image, = gimp.pdb("gimp-file-load", NONINTERACTIVE, DATA / name, name)
        drawable, = gimp.pdb("gimp-image-get-active-drawable", self.image)
        self.path = save(gimp, self.image, drawable, folder / "photograph.pnm")


class Desk:
    def __init__(self, gimp, folder):
        self.gimp, self.display, self.folder = gimp, gimp.display, folder
        self.dialog = self.image = self.drawable = self.source = None
        self.view = None
        self.size = ROOMY  # of its dialogs

    def copy(self, photograph):
        """Begins with a copy of a photograph."""
        self.image, = self.gimp.pdb("gimp-image-duplicate", photograph.image)
        self.drawable, = self.gimp.pdb("gimp-image-get-active-drawable", self.image)
        self.gimp.pdb("gimp-image-clean-all", self.image)
        self.source = photograph.path

    def show(self):
        """Opens a GIMP window that shows the image."""
        self.view, = self.gimp.pdb("gimp-display-new", self.image)

    def start_from_here(self):
        """Stores the image as it is now, for `expected` and `is_untouched`."""
        self.source = save(self.gimp, self.image, self.drawable, self.folder / "source.pnm")
        self.gimp.pdb("gimp-image-clean-all", self.image)

    def pixels(self, drawable):
        return read_pnm(save(self.gimp, self.image, drawable, self.folder / "pixels.pnm").read_bytes())

    def expected(self, **options):
        """The result of the command for the image."""
        return dither(self.source, self.folder / "expected.pnm", **options)

    def ask(self, drawable=None, reset=True):
        """Calls the plug-in and returns its dialog. All controls show error diffusion as it was first published, on
        the screen without scrolling, and the preview shows pixels at 100 %; if reset is False, all is as the last run
        left it."""
        if reset:
            self.remember_plain()
        self.gimp.send((PROCEDURE, INTERACTIVE, self.image, drawable or self.drawable, *DEFAULTS))
        self.meet_dialog()
        if reset:
            self.make_plain()
            self.dialog.resize(*self.size)
            self.dialog.choose("Zoom", "100 %")
        return self.dialog

    def remember_plain(self, **more):
        """Makes error diffusion as it was first published the last settings, and `more`; only in GIMP 2.10."""
        if not IS_GIMP_3:
            settings = PLAIN + "".join(f"{name}={value}\n" for name, value in more.items())
            self.gimp.pdb("gimp-attach-parasite", (f"{PROCEDURE}-settings", 1, settings))

    def make_plain(self):
        """Shows error diffusion as it was first published, if `remember_plain` could not."""
        if IS_GIMP_3:
            self.dialog.resize(*ROOMY)  # what is pressed must be on the screen
            self.dialog.reset()
            self.dialog.make_plain()

    def meet_dialog(self):
        self.dialog = wait_for_dialog(self.gimp, self.hands)
        self.focus()
        return self.dialog

    def focus(self):
        """Gives the dialog the focus, as a window manager would, and puts the pointer over its status line, where it
        shows no tooltip that would cover pixels."""
        x, y, width, height = self.dialog.place("statusbar", "Status")
        self.hands("search", "--onlyvisible", "--name", "^Error Diffusion$", "windowfocus",
                   "mousemove", x + width // 2, y + height // 2)

    def confirm(self):
        """Presses OK, and returns the layer and the engine of the run that `ask` started."""
        self.dialog.press("OK")
        return self.answer()

    def answer(self):
        self.forget_dialog()
        image, layer, engine = self.gimp.answer()
        assert image == self.image
        return layer, engine

    def confirm_new_image(self):
        """As confirm, for a result that is in a new image; returns the image and the layer."""
        self.dialog.press("OK")
        self.forget_dialog()
        image, layer, _ = self.gimp.answer()
        assert image != self.image
        return image, layer

    def cancel(self):
        self.dialog.press("Cancel")
        self.forget_dialog()
        self.gimp.answer()

    def forget_dialog(self):
        self.dialog.wait_until_gone()
        self.dialog = None

    def repeat(self):
        """Repeats the last run without a dialog; returns the layer."""
        return self.gimp.pdb(PROCEDURE, WITH_LAST_VALS, self.image, self.drawable, *DEFAULTS)[1]

    def layers(self):
        return self.gimp.pdb("gimp-image-get-layers", self.image)[1]

    def is_untouched(self):
        is_dirty, = self.gimp.pdb("gimp-image-is-dirty", self.image)
        return (not is_dirty and self.layers() == [self.drawable] and
                self.pixels(self.drawable) == read_pnm(self.source.read_bytes()))

    def wait_for_preview(self, expected):
        """Waits until the preview shows the part of `expected` to which it is scrolled."""
        wait_for(lambda: self.preview_shows(expected), "the pixels in the preview")

    def preview_shows(self, expected):
        shown, across, down = self.preview(expected.width, expected.height)
        return shown == expected.crop(across, down, shown.width, shown.height)

    def preview(self, width, height):
        """The visible part of an image of this size in the preview, and its position in the
        image."""
        x, y, page_width, page_height = self.dialog.place("drawing area", "Preview")
        across, down = self.dialog.position()
        x += max(0, (page_width - width) // 2)
        y += max(0, (page_height - height) // 2)
        shown = screenshot(self.display, x, y, min(page_width, width), min(page_height, height))
        return shown, across, down

    def last_corner(self, width, height, shrink, side):
        """The corner of the preview that is drawn last, for an image of this size at 1 / shrink: the place of a square
        in it on the screen and in all of the preview, each x, y, width and height."""
        self.dialog.settled()
        x, y, page_width, page_height = self.dialog.place("drawing area", "Preview")
        across, down = self.dialog.position()
        shown = min(page_width, -(-width // shrink)), min(page_height, -(-height // shrink))
        inside = shown[0] - side - 2, shown[1] - side - 2
        on_screen = x + (page_width - shown[0]) // 2 + inside[0], y + (page_height - shown[1]) // 2 + inside[1]
        return (*on_screen, side, side), (across + inside[0], down + inside[1], side, side)

    def hands(self, *words):
        hands(self.display, *words)

    def end_call(self):
        end_call(self.gimp, self.dialog, SOON if self.dialog is None else PATIENCE)

    def leave(self):
        """Cleans up, even if a test failed with its dialog open."""
        self.end_call()
        if self.view is not None:  # closing its last window deletes the image
            close_views(self.gimp)
        else:
            self.gimp.pdb("gimp-image-delete", self.image)
