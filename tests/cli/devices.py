# SPDX-License-Identifier: GPL-3.0-or-later
"""What devices take, typed from the sources that are named here, and read back: what errdiff packs becomes an image
again."""

import functools
import itertools
import struct
from dataclasses import dataclass

BLACK, WHITE, RED, YELLOW = (0, 0, 0), (255, 255, 255), (255, 0, 0), (255, 255, 0)
GREEN, BLUE, ORANGE = (0, 255, 0), (0, 0, 255), (255, 128, 0)
MONO = {0: BLACK, 1: WHITE}
INK = {0: WHITE, 1: BLACK}
GRAYS = {i: (85 * i,) * 3 for i in range(4)}
SIXTEEN = {i: (17 * i,) * 3 for i in range(16)}
FOUR = {0: BLACK, 1: WHITE, 2: YELLOW, 3: RED}  # epd7in3g.py, inky_jd79661.py
SEVEN = {0: BLACK, 1: WHITE, 2: GREEN, 3: BLUE, 4: RED, 5: YELLOW, 6: ORANGE}  # epd5in65f.py, inky_uc8159.py
SIX = {0: BLACK, 1: WHITE, 2: YELLOW, 3: RED, 5: BLUE, 6: GREEN}  # EPD_7in3e.h, inky_e673.py
INKY_RED = {(0, 0): BLACK, (1, 0): WHITE, (1, 1): RED}  # inky.py: buf_a and buf_b
INKY_YELLOW = {(0, 0): BLACK, (1, 0): WHITE, (1, 1): YELLOW}
WAVESHARE_RED = {(0, 1): BLACK, (1, 1): WHITE, (1, 0): RED}  # EPD_7in5b_V2.c: blackimage, ryimage


@dataclass
class Device:
    width: int  # of the image, as a user has it
    height: int
    bits: int  # 0: two planes of 1 bit
    colors: dict  # by code, or by the bits of both planes
    preset: str = ""
    palette: str = ""
    turn: int = 0  # quarter turns clockwise before packing
    row: int = 0  # pixels that are stored of a row; 0: those of the image
    halves: int = 1


BW, THREE = "black-and-white", "e-paper-3"
PANELS = {
    "inky-phat-red": Device(212, 104, 0, INKY_RED, THREE, THREE, turn=1),
    "inky-phat-yellow": Device(212, 104, 0, INKY_YELLOW, "", "#000000,#ffffff,#ffff00", turn=1),
    "inky-phat-4": Device(250, 122, 2, FOUR, "bwry", "bwry", turn=1, row=128),
    "inky-what-red": Device(400, 300, 0, INKY_RED, THREE, THREE),
    "inky-what-yellow": Device(400, 300, 0, INKY_YELLOW, "", "#000000,#ffffff,#ffff00"),
    "inky-what-4": Device(400, 300, 2, FOUR, "bwry", "bwry"),
    "inky-impression-4": Device(640, 400, 4, SEVEN, "acep-7", "acep-7"),
    "inky-impression-5.7": Device(600, 448, 4, SEVEN, "acep-7", "acep-7"),
    "inky-impression-7.3": Device(800, 480, 4, SEVEN, "acep-7", "acep-7"),
    "inky-spectra-4": Device(600, 400, 4, SIX, "spectra-6", "spectra-6", turn=1),
    "inky-spectra-7.3": Device(800, 480, 4, SIX, "spectra-6", "spectra-6"),
    "inky-spectra-13.3": Device(1600, 1200, 4, SIX, "spectra-6", "spectra-6-13in", turn=1, halves=2),
    "waveshare-2.13": Device(122, 250, 1, MONO, "", BW),
    "waveshare-2.9": Device(128, 296, 1, MONO, "", BW),
    "waveshare-4.2": Device(400, 300, 1, MONO, "", BW),
    "waveshare-7.5": Device(800, 480, 1, MONO, "", BW),
    "waveshare-4.2-gray": Device(400, 300, 2, GRAYS, "", "#000000,#555555,#aaaaaa,#ffffff"),
    "waveshare-7.5-gray": Device(800, 480, 2, GRAYS, "", "#000000,#555555,#aaaaaa,#ffffff"),
    "waveshare-2.13-red": Device(122, 250, 0, WAVESHARE_RED, THREE, THREE),
    "waveshare-2.9-red": Device(128, 296, 0, WAVESHARE_RED, THREE, THREE),
    "waveshare-4.2-red": Device(400, 300, 0, WAVESHARE_RED, THREE, THREE),
    "waveshare-5.83-red": Device(648, 480, 0, WAVESHARE_RED, THREE, THREE),
    "waveshare-7.5-red": Device(800, 480, 0, WAVESHARE_RED, THREE, THREE),
    "waveshare-7.3-4": Device(800, 480, 2, FOUR, "bwry", "bwry"),
    "waveshare-5.65-7": Device(600, 448, 4, SEVEN, "acep-7", "acep-7"),
    "waveshare-7.3-7": Device(800, 480, 4, SEVEN, "acep-7", "acep-7"),
    "waveshare-4-spectra": Device(400, 600, 4, SIX, "spectra-6", "spectra-6"),
    "waveshare-7.3-spectra": Device(800, 480, 4, SIX, "spectra-6", "spectra-6"),
    "waveshare-13.3-spectra": Device(1200, 1600, 4, SIX, "spectra-6", "spectra-6-13in"),
    "rows-1": Device(171, 91, 1, MONO, "", BW),
    "rows-1-low": Device(171, 91, 1, MONO, "", BW),
    "rows-2": Device(171, 91, 2, GRAYS, "", "#000000,#555555,#aaaaaa,#ffffff"),
    "rows-4": Device(171, 91, 4, SIXTEEN, "", ",".join(f"#{i:x}{i:x}{i:x}" for i in range(16))),
}

