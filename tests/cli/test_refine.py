# SPDX-License-Identifier: GPL-3.0-or-later
"""--refine and --viewing: a search after the dithering."""

import os
import random
import signal
import time

import png
import pnm
import pytest

HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"
CAN_MAKE_PALETTES = os.environ.get("ERRDIFF_CAN_MAKE_PALETTES") == "1"
needs_png = pytest.mark.skipif(not HAS_PNG, reason="errdiff was built without libpng")

PICO_8 = ["--palette", "pico-8", "--linear"]


@pytest.fixture(scope="module")
def part(photographs):
    """A part of a photograph."""
    return pnm.crop(photographs["coffee", 8], 200, 100, 130, 101)


def _luminance(image):
    """Of each pixel, 0..1."""
    light = [(value / 255 / 12.92) if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in range(256)]
    data = pnm.decode(image)[4]
    return [0.2126 * light[r] + 0.7152 * light[g] + 0.0722 * light[b]
            for r, g, b in zip(data[::3], data[1::3], data[2::3])]


def _blurred(values, width):
    """By 1 8 28 56 70 56 28 8 1 in both directions, a standard deviation of 1.4 pixels; without the edge."""
    weights = [weight / 256 for weight in (1, 8, 28, 56, 70, 56, 28, 8, 1)]

    def along(lines):
        return [[sum(weight * line[i + k] for k, weight in enumerate(weights)) for i in range(len(line) - 8)]
                for line in lines]
    across = along([values[i:i + width] for i in range(0, len(values), width)])
    return [value for line in along(zip(*across)) for value in line]


@pytest.mark.parametrize("options, share", [(["--levels", 2], 0.8), (["--levels", 4], 0.8), (PICO_8, 0.8)],
                         ids=["two", "four", "pico-8"])
def test_what_is_seen_gets_nearer(errdiff, part, options, share):
    """The blurred luminance has less error with each pass."""
    errdiff.write("in.ppm", part)
    before, errors = _blurred(_luminance(part), 130), []
    for passes in (0, 1, 2, 20):
        errdiff.works("in.ppm", "out.ppm", *options, "--linear", "--refine", passes)
        after = _blurred(_luminance(errdiff.read("out.ppm")), 130)
        errors.append(sum((a - b) ** 2 for a, b in zip(before, after)))
    assert errors[1] < errors[0] and errors[2] < share * errors[0] and errors[3] <= 1.02 * errors[2], errors


@pytest.mark.parametrize("options", [[], PICO_8, ["--levels", "3,4,5"]], ids=["two", "pico-8", "levels"])
def test_threads_and_engines_give_the_same(errdiff, part, options):
    errdiff.write("in.ppm", part)
    results = set()
    for how in (["--engine", "serial-ec"], ["--engine", "serial-ed"], ["--threads", 1], ["--threads", 3],
                ["--engine", "block", "--threads", 5]):
        errdiff.works("in.ppm", "out.ppm", "--refine", 2, *options, *how)
        results.add(errdiff.read("out.ppm"))
    errdiff.works("in.ppm", "out.ppm", *options)
    assert len(results) == 1 and errdiff.read("out.ppm") not in results


def test_an_image_that_would_come_in_pieces(errdiff):
    """It is read as a whole, so standard output and a report do not change it."""
    image = pnm.encode(500, 2100, 1, 8, random.Random(3).randbytes(500 * 2100))
    how = ["--refine", 1, "--threads", 2]
    expected = errdiff.works("-", "-", *how, stdin=image)
    errdiff.write("in.pgm", image)
    errdiff.works("in.pgm", "out.pgm", *how, "--json")
    assert errdiff.read("out.pgm") == expected


@needs_png
@pytest.mark.parametrize("options", [
    [], ["--dot", 3], ["--indexed"], ["--inks"],
    pytest.param(["--colors", 6], marks=pytest.mark.skipif(not CAN_MAKE_PALETTES, reason="no libimagequant")),
], ids=str)
def test_many_images(errdiff, part, photographs, options):
    """Each is that of a single call."""
    (errdiff.folder / "out").mkdir()
    how = [*([] if "--colors" in options else PICO_8), "--refine", 2, "--viewing", 30, *options]
    for name, image in (("a", part), ("b", pnm.crop(photographs["camera", 16], 170, 60, 203, 150))):
        errdiff.write(f"{name}.pnm", image)
    errdiff.works("--to", "out", "a.pnm", "b.pnm", *how)
    alone = [option for option in how if option != "--inks"]
    for name in "ab":
        errdiff.works(f"{name}.pnm", "alone.png", *alone)
        assert errdiff.read(f"out/{name}.png") == errdiff.read("alone.png")
    errdiff.works("a.pnm", "alone.png", *(option for option in alone if option not in ("--refine", 2)))
    assert errdiff.read("out/a.png") != errdiff.read("alone.png")
    if "--inks" in options:
        printed = [png.decode(path.read_bytes())[4] for path in (errdiff.folder / "out").glob("a-*.png")]
        errdiff.works("a.pnm", "alone.ppm", *alone)
        result = pnm.decode(errdiff.read("alone.ppm"))[4]
        paper = [result[i:i + 3] == bytes.fromhex("fff1e8") for i in range(0, len(result), 3)]
        assert [min(inks) == 255 for inks in zip(*printed)] == paper


