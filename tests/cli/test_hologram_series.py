# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff hologram` for the frames of a sequence and for three colors: the same bytes as one call for each."""

import json
import os
import random

import pnm
import pytest
from fields import HEIGHT, OPTICS, WIDTH, color

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="built without FFTW or LAPACK")

WITHOUT_WAVELENGTH = [word for word in OPTICS if word not in ("--wavelength", "635")]
COLORS = {"red": 635, "green": 532, "blue": 450}
WAVELENGTHS = ["--wavelengths", ",".join(map(str, COLORS.values()))]


def _draw(seed):
    draw = random.Random(seed)
    return [complex(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(WIDTH * HEIGHT)]


def _expect(errdiff, wavelength, *words):
    errdiff.works("hologram", *WITHOUT_WAVELENGTH, "--wavelength", wavelength, *words, "expected.pgm")
    return errdiff.read("expected.pgm")


def test_frames(errdiff):
    for number in range(8, 12):
        errdiff.write(f"in{number}.pfm", color(_draw(number)))
    errdiff.works("hologram", *OPTICS, "--frames", "8-11", "in%d.pfm", "100%%-%03d.pgm")
    for number in range(8, 12):
        assert errdiff.read(f"100%-{number:03}.pgm") == _expect(errdiff, 635, f"in{number}.pfm")


def test_frames_end_with_the_first_that_fails(errdiff):
    errdiff.write("in1.pfm", color(_draw(1)))
    errdiff.write("in3.pfm", color(_draw(3)))
    done = errdiff.run("hologram", *OPTICS, "--frames", "1-3", "in%d.pfm", "out%d.pgm")
    assert done.returncode == 1 and b"in2.pfm" in done.stderr
    assert {name for name in errdiff.contents() if name.startswith("out")} == {"out1.pgm"}


def test_a_file_for_each_color(errdiff):
    for i, name in enumerate(COLORS):
        errdiff.write(f"{name}.pfm", color(_draw(i)))
    report = errdiff.works("hologram", *WITHOUT_WAVELENGTH, *WAVELENGTHS, "%c.pfm", "out-%c.pgm", "--json")
    for name, wavelength in COLORS.items():
        assert errdiff.read(f"out-{name}.pgm") == _expect(errdiff, wavelength, f"{name}.pfm")
    assert [json.loads(line)["file"] for line in report.splitlines()] == [f"out-{name}.pgm" for name in COLORS]


def test_the_report_is_json_whatever_the_names_are(errdiff):
    name = 'a "quoted" \\ and\nlonger name %d.pgm'
    errdiff.write("in7.pfm", color(_draw(7)))
    report = json.loads(errdiff.works("hologram", *OPTICS, "--frames", "7-7", "in%d.pfm", name, "--json"))
    assert report["file"] == name % 7 and report["file"] in errdiff.contents()


def test_colors_and_tables_of_frames(errdiff):
    """Each frame has three colors in a file; each color has a table of its own."""
    draw = random.Random(9)
    for number in (1, 2):
        errdiff.write(f"in{number}.ppm", pnm.encode(WIDTH, HEIGHT, 3, 8, draw.randbytes(3 * WIDTH * HEIGHT)))
    for i, name in enumerate(COLORS):
        errdiff.write(f"{name}.csv", "".join(f"{k},{k * (i + 2) / 80}\n" for k in range(256)).encode())
    call = ["--input", "phase", "--levels", 16]
    errdiff.works("hologram", *WITHOUT_WAVELENGTH, *WAVELENGTHS, *call, "--frames", "1-2", "--gray-table", "%c.csv",
                  "in%d.ppm", "%02d%c.pgm")
    for number in (1, 2):
        for i, (name, wavelength) in enumerate(COLORS.items()):
            assert errdiff.read(f"{number:02}{name}.pgm") == _expect(
                errdiff, wavelength, *call, "--gray-table", f"{name}.csv", "--color", i + 1, f"in{number}.ppm")


def test_percent_signs_are_only_special_in_a_series(errdiff):
    errdiff.write("in%d.pfm", color(_draw(1)))
    errdiff.works("hologram", *OPTICS, "in%d.pfm", "out%c.pgm")
    assert "out%c.pgm" in errdiff.contents()


def test_wrong_calls(errdiff):
    errdiff.write("in.pfm", color(_draw(1)))
    for words, said in ((["--frames", "1", "in%d.pfm", "out%d.pgm"], "frames"),
                        (["--frames", "5-4", "in%d.pfm", "out%d.pgm"], "frames"),
                        (["--frames", "0-1x", "in%d.pfm", "out%d.pgm"], "frames"),
                        (["--frames", "0-1", "in%d.pfm", "out.pgm"], "%d"),
                        (["--frames", "0-1", "in%d.pfm", "out%%d.pgm"], "%d"),
                        (["--frames", "0-1", "in%d.pfm", "out%d%s.pgm"], "followed"),
                        (["--frames", "0-1", "in%d.pfm", "out%d%c.pgm"], "followed"),
                        (["--frames", "0-1", "in%d.pfm", "out%d%"], "followed"),
                        (["--frames", "0-1", "in%d.pfm", "out%d.pgm", "--reconstruction", "seen.pgm"], "seen.pgm"),
                        (["--frames", "0-1", "in%d.pfm", "x" * 4100 + "%d.pgm"], "too long"),
                        (["--wavelengths", "635,532,450", "in.pfm", "out.pgm"], "%c"),
                        (["--wavelengths", "635,532", "in.pfm", "out%c.pgm"], "wavelengths"),
                        (["--wavelengths", "635,532,0", "in.pfm", "out%c.pgm"], "wavelengths"),
                        (["--wavelengths", "635,532,450,1", "in.pfm", "out%c.pgm"], "wavelengths")):
        call = WITHOUT_WAVELENGTH if "--wavelengths" in words else OPTICS
        assert said in errdiff.fails(2, "hologram", *call, *words)


def test_options_that_hold_for_one_color_only(errdiff):
    """With three wavelengths they would be wrong for two of them, or mean nothing."""
    errdiff.write("in.pfm", color(_draw(1)))
    call = ["hologram", *WITHOUT_WAVELENGTH, *WAVELENGTHS]
    for words, said in ((["--wavelength", "635"], "--wavelength "), (["--two-pi", 256], "--two-pi"),
                        (["--gray-table", "table.csv"], "table.csv"),
                        (["--level-table", "table.csv"], "table.csv"), (["--correction", "flat.pgm"], "flat.pgm")):
        assert said in errdiff.fails(2, *call, *words, "%c.pfm", "out%c.pgm")
    assert "either both or none" in errdiff.fails(2, *call, "%c.pfm", "imaginary.pfm", "out%c.pgm")
    errdiff.write("in%c.pfm", color(_draw(1)))
    assert "only one color" in errdiff.fails(1, *call, "in%%c.pfm", "out%c.pgm")
    assert not [name for name in errdiff.contents() if name.startswith("out")]


def test_frames_need_files_of_their_own(errdiff):
    errdiff.write("in.pfm", color(_draw(1)))
    assert "%d" in errdiff.fails(2, "hologram", *OPTICS, "--frames", "1-3", "in.pfm", "out%d.pgm")


@pytest.mark.parametrize("more", [["--frames", "1-3"], WAVELENGTHS, ["--panel", "32x32"],
                                  ["--reconstruction", "seen.png"]])
def test_a_scene_is_written_as_it_is(errdiff, more):
    line = errdiff.fails(2, "hologram", "--scene", "p256", *more, "scene%d%c.pfm")
    assert "--scene" in line and more[0] in line
