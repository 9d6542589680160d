# SPDX-License-Identifier: GPL-3.0-or-later
"""How much memory the plug-in takes: at most twice the bytes of the layer, in addition to what its process takes for
a tiny layer."""

import os

import pytest

import gimp as support
from gimp import NAME
from images import Images

SIDE = 10000
BYTES = SIDE * SIDE * 3
TIMEOUT = 300

# Takes the place of the plug-in: runs it, and writes its peak memory, in KiB, to a file.
WRAPPER = """#!/usr/bin/python3
import os, sys

process = os.fork()
if process == 0:
    os.execv({program!r}, sys.argv)
_, status, usage = os.wait4(process, 0)
with open({log!r}, "w") as log:
    print(usage.ru_maxrss, file=log)
sys.exit(os.waitstatus_to_exitcode(status) & 255)
"""


class Measured:
    """Images in a GIMP whose plug-in is measured."""

    def __init__(self, images, log):
        self.images, self.log = images, log

    def peak(self, side, **arguments):
        """The peak memory of the plug-in, in bytes, while it dithers an RGB layer."""
        image = self.images.image(side, side)
        layer, = self.images.pdb("gimp-layer-new", image, side, side, 0, "photo", 100, 28)
        self.images.pdb("gimp-image-insert-layer", image, layer, 0, 0)
        self.images.pdb("gimp-drawable-fill", layer, 0, timeout=TIMEOUT)
        self.images.gimp.evaluate(self.images.dither_call(image, layer, **arguments), TIMEOUT)
        self.images.delete()
        return int(self.log.read_text()) * 1024


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("memory")
    wrapper, log = folder / NAME, folder / "peak"
    wrapper.write_text(WRAPPER.format(program=os.environ["PLUGIN_EXE"], log=str(log)))
    wrapper.chmod(0o755)
    home = support.make_home(folder / "home", [wrapper])
    with support.Gimp(home) as gimp:
        yield Measured(Images(gimp, folder), log)


@pytest.mark.parametrize("output", ["new-layer", "replace"])
def test_peak(measured, output):
    process = measured.peak(16, output=output)
    peak = measured.peak(SIDE, output=output)
    print(f"{output}: {peak >> 20} MiB for {BYTES >> 20} MiB; {process >> 20} MiB for a tiny layer")
    assert peak <= process + 2 * BYTES