# Printable dots and offsets of labels, as in labels.py of brother_ql.
LABELS = {
    "brother-ql-12": (106, 200, 29), "brother-ql-29": (306, 200, 6), "brother-ql-38": (413, 200, 12),
    "brother-ql-50": (554, 200, 12), "brother-ql-62": (696, 200, 12), "brother-ql-62-red": (696, 200, 12),
    "brother-ql-29x90": (306, 991, 6), "brother-ql-62x29": (696, 271, 12), "brother-ql-62x100": (696, 1109, 12),
}


@functools.cache
def _codes(bits, low_first):
    """Of each byte."""
    per_byte = 8 // bits
    shifts = [bits * i if low_first else 8 - bits * (i + 1) for i in range(per_byte)]
    return [[byte >> shift & (1 << bits) - 1 for shift in shifts] for byte in range(256)]


def unpack_row(row, bits, low_first=False):
    return list(itertools.chain.from_iterable(map(_codes(bits, low_first).__getitem__, row)))


def unpack_plane(data, width, height, bits, low_first=False):
    """Rows of codes, and what follows them in `data`. What is left of each row must be 0."""
    size = (width * bits + 7) // 8
    rows = [unpack_row(data[y * size:(y + 1) * size], bits, low_first) for y in range(height)]
    return rows, data[height * size:]


def unpack_panel(name, data, device=None):
    """The colors of the image's pixels, row by row."""
    device = device or PANELS[name]
    width, height = (device.height, device.width) if device.turn else (device.width, device.height)
    stored = (device.row or width) // device.halves
    if device.bits:
        parts = []
        for _ in range(device.halves):
            rows, data = unpack_plane(data, stored, height, device.bits, name.endswith("-low"))
            used = stored if device.halves > 1 else width
            assert not any(any(row[used:]) for row in rows)
            parts.append([row[:used] for row in rows])
        codes = [sum(row, []) for row in zip(*parts)]
    else:
        first, data = unpack_plane(data, stored, height, 1)
        second, data = unpack_plane(data, stored, height, 1)
        codes = [list(zip(a, b))[:width] for a, b in zip(first, second)]
    assert data == b""
    if device.turn:  # back, counterclockwise
        codes = list(zip(*codes))[::-1]
    return [device.colors[code] for row in codes for code in row]


def unpack_esc_pos(data):
    """Rows of 0 for paper and 1 for black, and the heights of the commands' pieces. GS v 0 of Epson's "ESC/POS Command
    Reference": 1D 76 30 m xL xH yL yH, then xL + 256 xH bytes for each of yL + 256 yH rows."""
    rows, heights = [], []
    while data:
        assert data[:4] == b"\x1dv0\0"
        size, height = struct.unpack("<HH", data[4:8])
        more, data = unpack_plane(data[8:], 8 * size, height, 1)
        rows += more
        heights.append(height)
    return rows, heights


def unpack_brother(data, margin, width):
    """The header of a job of a label printer, and rows of (black, red) by Brother's "Raster Command Reference": w 01 n
    and w 02 n with two colors, or g 00 n, then n bytes of a row, of which the last dot is the first one."""
    end = data.index(b"\x1bid") + 5
    header, data, rows = data[:end], data[end:], []

    def take(mark):
        nonlocal data
        assert data[:3] == mark + bytes([90]), data[:3]
        dots = unpack_row(data[3:93], 1)
        data = data[93:]
        assert not any(dots[:margin]) and not any(dots[margin + width:])
        return dots[margin:margin + width][::-1]

    while data != b"\x1a":
        if data[:1] == b"g":
            rows.append([(dot, 0) for dot in take(b"g\0")])
        else:
            rows.append(list(zip(take(b"w\x01"), take(b"w\x02"))))
    return header, rows


def unpack_playdate(data):
    """(width, height, rows of None for transparent pixels, 0 for black and 1 for white) of a .pdi file that is not
    compressed, https://github.com/cranksters/playdate-reverse-engineering/blob/main/formats/pdi.md."""
    assert data[:16] == b"Playdate IMG\0\0\0\0"
    width, height, stride, left, right, top, bottom, flags = struct.unpack("<8H", data[16:32])
    assert (left, right, top, bottom) == (0, 0, 0, 0) and stride == (width + 7) // 8
    white, rest = unpack_plane(data[32:], width, height, 1)
    opaque = [[1] * width] * height
    if flags & 3:
        opaque, rest = unpack_plane(rest, width, height, 1)
    assert rest == b""
    return width, height, [[color if is_opaque else None for color, is_opaque in list(zip(*rows))[:width]]
                           for rows in zip(white, opaque)]
