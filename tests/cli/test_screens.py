# SPDX-License-Identifier: GPL-3.0-or-later
"""Screens: ordered dithering at a strength of 0, and the same bytes as tests/reference in all other cases."""

import json
import os
import struct

import formats
import png
import pnm
import pytest

FAILED, WRONG_CALL = 1, 2
HAS_TIFF = os.environ.get("ERRDIFF_HAS_TIFF") == "1"
HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"
BAYER_4 = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]
DOTS = {"size": ["--screen-size", "6.5"], "angles": ["--screen-angle", "15,75,0,45"]}


def _gradient(width, height, channels=1):
    return pnm.encode(width, height, channels, 8, bytes(
        (7 * x + 3 * y + 40 * c) % 256 for y in range(height) for x in range(width) for c in range(channels)))


def _pure(errdiff, image, *options):
    errdiff.write("in.pnm", image)
    errdiff.works("in.pnm", "out.pnm", "--strength", 0, *options)
    return errdiff.read("out.pnm")


def _samples(image):
    return pnm.decode(image)[-1]


@pytest.mark.parametrize("levels", [2, 4, 6])
def test_bayer_is_ordered_dithering(errdiff, levels):
    """A sample between two levels is the upper one where its share of the step exceeds the threshold."""
    width, height = 64, 37
    image = _gradient(width, height)
    step = 255 // (levels - 1)
    assert step * (levels - 1) == 255
    expected = bytearray()
    for at, sample in enumerate(_samples(image)):
        below = min(sample // step, levels - 2)
        threshold = (2 * BAYER_4[at // width % 4][at % width % 4] + 1) / 32
        expected.append(step * (below + ((sample - step * below) / step > threshold)))
    result = _pure(errdiff, image, "--screen", "bayer-4", "--levels", levels)
    assert _samples(result) == bytes(expected)


def test_blue_noise_is_ordered_dithering_in_each_channel(errdiff):
    """Each of 128 × 128 thresholds is there once, so a flat gray has its share of white pixels."""
    for gray in (0, 1, 77, 128, 254, 255):
        image = pnm.encode(128, 128, 3, 8, bytes([gray]) * (3 * 128 * 128))
        result = _samples(_pure(errdiff, image, "--screen", "blue-noise", "--levels", 2))
        white = sum(sample == 255 for sample in result[::3])
        assert abs(white - 128 * 128 * gray / 255) <= 0.5
        assert result[::3] == result[1::3] == result[2::3]


@pytest.mark.parametrize("angle, dark", [(0, [True, False]), (90, [False, True])])
def test_lines_have_their_angle(errdiff, angle, dark):
    """Rows are alike along lines that lie, and columns along lines that stand."""
    image = pnm.encode(64, 64, 1, 8, bytes([100]) * 64 * 64)
    result = _samples(_pure(errdiff, image, "--screen", "line", "--screen-angle", angle, "--screen-size", 8))
    rows = [result[64 * y:64 * y + 64] for y in range(64)]
    columns = [result[x::64] for x in range(64)]
    flat = [sum(len(set(line)) == 1 for line in lines) > 48 for lines in (rows, columns)]
    assert flat == dark


SCREENS = [("camera", 8, "bayer-2", "bayer-2:100", []),
           ("coffee", 16, "bayer-16", "bayer-16:250", ["--screen-amount", 250]),
           ("coffee", 8, "round", "round:100:6.5:15,75,0,45", DOTS["size"] + DOTS["angles"]),
           ("camera", 16, "diamond", "diamond:400:8:30,30,30,30", ["--screen-angle", 30, "--screen-amount", 400]),
           ("coffee", 8, "line", "line:60:11:15,75,0,15",
            ["--screen-angle", "15,75,0", "--screen-size", 11, "--screen-amount", 60])]


@pytest.mark.parametrize("strength", [0, 100])
@pytest.mark.parametrize("photograph, bits, name, described, options", SCREENS)
def test_the_rule(errdiff, reference, photographs, photograph, bits, name, described, options, strength):
    # Several times as large as a matrix or a dot, and as what the engines work on at a time.
    image = pnm.crop(photographs[photograph, bits], 187, 101, 211, 142)
    errdiff.write("in.pnm", image)
    for colors, more in ([["--levels", "2"], ["linear"]], [["--levels", "5,2,4"], []],
                         [["--palette", "#000000,#ffffff,#ff0000,#0060c0"],
                          ["palette=000000,ffffff,ff0000,0060c0"]]):
        linear = ["--linear"] if "linear" in more else []
        errdiff.works("in.pnm", "out.pnm", "--screen", name, "--strength", strength, *options, *colors, *linear,
                      "--detail", 30)
        levels = colors[1] if colors[0] == "--levels" else "2"
        assert errdiff.read("out.pnm") == reference(image, "floyd-steinberg", levels, strength, "detail=30",
                                                    f"screen={described}", *more)


def test_colors_that_are_listed_twice_count_once(errdiff):
    """The amount of a screen depends on how far the colors of a palette are from each other."""
    errdiff.write("in.ppm", _gradient(64, 37, 3))
    results = []
    for palette in ("black,tomato,white", "black,tomato,white,black,white"):
        errdiff.works("in.ppm", "out.ppm", "--palette", palette, "--screen", "bayer-4")
        results.append(errdiff.read("out.ppm"))
    assert results[0] == results[1]


def test_engines_agree(errdiff):
    errdiff.write("in.pnm", _gradient(300, 200, 3))
    results = set()
    for engine in ("auto", "ordered", "wavefront", "block", "serial-ed"):
        errdiff.works("in.pnm", "out.pnm", "--screen", "round", "--strength", 0, "--engine", engine)
        results.add(errdiff.read("out.pnm"))
    assert len(results) == 1
    report = json.loads(errdiff.works("in.pnm", "out.pnm", "--screen", "round", "--strength", 0, "--json"))
    assert report["engine"] == "ordered" and report["screen"] == "round" and report["passed_over"] == ""


def test_ordered_needs_what_it_can_do(errdiff):
    errdiff.write("in.pnm", _gradient(30, 20))
    for options in ([], ["--strength", 0, "--levels", 3], ["--strength", 0, "--noise", 5],
                    ["--strength", 0, "--palette", "ega"]):
        assert "strength of 0" in errdiff.fails(FAILED, "in.pnm", "out.pnm", "--engine", "ordered", *options)


def test_matrices_from_files(errdiff):
    """Only the order of the numbers counts, and the format does not."""
    image = _gradient(50, 40)
    expected = _pure(errdiff, image, "--screen", "bayer-4")
    errdiff.write("m.txt", "# four rows\n\n".encode() + "\n".join(
        ", ".join(str(10 * number + 7) for number in row) for row in BAYER_4).encode())
    errdiff.write("marked.txt", b"\xef\xbb\xbf" + errdiff.read("m.txt")[12:])
    errdiff.write("m.pgm", b"P2\n# a comment\n4 4\n15\n" + " ".join(
        str(number) for row in BAYER_4 for number in row).encode())
    errdiff.write("m5.pgm", pnm.encode(4, 4, 1, 8, bytes(number for row in BAYER_4 for number in row)))
    errdiff.write("m.png", png.encode(4, 4, 0, 8, bytes(16 * number for row in BAYER_4 for number in row)))
    errdiff.write("m.ppm", pnm.encode(4, 4, 3, 8, bytes(number for row in BAYER_4 for number in row for _ in range(3))))
    for name in ("m.txt", "marked.txt", "m.pgm", "m5.pgm", "m.ppm", *(["m.png"] if HAS_PNG else [])):
        assert _pure(errdiff, image, "--screen", name) == expected, name


@pytest.mark.parametrize("contents, said", [
    (b"", "empty"), (b"#\n", "1 to 1024"), (b"1 2\n3\n", "line 2"), (b"1 2\n3 x\n", "line 2"), (b"1 70000\n", "line 1"),
    (b"\x7fELF\2\1\1\0", "m.txt: screen: the file is neither an image that can be read nor a text"),
    ("0 1\n2 3\n".encode("utf-16"), "m.txt: screen: the text is in UTF-16; save it as UTF-8"),
    ("\ufeff0 1\n2 3\n".encode("utf-16-be"), "m.txt: screen: the text is in UTF-16; save it as UTF-8"),
    (b"\xff\xfb\x90\0", "m.txt: screen: the file is neither an image that can be read nor a text"),
    (b"P2 4 4 15 1 2 3", "complete"), (b"P5 2 2 255\n12", "complete"), (b"P5 5000 1 255\n", "1 to 1024")])
def test_matrices_that_are_wrong(errdiff, contents, said):
    errdiff.write("in.pnm", _gradient(9, 9))
    errdiff.write("m.txt", contents)
    assert said in errdiff.fails(FAILED, "in.pnm", "out.pnm", "--screen", "m.txt")


@pytest.mark.parametrize("make, said", [(os.mkfifo, "it is a device or a pipe, not a file"),
                                        (os.mkdir, "it is a folder, not a file")])
def test_matrices_that_are_no_files(errdiff, make, said):
    errdiff.write("in.pnm", _gradient(9, 9))
    make(errdiff.folder / "m")
    assert said in errdiff.fails(FAILED, "in.pnm", "out.pnm", "--screen", "m")


def test_lines_per_inch(errdiff):
    image = _gradient(90, 60)
    in_pixels = _pure(errdiff, image, "--screen", "round", "--screen-size", 6)
    assert _pure(errdiff, image, "--screen", "round", "--screen-size", "50lpi", "--dpi", 300) == in_pixels
    line = errdiff.fails(WRONG_CALL, "in.pnm", "out.pnm", "--screen", "round", "--screen-size", "50lpi")
    assert line.startswith("errdiff: in.pnm: ") and "--dpi" in line


def _with_resolution(kind, data, per_inch):
    """A gray image of 90 × 60 pixels as a file of this kind, with its resolution."""
    per_meter = round(per_inch / 0.0254)
    if kind == "png":
        chunk = (b"pHYs", struct.pack(">IIB", per_meter, 2 * per_meter, 1))
        return png.encode(90, 60, png.GRAY, 8, data, chunks=[chunk])
    if kind == "bmp":
        rows = b"".join(data[y * 90:y * 90 + 90].ljust(92, b"\0") for y in reversed(range(60)))
        header = struct.pack("<IiiHHIIiiII", 40, 90, 60, 1, 8, 0, 0, per_meter, per_meter, 0, 0)
        colors = b"".join(bytes([i, i, i, 0]) for i in range(256))
        return struct.pack("<2sIHHI", b"BM", 1078 + len(rows), 0, 0, 1078) + header + colors + rows
    tags = {256: (4, [90]), 257: (4, [60]), 258: (3, [8]), 259: (3, [1]), 262: (3, [1]), 273: (4, [8]), 277: (3, [1]),
            278: (4, [60]), 279: (4, [5400]), 282: (5, [per_inch, 1]), 283: (5, [per_inch, 1]), 296: (3, [2])}
    return formats.tiff_of(tags, data)


@pytest.mark.parametrize("kind", ["bmp", *(["png"] if HAS_PNG else []), *(["tiff"] if HAS_TIFF else [])])
def test_lines_per_inch_of_a_file(errdiff, kind):
    """The resolution of the file counts if --dpi is not given."""
    image = _gradient(90, 60)
    screen = ["--screen", "round", "--screen-size", "50lpi"]
    expected = _samples(_pure(errdiff, image, *screen, "--dpi", 300))
    half = _samples(_pure(errdiff, image, *screen, "--dpi", 600))
    errdiff.write("in", _with_resolution(kind, _samples(image), 300))
    for options, wanted in (([], expected), (["--dpi", "600"], half)):
        errdiff.works("in", "out.pgm", "--strength", 0, *screen, *options)
        assert _samples(errdiff.read("out.pgm")) == wanted
    if HAS_PNG:
        (errdiff.folder / "to").mkdir()
        errdiff.works("--to", "to", "in", "--strength", 0, *screen)
        errdiff.works("to/in.png", "to.pgm", "--levels", 2)
        assert _samples(errdiff.read("to.pgm")) == expected
    # It is for this size of a screen only.
    line = errdiff.fails(WRONG_CALL, "in", "out.pgm", "--screen", "round", "--screen-size", "200lpi")
    assert line.startswith("errdiff: in: at its 300 pixels per inch: screen-size: ")


@pytest.mark.skipif(not HAS_PNG, reason="no libpng")
def test_a_file_without_a_resolution(errdiff):
    """The unit of pHYs may be unknown. The call may also make a shared palette."""
    chunk = (b"pHYs", struct.pack(">IIB", 300, 300, 0))
    errdiff.write("in.png", png.encode(90, 60, png.GRAY, 8, _samples(_gradient(90, 60)), chunks=[chunk]))
    (errdiff.folder / "to").mkdir()
    screen = ["--screen", "round", "--screen-size", "50lpi"]
    assert "--dpi" in errdiff.fails(WRONG_CALL, "in.png", "out.png", *screen)
    assert "in.png: " in errdiff.fails(FAILED, "--to", "to", "in.png", *screen, "--colors", "4", "--shared-palette")


@pytest.mark.parametrize("options, said", [
    (["--screen", "bayer"], "bayer-16"), 
    (["--screen", "round", "--screen-size", "1"], "2 to 128"), (["--screen", "round", "--screen-size", "4x"], "85lpi"),
    (["--screen", "round", "--screen-angle", "1,2"], "15,75,0"), (["--screen-angle", "x"], "15,75,0"),
    (["--screen", "round", "--screen-angle", "1,2,3,4,5"], "15,75,0"), (["--screen-amount", "401"], "0 to 400"),
    (["--screen-size", "banana"], "85lpi"), (["--screen", "bayer-4", "--screen-size", "4x"], "85lpi"),
    (["--screen-size", "1"], "2 to 128"), (["--screen", "in.pnm", "--screen-size", "4x"], "85lpi"),
    (["--screen", "in.pnm", "--screen-angle", "x"], "15,75,0"),
    (["--dpi", "-1"], "0")])
def test_wrong_options(errdiff, options, said):
    errdiff.write("in.pnm", _gradient(9, 9))
    assert said in errdiff.fails(WRONG_CALL, "in.pnm", "out.pnm", *options)


@pytest.mark.parametrize("screen", ["none", "bayer-4", "in.pnm"])
def test_a_size_without_effect(errdiff, screen):
    """Lines per inch then need no resolution."""
    image = _gradient(9, 9)
    errdiff.write("in.pnm", image)
    assert _pure(errdiff, image, "--screen", screen, "--screen-size", "85lpi") == \
        _pure(errdiff, image, "--screen", screen)
