# SPDX-License-Identifier: GPL-3.0-or-later
"""--inks: an image for each ink beside the result."""

import os
import struct

import png
import pnm
import pytest

FAILED, WRONG_CALL = 1, 2
WIDTH, HEIGHT = 23, 14
PAPER = "f2ede0"
INKS = ["2b3a67", "ff48b0", "ffe800"]
PALETTE = ["--palette", ",".join(f"#{ink}" for ink in (PAPER, *INKS))]
# White paper, two inks and their overprint.
RISOGRAPH = ["--palette", "#002284,#ffffff,#0078bf,#ff48b0"]

pytestmark = pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_PNG") != "1", reason="built without PNG")


def gradient(channels, bits=8):
    values = [(11 * x + 5 * y + 70 * c) % 256 for y in range(HEIGHT) for x in range(WIDTH) for c in range(channels)]
    return struct.pack(f">{len(values)}{'B' if bits == 8 else 'H'}", *(v if bits == 8 else 257 * v for v in values))


def samples(errdiff, name, channels=1, bits=8):
    """The samples of a PNG with this shape."""
    width, height, kind, found, rows, _ = png.decode(errdiff.read(name))
    assert (width, height, kind, found) == (WIDTH, HEIGHT, png.GRAY if channels == 1 else png.RGB, bits)
    return list(struct.unpack(f">{len(rows) * 8 // bits}{'B' if bits == 8 else 'H'}", rows))


@pytest.fixture
def plates(errdiff, tmp_path):
    (tmp_path / "plates").mkdir()

    def separate(*options, **more):
        errdiff.works("--to", "plates", "in.ppm", "--inks", *options, **more)
        return sorted(path.name for path in (tmp_path / "plates").iterdir())
    return separate


@pytest.mark.parametrize("bits", [8, 16])
def test_each_pixel_has_the_ink_of_its_color(errdiff, plates, bits):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, bits, gradient(3, bits)))
    names = plates(*PALETTE)
    assert names == sorted(["in.png", *(f"in-{ink}.png" for ink in INKS)])
    result = samples(errdiff, "plates/in.png", 3, bits)
    inks = [samples(errdiff, f"plates/in-{ink}.png") for ink in INKS]
    unit = 1 if bits == 8 else 257
    for pixel, plate in enumerate(zip(*inks)):
        assert sorted(plate)[1:] == [255, 255]
        ink = INKS[plate.index(0)] if 0 in plate else PAPER
        assert result[3 * pixel:3 * pixel + 3] == [unit * value for value in bytes.fromhex(ink)]


@pytest.mark.parametrize("options", [[], ["--indexed"], ["--true-color"]], ids=str)
def test_an_overprint_is_on_both_plates(errdiff, plates, options):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, 8, gradient(3)))
    assert plates(*RISOGRAPH, *options) == ["in-0078bf.png", "in-ff48b0.png", "in.png"]
    blue, pink = (samples(errdiff, f"plates/in-{ink}.png") for ink in ("0078bf", "ff48b0"))
    errdiff.works("in.ppm", "out.ppm", *RISOGRAPH)
    result = pnm.decode(errdiff.read("out.ppm"))[4]
    colors = {(255, 255): "ffffff", (0, 255): "0078bf", (255, 0): "ff48b0", (0, 0): "002284"}
    assert bytes.fromhex("".join(colors[inks] for inks in zip(blue, pink))) == bytes(result)
    assert set(zip(blue, pink)) == set(colors)


@pytest.mark.parametrize(("palette", "reason"), [
    (",".join(f"#{(i * 2654435761 >> 8) & 0xFFFFFF:06x}" for i in range(40)), "at most 32 inks"),
    ("#336699", "two or more colors")], ids=["many", "one"])
def test_palettes_without_plates(errdiff, plates, palette, reason):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, 8, gradient(3)))
    assert reason in errdiff.fails(FAILED, "--to", "plates", "in.ppm", "--inks", "--palette", palette)


def test_the_same_with_numbers_and_equal_colors(errdiff, plates):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, 8, gradient(3)))
    plates(*PALETTE)
    expected = [samples(errdiff, f"plates/in-{ink}.png") for ink in INKS]
    plates("--palette", PALETTE[1] + f",#{INKS[1]}", "--indexed")
    assert [samples(errdiff, f"plates/in-{ink}.png") for ink in INKS] == expected


@pytest.mark.parametrize("bits", [8, 16])
def test_levels_are_those_of_three_inks(errdiff, plates, bits):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, bits, gradient(3, bits)))
    names = plates("--levels", "2,3,4", "--screen", "round", "--screen-size", "4")
    assert names == ["in-cyan.png", "in-magenta.png", "in-yellow.png", "in.png"]
    result = samples(errdiff, "plates/in.png", 3, bits)
    assert [samples(errdiff, f"plates/{name}", 1, bits) for name in names[:3]] == [result[c::3] for c in range(3)]


def test_without_a_word_about_colors_there_are_three_inks(as_typed):
    """And not those of the palette that a color image gets without --inks."""
    as_typed.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, 8, gradient(3)))
    as_typed.works("--to", "plates", "in.ppm", "--inks")
    names = sorted(path.name for path in (as_typed.folder / "plates").iterdir())
    assert names == ["in-cyan.png", "in-magenta.png", "in-yellow.png", "in.png"]
    as_typed.works("in.ppm", "out.png", "--levels", "2")
    assert as_typed.read("plates/in.png") == as_typed.read("out.png")


def test_gray_has_one_ink(errdiff, plates):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 1, 8, gradient(1)))
    assert plates("--levels", 2) == ["in-black.png", "in.png"]
    assert samples(errdiff, "plates/in-black.png") == samples(errdiff, "plates/in.png")


def test_no_ink_where_nothing_is_seen(errdiff, plates):
    raw = bytes(value for i in range(WIDTH * HEIGHT) for value in (20, 20, 20, 255 * (i % 3 != 0)))
    errdiff.write("in.ppm", png.encode(WIDTH, HEIGHT, png.RGB_ALPHA, 8, raw))
    plates("--palette", "black-and-white")
    black = samples(errdiff, "plates/in-000000.png")
    assert set(black[::3]) == {255} and 0 in black


def test_a_folder_is_needed(errdiff):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, 8, gradient(3)))
    assert "--inks needs --to" in errdiff.fails(WRONG_CALL, "in.ppm", "out.png", "--inks", *PALETTE)


def test_nothing_is_replaced_if_one_file_cannot_be_written(errdiff, plates, tmp_path):
    errdiff.write("in.ppm", pnm.encode(WIDTH, HEIGHT, 3, 8, gradient(3)))
    (tmp_path / "plates" / "in-ffe800.png").mkdir()
    (tmp_path / "plates" / "in-2b3a67.png").write_bytes(b"old")
    assert "in-ffe800.png" in errdiff.fails(FAILED, "--to", "plates", "in.ppm", "--inks", *PALETTE)
    assert errdiff.read("plates/in-2b3a67.png") == b"old"
    assert not (tmp_path / "plates" / "in.png").exists()
