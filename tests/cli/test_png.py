# SPDX-License-Identifier: GPL-3.0-or-later
"""PNG files in and out."""

import errno
import os
import pathlib
import random
import resource
import struct
import zlib

import formats
import png
import pnm
import pytest

HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"
SANITIZED = os.environ.get("ERRDIFF_SANITIZED") == "1"
DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
needs_png = pytest.mark.skipif(not HAS_PNG, reason="the command was built without libpng")

WIDTH, HEIGHT = 29, 13
PIXELS = WIDTH * HEIGHT
COLORS = {1: png.GRAY, 3: png.RGB}


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
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, COLORS[channels], bits, data))
    errdiff.works("in.png", "out.png", "--levels", "5")
    out = png.decode(errdiff.read("out.png"))
    assert out[:5] == (WIDTH, HEIGHT, COLORS[channels], bits, expected[4])


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
    width, height, color, bits, data, _ = png.decode(errdiff.read("out.png"))
    assert (width, height, png.CHANNELS[color], bits) == expected[:4]
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


def _interleave(color, alpha, color_bytes, alpha_bytes):
    return b"".join(color[color_bytes * i:color_bytes * (i + 1)] +
                    alpha[alpha_bytes * i:alpha_bytes * (i + 1)] for i in range(PIXELS))


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
def test_alpha_is_kept_and_does_not_take_part(errdiff, reference, channels, bits):
    """If no alpha is 0, the colors are those of the image without alpha."""
    sample_bytes = bits // 8
    color = _noise(PIXELS * channels * sample_bytes)
    alpha = bytes(1 + i % 255 for i in range(PIXELS * sample_bytes))
    expected = pnm.decode(reference(pnm.encode(WIDTH, HEIGHT, channels, bits, color)))[4]
    kind = png.GRAY_ALPHA if channels == 1 else png.RGB_ALPHA
    pixels = _interleave(color, alpha, channels * sample_bytes, sample_bytes)
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, kind, bits, pixels))
    errdiff.works("in.png", "out.png")
    out = png.decode(errdiff.read("out.png"))
    assert out[:4] == (WIDTH, HEIGHT, kind, bits)
    assert out[4] == _interleave(expected, alpha, channels * sample_bytes, sample_bytes)


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
def test_invisible_pixels_keep_their_bytes_and_stop_errors(errdiff, reference, channels, bits):
    """Rows of alpha 0 divide the image into parts, which are dithered independently."""
    sample_bytes = bits // 8
    row_bytes = WIDTH * channels * sample_bytes
    color = _noise(PIXELS * channels * sample_bytes)
    rows = [color[y * row_bytes:(y + 1) * row_bytes] for y in range(HEIGHT)]
    # A 16-bit alpha of 1 has a high byte of 0, but is not invisible.
    visible = (1).to_bytes(sample_bytes, "big")
    alpha = b"".join((bytes(sample_bytes) if y % 2 else visible) * WIDTH for y in range(HEIGHT))
    expected = b"".join(
        row if y % 2 else pnm.decode(reference(pnm.encode(WIDTH, 1, channels, bits, row)))[4]
        for y, row in enumerate(rows))
    kind = png.GRAY_ALPHA if channels == 1 else png.RGB_ALPHA
    pixels = _interleave(color, alpha, channels * sample_bytes, sample_bytes)
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, kind, bits, pixels))
    errdiff.works("in.png", "out.png")
    assert png.decode(errdiff.read("out.png"))[4] == _interleave(
        expected, alpha, channels * sample_bytes, sample_bytes)


