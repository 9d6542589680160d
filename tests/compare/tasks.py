# SPDX-License-Identifier: GPL-3.0-or-later
"""What board.py asks of each program: to dither a photograph to certain colors."""

import itertools
import re
from dataclasses import dataclass
from pathlib import Path

_PALETTES = (Path(__file__).resolve().parents[2] / "core/palette/palette.c").read_text(encoding="utf-8")
_STEPS = ("00", "55", "aa", "ff")


@dataclass(frozen=True)
class Task:
    """A line of the tables.

    title: its name in them.
    default: errdiff's options that ask for these colors, and for nothing else.
    settings: the options that the documents name for this task.
    count: the number of colors.
    palette: the colors as they look, RRGGBB; empty if they are made from the photograph.
    levels: the number of levels of each channel, if the colors are all their combinations, and 0 otherwise.
    gray: whether programs get the photograph in gray.
    white: the color, RRGGBB, to which the viewer's eyes have adapted, if it is not white."""
    title: str
    default: str
    settings: str
    count: int
    palette: tuple = ()
    levels: int = 0
    gray: bool = False
    white: str = ""


def _named(title, name, settings="", adapted=False):
    """A task with a built-in palette; adapted: to the palette's second color, the white of e-paper."""
    listed = re.search(rf'"{name}", N_\("[^"]+"\), \w+}},\s+\d+,\s+{{([^}}]+)}}', _PALETTES)[1]
    palette = tuple(color.lower() for color in re.findall("0x([0-9A-F]{6})", listed))
    asked = f"--palette {name}"
    return Task(title, asked, f"{asked} {settings}".strip(), len(palette), palette, white=palette[1] if adapted else "")


def _made(count, settings=""):
    asked = f"--colors {count}"
    return Task(f"{count} colors made from it", asked, f"{asked} {settings}".strip(), count)


def _levels(title, count, palette, gray):
    asked = f"--levels {count}"
    return Task(title, asked, asked, len(palette), palette, count, gray)


TASKS = (
    _levels("black and white", 2, ("000000", "ffffff"), gray=True),
    _levels("4 grays", 4, tuple(3 * step for step in _STEPS), gray=True),
    _named("PICO-8", "pico-8"),
    _named("EGA", "ega"),
    _named("e-paper, 7 ideal inks", "e-paper-7"),
    _made(8),
    _made(16),
    _made(64, "--match oklab"),
    _made(256, "--match oklab"),
    _levels("RGB, 4 levels", 4, tuple(map("".join, itertools.product(_STEPS, repeat=3))), gray=False),
    _named("e-paper Spectra 6", "spectra-6", "--gamut relative", adapted=True),
    _named("e-paper, 4 inks", "bwry", "--gamut relative", adapted=True),
    _named("e-paper ACeP", "acep-7"),
)
