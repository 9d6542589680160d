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
for part in (*MODULE.glob("*.py*"), Path(os.environ["PYTHON_LIBRARY"])):
    (package / part.name).symlink_to(part)
sys.path.insert(0, folder.name)
