# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 dialog.py FOLDER PICTURE: photographs the plug-in's dialog into PICTURE.

FOLDER is an empty one to work in; the environment is that of tests/window.
"""

import os
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS / "window"), str(TESTS / "support")]

from desk import Desk  # noqa: E402
from gimp import Gimp, make_home  # noqa: E402
from photograph import photograph  # noqa: E402
from screen import Screen  # noqa: E402


def main(folder, picture):
    os.environ["GTK_MODULES"] = "gail:atk-bridge"
    home = make_home(folder / "home", [os.environ["PLUGIN_EXE"]])
    with Screen() as display, Gimp(home, display) as gimp:
        desk = Desk(gimp, display, folder)
        desk.load("coffee.png")
        dialog = desk.ask(reset=False)
        desk.wait_for_preview(desk.expected())
        photograph(dialog, display, picture)
        desk.leave()


main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
