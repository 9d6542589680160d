# SPDX-License-Identifier: GPL-3.0-or-later
"""TIFF files as output: their tags, and that the same pixels are read from them again."""

import os
import random
import struct

import formats
import png
import pnm
import pytest

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_TIFF"] != "1", reason="the command was built without libtiff")
HAS_PNG = os.environ["ERRDIFF_HAS_PNG"] == "1"
WIDTH, HEIGHT = 61, 23
BITS, PHOTOMETRIC, SAMPLES, EXTRA = 258, 262, 277, 338
GRAY, RGB, PALETTE = 1, 2, 3
SIZES = {1: 1, 3: 2, 4: 4, 5: 8}


def _tags(file):
    """The tags of its first image: lists of whole numbers by the tag."""
    order = {b"II": "<", b"MM": ">"}[file[:2]]
    assert struct.unpack_from(order + "H", file, 2) == (42,)
    at, = struct.unpack_from(order + "I", file, 4)
    count, = struct.unpack_from(order + "H", file, at)
    tags = {}
    for i in range(count):
        tag, kind, length = struct.unpack_from(order + "HHI", file, at + 2 + 12 * i)
        place = at + 10 + 12 * i
        if length * SIZES[kind] > 4:
            place, = struct.unpack_from(order + "I", file, place)
        code = {1: "B", 3: "H", 4: "I", 5: "II"}[kind]
        tags[tag] = [*struct.unpack_from(order + length * code, file, place)]
    return tags


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("source, options, photometric, stored", [
    ("in.pgm", ["--levels", "2"], GRAY, 1), ("in.pgm", ["--levels", "4"], GRAY, 4),
    ("in.pgm", ["--levels", "2", "--true-color"], GRAY, None), ("in.pgm", ["--levels", "200"], GRAY, None),
    ("in.ppm", ["--palette", "black-and-white"], GRAY, 1), ("in.ppm", ["--palette", "black,white,red"], PALETTE, 4),
    ("in.ppm", ["--palette", "ega"], PALETTE, 4), ("in.ppm", ["--palette", "web-safe"], PALETTE, 8),
    ("in.ppm", ["--palette", "ega", "--true-color"], RGB, None), ("in.ppm", ["--levels", "7"], RGB, None)], ids=str)
def test_pixels(as_typed, bits, source, options, photometric, stored):
    channels = 1 if source == "in.pgm" else 3
    noise = random.Random(bits).randbytes(WIDTH * HEIGHT * channels * bits // 8)
    as_typed.write(source, pnm.encode(WIDTH, HEIGHT, channels, bits, noise))
    as_typed.works(source, "expected.pnm", *options)
    as_typed.works(source, "out.tif", *options)
    tags = _tags(as_typed.read("out.tif"))
    assert tags[PHOTOMETRIC] == [photometric]
    assert set(tags[BITS]) == {stored or bits} and tags[SAMPLES] == [3 if photometric == RGB else 1]
    as_typed.works("out.tif", "again.pnm", "--levels", "256")
    expected, again = (pnm.decode(as_typed.read(name)) for name in ("expected.pnm", "again.pnm"))
    if stored:  # numbers of colors, or of grays, are read with 8 bits
        again, expected = _as_colors(*again), _as_colors(*expected)
    elif bits == 16:  # and 256 levels do not keep others of 16
        again, expected = again[:4], expected[:4]
    assert again == expected


def _as_colors(width, height, channels, bits, data):
    if bits == 16:
        assert data[::2] == data[1::2]
        data = data[::2]
    return width, height, [tuple(data[i:i + channels]) * (3 // channels) for i in range(0, len(data), channels)]


@pytest.mark.skipif(not HAS_PNG, reason="the command was built without libpng")
@pytest.mark.parametrize("color", [png.GRAY_ALPHA, png.RGB_ALPHA])
def test_transparency(as_typed, color):
    data = random.Random(4).randbytes(WIDTH * HEIGHT * png.CHANNELS[color])
    as_typed.write("in.png", png.encode(WIDTH, HEIGHT, color, 8, data))
    as_typed.works("in.png", "expected.pam", "--levels", "2")
    as_typed.works("in.png", "out.tiff", "--levels", "2")
    tags = _tags(as_typed.read("out.tiff"))
    assert tags[EXTRA] == [2] and tags[SAMPLES] == [png.CHANNELS[color]]
    as_typed.works("out.tiff", "again.pam", "--levels", "256")
    assert as_typed.read("again.pam") == as_typed.read("expected.pam")


def test_the_resolution_is_kept(as_typed):
    file = formats.tiff(9, 7, 1, 8, random.Random(1).randbytes(63), more=[
        (282, (5, [300, 1])), (283, (5, [150, 1])), (296, (3, [2]))])
    as_typed.write("in.tif", file)
    as_typed.works("in.tif", "out.tif")
    tags = _tags(as_typed.read("out.tif"))
    assert tags[296] == [3]
    assert [round(tags[tag][0] / tags[tag][1] * 2.54) for tag in (282, 283)] == [300, 150]


@pytest.mark.skipif(not HAS_PNG, reason="the command was built without libpng")
def test_the_resolution_of_a_png_is_kept(as_typed):
    """Also in a BMP, and if the image is turned."""
    chunks = [(b"pHYs", struct.pack(">IIB", 11811, 5906, 1)), (b"eXIf", formats.exif(6))]
    for stored, resolution in ((chunks[:1], (11811, 5906)), (chunks, (5906, 11811))):
        as_typed.write("in.png", png.encode(2, 1, png.GRAY, 8, b"ab", chunks=stored))
        as_typed.works("in.png", "out.tif")
        tags = _tags(as_typed.read("out.tif"))
        assert tags[296] == [3]
        assert tuple(round(tags[tag][0] / tags[tag][1] * 100) for tag in (282, 283)) == resolution
        as_typed.works("in.png", "out.bmp")
        assert struct.unpack_from("<II", as_typed.read("out.bmp"), 38) == resolution


def test_standard_output_has_the_format_of_the_input(as_typed):
    as_typed.write("in.tif", formats.tiff(9, 7, 1, 8, random.Random(1).randbytes(63)))
    as_typed.works("in.tif", "out.tif", "--levels", "2")
    assert as_typed.works("in.tif", "-", "--levels", "2") == as_typed.read("out.tif")


def test_what_it_cannot_hold(as_typed, small):
    as_typed.write("in.pgm", small)
    assert "--indexed" in as_typed.fails(2, "in.pgm", "out.tif", "--palette", "ega", "--indexed")
    as_typed.write("big.pgm", b"P5 70000 70000 255\n" + bytes(70000 * 128))
    assert "too many for a TIFF" in as_typed.fails(1, "big.pgm", "out.tif", "--levels", "200", "--threads", "1")
