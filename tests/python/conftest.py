# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the parts of the Python module, which are in two folders before it is installed, into one."""

import os
import sys
import tempfile
from pathlib import Path

MODULE = Path(__file__).resolve().parents[2] / "python/errdiff"

folder = tempfile.TemporaryDirectory()
package = Path(folder.name) / "errdiff"
package.mkdir()
libraries = [Path(os.environ[name]) for name in ("PYTHON_LIBRARY", "PYTHON_HOLOGRAM_LIBRARY") if os.environ.get(name)]
for part in (*MODULE.glob("*.py*"), *libraries):
    (package / part.name).symlink_to(part)
sys.path.insert(0, folder.name)
