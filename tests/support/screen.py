# SPDX-License-Identifier: GPL-3.0-or-later
"""A virtual X screen."""

import os
import subprocess


# Seconds in which a window must come that xdotool waits for.
PATIENCE = 60


def hands(display, *words):
    """Uses mouse and keyboard; the words are arguments for xdotool. Keys need a call of their own: after a search,
    xdotool sends each event to the window that it found when that does not have the focus, so a key whose press
    closes the window is never released."""
    assert "search" not in words or not {"key", "type"} & set(words), words
    subprocess.run(["xdotool", *map(str, words)], check=True, timeout=PATIENCE,
                   env={**os.environ, "DISPLAY": display})


class Screen:
    """with Screen() as display: …, where display is ":7" or the like."""

    def __init__(self, size="1280x1024x24"):
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp",
             "-noreset", "-r"],  # -r: on a busy machine a key is not repeated in the next window
            pass_fds=[writer], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        if not number:
            raise AssertionError("Xvfb does not start")
        self.display = f":{number}"

    def __enter__(self):
        return self.display

    def __exit__(self, kind, value, traceback):
        self.process.terminate()
        self.process.wait()
