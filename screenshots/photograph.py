# SPDX-License-Identifier: GPL-3.0-or-later
import subprocess


def photograph(part, display, image, height=None):
    """Writes a screenshot of a part of a dialog (see tests/window) to a file: its top `height`
    pixels, or all of it."""
    x, y, width, whole_height = part.call("Component", "GetExtents", "(u)", 0)[0]
    subprocess.run(["import", "-display", display, "-window", "root", "-crop",
                    f"{width}x{height or whole_height}+{x}+{y}", "+repage", "-strip",
                    "+dither", "-colors", "256", "-define", "png:compression-level=9",
                    f"png8:{image}"], check=True)
