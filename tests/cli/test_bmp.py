# SPDX-License-Identifier: GPL-3.0-or-later
"""BMP files as input. With 256 levels, a picture is written as it was read."""

import os
import random
import struct

import pnm
import pytest

HEIGHT = 5


def _bmp(width, pixels, bits, palette=(), header=40, top_down=False, used=0, packing=0):
    """A BMP of `pixels`, row by row from the top: numbers of the palette's colors, or (red, green, blue)."""
    entries = b"".join(bytes((blue, green, red, 0)) for red, green, blue in palette)
    rows = [b"".join(bytes([pixel]) if bits == 8 else bytes((*reversed(pixel), *[99] * (bits == 32)))
                     for pixel in pixels[y * width:(y + 1) * width]) for y in range(HEIGHT)]
    data = b"".join(row + bytes(-len(row) % 4) for row in (rows if top_down else reversed(rows)))
    start = 14 + header + len(entries)
    return (struct.pack("<2sIII", b"BM", start + len(data), 0, start) +
            struct.pack("<IiiHHIIiiII", header, width, -HEIGHT if top_down else HEIGHT, 1, bits, packing, len(data),
                        2835, 2835, used, 0) + bytes(header - 40) + entries + data)


def _decode(errdiff, file):
    errdiff.write("in.bmp", file)
    errdiff.works("in.bmp", "out.pnm", "--levels", 256)
    return pnm.decode(errdiff.read("out.pnm"))


@pytest.mark.parametrize("width", [1, 6, 7, 8])
@pytest.mark.parametrize("top_down", [False, True])
@pytest.mark.parametrize("header", [40, 124])
def test_pixels(errdiff, width, top_down, header):
    draw = random.Random(width)
    numbers = [draw.randrange(4) for _ in range(width * HEIGHT)]
    grays = [(value, value, value) for value in (7, 0, 255, 100)]
    colors = [(1, 2, 3), (250, 0, 9), (7, 7, 7), (0, 255, 128)]
    how = {"header": header, "top_down": top_down}
    for palette, used in ((grays, 4), (colors, 4), (colors + [(0, 0, 0)] * 252, 0)):
        found = _decode(errdiff, _bmp(width, numbers, 8, palette, used=used, **how))
        channels = 1 if palette is grays else 3
        assert found == (width, HEIGHT, channels, 8, bytes(value for number in numbers
                                                           for value in palette[number][:channels]))
    for bits in (24, 32):
        pixels = [colors[number] for number in numbers]
        assert _decode(errdiff, _bmp(width, pixels, bits, **how)) == (
            width, HEIGHT, 3, 8, bytes(value for pixel in pixels for value in pixel))


def test_broken_files(errdiff):
    whole = _bmp(7, [0] * 35, 8, [(0, 0, 0)], used=1)
    for size in (1, 2, 20, 53, 56, len(whole) - 1):
        errdiff.write("in.bmp", whole[:size])
        assert "in.bmp" in errdiff.fails(1, "in.bmp", "out.pgm")
    for file, said in ((_bmp(7, [0] * 35, 8, packing=1), "compressed"), (_bmp(0, [], 24), "not possible"),
                       (_bmp(7, [0] * 35, 8, used=3), "too early"), (b"BA" + whole[2:], "not a BMP")):
        errdiff.write("in.bmp", file)
        assert said in errdiff.fails(1, "in.bmp", "out.pgm")


def test_damaged_files_never_crash(errdiff):
    noise = random.Random(3)
    for _ in range(60):
        file = bytearray(_bmp(7, [0] * 35, 8, [(0, 0, 0)] * 9, used=9))
        for _ in range(noise.randint(1, 4)):
            file[noise.randrange(2, 60)] = noise.randrange(256)
        errdiff.write("in.bmp", bytes(file))
        assert errdiff.run("in.bmp", "out.pam").returncode in (0, 1), file


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="built without FFTW or LAPACK")
def test_amplitude_and_phase_of_a_hologram(errdiff):
    """As the 8-bit holograms of b<>com are stored, here with three colors."""
    draw = random.Random(4)
    call = ["hologram", "--pitch", 0.75, "--wavelength", 635, "--view-distance", 0.3, "--view-width", 0.1, "--input",
            "amplitude-phase", "--color", 3]
    for name in ("ampli", "phase"):
        pixels = [tuple(draw.randbytes(3)) for _ in range(40 * HEIGHT)]
        errdiff.write(f"{name}.bmp", _bmp(40, pixels, 24))
        errdiff.write(f"{name}.ppm", pnm.encode(40, HEIGHT, 3, 8, bytes(value for pixel in pixels for value in pixel)))
    for kind in ("bmp", "ppm"):
        errdiff.works(*call, f"ampli.{kind}", f"phase.{kind}", f"{kind}.pgm")
    assert errdiff.read("bmp.pgm") == errdiff.read("ppm.pgm")
