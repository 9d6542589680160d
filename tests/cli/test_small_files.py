# SPDX-License-Identifier: GPL-3.0-or-later
"""PNG files of few colors: they have as few bits as hold these, and the pixels that --true-color gives them."""

import os
import random

import png
import pnm
import pytest
from test_png import profile_chunk

pytestmark = pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_PNG") != "1", reason="the command was built without libpng")
WIDTH, HEIGHT = 61, 23  # no multiple of the pixels of a byte


@pytest.fixture(name="command", params=[8, 16])
def _command(as_typed, request):
    """The command beside images of noise: in.pgm and in.ppm."""
    bits = request.param
    for name, channels in (("in.pgm", 1), ("in.ppm", 3)):
        noise = random.Random(channels).randbytes(WIDTH * HEIGHT * channels * bits // 8)
        as_typed.write(name, pnm.encode(WIDTH, HEIGHT, channels, bits, noise))
    as_typed.bits = bits
    return as_typed


def _numbers(file):
    """Its color type and bits, and the numbers or samples of its pixels, row by row."""
    width, height, color, bits, rows, chunks = png.decode(file)
    assert (width, height) == (WIDTH, HEIGHT)
    if color == png.GRAY and bits < 8:
        size = (width * bits + 7) // 8
        rows = b"".join(bytes(rows[y * size + x * bits // 8] >> (8 - bits - x * bits % 8) & (1 << bits) - 1
                              for x in range(width)) for y in range(height))
    return color, bits, rows, chunks.get(b"PLTE", b"")


def _colors(file):
    """The color of each pixel, as three bytes."""
    color, bits, rows, palette = _numbers(file)
    if color == png.PALETTE:
        return [palette[3 * i:3 * i + 3] for i in rows]
    if bits == 16:
        assert rows[::2] == rows[1::2]
        rows, bits = rows[::2], 8
    if color == png.RGB:
        return [rows[i:i + 3] for i in range(0, len(rows), 3)]
    return [bytes([value * 255 // ((1 << bits) - 1)] * 3) for value in rows]


@pytest.mark.parametrize("source, options, color, bits", [
    ("in.pgm", ["--levels", "2"], png.GRAY, 1),
    ("in.pgm", ["--levels", "3"], png.PALETTE, 2),
    ("in.pgm", ["--levels", "4"], png.GRAY, 2),
    ("in.pgm", ["--levels", "6"], png.GRAY, 4),
    ("in.pgm", ["--levels", "15"], png.PALETTE, 4),
    ("in.pgm", ["--levels", "16"], png.GRAY, 4),
    ("in.pgm", [], png.GRAY, 1),
    ("in.ppm", ["--levels", "2"], png.PALETTE, 4),
    ("in.ppm", ["--levels", "2", "--gray"], png.GRAY, 1),
    ("in.ppm", ["--levels", "2,3,4"], png.PALETTE, 8),
    ("in.ppm", ["--levels", "6"], png.PALETTE, 8),
    ("in.ppm", ["--levels", "6", "--keep-exact", "--serpentine"], png.PALETTE, 8),
    ("in.ppm", ["--palette", "black-and-white"], png.GRAY, 1),
    ("in.pgm", ["--palette", "#000000,#ffffff,#555555"], png.GRAY, 2),
    ("in.pgm", ["--palette", "#000000,#333333"], png.PALETTE, 1),
    ("in.ppm", ["--palette", "game-boy"], png.PALETTE, 2),
    ("in.pgm", ["--palette", "game-boy"], png.PALETTE, 2),
    ("in.ppm", ["--palette", "red,red,lime"], png.PALETTE, 2),
    ("in.ppm", ["--palette", "ega"], png.PALETTE, 4),
    ("in.ppm", ["--palette", "web-safe"], png.PALETTE, 8),
    ("in.ppm", ["--palette", "spectra-6", "--sent"], png.PALETTE, 4),
    ("in.ppm", ["--palette", "ega", "--dot", "3"], png.PALETTE, 4),
    ("in.ppm", ["--palette", "pico-8", "--refine", "1"], png.PALETTE, 4),
    ("in.ppm", ["--levels", "2", "--strength", "0", "--screen", "bayer-4"], png.PALETTE, 4),
], ids=str)
def test_few_colors(command, source, options, color, bits):
    if command.bits == 16 and options[:1] == ["--levels"] and options[1] in ("3", "15", "2,3,4"):
        color, bits = (png.GRAY, 16) if source == "in.pgm" else (png.RGB, 16)  # 128 of 255 is not 32768 of 65535
    command.works(source, "whole.png", "--true-color", *options)
    done = command.run(source, "small.png", *options)
    assert done.returncode == 0, done.stderr
    made = _numbers(command.read("small.png"))
    if (color, bits) == (png.GRAY, 16) or (color, bits) == (png.RGB, 16):
        assert command.read("small.png") == command.read("whole.png")
        return
    assert made[:2] == (color, bits)
    assert _colors(command.read("small.png")) == _colors(command.read("whole.png"))


@pytest.mark.parametrize("options, share", [(["--levels", "2"], 0.8), (["--levels", "4"], 0.85),
                                            (["--palette", "game-boy"], 0.7), (["--palette", "ega"], 0.95)])
def test_files_of_a_photograph_get_smaller(as_typed, photographs, options, share):
    as_typed.write("in.pgm", photographs["camera", 8])
    as_typed.works("in.pgm", "whole.png", "--true-color", *options)
    as_typed.works("in.pgm", "small.png", *options)
    assert len(as_typed.read("small.png")) < share * len(as_typed.read("whole.png"))


@pytest.mark.parametrize("options", [["--levels", "7"], ["--levels", "256"]])
def test_many_colors(command, options):
    command.works("in.ppm", "whole.png", "--true-color", *options)
    command.works("in.ppm", "small.png", *options)
    assert command.read("small.png") == command.read("whole.png")


def test_images_with_transparency_stay_whole(as_typed):
    data = random.Random(8).randbytes(WIDTH * HEIGHT * 4)
    as_typed.write("in.png", png.encode(WIDTH, HEIGHT, png.RGB_ALPHA, 8, data))
    as_typed.works("in.png", "out.png", "--palette", "ega")
    assert png.decode(as_typed.read("out.png"))[2:4] == (png.RGB_ALPHA, 8)


def test_it_can_be_larger_than_memory_for_a_piece(as_typed):
    """Pieces of it are written as they come."""
    noise = random.Random(9).randbytes(3000 * 1500)
    as_typed.write("in.pgm", pnm.encode(3000, 1500, 1, 8, noise))
    as_typed.works("in.pgm", "small.png", "--levels", "2", "--threads", "2")
    as_typed.works("in.pgm", "expected.pgm", "--levels", "2")
    as_typed.works("small.png", "out.pgm", "--levels", "256")
    assert as_typed.read("out.pgm") == as_typed.read("expected.pgm")
    assert png.decode(as_typed.read("small.png"))[3] == 1


def test_standard_output_and_folders(as_typed):
    noise = random.Random(3).randbytes(WIDTH * HEIGHT)
    as_typed.write("in.png", png.encode(WIDTH, HEIGHT, png.GRAY, 8, noise))
    as_typed.works("in.png", "out.png", "--levels", "2")
    assert as_typed.works("in.png", "-", "--levels", "2") == as_typed.read("out.png")
    as_typed.works("--to", "folder", "in.png", "--levels", "2")
    assert as_typed.read("folder/in.png") == as_typed.read("out.png")


@pytest.mark.parametrize("source, levels", [
    ("in.pgm", "2"), ("in.pgm", "3"), ("in.pgm", "16"), ("in.pgm", "256"), ("in.ppm", "2"), ("in.ppm", "4"),
    ("in.ppm", "2,3,4"), ("in.ppm", "7,6,6")], ids=str)
def test_images_of_inks(command, source, levels):
    inks = ["black"] if source == "in.pgm" else ["cyan", "magenta", "yellow"]
    command.works("--to", "small", "--inks", source, "--levels", levels)
    command.works("--to", "large", "--inks", source, "--levels", levels, "--true-color")
    for name in ("in.png", *(f"in-{ink}.png" for ink in inks)):
        small, large = command.read(f"small/{name}"), command.read(f"large/{name}")
        assert _numbers(small) == _numbers(large) or _colors(small) == _colors(large)


def test_colors_that_share_a_slot(command):
    """Their numbers are found by a hash, whose first multiplier gives the first two of these the same slot."""
    command.works("in.ppm", "few.png", "--palette", "#f302e3,#cc0c30,#102030")
    command.works("in.ppm", "true.png", "--palette", "#f302e3,#cc0c30,#102030", "--true-color")
    assert _numbers(command.read("few.png"))[0] == png.PALETTE
    assert _colors(command.read("few.png")) == _colors(command.read("true.png"))


def test_a_gray_profile_is_kept(as_typed):
    """A file with a palette cannot have it, so grays between those of 4 bits are stored as they are."""
    noise = random.Random(3).randbytes(WIDTH * HEIGHT)
    as_typed.write("in.png", png.encode(WIDTH, HEIGHT, png.GRAY, 8, noise, chunks=[profile_chunk(b"GRAY")]))
    for levels, bits in (("2", 1), ("3", 8)):
        as_typed.works("in.png", "out.png", "--levels", levels)
        _, _, color, made, _, chunks = png.decode(as_typed.read("out.png"))
        assert (color, made) == (png.GRAY, bits) and b"iCCP" in chunks


def test_wrong_calls(as_typed, small):
    as_typed.write("in.pgm", small)
    assert "--true-color" in as_typed.fails(2, "in.pgm", "out.png", "--palette", "ega", "--indexed", "--true-color")
