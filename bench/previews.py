#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how soon the dialog's preview of an image of 24 megapixels shows the right pixels after another method, or
another palette, was chosen: bench/previews.py BUILD

Methods are chosen twice: with 2 levels of each channel, as error diffusion was first published, and with the usual
options, whose palette of 16 colors was made from the image.

BUILD is a build folder with the plug-in and the tests. GIMP runs on a virtual screen; the machine should have nothing
else to do meanwhile. It writes the median and the longest of the rounds, in milliseconds, as JSON: from the choice to
the right pixels in that corner of the visible part which is drawn last, at 100 % and at 12.5 %."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOP / "tests/support"), str(TOP / "tests/window")]

import gimp as support  # noqa: E402
from desk import Desk, Photograph  # noqa: E402
from dialog_images import Zoomed, read_pnm  # noqa: E402
from pixel_watch import PixelWatch, wait_for_pixels  # noqa: E402
from screen import Screen  # noqa: E402

SIDES = 6000, 4000
DIALOG = 1900, 1000  # its size, on a screen of 1920 × 1080
ROUNDS = 5
PART = 48  # side of the part that is compared, in pixels
ZOOMS = {"100 %": 1, "12.5 %": 8}
PLAIN = {"Method": "Floyd–Steinberg", "Colors": "Levels of each channel"}
USUAL = {"Method": "errdiff, 12 taps"}


def listed(what):
    """Names by their titles, as the command lists kernels or palettes."""
    text = subprocess.run([os.environ["ERRDIFF"], what], check=True, capture_output=True, text=True).stdout
    words = (line.split(None, 3) for line in text.splitlines()[1:])
    return {line[3]: line[0] for line in words}


def machine():
    """What `errdiff bench` says about this machine, with the date."""
    report = subprocess.run([os.environ["ERRDIFF"], "bench", "--json", "--size", "64x64", "--repeat", "1"], check=True,
                            capture_output=True).stdout
    return json.loads(report)["machine"]


def usual_result(desk, **options):
    """The result of the command with the usual options but for those that are given."""
    target = desk.folder / "expected.pnm"
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    subprocess.run([os.environ["ERRDIFF"], *words, desk.source, target], check=True, stdout=subprocess.DEVNULL)
    return read_pnm(target.read_bytes())


def measure(desk, zoom, result, control, before, chosen, options):
    """Seconds from the choice of a row in the list `control`, in which `before` was chosen, to its pixels, for each
    round. result() makes the whole result with options."""
    on_screen, in_preview = desk.last_corner(*SIDES, ZOOMS[zoom], PART)
    old, new = (Zoomed(result(desk, **words), ZOOMS[zoom]).crop(*in_preview).pixels for words in ({}, options))
    seconds = []
    with PixelWatch(desk.display) as watch:
        for _ in range(ROUNDS):
            wait_for_pixels(watch, on_screen, old)
            desk.dialog.settled()
            start = time.monotonic()
            desk.dialog.choose(control, chosen)
            wait_for_pixels(watch, on_screen, new)
            seconds.append(time.monotonic() - start)
            desk.dialog.settled()
            desk.dialog.choose(control, before)
    return seconds


def measure_all(desk, result, before, jobs, kind):
    """A row for each job, a list's name, a row of it and its options, whose result differs from that before."""
    rows = []
    for zoom in ZOOMS:
        desk.dialog.choose("Zoom", zoom)
        for control, title, options in jobs:
            if title == before["Method"]:
                continue
            seconds = measure(desk, zoom, result, control, before[control], title, options)
            rows.append({"zoom": zoom, "from": kind, **options, "median_ms": round(1000 * statistics.median(seconds)),
                         "longest_ms": round(1000 * max(seconds))})
            print(rows[-1], file=sys.stderr)
    return rows


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1]).resolve()
    os.environ.update(ERRDIFF=str(build / "command/errdiff"), GTK_MODULES="gail:atk-bridge")
    with tempfile.TemporaryDirectory() as name, Screen("1920x1080x24") as display:
        folder = Path(name)
        home = support.make_home(folder / "home", [build / "plugin/gimp-error-diffusion",
                                                   build / "tests/gimp/pixel_transfer"])
        with support.Gimp(home, display) as gimp:
            desk = Desk(gimp, folder)
            desk.size = DIALOG
            desk.copy(Photograph(gimp, "chelsea.png", folder))
            gimp.pdb("gimp-image-scale", desk.image, *SIDES)
            desk.start_from_here()
            methods = [("Method", title, {"kernel": name}) for title, name in listed("kernels").items()]
            palettes = [("Colors", title, {"palette": name}) for title, name in listed("palettes").items()]
            desk.ask(reset=False)
            desk.dialog.resize(*desk.size)
            rows = measure_all(desk, usual_result, USUAL, methods, "usual")
            desk.end_call()
            desk.ask()
            rows += measure_all(desk, Desk.expected, PLAIN, methods + palettes, "plain")
            desk.leave()
    json.dump({"machine": machine(), "rows": rows}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
