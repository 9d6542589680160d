# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 dialog.py FOLDER SCREENSHOTS HELP: takes screenshots of the plug-in's dialog.

FOLDER is an empty folder to work in. Images of the dialog with each source of colors and in
German, and of the smallest screen with all that is on it, go to the folder SCREENSHOTS, images of
the dialog's groups of controls to HELP. It needs the same environment as tests/window.
"""

import contextlib
import gettext
import os
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS / "window"), str(TESTS / "support")]

from accessible import SHOWING, Window, wait_for  # noqa: E402
from desk import Desk, Photograph  # noqa: E402
from dialog_images import USUAL  # noqa: E402
from gimp import INTERACTIVE, NAME, PRESET_PROCEDURE, Gimp, copy_home, make_home  # noqa: E402
from photograph import photograph  # noqa: E402
from screen import Screen  # noqa: E402

SUNSET = ((20, 12, 28), (68, 36, 52), (133, 76, 48), (210, 125, 44), (218, 212, 94), (222, 238, 214))
OWN = "Sunset, grainy"
LIST = "#1d2b53,#7e2553,#ab5236,#ffa300,#ffccaa,#fff1e8"


def bottom(parts):
    """The bottom edge of these controls, on the screen."""
    places = [part.call("Component", "GetExtents", "(u)", 0)[0] for part in parts]
    return max(y + height for _, y, _, height in places)


# Sizes of the dialog, in pixels: with most of the controls out of sight, and with all of them.
USUAL_SIZE, TALL = (1180, 700), (1180, 2000)


def photograph_dialog(desk, image, role, name):
    """The dialog, scrolled so that this control is seen."""
    desk.dialog.resize(*USUAL_SIZE)
    desk.dialog.control(role, name).call("Component", "GrabFocus")
    desk.dialog.settled()
    time.sleep(0.5)  # until it has scrolled
    photograph(desk.dialog.root, desk.display, image)
    desk.dialog.resize(*TALL)


def photograph_colors(desk, image):
    """The controls for the colors, without the empty space below them."""
    desk.dialog.settled()
    frame = desk.dialog.control("panel", "Colors")
    top = desk.dialog.place("panel", "Colors")[1]
    photograph(frame, desk.display, image, bottom(frame.matches(states=[SHOWING])) - top)


def photograph_colors_of_each_kind(desk, screenshots, help_folder):
    desk.size = TALL
    dialog = desk.ask()
    dialog.choose("Method", "Atkinson")
    dialog.set_number("Levels", 3)
    desk.wait_for_preview(desk.expected(kernel="atkinson", levels=3))
    photograph_dialog(desk, screenshots / "dialog-levels.png", "combo box", "Colors")
    photograph_colors(desk, help_folder / "levels.png")

    dialog.choose("Method", "Floyd–Steinberg")
    dialog.choose("Colors", "PICO-8")
    dialog.choose("Color matching", "Perceptual")
    desk.wait_for_preview(desk.expected(palette="pico-8", match="oklab"))
    photograph_colors(desk, help_folder / "palette.png")

    dialog.open("Gamut of the palette")
    dialog.settled()
    photograph(dialog.control("panel", "Tone"), desk.display, help_folder / "tone-of-the-image.png")
    photograph(dialog.control("toggle button", "Gamut of the palette"), desk.display,
               help_folder / "colors-of-the-image.png")
    photograph_dialog(desk, screenshots / "dialog-tone.png", "check box", "Invert")

    dialog.choose("Colors", "GIMP palette")
    photograph_colors(desk, help_folder / "gimp-palette.png")
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", LIST)
    photograph_colors(desk, help_folder / "list.png")

    dialog.choose("Colors", "Optimized palette")
    desk.wait_for_preview(desk.expected(colors=16, match="oklab"))
    photograph_colors(desk, help_folder / "palette-of-the-image.png")
    dialog.reset()
    desk.wait_for_preview(desk.expected(colors=16, **USUAL))
    dialog.toggle("Before and after")
    wait_for(lambda: dialog.is_checked("Before and after"), "before and after")
    photograph_dialog(desk, screenshots / "dialog.png", "combo box", "Colors")


def photograph_presets(desk, screenshots):
    """The open list, with one of the user's own presets below the line."""
    dialog = desk.dialog
    menu, = dialog.control("combo box", "Preset").children
    desk.hands("key", dialog.key("combo box", "Preset"), "alt+Down")
    wait_for(lambda: menu.children[-1].has_state(SHOWING), "the list")
    time.sleep(1)  # for the thumbnails
    photograph(menu, desk.display, screenshots / "dialog-presets.png")
    desk.hands("key", "Escape")


def photograph_file_and_mistake(desk, help_folder):
    dialog = desk.dialog
    dialog.choose("Preset", OWN)
    dialog.settled()
    photograph_colors(desk, help_folder / "file.png")
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", "#1d2b53,blu")
    wait_for(lambda: dialog.is_warning, "the mistake")
    photograph(dialog.control("statusbar", "Status"), desk.display, help_folder / "mistake.png")
    dialog.reset()


def photograph_groups(desk, help_folder):
    dialog = desk.dialog
    for role, name, image in (("panel", "Method", "look"), ("panel", "Result", "result"),
                              ("toggle button", "Advanced", "speed")):
        if role == "toggle button":
            dialog.open(name)
            wait_for(lambda: dialog.is_showing("combo box", "Engine"), "the engines")
            desk.dialog.settled()
        photograph(dialog.control(role, name), desk.display, help_folder / f"{image}.png")


