# SPDX-License-Identifier: GPL-3.0-or-later
"""PNG files in and out."""

import os
import pathlib
import random
import struct

import png
import pnm
import pytest

HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
needs_png = pytest.mark.skipif(not HAS_PNG, reason="the command was built without libpng")

WIDTH, HEIGHT = 29, 13
PIXELS = WIDTH * HEIGHT
COLOURS = {1: png.GRAY, 3: png.RGB}


def _noise(size):
    return random.Random(4).randbytes(size)


@pytest.mark.skipif(HAS_PNG, reason="the command was built with libpng")
def test_without_libpng_png_is_refused(errdiff, small):
    errdiff.write("in.pgm", small)
    errdiff.write("in.png", png.encode(2, 1, png.GRAY, 8, b"ab"))
    assert "PNG" in errdiff.fails(2, "in.pgm", "out.png")
    assert "PNG" in errdiff.fails(1, "in.png", "out.pgm")


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
def test_gray_and_rgb(errdiff, reference, channels, bits):
    data = _noise(PIXELS * channels * bits // 8)
    expected = pnm.decode(reference(pnm.encode(WIDTH, HEIGHT, channels, bits, data), levels="5"))
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, COLOURS[channels], bits, data))
    errdiff.works("in.png", "out.png", "--levels", "5")
    out = png.decode(errdiff.read("out.png"))
    assert out[:5] == (WIDTH, HEIGHT, COLOURS[channels], bits, expected[4])


@needs_png
def test_from_one_format_to_the_other(errdiff, reference, small_rgb):
    width, height, channels, bits, data = pnm.decode(small_rgb)
    expected = reference(small_rgb)
    errdiff.write("in.png", png.encode(width, height, png.RGB, bits, data))
    errdiff.works("in.png", "out.ppm")
    assert errdiff.read("out.ppm") == expected
    errdiff.write("in.ppm", small_rgb)
    errdiff.works("in.ppm", "out.png")
    assert png.decode(errdiff.read("out.png"))[:5] == (width, height, png.RGB, bits,
                                                       pnm.decode(expected)[4])
    assert channels == 3


@needs_png
@pytest.mark.parametrize("name", ["camera", "chelsea", "coffee"])
def test_photographs(errdiff, reference, photographs, name):
    expected = pnm.decode(reference(photographs[name, 8], "stucki", "3"))
    errdiff.works(DATA / f"{name}.png", "out.png", "--kernel", "stucki", "--levels", "3")
    width, height, colour, bits, data, _ = png.decode(errdiff.read("out.png"))
    assert (width, height, png.CHANNELS[colour], bits) == expected[:4]
    assert data == expected[4]


@needs_png
def test_png_through_pipes(errdiff, reference):
    data = _noise(PIXELS)
    expected = pnm.decode(reference(pnm.encode(WIDTH, HEIGHT, 1, 8, data)))
    out = errdiff.works("-", "-", stdin=png.encode(WIDTH, HEIGHT, png.GRAY, 8, data))
    assert png.decode(out)[:5] == (WIDTH, HEIGHT, png.GRAY, 8, expected[4])


@needs_png
@pytest.mark.parametrize("bits", [1, 2, 4])
def test_gray_of_few_bits(errdiff, reference, bits):
    width, in_a_byte = 16, 8 // bits
    packed = _noise(width // in_a_byte * HEIGHT)
    largest = (1 << bits) - 1
    data = bytes(((byte >> (8 - bits - bits * i)) & largest) * (255 // largest)
                 for byte in packed for i in range(in_a_byte))
    errdiff.write("in.png", png.encode(width, HEIGHT, png.GRAY, bits, packed))
    errdiff.works("in.png", "out.pgm", "--levels", "3")
    assert errdiff.read("out.pgm") == reference(pnm.encode(width, HEIGHT, 1, 8, data), levels="3")


@needs_png
def test_palette(errdiff, reference):
    palette = _noise(3 * 256)
    indices = _noise(PIXELS)
    data = b"".join(palette[3 * i:3 * i + 3] for i in indices)
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, png.PALETTE, 8, indices, palette))
    errdiff.works("in.png", "out.ppm")
    assert errdiff.read("out.ppm") == reference(pnm.encode(WIDTH, HEIGHT, 3, 8, data))


