# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests that Debian runs with the installed command pass, and write no message, which would fail them there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "debian/tests"


def run(name, folder):
    # A script calls the Python that runs this test, which has h5py.
    path = ":".join(map(str, (Path(os.environ["ERRDIFF"]).parent, Path(sys.executable).parent, os.environ["PATH"])))
    done = subprocess.run([SCRIPTS / name], env={**os.environ, "PATH": path, "AUTOPKGTEST_TMP": str(folder)},
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_PNG"] != "1", reason="built without libpng")
def test_command(tmp_path):
    run("command", tmp_path)


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_MATLAB"] != "1", reason="built without matio, HDF5, zlib or holograms")
def test_hdf5(tmp_path):
    pytest.importorskip("h5py")
    run("hdf5", tmp_path)
