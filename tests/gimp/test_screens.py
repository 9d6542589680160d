# SPDX-License-Identifier: GPL-3.0-or-later
"""Screens in the procedures: the same pixels as the command makes."""

import random
import struct
import zlib

import png
import pytest
from gimp import PdbError

MATRIX = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]


@pytest.mark.parametrize("arguments", [
    {"screen": "bayer-4", "strength": 0}, {"screen": "blue-noise", "palette": "pico-8"},
    {"screen": "round", "screen-size": "6.5", "screen-angle": "15,75,0,45", "screen-amount": 200},
    {"screen": "line", "screen-size": "50lpi", "dpi": 300.0, "strength": 0}])
def test_as_the_command(images, arguments):
    for channels in (3,) if "palette" in arguments else (1, 3):
        images.check_by_command(images.single(40, 30, channels), arguments)


def test_lines_per_inch_of_the_image(images):
    """Without a resolution in the arguments that of the image counts."""
    layer = images.single(40, 30, 1)
    images.pdb("gimp-image-set-resolution", layer.image, 300.0, 300.0)
    settings = {"screen": "round", "strength": 0}
    of_image = images.dither(layer, **settings, **{"screen-size": "50lpi"})
    in_pixels = images.dither(layer, **settings, **{"screen-size": "6"})
    assert images.pixels(of_image.layer).raw == images.pixels(in_pixels.layer).raw


@pytest.mark.parametrize("start", ["", "P2 4 4 15\n"])
def test_matrix_of_a_file(images, start):
    path = images.folder / "own.matrix"
    path.write_text(start + "\n".join(" ".join(map(str, row)) for row in MATRIX))
    layer = images.single(40, 30, 1)
    own = images.dither(layer, screen=str(path), strength=0)
    built_in = images.dither(layer, screen="bayer-4", strength=0)
    assert images.pixels(own.layer).raw == images.pixels(built_in.layer).raw


def samples(channels, bits):
    """Of a matrix of 5 × 4 pixels, as they are in a PNG file."""
    draw = random.Random(bits + channels)
    values = draw.choices(range(1 << bits), k=20 * channels)
    if bits == 16:
        values[:4] = [40000, 40001, 40002, 40003]  # of 8 bits these are equal
    return values


def packed(values, bits):
    if bits >= 8:
        return struct.pack(f">{len(values)}{'B' if bits == 8 else 'H'}", *values)
    rows = [values[at:at + 5] for at in range(0, len(values), 5)]
    return b"".join(int("".join(f"{value:0{bits}b}" for value in row).ljust(-(-5 * bits // 8) * 8, "0"), 2)
                    .to_bytes(-(-5 * bits // 8), "big") for row in rows)


def add(values, channels, counted):
    return [sum(values[at:at + counted]) for at in range(0, len(values), channels)]


GAMMA = (b"gAMA", struct.pack(">I", 100000))
PNGS = {
    "gray of 8 bits": (png.GRAY, 8, {}), "gray of 16 bits": (png.GRAY, 16, {}), "gray of 2 bits": (png.GRAY, 2, {}),
    "another gamma": (png.GRAY, 8, {"chunks": [GAMMA]}), "16 bits, another gamma": (png.GRAY, 16, {"chunks": [GAMMA]}),
    "16 bits, interlaced": (png.GRAY, 16, {"interlaced": True}), "gray and alpha": (png.GRAY_ALPHA, 8, {}),
    "RGB": (png.RGB, 8, {}), "RGB and alpha of 16 bits": (png.RGB_ALPHA, 16, {}),
    "transparent color": (png.GRAY, 8, {"chunks": [(b"tRNS", b"\0\7")]}),
    "long text": (png.GRAY, 8, {"chunks": [(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(1 << 26)))]}),
}


@pytest.mark.parametrize(("kind", "bits", "more"), PNGS.values(), ids=PNGS)
def test_png_as_pgm(images, kind, bits, more):
    """The samples count as they are stored, and of several channels their sum."""
    channels = png.CHANNELS[kind]
    counted = channels - (kind in (png.GRAY_ALPHA, png.RGB_ALPHA))
    values = samples(channels, bits)
    numbers = add(values, channels, counted)
    if bits == 16:
        numbers = [number // counted for number in numbers]
    of_png, of_pgm = images.folder / "own.png", images.folder / "own.pgm"
    of_png.write_bytes(png.encode(5, 4, kind, bits, packed(values, bits), **more))
    of_pgm.write_text("P2 5 4 65535\n" + "\n".join(map(str, numbers)))
    layer = images.single(40, 30, 1, precision="u16-gamma")
    results = [images.pixels(images.dither(layer, screen=str(path), strength=0).layer).raw for path in (of_png, of_pgm)]
    assert results[0] == results[1]
    images.check_by_command(layer, {"screen": str(of_png), "strength": 0})


def test_png_with_a_palette(images):
    path = images.folder / "own.png"
    path.write_bytes(png.encode(4, 1, png.PALETTE, 8, bytes([2, 0, 1, 2]), palette=bytes([9, 9, 9, 0, 0, 1, 40, 2, 2])))
    images.check_by_command(images.single(40, 30, 1), {"screen": str(path), "strength": 0})


WHOLE = png.encode(5, 4, png.GRAY, 16, packed(samples(1, 16), 16))
BROKEN = {"cut off": WHOLE[:-30], "only the start": WHOLE[:8], "one byte": WHOLE[:1],
          "another byte": WHOLE[:45] + bytes([WHOLE[45] ^ 4]) + WHOLE[46:]}


@pytest.mark.parametrize("contents", BROKEN.values(), ids=BROKEN)
def test_broken_png(images, contents):
    path = images.folder / "own.png"
    path.write_bytes(contents)
    layer = images.single()
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match=r"own\.png: screen: the PNG file is damaged or incomplete \("):
        images.dither(layer, screen=str(path))
    assert images.snapshot(layer.image) == before


OTHERS = {"JPEG": b"\xff\xd8\xff\xe0\0\x10JFIF\0", "GIF": b"GIF89a\4\0\4\0", "BMP": b"BM\x46\0\0\0\0\0\0\0"}


@pytest.mark.parametrize("contents", OTHERS.values(), ids=OTHERS)
def test_other_files(images, contents):
    path = images.folder / "own.matrix"
    path.write_bytes(contents)
    with pytest.raises(PdbError, match=r"own\.matrix: screen: the file is neither an image that can be read nor a"):
        images.dither(images.single(), screen=str(path))


def test_text_in_utf_16(images):
    path = images.folder / "own.matrix"
    path.write_bytes("0 1\n2 3\n".encode("utf-16"))
    with pytest.raises(PdbError, match=r"own\.matrix: screen: the text is in UTF-16; save it as UTF-8"):
        images.dither(images.single(), screen=str(path))


@pytest.mark.parametrize(("width", "height"), [(1025, 1), (1, 1025), (1 << 20, 1 << 20)])
def test_png_that_is_too_large(images, width, height):
    path = images.folder / "own.png"
    path.write_bytes(png.encode(1, 1, png.GRAY, 8, b"\0"))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(kind, header if kind == b"IHDR" else data) for kind, data in png.chunks_of(path.read_bytes())]
    path.write_bytes(png.file_of(chunks))
    with pytest.raises(PdbError, match=r"own\.png: screen: the sides of a matrix must be 1 to 1024"):
        images.dither(images.single(), screen=str(path))
