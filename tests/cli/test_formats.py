# SPDX-License-Identifier: GPL-3.0-or-later
"""JPEG, WebP and TIFF files as input. With 256 levels, an image of 8 bits is written as it was read."""

import os
import pathlib
import random
import struct

import formats
import png
import pnm
import pytest

DATA = pathlib.Path(__file__).resolve().parent.parent / "data" / "formats"
WIDTH, HEIGHT = 24, 16
LOSSLESS = ["--levels", "256"]
LIBRARIES = {"jpg": "JPEG", "webp": "WEBP", "tif": "TIFF"}


def _has(part):
    return os.environ.get(f"ERRDIFF_HAS_{part}") == "1"


def _needs(*parts):
    return pytest.mark.skipif(not all(_has(part) for part in parts), reason="this build lacks a library")


HAS_LCMS = _has("LCMS")


def _color(x, y):
    return x * 10, y * 16, 255 - x * 5 - y * 8


def _gray(x, y):
    return (x * 8 + y * 4,)


def _draw(formula):
    return bytes(value for y in range(HEIGHT) for x in range(WIDTH) for value in formula(x, y))


def _read(name):
    return (DATA / name).read_bytes()


def _decode(errdiff, file, *options):
    errdiff.write("in", file)
    errdiff.works("in", "out.pnm", *LOSSLESS, *options)
    return pnm.decode(errdiff.read("out.pnm"))


def _near(data, expected, most):
    assert len(data) == len(expected)
    assert max(abs(a - b) for a, b in zip(data, expected)) <= most


# ---- Pixels --------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, formula, most", [
    pytest.param("color.jpg", _color, 3, marks=_needs("JPEG")),
    pytest.param("progressive.jpg", _color, 30, marks=_needs("JPEG")),
    pytest.param("gray.jpg", _gray, 2, marks=_needs("JPEG")),
    pytest.param("lossy.webp", _color, 30, marks=_needs("WEBP")),
    pytest.param("palette.tif", _color, 64, marks=_needs("TIFF"))])
