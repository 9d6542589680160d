# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of JPEG, WebP and TIFF files, Exif data and color profiles, as the tests make them."""

import pathlib
import struct

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "formats"


def exif(orientation=1, order="<", resolution=None):
    """Exif data from the TIFF header on; `resolution` is (x, y, unit)."""
    entries = [(0x112, 3, 1, struct.pack(order + "HH", orientation, 0))]
    numbers = b""
    if resolution:
        x, y, unit = resolution
        at = 8 + 2 + 4 * 12 + 4
        numbers = struct.pack(order + "IIII", *x, *y)
        entries += [(0x11A, 5, 1, struct.pack(order + "I", at)), (0x11B, 5, 1, struct.pack(order + "I", at + 8)),
                    (0x128, 3, 1, struct.pack(order + "HH", unit, 0))]
    header = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    body = b"".join(struct.pack(order + "HHI", tag, kind, count) + value for tag, kind, count, value in entries)
    return header + struct.pack(order + "H", len(entries)) + body + bytes(4) + numbers


def jpeg_with(file, *segments):
    """A JPEG file with more segments, pairs of a marker's number and contents, after its first one."""
    length = struct.unpack_from(">H", file, 4)[0]
    at = 4 + length
    return file[:at] + b"".join(b"\xff" + bytes([marker]) + struct.pack(">H", 2 + len(content)) + content
                                for marker, content in segments) + file[at:]


def jpeg_with_exif(file, data):
    return jpeg_with(file, (0xE1, b"Exif\0\0" + data))


def jpeg_with_profile(file, profile):
    return jpeg_with(file, (0xE2, b"ICC_PROFILE\0\1\1" + profile))


def webp_with(file, width, height, profile=b"", data=b"", has_alpha=True):
    """A simple WebP file as an extended one, with a color profile and Exif data."""
    def chunk(name, content):
        return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)
    at = 12
    while file[at:at + 4] not in (b"VP8L", b"VP8 "):
        at += 8 + (struct.unpack_from("<I", file, at + 4)[0] + 1) // 2 * 2
    size = struct.unpack_from("<I", file, at + 4)[0]
    pixels = chunk(file[at:at + 4], file[at + 8:at + 8 + size])
    flags = (0x20 if profile else 0) | (0x08 if data else 0) | (0x10 if has_alpha else 0)
    header = (bytes([flags, 0, 0, 0]) + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3])
    content = (b"WEBP" + chunk(b"VP8X", header) + (chunk(b"ICCP", profile) if profile else b"") + pixels +
               (chunk(b"EXIF", data) if data else b""))
    return b"RIFF" + struct.pack("<I", len(content)) + content


def tiff(width, height, channels, bits, data, order="<", photometric=None, rows=5, tile=None, apart=False,
         more=(), without=(), has_next=False):
    """A TIFF file without compression. `data` has samples in the order of its bytes; `tile` is the size of tiles,
    which replace strips of `rows` rows; `more` are pairs of a tag and (type, values), `without` are tags that are
    left out. With `has_next` the same image follows as a second one."""
    sample = bits // 8
    planes = ([b"".join(data[at:at + sample] for at in range(c * sample, len(data), channels * sample))
               for c in range(channels)] if apart else [data])
    row = width * sample * (1 if apart else channels)
    pieces = []
    for plane in planes:
        lines = [plane[y * row:(y + 1) * row] for y in range(height)]
        if tile:
            across, down = tile
            size = row // width
            for top in range(0, height, down):
                for left in range(0, width, across):
                    part = [line[left * size:(left + across) * size].ljust(across * size, b"\0")
                            for line in lines[top:top + down]]
                    pieces.append(b"".join(part).ljust(across * size * down, b"\0"))
        else:
            pieces += [b"".join(lines[y:y + rows]) for y in range(0, height, rows)]
    if photometric is None:
        photometric = 1 if channels < 3 else 2
    tags = {256: (4, [width]), 257: (4, [height]), 258: (3, [bits] * channels), 259: (3, [1]),
            262: (3, [photometric]), 277: (3, [channels]), 284: (3, [2 if apart else 1])}
    tags.update({322: (3, [tile[0]]), 323: (3, [tile[1]])} if tile else {278: (4, [rows])})
    tags.update(dict(more))
    for tag in without:
        del tags[tag]
    where, counts = (324, 325) if tile else (273, 279)
    tags[counts] = (4, [len(piece) for piece in pieces])
    tags[where] = (4, [0] * len(pieces))
    start = 8
    offsets = []
    for piece in pieces:
        offsets.append(start)
        start += len(piece)
    tags[where] = (4, offsets)
    return tiff_of(tags, b"".join(pieces), order, has_next)


