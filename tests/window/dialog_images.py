# SPDX-License-Identifier: GPL-3.0-or-later
"""The images that these tests compare: 8-bit PNM, compared byte by byte."""

import functools
import os
import re
import subprocess
import zlib

from pixel_watch import PixelWatch


class Image:
    """An image. Not a tuple, because pytest would print every different byte of one."""

    def __init__(self, width, height, channels, pixels):
        self.width, self.height, self.channels, self.pixels = width, height, channels, pixels

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return (f"<{self.width} × {self.height} × {self.channels}, "
                f"checksum {zlib.crc32(self.pixels):08x}>")

    def crop(self, x, y, width, height):
        assert 0 <= x and 0 <= y and x + width <= self.width and y + height <= self.height
        starts = (((y + row) * self.width + x) * self.channels for row in range(height))
        rows = (self.pixels[start:start + width * self.channels] for start in starts)
        return Image(width, height, self.channels, b"".join(rows))

    def contains(self, part):
        """Whether this image shows a smaller one somewhere."""
        places = ((x, y) for y in range(self.height - part.height + 1) for x in range(self.width - part.width + 1))
        row = part.crop(0, 0, part.width, 1)
        return any(self.crop(x, y, part.width, 1) == row and self.crop(x, y, part.width, part.height) == part
                   for x, y in places)


def light_of(value):
    """The light 0..1 of a display value 0..1 of sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def value_of(light):
    """The display value 0..1 of light 0..1."""
    return 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


_LIGHT = [round(65535 * light_of(value / 255)) for value in range(256)]


class Zoomed:
    """An image scaled to enlarge / shrink of its size. If shrink is 1, its pixels become squares; else a pixel is the
    mean in linear light of the square that it covers, in which a pixel that it covers in part counts according to
    that part; above 2/3 of the size the square has 2 × 2 pixels. Parts are computed when they are needed."""

    def __init__(self, image, shrink=1, enlarge=1):
        self.image, self.shrink, self.enlarge = image, shrink, enlarge
        self.width, self.height = (-(-side * enlarge // shrink) for side in (image.width, image.height))

    @functools.lru_cache(maxsize=4)
    def crop(self, x, y, width, height):
        pixel = self._square if self.shrink == 1 else self._mean
        return Image(width, height, 3, bytes(value for row in range(y, y + height)
                                             for column in range(x, x + width)
                                             for value in pixel(column, row)))

    def _square(self, x, y):
        start = (y // self.enlarge * self.image.width + x // self.enlarge) * 3
        return self.image.pixels[start:start + 3]

    def _covered(self, place, side):
        """The pixels that a pixel of the screen covers, each with the units of 1 / enlarge of it that are covered."""
        start, end = place * self.shrink, min((place + 1) * self.shrink, side * self.enlarge)
        if 3 * self.enlarge > 2 * self.shrink:  # above 2/3: two pixels around the middle
            start = max(0, min(start + self.shrink // 2 - self.enlarge, (side - 2) * self.enlarge))
            end = start + min(2, side) * self.enlarge
        for pixel in range(start // self.enlarge, -(-end // self.enlarge)):
            yield pixel, min(end, (pixel + 1) * self.enlarge) - max(start, pixel * self.enlarge)

    def _mean(self, x, y):
        columns = list(self._covered(x, self.image.width))
        sums, count, pixels = [0, 0, 0], 0, self.image.pixels
        for row, down in self._covered(y, self.image.height):
            for column, across in columns:
                start = (row * self.image.width + column) * 3
                count += down * across
                for c in range(3):
                    sums[c] += down * across * _LIGHT[pixels[start + c]]
        return [round(255 * value_of((total + count // 2) // count / 65535)) for total in sums]


_HEADER = re.compile(rb"P([56])\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s")


def read_pnm(data):
    header = _HEADER.match(data)
    assert header, data[:40]
    channels = 1 if header[1] == b"5" else 3
    width, height = int(header[2]), int(header[3])
    pixels = data[header.end():]
    assert len(pixels) == width * height * channels
    return Image(width, height, channels, pixels)


# The defaults of the command and the dialog.
USUAL = {"kernel": "errdiff-12", "linear": True, "match": "lightness"}


def dither(source, target, **options):
    """The command's result for a PNM file with options like kernel="atkinson", linear=True. Without options it is error
    diffusion as it was first published, but for its start."""
    plain = {"kernel": "floyd-steinberg", "serpentine": False, "linear": False, "match": "rgb"}
    if not {"levels", "palette", "colors", "gray"} & set(options):
        plain["levels"] = "2,2,2"
    words = []
    for name, value in (plain | options).items():
        name = name.replace("_", "-")
        words += [f"--{'' if value else 'no-'}{name}"] if isinstance(value, bool) else [f"--{name}", str(value)]
    subprocess.run([os.environ["ERRDIFF"], *words, source, target], check=True,
                   stdout=subprocess.DEVNULL)
    return read_pnm(target.read_bytes())


def screenshot(display, x, y, width, height):
    """An image of a part of the screen."""
    with PixelWatch(display) as watch:
        return Image(width, height, 3, watch.read(x, y, width, height))