def _interleave(colour, alpha, colour_bytes, alpha_bytes):
    return b"".join(colour[colour_bytes * i:colour_bytes * (i + 1)] +
                    alpha[alpha_bytes * i:alpha_bytes * (i + 1)] for i in range(PIXELS))


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
def test_alpha_is_kept_and_does_not_take_part(errdiff, reference, channels, bits):
    """Without an alpha of 0 the colours are those of the picture without alpha."""
    sample_bytes = bits // 8
    colour = _noise(PIXELS * channels * sample_bytes)
    alpha = bytes(1 + i % 255 for i in range(PIXELS * sample_bytes))
    expected = pnm.decode(reference(pnm.encode(WIDTH, HEIGHT, channels, bits, colour)))[4]
    kind = png.GRAY_ALPHA if channels == 1 else png.RGB_ALPHA
    pixels = _interleave(colour, alpha, channels * sample_bytes, sample_bytes)
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, kind, bits, pixels))
    errdiff.works("in.png", "out.png")
    out = png.decode(errdiff.read("out.png"))
    assert out[:4] == (WIDTH, HEIGHT, kind, bits)
    assert out[4] == _interleave(expected, alpha, channels * sample_bytes, sample_bytes)


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
def test_invisible_pixels_keep_their_bytes_and_stop_errors(errdiff, reference, channels, bits):
    """Rows of alpha 0 part the picture: the rows between them are dithered each on its own."""
    sample_bytes = bits // 8
    row_bytes = WIDTH * channels * sample_bytes
    colour = _noise(PIXELS * channels * sample_bytes)
    rows = [colour[y * row_bytes:(y + 1) * row_bytes] for y in range(HEIGHT)]
    # In 16 bits an alpha of 1 has a high byte of 0, and is not invisible.
    visible = (1).to_bytes(sample_bytes, "big")
    alpha = b"".join((bytes(sample_bytes) if y % 2 else visible) * WIDTH for y in range(HEIGHT))
    expected = b"".join(
        row if y % 2 else pnm.decode(reference(pnm.encode(WIDTH, 1, channels, bits, row)))[4]
        for y, row in enumerate(rows))
    kind = png.GRAY_ALPHA if channels == 1 else png.RGB_ALPHA
    pixels = _interleave(colour, alpha, channels * sample_bytes, sample_bytes)
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, kind, bits, pixels))
    errdiff.works("in.png", "out.png")
    assert png.decode(errdiff.read("out.png"))[4] == _interleave(
        expected, alpha, channels * sample_bytes, sample_bytes)


@needs_png
def test_resolution_and_colour_space_are_kept(errdiff):
    chunks = [(b"sRGB", b"\1"), (b"pHYs", struct.pack(">IIB", 2835, 5670, 1))]
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, png.GRAY, 8, _noise(PIXELS), chunks=chunks))
    errdiff.works("in.png", "out.png")
    kept = png.decode(errdiff.read("out.png"))[5]
    assert kept[b"sRGB"] == b"\1"
    assert kept[b"pHYs"] == struct.pack(">IIB", 2835, 5670, 1)


@needs_png
@pytest.mark.parametrize("share", [1, 8, 20, 33, 50, 90, 99])
def test_truncated_png(errdiff, share):
    whole = png.encode(WIDTH, HEIGHT, png.RGB, 8, _noise(PIXELS * 3))
    part = whole[:max(1, len(whole) * share // 100)]
    errdiff.write("in.png", part)
    errdiff.write("out.png", b"as it was")
    assert "in.png" in errdiff.fails(1, "in.png", "out.png")
    errdiff.fails(1, "-", "-", stdin=part)


@needs_png
def test_broken_png(errdiff):
    whole = png.encode(WIDTH, HEIGHT, png.RGB, 8, _noise(PIXELS * 3))
    start = whole.index(b"IDAT")
    spoiled = {
        "data": whole[:start + 40] + bytes([whole[start + 40] ^ 255]) + whole[start + 41:],
        "signature": whole[:5] + b"x" + whole[6:],
        "size": whole[:16] + b"\0\0\0\0" + whole[20:],
        "huge": whole[:16] + b"\x7f\xff\xff\xff\x7f\xff\xff\xff" + whole[24:],
        "header": whole[:8] + whole[33:],
    }
    for name, content in spoiled.items():
        errdiff.write(f"{name}.png", content)
        assert f"{name}.png" in errdiff.fails(1, f"{name}.png", "out.png")


@needs_png
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_png_on_a_full_device(errdiff):
    (errdiff.folder / "full.png").symlink_to("/dev/full")
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, png.RGB, 8, _noise(PIXELS * 3)))
    done = errdiff.run("in.png", "full.png")
    assert done.returncode == 1
    assert done.stderr.startswith(b"errdiff: ") and done.stderr.count(b"\n") == 1
