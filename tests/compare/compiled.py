# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the C part of a script."""

import ctypes
import os
import subprocess
from pathlib import Path


def compiled(script, folder, *options):
    """Compiles the C file beside a Python file, which has its name, to a shared library in the folder: the library."""
    source = Path(script).with_suffix(".c")
    library = Path(folder) / f"{source.stem}.so"
    subprocess.run([os.environ.get("CC", "cc"), *options, "-shared", "-fPIC", "-o", library, source], check=True)
    return ctypes.CDLL(str(library))
