# SPDX-License-Identifier: GPL-3.0-or-later
"""BMP files as input and as output. With 256 levels, an image is written as it was read."""

import os
import random
import struct

import pnm
import pytest

HEIGHT = 5


def _packed(numbers, bits):
    """A row of numbers, the first one in the highest bits."""
    count = 8 // bits
    numbers = [*numbers, *[0] * (-len(numbers) % count)]
    return bytes(sum(number << bits * (count - 1 - i) for i, number in enumerate(numbers[at:at + count]))
                 for at in range(0, len(numbers), count))


def _bmp(width, pixels, bits, palette=(), header=40, top_down=False, used=0, packing=0):
    """A BMP of `pixels`, row by row from the top: numbers of the palette's colors, or (red, green, blue)."""
    entries = b"".join(bytes((blue, green, red, 0)) for red, green, blue in palette)
    rows = [_packed(pixels[y * width:(y + 1) * width], bits) if bits < 8 else
            b"".join(bytes([pixel]) if bits == 8 else bytes((*reversed(pixel), *[99] * (bits == 32)))
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
    for bits in (1, 4):
        few = [number % (1 << bits) for number in numbers]
        for used in (0, 2, 4)[:bits + 1]:
            palette = colors[:used] if used else colors[:2] * (1 << bits - 1)
            shown = [number % len(palette) for number in few]
            assert _decode(errdiff, _bmp(width, shown, bits, palette, used=used, **how)) == (
                width, HEIGHT, 3, 8, bytes(value for number in shown for value in palette[number]))
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


# ---- As output -----------------------------------------------------------------------------------------

def _headers(file):
    """(width, height, bits, colors of the palette, the bytes of the pixels)"""
    magic, size, _, start = struct.unpack_from("<2sIII", file)
    header, width, height, planes, bits, packing, data_size, _, _, used, _ = struct.unpack_from("<IiiHHIIiiII",
                                                                                                file, 14)
    assert (magic, size, header, planes, packing) == (b"BM", len(file), 40, 1, 0)
    assert start == 54 + 4 * used and data_size == len(file) - start
    palette = [tuple(reversed(file[54 + 4 * i:57 + 4 * i])) for i in range(used)]
    return width, height, bits, palette, file[start:]


GRAY_TWO, GRAY_FIVE = [(0,) * 3, (255,) * 3], [(value,) * 3 for value in (0, 64, 128, 191, 255)]


@pytest.mark.parametrize("width", [1, 7, 8, 33])
@pytest.mark.parametrize("source, options, bits, palette", [
    ("in.pgm", ["--levels", "2"], 1, GRAY_TWO),
    ("in.pgm", ["--levels", "5"], 4, GRAY_FIVE),
    ("in.ppm", ["--palette", "black-and-white"], 1, GRAY_TWO),
    ("in.ppm", ["--palette", "black,white,red,yellow"], 4, [(0,) * 3, (255,) * 3, (255, 0, 0), (255, 255, 0)]),
    ("in.ppm", ["--palette", "black,white,red", "--indexed"], 4, [(0,) * 3, (255,) * 3, (255, 0, 0)]),
    ("in.ppm", ["--palette", "web-safe"], 8, None),
    ("in.pgm", ["--levels", "2", "--true-color"], 8, [(value,) * 3 for value in range(256)]),
    ("in.pgm", ["--levels", "200"], 8, None),
    ("in.ppm", ["--levels", "7"], 24, []),
], ids=str)
def test_output(as_typed, width, source, options, bits, palette):
    """As another program lays it out, and with the pixels that a PNM has."""
    channels = 1 if source == "in.pgm" else 3
    noise = random.Random(width).randbytes(width * HEIGHT * channels)
    as_typed.write(source, pnm.encode(width, HEIGHT, channels, 8, noise))
    as_typed.works(source, "out.bmp", *options)
    file = as_typed.read("out.bmp")
    made = _headers(file)
    assert made[:3] == (width, HEIGHT, bits)
    assert palette is None or made[3] == palette
    as_typed.works(source, "expected.pnm", *[option for option in options if option != "--indexed"])
    _, _, channels, _, data = pnm.decode(as_typed.read("expected.pnm"))
    pixels = [tuple(data[i:i + channels]) * (3 // channels) for i in range(0, len(data), channels)]
    if bits < 24:
        pixels = [made[3].index(pixel) for pixel in pixels]
    assert file == _bmp(width, pixels, bits, made[3], used=len(made[3]))[:38] + bytes(8) + file[46:]
    assert file[54:] == _bmp(width, pixels, bits, made[3], used=len(made[3]))[54:]
    as_typed.works("out.bmp", "again.pnm", "--levels", "256")
    again = pnm.decode(as_typed.read("again.pnm"))
    assert [tuple(again[4][i:i + again[2]]) * (3 // again[2]) for i in range(0, len(again[4]), again[2])] == [
        tuple(data[i:i + channels]) * (3 // channels) for i in range(0, len(data), channels)]


@pytest.mark.parametrize("options, mode", [(["--levels", "2", "--gray"], "1"), (["--palette", "black,white,red"], "P"),
                                           (["--palette", "web-safe"], "P"), (["--levels", "7"], "RGB")], ids=str)
def test_pillow_reads_the_same_pixels(as_typed, options, mode):
    image = pytest.importorskip("PIL.Image")
    as_typed.write("in.ppm", pnm.encode(33, HEIGHT, 3, 8, random.Random(3).randbytes(33 * HEIGHT * 3)))
    as_typed.works("in.ppm", "out.bmp", *options)
    as_typed.works("in.ppm", "expected.pnm", *options)
    with image.open(as_typed.folder / "out.bmp") as made, image.open(as_typed.folder / "expected.pnm") as expected:
        assert made.mode == mode
        assert made.convert("RGB").tobytes() == expected.convert("RGB").tobytes()


def test_output_of_16_bits(as_typed):
    noise = random.Random(1).randbytes(7 * HEIGHT * 2)
    as_typed.write("in.pgm", pnm.encode(7, HEIGHT, 1, 16, noise))
    as_typed.works("in.pgm", "out.bmp", "--levels", "2")
    assert _headers(as_typed.read("out.bmp"))[2] == 1
    assert "--bits 8" in as_typed.fails(1, "in.pgm", "no.bmp", "--levels", "200")
    as_typed.works("in.pgm", "out.bmp", "--levels", "200", "--bits", "8")
    assert _headers(as_typed.read("out.bmp"))[2] == 8


def test_standard_output_has_the_format_of_the_input(as_typed):
    as_typed.write("in.bmp", _bmp(7, [(1, 2, 3)] * 35, 24))
    as_typed.works("in.bmp", "out.bmp", "--levels", "2")
    assert as_typed.works("in.bmp", "-", "--levels", "2") == as_typed.read("out.bmp")


def test_too_large_for_a_bmp_or_the_memory(as_typed):
    as_typed.write("in.pgm", b"P5 70000 70000 255\n" + bytes(70000 * 128))
    assert "too many for a BMP" in as_typed.fails(1, "in.pgm", "out.bmp", "--levels", "200",
                                                  "--threads", "1")
    as_typed.write("in.pgm", b"P5 4000 4000 255\n" + bytes(4000 * 4000))
    assert "memory" in as_typed.fails(1, "in.pgm", "out.bmp", "--levels", "200", "--max-memory", "15M")
