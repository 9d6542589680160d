# SPDX-License-Identifier: GPL-3.0-or-later
"""PNM files as the tests make and read them."""

import re


def encode(width, height, channels, bits, data):
    """A P5 or P6 file; 16-bit samples are big endian."""
    assert len(data) == width * height * channels * bits // 8
    header = f"P{5 if channels == 1 else 6}\n{width} {height}\n{(1 << bits) - 1}\n"
    return header.encode() + data


def decode(file):
    """(width, height, channels, bits, data) of a P5 or P6 file without comments."""
    header = re.match(rb"P([56])\s+(\d+)\s+(\d+)\s+(255|65535)\s", file)
    assert header, file[:40]
    kind, width, height, maxval = (int(number) for number in header.groups())
    channels, bits = 1 if kind == 5 else 3, 8 if maxval == 255 else 16
    data = file[header.end():]
    assert len(data) == width * height * channels * bits // 8
    return width, height, channels, bits, data


def crop(file, left, top, width, height):
    """A part of a P5 or P6 file."""
    whole, _, channels, bits, data = decode(file)
    pixel = channels * bits // 8
    rows = [data[(y * whole + left) * pixel:][:width * pixel] for y in range(top, top + height)]
    return encode(width, height, channels, bits, b"".join(rows))


TUPLE_TYPES = {1: "GRAYSCALE", 2: "GRAYSCALE_ALPHA", 3: "RGB", 4: "RGB_ALPHA"}


def encode_pam(width, height, depth, maxval, data, tuple_type=None):
    """A P7 file; the tuple type follows from the depth unless it is given."""
    header = (f"P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {maxval}\n"
              f"TUPLTYPE {tuple_type or TUPLE_TYPES[depth]}\nENDHDR\n")
    return header.encode() + data


def pack(values, maxval):
    """Packs samples as P5, P6 and P7 store them."""
    size = 1 if maxval < 256 else 2
    return b"".join(value.to_bytes(size, "big") for value in values)


def rescale(values, maxval):
    """Scales samples of 0..maxval to 8 or 16 bits, rounded like Netpbm, as data for `encode`."""
    white = 255 if maxval < 256 else 65535
    return pack([(value * white + maxval // 2) // maxval for value in values], white)