@needs_png
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("color", [png.GRAY, png.RGB, png.GRAY_ALPHA, png.RGB_ALPHA])
@pytest.mark.parametrize("width, height", [(1, 1), (3, 2), (5, 9), (WIDTH, HEIGHT)])
def test_interlaced(errdiff, width, height, color, bits):
    data = _noise(width * height * png.CHANNELS[color] * bits // 8)
    errdiff.write("plain.png", png.encode(width, height, color, bits, data))
    errdiff.write("in.png", png.encode(width, height, color, bits, data, interlaced=True))
    for name in ("plain", "in"):
        errdiff.works(f"{name}.png", f"{name}-out.png", "--levels", "3")
    assert errdiff.read("in-out.png") == errdiff.read("plain-out.png")


# ---- Metadata ------------------------------------------------------------------------------------

def _profile(space):
    """An ICC profile without tags, for colors (b"RGB ") or gray (b"GRAY")."""
    head = struct.pack(">I4sI4s4s4s12s4s4sIIIQIIII", 132, b"none", 0x02100000, b"mntr", space,
                       b"XYZ ", bytes(12), b"acsp", bytes(4), 0, 0, 0, 0, 0, 0xF6D6, 0x10000, 0xD32D)
    return head.ljust(132, b"\0")


def profile_chunk(space):
    # Stored without compression: libpng considers a chunk of less than 92 bytes damaged.
    return b"iCCP", b"a name\0\0" + zlib.compress(_profile(space), 0)


def _made_of(errdiff, file, *options, out="out.png"):
    """The chunks of the PNG that the command makes of a PNG."""
    errdiff.write("in.png", file)
    errdiff.works("in.png", out, *options)
    return list(png.chunks_of(errdiff.read(out)))


def _in_color(**more):
    return png.encode(WIDTH, HEIGHT, png.RGB, 8, _noise(3 * PIXELS), **more)


EXIF = b"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\1\0\0\0\0\0\0"
TEXTS = [(b"tEXt", b"Author\0somebody"), (b"tEXt", b"Comment\0twice"), (b"tEXt", b"Comment\0so"),
         (b"iTXt", b"Title\0\0\0de\0Titel\0" + "Gr\u00fc\u00dfe".encode())]


@needs_png
@pytest.mark.parametrize("chunk", [
    (b"sRGB", b"\1"),
    (b"gAMA", struct.pack(">I", 51234)),
    (b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)),
    (b"pHYs", struct.pack(">IIB", 2835, 5670, 1)),
    (b"sBIT", b"\5\6\5"),
    (b"tIME", struct.pack(">HBBBBB", 2024, 2, 29, 23, 59, 60)),
    (b"eXIf", EXIF),
    *TEXTS,
], ids=lambda chunk: chunk[0].decode())
def test_a_chunk_is_kept_once(errdiff, chunk):
    made = _made_of(errdiff, _in_color(chunks=[chunk]))
    assert [found for found in made if found[0] == chunk[0]] == [chunk]


@needs_png
def test_a_compressed_text_is_kept(errdiff):
    text = b"many words " * 500
    made = dict(_made_of(errdiff, _in_color(
        chunks=[(b"zTXt", b"Comment\0\0" + zlib.compress(text))])))
    name, packed = made[b"zTXt"].split(b"\0", 1)
    assert (name, zlib.decompress(packed[1:])) == (b"Comment", text)


@needs_png
def test_many_texts_and_long_ones_are_kept(errdiff):
    texts = [(b"tEXt", b"Comment\0%d" % number) for number in range(1500)]
    text = b"many words " * 900000
    made = _made_of(errdiff, _in_color(
        chunks=[*texts, (b"zTXt", b"Title\0\0" + zlib.compress(text))]))
    assert [chunk for chunk in made if chunk[0] == b"tEXt"] == texts
    assert zlib.decompress(dict(made)[b"zTXt"][len(b"Title\0\0"):]) == text


@needs_png
def test_texts_that_unpack_to_too_much(errdiff):
    """Each is unpacked twice, which would take minutes."""
    text = (b"zTXt", b"Comment\0\0" + zlib.compress(bytes(60 << 20)))
    errdiff.write("in.png", png.encode(2, 1, png.GRAY, 8, b"ab", chunks=[text] * 5))
    assert "longer than 256 MiB" in errdiff.fails(1, "in.png", "out.png")


