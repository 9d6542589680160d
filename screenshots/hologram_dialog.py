# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 hologram_dialog.py FOLDER IMAGE HELP: takes a screenshot of the hologram dialog as
IMAGE, and one of its other settings in the folder HELP.

FOLDER is an empty folder to work in. It needs the same environment as tests/window.
"""

import os
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS / "window"), str(TESTS / "support")]

from gimp import Gimp, make_home  # noqa: E402
from hologram_desk import HologramDesk, write_scene  # noqa: E402
from photograph import photograph  # noqa: E402
from screen import Screen  # noqa: E402


def main(folder, image, help_folder):
    os.environ["GTK_MODULES"] = "gail:atk-bridge"
    home = make_home(folder / "home", [os.environ["PLUGIN_EXE"]])
    with Screen() as display, Gimp(home, display) as gimp:
        desk = HologramDesk(gimp, folder, write_scene(folder))
        dialog = desk.ask()
        desk.set_optics()
        dialog.unfold()
        dialog.set_number("Focus depth", 4)
        desk.hands("mousemove", 0, 0)
        dialog.settled()
        photograph(dialog.control("toggle button", "More settings"), display,
                   help_folder / "hologram-more.png")
        dialog.fold()
        photograph(dialog.root, display, image)
        desk.leave()


main(*(Path(argument).resolve() for argument in sys.argv[1:]))
