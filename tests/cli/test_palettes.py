# SPDX-License-Identifier: GPL-3.0-or-later
"""Palettes by name, from files and made from the image; and PNG files that contain them."""

import contextlib
import json
import os
import pathlib
import random
import subprocess

import png
import pnm
import pytest

SANITIZED = os.environ.get("ERRDIFF_SANITIZED") == "1"
CAN_MAKE = os.environ.get("ERRDIFF_CAN_MAKE_PALETTES") == "1"
needs_making = pytest.mark.skipif(not CAN_MAKE, reason="built without libimagequant")
needs_png = pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_PNG") != "1",
                               reason="the command was built without libpng")

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
WIDTH, HEIGHT = 29, 13
PIXELS = WIDTH * HEIGHT
FOUR = "000000,ffffff,ff0000,ffff00"  # e-paper-4


def _noise(size):
    return random.Random(5).randbytes(size)


def test_the_list(errdiff):
    lines = errdiff.works("palettes").decode().splitlines()
    palettes = {line.split()[0]: line.split()[1] for line in lines[1:]}
    assert palettes == {
        "black-and-white": "2", "game-boy": "4", "cga": "4", "ega": "16", "zx-spectrum": "15",
        "c64": "16", "pico-8": "16", "web-safe": "216", "e-paper-3": "3", "e-paper-4": "4",
        "e-paper-6": "6", "e-paper-7": "7", "spectra-6": "6", "spectra-6-13in": "6", "acep-7": "7",
        "bwry": "4"}
    with_sent = {line.split()[0] for line in lines[1:] if line.split()[2] == "yes"}
    assert with_sent == {"spectra-6", "spectra-6-13in", "acep-7", "bwry"}


