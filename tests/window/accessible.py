# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and sets the controls of a program's windows through the accessibility bus, as a screen
reader does.

It uses the bus directly (the interfaces org.a11y.atspi.*), because libatspi asks every program on
the bus, and GIMP's Script-Fu does not answer while it waits for the plug-in.

Controls are found by role and accessible name, so a control without a name is not found.
"""

import time
from pathlib import Path

from gi.repository import Gio, GLib

from gimp import PATIENCE

# Numbers of AtspiStateType.
CHECKED, EXPANDED, FOCUSABLE, FOCUSED, SENSITIVE, SHOWING = 4, 10, 11, 12, 24, 25

# Numbers of AtspiRole, by the name of a role.
_ROLES = {"alert": 2, "check box": 7, "combo box": 11, "drawing area": 18, "icon": 26, "image": 27, "label": 29,
          "menu": 33, "menu item": 35, "page tab": 37, "page tab list": 38, "panel": 39, "push button": 43,
          "scroll bar": 48, "scroll pane": 49, "slider": 51, "spin button": 52, "statusbar": 54, "text": 61,
          "toggle button": 62}

# Numbers of AtspiCollectionMatchType, AtspiCollectionSortOrder.
_ALL, _ANY = 1, 2
_CANONICAL = 1

# Seconds after which a change of the layout has begun to show.
LAYOUT = 0.03


def wait_for(condition, what):
    """Waits for condition() to return a true value, and returns it. GLib errors are ignored,
    because windows appear and disappear meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            value = condition()
        except GLib.Error:
            value = None
        if value:
            return value
        assert time.monotonic() < deadline, f"not within {PATIENCE} s: {what}"
        time.sleep(0.02)


def _connect(address):
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


def _call(bus, peer, path, interface, method, types="()", *arguments):
    return bus.call_sync(peer, path, interface, method, GLib.Variant(types, arguments), None,
                         Gio.DBusCallFlags.NONE, 1000 * PATIENCE, None).unpack()


def accessibility_bus(process):
    """A connection to the accessibility bus of the process `process`."""
    variables = dict(line.split("=", 1) for line in
                     Path(f"/proc/{process}/environ").read_text().split("\0") if "=" in line)
    session = _connect(variables["DBUS_SESSION_BUS_ADDRESS"])
    address, = _call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    return _connect(address)


def _set(numbers, words):
    """A set of numbers as `words` signed 32-bit words, with a bit for each number."""
    bits = sum(1 << number for number in numbers)
    return [(bits >> 32 * word & 0xffffffff ^ 1 << 31) - (1 << 31) for word in range(words)]


class Accessible:
    """A widget, a window or a program."""

    def __init__(self, bus, peer, path):
        self.bus, self.peer, self.path = bus, peer, path

    def call(self, interface, method, types="()", *arguments):
        return _call(self.bus, self.peer, self.path, f"org.a11y.atspi.{interface}", method, types,
                     *arguments)

    def get(self, interface, name):
        return _call(self.bus, self.peer, self.path, "org.freedesktop.DBus.Properties", "Get",
                     "(ss)", f"org.a11y.atspi.{interface}", name)[0]

    def set(self, interface, name, value):
        _call(self.bus, self.peer, self.path, "org.freedesktop.DBus.Properties", "Set", "(ssv)",
              f"org.a11y.atspi.{interface}", name, value)

    @property
    def name(self):
        return self.get("Accessible", "Name")

    @property
    def role(self):
        name, = self.call("Accessible", "GetRoleName")
        return "push button" if name == "button" else name  # its name since ATK 2.51

    def has_state(self, number):
        low, high = self.call("Accessible", "GetState")[0]
        return bool((high << 32 | low) >> number & 1)

    @property
    def children(self):
        found, = self.call("Accessible", "GetChildren")
        return [Accessible(self.bus, peer, path) for peer, path in found]

    @property
    def descendants(self):
        for child in self.children:
            yield child
            yield from child.descendants

    def matches(self, *roles, states=()):
        """The descendants that have one of the roles, or any role if none is named, and all of the states. The program
        looks for them, a hundred times as fast as `descendants`. Not for windows with tables: the bridge between GTK+ 2
        and the bus would use cells of theirs that it has freed."""
        numbers = _set((_ROLES[role] for role in roles), 4)
        rule = (_set(states, 2), _ALL, {}, _ALL, numbers, _ANY if roles else _ALL, [], _ALL, False)
        found, = self.call("Collection", "GetMatches", "((aiia{ss}iaiiasib)uib)", rule, _CANONICAL, 0, True)
        return [Accessible(self.bus, peer, path) for peer, path in found]

    @property
    def place(self):
        """x, y, width and height on the screen, when the layout after a change is done."""
        before, now = None, self.call("Component", "GetExtents", "(u)", 0)[0]
        while now != before:
            time.sleep(LAYOUT)
            before, now = now, self.call("Component", "GetExtents", "(u)", 0)[0]
        return now

    def press(self):
        assert self.call("Action", "DoAction", "(i)", 0) == (True,)


