# SPDX-License-Identifier: GPL-3.0-or-later
"""Two ways to work with the dialog: by keyboard alone and by mouse alone. A step is a key or keys that are pressed
together, a word that is typed, or a click or drag. The accessibility tree is only read."""

import time

from accessible import FOCUSED, SHOWING, Window, mnemonic, wait_for
from dialog_images import screenshot
from gimp_window import menu_entry, windows

KEYS = {"Return": "Enter", "slash": "/", "plus": "+", "space": "Space", "ctrl": "Ctrl", "alt": "Alt", "shift": "Shift"}


def written(key):
    """A key as people write it: "Alt+E" for "alt+e"."""
    return "+".join(KEYS.get(part, part.upper() if "+" in key else part) for part in key.split("+"))


def middle(part):
    x, y, width, height = part.call("Component", "GetExtents", "(u)", 0)[0]
    return x + width // 2, y + height // 2


class Way:
    def __init__(self, desk):
        self.desk, self.steps = desk, []

    @property
    def dialog(self):
        return self.desk.dialog

    def type(self, text):
        self.desk.hands("type", text)
        self.steps.append(f"“{text}”")

    def focus(self, title):
        """Gives a window the focus, as a window manager does; so it is not a step."""
        self.desk.hands("search", "--sync", "--onlyvisible", "--name", title, "windowfocus")

    def answer(self, title, button, text):
        """Types the answer to a question."""
        question = Window(self.dialog.process, "dialog", title)
        self.focus(f"^{title}$")
        self.type(text)
        self.save(question, button)
        question.wait_until_gone()
        self.focus("^Error Diffusion$")

    def wait_for_chosen(self, name, title):
        wait_for(lambda: self.dialog.chosen(name) == title, f"“{title}” in “{name}”")


class Keyboard(Way):
    name = "keyboard"

    def key(self, *keys):
        self.desk.hands("key", *keys)
        self.steps += map(written, keys)

    def open(self):
        self.focus("Untitled")
        self.key("slash")
        self.desk.hands("search", "--sync", "--onlyvisible", "--name", "^Search Actions$", "windowfocus")
        search = next(part for part in windows(self.desk.gimp) if part.name == "Search Actions")
        wait_for(lambda: any(part.role == "text" and part.has_state(FOCUSED) for part in search.descendants),
                 "the focus")
        self.type("error d")

        def row():
            """The row of the action, or None. GIMP 3 also finds the GEGL operation, whose title has its name."""
            names = [part.name for part in search.descendants if part.role == "table cell"][1::2]
            return next((i for i, name in enumerate(names) if name.startswith("Error Diffusion") and
                         not name.startswith("Error Diffusion (")), None)

        wait_for(lambda: row() is not None, "the action")
        self.key(*["Down"] * row(), "Return")

    def repeat(self):
        self.focus("Untitled")
        self.key("ctrl+f")

    def choose(self, name, title, letters):
        wait_for(lambda: self.dialog.is_showing("combo box", name), f"“{name}”")
        self.key(self.dialog.key("combo box", name))
        self.type(letters)
        self.wait_for_chosen(name, title)

    def choose_last(self, name, title):
        self.key(self.dialog.key("combo box", name), "End")
        self.wait_for_chosen(name, title)

    def number(self, name, text):
        wait_for(lambda: self.dialog.is_showing("spin button", name), f"“{name}”")
        control = self.dialog.control("spin button", name)
        for _ in range(3):  # controls that share a key get the focus one after the other
            self.key(self.dialog.key("spin button", name))
            time.sleep(0.2)
            if control.has_state(FOCUSED):
                break
        self.type(text)
        wait_for(lambda: self.dialog.number(name) == float(text), f"{text} in “{name}”")

    def check(self, name):
        self.key(self.dialog.key("check box", name))

    def section(self, title):
        wait_for(lambda: self.dialog.is_showing("toggle button", title), f"“{title}”")
        self.key(self.dialog.key("toggle button", title))

    def menu(self, button, item):
        self.key(self.dialog.key("push button", button))
        entry = self.dialog.item(button, item)
        wait_for(lambda: entry.has_state(SHOWING), f"the menu “{button}”")
        self.key(mnemonic(entry)[-1].lower())

    def copy_command(self):
        self.key("ctrl+shift+c")

    def save(self, question, button):
        self.key("Return")

    def ok(self):
        self.key(self.dialog.key("push button", "OK"))


class Mouse(Way):
    name = "mouse"

    def click(self, part, name):
        wait_for(lambda: part.has_state(SHOWING), f"“{name}”")
        self.desk.hands("mousemove", *middle(part), "click", 1)
        self.steps.append(name)

    def in_menu_of_gimp(self, *titles):
        """GIMP's menus do not tell whether they are open, so this looks whether one covers the screen."""
        for i, title in enumerate(titles):
            entry = menu_entry(self.desk.gimp, *titles[:i + 1])
            x, y, width, height = entry.call("Component", "GetExtents", "(u)", 0)[0]
            covered = (x + 4, y + height + 4, 60, 120) if i == 0 else (x + width + 20, y + 4, 60, 16)
            before = screenshot(self.desk.display, *covered)
            self.desk.hands("mousemove", x + width // 2, y + height // 2, "click", 1)
            self.steps.append(title)
            if i + 1 < len(titles):
                wait_for(lambda: screenshot(self.desk.display, *covered) != before, f"the menu “{title}”")

    def open(self):
        self.in_menu_of_gimp("Filters", "Dithering", "Error Diffusion")

    def repeat(self):
        self.in_menu_of_gimp("Filters", 'Repeat "Error Diffusion"')

    def choose(self, name, title, _):
        wait_for(lambda: self.dialog.is_showing("combo box", name), f"“{name}”")
        combo = self.dialog.control("combo box", name)
        self.click(combo, name)
        menu, = combo.children
        self.click(next(row for row in menu.children if row.name == title), title)
        self.wait_for_chosen(name, title)

    def choose_last(self, name, title):
        self.choose(name, title, "")

    def number(self, name, _):
        """Drags the slider to the right."""
        slider = self.dialog.control("slider", name)
        wait_for(lambda: slider.has_state(SHOWING), f"“{name}”")
        x, y, width, height = slider.call("Component", "GetExtents", "(u)", 0)[0]
        least, most = (slider.get("Value", f"{end}imumValue") for end in ("Min", "Max"))
        before = self.dialog.number(name)
        knob = x + 8 + int((width - 16) * (before - least) / (most - least))
        self.desk.hands("mousemove", knob, y + height // 2, "mousedown", 1, "mousemove", knob + 10, y + height // 2,
                        "mousemove", knob + 24, y + height // 2, "mouseup", 1)
        wait_for(lambda: self.dialog.number(name) > before, f"a greater “{name}”")
        self.steps.append(f"drag {name}")

    def check(self, name):
        self.click(self.dialog.control("check box", name), name)

    def section(self, title):
        self.click(self.dialog.control("toggle button", title), title)

    def menu(self, button, item):
        self.click(self.dialog.control("push button", button), button)
        self.click(self.dialog.item(button, item), item)

    def copy_command(self):
        self.menu("Copy as", "Command line")

    def save(self, question, button):
        self.click(question.control("push button", button), button)

    def ok(self):
        self.click(self.dialog.control("push button", "OK"), "OK")