@needs_png
@pytest.mark.parametrize("place", ["chunks", "after"])
def test_too_many_texts_are_left_out(errdiff, place):
    """libpng takes quadratic time for texts."""
    texts = [(b"tEXt", b"Comment\0%d" % number) for number in range(6000)]
    errdiff.write("in.png", _in_color(**{place: texts}))
    done = errdiff.run("in.png", "out.png")
    assert done.returncode == 0
    assert done.stderr == b"errdiff: warning: in.png: the PNG has more than 4000 texts; the others are left out\n"
    kept = [chunk for chunk in png.chunks_of(errdiff.read("out.png")) if chunk[0] == b"tEXt"]
    assert kept == texts[:len(kept)] and 4000 <= len(kept) < 4010


@needs_png
@pytest.mark.parametrize("options", [[], ["--serpentine"]], ids=["pieces", "whole"])
def test_all_chunks_together_before_and_after_the_pixels(errdiff, options):
    chunks = [(b"pHYs", struct.pack(">IIB", 2835, 5670, 1)), TEXTS[0], TEXTS[1]]
    after = [TEXTS[2], TEXTS[3], (b"tIME", struct.pack(">HBBBBB", 2024, 2, 29, 23, 59, 60)),
             (b"eXIf", EXIF)]
    made = _made_of(errdiff, _in_color(chunks=chunks, after=after), *options)
    at = [kind for kind, _ in made].index(b"IDAT")
    assert sorted(made[1:at]) == sorted(chunks)
    assert sorted(chunk for chunk in made[at:] if chunk[0] not in (b"IDAT", b"IEND")) == sorted(after)


@needs_png
@pytest.mark.parametrize("order", ["<", ">"])
def test_what_was_turned_upright_is_said_to_be_so(errdiff, order):
    """Also if the Exif data say more, and if the pixels are not square."""
    def chunks(orientation, across, down):
        return [(b"pHYs", struct.pack(">IIB", across, down, 1)),
                (b"eXIf", formats.exif(orientation, order, ((72, 1), (72, 1), 2)))]
    stored = png.encode(2, 1, png.RGB_ALPHA, 8, b"\0\0\0\x80\xff\xff\xff\xff", chunks=chunks(8, 2835, 5670))
    made = _made_of(errdiff, stored, "--levels", "2")
    assert {*chunks(1, 5670, 2835)} <= {*made}
    width, height, *_, data = png.decode(errdiff.read("out.png"))[:5]
    assert (width, height, data) == (1, 2, b"\xff\xff\xff\xff\0\0\0\x80")


@needs_png
def test_exif_after_the_pixels_stays(errdiff):
    """When it is read, the pixels may have been written."""
    late = (b"eXIf", formats.exif(6))
    assert late in _made_of(errdiff, _in_color(after=[late]))


@needs_png
def test_exif_is_written_once_even_if_it_came_twice(errdiff):
    made = _made_of(errdiff, _in_color(chunks=[(b"eXIf", EXIF)], after=[(b"eXIf", EXIF)]))
    assert [kind for kind, _ in made].count(b"eXIf") == 1


@needs_png
def test_significant_bits_fit_what_is_written(errdiff):
    deep = _noise(2 * PIXELS)
    for color, bits, data, given, options, wanted in (
            (png.GRAY, 8, deep[:PIXELS], b"\5", [], b"\5"),
            (png.GRAY, 8, deep[:PIXELS], b"\5", ["--palette", "c64"], b"\5\5\5"),
            (png.GRAY, 8, deep[:PIXELS], b"\5", ["--palette", "c64", "--indexed"], None),
            (png.GRAY, 16, deep, b"\x0c", [], b"\x0c"),
            (png.GRAY, 16, deep, b"\x0c", ["--bits", "8"], b"\x08"),
            (png.GRAY_ALPHA, 8, deep, b"\5\3", [], b"\5\3")):
        file = png.encode(WIDTH, HEIGHT, color, bits, data, chunks=[(b"sBIT", given)])
        assert dict(_made_of(errdiff, file, *options)).get(b"sBIT") == wanted


@needs_png
@pytest.mark.parametrize("orientation", [3, 6])
def test_significant_bits_of_what_was_turned(errdiff, orientation):
    file = png.encode(WIDTH, HEIGHT, png.GRAY, 8, _noise(PIXELS),
                      chunks=[(b"sBIT", b"\5"), (b"eXIf", formats.exif(orientation))])
    assert dict(_made_of(errdiff, file))[b"sBIT"] == b"\5"


