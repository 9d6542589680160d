# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 gimp3.py IMAGE: takes a screenshot of the plug-in's dialog in GIMP 3, in the environment of tests/gimp."""

import os
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS / "window"), str(TESTS / "support")]

from accessible import wait_for  # noqa: E402
from desk import Desk, Photograph  # noqa: E402
from gimp import Gimp, make_home  # noqa: E402
from photograph import photograph  # noqa: E402
from screen import Screen  # noqa: E402


def main(image, folder):
    home = make_home(folder / "home", [os.environ["PLUGIN_EXE"]])
    with Screen("1366x1900x24") as display, Gimp(home, display) as gimp:
        desk = Desk(gimp, folder)
        desk.copy(Photograph(gimp, "chelsea.png", folder))
        desk.size = 1180, 700
        dialog = desk.ask()
        dialog.choose("Colors", "Optimized palette")
        dialog.choose("Color matching", "Perceptual")
        desk.wait_for_preview(desk.expected(colors=16, match="oklab"))
        dialog.toggle("Before and after")
        wait_for(lambda: dialog.is_checked("Before and after"), "before and after")
        dialog.settled()
        time.sleep(1)  # until the theme has drawn the mark in the box bit by bit
        photograph(dialog.root, display, image)
        desk.cancel()
        desk.leave()


with tempfile.TemporaryDirectory() as temporary:
    main(Path(sys.argv[1]), Path(temporary))
