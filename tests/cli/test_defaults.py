# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command does if nothing is asked, and how each default is turned off."""

import json
import os
import subprocess

import pytest

needs_palettes = pytest.mark.skipif(os.environ.get("ERRDIFF_CAN_MAKE_PALETTES") == "0",
                                    reason="this build cannot make palettes")


def _call(errdiff, *arguments):
    """Runs the command with these arguments alone; returns what it writes to standard output."""
    return subprocess.run([*errdiff.wrapper, errdiff.path, *arguments], cwd=errdiff.folder, check=True,
                          stdout=subprocess.PIPE).stdout


def _report(errdiff, *arguments):
    return json.loads(_call(errdiff, *arguments, "--json"))


def test_gray(errdiff, small):
    errdiff.write("in.pgm", small)
    report = _report(errdiff, "in.pgm", "out.pgm")
    assert (report["kernel"], report["linear"], report["serpentine"], report["levels"]) == ("errdiff-12", 1, 0, [2])
    _call(errdiff, "in.pgm", "named.pgm", "--kernel", "errdiff-12", "--linear", "--no-serpentine", "--levels", "2")
    assert errdiff.read("out.pgm") == errdiff.read("named.pgm")


@needs_palettes
def test_color(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    report = _report(errdiff, "in.ppm", "out.ppm")
    assert len(report["palette"]) == 16 and "levels" not in report and report["match"] == "lightness"
    _call(errdiff, "in.ppm", "named.ppm", "--colors", "16", "--match", "lightness")
    assert errdiff.read("out.ppm") == errdiff.read("named.ppm")


@needs_palettes
def test_gray_and_color_in_one_file(errdiff, small, small_rgb):
    """Each image of a file is treated as if it were alone."""
    errdiff.write("gray.pgm", small)
    errdiff.write("color.ppm", small_rgb)
    errdiff.write("both.pnm", small + small_rgb)
    for name in ("gray.pgm", "color.ppm", "both.pnm"):
        _call(errdiff, name, f"out-{name}")
    assert errdiff.read("out-both.pnm") == errdiff.read("out-gray.pgm") + errdiff.read("out-color.ppm")


@pytest.mark.parametrize("kernel, usual", [("floyd-steinberg", 0), ("ostromoukhov", 1), ("zhou-fang", 1)])
def test_serpentine_order_depends_on_the_kernel(errdiff, small, kernel, usual):
    errdiff.write("in.pgm", small)
    reports = [_report(errdiff, "in.pgm", f"{i}.pgm", "--kernel", kernel, *words)
               for i, words in enumerate(([], ["--serpentine"], ["--no-serpentine"]))]
    assert [report["serpentine"] for report in reports] == [usual, 1, 0]
    assert errdiff.read("0.pgm") == errdiff.read(f"{2 - usual}.pgm") != errdiff.read(f"{1 + usual}.pgm")


def test_linear_light_is_turned_off(errdiff, small):
    errdiff.write("in.pgm", small)
    assert _report(errdiff, "in.pgm", "off.pgm", "--no-linear")["linear"] == 0
    assert _report(errdiff, "in.pgm", "on.pgm", "--no-linear", "--linear")["linear"] == 1
    assert errdiff.read("off.pgm") != errdiff.read("on.pgm")


def test_automatic_levels_are_no_choice(errdiff, small):
    errdiff.write("in.pgm", small)
    _call(errdiff, "in.pgm", "out.ppm", "--levels", "auto", "--palette", "ega")
    assert b"cannot be combined" in subprocess.run(
        [*errdiff.wrapper, errdiff.path, "in.pgm", "out.ppm", "--levels", "2", "--palette", "ega"],
        cwd=errdiff.folder, check=False, stderr=subprocess.PIPE).stderr


def test_errors_come_down_into_the_first_rows(errdiff):
    """In a dark area, whose first dots come late without them."""
    errdiff.write("in.pgm", b"P5 64 16 255\n" + bytes([60]) * 64 * 16)
    _call(errdiff, "in.pgm", "usual.pgm")
    _call(errdiff, "in.pgm", "named.pgm", "--start", "continued")
    _call(errdiff, "in.pgm", "plain.pgm", "--start", "plain")
    assert errdiff.read("usual.pgm") == errdiff.read("named.pgm") != errdiff.read("plain.pgm")
    rows = [errdiff.read(f"{name}.pgm")[-64 * 16:][:64 * 4].count(255) for name in ("usual", "plain")]
    assert rows[0] > rows[1] == 0
