# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how soon the preview of a large layer shows new pixels after a control has changed, and
for how long the window does not respond meanwhile. Prints both; the test only asserts that the
pixels come."""

import statistics
import threading
import time

import pytest
from accessible import Window
from dialog_images import Zoomed
from pixel_watch import PixelWatch, wait_for_pixels

SIDES = 6000, 4000  # 24 megapixels
ROUNDS = 8
PART = 48  # side of the watched part of the preview, in pixels


class Pinger(threading.Thread):
    """Asks the window for its name again and again. Its main loop answers when it is not busy."""

    def __init__(self, process):
        super().__init__()
        self.window = Window(process, "dialog", "Error Diffusion")  # on a connection of its own
        self.longest, self.done = 0, False

    def run(self):
        while not self.done:
            start = time.monotonic()
            assert self.window.root.name == "Error Diffusion"
            self.longest = max(self.longest, time.monotonic() - start)
            time.sleep(0.001)


@pytest.mark.parametrize("title, shrink", [("100 %", 1), ("12.5 %", 8)])
def test_latency(desk, capsys, title, shrink):
    desk.gimp.pdb("gimp-image-scale", desk.image, *SIDES)
    desk.start_from_here()
    strengths = [40 + 5 * i for i in range(ROUNDS)]
    dialog = desk.ask()
    dialog.choose("Zoom", title)
    place, in_preview = desk.last_corner(*SIDES, shrink, PART)
    parts = [Zoomed(desk.expected(strength=strength), shrink).crop(*in_preview) for strength in strengths]
    assert len({part.pixels for part in parts}) == ROUNDS
    times = []
    pinger = Pinger(dialog.process)
    pinger.start()
    try:
        with PixelWatch(desk.display) as watch:
            for strength, part in zip(strengths, parts):
                start = time.monotonic()
                dialog.set_number("Strength", strength)
                wait_for_pixels(watch, place, part.pixels)
                times.append(time.monotonic() - start)
                time.sleep(0.3)
    finally:
        pinger.done = True
        pinger.join()
    with capsys.disabled():
        print(f"\n{SIDES[0]} × {SIDES[1]} RGB at {title}, from a changed control to its "
              f"pixels: median {1000 * statistics.median(times):.0f} ms, most "
              f"{1000 * max(times):.0f} ms; the window answered after {1000 * pinger.longest:.0f} ms at most")
