# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the parts of the Python module, which are in two folders before it is installed, into one.

Without PYTHON_LIBRARY the tests are of the module that is installed."""

import os
import sys
import tempfile
from pathlib import Path

MODULE = Path(__file__).resolve().parents[2] / "python/errdiff"

if "PYTHON_LIBRARY" in os.environ:
    folder = tempfile.TemporaryDirectory()
    package = Path(folder.name) / "errdiff"
    package.mkdir()
    libraries = [os.environ.get(name) for name in ("PYTHON_LIBRARY", "PYTHON_HOLOGRAM_LIBRARY")]
    for part in (*MODULE.glob("*.py*"), *(Path(library) for library in libraries if library)):
        (package / part.name).symlink_to(part)
    sys.path.insert(0, folder.name)