def test_every_listed_palette_works(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    for line in errdiff.works("palettes").decode().splitlines()[1:]:
        name, count = line.split()[:2]
        report = json.loads(errdiff.works("in.ppm", "out.ppm", "--json", "--palette", name))
        assert len(report["palette"]) == int(count)
        data = pnm.decode(errdiff.read("out.ppm"))[4]
        assert {data[i:i + 3].hex() for i in range(0, len(data), 3)} <= set(report["palette"])


# ---- Files ---------------------------------------------------------------------------------------

GOOD = {
    "plain.gpl": b"GIMP Palette\nName: Four\nColumns: 2\n#\n0 0 0\tBlack\n255 255 255\tWhite\n"
                 b"255 0 0 Red\n255 255 0 Yellow\n",
    "dos.gpl": b"GIMP Palette\r\nName: Four\r\n#\r\n0 0 0\r\n255 255 255\r\n255 0 0\r\n"
               b"255 255 0\r\n",
    "größe 1.gpl": "GIMP Palette\nName: Größe\n0 0 0 schwärzlich\n255 255 255 白\n255 0 0\n"
                   "255 255 0".encode(),
    "four.hex": b"000000\nffffff\nff0000\nffff00",
    "FOUR.HEX": b"#000000\r\n#FFFFFF\r\n#FF0000\r\n#FFFF00\r\n",
    "mark.hex": b"\xef\xbb\xbf000000\nffffff\nff0000\nffff00\n",
    "four.act": bytes.fromhex(FOUR.replace(",", "")) + bytes(756) + b"\0\4\xff\xff",
}


@pytest.mark.parametrize("name", GOOD)
def test_good_files(errdiff, reference, small_rgb, name):
    errdiff.write("in.ppm", small_rgb)
    errdiff.write(name, GOOD[name])
    expected = reference(small_rgb, "floyd-steinberg", "2", 100, "palette=" + FOUR)
    errdiff.works("in.ppm", "out.ppm", "--palette", name)
    assert errdiff.read("out.ppm") == expected
    errdiff.works("in.ppm", "out.ppm", "--palette", errdiff.folder / name)
    assert errdiff.read("out.ppm") == expected


@pytest.mark.parametrize("more", [(), ("--sent",)])
def test_list(errdiff, reference, small_rgb, more):
    errdiff.write("in.ppm", small_rgb)
    colors = SEEN.split(",") if more else FOUR.split(",")
    words = [f"#{seen}=#{sent}" if more else f"#{seen}" for seen, sent in zip(colors, SENT.split(","))]
    errdiff.works("in.ppm", "out.ppm", "--palette", ",".join(words), *more)
    assert errdiff.read("out.ppm") == reference(small_rgb, "floyd-steinberg", "2", 100,
                                                "palette=" + ",".join(colors), *(["sent=" + SENT] if more else []))


@pytest.mark.parametrize("content", [
    b"", b"GIMP Palette\n", b"GIMP Palette\n0 0 256\n", b"GIMP Palette\n1 2\n", b"reddish\n",
    b"ff80\n", b"\0" * 100, b"\xff" * 5000, b"ffffff\n" * 257,
    b"GIMP Palette\n" + b"1 2 3\n" * 257, bytes(768) + b"\1\1\0\0", bytes(768) + b"\0\0\0\0",
    b"7" * (3 << 20),
], ids=lambda content: repr(content[:20]))
def test_bad_files(errdiff, small, content):
    errdiff.write("in.pgm", small)
    errdiff.write("bad.gpl", content)
    errdiff.write("out.ppm", b"as it was")
    assert "bad.gpl" in errdiff.fails(1, "in.pgm", "out.ppm", "--palette", "bad.gpl")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_text_in_utf_16(errdiff, small, encoding):
    errdiff.write("in.pgm", small)
    errdiff.write("own.hex", "\ufeff".encode(encoding)[:2] + "ff8000\n".encode(encoding))
    line = errdiff.fails(1, "in.pgm", "out.ppm", "--palette", "own.hex")
    assert line == "errdiff: own.hex: palette: the text is in UTF-16; save it as UTF-8\n"


def test_files_that_cannot_be_read(errdiff, small):
    errdiff.write("in.pgm", small)
    (errdiff.folder / "folder.gpl").mkdir()
    assert "missing.gpl" in errdiff.fails(1, "in.pgm", "out.ppm", "--palette", "missing.gpl")
    (errdiff.folder / "folder").mkdir()
    for name in ("folder.gpl", "folder"):
        line = errdiff.fails(1, "in.pgm", "out.ppm", "--palette", name)
        assert line == f"errdiff: {name}: it is a folder, not a file\n"


def test_a_folder_with_the_name_of_a_color(errdiff, small):
    errdiff.write("in.pgm", small)
    (errdiff.folder / "tomato").mkdir()
    errdiff.works("in.pgm", "out.ppm", "--palette", "tomato")


def test_an_unknown_name_is_answered_with_the_names(errdiff, small):
    errdiff.write("in.pgm", small)
    line = errdiff.fails(2, "in.pgm", "out.ppm", "--palette", "gameboy")
    assert "gameboy" in line and "game-boy" in line and "file" in line


# ---- Made from the image -----------------------------------------------------------------------

@pytest.mark.skipif(CAN_MAKE, reason="built with libimagequant")
def test_without_libimagequant_none_is_made(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    assert "libimagequant" in errdiff.fails(1, "in.ppm", "out.ppm", "--colors", "4")


def _top(image):
    """The first hundred rows."""
    width, _, channels, bits, data = pnm.decode(image)
    return pnm.encode(width, 100, channels, bits, data[:100 * width * channels * bits // 8])


@needs_making
@pytest.mark.parametrize("count", [2, 16, 256])
def test_colors_from_the_image(errdiff, reference, photographs, count):
    for photograph in ("camera", "coffee"):
        # With a sanitizer, unit tests make palettes from larger images, in less time.
        image = _top(photographs[photograph, 8]) if SANITIZED else photographs[photograph, 8]
        errdiff.write("in.pnm", image)
        report = json.loads(errdiff.works("in.pnm", "out.pnm", "--json", "--colors", count))
        assert 2 <= len(report["palette"]) <= count
        assert errdiff.read("out.pnm") == reference(
            image, "floyd-steinberg", "2", 100, "palette=" + ",".join(report["palette"]))


@needs_making
def test_locked_colors_come_first(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    locked = ["123456", "fedcba", "00ff00"]
    for lock in ("123456,fedcba,00ff00", "#123456,#FEDCBA,#00ff00"):
        for count in (3, 4, 32):
            report = json.loads(errdiff.works("in.ppm", "out.ppm", "--json", "--colors", count,
                                              "--lock", lock))
            assert report["palette"][:3] == locked and len(report["palette"]) <= count


@needs_making
@needs_png
def test_invisible_pixels_ask_for_no_colors(errdiff):
    pixels = b"".join((b"\xc8\x64\x32\xff" if i % 2 else bytes([i % 256, 0, 255, 0]))
                      for i in range(PIXELS))
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, png.RGB_ALPHA, 8, pixels))
    report = json.loads(errdiff.works("in.png", "out.png", "--json", "--colors", 16))
    assert report["palette"] == ["c86432"]


@needs_making
@pytest.mark.parametrize("tone", [["--invert"], ["--stretch", "--gamma", "0.6"], ["--saturation", "-100"],
                                  ["--gray"]],
                         ids=" ".join)
def test_colors_after_changes_of_tone(errdiff, photographs, tone):
    errdiff.write("in.ppm", _top(photographs["coffee", 8]))
    errdiff.works("in.ppm", "changed.pnm", "--levels", 256, "--strength", 0, "--no-linear", *tone)
    expected = json.loads(errdiff.works("changed.pnm", "out.pnm", "--json", "--colors", 12))["palette"]
    made = json.loads(errdiff.works("in.ppm", "out.pnm", "--json", "--colors", 12, *tone))["palette"]
    assert made == expected
    assert made != json.loads(errdiff.works("in.ppm", "out.pnm", "--json", "--colors", 12))["palette"]


# ---- Colors as they look, and what a device is sent ---------------------------------------------

SEEN, SENT = "0a070e,adb2ae,ac8000,55180e", "000000,ffffff,ffff00,ff0000"  # bwry
BOTH = "\n".join(map("=".join, zip(SEEN.split(","), SENT.split(","))))
WITH_SENT = {
    "inks.hex": BOTH.encode(),
    "inks.gpl": ("GIMP Palette\nName: Inks\n" + "\n".join(
        f"{seen[0]} {seen[1]} {seen[2]}\tInk =#{sent}"
        for seen, sent in zip(map(bytes.fromhex, SEEN.split(",")), SENT.split(",")))).encode()}


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("photograph", ["camera", "coffee"])
@pytest.mark.parametrize("name", ["bwry", *WITH_SENT])
def test_sent(errdiff, reference, photographs, photograph, bits, name):
    # With a sanitizer, `equality` compares more bytes, in less time.
    image = _top(photographs[photograph, bits]) if SANITIZED else photographs[photograph, bits]
    errdiff.write("in.pnm", image)
    if name in WITH_SENT:
        errdiff.write(name, WITH_SENT[name])
    for options, more in (((), ()), (("--sent",), ("sent=" + SENT,)),
                          (("--sent", "--linear", "--bits", "8"),
                           ("sent=" + SENT, "linear", "bits=8"))):
        errdiff.works("in.pnm", "out.pnm", "--palette", name, *options)
        assert errdiff.read("out.pnm") == reference(image, "floyd-steinberg", "2", 100,
                                                    "palette=" + SEEN, *more)


def test_sent_is_reported_and_does_not_change_what_is_measured(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    seen, sent = (json.loads(errdiff.works("in.ppm", "out.ppm", "--json", "--palette", "bwry",
                                           *options)) for options in ((), ("--sent",)))
    assert seen["palette"] == sent["palette"] == SEEN.split(",")
    assert seen["palette_sent"] == sent["palette_sent"] == SENT.split(",")
    assert (seen["sent"], sent["sent"]) == (0, 1)
    assert seen["tone_error_percent"] == sent["tone_error_percent"]
    assert "palette_sent" not in json.loads(errdiff.works("in.ppm", "out.ppm", "--json",
                                                          "--palette", "e-paper-4", "--sent"))


def test_sent_without_other_colors_to_send(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    errdiff.works("in.ppm", "seen.ppm", "--palette", "game-boy")
    errdiff.works("in.ppm", "sent.ppm", "--palette", "game-boy", "--sent")
    assert errdiff.read("seen.ppm") == errdiff.read("sent.ppm")


def test_grays_that_are_sent_make_a_gray_image(errdiff, reference, small):
    """The colors look green."""
    errdiff.write("in.pgm", small)
    errdiff.write("lcd.hex", b"0f380f=000000\n306230=555555\n8bac0f=aaaaaa\n9bbc0f=ffffff")
    errdiff.works("in.pgm", "out.pgm", "--palette", "lcd.hex", "--sent")
    expected = pnm.decode(reference(small, "floyd-steinberg", "2", 100,
                                    "palette=0f380f,306230,8bac0f,9bbc0f",
                                    "sent=000000,555555,aaaaaa,ffffff"))[4]
    width, height, channels, bits, data = pnm.decode(errdiff.read("out.pgm"))
    assert channels == 1 and data == expected[::3]


@needs_png
def test_sent_indexed(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    errdiff.works("in.ppm", "seen.png", "--palette", "bwry", "--indexed")
    errdiff.works("in.ppm", "sent.png", "--palette", "bwry", "--indexed", "--sent")
    *seen, seen_chunks = png.decode(errdiff.read("seen.png"))
    *sent, sent_chunks = png.decode(errdiff.read("sent.png"))
    assert seen == sent
    assert seen_chunks[b"PLTE"] == _plte(SEEN) and sent_chunks[b"PLTE"] == _plte(SENT)


def test_bad_colors_to_send(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    errdiff.write("bad.hex", b"0a070e=000000\nadb2ae=fffff")
    assert "line 2" in errdiff.fails(1, "in.ppm", "out.ppm", "--palette", "bad.hex")
    errdiff.write("twice.hex", b"0a070e=000000\nadb2ae=000000")
    errdiff.works("in.ppm", "-", "--palette", "twice.hex")
    assert "#000000" in errdiff.fails(1, "in.ppm", "out.ppm", "--palette", "twice.hex", "--sent")
    assert "--palette" in errdiff.fails(2, "in.ppm", "out.ppm", "--sent")
    assert "--sent" in errdiff.fails(2, "in.ppm", "out.ppm", "--palette", "bwry", "--sent=1")


# ---- PNG with a palette --------------------------------------------------------------------------

def _plte(colors):
    return bytes.fromhex(colors.replace(",", ""))


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("options, more", [
    ((), ()), (("--match", "oklab", "--linear"), ("oklab", "linear")),
    (("--serpentine", "--noise", "20", "--kernel", "zhou-fang"), ("serpentine", "noise=20"))])
def test_indexed(errdiff, reference, channels, bits, options, more):
    kernel = "zhou-fang" if "zhou-fang" in options else "floyd-steinberg"
    image = pnm.encode(WIDTH, HEIGHT, channels, bits, _noise(PIXELS * channels * bits // 8))
    errdiff.write("in.pnm", image)
    numbers = pnm.decode(reference(image, kernel, "2", 100, "palette=" + FOUR, "indexed",
                                   *more))[4]
    errdiff.works("in.pnm", "out.png", "--palette", "e-paper-4", "--indexed", *options)
    out = png.decode(errdiff.read("out.png"))
    assert out[:5] == (WIDTH, HEIGHT, png.PALETTE, 2, numbers)  # four colors in two bits
    assert out[5][b"PLTE"] == _plte(FOUR)
    assert b"tRNS" not in out[5]
    # Standard output gets a PNG, too, whatever the input was.
    assert png.decode(errdiff.works("in.pnm", "-", "--palette", "e-paper-4", "--indexed",
                                    *options))[:5] == out[:5]


@needs_png
def test_an_indexed_photograph(errdiff, reference, photographs):
    image = photographs["coffee", 8]
    errdiff.write("in.ppm", image)
    palette = [_noise(768)[3 * i:3 * i + 3].hex() for i in range(256)]
    errdiff.write("palette.hex", "\n".join(palette).encode())
    errdiff.works("in.ppm", "out.png", "--palette", "palette.hex", "--indexed")
    *_, data, chunks = png.decode(errdiff.read("out.png"))
    assert chunks[b"PLTE"] == _noise(768)
    assert data == pnm.decode(reference(image, "floyd-steinberg", "2", 100,
                                        "palette=" + ",".join(palette), "indexed"))[4]


def _with_alpha(errdiff, alpha, color_type=png.RGB_ALPHA, bits=8, chunks=()):
    """Writes in.png; returns its colors as PNM, and its alpha."""
    channels, size = png.CHANNELS[color_type] - 1, bits // 8
    color = _noise(PIXELS * channels * size)
    step = channels * size
    pixels = b"".join(color[step * i:step * (i + 1)] + alpha[size * i:size * (i + 1)]
                      for i in range(PIXELS))
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, color_type, bits, pixels, chunks=chunks))
    return pnm.encode(WIDTH, HEIGHT, channels, bits, color)


def _reduced(errdiff, reference, alpha, how, bits=8):
    """The alpha that the command should make of an alpha: a byte per pixel, 0 or 255."""
    half = 128 if bits == 8 else 32768
    size = bits // 8
    if how == "threshold":
        return bytes(255 if int.from_bytes(alpha[size * i:size * (i + 1)], "big") >= half else 0
                     for i in range(PIXELS))
    visible = errdiff.folder / "visible"
    visible.write_bytes(bytes(any(alpha[size * i:size * (i + 1)]) for i in range(PIXELS)))
    return bytes(pnm.decode(reference(pnm.encode(WIDTH, HEIGHT, 1, bits, alpha), "floyd-steinberg",
                                      "2", 100, f"mask={visible}"))[4][::size])


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("how", ["threshold", "dither"])
@pytest.mark.parametrize("color_type", [png.GRAY_ALPHA, png.RGB_ALPHA])
def test_alpha(errdiff, reference, how, bits, color_type):
    size = bits // 8
    alpha = _noise(PIXELS * size)
    image = _with_alpha(errdiff, alpha, color_type, bits)
    reduced = _reduced(errdiff, reference, alpha, how, bits)
    (errdiff.folder / "mask").write_bytes(reduced)
    expected = pnm.decode(reference(image, "floyd-steinberg", "3", 100,
                                    f"mask={errdiff.folder / 'mask'}"))[4]
    errdiff.works("in.png", "out.png", "--levels", "3", "--alpha", how)
    width, height, kind, out_bits, data, _ = png.decode(errdiff.read("out.png"))
    assert (width, height, kind, out_bits) == (WIDTH, HEIGHT, color_type, bits)
    channels = png.CHANNELS[kind] - 1
    step = (channels + 1) * size
    assert b"".join(data[step * i + channels * size:step * (i + 1)] for i in range(PIXELS)) == \
        b"".join(reduced[i:i + 1] * size for i in range(PIXELS))
    assert b"".join(data[step * i:step * i + channels * size] for i in range(PIXELS)) == expected


@needs_png
@pytest.mark.parametrize("how", ["threshold", "dither"])
def test_indexed_with_transparency(errdiff, reference, how):
    alpha = _noise(PIXELS)
    image = _with_alpha(errdiff, alpha)
    reduced = _reduced(errdiff, reference, alpha, how)
    (errdiff.folder / "mask").write_bytes(reduced)
    numbers = pnm.decode(reference(image, "floyd-steinberg", "2", 100, "palette=" + FOUR,
                                   "indexed", f"mask={errdiff.folder / 'mask'}"))[4]
    errdiff.works("in.png", "out.png", "--palette", "e-paper-4", "--indexed", "--alpha", how)
    *head, data, chunks = png.decode(errdiff.read("out.png"))
    assert head == [WIDTH, HEIGHT, png.PALETTE, 4]  # one color more than 2 bits hold
    assert chunks[b"PLTE"][:12] == _plte(FOUR) and len(chunks[b"PLTE"]) == 15
    assert chunks[b"tRNS"] == b"\xff\xff\xff\xff\0"
    assert data == bytes(numbers[i] if reduced[i] else 4 for i in range(PIXELS))
    assert 4 in data


@needs_png
def test_indexed_with_transparency_needs_a_choice_and_a_free_color(errdiff):
    _with_alpha(errdiff, _noise(PIXELS))
    assert "alpha" in errdiff.fails(1, "in.png", "out.png", "--palette", "cga", "--indexed", "--alpha", "keep")
    # Without one it is dithered.
    errdiff.works("in.png", "expected.png", "--palette", "cga", "--indexed", "--alpha", "dither")
    errdiff.works("in.png", "out.png", "--palette", "cga", "--indexed")
    assert errdiff.read("out.png") == errdiff.read("expected.png")
    errdiff.write("full.hex", "\n".join(f"{i:06x}" for i in range(256)).encode())
    errdiff.write("free.hex", "\n".join(f"{i:06x}" for i in range(255)).encode())
    call = ["in.png", "out.png", "--indexed", "--alpha", "threshold", "--palette"]
    assert "255" in errdiff.fails(1, *call, "full.hex")
    errdiff.works(*call, "free.hex")
    assert len(png.decode(errdiff.read("out.png"))[5][b"PLTE"]) == 768


@needs_png
def test_alpha_of_16_bits_to_8(errdiff):
    alpha = _noise(PIXELS * 2)
    _with_alpha(errdiff, alpha, bits=16)
    errdiff.works("in.png", "out.png", "--bits", "8")
    *_, bits, data, _ = png.decode(errdiff.read("out.png"))
    assert bits == 8
    wide = [int.from_bytes(alpha[2 * i:2 * i + 2], "big") for i in range(PIXELS)]
    # Pixels that are slightly visible stay visible.
    assert data[3::4] == bytes(max((value + 128) // 257, value > 0) for value in wide)


@needs_png
@pytest.mark.parametrize("name", ["out.ppm", "out.pnm", "out"])
def test_transparency_is_refused_where_the_file_cannot_hold_it(errdiff, name):
    _with_alpha(errdiff, _noise(PIXELS))
    assert "transparency" in errdiff.fails(1, "in.png", name)
    assert "transparency" in errdiff.fails(1, "in.png", name, "--alpha", "threshold")


@pytest.mark.parametrize("name", ["out.ppm", "out.pnm", "out"])
def test_only_png_is_indexed(errdiff, small, name):
    errdiff.write("in.pgm", small)
    errdiff.fails(2, "in.pgm", name, "--palette", "cga", "--indexed")


@needs_png
@pytest.mark.parametrize("options", [(), ("--palette", "cga"), ("--palette", "cga", "--indexed")])
def test_texts_are_kept(errdiff, options):
    chunks = [(b"tEXt", b"Author\0Somebody"), (b"tEXt", b"Comment\0caf\xe9")]
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, png.RGB, 8, _noise(PIXELS * 3),
                                       chunks=chunks))
    errdiff.works("in.png", "out.png", *options)
    kept = png.decode(errdiff.read("out.png"))[5]
    assert kept[b"tEXt"] == b"Author\0SomebodyComment\0caf\xe9"


def _lightness(image):
    """OKLab's L (Ottosson 2020) of each pixel of a PPM file, in rows."""
    width, height, _, _, data = pnm.decode(image)
    light = [(value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4) for value in range(256)]
    rows = []
    for y in range(height):
        row = data[3 * width * y:3 * width * (y + 1)]
        colors = [(light[row[i]], light[row[i + 1]], light[row[i + 2]]) for i in range(0, 3 * width, 3)]
        rows.append([0.21045 * (0.41222 * r + 0.53633 * g + 0.05145 * b) ** (1 / 3) +
                     0.79362 * (0.21190 * r + 0.68070 * g + 0.10740 * b) ** (1 / 3) -
                     0.00407 * (0.08830 * r + 0.28172 * g + 0.62998 * b) ** (1 / 3) for r, g, b in colors])
    return rows


def _around(rows, x, y, reach):
    return [rows[j][i] for j in range(max(0, y - reach), min(len(rows), y + reach + 1))
            for i in range(max(0, x - reach), min(len(rows[0]), x + reach + 1))]


def _lone_light_pixels(rows, original):
    """Pixels that are far lighter than all eight neighbors and than the original around them."""
    count = 0
    for y in range(1, len(rows) - 1):
        for x in range(1, len(rows[0]) - 1):
            least = rows[y][x] - 0.25
            if rows[y][x - 1] < least and rows[y][x + 1] < least and rows[y - 1][x] < least:
                near = sorted(_around(rows, x, y, 1))
                mean = _around(original, x, y, 2)
                count += near[-2] < least and sum(mean) / len(mean) < least
    return count


@needs_making
@pytest.mark.skipif("0" in (os.environ.get("ERRDIFF_HAS_JPEG", "0"), os.environ.get("ERRDIFF_HAS_LCMS", "0")),
                    reason="the command was built without libjpeg, or without lcms2 for the photograph's profile")
@pytest.mark.parametrize("colors, most", [(16, 8), (32, 4), (64, 4)])
def test_made_colors_leave_no_lone_light_pixels_in_a_dark_sky(errdiff, colors, most):
    """The palette of a dark photograph was too narrow for it, and errors that grew for that reason came out as 98
    lone dots of white among 32 colors. The photograph has one or two such pixels itself, as has pngquant's result, and
    three with 16 colors. While more than half of the 16 colors were those of the sky, the rocket was a mixture
    of white and of colors that are much darker, with about 50 such dots."""
    for name, words in (("original.ppm", ["--levels", "256"]), ("result.ppm", ["--colors", str(colors)])):
        subprocess.run([*errdiff.wrapper, errdiff.path, DATA / "rocket.jpg", name, *words],
                       cwd=errdiff.folder, check=True)
    original, result = (_lightness(errdiff.read(name)) for name in ("original.ppm", "result.ppm"))
    assert _lone_light_pixels(result, original) <= most


# ---- Palettes as people have them --------------------------------------------------------------------

def _colors(errdiff, name, **more):
    return errdiff.works("palettes", name, **more).decode().splitlines()


OTHERS = {
    "four.pal": b"JASC-PAL\r\n0100\r\n4\r\n0 0 0\r\n255 255 255\r\n255 0 0\r\n255 255 0\r\n",
    "four.txt": b";paint.net Palette File\n;Colors: 4\nFF000000\nFFffffff\nFFff0000\nFFffff00\n",
    "names.hex": b"black\nwhite\nred\nyellow\n",
}


@pytest.mark.parametrize("name", [*OTHERS, "black,white,red,yellow", "#000,White,#ff0000,yellow"])
def test_other_files_and_names_of_colors(errdiff, reference, small_rgb, name):
    errdiff.write("in.ppm", small_rgb)
    if name in OTHERS:
        errdiff.write(name, OTHERS[name])
    errdiff.works("in.ppm", "out.ppm", "--palette", name)
    assert errdiff.read("out.ppm") == reference(small_rgb, "floyd-steinberg", "2", 100, "palette=" + FOUR)
    assert _colors(errdiff, name) == ["#000000", "#ffffff", "#ff0000", "#ffff00"]


@needs_making
def test_locked_colors_have_names(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    report = json.loads(errdiff.works("in.ppm", "out.ppm", "--colors", "4", "--lock", "tomato,#00ff00", "--json"))
    assert {"ff6347", "00ff00"} < set(report["palette"])


@pytest.mark.parametrize("bits", [8, 16])
def test_an_image_is_a_palette(errdiff, small_rgb, bits):
    """Its colors come in the order of its pixels."""
    colors = ["000000", "ffffff", "ff0000", "ffff00", "12fe77"]
    pixels = [colors[i] for i in (0, 0, 1, 2, 1, 3, 0, 4)]
    data = bytes.fromhex("".join(pixels if bits == 8 else [
        "".join(2 * pixel[i:i + 2] for i in (0, 2, 4)) for pixel in pixels]))
    errdiff.write("colors.ppm", pnm.encode(4, 2, 3, bits, data))
    assert _colors(errdiff, "colors.ppm") == ["#" + color for color in colors]
    errdiff.write("in.ppm", small_rgb)
    errdiff.works("in.ppm", "expected.ppm", "--palette", "#" + ",#".join(colors))
    errdiff.works("in.ppm", "out.ppm", "--palette", "colors.ppm")
    assert errdiff.read("out.ppm") == errdiff.read("expected.ppm")


def test_a_gray_image_is_a_palette(errdiff):
    errdiff.write("gray.pgm", pnm.encode(3, 1, 1, 8, b"\x00\x80\xff"))
    assert _colors(errdiff, "gray.pgm") == ["#000000", "#808080", "#ffffff"]


@needs_png
def test_transparent_pixels_have_no_color(errdiff):
    data = bytes.fromhex("ff0000ff 00ff0000 0000ff80")
    errdiff.write("colors.png", png.encode(3, 1, png.RGB_ALPHA, 8, data))
    assert _colors(errdiff, "colors.png") == ["#ff0000", "#0000ff"]
    errdiff.write("none.png", png.encode(1, 1, png.RGB_ALPHA, 8, data[4:8]))
    assert "no colors" in errdiff.fails(1, "palettes", "none.png")


def test_images_that_are_no_palettes(errdiff, small):
    errdiff.write("in.pgm", small)
    many = bytes(value for i in range(257) for value in (i // 256, i % 256, 7))
    errdiff.write("many.ppm", pnm.encode(257, 1, 3, 8, many))
    errdiff.write("cut.ppm", pnm.encode(257, 1, 3, 8, many)[:-1])
    assert "more than 256 colors" in errdiff.fails(1, "in.pgm", "out.pnm", "--palette", "many.ppm")
    assert "cut.ppm" in errdiff.fails(1, "in.pgm", "out.pnm", "--palette", "cut.ppm")
    errdiff.write("all.ppm", pnm.encode(256, 1, 3, 8, many[3:]))
    assert len(_colors(errdiff, "all.ppm")) == 256


def test_colors_of_a_palette(errdiff):
    assert _colors(errdiff, "cga") == ["#000000", "#55ffff", "#ff55ff", "#ffffff"]
    lines = _colors(errdiff, "spectra-6")
    assert len(lines) == 6 and all(len(line.split("=#")) == 2 for line in lines)
    # What is printed is a palette file.
    errdiff.write("same.hex", errdiff.works("palettes", "spectra-6"))
    assert _colors(errdiff, "same.hex") == lines


def test_colors_that_cannot_be_shown(errdiff):
    line = errdiff.fails(2, "palettes", "gamboy")
    assert '"gamboy"' in line and line.endswith("did you mean game-boy?\n")
    assert "gone.gpl" in errdiff.fails(1, "palettes", "gone.gpl")
    errdiff.fails(2, "palettes", "cga", "ega")
    errdiff.fails(2, "palettes", "black,whit")


@pytest.mark.skipif(bool(os.environ.get("EXE_WRAPPER")), reason="the terminal is one of this system")
@pytest.mark.parametrize("environment, is_colored", [
    ({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({}, False)])
def test_colors_in_a_terminal(errdiff, environment, is_colored):
    import pty  # pylint: disable=import-outside-toplevel
    ours, theirs = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name not in ("TERM", "NO_COLOR")} | environment
    subprocess.run([*errdiff.wrapper, errdiff.path, "palettes", "cga"], stdout=theirs, check=True, env=env)
    os.close(theirs)
    shown = ""
    with contextlib.suppress(OSError):  # at the end
        while part := os.read(ours, 4096):
            shown += part.decode()
    os.close(ours)
    assert ("\x1b[48;2;85;255;255m      \x1b[0m #55ffff" in shown) == is_colored
    assert ("\x1b" in shown) == is_colored and "#55ffff" in shown
