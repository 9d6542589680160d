# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of the rule: the command gives the same bytes as tests/reference."""

import json
import random

import pnm
import pytest

PHOTOGRAPHS = ["camera", "chelsea", "coffee"]

# Parts of the photographs. With more than 65,536 pixels, as here, all colors of a palette are searched in fine cells.
PART = (75, 35, 301, 230)

# The palettes' colors, written again from their makers' lists.
PALETTES = {
    "black-and-white": "000000,ffffff",
    "cga": "000000,55ffff,ff55ff,ffffff",
    "e-paper-7": "000000,ffffff,00ff00,0000ff,ff0000,ffff00,ff8000",
    "pico-8": "000000,1d2b53,7e2553,008751,ab5236,5f574f,c2c3c7,fff1e8,ff004d,ffa300,ffec27,"
              "00e436,29adff,83769c,ff77a8,ffccaa",
    "web-safe": ",".join(f"{r:02x}{g:02x}{b:02x}" for r in range(0, 256, 51)
                         for g in range(0, 256, 51) for b in range(0, 256, 51)),
}


def _palette_file(errdiff, count):
    """A .hex file of random colors, and the reference's option for it."""
    colors = [random.Random(count).randbytes(3 * count)[3 * i:3 * i + 3].hex()
              for i in range(count)]
    errdiff.write("colors.hex", "\n".join(colors).encode())
    return "palette=" + ",".join(colors)


def _assert_same(errdiff, reference, image, options, kernel="floyd-steinberg", levels="2",
                 strength=100, more=()):
    errdiff.write("in.pnm", image)
    colors = [] if "--palette" in options else ["--levels", levels]
    errdiff.works("in.pnm", "out.pnm", "--kernel", kernel, "--strength", strength, *colors,
                  *options)
    assert errdiff.read("out.pnm") == reference(image, kernel, levels, strength, *more)


@pytest.fixture(scope="module", name="parts")
def _parts(photographs):
    return {key: pnm.crop(image, *PART) for key, image in photographs.items()}


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("photograph", PHOTOGRAPHS)
@pytest.mark.parametrize("kernel", ["floyd-steinberg", "stevenson-arce", "zhou-fang"])
def test_order_light_and_noise(errdiff, reference, parts, photograph, bits, kernel):
    image = parts[photograph, bits]
    _assert_same(errdiff, reference, image, ["--serpentine"], kernel, more=["serpentine"])
    _assert_same(errdiff, reference, image, ["--linear"], kernel, "4,3,2", more=["linear"])
    _assert_same(errdiff, reference, image, ["--noise", 60, "--seed", 4294967295], kernel, "5",
                 90, ["noise=60", "seed=4294967295"])
    _assert_same(errdiff, reference, image, ["--detail", 70], kernel, more=["detail=70"])


@pytest.mark.parametrize("photograph, bits", [("camera", 16), ("coffee", 8)])
@pytest.mark.parametrize("name", PALETTES)
def test_named_palettes(errdiff, reference, parts, photograph, bits, name):
    _assert_same(errdiff, reference, parts[photograph, bits], ["--palette", name],
                 more=["palette=" + PALETTES[name]])


@pytest.mark.parametrize("photograph, bits", [("chelsea", 8), ("coffee", 16), ("camera", 8)])
@pytest.mark.parametrize("options, more", [
    ([], []), (["--linear", "--stretch"], ["linear", "stretch=0.5"]),
    (["--gamma", 0.7, "--saturation", 60], ["gamma=0.7", "saturation=60"]),
    (["--palette", "pico-8"], ["palette=" + PALETTES["pico-8"]]),
    (["--palette", "black-and-white", "--linear"], ["palette=000000,ffffff", "linear"])])
def test_gray(errdiff, reference, parts, photograph, bits, options, more):
    """Levels and palettes of grays give one channel."""
    image = parts[photograph, bits]
    _assert_same(errdiff, reference, image, [*options, "--gray"], more=[*more, "gray"], levels="3")
    assert errdiff.read("out.pnm")[:2] == (b"P6" if "pico-8" in options else b"P5")


@pytest.mark.parametrize("photograph, bits", [("camera", 8), ("coffee", 16)])
def test_gamut(errdiff, reference, parts, photograph, bits):
    palette = ["--palette", "game-boy", "--linear"]
    more = ["palette=0f380f,306230,8bac0f,9bbc0f", "linear"]
    results = set()
    for options, others in ((["--gamut", "none"], ["no-gamut"]), (["--gamut", "clip"], []),
                            (["--gamut", "compress"], ["compress=60"]),
                            (["--gamut", "relative"], ["relative"]),
                            (["--gamut", "compress", "--compress", 100], ["compress=100"])):
        _assert_same(errdiff, reference, parts[photograph, bits], palette + options,
                     more=more + others)
        results.add(errdiff.read("out.pnm"))
    assert len(results) == 5


@pytest.mark.parametrize("photograph, bits", [("chelsea", 8), ("coffee", 16)])
@pytest.mark.parametrize("count", [1, 3, 16, 256])
def test_palette_files(errdiff, reference, parts, photograph, bits, count):
    palette = _palette_file(errdiff, count)
    image = parts[photograph, bits]
    _assert_same(errdiff, reference, image, ["--palette", "colors.hex", "--match", "rgb"],
                 "jarvis-judice-ninke", more=[palette])
    _assert_same(errdiff, reference, image, ["--palette", "colors.hex", "--match", "oklab"],
                 "ostromoukhov", more=[palette, "oklab"])
    _assert_same(errdiff, reference, image, ["--palette", "colors.hex", "--match", "lightness"],
                 "errdiff-12", more=[palette, "lightness"])


