# SPDX-License-Identifier: GPL-3.0-or-later
import subprocess


def photograph(dialog, display, picture):
    """Writes what the screen shows of a dialog (see tests/window) into a file."""
    x, y, width, height = dialog.root.call("Component", "GetExtents", "(u)", 0)[0]
    subprocess.run(["import", "-display", display, "-window", "root", "-crop",
                    f"{width}x{height}+{x}+{y}", "+repage", "-strip", picture], check=True)
