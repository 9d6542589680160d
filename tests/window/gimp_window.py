# SPDX-License-Identifier: GPL-3.0-or-later
"""GIMP's own windows: its menu, and the windows that show images."""

from pathlib import Path

from accessible import SENSITIVE, accessibility_bus, programs, wait_for
from gimp import NAME


def _gimp_process(gimp):
    """The process id of GIMP itself; `gimp.process` is the D-Bus session around it."""
    parent = gimp.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return next(int(child) for child in children
                if Path(f"/proc/{child}/comm").read_text().startswith("gimp"))


def choose_in_menu(gimp, *titles):
    """Chooses an entry of the menu as soon as GIMP allows it for the image that is shown."""
    process = _gimp_process(gimp)
    program, = programs(accessibility_bus(process), process)
    entry = next(part for window in program.children for part in window.descendants
                 if part.role == "menu bar")
    for title in titles:
        entry = next(part for part in entry.children if part.name.rstrip(".…") == title)
    wait_for(lambda: entry.has_state(SENSITIVE), f"“{titles[-1]}” in the menu")
    entry.press()


def close_views(gimp):
    """Closes all windows that show images. GIMP may crash if the plug-in, which was started from such a window, has not
    ended yet, so this waits for its end."""
    wait_for(lambda: not gimp.plug_in_processes(NAME), "the end of the plug-in")
    for view in range(1, 100):  # few tests open one
        if gimp.pdb("gimp-display-is-valid", view) == [1]:
            gimp.pdb("gimp-display-delete", view)
