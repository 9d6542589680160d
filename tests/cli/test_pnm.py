# SPDX-License-Identifier: GPL-3.0-or-later
"""PNM files: every way to write a header, and every way to break one."""

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
        picture = pnm.encode(3, 2, 1, 8, bytes([first]) + PIXELS[1:])
        errdiff.write("in.pgm", picture)
        errdiff.works("in.pgm", "out.pgm", "--levels", "256")
        assert errdiff.read("out.pgm") == reference(picture, levels="256")


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("width, height", [(1, 1), (1, 40), (40, 1), (33, 7)])
def test_sizes_and_formats(errdiff, reference, width, height, channels, bits):
    data = random.Random(3).randbytes(width * height * channels * bits // 8)
    picture = pnm.encode(width, height, channels, bits, data)
    errdiff.write("in.pnm", picture)
    errdiff.works("in.pnm", "out.pnm", "--levels", "5")
    assert errdiff.read("out.pnm") == reference(picture, levels="5")


def test_sixteen_bits_are_big_endian(errdiff):
    picture = pnm.encode(4, 1, 1, 16, bytes([0x7f, 0xff, 0x80, 0x00, 0x00, 0xff, 0xff, 0x00]))
    errdiff.write("in.pgm", picture)
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
    b"P5\n3 2\n254\n" + PIXELS,
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
    b"P1\n3 2\n0 1 0 1 0 1\n",
    b"P2\n3 2\n255\n1 2 3 4 5 6\n",
    b"P3\n1 1\n255\n1 2 3\n",
    b"P4\n3 2\n\x40\x40",
    b"P7\nWIDTH 3\nHEIGHT 2\nDEPTH 1\nMAXVAL 255\nENDHDR\n" + PIXELS,
    b"P8\n3 2\n255\n" + PIXELS,
    b"PF\n3 2\n-1.0\n" + PIXELS * 4,
    b"p5\n3 2\n255\n" + PIXELS,
    b"GIF89a" + PIXELS,
    b"\xff\xd8\xff\xe0" + PIXELS,
    b"\0" * 64,
    b"just a text\n",
], ids=lambda content: repr(content[:24]))
def test_what_is_not_a_picture_is_refused(errdiff, content):
    errdiff.write("in.pnm", content)
    errdiff.write("out.pnm", b"as it was")
    assert "in.pnm" in errdiff.fails(1, "in.pnm", "out.pnm")
    assert "standard input" in errdiff.fails(1, "-", "out.pnm", stdin=content)


@pytest.mark.parametrize("kind", ["P1", "P2", "P3", "P4"])
def test_other_pnm_is_refused_clearly(errdiff, kind):
    errdiff.write("in.pnm", f"{kind}\n1 1\n255\n1 1 1\n".encode())
    line = errdiff.fails(1, "in.pnm", "out.pnm")
    assert "P5" in line and "P6" in line


def test_a_wrong_maxval_is_named(errdiff):
    errdiff.write("in.pgm", b"P5\n3 2\n1023\n" + PIXELS * 2)
    assert "1023" in errdiff.fails(1, "in.pgm", "out.pgm")
