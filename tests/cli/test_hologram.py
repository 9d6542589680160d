# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff hologram`: formats, invalid input, and what is written."""

import cmath
import json
import math
import os
import random
import re
import signal
import struct
from fractions import Fraction

import option_table
import pnm
import pytest
from fields import HEIGHT, OPTICS, PLAIN, WIDTH, color, floats, pfm, samples_of

has_hologram = os.environ["ERRDIFF_HAS_HOLOGRAM"] == "1"
needs_hologram = pytest.mark.skipif(not has_hologram, reason="built without FFTW or LAPACK")

has_tiff = os.environ["ERRDIFF_HAS_TIFF"] == "1"
needs_tiff = pytest.mark.skipif(not has_hologram or not has_tiff, reason="built without libtiff")

has_exr = os.environ["ERRDIFF_HAS_EXR"] == "1"
needs_exr = pytest.mark.skipif(not has_hologram or not has_exr, reason="built without OpenEXR")

ASIDE = ["--view-x", "0.1"]
# A window that is seen at the same angles as usually, twice as far away; light takes twice as long to get there.
FAR = ["--view-distance", "0.3", "--view-width", "0.1"]


def _raw(field):
    return floats([number for value in field for number in (value.real, value.imag)])


def _tiff(planes, width=WIDTH, height=HEIGHT, big=False, strip_rows=7, apart=False, kind=3, bits=32,
          double=False, more=()):
    """A TIFF of `planes`, a list of numbers per channel, which are doubles with `double`; `more`: further tags,
    (number, value)."""
    order = ">" if big else "<"
    channels = len(planes)
    strips = []
    for group in ([[plane] for plane in planes] if apart else [planes]):
        pixels = [number for pixel in zip(*group) for number in pixel]
        step = strip_rows * width * len(group)
        strips += [floats(pixels[i:i + step], big, "d" if bits in (64, 128) and double else "f")
                   for i in range(0, len(pixels), step)]
    tags = {256: (width,), 257: (height,), 258: (bits,) * channels, 259: (1,),
            262: (2 if channels >= 3 else 1,), 277: (channels,), 278: (strip_rows,),
            284: (2 if apart else 1,), 339: (kind,) * channels,
            279: tuple(map(len, strips)), 273: (0,) * len(strips), **dict(more)}
    if tags[277] == (2,):
        tags[338] = (0,)
    data_at = 8 + 2 + 12 * len(tags) + 4
    extra_at = data_at + sum(map(len, strips))
    offsets, at = [], data_at
    for strip in strips:
        offsets.append(at)
        at += len(strip)
    tags[273] = tuple(offsets)
    entries, extra = b"", b""
    for tag, values in sorted(tags.items()):
        packed = struct.pack(f"{order}{len(values)}I", *values)
        if len(packed) > 4:
            place = struct.pack(f"{order}I", extra_at + len(extra))
            extra += packed
        else:
            place = packed
        entries += struct.pack(f"{order}HHI", tag, 4, len(values)) + place
    return (struct.pack(f"{order}2sHI", b"MM" if big else b"II", 42, 8) +
            struct.pack(f"{order}H", len(tags)) + entries + bytes(4) + b"".join(strips) + extra)