@needs_png
@pytest.mark.parametrize("unit", [0, 1])
def test_the_shape_of_pixels_that_were_turned(errdiff, unit):
    """Without a unit it is their shape alone."""
    for orientation, kept in ((3, (2, 5)), (6, (5, 2))):
        file = png.encode(WIDTH, HEIGHT, png.GRAY, 8, _noise(PIXELS), chunks=[
            (b"pHYs", struct.pack(">IIB", 2, 5, unit)), (b"eXIf", formats.exif(orientation))])
        assert dict(_made_of(errdiff, file))[b"pHYs"] == struct.pack(">IIB", *kept, unit)


@needs_png
def test_a_resolution_that_is_too_large(errdiff):
    """BMP would take it for a negative one."""
    chunk = (b"pHYs", struct.pack(">IIB", 1 << 31, 1, 1))
    errdiff.write("in.png", png.encode(1, 1, png.GRAY, 8, b"\0", chunks=[chunk]))
    errdiff.works("in.png", "out.bmp")
    assert errdiff.read("out.bmp")[38:46] == bytes(8)


@needs_png
@pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_ZIMG") != "1", reason="the command was built without zimg")
def test_all_bits_of_a_resized_image_are_significant(errdiff):
    file = png.encode(WIDTH, HEIGHT, png.GRAY, 8, _noise(PIXELS), chunks=[(b"sBIT", b"\5")])
    assert b"sBIT" not in dict(_made_of(errdiff, file, "--resize", "200%"))


@needs_png
@pytest.mark.parametrize("space, color", [(b"RGB ", png.RGB), (b"GRAY", png.GRAY)])
def test_a_profile_is_kept(errdiff, space, color):
    file = png.encode(WIDTH, HEIGHT, color, 8, _noise(PIXELS * png.CHANNELS[color]),
                      chunks=[profile_chunk(space)])
    name, packed = dict(_made_of(errdiff, file))[b"iCCP"].split(b"\0", 1)
    assert (name, zlib.decompress(packed[1:])) == (b"a name", _profile(space))


@needs_png
@pytest.mark.parametrize("options", [[], ["--indexed"]])
def test_a_gray_profile_does_not_go_with_colors_and_that_is_said(errdiff, options):
    errdiff.write("in.png", png.encode(WIDTH, HEIGHT, png.GRAY, 8, _noise(PIXELS),
                                       chunks=[profile_chunk(b"GRAY")]))
    done = errdiff.run("in.png", "out.png", "--palette", "c64", *options)
    assert done.returncode == 0
    assert done.stderr.count(b"\n") == 1 and b"profile" in done.stderr
    assert b"iCCP" not in dict(png.chunks_of(errdiff.read("out.png")))


@needs_png
def test_gray_does_not_have_the_profile_of_colors(errdiff):
    file = png.encode(WIDTH, HEIGHT, png.RGB, 8, _noise(3 * PIXELS), chunks=[profile_chunk(b"RGB ")])
    errdiff.write("in.png", file)
    done = errdiff.run("in.png", "out.png", "--gray", "--levels", 4)
    assert done.returncode == 0
    assert b"iCCP" not in dict(png.chunks_of(errdiff.read("out.png")))


# ---- Color profiles: palettes are sRGB ----------------------------------------------------------

P3_CHROMATICITIES = struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)
LINEAR, USUAL = struct.pack(">I", 100000), struct.pack(">I", 45455)
needs_lcms = pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_LCMS") != "1", reason="built without lcms2")
needs_lcms_and_tiff = pytest.mark.skipif(
    not HAS_PNG or os.environ.get("ERRDIFF_HAS_LCMS") != "1" or os.environ.get("ERRDIFF_HAS_TIFF") != "1",
    reason="built without libpng, lcms2 or libtiff")
PALETTES = {png.RGB: "pico-8", png.GRAY: "game-boy"}


def _iccp(profile):
    return b"iCCP", b"a name\0\0" + zlib.compress(profile)


