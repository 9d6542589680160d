# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the plug-in from GIMP's menu, as most users do."""

from pathlib import Path

from accessible import accessibility_bus, programs, wait_for


def gimp_process(gimp):
    """The process id of GIMP itself; `gimp.process` is the D-Bus session around it."""
    parent = gimp.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return next(int(child) for child in children
                if Path(f"/proc/{child}/comm").read_text().startswith("gimp"))


def menu_bar(gimp):
    process = gimp_process(gimp)
    program, = programs(accessibility_bus(process), process)
    return next(part for window in program.children for part in window.descendants
                if part.role == "menu bar")


def below(menu, title):
    return next(part for part in menu.children if part.name.rstrip(".…") == title)


def open_from_menu(desk):
    """Starts the plug-in for the image that `desk` shows, and returns its dialog."""
    menu = menu_bar(desk.gimp)
    for title in ("Filters", "Dithering", "Error Diffusion"):
        menu = below(menu, title)
    menu.press()
    return desk.meet_dialog()


def test_menu(desk):
    desk.show()
    dialog = open_from_menu(desk)
    dialog.reset()
    dialog.choose("Kernel", "Fan")
    dialog.press("OK")
    desk.forget_dialog()

    layer, source = wait_for(lambda: len(desk.layers()) == 2 and desk.layers(), "the new layer")
    assert source == desk.drawable
    assert desk.pixels(layer) == desk.expected(kernel="fan")
