# SPDX-License-Identifier: GPL-3.0-or-later
"""--dot-gain with files, and the step wedge of `errdiff wedge`."""

import json

import pnm
import pytest

WEDGE = ["wedge", "--steps", "4", "--side", "64"]


def _ramp():
    return pnm.encode(256, 40, 1, 8, bytes(range(256)) * 40)


def _patches(image, columns=3, side=64, gap=8, below=14 + 4):
    """The share of black in each patch of a wedge with four steps, at the places that are written here."""
    width, height, _, _, data = image
    assert (width, height) == (gap + columns * (side + gap), gap + 2 * (side + gap + below))
    for patch in range(5):
        left = gap + patch % columns * (side + gap)
        top = gap + patch // columns * (side + gap + below)
        yield sum(data[(top + y) * width + left:(top + y) * width + left + side].count(0)
                  for y in range(side)) / side ** 2


def test_a_file_is_as_its_text(errdiff):
    errdiff.write("in.pgm", _ramp())
    errdiff.write("wedge.txt", b"# coverage printed\r\n25\t40\n\n50 70.5 # dry\n75 90\n")
    errdiff.works("in.pgm", "file.pgm", "--dot-gain", "wedge.txt")
    errdiff.works("in.pgm", "text.pgm", "--dot-gain", "25 40; 50 70.5; 75 90")
    errdiff.write("marked.txt", b"\xef\xbb\xbf25\t40\n50 70.5\n75 90\n")
    errdiff.works("in.pgm", "marked.pgm", "--dot-gain", "marked.txt")
    assert errdiff.read("marked.pgm") == errdiff.read("text.pgm")
    errdiff.works("in.pgm", "plain.pgm")
    assert errdiff.read("file.pgm") == errdiff.read("text.pgm") != errdiff.read("plain.pgm")


def test_the_report_has_the_text(errdiff):
    errdiff.write("in.pgm", _ramp())
    errdiff.write("wedge.txt", b"25 40\n50 70\n")
    report = json.loads(errdiff.works("in.pgm", "out.pgm", "--json", "--dot-gain", "wedge.txt"))
    assert "25 40\n50 70\n" in json.dumps(report).encode().decode("unicode_escape")


@pytest.mark.parametrize(("contents", "said"), [
    (b"", 'dot-gain: "" is not understood'), (b"25;40\n", 'line 1: dot-gain: "25;40" is not understood; '),
    (b"# dry\r\n\r\n25 40\r\n50 30\r\n", "line 4: dot-gain: what is printed must not fall"),
    (b"\xef\xbb\xbf25 40\n50 70\n50 71", "line 3: dot-gain: coverages must rise"), (b"36", "dot-gain: 36 is out of"),
    (b"0 0; 20", 'dot-gain: "20" is not understood'), (b"25 40\n50 x\n75 90", 'line 2: dot-gain: "50 x" is not'),
])
def test_wrong_files(errdiff, contents, said):
    errdiff.write("in.pgm", _ramp())
    errdiff.write("wedge.txt", contents)
    line = errdiff.fails(1, "in.pgm", "out.pgm", "--dot-gain", "wedge.txt")
    assert line.startswith("errdiff: wedge.txt: " + said)


def test_a_file_in_utf_16(errdiff):
    errdiff.write("in.pgm", _ramp())
    errdiff.write("wedge.txt", "25 40\n50 70\n".encode("utf-16"))
    line = errdiff.fails(1, "in.pgm", "out.pgm", "--dot-gain", "wedge.txt")
    assert line == "errdiff: dot-gain: wedge.txt: the text is in UTF-16; save it as UTF-8\n"


@pytest.mark.parametrize("value", ["nan", "20%", "twenty", "25 4O; 50 70"])
def test_neither_a_percentage_nor_a_file(errdiff, value):
    errdiff.write("in.pgm", _ramp())
    line = errdiff.fails(2, "in.pgm", "out.pgm", "--dot-gain", value)
    assert line.startswith(f'errdiff: dot-gain: "{value}" is n') and "percentage" in line and "No such" not in line


def test_wedge_has_the_coverages(errdiff):
    errdiff.works(*WEDGE, "out.pgm")
    image = pnm.decode(errdiff.read("out.pgm"))
    assert set(image[4]) == {0, 255}
    for patch, wanted in zip(_patches(image), (0, 0.25, 0.5, 0.75, 1), strict=True):
        assert abs(patch - wanted) < 0.01