def _numbers(errdiff, file, color, *options):
    """The pixels' indices into the palette, and the chunks of the PNG that the command makes."""
    errdiff.write("in", file)
    errdiff.works("in", "out.png", "--palette", PALETTES[color], "--indexed", *options)
    made = errdiff.read("out.png")
    return png.decode(made)[4], dict(png.chunks_of(made))


@needs_lcms_and_tiff
@pytest.mark.parametrize("color, bits, profile", [
    (png.RGB, 8, formats.rgb_profile(formats.P3)), (png.RGB, 16, formats.rgb_profile(formats.P3)),
    (png.GRAY, 8, formats.gray_profile(1.0))])
def test_a_palette_is_matched_as_in_a_tiff_with_the_profile(errdiff, color, bits, profile):
    channels = png.CHANNELS[color]
    data = _noise(PIXELS * channels * bits // 8)
    swapped = data if bits == 8 else bytes(data[i ^ 1] for i in range(len(data)))
    tiff = formats.tiff(WIDTH, HEIGHT, channels, bits, swapped, more=[(34675, (7, profile))])
    plain = png.encode(WIDTH, HEIGHT, color, bits, data)
    with_profile = png.encode(WIDTH, HEIGHT, color, bits, data, chunks=[_iccp(profile)])
    expected = _numbers(errdiff, tiff, color)[0]
    assert expected != _numbers(errdiff, plain, color)[0]
    for options in ((), ("--serpentine",)):
        made, chunks = _numbers(errdiff, with_profile, color, *options)
        assert b"iCCP" not in chunks
        assert made == _numbers(errdiff, tiff, color, *options)[0]
    if color == png.RGB:
        errdiff.write("gray.tiff", tiff)
        errdiff.write("gray.png", with_profile)
        for name in ("gray.tiff", "gray.png"):
            errdiff.works(name, name + ".png", "--gray", "--levels", 5)
        assert png.decode(errdiff.read("gray.tiff.png"))[4] == png.decode(errdiff.read("gray.png.png"))[4]
    # Levels are values of the image's own channels.
    errdiff.write("in", with_profile)
    errdiff.works("in", "out.png")
    errdiff.write("in", plain)
    errdiff.works("in", "plain.png")
    assert png.decode(errdiff.read("out.png"))[4] == png.decode(errdiff.read("plain.png"))[4]
    assert b"iCCP" in dict(png.chunks_of(errdiff.read("out.png")))


@needs_lcms_and_tiff
def test_gamma_of_gray(errdiff):
    data = _noise(PIXELS)
    linear = png.encode(WIDTH, HEIGHT, png.GRAY, 8, data, chunks=[(b"gAMA", LINEAR)])
    tiff = formats.tiff(WIDTH, HEIGHT, 1, 8, data, more=[(34675, (7, formats.gray_profile(1.0)))])
    made, chunks = _numbers(errdiff, linear, png.GRAY)
    assert made == _numbers(errdiff, tiff, png.GRAY)[0]
    assert b"gAMA" not in chunks


@needs_lcms_and_tiff
@pytest.mark.parametrize("ending", ["bmp", "tif"])
def test_gamma_where_no_profile_is_stored(errdiff, ending):
    """Levels are then of sRGB, too."""
    data = _noise(PIXELS)
    errdiff.write("linear.png", png.encode(WIDTH, HEIGHT, png.GRAY, 8, data, chunks=[(b"gAMA", LINEAR)]))
    errdiff.works("linear.png", "srgb.png", "--palette", "#000000,#ffffff", "--match", "rgb", "--gamut", "none")
    errdiff.works("linear.png", f"out.{ending}", "--levels", "2")
    errdiff.works(f"out.{ending}", "out.pgm", "--levels", "256")
    errdiff.works("srgb.png", "srgb.pgm", "--levels", "256")
    assert errdiff.read("out.pgm") == errdiff.read("srgb.pgm")


@needs_lcms_and_tiff
def test_chromaticities(errdiff):
    data = _noise(3 * PIXELS)
    chunks = [(b"gAMA", USUAL), (b"cHRM", P3_CHROMATICITIES)]
    tiff = formats.tiff(WIDTH, HEIGHT, 3, 8, data, more=[(34675, (7, formats.rgb_profile(formats.P3)))])
    expected = _numbers(errdiff, tiff, png.RGB, "--strength", "0")[0]
    made, found = _numbers(errdiff, png.encode(WIDTH, HEIGHT, png.RGB, 8, data, chunks=chunks), png.RGB, "--strength",
                           "0")
    # The chunk has other roundings of the primaries than the profile.
    assert sum(a != b for a, b in zip(made, expected)) < PIXELS // 50
    assert b"cHRM" not in found


@needs_png
@pytest.mark.parametrize("chunks", [
    [(b"gAMA", USUAL)], [(b"sRGB", b"\0"), (b"gAMA", USUAL)],
    [(b"gAMA", USUAL), (b"cHRM", struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000))],
    pytest.param([_iccp(formats.rgb_profile(formats.SRGB))], marks=needs_lcms)])
