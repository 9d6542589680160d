# SPDX-License-Identifier: GPL-3.0-or-later
import subprocess


def photograph(part, display, picture, height=None):
    """Writes what the screen shows of a part of a dialog (see tests/window) into a file: of a height of
    so many pixels, or all of it."""
    x, y, width, whole_height = part.call("Component", "GetExtents", "(u)", 0)[0]
    subprocess.run(["import", "-display", display, "-window", "root", "-crop",
                    f"{width}x{height or whole_height}+{x}+{y}", "+repage", "-strip",
                    "+dither", "-colors", "256", "-define", "png:compression-level=9",
                    f"png8:{picture}"], check=True)