@pytest.fixture(scope="module")
def field():
    draw = random.Random(5)
    return [complex(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(WIDTH * HEIGHT)]


@pytest.mark.skipif(has_hologram, reason="built with FFTW and LAPACK")
def test_without_the_libraries(errdiff):
    assert "built without FFTW or LAPACK" in errdiff.fails(1, "hologram", "in.pfm", "out.pgm")


@needs_hologram
def test_all_ways_to_say_one_hologram(errdiff, field):
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    expected = errdiff.read("expected.pgm")
    assert len(set(pnm.decode(expected)[4])) > 100

    errdiff.write("big.pfm", color(field, big=True))
    errdiff.write("re.pfm", pfm(1, [(value.real,) for value in field]))
    errdiff.write("im.pfm", pfm(1, [(value.imag,) for value in field], big=True))
    errdiff.write("conjugate.pfm", color([value.conjugate() for value in field]))
    errdiff.write("in.c64", _raw(field))
    size = ["--size", f"{WIDTH}x{HEIGHT}"]
    for more in (["big.pfm"], ["re.pfm", "im.pfm"], [*size, "in.c64"],
                 ["--conjugate", "conjugate.pfm"], ["--engine", "serial", "in.pfm"],
                 ["--engine", "wavefront", "--threads", "3", "in.pfm"]):
        errdiff.works("hologram", *OPTICS, *more, "out.pgm")
        assert errdiff.read("out.pgm") == expected
    for name in ("-", "/dev/stdin"):
        assert errdiff.works("hologram", *OPTICS, name, "-", stdin=color(field)) == expected
    # With the rows or the parts in the wrong order it would be a different hologram.
    for other in (list(reversed(field)), [complex(value.imag, value.real) for value in field]):
        errdiff.write("other.pfm", color(other))
        errdiff.works("hologram", *OPTICS, "other.pfm", "out.pgm")
        assert errdiff.read("out.pgm") != expected


@needs_tiff
def test_tiff(errdiff, field):
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    re, im = [value.real for value in field], [value.imag for value in field]
    blue = [7] * len(field)
    errdiff.write("re.tif", _tiff([re]))
    errdiff.write("im.tif", _tiff([im], big=True, strip_rows=HEIGHT + 5))
    errdiff.write("re.pfm", pfm(1, [(number,) for number in re]))
    # The file name does not matter.
    errdiff.write("rgb", _tiff([re, im, blue]))
    for name, planes, how in (("rgb.tif", [re, im, blue], {"big": True}),
                              ("rgba.tif", [re, im, blue, blue], {"strip_rows": 1}),
                              ("apart.tif", [re, im, blue], {"apart": True}),
                              ("pair.tif", [re, im], {"strip_rows": HEIGHT}),
                              ("pair-apart.tif", [re, im], {"apart": True, "big": True})):
        errdiff.write(name, _tiff(planes, **how))
    for names in (["rgb"], ["rgb.tif"], ["rgba.tif"], ["apart.tif"], ["pair.tif"],
                  ["pair-apart.tif"], ["re.tif", "im.tif"], ["re.pfm", "im.tif"]):
        errdiff.works("hologram", *OPTICS, *names, "out.pgm")
        assert errdiff.read("out.pgm") == errdiff.read("expected.pgm"), names
    errdiff.write("swapped.tif", _tiff([im, re, blue]))
    errdiff.works("hologram", *OPTICS, "swapped.tif", "out.pgm")
    assert errdiff.read("out.pgm") != errdiff.read("expected.pgm")


def _complex_tiff(field, big, double):
    """A TIFF with one channel of complex numbers."""
    bits = 128 if double else 64
    return _tiff([[value.real for value in field], [value.imag for value in field]], big=big, bits=bits, kind=6,
                 double=double, more={277: (1,), 258: (bits,), 339: (6,), 262: (1,)}.items())


@needs_tiff
@pytest.mark.parametrize("big", [False, True])
def test_tiff_of_doubles_and_of_complex_numbers(errdiff, field, big):
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    re, im = [value.real for value in field], [value.imag for value in field]
    errdiff.write("double.tif", _tiff([re, im], big=big, bits=64, double=True))
    errdiff.write("apart.tif", _tiff([re, im], big=big, bits=64, double=True, apart=True))
    errdiff.write("complex.tif", _complex_tiff(field, big, double=False))
    errdiff.write("complex-double.tif", _complex_tiff(field, big, double=True))
    for name in ("double.tif", "apart.tif", "complex.tif", "complex-double.tif"):
        errdiff.works("hologram", *OPTICS, name, "out.pgm")
        assert errdiff.read("out.pgm") == errdiff.read("expected.pgm"), name


def _npy(numbers, kind, shape, fortran=False, version=1):
    """A NumPy array. `kind`: the element's type as NumPy writes it; `numbers`: in the order of the file."""
    header = f"{{'descr': '{kind}', 'fortran_order': {fortran}, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    double = kind[1:] in ("f8", "c16")
    return (b"\x93NUMPY" + bytes([version, 0]) + length + header +
            floats(numbers, kind[0] == ">", "d" if double else "f"))


def _pairs(field):
    return [number for value in field for number in (value.real, value.imag)]


@needs_hologram
def test_numpy(errdiff, field):
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    expected = errdiff.read("expected.pgm")
    columns = [field[y * WIDTH + x] for x in range(WIDTH) for y in range(HEIGHT)]
    re, im = [value.real for value in field], [value.imag for value in field]
    shape = (HEIGHT, WIDTH)
    planes = [value.real for value in columns] + [value.imag for value in columns]
    for content in (_npy(_pairs(field), "<c8", shape), _npy(_pairs(field), ">c8", shape),
                    _npy(_pairs(field), "<c16", shape, version=2), _npy(_pairs(columns), "<c8", shape, fortran=True),
                    _npy(_pairs(field), "<f4", (*shape, 2)), _npy(planes, "<f8", (*shape, 2), fortran=True)):
        errdiff.write("in.npy", content)
        errdiff.works("hologram", *OPTICS, "in.npy", "out.pgm")
        assert errdiff.read("out.pgm") == expected, content[:100]
        assert errdiff.works("hologram", *OPTICS, "-", "-", stdin=content) == expected
    errdiff.write("re.npy", _npy(re, "<f4", shape))
    errdiff.write("im.npy", _npy(im, "<f8", shape))
    errdiff.works("hologram", *OPTICS, "re.npy", "im.npy", "out.pgm")
    assert errdiff.read("out.pgm") == expected


@needs_hologram
@pytest.mark.parametrize("fortran", [False, True])
def test_numpy_arrays_with_an_axis_of_colors(errdiff, field, fortran):
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    pages = [[-value for value in field], field, [1j * value for value in field]]
    for count in (1, 3):
        chosen = [field] if count == 1 else pages
        columns = [page[y * WIDTH + x] for x in range(WIDTH) for y in range(HEIGHT) for page in chosen]
        numbers = columns if fortran else [value for page in chosen for value in page]
        errdiff.write("in.npy", _npy(_pairs(numbers), "<c8", (count, HEIGHT, WIDTH), fortran=fortran))
        errdiff.works("hologram", *OPTICS, *(["--color", "2"] if count == 3 else []), "in.npy", "out.pgm")
        assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")
    errdiff.works("hologram", *OPTICS, "--color", "3", "in.npy", "out.pgm")
    assert errdiff.read("out.pgm") != errdiff.read("expected.pgm")


@needs_hologram
def test_broken_numpy_array(errdiff, field):
    whole = _npy(_pairs(field), "<c8", (HEIGHT, WIDTH))
    for content, said in ((whole[:9], "damaged"), (whole[:60], "damaged"), (whole[:500], "not complete"),
                          (_npy([1], "<i4", (1, 1)), "of the type '<i4' with the shape (1, 1) is"),
                          (_npy([1] * 4, "<f4", (4,)), "with the shape (4,) is not"),
                          (_npy([1] * 16, "<c8", (2, 2, 2)), "it has 2 colors; --color says which"),
                          (_npy([1] * 8, "<c8", (4, 1, 1)), "of the type '<c8' with the shape (4, 1, 1)"),
                          (_npy([1] * 16, "<f4", (2, 2, 2, 2)), "the shape (2, 2, 2, 2) is"),
                          (whole + b"\0", "longer than"),
                          (_npy([1], "<c8", (0, 7)), "not possible"),
                          (_npy([1], "<c8", (200000, 7)), "not possible"),
                          (_npy([1] * 4, "<f4", (2, 2)), "imaginary part")):
        errdiff.write("in.npy", content)
        line = errdiff.fails(1, "hologram", *OPTICS, "in.npy", "out.pgm")
        assert said in line, line


def _exr(channels, kind="f", left=0, top=0, more=()):
    """An OpenEXR file without compression; `channels`: numbers by the channel's name; kind "f" or "e" (half); `more`:
    names of attributes."""
    def attribute(name, kind_name, value):
        return f"{name}\0{kind_name}\0".encode() + struct.pack("<I", len(value)) + value

    number = {"f": 2, "e": 1}[kind]
    box = struct.pack("<4i", left, top, left + WIDTH - 1, top + HEIGHT - 1)
    entries = b"".join(name.encode() + b"\0" + struct.pack("<IB3xII", number, 0, 1, 1) for name in sorted(channels))
    header = (struct.pack("<II", 20000630, 2) + attribute("channels", "chlist", entries + b"\0") +
              attribute("compression", "compression", b"\0") + attribute("dataWindow", "box2i", box) +
              attribute("displayWindow", "box2i", box) + attribute("lineOrder", "lineOrder", b"\0") +
              attribute("pixelAspectRatio", "float", struct.pack("<f", 1)) +
              attribute("screenWindowCenter", "v2f", bytes(8)) +
              attribute("screenWindowWidth", "float", struct.pack("<f", 1)) +
              b"".join(attribute(name, "int", bytes(4)) for name in more) + b"\0")
    rows = []
    for y in range(HEIGHT):
        data = b"".join(struct.pack(f"<{WIDTH}{kind}", *channels[name][y * WIDTH:(y + 1) * WIDTH])
                        for name in sorted(channels))
        rows.append(struct.pack("<iI", top + y, len(data)) + data)
    first = len(header) + 8 * HEIGHT
    return header + b"".join(struct.pack("<Q", first + y * len(rows[0])) for y in range(HEIGHT)) + b"".join(rows)


@needs_exr
def test_exr(errdiff, field):
    # Halves hold these numbers exactly.
    field = [complex(round(value.real * 1024) / 1024, round(value.imag * 1024) / 1024) for value in field]
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    expected = errdiff.read("expected.pgm")
    re, im, other = [value.real for value in field], [value.imag for value in field], [7] * len(field)
    for content in (_exr({"R": re, "G": im, "B": other}), _exr({"R": re, "G": im}, kind="e", left=-3, top=40),
                    _exr({"Real": re, "Imag": im}), _exr({"holo.im": im, "holo.re": re, "z": other})):
        errdiff.write("in.exr", content)
        errdiff.works("hologram", *OPTICS, "in.exr", "out.pgm")
        assert errdiff.read("out.pgm") == expected, content[:60]
    # Files of three colors, one for each part.
    for name, part in (("reals.exr", re), ("imaginaries.exr", im)):
        errdiff.write(name, _exr({"R": other, "G": [0.5] * len(field), "B": part}))
    errdiff.works("hologram", *OPTICS, "--color", 3, "reals.exr", "imaginaries.exr", "out.pgm")
    assert errdiff.read("out.pgm") == expected
    assert "gray" in errdiff.fails(1, "hologram", *OPTICS, "reals.exr", "imaginaries.exr", "out.pgm")
    errdiff.write("re.exr", _exr({"Y": re}))
    errdiff.write("im.exr", _exr({"phase": im}))
    errdiff.works("hologram", *OPTICS, "re.exr", "im.exr", "out.pgm")
    assert errdiff.read("out.pgm") == expected
    errdiff.write("polar.exr", _exr({"amplitude": re, "phase": im}))
    errdiff.works("hologram", *OPTICS, "--input", "amplitude-phase", "polar.exr", "polar.pgm")
    errdiff.works("hologram", *OPTICS, "--input", "amplitude-phase", "re.exr", "im.exr", "out.pgm")
    assert errdiff.read("polar.pgm") == errdiff.read("out.pgm") != expected


@needs_exr
def test_too_many_attributes_in_an_exr(errdiff, field):
    """OpenEXR sorts them in quadratic time, so names are long here: fewer of them are too much."""
    numbers = [value.real for value in field]
    for count, said in ((1000, "imaginary part"), (15000, "header is longer than 512 KiB")):
        names = [f"a{number:030}" for number in reversed(range(count))]
        errdiff.write("in.exr", _exr({"Y": numbers}, more=names))
        assert said in errdiff.fails(1, "hologram", *OPTICS, "in.exr", "out.pgm")


@needs_exr
@pytest.mark.parametrize("names", ["{0}.{1}", "{1}.{0}"])
def test_exr_of_three_complex_colors(errdiff, field, names):
    """The channels "R.re", "R.im", "G.re" and so on, or "re.R"."""
    planes, expected = {}, []
    for color_name, turned in zip("RGB", (field, field[::-1], [value * 1j for value in field])):
        planes[names.format(color_name, "re")] = [value.real for value in turned]
        planes[names.format(color_name, "im")] = [value.imag for value in turned]
        errdiff.write("in.pfm", color(turned))
        errdiff.works("hologram", *OPTICS, "in.pfm", "out.pgm")
        expected.append(errdiff.read("out.pgm"))
    errdiff.write("in.exr", _exr(planes))
    for i in range(3):
        errdiff.works("hologram", *OPTICS, "--color", i + 1, "in.exr", "out.pgm")
        assert errdiff.read("out.pgm") == expected[i]
    assert "--color" in errdiff.fails(1, "hologram", *OPTICS, "in.exr", "out.pgm")
    optics = [word for word in OPTICS if word not in ("--wavelength", "635")]
    errdiff.works("hologram", *optics, "--wavelengths", "635,635,635", "in.exr", "%c.pgm")
    assert [errdiff.read(f"{name}.pgm") for name in ("red", "green", "blue")] == expected


@needs_exr
def test_exr_of_phases_in_three_colors(errdiff, field):
    planes = {name: [turns * value.real for value in field] for name, turns in (("R", 1), ("G", 2), ("B", 3))}
    errdiff.write("in.exr", _exr(planes))
    for i, name in enumerate("RGB"):
        errdiff.write("one.exr", _exr({"Y": planes[name]}))
        errdiff.works("hologram", *OPTICS, "--input", "phase", "one.exr", "expected.pgm")
        errdiff.works("hologram", *OPTICS, "--input", "phase", "--color", i + 1, "in.exr", "out.pgm")
        assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")


@needs_exr
def test_broken_exr(errdiff, field):
    plane = [value.real for value in field]
    whole = _exr({"R": plane, "G": plane})
    for content, said in ((whole[:40], "damaged"), (whole[:1000], "damaged"),
                          (_exr({"A": plane, "B": plane}), "neither one channel"),
                          (_exr({"R": plane}), "imaginary part")):
        errdiff.write("in.exr", content)
        line = errdiff.fails(1, "hologram", *OPTICS, "in.exr", "out.pgm")
        assert said in line, line


@needs_hologram
@pytest.mark.parametrize("bits", [8, 16])
def test_amplitude_and_phase_in_gray_images(errdiff, bits):
    draw = random.Random(bits)
    most = (1 << bits) - 1
    amplitudes, phases = ([draw.randint(0, most) for _ in range(WIDTH * HEIGHT)] for _ in range(2))
    errdiff.write("amplitude.pgm", _pgm(amplitudes, bits))
    errdiff.write("phase.pgm", _pgm(phases, bits))
    errdiff.write("amplitude.pfm", pfm(1, [(sample / most,) for sample in amplitudes]))
    errdiff.write("phase.pfm", pfm(1, [(sample * 2 * math.pi / (most + 1),) for sample in phases]))
    for how, names in (("amplitude-phase", ["amplitude", "phase"]), ("phase", ["phase"])):
        call = ["hologram", *OPTICS, "--input", how]
        errdiff.works(*call, *[name + ".pfm" for name in names], "expected.pgm")
        errdiff.works(*call, *[name + ".pgm" for name in names], "out.pgm")
        assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")
    assert "no real and imaginary parts" in errdiff.fails(1, "hologram", *OPTICS, "phase.pgm", "out.pgm")
    data = bytes(sample for phase in phases for sample in ([0] * (bits // 8), phase.to_bytes(bits // 8, "big"),
                                                           [9] * (bits // 8)) for sample in sample)
    errdiff.write("color.ppm", f"P6 {WIDTH} {HEIGHT} {most}\n".encode() + data)
    call = ["hologram", *OPTICS, "--input", "phase", "color.ppm", "out.pgm"]
    errdiff.works(*call, "--color", 2)
    assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")
    assert "--color" in errdiff.fails(1, *call)


@needs_hologram
def test_amplitudes_alone(errdiff):
    """Off-axis holograms of a public set are gray images; their phase is 0."""
    draw = random.Random(3)
    samples = [draw.randint(0, 255) for _ in range(WIDTH * HEIGHT)]
    errdiff.write("in.pgm", _pgm(samples, 8))
    errdiff.write("expected.pfm", color([complex(sample / 255) for sample in samples]))
    errdiff.works("hologram", *OPTICS, "expected.pfm", "expected.pgm")
    call = ["hologram", *OPTICS, "--input", "amplitude"]
    errdiff.works(*call, "in.pgm", "out.pgm")
    assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")
    errdiff.write("gray.pfm", pfm(1, [(sample / 255,) for sample in samples]))
    errdiff.works(*call, "gray.pfm", "out.pgm")
    assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")
    assert "amplitudes must be gray" in errdiff.fails(1, *call, "expected.pfm", "out.pgm")
    assert "only one image" in errdiff.fails(2, *call, "in.pgm", "in.pgm", "out.pgm")
    assert "--size" in errdiff.fails(2, *call, "--size", "48x20", "in.c64", "out.pgm")


def _pgm(samples, bits):
    packed = bytes(samples) if bits == 8 else struct.pack(f">{len(samples)}H", *samples)
    return f"P5 {WIDTH} {HEIGHT} {(1 << bits) - 1}\n".encode() + packed


@needs_hologram
@pytest.mark.parametrize("name", ["in.pfm", "in.npy", "in.c64", "gray.pgm",
                                  pytest.param("in.tif", marks=needs_tiff), pytest.param("in.exr", marks=needs_exr)])
def test_a_hologram_of_one_color_is_not_taken_for_several(errdiff, field, name):
    planes = [value.real for value in field], [value.imag for value in field]
    errdiff.write(name, {"in.pfm": color(field), "in.npy": _npy(_pairs(field), "<c8", (HEIGHT, WIDTH)),
                         "in.c64": _raw(field), "gray.pgm": _pgm([9] * len(field), 8), "in.tif": _tiff(planes),
                         "in.exr": _exr(dict(zip("RG", planes)))}[name])
    call = ["hologram", *OPTICS, *{"in.c64": ["--size", f"{WIDTH}x{HEIGHT}"],
                                   "gray.pgm": ["--input", "phase"]}.get(name, [])]
    errdiff.works(*call, name, "out.pgm")
    said = "no channels R.re" if name == "in.exr" else "only one color"
    assert said in errdiff.fails(1, *call, "--color", 1, name, "out.pgm")
    call = [word if word != "635" else "635,532,450" for word in call]
    call[call.index("--wavelength")] = "--wavelengths"
    assert said in errdiff.fails(1, *call, name, "%c.pgm")
    assert "red.pgm" not in errdiff.contents()


@needs_hologram
def test_options_that_would_be_ignored(errdiff, field):
    errdiff.write("in.npy", _npy(_pairs(field), "<c8", (HEIGHT, WIDTH)))
    for status, words, said in ((2, ["--depth", "1,2"], "--depth"), (2, ["--places", "2"], "--places"),
                                (1, ["--variable", "Hol"], "--variable")):
        assert said in errdiff.fails(status, "hologram", *OPTICS, *words, "in.npy", "out.pgm")


@needs_tiff
def test_broken_tiff(errdiff, field):
    planes = [[value.real for value in field], [value.imag for value in field], [0] * len(field)]
    whole = _tiff(planes)
    errdiff.write("gray.tif", _tiff(planes[:1]))
    errdiff.write("whole.tif", whole)
    errdiff.write("small.tif", _tiff([[1] * 4], width=2, height=2))
    for content, said in ((whole[:4], "in.tif: "), (whole[:300], "in.tif: "),
                          (whole[:len(whole) // 2], "in.tif: "),
                          (_tiff(planes, kind=1), "floats of 32 or 64 bits"),
                          (_tiff(planes, bits=16), "floats of 32 or 64 bits"),
                          (_tiff(planes, bits=64, kind=6), "3 complex channels"),
                          (_tiff(planes, more={322: (16,), 323: (16,)}.items()), "in.tif: "),
                          (_tiff(planes, more={256: (0,)}.items()), "in.tif: "),
                          (_tiff(planes, more={256: (200000,)}.items()), "not possible"),
                          (_tiff(planes, more={257: (200000,)}.items()), "not possible")):
        errdiff.write("in.tif", content)
        line = errdiff.fails(1, "hologram", *OPTICS, "in.tif", "out.pgm")
        assert said in line, line
    for words, said in ((["gray.tif"], "imaginary part"), (["gray.tif", "whole.tif"], "gray"),
                        (["gray.tif", "small.tif"], "2 × 2"), (["none.tif"], "No such"),
                        (["--input", "phase", "whole.tif"], "gray")):
        line = errdiff.fails(1, "hologram", *OPTICS, *words, "out.pgm")
        assert said in line, line


@needs_hologram
@pytest.mark.parametrize("big", [False, True])
def test_a_tiff_on_standard_input(errdiff, field, big):
    plane = [value.real for value in field]
    for name in ("-", "/dev/stdin"):
        line = errdiff.fails(1, "hologram", *OPTICS, name, "out.pgm",
                             stdin=_tiff([plane, plane, plane], big=big))
        assert "standard input" in line and "TIFF" in line and "name its file" in line


@needs_tiff
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_tiff_on_a_full_disk(errdiff, field):
    errdiff.write("in.pfm", color(field))
    (errdiff.folder / "out.tif").symlink_to("/dev/full")
    for words in ([*PLAIN, "in.pfm"], ["--scene", "p256"]):
        assert "out.tif: No space left on device" in errdiff.fails(1, "hologram", *words, "out.tif")


@needs_tiff
def test_scene_as_tiff(errdiff):
    optics = errdiff.works("hologram", "--scene", "o", "o.pfm")
    assert errdiff.works("hologram", "--scene", "o", "o.tif") == optics
    call = ["hologram", *optics.decode().split(), "--method", "none", "--no-view-filter"]
    errdiff.works(*call, "o.pfm", "expected.pgm")
    errdiff.works(*call, "o.tif", "out.pgm")
    assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")


@pytest.mark.skipif(not has_hologram or has_tiff, reason="built with libtiff")
def test_without_libtiff(errdiff):
    errdiff.write("in.tif", _tiff([[0] * (WIDTH * HEIGHT)] * 3))
    assert "without libtiff" in errdiff.fails(1, "hologram", *OPTICS, "in.tif", "out.pgm")
    assert "without libtiff" in errdiff.fails(2, "hologram", "--scene", "o", "o.tif")


@needs_hologram
def test_amplitude_and_phase(errdiff, field):
    """Without diffusion the levels show what was read; no phase is near a tie of two levels."""
    def level(value):
        return round(cmath.phase(value) / (2 * math.pi) * 16) % 16 * 16

    expected = bytes(level(value) for value in field)
    polar = [cmath.polar(value) for value in field]
    errdiff.write("a.pfm", pfm(1, [(size,) for size, _ in polar]))
    errdiff.write("p.pfm", pfm(1, [(phase,) for _, phase in polar]))
    errdiff.write("ap.pfm", pfm(3, [(size, phase, 0) for size, phase in polar]))
    for more in (["--input", "amplitude-phase", "a.pfm", "p.pfm"],
                 ["--input", "amplitude-phase", "ap.pfm"], ["--input", "phase", "p.pfm"]):
        errdiff.works("hologram", *PLAIN, "--levels", "16", *more, "out.pgm")
        data = pnm.decode(errdiff.read("out.pgm"))[4]
        assert sum(a != b for a, b in zip(data, expected)) <= 1


@needs_hologram
@pytest.mark.parametrize("levels, bits, most", [(3, 8, 171), (256, 8, 255), (256, 16, 65280),
                                                (1000, 16, 65470), (65536, 16, 65520)])
def test_phases_assamples_of(errdiff, levels, bits, most):
    side = 64
    steps = [i * levels // side ** 2 if levels > side ** 2 else i % levels
             for i in range(side ** 2)]
    row = [cmath.rect(1, 2 * math.pi * step / levels) for step in steps]
    errdiff.write("in.pfm", color(row, width=side, height=side))
    errdiff.works("hologram", *PLAIN, "--levels", levels, "--bits", bits, "--scale", 1,
                  "--hogel", 32, "in.pfm", "out.pgm")
    width, height, _, written, data = pnm.decode(errdiff.read("out.pgm"))
    assert (width, height, written) == (side, side, bits)
    samples = samples_of(bits, data)
    expected = [(2 * step * 2 ** bits + levels) // (2 * levels) % 2 ** bits for step in steps]
    assert list(samples) == expected
    assert max(samples) == most


@needs_hologram
@pytest.mark.parametrize(("levels", "bits", "two_pi"), [(7, 8, 217), (217, 8, 217), (256, 8, 256), (64, 16, 40000)])
def test_two_pi(errdiff, field, levels, bits, two_pi):
    errdiff.write("in.pfm", color(field))
    call = ["hologram", *OPTICS, "--levels", str(levels), "--bits", str(bits)]
    errdiff.works(*call, "--bits", "16", "in.pfm", "levels.pgm")
    errdiff.works(*call, "--two-pi", str(two_pi), "in.pfm", "out.pgm")
    samples = samples_of(16, pnm.decode(errdiff.read("levels.pgm"))[4])
    found = [round(sample * levels / 65536) % levels for sample in samples]
    # Halves are rounded up.
    expected = [math.floor(Fraction(level * two_pi, levels) + Fraction(1, 2)) % two_pi for level in found]
    assert samples_of(bits, pnm.decode(errdiff.read("out.pgm"))[4]) == expected
    assert max(expected) < two_pi and len(set(expected)) == len(set(found))


@needs_hologram
def test_phases_between_samples(errdiff, field):
    """Phases 1/4, 1/2 and 3/4 are not those of whole samples; the display shows those of 54, 109 and 163."""
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *PLAIN, "--levels", "4", "--two-pi", "217", "in.pfm", "out.pgm")
    for value, sample in zip(field, samples_of(8, pnm.decode(errdiff.read("out.pgm"))[4])):
        turns = cmath.phase(value) / math.tau
        found, *others = (abs(math.remainder(turns - other / 217, 1)) for other in (sample, 0, 54, 109, 163))
        assert sample in (0, 54, 109, 163) and found <= min(others) + 1e-6


@needs_hologram
@pytest.mark.parametrize("words", [["--two-pi", "255", "--levels", "256"], ["--two-pi", "257", "--bits", "8"],
                                   ["--two-pi", "1"], ["--levels", "4", "--two-pi", "200", "--output", "amplitude"]])
def test_impossible_two_pi(errdiff, field, words):
    errdiff.write("in.pfm", color(field))
    assert "two-pi" in errdiff.fails(2, "hologram", *OPTICS, *words, "in.pfm", "out.pgm")


@needs_hologram
def test_reconstruction_from_several_places(errdiff, field):
    """The original hologram looks as through a window that is the part of each place."""
    errdiff.write("in.pfm", color(field))
    call = ["hologram", *OPTICS, *FAR, "in.pfm", "out.pgm", "--reconstruction", "seen.pgm"]
    errdiff.works(*call, "--depth", "0.1,0.2", "--places", 2)
    width, height, _, _, data = pnm.decode(errdiff.read("seen.pgm"))
    assert len(set(data)) > 100
    for row, (depth, center) in enumerate(((0.1, -0.025), (0.1, 0.025), (0.2, -0.025), (0.2, 0.025))):
        errdiff.run(*call, "--depth", depth, "--view-x", center, "--view-width", 0.05, "--view-height", 0.1)
        wide, high, _, _, alone = pnm.decode(errdiff.read("seen.pgm"))
        left, top = (wide - width) // 4, (high - height // 4) // 2
        for y in range(height // 4):
            begin, found = (top + y) * wide + left, (row * height // 4 + y) * width
            assert data[found:found + width // 2] == alone[begin:begin + width // 2], (row, y)
    assert "places" in errdiff.fails(2, *call, "--places", 17)


@needs_hologram
def test_reconstruction_at_several_depths(errdiff, field):
    """Each depth has a row, which shows the middle of what a call with that depth alone shows."""
    errdiff.write("in.pfm", color(field))
    call = ["hologram", *OPTICS, "in.pfm", "out.pgm", "--reconstruction", "seen.pgm"]
    errdiff.works(*call, "--depth", "3,-0.1,1")
    width, height, _, _, data = pnm.decode(errdiff.read("seen.pgm"))
    single = {}
    for depth in (3, -0.1, 1):
        errdiff.works(*call, "--depth", depth)
        single[depth] = pnm.decode(errdiff.read("seen.pgm"))
    assert width == min(one[0] for one in single.values()) and height == 3 * min(one[1] for one in single.values())
    assert single[3][0] > width
    for row, (wide, high, _, _, alone) in enumerate(single.values()):
        left, top = (wide - width) // 4, (high - height // 3) // 2
        for y in (0, height // 6, height // 3 - 1):
            for half in (0, 1):
                begin = (top + y) * wide + half * wide // 2 + left
                found = ((row * height // 3) + y) * width + half * width // 2
                assert data[found:found + width // 2] == alone[begin:begin + width // 2], (row, y, half)
    for wrong in ("", "1,", ",1", "1;2", "nan", ",".join(["1"] * 17)):
        assert "depth" in errdiff.fails(2, *call, "--depth", wrong)


@needs_hologram
def test_bits_follow_levels(errdiff, field):
    errdiff.write("in.pfm", color(field))
    for levels, bits in ((256, 8), (257, 16)):
        errdiff.works("hologram", *OPTICS, "--levels", levels, "in.pfm", "out.pgm")
        assert pnm.decode(errdiff.read("out.pgm"))[3] == bits


@needs_hologram
def test_amplitudes_assamples_of(errdiff):
    row = [complex(value, 3) for value in (-2, -1, -0.4, 0.3, 0.9, 5)]
    errdiff.write("in.pfm", color(row, width=6, height=1))
    done = errdiff.run("hologram", *PLAIN, *FAR, *ASIDE, "--output", "amplitude", "--levels", 4,
                       "--scale", 1, "in.pfm", "out.pgm")
    assert done.stderr == (b"errdiff: warning: with a scale of 1, 33 % of the pixels are larger than "
                           b"any level; a smaller scale leaves less noise\n")
    assert list(pnm.decode(errdiff.read("out.pgm"))[4]) == [0, 0, 85, 170, 255, 255]
    errdiff.run("hologram", *PLAIN, *FAR, *ASIDE, "--output", "binary-phase", "--scale", 1,
                "in.pfm", "out.pgm")
    assert list(pnm.decode(errdiff.read("out.pgm"))[4]) == [128, 128, 128, 0, 0, 0]


@needs_hologram
def test_scene_with_report_and_reconstruction(errdiff):
    optics = errdiff.works("hologram", "--scene", "p256", "p256.pfm").decode().split()
    call = ["hologram", *optics, "p256.pfm"]
    report = json.loads(errdiff.works(*call, "out.pgm", "--json"))
    assert report["snr_db"] >= 28.2 and report["snr_without_diffusion_db"] < 6
    assert abs(report["gain"] - 1) < 0.02 and report["slope"] == 3
    assert (report["hogel"], report["hogels"]) == (32, 1024)
    assert abs(report["scale"] - 0.85 / 2.5613) < 0.01
    # The scene has an RMS of 1, and nearly all of its light is seen.
    assert abs(report["gain_db"] - 20 * math.log10(report["gain"] * report["scale"])) < 0.001
    assert abs(10 * math.log10(report["efficiency_percent"] / 100) - report["gain_db"]) < 0.5
    assert report["gain_without_diffusion_db"] > report["gain_db"] + 6
    first = errdiff.read("out.pgm")

    optics = errdiff.works("hologram", "--scene", "p256", "p256.c64").decode().split()
    done = errdiff.works("hologram", *optics, "--size", "1024x1024", "p256.c64",
                         "out.pgm", "--reconstruction", "seen.pgm", "--depth", "0.3")
    assert done == b"" and errdiff.read("out.pgm") == first
    width, height, _, _, data = pnm.decode(errdiff.read("seen.pgm"))
    assert width == 2 * height and height >= 2048
    # The two halves are similar, and neither is black.
    halves = [b"".join(data[y * width + x:y * width + x + height] for y in range(0, height, 16))
              for x in (0, height)]
    assert max(halves[0]) > 100 and max(halves[1]) > 100
    far = sum(abs(a - b) > 40 for a, b in zip(*halves))
    assert far < len(halves[0]) / 1000


@needs_hologram
def test_a_brightness_is_reached_or_refused(errdiff, part_of_scene):
    scene, optics = part_of_scene
    errdiff.write("scene.c64", scene)
    call = ["hologram", *optics, "scene.c64", "out.pgm", "--levels", "16"]
    report = json.loads(errdiff.works(*call, "--json", "--gain", "0.25"))
    assert abs(report["gain_db"] - 20 * math.log10(0.25)) < 0.09
    before = errdiff.read("out.pgm")
    line = errdiff.fails(1, *call, "--gain", "0.95")
    assert re.search(r"gain: 0.95 cannot be reached for this hologram; the nearest is 0\.8\d*$", line), line
    assert errdiff.read("out.pgm") == before


@needs_hologram
def test_displays_that_leak(errdiff, part_of_scene):
    """The report says how much noise leaks are when they are known, and quantization makes up for them."""
    scene, optics = part_of_scene
    errdiff.write("scene.c64", scene)
    call = ["hologram", "scene.c64", "out.pgm", *optics, "--levels", "16", "--json"]
    ideal = json.loads(errdiff.works(*call))
    leaking = json.loads(errdiff.works(*call, "--zero-order", "0.01", "--crosstalk", "0.35"))
    assert ideal["zero-order"] == ideal["crosstalk"] == 0 and leaking["zero-order"] == 0.01
    assert ideal["engine"] == "wavefront" and leaking["engine"] == "serial"
    assert 23 < leaking["snr_db"] < ideal["snr_db"]
    assert abs(leaking["gain_db"] - ideal["gain_db"]) < 0.3


@needs_hologram
def test_samples_of_binary_displays(errdiff, field):
    errdiff.write("in.pfm", color(field))
    place = ["--geometry", "fourier", "--view-width", "0.2", "--view-x", "0.25"]
    call = ["hologram", *place, "--output", "binary-phase", "in.pfm", "out.pgm"]
    errdiff.works(*call)
    usual = pnm.decode(errdiff.read("out.pgm"))[-1]
    assert {*usual} == {0, 128}
    errdiff.works(*call, "--full-range")
    assert [*pnm.decode(errdiff.read("out.pgm"))[-1]] == [255 if sample else 0 for sample in usual]
    errdiff.works(*call, "--output", "positive-amplitude", "--levels", "3")
    assert {*pnm.decode(errdiff.read("out.pgm"))[-1]} <= {0, 128, 255}


FOCAL = ["--geometry", "fourier"]


@needs_hologram
def test_a_window_in_the_focal_plane(errdiff):
    """Millimeters and units of λF/pitch are the same. A wave goes to the right and up, as its frequency says."""
    wide, high = 96, 64
    wave = [cmath.exp(2j * math.pi * (0.25 * (i % wide) - 0.125 * (i // wide))) for i in range(wide * high)]
    errdiff.write("in.pfm", color(wave, width=wide, height=high))
    call = ["hologram", *FOCAL, "--levels", "3", "--method", "opt", "in.pfm", "out.pgm", "--json"]
    optics = ["--pitch", "8", "--wavelength", "500", "--view-distance", "16"]
    place = ["--view-width", "0.2", "--view-x", "0.25", "--view-y", "-0.125"]
    units = json.loads(errdiff.works(*call, *place))
    result = errdiff.read("out.pgm")
    millimeters = json.loads(errdiff.works(*call, *optics, *place))
    assert errdiff.read("out.pgm") == result and units["snr_db"] == millimeters["snr_db"]
    double = ["--view-width", "0.4", "--view-x", "0.5", "--view-y", "-0.25", "--view-distance", "32"]
    assert json.loads(errdiff.works(*call, *optics, *double))["snr_db"] == units["snr_db"]
    assert units["snr_db"] > 14 and units["hogels_unseen"] == 0
    away = json.loads(errdiff.works(*call, *place, "--view-y", "0.125", "--no-view-filter"))
    assert units["efficiency_percent"] > 10 > 1 > away["efficiency_percent"]
    errdiff.works(*call[:-1], *place, "--reconstruction", "seen.pgm")
    width, height, _, _, data = pnm.decode(errdiff.read("seen.pgm"))
    assert (width, height) == (4 * wide, 2 * high)
    bright = [(x, y) for y in range(height) for x in range(width // 2) if data[y * width + x] == 255]
    x, y = (sum(places) / len(bright) for places in zip(*bright))
    assert abs(x - 1.5 * wide) < 1 and abs(y - 0.75 * high) < 1


@needs_hologram
def test_what_is_warned_of(errdiff, field):
    broken = [complex(math.nan, 0), *field[1:-1], complex(0, math.inf)]
    errdiff.write("in.pfm", color(broken))
    done = errdiff.run("hologram", *OPTICS, *FAR, "in.pfm", "out.pgm", "--json")
    assert done.returncode == 0
    assert done.stderr == b"errdiff: warning: 2 of 960 pixels are NaN or infinite and count as 0\n"
    assert json.loads(done.stdout)["not_finite"] == 2
    errdiff.write("even.pfm", color([0, *field[1:-1], 0]))
    errdiff.works("hologram", *OPTICS, *FAR, "even.pfm", "even.pgm")
    assert errdiff.read("even.pgm") == errdiff.read("out.pgm")

    done = errdiff.run("hologram", *OPTICS, *FAR, "--view-x", "900", "even.pfm", "out.pgm", "--json")
    assert done.returncode == 0 and b"light of 18 of 18 hogels does not reach the view" in done.stderr
    report = json.loads(done.stdout)
    assert (report["hogels_unseen"], report["snr_db"]) == (18, None)

    done = errdiff.run("hologram", *OPTICS, *FAR, "--hogel", "32", "even.pfm", "out.pgm")
    assert done.returncode == 0 and b"1 of 2 hogels are wider than a sixth of the view" in done.stderr
    done = errdiff.run("hologram", *OPTICS, *FAR, "--output", "amplitude", "even.pfm", "out.pgm")
    assert done.returncode == 0 and b"twin image" in done.stderr
    done = errdiff.run("hologram", *OPTICS, *FAR, "--wavelength", "0.635", "even.pfm", "out.pgm")
    assert done.returncode == 0 and done.stderr == (
        b"errdiff: warning: check the units: the pitch is 0.75 micrometers, and the wavelength is "
        b"0.635 nanometers\n")


@needs_hologram
def test_planes_that_no_memory_holds(errdiff, field):
    errdiff.write("in.pfm", color(field))
    for words, said in ((["--view-distance", "1e9"], "view-distance of 1e+09 millimeters"),
                        (["--view-distance", "1e9", "--no-view-filter", "--json"], "view-distance"),
                        (["--reconstruction", "seen.pgm", "--depth", "1e6"],
                         "depth of 1e+06 millimeters: 262144 × 262144 pixels")):
        line = errdiff.fails(1, "hologram", *OPTICS, *words, "in.pfm", "out.pgm")
        assert said in line, line


@needs_hologram
def test_all_zero_and_one_pixel(errdiff):
    errdiff.write("in.pfm", color([0] * (WIDTH * HEIGHT)))
    done = errdiff.run("hologram", *OPTICS, "in.pfm", "out.pgm", "--json")
    report = json.loads(done.stdout)
    assert (report["scale"], report["snr_db"]) == (1, None)
    assert b"the hologram is 0 everywhere" in done.stderr
    errdiff.write("in.pfm", color([-1], width=1, height=1))
    errdiff.works("hologram", *OPTICS, "in.pfm", "out.pgm")
    assert len(pnm.decode(errdiff.read("out.pgm"))[4]) == 1


@needs_hologram
def test_the_help_and_the_report_have_every_option_of_the_table(errdiff, field):
    text = errdiff.works("hologram", "--help").decode()
    for name in option_table.HOLOGRAM_NAMES:
        typed = f"--no-{name}" if name in option_table.ON_BY_DEFAULT else f"--{name}"
        assert text.count(f"\n  {typed} ") == 1, typed
        assert "not an option" not in errdiff.fails(2, "hologram", f"{typed}=")
    errdiff.write("in.pfm", color(field))
    report = json.loads(errdiff.works("hologram", *OPTICS, "--taps", "9", "--method", "paper",
                                      "in.pfm", "out.pgm", "--json"))
    assert set(option_table.HOLOGRAM_IN_REPORTS) <= set(report)
    assert (report["taps"], report["method"], report["levels"]) == (9, "paper", 256)


@needs_hologram
def test_phases_are_rounded_if_that_is_better(errdiff, field):
    """The report says which method was used. One that is asked for is used all the same."""
    errdiff.write("in.pfm", pfm(1, [(cmath.phase(value),) for value in field]))
    call = ["hologram", *OPTICS, "--input", "phase", "in.pfm", "out.pgm", "--json"]
    done = errdiff.run(*call)
    report = json.loads(done.stdout)
    said = re.search(r"note: rounding leaves less noise than error diffusion, (\S+) dB instead of (\S+), so",
                     done.stderr.decode())
    rounded, diffused = map(float, said.groups())
    assert rounded > diffused and report["method"] == "none"
    assert round(report["snr_db"], 1) == round(report["snr_without_diffusion_db"], 1) == rounded
    result = errdiff.read("out.pgm")
    assert errdiff.run(*call, "--method", "none", "--no-view-filter").stderr == b""
    assert errdiff.read("out.pgm") == result
    done = errdiff.run(*call, "--method", "opt")
    report = json.loads(done.stdout)
    assert (done.stderr, report["method"], round(report["snr_db"], 1)) == (b"", "opt", diffused)
    assert round(report["snr_without_diffusion_db"], 1) == rounded
    assert errdiff.read("out.pgm") != result
    # Values of any amplitude are diffused.
    errdiff.write("in.pfm", color(field))
    assert json.loads(errdiff.works("hologram", *OPTICS, "in.pfm", "out.pgm", "--json"))["method"] == "opt"


@needs_hologram
def test_wrong_calls(errdiff, field):
    errdiff.write("in.pfm", color(field))
    files = ["in.pfm", "out.pgm"]
    for words, said in (
            ([*OPTICS, "--levels", "1", *files], "levels: 1"),
            ([*OPTICS, "--levels", "65537", *files], "levels"),
            ([*OPTICS, "--levels", "x", *files], "whole number"),
            ([*OPTICS, "--output", "binary-phase", "--levels", "4", *files], "levels"),
            ([*OPTICS, "--output", "color", *files], "output"),
            ([*OPTICS, "--method", "best", *files], "method"),
            ([*OPTICS, "--hogel", "-1", *files], "hogel"),
            ([*OPTICS, "--taps", "65", *files], "taps"),
            ([*OPTICS, "--slope", "-1", *files], "slope"),
            ([*OPTICS, "--scale", "nan", *files], "scale"),
            ([*OPTICS, "--gain", "-1", *files], "gain: -1 is out of range"),
            ([*OPTICS, "--gain", "0.3", "--scale", "0.3", *files], "gain and scale"),
            ([*OPTICS, "--gain", "0.3", "--method", "none", *files], "rounding (none) cannot change it"),
            ([*FOCAL, "--view-width", "0.4", "--view-x", "0.31", *files], "the view reaches 0.51 cycles a pixel"),
            ([*FOCAL, "--view-width", "0.4", "--reconstruction", "seen.pgm", "--depth", "2", *files], "--depth"),
            ([*FOCAL, "--view-width", "0.4", "--wavelengths", "635,532,450", *files], "need --view-distance"),
            ([*FOCAL, "--geometry", "flat", *files], "choose from fresnel, fourier"),
            ([*OPTICS, "--zero-order", "0.91", *files], "zero-order: 0.91 is out of range"),
            ([*OPTICS, "--crosstalk", "1.1", *files], "crosstalk: 1.1 is out of range"),
            ([*OPTICS, "--crosstalk", "0.3", "--engine", "wavefront", *files], "choose auto or serial"),
            ([*OPTICS, "--full-range", *files], "full-range: it needs a binary phase"),
            ([*OPTICS, "--bits", "12", *files], "bits"),
            ([*OPTICS, "--levels", "300", "--bits", "8", *files], "at most 256 levels, not 300"),
            ([*OPTICS, "--output", "amplitude", "--levels", "257", "--bits", "8", *files], "16"),
            ([*OPTICS, "--engine", "knight", *files], "engine"),
            ([*OPTICS, "--threads", "-1", *files], "threads"),
            ([*OPTICS, "--size", "12", *files], "size"),
            ([*OPTICS, "--size", "4x0x13", *files], "size"),
            ([*OPTICS, "--size", "12x131073", *files], "131072"),
            ([*OPTICS, "--size", "99999999999999999999x2", *files], "size"),
            ([*OPTICS, "--size", "12x3", "--input", "phase", *files], "--size"),
            ([*OPTICS, "--input", "phase", "in.pfm", *files], "--input phase"),
            ([*OPTICS, "--reconstruction", "-", *files], "reconstruction"),
            ([*OPTICS, "--reconstruction", "x.gif", *files], "x.gif"),
            ([*OPTICS, "in.pfm", "out.gif"], "out.gif"),
            ([*OPTICS, "in.pfm"], "IN [IN2] OUT"),
            ([*OPTICS, "in.pfm", "in.pfm", *files], "IN [IN2] OUT"),
            ([*OPTICS, "--pitch", "0", *files], "pitch"),
            (files, "pitch"),
            ([*OPTICS[:2], *files], "wavelength"),
            ([*OPTICS[:4], *files], "view"),
            ([*OPTICS[:6], *files], "view-width"),
            ([*OPTICS, "--view-x", "inf", *files], "view-x"),
            ([*OPTICS, "--no-such", *files], "--no-such"),
            (["--scene", "q", "out.pfm"], "choose from p256, o and dice"),
            (["--scene", "o", "out.png"], "out.png"),
            (["--scene", "o", "a.pfm", "b.pfm"], "scene")):
        line = errdiff.fails(2, "hologram", *words)
        assert said in line, line


@needs_hologram
def test_broken_files(errdiff, field):
    whole = color(field)
    gray = pfm(1, [(value.real,) for value in field])
    small = pfm(1, [(1,)] * 4, width=2, height=2)
    errdiff.write("gray.pfm", gray)
    errdiff.write("small.pfm", small)
    errdiff.write("whole.pfm", whole)
    for content, said in ((b"", "not a PFM"), (b"P5\n1 1\n255\n\0", "--input"),
                          (b"PF\n48 20\n", "header"), (b"PF\n48 20\nx\n", "header"),
                          (b"PF\n48 20\n0\n", "header"), (b"PF\n0 20\n-1\n", "not possible"),
                          (b"PF\n999999 999999\n-1\n", "not possible"),
                          (whole[:-1], "ends in row 20 of 20"), (gray, "imaginary part")):
        errdiff.write("in.pfm", content)
        line = errdiff.fails(1, "hologram", *OPTICS, "in.pfm", "out.pgm")
        assert said in line, line
    for words, said in ((["gray.pfm", "whole.pfm"], "gray"), (["gray.pfm", "none.pfm"], "No such"),
                        (["gray.pfm", "small.pfm"], "2 × 2"),
                        (["--input", "phase", "whole.pfm"], "gray"),
                        (["--input", "amplitude-phase", "gray.pfm"], "phase, is missing"),
                        (["--size", "48x20", "whole.pfm"], "longer"),
                        (["--size", "480x20", "whole.pfm"], "ends in row")):
        line = errdiff.fails(1, "hologram", *OPTICS, *words, "out.pgm")
        assert said in line, line


@needs_hologram
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_killed_while_it_works(errdiff, number):
    side = 1024
    errdiff.write("in.c64", bytes(side * side * 8))
    errdiff.write("out.pgm", b"as it was")
    before = errdiff.contents()
    process = errdiff.start("hologram", *OPTICS, "--size", f"{side}x{side}", "in.c64", "out.pgm")
    errdiff.wait_for_output(process)
    process.send_signal(number)
    process.communicate()
    assert process.returncode == -number
    assert errdiff.contents() == before


@needs_hologram
def test_geometry_in_the_help(errdiff):
    """Fourier geometry needs none of what Fresnel geometry needs."""
    text = " ".join(errdiff.run("hologram", "--help").stdout.decode().split())
    assert "required, except with --geometry fourier)" in text
    assert "without --view-distance)" in text
    assert "default: 256; 2 with a binary phase" in text


@needs_hologram
def test_color_is_not_for_three_wavelengths(errdiff, field):
    errdiff.write("in.pfm", pfm(1, [(cmath.phase(value),) for value in field]))
    done = errdiff.run("hologram", "--pitch", "8", "--view-distance", "300", "--view-width", "5", "--wavelengths",
                       "635,532,450", "--color", "2", "in.pfm", "out-%c.pgm")
    assert b"--color is for one color and cannot be combined with --wavelengths" in done.stderr


@needs_hologram
def test_rounding_with_crosstalk_takes_any_engine(errdiff, field):
    errdiff.write("in.pfm", pfm(1, [(cmath.phase(value),) for value in field]))
    call = ["hologram", *OPTICS, "--input", "phase", "in.pfm", "out.pgm", "--crosstalk", "0.3", "--engine", "wavefront"]
    errdiff.run(*call, "--method", "none")
    assert b"cannot count on crosstalk" in errdiff.run(*call, "--method", "opt").stderr


@needs_hologram
def test_warnings_in_the_focal_plane(errdiff, field):
    """No wavelength is named that nobody gave, and the hologram's size decides what is too narrow."""
    errdiff.write("in.pfm", pfm(1, [(cmath.phase(value),) for value in field]))
    call = ["hologram", "--geometry", "fourier", "--input", "phase", "--method", "opt", "in.pfm", "out.pgm"]
    assert errdiff.run(*call, "--pitch", "0.01", "--view-width", "0.3").stderr == b""
    assert errdiff.run(*call, "--wavelength", "5000", "--view-width", "0.3").stderr == b""
    said = errdiff.run(*call, "--view-width", "0.002").stderr
    assert b"narrower than two of the points that a hologram of this size can show" in said


@needs_exr
def test_exr_whose_compression_cannot_be_read(errdiff, field):
    """It is not called damaged."""
    parts = {"R": [value.real for value in field], "G": [value.imag for value in field]}
    name = b"compression\0compression\0\1\0\0\0"
    for number in (b"\x08", b"\x09"):
        errdiff.write("in.exr", _exr(parts).replace(name + b"\0", name + number))
        done = errdiff.run("hologram", *OPTICS, "in.exr", "out.pgm")
        assert done.returncode == 1 and b"in.exr: its compression, DWA, cannot be read" in done.stderr
