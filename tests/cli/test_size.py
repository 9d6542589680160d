# SPDX-License-Identifier: GPL-3.0-or-later
"""--resize, --fit and --dot, against a plain resizer. With 256 levels, the resized image is written as it is."""

import bisect
import math
import os
import random
import struct

import png
import pnm
import pytest

HAS_ZIMG = os.environ.get("ERRDIFF_HAS_ZIMG") == "1"
HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"
needs_zimg = pytest.mark.skipif(not HAS_ZIMG, reason="the command was built without zimg")
needs_png = pytest.mark.skipif(not HAS_PNG, reason="the command was built without libpng")


def _light(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _display(light):
    light = min(max(light, 0), 1)
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _catmull_rom(x):
    x = abs(x)
    if x < 1:
        return 1.5 * x ** 3 - 2.5 * x ** 2 + 1
    return -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 if x < 2 else 0


def _weights(length, start, part, count):
    """For each of `count` samples of a part of a line: pairs of an index and a weight; the line is mirrored at its
    ends."""
    step = part / count
    stretch = max(step, 1)
    for i in range(count):
        center = start + (i + 0.5) * step
        taps = [(j, _catmull_rom((j + 0.5 - center) / stretch))
                for j in range(math.floor(center - 2 * stretch) - 1, math.ceil(center + 2 * stretch) + 1)]
        total = sum(weight for _, weight in taps)
        yield [(min(max(j if 0 <= j < length else -1 - j if j < 0 else 2 * length - 1 - j, 0), length - 1),
                weight / total) for j, weight in taps if weight]


def _resize(plane, width, height, part, to_width, to_height):
    left, top, across, down = part
    rows = [[sum(plane[y * width + x] * weight for x, weight in taps)
             for taps in _weights(width, left, across, to_width)] for y in range(height)]
    return [sum(rows[y][x] * weight for y, weight in taps)
            for taps in _weights(height, top, down, to_height) for x in range(to_width)]


def _resized(data, width, height, channels, part, to_width, to_height):
    """The resized image, as display values of 0..255 that are not rounded."""
    planes = [[_display(value) * 255 for value in
               _resize([_light(value / 255) for value in data[c::channels]], width, height, part, to_width, to_height)]
              for c in range(channels)]
    return [value for pixel in zip(*planes) for value in pixel]


def _near(data, expected, most=0.6):
    assert len(data) == len(expected)
    assert max(abs(a - b) for a, b in zip(data, expected)) <= most


def _smooth(width, height, channels):
    return bytes(int(127 + 120 * math.sin(x * 0.4 + c) * math.cos(y * 0.3 - c))
                 for y in range(height) for x in range(width) for c in range(channels))


def _run(errdiff, data, width, height, channels, *options):
    errdiff.write("in.pnm", pnm.encode(width, height, channels, 8, data))
    errdiff.works("in.pnm", "out.pnm", "--levels", "256", *options)
    made = pnm.decode(errdiff.read("out.pnm"))
    assert made[2:4] == (channels, 8)
    return made[0], made[1], made[4]


@pytest.mark.skipif(HAS_ZIMG, reason="the command was built with zimg")
def test_without_zimg(errdiff, small):
    errdiff.write("in.pgm", small)
    assert "zimg" in errdiff.fails(1, "in.pgm", "out.pgm", "--resize", "3x3")


@needs_zimg
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("size", [(7, 5), (40, 11), (64, 48), (31, 17), (1, 1), (3, 90)])
def test_stretch(errdiff, channels, size):
    data = _smooth(31, 17, channels)
    made = _run(errdiff, data, 31, 17, channels, "--resize", "%dx%d" % size, "--fit", "stretch")
    assert made[:2] == size
    _near(made[2], _resized(data, 31, 17, channels, (0, 0, 31, 17), *size))


@needs_zimg
@pytest.mark.parametrize("size, out", [((62, 62), (62, 34)), ((10, 100), (10, 5)), ((500, 34), (62, 34)),
                                       ((1, 1), (1, 1)), ((40, 1), (2, 1))])
def test_fit(errdiff, size, out):
    data = _smooth(31, 17, 1)
    made = _run(errdiff, data, 31, 17, 1, "--resize", "%dx%d" % size)
    assert made[:2] == out
    _near(made[2], _resized(data, 31, 17, 1, (0, 0, 31, 17), *out))


@needs_zimg
@pytest.mark.parametrize("size, part", [((17, 17), (7, 0, 17, 17)), ((31, 31), (7, 0, 17, 17)),
                                        ((62, 17), (0, 4.25, 31, 8.5)), ((5, 20), (13.375, 0, 4.25, 17))])
def test_fill(errdiff, size, part):
    data = _smooth(31, 17, 1)
    made = _run(errdiff, data, 31, 17, 1, "--resize", "%dx%d" % size, "--fit", "fill")
    assert made[:2] == size
    _near(made[2], _resized(data, 31, 17, 1, part, *size))


@needs_zimg
def test_light_is_averaged(errdiff):
    """Black and white columns become the gray of half the light, not that of half the value."""
    data = bytes([0, 255] * 40) * 40
    made = _run(errdiff, data, 80, 40, 1, "--resize", "20x10")[2]
    inner = [made[y * 20 + x] for y in range(2, 8) for x in range(2, 18)]
    assert set(inner) == {188}


@needs_zimg
@pytest.mark.parametrize("size", [(1, 1), (1, 60), (60, 1), (2, 3)])
def test_tiny_images(errdiff, size):
    for to in ("1x1", "50x40", "1x9"):
        for fit in ("fit", "fill", "stretch"):
            made = _run(errdiff, bytes([77]) * (size[0] * size[1]), *size, 1, "--resize", to, "--fit", fit)
            assert set(made[2]) == {77} and len(made[2]) == made[0] * made[1]


@needs_zimg
def test_16_bits(errdiff):
    width, height = 24, 18
    values = [int(32000 + 30000 * math.sin(x * 0.3) * math.cos(y * 0.2)) for y in range(height) for x in range(width)]
    errdiff.write("in.pgm", pnm.encode(width, height, 1, 16, b"".join(value.to_bytes(2, "big") for value in values)))
    errdiff.works("in.pgm", "out.pgm", "--levels", "256", "--strength", "0", "--resize", "10x9", "--fit", "stretch")
    made = pnm.decode(errdiff.read("out.pgm"))
    assert made[:4] == (10, 9, 1, 16)
    expected = [_display(value) * 255 for value in
                _resize([_light(value / 65535) for value in values], width, height, (0, 0, width, height), 10, 9)]
    _near([int.from_bytes(made[4][i:i + 2], "big") / 257 for i in range(0, 180, 2)], expected, 0.51)


@needs_zimg
@needs_png
def test_invisible_colors_do_not_show(errdiff):
    """The left half is red; the right one is green, but fully transparent."""
    row = bytes([255, 0, 0, 255]) * 20 + bytes([0, 255, 0, 0]) * 20
    errdiff.write("in.png", png.encode(40, 20, png.RGB_ALPHA, 8, row * 20))
    errdiff.works("in.png", "out.png", "--levels", "256", "--resize", "7x5", "--fit", "stretch")
    data = png.decode(errdiff.read("out.png"))[4]
    pixels = [tuple(data[i:i + 4]) for i in range(0, len(data), 4)]
    assert all(pixel[:3] == (255, 0, 0) for pixel in pixels if pixel[3])
    assert {pixels[0][3], pixels[6][3]} == {255, 0} and 100 < pixels[3][3] < 155


@needs_zimg
@needs_png
def test_colors_count_by_their_opacity(errdiff):
    """An image of one color stays one, however its opacity changes."""
    opacities = [random.Random(7).randrange(1, 256) for _ in range(40 * 20)]
    errdiff.write("in.png", png.encode(40, 20, png.RGB_ALPHA, 8, b"".join(bytes([200, 90, 20, x]) for x in opacities)))
    errdiff.works("in.png", "out.png", "--levels", "256", "--resize", "7x5", "--fit", "stretch")
    data = png.decode(errdiff.read("out.png"))[4]
    assert all(abs(a - b) <= 1 for i in range(0, len(data), 4) for a, b in zip(data[i:], (200, 90, 20)))


def _enlarge(data, width, dot, to_width, to_height, pixel=1):
    return b"".join(data[((y // dot) * width + x // dot) * pixel:][:pixel]
                    for y in range(to_height) for x in range(to_width))


def _dot_means(values, weights, width, height, channels, white, dot):
    """The pixels of the reduced image: the display value of the mean light of each dot, in exact integers."""
    full = 2**32 - 1
    light = [int(full * _light(value / white) + 0.5) for value in range(white + 1)]
    limits = [int(full * _light((value + 0.5) / white) + 0.5) for value in range(white)]
    means = []
    for top in range(0, height, dot):
        for left in range(0, width, dot):
            places = [y * width + x for y in range(top, min(top + dot, height))
                      for x in range(left, min(left + dot, width))]
            parts = [weights[place] for place in places]
            if sum(parts) == 0:
                parts = [1] * len(places)
            for c in range(channels):
                total = sum(part * light[values[place * channels + c]] for part, place in zip(parts, places))
                means.append(bisect.bisect_right(limits, (total + sum(parts) // 2) // sum(parts)))
    return means


def _whole_numbers(data, bits):
    return [int.from_bytes(data[i:i + bits // 8], "big") for i in range(0, len(data), bits // 8)]


@pytest.mark.parametrize("dot", [2, 3, 5, 40, 256])
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("options", [[], ["--serpentine", "--kernel", "stucki", "--detail", "70"],
                                     ["--palette", "pico-8"]], ids=str)
def test_dots(errdiff, dot, bits, options):
    """A dot is a pixel of the smaller image, dithered; the last dots are cut."""
    width, height = 31, 17
    noise = random.Random(14).randbytes(width * height * 3 * bits // 8)
    means = _dot_means(_whole_numbers(noise, bits), [1] * (width * height), width, height, 3, 2**bits - 1, dot)
    across, down = -(-width // dot), -(-height // dot)
    errdiff.write("small.ppm", pnm.encode(across, down, 3, bits,
                                          b"".join(value.to_bytes(bits // 8, "big") for value in means)))
    errdiff.write("in.ppm", pnm.encode(width, height, 3, bits, noise))
    errdiff.works("small.ppm", "expected.ppm", *options)
    errdiff.works("in.ppm", "out.ppm", *options, "--dot", dot)
    data = pnm.decode(errdiff.read("expected.ppm"))[4]
    assert pnm.decode(errdiff.read("out.ppm")) == (
        width, height, 3, bits, _enlarge(data, across, dot, width, height, 3 * bits // 8))


def _transparent_image(width, height):
    """Noise with many fully transparent and fully opaque pixels."""
    dice = random.Random(16)
    return bytes(value for _ in range(width * height)
                 for value in (dice.randrange(256), dice.choice((0, 0, 0, 255, 255, dice.randrange(256)))))


@needs_png
@pytest.mark.parametrize("dot", [2, 5])
@pytest.mark.parametrize("how", ["threshold", "dither"])
def test_alpha_of_dots(errdiff, dot, how):
    """Colors are weighted by alpha. Only a dot without any visible pixel has an alpha of 0 before it is reduced."""
    width, height = 33, 17
    data = _transparent_image(width, height)
    colors, alphas = data[::2], data[1::2]
    across, down = -(-width // dot), -(-height // dot)
    means = _dot_means(colors, alphas, width, height, 1, 255, dot)
    small = []
    for top in range(0, height, dot):
        for left in range(0, width, dot):
            inside = [alphas[y * width + x] for y in range(top, min(top + dot, height))
                      for x in range(left, min(left + dot, width))]
            small.append((sum(inside) + len(inside) // 2) // len(inside) or int(any(inside)))
    pixels = bytes(value for pair in zip(means, small) for value in pair)
    errdiff.write("small.png", png.encode(across, down, png.GRAY_ALPHA, 8, pixels))
    errdiff.write("in.png", png.encode(width, height, png.GRAY_ALPHA, 8, data))
    errdiff.works("small.png", "expected.png", "--alpha", how)
    errdiff.works("in.png", "out.png", "--alpha", how, "--dot", dot)
    expected = png.decode(errdiff.read("expected.png"))[4]
    assert png.decode(errdiff.read("out.png"))[4] == _enlarge(expected, across, dot, width, height, 2)


@needs_png
@pytest.mark.parametrize("bits", [[], ["--bits", "8"]], ids=str)
def test_alpha_that_is_kept_has_no_dots(errdiff, bits):
    width, height = 33, 17
    data = b"".join(bytes([value, value]) for value in _transparent_image(width, height))
    errdiff.write("in.png", png.encode(width, height, png.GRAY_ALPHA, 16, data))
    errdiff.works("in.png", "out.png", "--dot", "4", *bits)
    made = _whole_numbers(png.decode(errdiff.read("out.png"))[4], 8 if bits else 16)
    source = _whole_numbers(data, 16)
    white = 255 if bits else 65535
    assert made[1::2] == [value * white // 65535 for value in source[1::2]]
    assert {color for color, alpha in zip(made[::2], made[1::2]) if alpha} == {0, white}
    dots = [made[2 * (y * width + x)] for y in range(0, height, 4) for x in range(0, width, 4)]
    assert made[::2] == [dots[y // 4 * 9 + x // 4] for y in range(height) for x in range(width)]


@needs_zimg
def test_dots_of_a_resized_image(errdiff):
    noise = random.Random(14).randbytes(36 * 24 * 3)
    errdiff.write("in.ppm", pnm.encode(36, 24, 3, 8, noise))
    errdiff.works("in.ppm", "small.ppm", "--resize", "20x30", "--fit", "stretch")
    errdiff.works("in.ppm", "out.ppm", "--resize", "60x90", "--fit", "stretch", "--dot", "3")
    data = pnm.decode(errdiff.read("small.ppm"))[4]
    assert pnm.decode(errdiff.read("out.ppm")) == (60, 90, 3, 8, _enlarge(data, 20, 3, 60, 90, 3))


@needs_zimg
@needs_png
def test_an_image_for_a_panel(errdiff):
    noise = random.Random(15).randbytes(90 * 60 * 4)
    errdiff.write("in.png", png.encode(90, 60, png.RGB_ALPHA, 8, noise))
    errdiff.works("in.png", "panel.png", "--resize", "80x48", "--fit", "fill", "--dot", "4", "--palette", "e-paper-7",
                  "--indexed", "--alpha", "threshold")
    width, height, color, _, data, chunks = png.decode(errdiff.read("panel.png"))
    assert (width, height, color) == (80, 48, png.PALETTE) and len(chunks[b"tRNS"]) == 8
    dots = bytes(data[4 * y * 80 + 4 * x] for y in range(12) for x in range(20))
    assert data == _enlarge(dots, 20, 4, 80, 48) and 7 in data


def test_wrong_calls(errdiff, small):
    errdiff.write("in.pgm", small)
    for options in (["--fit", "fill"], ["--dot", "0"], ["--dot", "257"], ["--dot", "x"],
                    ["--resize", "4x4", "--fit", "crop"], ["--resize", "4", "--fit", "fill"],
                    ["--resize", "50%", "--fit", "stretch"]):
        errdiff.fails(2, "in.pgm", "out.pgm", *options)
    for size in ("0x4", "0", "x", "", "-4", "x0", "4x4x", "4x-1", " 4", "4 ", "0%", "-50%", "%", "50%%", "50 %", "x50%",
                 "nan%", "25601%", "9999999999999999999", "2000000000x4", "37.5", "mm", "x mm", "4xmmm", "0mm", "8cm"):
        line = errdiff.fails(2, "in.pgm", "out.pgm", "--resize", size)
        assert f'resize: "{size}" is not possible' in line and "x480" in line and "50%" in line


@needs_zimg
@pytest.mark.parametrize("size, whole", [("10", "10x5"), ("10x", "10x5"), ("x10", "18x10"), ("50%", "16x9"),
                                         ("150%", "47x26"), ("12.5%", "4x2"), ("0.01%", "1x1")])
def test_a_side_or_a_percentage(errdiff, size, whole):
    errdiff.write("in.ppm", pnm.encode(31, 17, 3, 8, _smooth(31, 17, 3)))
    errdiff.works("in.ppm", "expected.ppm", "--resize", whole, "--fit", "stretch")
    errdiff.works("in.ppm", "out.ppm", "--resize", size)
    assert errdiff.read("out.ppm") == errdiff.read("expected.ppm")


@needs_zimg
@pytest.mark.parametrize("size, options, whole", [("25.4mm", [], "20x11"), ("x12.7mm", [], "18x10"),
                                                  ("25.4x12.7mm", ["--fit", "fill"], "20x10")])
def test_millimeters(errdiff, size, options, whole):
    errdiff.write("in.ppm", pnm.encode(31, 17, 3, 8, _smooth(31, 17, 3)))
    errdiff.works("in.ppm", "expected.ppm", "--resize", whole, "--fit", "fill" if options else "stretch")
    errdiff.works("in.ppm", "out.ppm", "--resize", size, "--dpi", "20", *options)
    assert errdiff.read("out.ppm") == errdiff.read("expected.ppm")
    assert "add --dpi" in errdiff.fails(2, "in.ppm", "out.ppm", "--resize", size, *options)


@needs_zimg
@needs_png
def test_millimeters_at_the_resolution_of_the_file(errdiff):
    """787.4 pixels in a meter are 20 in an inch."""
    resolution = b"pHYs", bytes([0, 0, 3, 19, 0, 0, 3, 19, 1])
    errdiff.write("in.png", png.encode(31, 17, png.RGB, 8, _smooth(31, 17, 3), chunks=[resolution]))
    errdiff.works("in.png", "out.png", "--resize", "25.4mm")
    width, height, *_, chunks = png.decode(errdiff.read("out.png"))
    assert (width, height, chunks[b"pHYs"]) == (20, 11, resolution[1])


@needs_zimg
@needs_png
@pytest.mark.parametrize("chunks", [[], [(b"pHYs", bytes([0, 0, 3, 19, 0, 0, 9, 9, 1]))]])
def test_a_result_of_millimeters_has_its_resolution(errdiff, chunks):
    """300 pixels per inch are 11811 per meter."""
    errdiff.write("in.png", png.encode(31, 17, png.RGB, 8, _smooth(31, 17, 3), chunks=chunks))
    for options, resolution in ((["25.4mm", "--dpi", "300"], struct.pack(">IIB", 11811, 11811, 1)),
                                (["300", "--dpi", "300"], dict(chunks).get(b"pHYs"))):
        errdiff.works("in.png", "out.png", "--resize", *options)
        width, height, *_, kept = png.decode(errdiff.read("out.png"))
        assert (width, height, kept.get(b"pHYs")) == (300, 165, resolution)


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("factor", [2, 3, 7])
def test_whole_factors_make_each_pixel_a_square(errdiff, bits, factor):
    """Before the dithering, which sees them; with 256 levels of 8 bits they stay as they are."""
    data = random.Random(factor).randbytes(9 * 5 * 3)
    errdiff.write("in.ppm", pnm.encode(9, 5, 3, 8, data))
    large = _enlarge(data, 9, factor, 9 * factor, 5 * factor, 3)
    if bits == 16:
        errdiff.write("in.ppm", pnm.encode(9, 5, 3, 16, bytes(value for byte in data for value in (byte, byte))))
        errdiff.write("large.ppm", pnm.encode(9 * factor, 5 * factor, 3, 16,
                                              bytes(value for byte in large for value in (byte, byte))))
    else:
        errdiff.write("large.ppm", pnm.encode(9 * factor, 5 * factor, 3, 8, large))
    for options in (["--levels", "256"], ["--levels", "2"], ["--palette", "ega", "--dot", "2"]):
        errdiff.works("large.ppm", "expected.ppm", *options)
        errdiff.works("in.ppm", "out.ppm", "--resize", f"{factor}00%", *options)
        assert errdiff.read("out.ppm") == errdiff.read("expected.ppm")


@needs_png
def test_whole_factors_with_transparency(errdiff):
    data = random.Random(3).randbytes(7 * 4 * 2)
    errdiff.write("in.png", png.encode(7, 4, png.GRAY_ALPHA, 8, data))
    errdiff.works("in.png", "out.png", "--levels", "256", "--resize", "300%")
    assert png.decode(errdiff.read("out.png"))[:5] == (21, 12, png.GRAY_ALPHA, 8, _enlarge(data, 7, 3, 21, 12, 2))


def test_a_side_that_gets_too_long(errdiff):
    errdiff.write("in.pgm", pnm.encode(1, 4000, 1, 8, bytes(4000)))
    assert "a side would be longer" in errdiff.fails(1, "in.pgm", "out.pgm", "--resize", "200000000")


@needs_zimg
@pytest.mark.skipif(os.environ.get("ERRDIFF_SANITIZED") == "1", reason="the sanitizer prints a line of its own")
def test_a_size_that_is_too_large_for_the_memory(errdiff, small):
    errdiff.write("in.pgm", small)
    assert "memory" in errdiff.fails(1, "in.pgm", "out.pgm", "--resize", "200000000x200000000", "--fit", "stretch")