def _top(image):
    """The first fifty rows."""
    width, _, channels, bits, data = pnm.decode(image)
    return pnm.encode(width, 50, channels, bits, data[:50 * width * channels * bits // 8])


@pytest.mark.parametrize("match", ["rgb", "oklab", "lightness"])
def test_everything_together(errdiff, reference, photographs, match):
    more = [_palette_file(errdiff, 12), "linear", "serpentine", "noise=25", "seed=7",
            "detail=35", "bits=8"]
    options = ["--palette", "./colors.hex", "--match", match, "--linear", "--serpentine",
               "--noise", 25, "--seed", 7, "--detail", 35, "--bits", 8]
    if match != "rgb":
        more.append(match)
    for photograph in PHOTOGRAPHS:
        image = _top(photographs[photograph, 16])
        for kernel in ("floyd-steinberg", "zhou-fang", "9: 1,0,5; -1,1,3; 0,1,2; 2,2,-1"):
            _assert_same(errdiff, reference, image, options, kernel, strength=85, more=more)


@pytest.mark.parametrize("levels", ["2", "7", "256", "3,256,16"])
def test_16_bits_to_8(errdiff, reference, parts, levels):
    for photograph in ("camera", "coffee"):
        _assert_same(errdiff, reference, parts[photograph, 16], ["--bits", "8"],
                     levels=levels, more=["bits=8"])
    assert pnm.decode(errdiff.read("out.pnm"))[3] == 8
    _assert_same(errdiff, reference, parts["camera", 8], ["--bits", "8"], levels=levels)


def test_a_seed_changes_noise_alone(errdiff, small):
    errdiff.write("in.pgm", small)
    images = {}
    for call in ((), ("--seed", 5), ("--noise", 50), ("--noise", 50, "--seed", 5),
                 ("--noise", 50, "--seed", 6), ("--noise", 50, "--seed", 0)):
        errdiff.works("in.pgm", "out.pgm", *call)
        images[call] = errdiff.read("out.pgm")
    assert images[()] == images["--seed", 5]
    assert images["--noise", 50] == images["--noise", 50, "--seed", 0]
    assert len(set(images.values())) == 4


def test_gray_with_a_palette_becomes_color(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    errdiff.works("in.pgm", "out.ppm", "--palette", "game-boy")
    width, height, channels, _, data = pnm.decode(errdiff.read("out.ppm"))
    assert (width, height, channels) == (64, 32, 3)
    colors = {data[i:i + 3].hex() for i in range(0, len(data), 3)}
    assert colors <= {"0f380f", "306230", "8bac0f", "9bbc0f"} and len(colors) > 1
    assert errdiff.read("out.ppm") == reference(
        small, "floyd-steinberg", "2", 100, "palette=0f380f,306230,8bac0f,9bbc0f")


# ---- The report ----------------------------------------------------------------------------------

def _light(value):
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _mean_light(image):
    _, _, channels, _, data = pnm.decode(image)
    return [sum(map(_light, data[c % channels::channels])) / (len(data) / channels)
            for c in range(3)]


@pytest.mark.parametrize("options", [["--levels", "3"], ["--palette", "e-paper-4"],
                                     ["--palette", "pico-8", "--linear"],
                                     ["--palette", "game-boy", "--gamut", "none"]])
def test_json_says_what_happened_to_the_tones(errdiff, small_rgb, options):
    errdiff.write("in.ppm", small_rgb)
    report = json.loads(errdiff.works("in.ppm", "out.ppm", "--json", *options))
    before, after = _mean_light(small_rgb), _mean_light(errdiff.read("out.ppm"))
    assert len(report["tone_error_percent"]) == 3
    for c in range(3):
        assert abs(report["tone_error_percent"][c] - 100 * (after[c] - before[c])) < 0.01
    if "none" in options:
        assert 0 < report["clamped_percent"] < 100
    else:
        assert report["clamped_percent"] == 0


def test_json_of_gray_has_three_equal_tone_errors(errdiff, small):
    errdiff.write("in.pgm", small)
    red, green, blue = json.loads(errdiff.works("in.pgm", "out.pgm", "--json"))[
        "tone_error_percent"]
    assert red == green == blue != 0


def test_json_names_the_options(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    report = json.loads(errdiff.works(
        "in.ppm", "out.ppm", "--json", "--palette", "cga", "--match", "oklab", "--noise", "12",
        "--seed", "4294967295", "--serpentine", "--linear"))
    assert report["palette"] == ["000000", "55ffff", "ff55ff", "ffffff"]
    assert report["match"] == "oklab"
    assert (report["noise"], report["seed"]) == (12, 4294967295)
    assert report["serpentine"] == report["linear"] == 1
    assert "levels" not in report
    report = json.loads(errdiff.works("in.ppm", "out.ppm", "--json", "--levels", "4"))
    assert report["levels"] == [4, 4, 4]
    assert "palette" not in report and report["noise"] == report["linear"] == 0