def tiff_of(tags, body, order="<", has_next=False):
    """A TIFF file of tags, (type, values) by their numbers; `body` begins at byte 8. With `has_next` a second directory
    follows that is like the first one."""
    body += bytes(len(body) % 2)
    start = 8 + len(body)
    entries, extra = b"", b""
    at = start + 2 + 12 * len(tags) + 4
    letters = {3: "H", 4: "I", 5: "I", 7: "B"}
    for tag in sorted(tags):
        kind, values = tags[tag]
        packed = struct.pack(f"{order}{len(values)}{letters[kind]}", *values)
        count = len(values) // (2 if kind == 5 else 1)
        if len(packed) > 4:
            value = struct.pack(order + "I", at + len(extra))
            extra += packed + bytes(len(packed) % 2)
        else:
            value = packed.ljust(4, b"\0")
        entries += struct.pack(order + "HHI", tag, kind, count) + value
    header = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, start)
    following = at + len(extra) if has_next else 0
    directory = struct.pack(order + "H", len(tags)) + entries
    file = header + body + directory + struct.pack(order + "I", following) + extra
    return file + (directory + bytes(4) if has_next else b"")


# ---- Color profiles -----------------------------------------------------------------------------

def _fixed(number):
    return struct.pack(">i", round(number * 65536))


def _xyz(x, y, z):
    return b"XYZ \0\0\0\0" + _fixed(x) + _fixed(y) + _fixed(z)


def _profile(space, pcs, kind, tags):
    tags = [(b"desc", b"desc\0\0\0\0" + struct.pack(">I", 5) + b"test\0" + bytes(78)), (b"cprt", b"text\0\0\0\0none\0"),
            (b"wtpt", _xyz(0.9642, 1, 0.8249)), *tags]
    at = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, content in tags:
        content += bytes(-len(content) % 4)
        table += name + struct.pack(">II", at + len(body), len(content))
        body += content
    size = 128 + len(table) + len(body)
    header = struct.pack(">I4sI4s4s4s", size, b"\0\0\0\0", 0x02400000, kind, space, pcs)
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    header += _fixed(0.9642) + _fixed(1) + _fixed(0.8249)
    return header.ljust(128, b"\0") + table + body


def _srgb_curve():
    numbers = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    return b"para\0\0\0\0" + struct.pack(">HH", 3, 0) + b"".join(_fixed(number) for number in numbers)


# The colorants of Display P3 and of sRGB, adapted to D50.
P3 = ((0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407))
SRGB = ((0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141))


def rgb_profile(colorants):
    curve = _srgb_curve()
    return _profile(b"RGB ", b"XYZ ", b"mntr",
                    [(b"rXYZ", _xyz(*colorants[0])), (b"gXYZ", _xyz(*colorants[1])), (b"bXYZ", _xyz(*colorants[2])),
                     (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)])


def gray_profile(gamma):
    return _profile(b"GRAY", b"XYZ ", b"mntr", [(b"kTRC", b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)))])


def cmyk_profile(lab):
    """A profile in which ink c, m, y, k, each 0 or 1, has the color lab(c, m, y, k)."""
    identity = bytes(range(256))
    nodes = b""
    for i in range(16):
        lightness, a, b = lab(i >> 3 & 1, i >> 2 & 1, i >> 1 & 1, i & 1)
        nodes += bytes([round(lightness * 2.55), round(a) + 128, round(b) + 128])
    lut = (b"mft1\0\0\0\0" + bytes([4, 3, 2, 0]) + b"".join(_fixed(n) for n in (1, 0, 0, 0, 1, 0, 0, 0, 1)) +
           identity * 4 + nodes + identity * 3)
    return _profile(b"CMYK", b"Lab ", b"prtr", [(b"A2B0", lut), (b"A2B1", lut), (b"A2B2", lut)])
