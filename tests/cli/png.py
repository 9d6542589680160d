# SPDX-License-Identifier: GPL-3.0-or-later
"""Just enough PNG for the tests, without libpng, so that a wrong use of libpng is noticed."""

import struct
import zlib

GRAY, RGB, PALETTE, GRAY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GRAY: 1, RGB: 3, PALETTE: 1, GRAY_ALPHA: 2, RGB_ALPHA: 4}
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _rows(data, row):
    """The rows of `row` bytes each, unfiltered."""
    return b"".join(b"\0" + data[at:at + row] for at in range(0, len(data), row))


def _adam7(data, width, height, pixel):
    """The rows of the seven passes of Adam7; a pixel has `pixel` bytes."""
    rows = b""
    for x0, y0, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                           (1, 0, 2, 2), (0, 1, 1, 2)):
        for y in range(y0, height if x0 < width else 0, dy):
            starts = range((y * width + x0) * pixel, (y + 1) * width * pixel, dx * pixel)
            rows += b"\0" + b"".join(data[at:at + pixel] for at in starts)
    return rows


def encode(width, height, color, bits, data, palette=b"", chunks=(), after=(), interlaced=False,
           level=1):
    """A PNG file of packed rows; 16-bit samples are big endian, as in the file. `chunks` are placed
    before the pixels and `after` after them; `level` is the compression level."""
    row = (width * CHANNELS[color] * bits + 7) // 8
    assert len(data) == row * height
    filtered = (_adam7(data, width, height, CHANNELS[color] * bits // 8) if interlaced
                else _rows(data, row))
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlaced)
    colors = [(b"PLTE", palette)] if palette else []
    return file_of([(b"IHDR", header), *chunks, *colors, (b"IDAT", zlib.compress(filtered, level)), *after,
                    (b"IEND", b"")])


def file_of(chunks):
    """A PNG file of these chunks, pairs of a name and contents."""
    return SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def chunks_of(file):
    """(kind, data) of each chunk in order."""
    assert file.startswith(SIGNATURE)
    at = len(SIGNATURE)
    while at < len(file):
        length, kind = struct.unpack_from(">I4s", file, at)
        yield kind, file[at + 8:at + 8 + length]
        at += 12 + length


def _paeth(left, up, corner):
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def _unfilter(kind, row, above, step):
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        if kind == 1:
            row[i] = (row[i] + left) & 255
        elif kind == 2:
            row[i] = (row[i] + above[i]) & 255
        elif kind == 3:
            row[i] = (row[i] + (left + above[i]) // 2) & 255
        elif kind == 4:
            row[i] = (row[i] + _paeth(left, above[i], corner)) & 255


def _unpack(row, width, bits):
    """Unpacks a row of numbers of `bits` bits to a byte each."""
    per_byte = 8 // bits
    return bytes(row[x // per_byte] >> (8 - bits - x % per_byte * bits) & (1 << bits) - 1
                 for x in range(width))


def decode(file):
    """(width, height, color, bits, packed rows, chunks by kind) of a PNG file; palettes' numbers
    have a byte each, however they are packed."""
    chunks = {}
    for kind, data in chunks_of(file):
        chunks[kind] = chunks.get(kind, b"") + data
    width, height, bits, color, _, _, interlace = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert interlace == 0
    row_bytes = (width * CHANNELS[color] * bits + 7) // 8
    step = max(1, CHANNELS[color] * bits // 8)
    packed = zlib.decompress(chunks[b"IDAT"])
    above, rows = bytearray(row_bytes), bytearray()
    for y in range(height):
        at = y * (row_bytes + 1)
        row = bytearray(packed[at + 1:at + 1 + row_bytes])
        if packed[at]:
            _unfilter(packed[at], row, above, step)
        rows += _unpack(row, width, bits) if color == 3 and bits < 8 else row
        above = row
    return width, height, color, bits, bytes(rows), chunks
