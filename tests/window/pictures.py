# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures as this folder compares them: 8-bit PNM, read to the byte."""

import os
import re
import subprocess
import zlib


class Picture:
    """Not a tuple, of which pytest would print every byte that differs."""

    def __init__(self, width, height, channels, pixels):
        self.width, self.height, self.channels, self.pixels = width, height, channels, pixels

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return (f"<{self.width} × {self.height} × {self.channels}, "
                f"checksum {zlib.crc32(self.pixels):08x}>")

    def crop(self, x, y, width, height):
        assert 0 <= x and 0 <= y and x + width <= self.width and y + height <= self.height
        rows = (self.pixels[((y + row) * self.width + x) * self.channels:][:width * self.channels]
                for row in range(height))
        return Picture(width, height, self.channels, b"".join(rows))


_HEADER = re.compile(rb"P([56])\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s")


def read_pnm(data):
    header = _HEADER.match(data)
    assert header, data[:40]
    channels = 1 if header[1] == b"5" else 3
    width, height = int(header[2]), int(header[3])
    pixels = data[header.end():]
    assert len(pixels) == width * height * channels
    return Picture(width, height, channels, pixels)


def dither(source, target, **options):
    """What the command makes of a PNM file with these options: kernel="atkinson", linear=True."""
    words = []
    for name, value in options.items():
        words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    subprocess.run([os.environ["ERRDIFF"], *words, source, target], check=True,
                   stdout=subprocess.DEVNULL)
    return read_pnm(target.read_bytes())


def screenshot(display):
    """The whole screen."""
    image = subprocess.run(["import", "-display", display, "-window", "root", "-depth", "8",
                            "ppm:-"], check=True, capture_output=True).stdout
    return read_pnm(image)