def test_images_of_other_programs(errdiff, name, formula, most):
    width, height, channels, bits, data = _decode(errdiff, _read(name))
    expected = _draw(formula)
    assert (width, height, bits, channels) == (WIDTH, HEIGHT, 8, len(expected) // (WIDTH * HEIGHT))
    _near(data, expected, most)


@_needs("WEBP", "PNG")
def test_webp_with_alpha(errdiff):
    errdiff.write("in", _read("lossless.webp"))
    errdiff.works("in", "out.png", *LOSSLESS)
    _, _, color, bits, data, _ = png.decode(errdiff.read("out.png"))
    assert (color, bits) == (png.RGB_ALPHA, 8)
    assert data == _draw(lambda x, y: _color(x, y) + ((x * y) % 3 * 127,))


@_needs("TIFF")
def test_fax(errdiff):
    width, height, channels, _, data = _decode(errdiff, _read("fax.tif"))
    assert (width, height, channels) == (WIDTH, HEIGHT, 1) and set(data) == {0, 255}


@_needs("TIFF")
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("how", [{}, {"rows": HEIGHT}, {"tile": (16, 16)}, {"tile": (32, 16), "apart": True},
                                 {"apart": True}], ids=str)
def test_layouts_of_tiff(errdiff, reference, order, bits, channels, how):
    data = random.Random(6).randbytes(WIDTH * HEIGHT * channels * bits // 8)
    big_endian = data
    if bits == 16 and order == "<":
        data = b"".join(data[i:i + 2][::-1] for i in range(0, len(data), 2))
    errdiff.write("in", formats.tiff(WIDTH, HEIGHT, channels, bits, data, order=order, **how))
    errdiff.works("in", "out.pnm", "--levels", "5")
    assert errdiff.read("out.pnm") == reference(pnm.encode(WIDTH, HEIGHT, channels, bits, big_endian), levels="5")


@_needs("TIFF")
def test_white_is_zero(errdiff):
    inverted = bytes(255 - value for value in _draw(_gray))
    assert _decode(errdiff, formats.tiff(WIDTH, HEIGHT, 1, 8, inverted, photometric=0))[4] == _draw(_gray)


@_needs("TIFF")
@pytest.mark.parametrize("channels", [1, 3])
def test_a_tiff_that_does_not_say_what_its_samples_are(errdiff, channels):
    data = _draw(_gray if channels == 1 else _color)
    assert _decode(errdiff, formats.tiff(WIDTH, HEIGHT, channels, 8, data, without=[262]))[2:] == (channels, 8, data)


@_needs("JPEG")
def test_too_many_markers_are_ignored(errdiff):
    """libjpeg takes quadratic time for those that it keeps. The Exif data come after them."""
    turned = formats.jpeg_with_exif(_read("gray.jpg"), formats.exif(6))
    for count in (999, 1000):
        errdiff.write("in", formats.jpeg_with(turned, *[(0xE1, b"")] * count))
        done = errdiff.run("in", "out.pgm", *LOSSLESS)
        line, is_turned = done.stderr.decode(), pnm.decode(errdiff.read("out.pgm"))[0] == HEIGHT
        assert done.returncode == 0 and is_turned == (count == 999)
        assert (line == "") if is_turned else ("more than 1000" in line and line.count("\n") == 1)


@_needs("TIFF")
def test_several_images_in_a_tiff(errdiff):
    errdiff.write("in", formats.tiff(WIDTH, HEIGHT, 1, 8, _draw(_gray), has_next=True))
    done = errdiff.run("in", "out.pgm", *LOSSLESS)
    line = done.stderr.decode()
    assert done.returncode == 0 and line.startswith("errdiff: warning: in: ") and line.count("\n") == 1
    assert pnm.decode(errdiff.read("out.pgm"))[4] == _draw(_gray)


@_needs("TIFF", "PNG")
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_extra_samples(errdiff, bits, kind):
    """0: not alpha; 1: alpha that the colors are multiplied with; 2: alpha."""
    white, letter = (255, "B") if bits == 8 else (65535, "H")
    noise = random.Random(8)
    pixels = [[noise.randrange(0, white + 1, white // 255) for _ in range(3)] + [noise.choice([0, white // 5, white])]
              for _ in range(WIDTH * HEIGHT)]
    stored = [[(value * pixel[3] + white // 2) // white if kind == 1 else value for value in pixel[:3]] + pixel[3:]
              for pixel in pixels]
    data = struct.pack(f"<{4 * WIDTH * HEIGHT}{letter}", *sum(stored, []))
    errdiff.write("in", formats.tiff(WIDTH, HEIGHT, 4, bits, data, more=[(338, (3, [kind]))]))
    errdiff.works("in", "out.png", *LOSSLESS)
    _, _, color, out_bits, out, _ = png.decode(errdiff.read("out.png"))
    assert out_bits == bits and color == (png.RGB_ALPHA if kind else png.RGB)
    samples = struct.unpack(f">{len(out) // (bits // 8)}{letter}", out)
    if not kind:
        if bits == 8:
            assert list(samples) == [value for pixel in pixels for value in pixel[:3]]
        return
    for i, pixel in enumerate(pixels):
        assert samples[4 * i + 3] == pixel[3]
        if pixel[3]:
            most = 0 if bits == 8 and (kind == 2 or pixel[3] == white) else white // 60
            assert max(abs(a - b) for a, b in zip(samples[4 * i:], pixel[:3])) <= most


@_needs("TIFF", "PNG")
@pytest.mark.parametrize("bits", [8, 16])
def test_colors_beyond_their_alpha_are_full(errdiff, bits):
    white, letter = (255, "B") if bits == 8 else (65535, "H")
    pixels = [(white // 2, white // 5, 0, white // 5)] * (WIDTH * HEIGHT)
    data = struct.pack(f"<{4 * WIDTH * HEIGHT}{letter}", *sum(pixels, ()))
    errdiff.write("in", formats.tiff(WIDTH, HEIGHT, 4, bits, data, more=[(338, (3, [1]))]))
    errdiff.works("in", "out.png", *LOSSLESS)
    out = png.decode(errdiff.read("out.png"))[4]
    assert struct.unpack(f">{len(out) // (bits // 8)}{letter}", out) == (white, white, 0, white // 5) * (WIDTH * HEIGHT)


# ---- Orientation ---------------------------------------------------------------------------------

def _upright(data, orientation, pixel):
    """The stored image, turned upright: (width, height, pixels)."""
    rows = [[data[(y * WIDTH + x) * pixel:][:pixel] for x in range(WIDTH)] for y in range(HEIGHT)]
    if orientation in (2, 3, 7, 8):
        rows = [row[::-1] for row in rows]
    if orientation in (3, 4, 6, 7):
        rows = rows[::-1]
    if orientation >= 5:
        rows = [list(column) for column in zip(*rows)]
    return len(rows[0]), len(rows), b"".join(b"".join(row) for row in rows)


def _corner(data, width, height, where):
    """Which of the four quarters of a gray image, in reading order, is the darkest one."""
    quarters = [0, 0, 0, 0]
    for y in range(height):
        for x in range(width):
            quarters[2 * (2 * y >= height) + (2 * x >= width)] += data[y * width + x]
    assert quarters.index(min(quarters)) == where


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("kind", [pytest.param("jpg", marks=_needs("JPEG")), pytest.param("webp", marks=_needs("WEBP")),
                                  pytest.param("tif", marks=_needs("TIFF")), pytest.param("png", marks=_needs("PNG"))])
def test_orientation(errdiff, kind, order, orientation):
    if kind == "jpg":
        stored = _read("gray.jpg")
        turned = formats.jpeg_with_exif(stored, formats.exif(orientation, order))
    elif kind == "webp":
        stored = _read("lossy.webp")
        turned = formats.webp_with(stored, WIDTH, HEIGHT, data=formats.exif(orientation, order), has_alpha=False)
    elif kind == "png":
        image = WIDTH, HEIGHT, png.RGB, 16, random.Random(9).randbytes(6 * WIDTH * HEIGHT)
        stored = png.encode(*image)
        turned = png.encode(*image, chunks=[(b"eXIf", formats.exif(orientation, order))])
    else:
        image = WIDTH, HEIGHT, 3, 16, random.Random(9).randbytes(6 * WIDTH * HEIGHT), order
        stored, turned = formats.tiff(*image), formats.tiff(*image, more=[(274, (3, [orientation]))])
    # Without diffusion a pixel does not depend on the others, also where 16 bits are rounded.
    _, _, channels, bits, data = _decode(errdiff, stored, "--strength", "0")
    made = _decode(errdiff, turned, "--strength", "0")
    assert (made[0], made[1], made[4]) == _upright(data, orientation, channels * bits // 8)
    if kind == "jpg":
        # As Exif 2.32 defines them: where the first row and column, here the dark corner, belong.
        _corner(made[4], made[0], made[1], [0, 1, 3, 2, 0, 1, 3, 2][orientation - 1])


# ---- Resolution ----------------------------------------------------------------------------------

def _physical(errdiff, file):
    errdiff.write("in", file)
    errdiff.works("in", "out.png")
    chunk = png.decode(errdiff.read("out.png"))[5].get(b"pHYs")
    return chunk and struct.unpack(">IIB", chunk)


@_needs("PNG", "JPEG")
def test_resolution_of_jpeg(errdiff):
    assert _physical(errdiff, _read("color.jpg")) == (11811, 5906, 1)
    turned = formats.jpeg_with_exif(_read("color.jpg"), formats.exif(6))
    assert _physical(errdiff, turned) == (5906, 11811, 1)
    gray = _read("gray.jpg")
    assert _physical(errdiff, gray) is None
    for order in "<>":
        named = formats.jpeg_with_exif(gray, formats.exif(1, order, ((100, 1), (300, 2), 3)))
        assert _physical(errdiff, named) == (10000, 15000, 1)
        damaged = formats.jpeg_with_exif(gray, formats.exif(1, order, ((100, 0), (300, 2), 3)))
        assert _physical(errdiff, damaged) is None


@_needs("PNG", "TIFF")
def test_resolution_of_tiff(errdiff):
    more = [(282, (5, [300, 1])), (283, (5, [150, 1])), (296, (3, [2]))]
    assert _physical(errdiff, formats.tiff(WIDTH, HEIGHT, 1, 8, _draw(_gray), more=more)) == (11811, 5906, 1)
    more[2] = (296, (3, [1]))
    assert _physical(errdiff, formats.tiff(WIDTH, HEIGHT, 1, 8, _draw(_gray), more=more)) is None


# ---- Color profiles -----------------------------------------------------------------------------

def _to_light(value):
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _from_light(light):
    light = min(max(light, 0), 1)
    return 255 * (light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


def _p3_to_srgb(red, green, blue):
    """The matrix of CSS Color Module 4, section 17."""
    r, g, b = map(_to_light, (red, green, blue))
    return [_from_light(1.2249401 * r - 0.2249402 * g), _from_light(-0.0420569 * r + 1.0420571 * g),
            _from_light(-0.0196376 * r - 0.0786361 * g + 1.0982735 * b)]


def _with_profile(kind, profile, channels=3):
    """A file with a profile: its bytes, and its pixels without it."""
    if kind == "jpg":
        file = _read("color.jpg" if channels == 3 else "gray.jpg")
        return file, formats.jpeg_with_profile(file, profile)
    if kind == "webp":
        file = _read("lossy.webp")
        return file, formats.webp_with(file, WIDTH, HEIGHT, profile=profile, has_alpha=False)
    image = WIDTH, HEIGHT, channels, 8, _draw(_color if channels == 3 else _gray)
    return formats.tiff(*image), formats.tiff(*image, more=[(34675, (7, profile))])


KINDS = [pytest.param("jpg", marks=_needs("JPEG")), pytest.param("webp", marks=_needs("WEBP")),
         pytest.param("tif", marks=_needs("TIFF"))]
needs_lcms = pytest.mark.skipif(not HAS_LCMS, reason="built without lcms2")


@needs_lcms
@pytest.mark.parametrize("kind", KINDS)
def test_display_p3(errdiff, kind):
    plain, named = _with_profile(kind, formats.rgb_profile(formats.P3))
    data = _decode(errdiff, plain)[4]
    expected = [value for i in range(0, len(data), 3) for value in _p3_to_srgb(*data[i:i + 3])]
    converted = _decode(errdiff, named)[4]
    _near(converted, expected, 1.6)
    assert sum(a != b for a, b in zip(converted, data)) > len(data) // 3


@needs_lcms
@pytest.mark.parametrize("kind", KINDS)
def test_srgb_keeps_the_bytes(errdiff, kind):
    plain, named = _with_profile(kind, formats.rgb_profile(formats.SRGB))
    assert _decode(errdiff, named) == _decode(errdiff, plain)


@needs_lcms
@pytest.mark.parametrize("kind", [KINDS[0], KINDS[2]])
def test_gray_profile(errdiff, kind):
    plain, named = _with_profile(kind, formats.gray_profile(1.0), channels=1)
    expected = [_from_light(value / 255) for value in _decode(errdiff, plain)[4]]
    made = _decode(errdiff, named)
    assert made[2] == 1
    _near(made[4], expected, 1)


@needs_lcms
@_needs("WEBP", "PNG")
def test_a_profile_leaves_alpha_alone(errdiff):
    profile = formats.rgb_profile(formats.P3)
    errdiff.write("in", formats.webp_with(_read("lossless.webp"), WIDTH, HEIGHT, profile=profile))
    errdiff.works("in", "out.png", *LOSSLESS)
    data = png.decode(errdiff.read("out.png"))[4]
    assert data[3::4] == _draw(lambda x, y: ((x * y) % 3 * 127,))
    colors = [data[i:i + 3] for i in range(0, len(data), 4)]
    expected = [_p3_to_srgb(*_color(x, y)) for y in range(HEIGHT) for x in range(WIDTH)]
    _near(b"".join(colors), sum(expected, []), 1.6)


@needs_lcms
@_needs("TIFF")
def test_16_bits_are_converted_as_16_bits(errdiff):
    values = [257 * value - value // 2 for value in _draw(_color)]
    data = struct.pack(f"<{len(values)}H", *values)
    errdiff.write("in", formats.tiff(WIDTH, HEIGHT, 3, 16, data, more=[(34675, (7, formats.rgb_profile(formats.P3)))]))
    # Without diffusion, values are rounded to multiples of 257.
    errdiff.works("in", "out.ppm", "--levels", "256", "--strength", "0")
    width, _, _, bits, made = pnm.decode(errdiff.read("out.ppm"))
    assert (width, bits) == (WIDTH, 16)
    made = [value / 257 for value in struct.unpack(f">{len(values)}H", made)]
    expected = [value for i in range(0, len(values), 3) for value in _p3_to_srgb(*(v / 257 for v in values[i:i + 3]))]
    _near(made, expected, 0.52)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("profile", [b"not a profile", formats.gray_profile(1.0)])
def test_a_profile_that_does_not_fit_is_ignored_with_a_warning(errdiff, kind, profile):
    plain, named = _with_profile(kind, profile)
    expected = _decode(errdiff, plain)
    errdiff.write("in", named)
    done = errdiff.run("in", "out.pnm", *LOSSLESS)
    line = done.stderr.decode()
    assert done.returncode == 0 and line.startswith("errdiff: warning: in: ") and line.count("\n") == 1
    assert "profile" in line
    assert pnm.decode(errdiff.read("out.pnm")) == expected


def _lab(cyan, magenta, yellow, black):
    """Inks whose mixture is the sum of their effects."""
    light = 95 * (1 - 0.3 * cyan - 0.35 * magenta - 0.05 * yellow) * (1 - 0.95 * black)
    return light, (-40 * cyan + 70 * magenta) * (1 - black), (-45 * cyan + 80 * yellow) * (1 - black)


@needs_lcms
@pytest.mark.parametrize("kind", [KINDS[0], KINDS[2]])
def test_cmyk(errdiff, kind):
    profile = formats.cmyk_profile(_lab)
    if kind == "jpg":
        file = formats.jpeg_with_profile(_read("cmyk.jpg"), profile)
    else:
        inks = _draw(lambda x, y: (x * 10, y * 16, 40, 0))
        file = formats.tiff(WIDTH, HEIGHT, 4, 8, inks, photometric=5, more=[(34675, (7, profile))])
    width, height, channels, _, data = _decode(errdiff, file)
    assert (width, height, channels) == (WIDTH, HEIGHT, 3)

    def pixel(x, y):
        return data[3 * (y * width + x):][:3]
    assert min(pixel(0, 0)) > 150  # nearly white paper with some yellow
    assert pixel(23, 0)[0] + 40 < pixel(23, 0)[1]  # cyan
    assert pixel(0, 15)[1] + 60 < pixel(0, 15)[0]  # magenta


@pytest.mark.parametrize("kind", [KINDS[0], KINDS[2]])
def test_cmyk_without_a_profile_is_refused(errdiff, kind):
    inks = _draw(lambda x, y: (x * 10, y * 16, 40, 0))
    errdiff.write("in", _read("cmyk.jpg") if kind == "jpg" else
                  formats.tiff(WIDTH, HEIGHT, 4, 8, inks, photometric=5))
    assert "CMYK" in errdiff.fails(1, "in", "out.png" if _has("PNG") else "out.ppm")


# ---- Damaged files -------------------------------------------------------------------------------

WHOLE = [pytest.param(name, marks=_needs(LIBRARIES[name.split(".")[1]])) for name in
         ("color.jpg", "progressive.jpg", "gray.jpg", "lossless.webp", "lossy.webp", "palette.tif", "fax.tif")]


@pytest.mark.parametrize("name", WHOLE)
def test_truncated_files(errdiff, name):
    file = _read(name)
    # The last bytes of a JPEG are its end marker, those of a TIFF may be unused.
    for size in {1, 2, 5, len(file) // 3, len(file) // 2, len(file) - 30}:
        errdiff.write("in", file[:size])
        assert "in: " in errdiff.fails(1, "in", "out.pam")
        errdiff.fails(1, "-", "-", stdin=file[:size])


@pytest.mark.parametrize("name", WHOLE)
def test_damaged_files_never_crash(errdiff, name):
    noise = random.Random(name)
    for _ in range(40):
        file = bytearray(_read(name))
        for _ in range(noise.randint(1, 6)):
            file[noise.randrange(len(file))] = noise.randrange(256)
        errdiff.write("in", bytes(file))
        done = errdiff.run("in", "out.pam")
        assert done.returncode in (0, 1), (file, done)
        assert done.returncode == 0 or done.stderr.count(b"\n") in (1, 2)


@_needs("JPEG")
def test_a_jpeg_that_claims_to_be_huge(errdiff):
    file = bytearray(_read("progressive.jpg"))
    at = file.index(b"\xff\xc2")
    file[at + 5:at + 9] = b"\xff\x00\xff\x00"
    errdiff.write("in", bytes(file))
    assert "too short" in errdiff.fails(1, "in", "out.pam")


@_needs("TIFF")
def test_a_tiff_that_claims_to_be_huge(errdiff):
    for sides in ({256: (4, [1 << 28])}, {257: (4, [1 << 27])}, {256: (4, [1 << 31])}, {256: (4, [0])}):
        errdiff.write("in", formats.tiff(WIDTH, HEIGHT, 1, 8, _draw(_gray), more=sides.items()))
        errdiff.fails(1, "in", "out.pam")


@_needs("TIFF")
def test_other_samples_of_tiff_are_refused(errdiff):
    errdiff.write("in", formats.tiff(WIDTH, HEIGHT, 1, 32, bytes(4 * WIDTH * HEIGHT), more=[(339, (3, [3]))]))
    assert "cannot read" in errdiff.fails(1, "in", "out.pam")


@_needs("WEBP")
def test_an_animation(errdiff):
    errdiff.write("in", _read("animated.webp"))
    errdiff.works("in", "out.pam")
    assert errdiff.read("out.pam").count(b"ENDHDR") > 1


@pytest.mark.parametrize("name, part", [("color.jpg", "JPEG"), ("lossy.webp", "WebP"), ("palette.tif", "TIFF")])
def test_a_format_that_the_build_lacks_is_named(errdiff, name, part):
    if _has(part.upper()):
        pytest.skip("this build has the library")
    errdiff.write("in", _read(name))
    assert part in errdiff.fails(1, "in", "out.pam")


@pytest.mark.parametrize("name", WHOLE)
def test_pipes(errdiff, name):
    """Standard output is a TIFF, or else a PNG or, without libpng, one that can hold all of it."""
    out = errdiff.works("-", "-", *LOSSLESS, stdin=_read(name))
    assert out.startswith((b"II*\0", b"MM\0*") if name.endswith(".tif") else png.SIGNATURE if _has("PNG") else
                          (b"P7", b"II*\0", b"MM\0*"))