def title_of(row):
    """The title of a row of a combo box. In GTK 3 an explanation may follow in its name."""
    return row.name.partition("\n")[0]


def explanation_of(row):
    """What is said about a row of a combo box: its description, or what follows the title."""
    return row.name.partition("\n")[2] or row.get("Accessible", "Description")


def menu_items(button):
    """The items of the menu that a button opens; it need not be open. In GTK 3 they are parts of the button."""
    parts = button.children
    return parts[0].children if parts[0].role == "menu" else parts


def mnemonic(control):
    """The mnemonic as GTK+ writes it, "<Alt>k"; "" if there is none. For a menu, more may
    follow."""
    return control.call("Action", "GetKeyBinding", "(i)", 0)[0].split(";")[0]


def programs(bus, process):
    """The bus's entry for the process `process`, in a list; an empty list if there is none."""
    registry = Accessible(bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
    return [program for program in registry.children
            if _call(bus, "org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                     "GetConnectionUnixProcessID", "(s)", program.peer) == (process,)]


class Window:
    """A window of the process `process`, and its controls by role and name. Waits for the
    window."""

    may_have_tables = True

    def __init__(self, process, role, title):
        self.bus = wait_for(lambda: accessibility_bus(process), "the accessibility bus")
        self.process, self.role_and_title = process, (role, title)
        self.root = wait_for(self._look, f"the {role} “{title}”")
        self._controls = {}

    def _look(self):
        for program in programs(self.bus, self.process):
            for window in program.children:
                if ((window.role, window.name) == self.role_and_title and
                        window.has_state(SHOWING)):
                    return window
        return None

    def _with_role(self, role):
        if self.may_have_tables:
            return (part for part in self.root.descendants if part.role == role)
        return self.root.matches(role)

    def find(self, role, name):
        """The control with this role and name; None if there is none."""
        return next((found for found in self._with_role(role) if found.name == name), None)

    def control(self, role, name):
        if (role, name) not in self._controls:
            self._controls[role, name] = wait_for(lambda: self.find(role, name), f"the {role} “{name}”")
        return self._controls[role, name]

    def is_open(self):
        try:
            return self._look() is not None
        except GLib.Error:
            return False

    def wait_until_gone(self):
        wait_for(lambda: not self.is_open(), "the end of the {} “{}”".format(*self.role_and_title))

    def is_sensitive(self, role, name):
        return self.control(role, name).has_state(SENSITIVE)

    def is_showing(self, role, name):
        return self.control(role, name).has_state(SHOWING)

    def press(self, name, role="push button"):
        """Presses a button once it can be seen: GTK+ ignores presses of what it has not drawn yet."""
        wait_for(lambda: self.is_showing(role, name), f"the {role} “{name}” on the screen")
        self.control(role, name).press()

    def rows(self, name):
        """The titles of a combo box."""
        menu, = self.control("combo box", name).children
        return [title_of(row) for row in menu.children]

    def choose(self, name, title):
        rows = wait_for(lambda: title in (found := self.rows(name)) and found, f"“{title}” in “{name}”")
        index = rows.index(title)
        assert self.control("combo box", name).call("Selection", "SelectChild", "(i)", index) == \
            (True,)

    def chosen(self, name):
        (peer, path), = self.control("combo box", name).call("Selection", "GetSelectedChild",
                                                             "(i)", 0)
        return title_of(Accessible(self.bus, peer, path))

    def tab(self, name):
        """Shows the page with this tab."""
        index = [part.name for part in self._with_role("page tab")].index(name)
        tab_list, = self._with_role("page tab list")
        assert tab_list.call("Selection", "SelectChild", "(i)", index) == (True,)

    def set_number(self, name, value, role="spin button"):
        self.control(role, name).set("Value", "CurrentValue", GLib.Variant("d", value))

    def number(self, name, role="spin button"):
        return self.control(role, name).get("Value", "CurrentValue")

    def write(self, name, text, role="text"):
        assert self.control(role, name).call("EditableText", "SetTextContents", "(s)", text) == \
            (True,)

    def text(self, name, role="text"):
        return self.control(role, name).call("Text", "GetText", "(ii)", 0, -1)[0]

    def is_checked(self, name, role="check box"):
        return self.control(role, name).has_state(CHECKED)

    def toggle(self, name, role="check box"):
        """Waits for the change: GTK+ 2 presses buttons a moment after it was asked to, and changes numbers at once."""
        checked = self.is_checked(name, role)
        self.press(name, role)
        wait_for(lambda: self.is_checked(name, role) != checked, f"the change of “{name}”")

    def key(self, role, name):
        """The mnemonic of a control in xdotool's notation, like "alt+k"."""
        return mnemonic(self.control(role, name)).replace("<Alt>", "alt+")

    @property
    def size(self):
        return tuple(self.root.call("Component", "GetExtents", "(u)", 0)[0][2:])

    def place(self, role, name):
        """x, y, width and height on the screen, when the layout after a change is done."""
        return self.control(role, name).place
