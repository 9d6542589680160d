# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine code in the GPU module is compressed."""

import os
import zlib
from pathlib import Path

import pytest

MODULES = [path for path in map(Path, os.environ["ERRDIFF_MODULES"].split()) if path.name == "errdiff-cuda.so"]


@pytest.mark.skipif(not MODULES, reason="there is no GPU module")
def test_the_gpu_module_is_compressed():
    contents = MODULES[0].read_bytes()
    assert len(zlib.compress(contents, 1)) > 0.6 * len(contents)  # 0.2 without compression