def test_images_one_after_the_other(errdiff, part, photographs):
    """Each is that of a single call."""
    images = [part, pnm.crop(photographs["chelsea", 8], 90, 70, 211, 157), part]
    how = [*PICO_8, "--refine", 2]
    alone = [errdiff.works("-", "-", *how, stdin=image) for image in images]
    assert errdiff.works("-", "-", *how, stdin=b"".join(images)) == b"".join(alone)


def test_the_limit_of_memory(errdiff):
    """What is kept for the search counts: 16 bytes for each of 3 million pixels."""
    errdiff.write("in.ppm", pnm.encode(2000, 1500, 3, 8, bytes(3 * 2000 * 1500)))
    how = ["in.ppm", "out.ppm", "--max-memory", "50M"]
    line = errdiff.fails(1, *how, "--refine", 1)
    assert "max_memory: " in line and "more" in line
    errdiff.works(*how)
    errdiff.works(*how[:-1], "70M", "--refine", 1)


def test_an_interrupted_search_leaves_the_file(errdiff):
    errdiff.write("in.ppm", pnm.encode(2000, 1500, 3, 8, random.Random(5).randbytes(3 * 2000 * 1500)))
    errdiff.write("out.ppm", b"as it was")
    process = errdiff.start("in.ppm", "out.ppm", *PICO_8, "--refine", 20, "--threads", 1)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert errdiff.read("out.ppm") == b"as it was"
    assert set(errdiff.contents()) == {"in.ppm", "out.ppm"}


# ---- --viewing -----------------------------------------------------------------------------------

@pytest.mark.parametrize("place, number", [
    ("60cm,96dpi", 39.57911), ("600mm,96dpi", 39.57911), ("0.6m,96dpi", 39.57911), ("20in,150dpi", 52.35988),
    ("1ft,100dpi", 20.94395), ("1.5ft,72.5dpi", 22.77655), ("200,", None)])
def test_a_distance_and_a_resolution(errdiff, part, place, number):
    errdiff.write("in.ppm", part)
    how = ["in.ppm", "out.ppm", *PICO_8, "--refine", 1, "--viewing"]
    if number is None:
        errdiff.fails(2, *how, place)
        return
    errdiff.works(*how, place)
    by_place = errdiff.read("out.ppm")
    errdiff.works(*how, number)
    assert errdiff.read("out.ppm") == by_place
    errdiff.works(*how, 0.7 * number if number > 45 else 1.5 * number)
    assert errdiff.read("out.ppm") != by_place


@pytest.mark.parametrize("option, value, said", [
    ("viewing", "60cm", "60cm,96dpi"), ("viewing", "60,96dpi", "60cm,96dpi"), ("viewing", "60cm,96", "60cm,96dpi"),
    ("viewing", "-60cm,96dpi", "60cm,96dpi"), ("viewing", "60km,96dpi", "60cm,96dpi"),
    ("viewing", "60cm,0dpi", "60cm,96dpi"), ("viewing", "x", "60cm,96dpi"), ("viewing", "nan", "60cm,96dpi"),
    ("viewing", "", "60cm,96dpi"), ("viewing", "60cm,600dpi", "247.4 pixels per degree; it must be 15 to 200"),
    ("viewing", "20cm,100dpi", "13.74 pixels per degree; it must be 15 to 200"), ("viewing", "14.9", "15"),
    ("viewing", "201", "200"), ("refine", "-1", "0 to 20"), ("refine", "21", "0 to 20"), ("refine", "1.5", "whole"),
])
def test_what_is_not_possible(errdiff, small, option, value, said):
    errdiff.write("in.pgm", small)
    line = errdiff.fails(2, "in.pgm", "out.pgm", f"--{option}={value}")
    assert f" {option}: " in line and said in line