def test_srgb_under_any_name_is_not_converted(errdiff, chunks):
    data = _noise(3 * PIXELS)
    made, found = _numbers(errdiff, png.encode(WIDTH, HEIGHT, png.RGB, 8, data, chunks=chunks), png.RGB)
    assert made == _numbers(errdiff, png.encode(WIDTH, HEIGHT, png.RGB, 8, data), png.RGB)[0]
    assert chunks[0][0] in found


@needs_png
def test_a_second_png_is_not_dropped_silently(errdiff):
    image = png.encode(WIDTH, HEIGHT, png.GRAY, 8, _noise(PIXELS))
    assert "another PNG" in errdiff.fails(1, "-", "-", stdin=image * 2)


@needs_png
@pytest.mark.parametrize("interlaced", [False, True])
def test_long_rows(errdiff, reference, interlaced):
    """All bytes are the same, which deflate compresses most."""
    width = 300000
    image = pnm.encode(width, 2, 1, 8, b"\x37" * width * 2)
    errdiff.write("in.png", png.encode(width, 2, png.GRAY, 8, b"\x37" * width * 2,
                                       interlaced=interlaced, level=9))
    errdiff.works("in.png", "out.pgm")
    assert errdiff.read("out.pgm") == reference(image)


# ---- Pieces and memory ---------------------------------------------------------------------------