def alerts(dialog):
    return dialog.root.matches("alert", states=[SHOWING])


def photograph_warnings(desk, help_folder):
    dialog = desk.dialog
    dialog.choose("Colors", "E-paper, 3 inks")
    dialog.choose("Outside the gamut", "Leave as they are")
    wait_for(lambda: alerts(dialog), "the warning")
    dialog.press("Details", "toggle button")
    dialog.settled()
    alert, = alerts(dialog)
    top = alert.call("Component", "GetExtents", "(u)", 0)[0][1]
    photograph(alert, desk.display, help_folder / "warnings.png", bottom([dialog.control("statusbar", "Status")]) - top)


def make_palette(gimp):
    """Makes a palette and GIMP's current one; this GIMP lacks the palettes that GIMP comes with."""
    name, = gimp.pdb("gimp-palette-new", "Sunset")
    for number, color in enumerate(SUNSET):
        gimp.pdb("gimp-palette-add-entry", name, str(number), color)
    gimp.pdb("gimp-context-set-palette", name)


def make_preset(home, folder):
    """Makes a preset of the user's own, which has the colors of a file."""
    colors = folder / "sunset.hex"
    colors.write_text("".join(f"{red:02x}{green:02x}{blue:02x}\n" for red, green, blue in SUNSET))
    presets = Path(home) / "gimp/error-diffusion-presets"
    presets.mkdir(parents=True, exist_ok=True)
    (presets / f"{OWN}.preset").write_text(f"[errdiff preset]\npalette={colors}\nnoise=20\n")


def in_english(home, display, folder, screenshots, help_folder):
    with Gimp(home, display) as gimp:
        desk = Desk(gimp, folder)
        make_palette(gimp)
        make_preset(gimp.home, folder)
        desk.copy(Photograph(gimp, "coffee.png", folder))
        photograph_colors_of_each_kind(desk, screenshots, help_folder)
        photograph_presets(desk, screenshots)
        photograph_file_and_mistake(desk, help_folder)
        photograph_groups(desk, help_folder)
        photograph_warnings(desk, help_folder)
        desk.leave()


def said(status):
    """What the status line says."""
    label = status.matches("label")[0]
    return label.call("Text", "GetText", "(ii)", 0, -1)[0]


def photograph_screen(display, image):
    subprocess.run(["import", "-display", display, "-window", "root", "-strip", "+dither", "-colors", "256",
                    "-define", "png:compression-level=9", f"png8:{image}"], check=True)


def in_german(home, display, folder, screenshots):
    """The dialog in German, with the settings of a preset, and then with a warning: its controls have other names."""
    catalogs = Path(os.environ["PLUGIN_EXE"]).parents[1] / "po"
    german = gettext.translation(NAME, catalogs, ["de"]).gettext

    def control(label):
        return german(label).replace("_", "").rstrip(":")

    with Gimp(home, display, language="de") as gimp:
        desk = Desk(gimp, folder)
        desk.copy(Photograph(gimp, "coffee.png", folder))
        gimp.send(f'({PRESET_PROCEDURE} {INTERACTIVE} {desk.image} {desk.drawable} "e-paper-7")')
        process, = wait_for(lambda: gimp.plug_in_processes(NAME), "the plug-in's process")
        dialog = Window(process, "dialog", german("Error Diffusion"))
        status = wait_for(lambda: dialog.find("statusbar", german("Status")), "the status")
        desk.hands("mousemove", 0, 0)
        wait_for(lambda: german("Done. %s megapixels in %s s.").split()[0] in said(status),
                 "the preview")
        photograph(dialog.root, display, screenshots / "dialog-de.png")
        dialog.choose(control("Color_s:"), german("E-paper, 3 inks"))
        dialog.choose(control("Outside the _gamut:"), german("Leave as they are"))
        wait_for(lambda: alerts(dialog), "the warning")
        time.sleep(1)  # for the window manager
        photograph_screen(display, screenshots / "screen-de.png")
        dialog.press("Abbrechen")
        dialog.wait_until_gone()
        gimp.answer()
        desk.leave()


PANEL = """<JWM>
    <Tray x="0" y="-1" height="32"><TaskList/></Tray>
    <WindowStyle><Font>Sans-10</Font></WindowStyle><TrayStyle><Font>Sans-10</Font></TrayStyle>
</JWM>
"""


@contextlib.contextmanager
def window_manager(display, folder):
    """Gives windows a frame, and the screen a panel."""
    settings = folder / "jwmrc"
    settings.write_text(PANEL)
    process = subprocess.Popen(["jwm", "-display", display, "-f", settings])
    yield
    process.terminate()
    process.wait()


def main(folder, screenshots, help_folder):
    os.environ["GTK_MODULES"] = "gail:atk-bridge"
    home = make_home(folder / "home", [os.environ["PLUGIN_EXE"]])
    # For the dialog as it opens the first time, before one with open sections has left its size.
    german_home = copy_home(home, folder / "german")
    with Screen("1366x2300x24") as display:
        in_english(home, display, folder, screenshots, help_folder)
    with Screen("1366x768x24") as display, window_manager(display, folder):
        in_german(german_home, display, folder, screenshots)


main(*(Path(argument).resolve() for argument in sys.argv[1:]))
