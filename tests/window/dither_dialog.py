# SPDX-License-Identifier: GPL-3.0-or-later
"""The plug-in's dialog, with its controls by name."""

from accessible import SENSITIVE, Window, wait_for
from gimp import NAME

BUSY = "Dithering…"
THREADS = "Threads (0: auto)"
ACROSS, DOWN = "Preview, horizontally", "Preview, vertically"


class DitherDialog(Window):
    def __init__(self, process):
        super().__init__(process, "dialog", "Error Diffusion")

    @property
    def status(self):
        line = self.control("statusbar", "Status")
        label = next(child for child in line.children if child.role == "label")
        return label.call("Text", "GetText", "(ii)", 0, -1)[0]

    @property
    def is_warning(self):
        return self.is_showing("icon", "Warning")

    @property
    def can_confirm(self):
        return self.is_sensitive("push button", "OK")

    def settled(self):
        """Waits until dithering has finished; returns the status."""
        def status():
            text = self.status
            return text != BUSY and text

        return wait_for(status, "a preview")

    def reset(self):
        """Presses Reset. First changes the strength, so that Reset always changes something."""
        self.set_number("Strength", 1)
        self.press("Reset")
        wait_for(lambda: self.number("Strength") == 100, "the defaults")

    def settings(self):
        """The values of the controls, without those that are hidden now."""
        shown = {"kernel": self.chosen("Kernel"), "strength": self.number("Strength"),
                 "noise": self.number("Noise"), "seed": self.number("Seed"),
                 "serpentine": self.is_checked("Serpentine (zigzag)"), "colors": self.chosen("Colors"),
                 "linear": self.is_checked("Linear light"),
                 "transparency": self.chosen("Transparency"), "engine": self.chosen("Engine"),
                 "threads": self.number(THREADS), "output": self.chosen("Output")}
        if self.is_showing("text", "Weights"):
            shown["weights"] = self.text("Weights")
        if self.is_showing("spin button", "Levels"):
            shown["levels"] = self.number("Levels")
            if self.is_showing("check box", "Per channel") and self.is_checked("Per channel"):
                shown["levels"] = tuple(map(self.number, ("Red", "Green", "Blue")))
        return shown

    def use_presets(self, action):
        """Chooses an item of the presets' menu."""
        menu = self.control("menu", "Save, export…")
        next(item for item in menu.children if item.name == action).press()

    def can_use_presets(self, action):
        menu = self.control("menu", "Save, export…")
        return next(item for item in menu.children if item.name == action).has_state(SENSITIVE)

    def scroll(self, across, down):
        """Scrolls the preview, at most to the edges of the image."""
        for bar, value in ((ACROSS, across), (DOWN, down)):
            self.set_number(bar, value, "scroll bar")

    def position(self):
        return tuple(round(self.number(bar, "scroll bar")) for bar in (ACROSS, DOWN))


def wait_for_dialog(gimp):
    process, = wait_for(lambda: gimp.plug_in_processes(NAME), "the plug-in's process")
    return DitherDialog(process)