@needs_png
def test_pieces_are_the_whole(errdiff, reference):
    width, height = 900, 5011  # three pieces with two threads
    data = (bytes(range(250)) * (width * height // 250 + 1))[:width * height]
    image = pnm.encode(width, height, 1, 8, data)
    expected = pnm.decode(reference(image))[4]
    errdiff.write("in.png", png.encode(width, height, png.GRAY, 8, data))
    errdiff.write("in.pgm", image)
    errdiff.works("in.png", "out.pgm", "--threads", "2")
    assert pnm.decode(errdiff.read("out.pgm"))[4] == expected
    # A thread of its own reads the pieces of a PNG, each with the first row of the next one.
    for name in ("in.png", "in.pgm"):
        errdiff.works(name, f"{name}-detail.pgm", "--detail", "50", "--threads", "2")
    assert errdiff.read("in.png-detail.pgm") == errdiff.read("in.pgm-detail.pgm")
    for name in ("in.png", "in.pgm"):
        errdiff.works(name, "out.png", "--threads", "2")
        chunks = list(png.chunks_of(errdiff.read("out.png")))
        assert chunks[0][1] == struct.pack(">IIBBBBB", width, height, 8, png.GRAY, 0, 0, 0)
        packed = b"".join(content for kind, content in chunks if kind == b"IDAT")
        # Each row begins with the number of its filter, which is none.
        assert zlib.decompress(packed) == b"".join(
            b"\0" + expected[at:at + width] for at in range(0, len(expected), width))


@pytest.fixture(scope="module")
def image_of_four_pieces():
    """Four with two threads, and eight with one."""
    width, height = 1000, 8011
    return png.encode(width, height, png.GRAY, 8, _noise(width * height))


@needs_png
@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("share", [40, 70])
def test_a_later_piece_is_missing(errdiff, image_of_four_pieces, share, threads):
    """The command says it once, and leaves no file."""
    whole = image_of_four_pieces
    errdiff.write("in.png", whole[:len(whole) * share // 100])
    assert "in.png" in errdiff.fails(1, "in.png", "out.png", "--threads", threads, "--detail", "50")


@needs_png
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize("name, options", [("full.png", []), ("full.bin", ["--device", "rows-8"])], ids=["png", "rows"])
def test_pieces_on_a_full_device(as_typed, image_of_four_pieces, name, options, threads):
    """The reason is said once, although a thread of its own writes."""
    (as_typed.folder / name).symlink_to("/dev/full")
    as_typed.write("in.png", image_of_four_pieces)
    done = as_typed.run("in.png", name, *options, "--threads", threads)
    assert done.returncode == 1
    assert done.stderr.startswith(b"errdiff: ") and done.stderr.count(b"\n") == 1
    assert os.strerror(errno.ENOSPC).encode() in done.stderr


@needs_png
def test_an_indexed_png_in_pieces(errdiff):
    width, height = 1000, 5000  # three pieces with two threads
    errdiff.write("in.pgm", pnm.encode(width, height, 1, 8, bytes(range(250)) * (width * height // 250)))
    options = ["--palette", "game-boy", "--indexed", "--threads", "2"]
    errdiff.works("in.pgm", "out.png", *options)
    errdiff.works("in.pgm", "expected.png", *options, "--engine", "serial-ed")
    assert errdiff.read("out.png") == errdiff.read("expected.png")


@needs_png
@pytest.mark.skipif(SANITIZED, reason="the sanitizer needs the address space itself")
@pytest.mark.skipif(bool(os.environ.get("EXE_WRAPPER")), reason="the wrapper needs address space, too")
def test_memory_does_not_grow_with_the_height(errdiff):
    limit = 150 << 20

    def limited(*options):
        return errdiff.run("in.png", *options, "--threads", "2", preexec_fn=lambda:
                           resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))

    width, height = 2000, 80000
    errdiff.write("in.png", png.encode(width, height, png.GRAY, 8, bytes(width * height)))
    for out in ("out.png", "out.pgm"):
        done = limited(out)
        assert (done.returncode, done.stderr) == (0, b"")
    assert errdiff.read("out.pgm") == pnm.encode(width, height, 1, 8, bytes(width * height))
    assert limited("out.png", "--serpentine").returncode == 1


@needs_png
@pytest.mark.skipif(SANITIZED, reason="the sanitizer needs memory for the memory that is asked for")
@pytest.mark.parametrize("interlace", [0, 1])
@pytest.mark.parametrize("width, height, color, bits", [
    (1, 1 << 28, png.GRAY, 8), (1, 1 << 28, png.RGB_ALPHA, 16),
    (1 << 28, 1, png.GRAY, 8), (1 << 28, 1, png.RGB_ALPHA, 16),
])
def test_a_header_alone_costs_no_memory(errdiff, width, height, color, bits, interlace):
    """Files of some 70 bytes whose headers claim 2^28 pixels."""
    whole = png.encode(1, 1, color, bits, bytes(png.CHANNELS[color] * bits // 8))
    header = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlace)
    file = whole[:12] + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header)) + whole[33:]
    errdiff.write("in.png", file)
    status, memory, _ = errdiff.measure("in.png", "out.png")
    assert status == 1
    assert memory < 200 << 20


@needs_png
@pytest.mark.skipif(SANITIZED, reason="the sanitizer needs memory for the memory that is asked for")
@pytest.mark.parametrize("kind", [b"tEXt", b"zTXt", b"iTXt", b"iCCP", b"eXIf", b"sPLT", b"sCAL",
                                  b"pCAL", b"acTL", b"fdAT", b"IDAT"])
@pytest.mark.parametrize("length", [0x7fffffff, 60 << 20])
def test_the_length_of_a_chunk_alone_costs_little_memory(errdiff, kind, length):
    whole = png.encode(1, 1, png.GRAY, 8, b"x")
    errdiff.write("in.png", whole[:33] + struct.pack(">I", length) + kind + b"Comment\0")
    status, memory, _ = errdiff.measure("in.png", "out.png")
    assert status == 1
    assert memory < 200 << 20


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
