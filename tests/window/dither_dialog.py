# SPDX-License-Identifier: GPL-3.0-or-later
"""The plug-in's dialog, with its controls by name."""

import re
import time

from accessible import EXPANDED, SENSITIVE, SHOWING, Window, menu_items, wait_for
from gimp import IS_GIMP_3, NAME

READING, BUSY = "Reading the image…", "Dithering…"
PRESETS = "Manage"
THREADS = "Maximum number of threads"
FILE_DIALOG = "file chooser" if IS_GIMP_3 else "dialog"  # its role
ACROSS, DOWN = "Preview, horizontally", "Preview, vertically"


def without_scale(title):
    return "Fit" if re.fullmatch(r"Fit \(.* %\)", title) else title


class DitherDialog(Window):
    may_have_tables = False

    def __init__(self, process, hands):
        """hands: a function that uses mouse and keyboard, see screen.py"""
        super().__init__(process, "dialog", "Error Diffusion")
        self.hands = hands

    @property
    def status(self):
        line = self.control("statusbar", "Status")
        label = line.matches("label")[0]
        return label.call("Text", "GetText", "(ii)", 0, -1)[0]

    @property
    def details(self):
        """The figures below the status."""
        line = self.control("statusbar", "Status")
        label = next(part for part in line.children if part.role == "label")
        return label.call("Text", "GetText", "(ii)", 0, -1)[0]

    @property
    def is_warning(self):
        icons = self.control("statusbar", "Status").matches("icon", states=[SHOWING])
        return any(icon.name == "Warning" for icon in icons)

    @property
    def can_confirm(self):
        return self.is_sensitive("push button", "OK")

    def wait_for_warning(self):
        """Waits for the warning's icon, which shows after the next layout. There is then no result to confirm."""
        wait_for(lambda: self.is_warning, "the icon of a warning")
        assert not self.can_confirm

    def settled(self):
        """Waits until dithering has finished; returns the status."""
        def status():
            text = self.status
            return text not in (READING, BUSY) and text

        return wait_for(status, "a preview")

    @property
    def fit_title(self):
        """How the list of zooms calls Fit now, with its scale."""
        return super().rows("Zoom")[0]

    def rows(self, name):
        """The titles of a list; that of Fit without its scale."""
        return [without_scale(title) for title in super().rows(name)]

    def chosen(self, name):
        return without_scale(super().chosen(name))

    def reset(self):
        """Presses Reset. First changes the strength, so that Reset always changes something."""
        self.set_number("Strength", 1)
        self.press("Reset")
        wait_for(lambda: self.number("Strength") == 100, "the defaults")

    def resize(self, *wanted):
        """The next dialog opens with this size, too."""
        def reached():
            if self.size != wanted:  # asked again: a window that is just opening may set its first size afterwards
                self.hands("search", "--onlyvisible", "--name", "^Error Diffusion$", "windowmove", 0, 0,
                           "windowsize", *wanted)
                time.sleep(0.2)
            return self.size == wanted

        wait_for(reached, f"the size {wanted}")

    def make_plain(self):
        """Chooses error diffusion as it was first published."""
        self.choose("Method", "Floyd–Steinberg")
        self.choose("Colors", "Levels of each channel")
        self.choose("Color matching", "RGB distance")
        if self.is_checked("Linear light"):
            self.toggle("Linear light")
        # Chosen, so that no method turns it on.
        for _ in range(1 if self.is_checked("Serpentine scan") else 2):
            self.toggle("Serpentine scan")

    def settings(self):
        """The values of the controls, without those that are hidden now."""
        shown = {"kernel": self.chosen("Method"), "strength": self.number("Strength"),
                 "noise": self.number("Noise"), "seed": self.number("Seed"),
                 "serpentine": self.is_checked("Serpentine scan"), "colors": self.chosen("Colors"),
                 "linear": self.is_checked("Linear light"),
                 "transparency": self.chosen("Transparency"), "engine": self.chosen("Engine"),
                 "threads": self.number(THREADS), "output": self.chosen("Destination")}
        if self.is_showing("text", "Weights"):
            shown["weights"] = self.text("Weights")
        if self.is_showing("spin button", "Levels"):
            shown["levels"] = self.number("Levels")
            if self.is_showing("check box", "Per channel") and self.is_checked("Per channel"):
                shown["levels"] = tuple(map(self.number, ("Red", "Green", "Blue")))
        return shown

    def open(self, *sections):
        """Opens sections, if they are closed, and waits until their contents show: GTK+ opens them bit by bit."""
        for title in sections:
            section = self.control("toggle button", title)
            if not section.has_state(EXPANDED):
                section.press()
            wait_for(lambda: all(part.has_state(SHOWING) for part in section.children), f"the section “{title}”")

    def item(self, button, name):
        """An item of a button's menu, which need not be open."""
        return next(item for item in menu_items(self.control("push button", button)) if item.name == name)

    def choose_item(self, button, name):
        """Chooses an item of a button's menu. GTK 3 complains if the menu is not open."""
        if IS_GIMP_3:
            self.press(button)
            wait_for(lambda: self.item(button, name).has_state(SHOWING), f"the menu “{button}”")
        self.item(button, name).press()

    def open_menu(self, button):
        """Opens the menu of a button with its key."""
        self.hands("key", self.key("push button", button))
        time.sleep(0.3)  # until the menu takes keys

    def use_presets(self, action):
        """Chooses an item of the presets' menu."""
        self.choose_item(PRESETS, action)

    def can_use_presets(self, action):
        return self.item(PRESETS, action).has_state(SENSITIVE)

    def scroll(self, across, down):
        """Scrolls the preview, at most to the edges of the image."""
        for bar, value in ((ACROSS, across), (DOWN, down)):
            self.set_number(bar, value, "scroll bar")

    def position(self):
        return tuple(round(self.number(bar, "scroll bar")) for bar in (ACROSS, DOWN))


def wait_for_dialog(gimp, hands):
    process, = wait_for(lambda: gimp.plug_in_processes(NAME), "the plug-in's process")
    return DitherDialog(process, hands)


def answer_file(dialog, title, action, path):
    """Types a path into a file dialog, and accepts it."""
    window = Window(dialog.process, FILE_DIALOG, title)
    write_path(window, action, path, dialog.hands)
    window.press(action)
    window.wait_until_gone()


def write_path(window, action, path, hands):
    """Types a path into a file dialog, in which it can be accepted then."""
    def fields():
        return [part for part in window.root.descendants if part.role == "text" and part.has_state(SHOWING)]

    if not fields() and IS_GIMP_3:
        hands("search", "--onlyvisible", "--name", f"^{window.root.name}$", "windowfocus")
        hands("key", "ctrl+l")
    elif not fields():
        window.press("Type a file name", "toggle button")
    field, *_ = wait_for(fields, "the field for a path")
    field.call("EditableText", "SetTextContents", "(s)", str(path))
    wait_for(lambda: window.is_sensitive("push button", action), "the button")
