# SPDX-License-Identifier: GPL-3.0-or-later
"""GIMP's own windows: its menu, and the windows that show images."""

from pathlib import Path

from accessible import SENSITIVE, Accessible, accessibility_bus, programs, wait_for
from gimp import NAME


def _gimp_process(gimp):
    """The process id of GIMP itself; `gimp.process` is the D-Bus session around it."""
    parent = gimp.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return next(int(child) for child in children
                if Path(f"/proc/{child}/comm").read_text().startswith("gimp"))


def windows(gimp):
    process = _gimp_process(gimp)
    program, = programs(accessibility_bus(process), process)
    return program.children


def menu_entry(gimp, *titles):
    """An entry of the menu, as soon as GIMP allows it for the image that is shown."""
    entry = next(part for window in windows(gimp) for part in window.descendants
                 if part.role == "menu bar")
    for title in titles:
        entry = next(part for part in entry.children if part.name.rstrip(".…") == title)
    wait_for(lambda: entry.has_state(SENSITIVE), f"“{titles[-1]}” in the menu")
    return entry


def choose_in_menu(gimp, *titles):
    menu_entry(gimp, *titles).press()


def find_by_search(gimp, hands, title, words):
    """Waits until GIMP's search for actions, which the key / opens, finds the action `title` by each of the words."""
    menu_entry(gimp, "Help", "Search and Run a Command").press()
    window = wait_for(lambda: next((part for part in windows(gimp) if part.name == "Search Actions"), None),
                      "the search")

    def look():
        table = next((part for part in window.descendants if part.role == "table"), None)
        count = table.get("Table", "NRows") if table else 0
        # A row has a title and an explanation.
        return [Accessible(table.bus, *table.call("Table", "GetAccessibleAt", "(ii)", row, 1)[0]).name
                for row in range(count)]

    def write(text):
        hands("search", "--onlyvisible", "--name", "^Search Actions$", "windowfocus")
        hands("key", "ctrl+a", "type", text)

    for word in words:
        write("a word that finds nothing")
        wait_for(lambda: not look(), "an empty list of actions")
        write(word)
        wait_for(lambda: any(text.startswith(title) for text in look()), f"“{title}” found by “{word}”")
    hands("key", "Escape")


def end_call(gimp, dialog, seconds):
    """Ends the call of the plug-in that a test which failed has left behind, so that GIMP answers again. dialog: that
    of the call, or None; the plug-in is killed if the call does not end in `seconds`."""
    if dialog is not None and dialog.is_open():
        dialog.press("Cancel")
    if gimp.is_waiting:
        gimp.end_call(seconds)


def close_views(gimp):
    """Closes all windows that show images. GIMP may crash if the plug-in, which was started from such a window, has not
    ended yet, so this waits for its end."""
    wait_for(lambda: not gimp.plug_in_processes(NAME), "the end of the plug-in")
    for view in range(1, 100):  # few tests open one
        if gimp.pdb("gimp-display-is-valid", view) == [1]:
            gimp.pdb("gimp-display-delete", view)