def test_wedge_takes_the_options_of_dithering(errdiff):
    errdiff.works(*WEDGE, "plain.pgm", "--kernel", "floyd-steinberg")
    errdiff.works(*WEDGE, "atkinson.pgm", "--kernel", "atkinson")
    errdiff.works(*WEDGE, "large.pgm", "--kernel", "floyd-steinberg", "--dot", "3")
    plain, atkinson, large = (pnm.decode(errdiff.read(name)) for name in ("plain.pgm", "atkinson.pgm", "large.pgm"))
    assert plain != atkinson
    assert large[0] == 3 * plain[0] and large[4][::3][:plain[0]] == plain[4][:plain[0]]
    rows = [large[4][y * large[0]:(y + 1) * large[0]:3] for y in range(0, large[1], 3)]
    assert b"".join(rows) == plain[4]


def _edges(patch, side=64):
    """How often two pixels beside each other differ."""
    return sum(patch[i] != patch[i + 1] for i in range(side * side - 1) if (i + 1) % side)


def test_wedge_with_a_screen(errdiff):
    """The dots are clustered, and have the wanted coverage."""
    screen = ["--strength", "0", "--screen", "round", "--screen-size"]
    errdiff.works(*WEDGE, "plain.pgm")
    errdiff.works(*WEDGE, "out.pgm", *screen, "8")
    errdiff.works(*WEDGE, "inch.pgm", *screen, "100lpi", "--dpi", "800")
    assert errdiff.read("inch.pgm") == errdiff.read("out.pgm")
    assert "dpi" in errdiff.fails(2, *WEDGE, "new.pgm", *screen, "100lpi")
    plain, dots = (pnm.decode(errdiff.read(name)) for name in ("plain.pgm", "out.pgm"))
    for patch, wanted in zip(_patches(dots), (0, 0.25, 0.5, 0.75, 1), strict=True):
        assert abs(patch - wanted) < 0.03
    half = [b"".join(data[(8 + y) * width + 8 + 2 * 72:(8 + y) * width + 8 + 2 * 72 + 64] for y in range(64))
            for width, _, _, _, data in (plain, dots)]
    assert _edges(half[1]) < _edges(half[0]) / 2


def test_wedge_with_a_matrix(errdiff):
    errdiff.write("m.txt", b"0 2\n3 1\n")
    errdiff.works(*WEDGE, "file.pgm", "--strength", "0", "--screen", "m.txt")
    errdiff.works(*WEDGE, "named.pgm", "--strength", "0", "--screen", "bayer-2")
    assert errdiff.read("file.pgm") == errdiff.read("named.pgm")


def test_memory_of_a_wedge(errdiff):
    assert "--max-memory" in errdiff.fails(1, *WEDGE, "out.pgm", "--max-memory", "20K")
    errdiff.works(*WEDGE, "out.pgm", "--max-memory", "1M")


def test_wedge_with_a_correction(errdiff):
    errdiff.works(*WEDGE, "out.pgm", "--dot-gain", "25 40; 50 75; 75 90")
    patches = list(_patches(pnm.decode(errdiff.read("out.pgm"))))
    for patch, wanted in zip(patches, (0, 0.25 * 25 / 40, 0.25 + 0.25 * 10 / 35, 0.5, 1), strict=True):
        assert abs(patch - wanted) < 0.02


@pytest.mark.parametrize("words", [[], ["-"], ["a.pgm", "b.pgm"], ["out.jpg"], ["out.gif"], ["out.pgm", "--steps", "1"],
                                   ["out.pgm", "--side", "31"], ["out.pgm", "--kernel", "none"],
                                   ["out.pgm", "--palette", "cga"], ["out.pgm", "--dot-gain", "36"],
                                   ["out.pgm", "--screen", "none-such"], ["out.pgm", "--max-memory", "x"]])
def test_wrong_calls(errdiff, words):
    errdiff.fails(2, "wedge", *words)


def test_help(errdiff):
    text = errdiff.works("wedge", "--help").decode()
    assert all(word in text for word in ("--steps", "--side", "--kernel", "--dot-gain PERCENT|FILE", "--dot N",
                                      "--screen NAME|FILE", "--screen-size", "--dpi", "--max-memory"))
    assert "--palette" not in text


def _white(errdiff, *words):
    errdiff.works("in.pgm", "out.pgm", "--levels", "2", "--linear", *words)
    data = pnm.decode(errdiff.read("out.pgm"))[4]
    return sum(data) / len(data) / 255


def test_dots_of_a_screen_gain_less(errdiff):
    errdiff.write("in.pgm", pnm.encode(240, 240, 1, 8, bytes([188]) * 240 * 240))
    halftone = ["--strength", "0", "--screen", "round", "--screen-size", "12", "--screen-angle", "45"]
    gain = _white(errdiff, *halftone, "--dot-gain", "30") - _white(errdiff, *halftone)
    assert abs(gain - 0.30 * 2 ** 0.5 / 12) < 0.02
    assert _white(errdiff, "--dot-gain", "30") - _white(errdiff) > 0.2
