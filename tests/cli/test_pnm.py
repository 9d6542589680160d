# SPDX-License-Identifier: GPL-3.0-or-later
"""PNM files: the ways to write a header, valid and invalid."""

import json
import os
import random

import pnm
import pytest

PIXELS = bytes([10, 100, 128, 200, 250, 90])


@pytest.mark.parametrize("header", [
    b"P5\n3 2\n255\n",
    b"P5 3 2 255 ",
    b"P5\t3\t2\t255\t",
    b"P5\r\n3 2\r\n255\n",
    b"P5\n# made by hand\n3 2\n255\n",
    b"P5\n# one\n# two\n3 # width\n2\n# three\n255\n",
    b"P5\n3 2 # size\n255\n",
    b"P5\n#\n3 2\n255\n",
    b"P5\n# P6 99 99 65535\n3 2\n255\n",
    b"P5\n0003 002\n00255\n",
])
def test_headers(errdiff, reference, header):
    errdiff.write("in.pgm", header + PIXELS)
    errdiff.works("in.pgm", "out.pgm")
    assert pnm.decode(errdiff.read("out.pgm")) == pnm.decode(
        reference(pnm.encode(3, 2, 1, 8, PIXELS)))


def test_first_sample_may_look_like_a_blank_or_comment(errdiff, reference):
    for first in b" \n#\t0":
        image = pnm.encode(3, 2, 1, 8, bytes([first]) + PIXELS[1:])
        errdiff.write("in.pgm", image)
        errdiff.works("in.pgm", "out.pgm", "--levels", "256")
        assert errdiff.read("out.pgm") == reference(image, levels="256")


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("width, height", [(1, 1), (1, 40), (40, 1), (33, 7)])
def test_sizes_and_formats(errdiff, reference, width, height, channels, bits):
    data = random.Random(3).randbytes(width * height * channels * bits // 8)
    image = pnm.encode(width, height, channels, bits, data)
    errdiff.write("in.pnm", image)
    errdiff.works("in.pnm", "out.pnm", "--levels", "5")
    assert errdiff.read("out.pnm") == reference(image, levels="5")


def test_sixteen_bits_are_big_endian(errdiff):
    image = pnm.encode(4, 1, 1, 16, bytes([0x7f, 0xff, 0x80, 0x00, 0x00, 0xff, 0xff, 0x00]))
    errdiff.write("in.pgm", image)
    errdiff.works("in.pgm", "out.pgm", "--strength", "0")
    assert pnm.decode(errdiff.read("out.pgm"))[4] == bytes([0, 0, 255, 255, 0, 0, 255, 255])


@pytest.mark.parametrize("content", [
    b"",
    b"P",
    b"P5",
    b"P5\n",
    b"P5\n3",
    b"P5\n3 2",
    b"P5\n3 2\n",
    b"P5\n3 2\n255",
    b"P5\n3 2\n255\n",
    b"P5\n3 2\n255\n" + PIXELS[:5],
    b"P6\n3 2\n255\n" + PIXELS,
    b"P5\n3 2\n65535\n" + PIXELS,
    b"P5\n# a comment without an end 3 2 255 ",
    b"P5\n0 2\n255\n",
    b"P5\n3 0\n255\n",
    b"P5\n-3 2\n255\n" + PIXELS,
    b"P5\n3 -2\n255\n" + PIXELS,
    b"P5\n3.0 2\n255\n" + PIXELS,
    b"P5\nx y\n255\n" + PIXELS,
    b"P5\n3 2\n0\n" + PIXELS,
    b"P5\n3 2\n1\n" + PIXELS,
    b"P5\n3 2\n249\n" + PIXELS,
    b"P5\n3 2\n256\n" + PIXELS * 2,
    b"P5\n3 2\n1023\n" + PIXELS * 2,
    b"P5\n3 2\n65536\n" + PIXELS * 2,
    b"P5\n3 2\n99999999999999999999\n" + PIXELS * 2,
    b"P5\n1000000000 1000000000\n255\n",
    b"P5\n99999999999999999999 1\n255\n",
    b"P5\n4294967299 2\n255\n" + PIXELS,
    b"P6\n200000 200000\n65535\n",
    pytest.param(b"P5\n268435456 268435456\n65535\n", marks=pytest.mark.skipif(
        os.environ.get("ERRDIFF_SANITIZED") == "1", reason="the sanitizer warns of the size")),
    b"P5\n268435457 1\n255\n",
    b"P1\n3 2\n0 1 0 1 0\n",
    b"P1\n3 2\n0 1 0 1 0 2\n",
    b"P1\n3 2\n0 1 0 1 0 1\nrubbish",
    b"P2\n3 2\n255\n1 2 3 4 5\n",
    b"P2\n3 2\n255\n1 2 3 4 5 256\n",
    b"P2\n3 2\n5\n1 2 3 4 5 6\n",
    b"P2\n3 2\n255\n1 2 3 4 5 -6\n",
    b"P2\n3 2\n255\n1 2 3 4 5 6x\n",
    b"P2\n3 2\n65536\n1 2 3 4 5 6\n",
    b"P2\n3 2\n255\n1 2 3 4 5 99999999999999999999\n",
    b"P3\n1 1\n255\n1 2\n",
    b"P4\n3 2\n\x40",
    b"P4\n9 1\n\x40",
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS[:5],
    b"P7\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\n",
    b"P7\nWIDTH 3\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3x\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nCOLOR red\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 0\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 5\nMAXVAL 255\nENDHDR\n" + PIXELS * 5,
    b"P7\nWIDTH 0\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 0\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 65536\nENDHDR\n" + PIXELS * 2,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 99999999999999999999\nENDHDR\n" + PIXELS * 2,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 249\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\n" + PIXELS,
    b"P7\nWIDTH 3\nHEIGHT 2\n#" + b"x" * 300 + b"\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P7 332\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P8\n3 2\n255\n" + PIXELS,
    b"PF\n3 2\n-1.0\n" + PIXELS * 4,
    b"p5\n3 2\n255\n" + PIXELS,
    b"GIF89a" + PIXELS,
    b"\xff\xd8\xff\xe0" + PIXELS,
    b"\0" * 64,
    b"just a text\n",
], ids=lambda content: repr(content[:24]))
def test_what_is_not_an_image_is_refused(errdiff, content):
    errdiff.write("in.pnm", content)
    errdiff.write("out.pnm", b"as it was")
    assert "in.pnm" in errdiff.fails(1, "in.pnm", "out.pnm")
    assert "standard input" in errdiff.fails(1, "-", "out.pnm", stdin=content)


def test_a_wrong_maxval_is_named(errdiff):
    errdiff.write("in.pgm", b"P5\n3 2\n65536\n" + PIXELS * 2)
    assert "65536" in errdiff.fails(1, "in.pgm", "out.pgm")


def test_a_value_above_maxval_is_named(errdiff):
    for kind, content in (("P5", b"\1\2\3\4\5\x15"), ("P2", b"1 2 3 4 5 21")):
        errdiff.write("in.pgm", f"{kind}\n3 2\n20\n".encode() + content)
        line = errdiff.fails(1, "in.pgm", "out.pgm")
        assert "row 2" in line and "21" in line and "maxval (20)" in line


@pytest.mark.parametrize("maxval", [1, 2, 15, 100, 254, 255, 256, 257, 1023, 4095, 65534, 65535])
@pytest.mark.parametrize("channels", [1, 3])
def test_every_maxval_is_scaled_as_netpbm_does(errdiff, reference, channels, maxval):
    draw = random.Random(maxval)
    width, height = 37, 9
    values = [0, maxval, maxval // 2] + [draw.randint(0, maxval)
                                         for _ in range(width * height * channels - 3)]
    expected = reference(pnm.encode(width, height, channels, 8 if maxval < 256 else 16,
                                    pnm.rescale(values, maxval)), levels="200")
    raw, plain = ("P5", "P2") if channels == 1 else ("P6", "P3")
    header = f"{width} {height}\n{maxval}\n"
    text = "\n".join(map(str, values))
    for name, content in (
            ("raw", f"{raw}\n{header}".encode() + pnm.pack(values, maxval)),
            ("plain", f"{plain}\n{header}{text}\n".encode()),
            ("plain-without-an-end", f"{plain}\n{header}{text}".encode()),
            ("plain-with-comments", f"{plain}\n{header}# one\n{text} # two".encode()),
            ("pam", pnm.encode_pam(width, height, channels, maxval, pnm.pack(values, maxval)))):
        errdiff.write(name, content)
        errdiff.works(name, "out.pnm", "--levels", "200")
        assert errdiff.read("out.pnm") == expected, name


def test_the_scale_by_numbers(errdiff):
    """The result of Netpbm's `pamdepth 255` for these samples."""
    errdiff.write("in.pgm", b"P2 8 1 7 0 1 2 3 4 5 6 7")
    errdiff.works("in.pgm", "out.pgm", "--levels", "256")
    assert pnm.decode(errdiff.read("out.pgm"))[4] == bytes([0, 36, 73, 109, 146, 182, 219, 255])


@pytest.mark.parametrize("width", [1, 7, 8, 9, 16, 29])
def test_bitmaps(errdiff, reference, width):
    """In a bitmap 1 is black."""
    draw = random.Random(width)
    rows = [[draw.randint(0, 1) for _ in range(width)] for _ in range(5)]
    gray = bytes(255 * (1 - bit) for row in rows for bit in row)
    expected = reference(pnm.encode(width, 5, 1, 8, gray), levels="3")
    text = ["".join(map(str, row)) for row in rows]
    packed = b"".join(int(row.ljust((width + 7) // 8 * 8, "1"), 2).to_bytes((width + 7) // 8, "big")
                      for row in text)
    blank = " ".join("".join(text))
    for name, content in (("raw.pbm", f"P4\n# bits\n{width} 5\n".encode() + packed),
                          ("plain.pbm", f"P1\n{width} 5\n".encode() + "\n".join(text).encode()),
                          ("blanks.pbm", f"P1\n{width} 5\n{blank}\n# the end".encode()),
                          ("pam", pnm.encode_pam(width, 5, 1, 1, bytes(value & 1 for value in gray),
                                                 "BLACKANDWHITE"))):
        errdiff.write(name, content)
        errdiff.works(name, "out.pgm", "--levels", "3")
        assert errdiff.read("out.pgm") == expected, name
        assert errdiff.works(name, "-", "--levels", "3")[:2] == (b"P7" if name == "pam" else b"P5")


# ---- PAM -----------------------------------------------------------------------------------------

@pytest.mark.parametrize("header", [
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nTUPLTYPE GRAYSCALE\nENDHDR\n",
    b"P7\nMAXVAL 255\nDEPTH 1\nHEIGHT 2\nWIDTH 3\nENDHDR\n",
    b"P7\n# made by hand\n\n WIDTH \t 3 \nHEIGHT 2\r\nDEPTH 01\nMAXVAL 255\n  \nENDHDR \n",
])
def test_pam_headers(errdiff, reference, header):
    errdiff.write("in.pam", header + PIXELS)
    errdiff.works("in.pam", "out.pgm")
    assert errdiff.read("out.pgm") == reference(pnm.encode(3, 2, 1, 8, PIXELS))


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
def test_pam_out(errdiff, reference, channels, bits):
    maxval = (1 << bits) - 1
    data = random.Random(6).randbytes(13 * 7 * channels * bits // 8)
    expected = pnm.decode(reference(pnm.encode(13, 7, channels, bits, data), levels="5"))[4]
    image = pnm.encode_pam(13, 7, channels, maxval, data)
    errdiff.write("in.pam", image)
    errdiff.write("in.pnm", pnm.encode(13, 7, channels, bits, data))
    wanted = pnm.encode_pam(13, 7, channels, maxval, expected)
    for name in ("in.pam", "in.pnm"):
        errdiff.works(name, "out.PAM", "--levels", "5")
        assert errdiff.read("out.PAM") == wanted
    assert errdiff.works("-", "-", "--levels", "5", stdin=image) == wanted


def _join(color, alpha, color_bytes, alpha_bytes):
    return b"".join(color[color_bytes * i:color_bytes * (i + 1)] +
                    alpha[alpha_bytes * i:alpha_bytes * (i + 1)]
                    for i in range(len(alpha) // alpha_bytes))


@pytest.mark.parametrize("maxval", [255, 65535, 100, 1000])
@pytest.mark.parametrize("channels", [1, 3])
def test_pam_with_alpha(errdiff, reference, channels, maxval):
    """If no alpha is 0, the colors are those of the image without alpha."""
    draw = random.Random(7)
    width, height = 13, 7
    bits = 8 if maxval < 256 else 16
    color = [draw.randint(0, maxval) for _ in range(width * height * channels)]
    alpha = [draw.randint(1, maxval) for _ in range(width * height)]
    size, in_size = bits // 8, 1 if maxval < 256 else 2
    expected = pnm.decode(reference(pnm.encode(width, height, channels, bits,
                                               pnm.rescale(color, maxval))))[4]
    image = pnm.encode_pam(width, height, channels + 1, maxval,
                           _join(pnm.pack(color, maxval), pnm.pack(alpha, maxval),
                                 channels * in_size, in_size))
    wanted = pnm.encode_pam(width, height, channels + 1, (1 << bits) - 1,
                            _join(expected, pnm.rescale(alpha, maxval), channels * size, size))
    errdiff.write("in.pam", image)
    errdiff.works("in.pam", "out.pam")
    assert errdiff.read("out.pam") == wanted
    assert errdiff.works("-", "-", stdin=image) == wanted
    line = errdiff.fails(1, "in.pam", "out.pnm")
    assert "transparency" in line and "PAM" in line


def test_full_alpha_says_nothing(errdiff, reference):
    image = pnm.encode_pam(3, 2, 2, 255, _join(PIXELS, b"\xff" * 6, 1, 1))
    errdiff.write("in.pam", image)
    errdiff.works("in.pam", "out.pgm")
    assert errdiff.read("out.pgm") == reference(pnm.encode(3, 2, 1, 8, PIXELS))


# ---- Several images ----------------------------------------------------------------------------

@pytest.fixture
def three(small, small_rgb):
    return [small, small_rgb, pnm.encode(3, 2, 1, 8, PIXELS)]


def test_all_images_of_a_pipe(errdiff, reference, three):
    expected = b"".join(map(reference, three))
    assert errdiff.works("-", "-", stdin=b"".join(three)) == expected
    errdiff.write("in.pnm", b"".join(three))
    # The first call dithers in pieces, the second does not.
    for options in ([], ["--engine", "serial-ec"]):
        errdiff.works("in.pnm", "out.pnm", *options)
        assert errdiff.read("out.pnm") == expected


def test_blanks_between_images(errdiff, reference, three):
    stdin = three[0] + b"\n" + three[1] + b" \t\r\n\n" + three[2] + b"\n"
    assert errdiff.works("-", "-", stdin=stdin) == b"".join(map(reference, three))


def test_each_image_is_written_as_it_came(errdiff, reference, small):
    pam = pnm.encode_pam(3, 2, 1, 255, PIXELS)
    out = errdiff.works("-", "-", stdin=small + pam + b"P4 8 1\n\x0f" + pam)
    dithered = pnm.encode_pam(3, 2, 1, 255,
                              pnm.decode(reference(pnm.encode(3, 2, 1, 8, PIXELS)))[4])
    assert out == reference(small) + dithered + b"P5\n8 1\n255\n\xff\xff\xff\xff\0\0\0\0" + dithered


def test_transparency_is_each_images_own(errdiff):
    clear = pnm.encode_pam(3, 2, 2, 255, _join(b"\0" * 6, b"\x80" * 6, 1, 1))
    opaque = pnm.encode_pam(3, 2, 1, 255, b"\0" * 6)
    assert errdiff.works("-", "-", stdin=clear + opaque + clear) == clear + opaque + clear


def test_a_report_for_each_image(errdiff, three):
    errdiff.write("in.pnm", b"".join(three))
    lines = errdiff.works("in.pnm", "out.pnm", "--json").decode().splitlines()
    assert [json.loads(line)["width"] for line in lines] == [64, 31, 3]


@pytest.mark.skipif(os.environ["ERRDIFF_CAN_MAKE_PALETTES"] != "1", reason="no libimagequant")
def test_a_palette_for_each_image(errdiff, three):
    expected = [errdiff.works("-", "-", "--colors", "4", stdin=image) for image in three]
    assert errdiff.works("-", "-", "--colors", "4", stdin=b"".join(three)) == b"".join(expected)


@pytest.mark.parametrize("rubbish", [b"x", b"rubbish", b"\n\0", b"P", b"P9", b"P5", b"\x89PNG\r\n",
                                     b"P5\n3 2\n255\n" + PIXELS[:5]])
def test_rubbish_after_the_last_image(errdiff, small, rubbish):
    errdiff.write("in.pgm", small + rubbish)
    errdiff.write("out.pgm", b"as it was")
    assert "in.pgm" in errdiff.fails(1, "in.pgm", "out.pgm")
    done = errdiff.run("-", "-", stdin=small + rubbish)
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("more", [b"P2 1 1 255 7", b"P5 1 1 255 x"])
def test_a_plain_image_is_the_only_one(errdiff, more):
    errdiff.write("in.pgm", b"P2\n3 2\n255\n1 2 3 4 5 6\n" + more)
    line = errdiff.fails(1, "in.pgm", "out.pgm")
    assert "P2" in line and "only" in line


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_PNG"] != "1", reason="built without libpng")
@pytest.mark.parametrize("call", [["in.pnm", "out.png"], ["in.pnm", "-", "--palette", "c64", "--indexed"],
                                  ["in.pnm", "out.png", "--serpentine"],
                                  ["in.pnm", "out.png", "--serpentine", "--palette", "c64"]])
def test_a_png_holds_one_image(errdiff, three, call):
    errdiff.write("in.pnm", b"".join(three))
    assert "only PNM" in errdiff.fails(1, *call)


def test_several_images_of_several_pieces(errdiff):
    block = random.Random(8).randbytes(1 << 20)
    image = pnm.encode(1024, 20480, 1, 8, block * 20)
    expected = errdiff.works("-", "-", "--engine", "serial-ed", stdin=image)
    assert errdiff.works("-", "-", stdin=image * 2) == expected * 2
