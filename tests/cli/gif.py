# SPDX-License-Identifier: GPL-3.0-or-later
"""Just enough GIF for the tests, without giflib, so that a wrong use of giflib is noticed."""

import struct


class Frame:
    """A frame: numbers of colors row by row, of the part (left, top, width, height)."""

    def __init__(self, part, numbers, delay=10, disposal=0, transparent=None, colors=None, interlaced=False):
        self.part = part
        self.numbers = numbers
        self.delay = delay
        self.disposal = disposal
        self.transparent = transparent
        self.colors = colors  # of its own
        self.interlaced = interlaced
        self.bits = None  # of the numbers, in the codes of a frame that was decoded


def _blocks(data):
    return b"".join(bytes([len(data[at:at + 255])]) + data[at:at + 255] for at in range(0, len(data), 255)) + b"\0"


def _bits(colors):
    return max(1, (len(colors) - 1).bit_length())


def _table(colors):
    return b"".join(map(bytes, colors)).ljust(3 << _bits(colors), b"\0")


def _packed(numbers, bits):
    """Codes of single numbers; the table is cleared before codes would get longer."""
    clear, made, pieces, size = 1 << bits, bytearray(), 0, 0
    for i, number in enumerate([*numbers, clear + 1]):
        for code in [clear, number] if i % ((1 << bits) - 2) == 0 else [number]:
            pieces |= code << size
            size += bits + 1
            while size >= 8:
                made.append(pieces & 255)
                pieces >>= 8
                size -= 8
    return bytes(made) + bytes([pieces])


def passes(rows):
    """The rows in the order of interlaced frames."""
    return [row for first, step in ((0, 8), (4, 8), (2, 4), (1, 2)) for row in rows[first::step]]


def encode(width, height, frames, colors=None, plays=None):
    """A GIF. `plays` is what the block says that Netscape defined; None: there is none."""
    flags = 0x80 | _bits(colors) - 1 if colors else 0
    file = b"GIF89a" + struct.pack("<HHBBB", width, height, flags, 0, 0) + (_table(colors) if colors else b"")
    if plays is not None:
        file += b"!\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", plays) + b"\0"
    for frame in frames:
        left, top, across, down = frame.part
        assert len(frame.numbers) == across * down
        rows = [frame.numbers[y * across:(y + 1) * across] for y in range(down)]
        numbers = [number for row in (passes(rows) if frame.interlaced else rows) for number in row]
        own = 0x80 | _bits(frame.colors) - 1 if frame.colors else 0
        bits = max(2, _bits(frame.colors or colors))
        control = frame.disposal << 2 | (frame.transparent is not None)
        file += b"!\xf9\x04" + struct.pack("<BHB", control, frame.delay, frame.transparent or 0) + b"\0"
        file += b"," + struct.pack("<HHHHB", left, top, across, down, own | (0x40 if frame.interlaced else 0))
        file += (_table(frame.colors) if frame.colors else b"") + bytes([bits]) + _blocks(_packed(numbers, bits))
    return file + b";"


def _unpacked(data, bits, count):
    clear, number, at = 1 << bits, int.from_bytes(data, "little"), 0
    numbers, table, width, last = [], [], bits + 1, None
    while True:
        code = number >> at & (1 << width) - 1
        at += width
        if code == clear:
            table = [[i] for i in range(clear)] + [[], []]
            width, last = bits + 1, None
            continue
        if code == clear + 1:
            assert len(numbers) == count
            return numbers
        entry = table[code] if code < len(table) else last + last[:1]
        numbers += entry
        if last is not None and len(table) < 4096:
            table.append(last + entry[:1])
        if len(table) == 1 << width and width < 12:
            width += 1
        last = entry


def decode(file):
    """(width, height, repeats, frames, the canvas after each frame), each canvas as a list of (red, green, blue,
    alpha); repeats are None if the block of Netscape is missing."""
    assert file.startswith(b"GIF89a")
    width, height, flags = struct.unpack_from("<HHB", file, 6)
    at, colors, repeats, frames, canvases = 13, [], None, [], []
    canvas, control = [(0, 0, 0, 0)] * (width * height), (0, 0, 0)

    def table(size):
        nonlocal at
        made = [tuple(file[at + 3 * i:at + 3 * i + 3]) for i in range(size)]
        at += 3 * size
        return made

    def blocks():
        nonlocal at
        data = b""
        while file[at]:
            data += file[at + 1:at + 1 + file[at]]
            at += 1 + file[at]
        at += 1
        return data
    if flags & 0x80:
        colors = table(2 << (flags & 7))
    while file[at] != ord(";"):
        if file[at] == ord("!"):
            kind = file[at + 1]
            at += 2
            data = blocks()
            if kind == 0xf9:
                control = struct.unpack("<BHB", data)
            elif data.startswith(b"NETSCAPE2.0"):
                repeats = data[12] | data[13] << 8
            continue
        assert file[at] == ord(",")
        left, top, across, down, own = struct.unpack_from("<HHHHB", file, at + 1)
        at += 10
        used = table(2 << (own & 7)) if own & 0x80 else colors
        bits = file[at]
        at += 1
        numbers = _unpacked(blocks(), bits, across * down)
        transparent = control[2] if control[0] & 1 else None
        frame = Frame((left, top, across, down), numbers, control[1], control[0] >> 2 & 7, transparent,
                      used if own & 0x80 else None)
        frame.bits = bits
        canvas = _draw(canvas, width, frame, used)
        frames.append(frame)
        canvases.append(canvas)
        if frame.disposal == 2:
            canvas = [(0, 0, 0, 0) if left <= i % width < left + across and top <= i // width < top + down else pixel
                      for i, pixel in enumerate(canvas)]
    assert at == len(file) - 1
    return width, height, repeats, frames, canvases


def _draw(canvas, width, frame, colors):
    canvas = list(canvas)
    left, top, across, _ = frame.part
    for i, number in enumerate(frame.numbers):
        if number != frame.transparent:
            canvas[(top + i // across) * width + left + i % across] = (*colors[number], 255)
    return canvas
