# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills the plug-in while it works."""

import contextlib
import os
import signal
import time

from gimp import PATIENCE, Gimp, check_text, copy_home
from images import Images


@contextlib.contextmanager
def images_that_survive(warm_home, folder):
    """Images in a GIMP that must survive when the plug-in is killed."""
    gimp = Gimp(copy_home(warm_home, folder / "home"))
    try:
        yield Images(gimp, folder)
    except BaseException:
        gimp.kill()
        raise
    gimp.close()
    # GIMP names the crash only if it has read all that the plug-in wrote before it was killed.
    check_text("\n".join(line for line in gimp.stderr.splitlines() if "crashed" not in line))


def kill_plug_in(gimp, delay):
    """Kills the plug-in's process some seconds after its start. False: it had already ended."""
    deadline = time.monotonic() + PATIENCE
    while not (processes := gimp.plug_in_processes()):
        assert time.monotonic() < deadline, "the plug-in does not start"
        time.sleep(0.001)
    time.sleep(delay)
    if not gimp.plug_in_processes():
        return False
    os.kill(processes[0], signal.SIGKILL)
    return True
