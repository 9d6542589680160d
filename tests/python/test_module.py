# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module gives the bytes of the command, reads and writes arrays where they are, and says what is wrong."""

import copy
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import errdiff
import numpy
import pytest

README = Path(__file__).resolve().parents[2] / "README.md"
COLORS = ["#000000", "#ffffff", "#ff8000"]


@pytest.fixture(params=[(uint, channels) for uint in (numpy.uint8, numpy.uint16) for channels in (1, 3)],
                ids=lambda kind: f"{kind[0].__name__}-{kind[1]}")
def image(request):
    dtype, channels = request.param
    shape = (41, 57) if channels == 1 else (41, 57, 3)
    return numpy.random.default_rng(1).integers(0, numpy.iinfo(dtype).max, shape, dtype, endpoint=True)


def write_pnm(array, path):
    magic = b"P5" if array.ndim == 2 else b"P6"
    header = b"%s %d %d %d\n" % (magic, array.shape[1], array.shape[0], numpy.iinfo(array.dtype).max)
    path.write_bytes(header + array.astype(array.dtype.newbyteorder(">")).tobytes())


def read_pnm(path):
    magic, width, height, largest, samples = path.read_bytes().split(maxsplit=4)
    dtype = numpy.dtype(numpy.uint8 if int(largest) < 256 else ">u2")
    shape = (int(height), int(width)) + ((3,) if magic == b"P6" else ())
    length = dtype.itemsize * int(numpy.prod(shape))
    contents = path.read_bytes()
    return numpy.frombuffer(contents[len(contents) - length:], dtype).reshape(shape)


def by_command(array, folder, *arguments):
    write_pnm(array, folder / "in.pnm")
    subprocess.run([os.environ["ERRDIFF"], *arguments, folder / "in.pnm", folder / "out.pnm"], check=True)
    return read_pnm(folder / "out.pnm")


@pytest.mark.parametrize("palette, options, arguments", [
    (None, {}, []),
    (None, {"levels": 5, "kernel": "atkinson", "strength": 80}, ["--levels", "5", "--kernel", "atkinson",
                                                                 "--strength", "80"]),
    (None, {"noise": 30, "seed": 7, "linear": True}, ["--noise", "30", "--seed", "7", "--linear"]),
    (None, {"gamma": 1.5, "stretch": True, "stretch_share": 2.5}, ["--gamma", "1.5", "--stretch", "--stretch-share",
                                                                   "2.5"]),
    (None, {"dot_gain": 20}, ["--dot-gain", "20"]),
    (None, {"dot_gain": "25 40; 50 70"}, ["--dot-gain", "25 40; 50 70"]),
    (None, {"depth": 8}, ["--depth", "8"]),
    (None, {"depth": 8, "levels": 7, "linear": True}, ["--depth", "8", "--levels", "7", "--linear"]),
    ("ega", {"match": "oklab"}, ["--palette", "ega", "--match", "oklab"]),
    (COLORS, {"gamut": "compress", "compress": 40}, ["--palette", ",".join(COLORS), "--gamut", "compress",
                                                     "--compress", "40"]),
    ("spectra-6", {"sent": True}, ["--palette", "spectra-6", "--sent"]),
    (COLORS, {"refine": 2, "viewing": 30.5}, ["--palette", ",".join(COLORS), "--refine", "2", "--viewing", "30.5"]),
    (None, {"gray": True, "levels": 3}, ["--gray", "--levels", "3"]),
    ("game-boy", {"gray": True}, ["--gray", "--palette", "game-boy"]),
    ("black-and-white", {"gray": True}, ["--gray", "--palette", "black-and-white"]),
])
def test_as_the_command(image, tmp_path, palette, options, arguments):
    result = errdiff.dither(image, palette, **options)
    assert result.dtype == (numpy.uint8 if "depth" in options else image.dtype)
    assert numpy.array_equal(result, by_command(image, tmp_path, *arguments))


# Prints what an image becomes, and what is said of the options, before and after the locale is set.
IN_A_LOCALE = """
import errdiff, locale, numpy
image = numpy.random.default_rng(1).integers(20, 200, (64, 64), numpy.uint8)
for name in "C", "de_DE.UTF-8":
    locale.setlocale(locale.LC_ALL, name)
    print(repr(errdiff.dither(image, stretch=True, gamma=1.5).tobytes() + repr(errdiff.options()).encode()))
assert locale.localeconv()["decimal_point"] == ","
"""


@pytest.mark.skipif(not os.environ["COMMA_LOCALES"], reason="the locale is made on Linux only")
def test_numbers_do_not_depend_on_the_locale():
    done = subprocess.run([sys.executable, "-c", IN_A_LOCALE], stdout=subprocess.PIPE, check=True,
                          env={**os.environ, "LOCPATH": os.environ["COMMA_LOCALES"],
                               "PYTHONPATH": str(Path(errdiff.__file__).parents[1])})
    with_point, with_comma = done.stdout.splitlines()
    assert with_comma == with_point


def test_levels_of_each_channel(tmp_path):
    image = numpy.random.default_rng(2).integers(0, 256, (20, 30, 3), numpy.uint8)
    expected = by_command(image, tmp_path, "--levels", "2,5,3")
    for levels in ((2, 5, 3), "2,5,3", numpy.array([2, 5, 3])):
        assert numpy.array_equal(errdiff.dither(image, levels=levels), expected)


def test_gray_palette_gives_gray():
    image = numpy.random.default_rng(3).integers(0, 256, (20, 30), numpy.uint8)
    assert errdiff.dither(image, "black-and-white").shape == (20, 30)
    assert errdiff.dither(image, "ega").shape == (20, 30, 3)


@pytest.mark.parametrize("dtype", [numpy.uint16, numpy.float32, numpy.dtype(">u2")], ids=str)
def test_depth(dtype):
    wide = numpy.random.default_rng(2).integers(0, 65536, (40, 57, 4), numpy.uint16)
    given = (wide / 65535).astype(dtype) if dtype is numpy.float32 else wide.astype(dtype)
    made = errdiff.dither(given, depth=8)
    assert made.dtype == numpy.uint8 and made.shape == wide.shape
    expected = errdiff.dither(wide, levels=256, linear=False, out=numpy.empty(wide.shape, numpy.uint8))
    assert (made == expected).all()
    with pytest.raises(ValueError, match="out: an array of uint16 is not possible with depth=8; it must be of uint8"):
        errdiff.dither(wide, depth=8, out=wide.copy())
    stream = errdiff.Stream((40, 57, 3), dtype, depth=8)
    rows = [stream.dither(given[y:y + stream.rows, :, :3]) for y in range(0, 40, stream.rows)]
    assert rows[0].dtype == numpy.uint8
    assert (numpy.concatenate(rows) == errdiff.dither(given[..., :3], depth=8)).all()


@pytest.mark.parametrize("depth", [10, 12])
def test_depth_in_16_bits(depth):
    wide = numpy.random.default_rng(2).integers(0, 65536, (40, 57, 3), numpy.uint16)
    made = errdiff.dither(wide, depth=depth)
    last = 2 ** depth - 1
    levels = (2 * numpy.arange(last + 1) * 65535 + last) // (2 * last)
    assert made.dtype == numpy.uint16 and numpy.isin(made, levels).all() and len(numpy.unique(made)) > 0.7 * last
    assert (errdiff.dither(wide / 65535, depth=depth) == made).all()
    assert (errdiff.dither(wide, depth=depth, preset="game-boy", kernel="errdiff-12") == made).all()
    assert (errdiff.dither(wide, depth=depth, engine="serial-ed") == made).all()
    assert (errdiff.dither(wide, depth=depth, levels="auto") == made).all()
    assert (errdiff.dither(wide, depth=depth, levels=7, linear=True) == errdiff.dither(wide, levels=7)).all()
    assert (errdiff.Sequence(50).dither(wide, depth=depth) == made).all()
    stream = errdiff.Stream(wide.shape, wide.dtype, depth=depth)
    rows = [stream.dither(wide[y:y + stream.rows]) for y in range(0, 40, stream.rows)]
    assert (numpy.concatenate(rows) == made).all()
    out = numpy.empty(wide.shape, numpy.float32)
    assert errdiff.dither(wide, depth=depth, out=out) is out and (numpy.rint(out * 65535) == made).all()
    for call in (lambda: errdiff.dither(wide.astype(numpy.uint8), depth=depth),
                 lambda: errdiff.dither(wide, depth=depth, out=numpy.empty(wide.shape, numpy.uint8)),
                 lambda: errdiff.dither(wide.astype(numpy.uint8), depth=depth, out=numpy.empty(wide.shape)),
                 lambda: errdiff.Stream((40, 57), depth=depth)):
        with pytest.raises(ValueError, match=f"depth: {depth} is not possible with 8 bits per sample"):
            call()
    with pytest.raises(ValueError, match="refine: it is not possible with more than 256 levels"):
        errdiff.dither(wide, depth=depth, refine=2)


def test_indexed(image):
    numbers = errdiff.dither(image, COLORS, indexed=True)
    assert numbers.dtype == numpy.uint8 and numbers.shape == image.shape[:2]
    colors = errdiff.Palette(COLORS).colors
    scale = 257 if image.dtype == numpy.uint16 else 1
    assert numpy.array_equal(colors[numbers].astype(image.dtype) * scale, errdiff.dither(image, COLORS))


def test_any_rows(image):
    for part in (image[::2], image[::-1], image[5:30, 7:40]):
        assert numpy.array_equal(errdiff.dither(part), errdiff.dither(part.copy()))


def test_writes_where_it_is_told(image):
    expected = errdiff.dither(image)
    out = numpy.zeros_like(image)
    assert errdiff.dither(image, out=out) is out
    assert numpy.array_equal(out, expected)
    errdiff.dither(image, out=image)
    assert numpy.array_equal(image, expected)


@pytest.mark.parametrize("parts", [
    (numpy.s_[:-1], numpy.s_[1:]), (numpy.s_[1:], numpy.s_[:-1]), (numpy.s_[:], numpy.s_[::-1]),
    (numpy.s_[:, :-1], numpy.s_[:, 1:]), (numpy.s_[:, 1:], numpy.s_[:, :-1]), (numpy.s_[::2], numpy.s_[1::2]),
])
def test_writes_over_a_part_of_the_image(image, parts):
    image = image[:40]
    source, out = image[parts[0]], image[parts[1]]
    expected = errdiff.dither(source.copy(), kernel="stucki")
    errdiff.dither(source, out=out, kernel="stucki")
    assert numpy.array_equal(out, expected)


def test_writes_colors_and_numbers_over_the_image():
    memory = numpy.random.default_rng(6).integers(0, 256, (40, 50, 3), numpy.uint8)
    gray = numpy.ndarray((40, 50), numpy.uint8, memory, offset=7 + 39 * 150, strides=(-150, 1))
    expected = errdiff.dither(gray.copy(), "ega")
    errdiff.dither(gray, "ega", out=memory)
    assert numpy.array_equal(memory, expected)
    numbers = errdiff.dither(memory.copy(), COLORS, indexed=True)
    errdiff.dither(memory, COLORS, indexed=True, out=gray)
    assert numpy.array_equal(gray, numbers)


def test_writes_over_the_mask():
    image = numpy.random.default_rng(7).integers(0, 256, (40, 50), numpy.uint8)
    mask = numpy.random.default_rng(8).integers(0, 2, (40, 50), numpy.uint8)
    expected = errdiff.dither(image, mask=mask[::-1].copy())
    errdiff.dither(image, mask=mask[::-1], out=mask)
    assert numpy.array_equal(mask, expected)


def test_a_column_of_every_other_one():
    image = numpy.random.default_rng(9).integers(0, 256, (20, 30), numpy.uint8)
    column = image[:, ::2][:, 3:4]
    assert numpy.array_equal(errdiff.dither(column), errdiff.dither(column.copy()))


def test_mask(image):
    mask = numpy.zeros(image.shape[:2], bool)
    mask[10:20, 5:50] = True
    result = errdiff.dither(image, mask=mask, levels=2)
    assert numpy.array_equal(result[~mask], image[~mask])
    assert set(numpy.unique(result[mask])) == {0, numpy.iinfo(image.dtype).max}
    assert numpy.array_equal(result, errdiff.dither(image, mask=mask.astype(numpy.uint8), levels=2))


def test_palettes(tmp_path):
    path = tmp_path / "two.hex"
    path.write_text("62201e=ff0000\nffffff\n")
    from_file = errdiff.Palette(path)
    for palette in (from_file, errdiff.Palette(["#62201e=#ff0000", (255, 255, 255)])):
        assert palette.colors.tolist() == [[0x62, 0x20, 0x1e], [255, 255, 255]]
        assert palette.sent.tolist() == [[255, 0, 0], [255, 255, 255]]
    assert errdiff.Palette("ega").colors.shape == (16, 3)
    values = [[0, 128, 255], [1, 2, 3]]
    for kind in (numpy.uint8, ">i4", numpy.int64):
        assert errdiff.Palette(numpy.array(values, kind)).colors.tolist() == values
    assert errdiff.Palette(["#000000", "#000000"]).colors.shape == (2, 3)


def test_made_palette():
    image = numpy.random.default_rng(4).integers(0, 256, (50, 60, 3), numpy.uint8)
    try:
        palette = errdiff.make_palette(image, 5, locked=["#123456"])
    except RuntimeError as error:
        assert "libimagequant" in str(error) and os.environ["HAS_IMAGEQUANT"] == "0"
        return
    assert palette.colors.shape == (5, 3) and palette.colors[0].tolist() == [0x12, 0x34, 0x56]


def test_palettes_ignore_no_option():
    with pytest.raises(TypeError, match="“kernel” does not change a palette; available: gray, .*invert"):
        errdiff.make_palette(numpy.zeros((8, 9), numpy.uint8), 4, kernel="atkinson")


def test_names():
    assert errdiff.kernels()["floyd-steinberg"] == "Floyd–Steinberg"
    assert "ega" in errdiff.palettes() and "serial-ec" in errdiff.engines()


def test_every_option_takes_its_default(image):
    described = errdiff.options()
    assert described["strength"].values == "0 to 100 percent" and described["strength"].default == "100"
    expected = errdiff.dither(image)
    for name, option in described.items():
        value = option.default
        if option.values.startswith(("-", "0", "0.1", "15")) or value in ("0", "1"):
            value = float(value) if "." in value or name in ("gamma", "viewing") else int(value)
        assert numpy.array_equal(errdiff.dither(image, **{name: value}), expected), name


@pytest.mark.parametrize("options, error, text", [
    ({"kernels": "atkinson"}, TypeError, "there is no option “kernels”; available: kernel, "),
    ({"strength": 101}, ValueError, "strength"),
    ({"refine": 21}, ValueError, "refine: 21 is out of range; it must be 0 to 20"),
    ({"viewing": 14}, ValueError, "viewing: 14 is out of range; it must be 15 pixels per degree or more"),
    ({"levels": 1}, ValueError, "2"),
    ({"match": "lab"}, ValueError, "match: “lab” is not possible; available: rgb, oklab, lightness"),
    ({"kernel": "none"}, ValueError, "none"),
    ({"palette": "no-palette"}, ValueError, "no-palette"),
    ({"palette": ["#12345g"]}, ValueError, "12345g"),
    ({"palette": [(0, 0, 300)]}, ValueError, "0 to 255"),
    ({"palette": [(0, 0, -1)]}, ValueError, "0 to 255"),
    ({"palette": [(0.0, 0.5, 1.5)]}, ValueError, "(0.0, 0.5, 1.5) is not a color"),
    ({"palette": [(0.0, 0.5, 1.0), (0, 0, 255)]}, ValueError, "floats of 0 to 1, as one of them is a float"),
    ({"palette": [(0, 0, float("nan"))]}, ValueError, "whole numbers"),
    ({"palette": numpy.array([[0, 0, 0], [1, 1, 255.0]])}, ValueError, "floats of 0 to 1"),
    ({"palette": 16}, ValueError, "palette: 16 is not possible; available: black-and-white, "),
    ({"palette": "adaptive:x"}, ValueError, "“adaptive:16”"),
    ({"palette": "adaptive:300"}, ValueError, "count: 300 is out of range; it must be 2 to 256"),
    ({"preset": "gameboy"}, ValueError, "preset: “gameboy” is not possible; available: newspaper, "),
    ({"preset": 1}, ValueError, "preset: “1” is not possible"),
    ({"indexed": True}, ValueError, "indexed: True is not possible without a palette"),
    ({"sent": True}, ValueError, "sent: True is not possible without a palette"),
    ({"depth": 9}, ValueError, "depth: 9 is not possible; it must be 8, 10 or 12"),
    ({"depth": 8, "palette": "ega"}, ValueError, "depth: 8 is not possible with a palette"),
    ({"indexed": 2}, ValueError, "indexed: 2 is not possible; it must be True or False"),
    ({"alpha": "mix"}, ValueError, "alpha: “mix” is not possible; available: keep, threshold, dither"),
    ({"alpha": 1}, ValueError, "alpha: “1” is not possible"),
    ({"dot": 0}, ValueError, "dot: 0 is out of range; it must be 1 to 256"),
    ({"dot": 2, "mask": numpy.ones((8, 9), bool)}, ValueError, "dot: 2 is not possible with a mask; it must be 1"),
    ({"screen": 4}, ValueError, "screen: 4 is not possible; available: none, bayer-2"),
    ({"linear": "yes"}, ValueError, "linear: 'yes' is not possible; it must be True or False"),
    ({"gamma": "1"}, ValueError, "gamma: '1' is not possible; it must be a number, 0.1 to 10"),
    ({"gamma": True}, ValueError, "gamma: True is not possible"),
    ({"strength": True}, ValueError, "strength: True is not possible"),
    ({"palette": numpy.array([[True, False, True]])}, ValueError, "whole numbers"),
    ({"palette": [(True, False, True)]}, ValueError, "whole numbers"),
    ({"palette": b"ega"}, ValueError, "palette: b'ega' is not possible"),
    ({"palette": ["#000000", ""]}, ValueError, "must be one color"),
    ({"palette": ["#000000\n#ffffff"]}, ValueError, "must be one color"),
    ({"palette": ["GIMP Palette", "1 2 3"]}, ValueError, "must be one color"),
    ({"palette": "ega\0"}, ValueError, "NUL"),
    ({"kernel": "atkinson\0x"}, ValueError, "NUL"),
    ({"kernel": "\udcff"}, ValueError, r"kernel: '\udcff' cannot be written in UTF-8"),
    ({"palette": "\udcff.gpl"}, ValueError, r"palette: '\udcff.gpl' cannot be written in UTF-8"),
    ({"palette": ["#000000", "\udcff"]}, ValueError, "cannot be written in UTF-8"),
    ({"kernel": 5}, ValueError, "kernel: 5 is not possible; a text is needed"),
    ({"levels": b"4"}, ValueError, "levels"),
    ({"levels": 4.5}, ValueError, "levels"),
    ({"levels": 4, "palette": "ega"}, ValueError, "levels: 4 is not possible with a palette"),
    ({"levels": "2,3,2", "palette": "adaptive:16"}, ValueError, "levels: '2,3,2' is not possible with a palette"),
    ({"levels": 4, "palette": ["#000", "#fff"], "preset": "ega"}, ValueError, "levels: 4 is not possible"),
    ({"strength": 80.5}, ValueError,
     "strength: 80.5 is not possible; it must be a whole number, 0 to 100 percent"),
    ({"strength": 2 ** 40}, ValueError, "strength: 1099511627776 is out of range; it must be 0 to 100 percent"),
    ({"seed": -1}, ValueError, "seed: -1 is out of range"),
    ({"seed": 2 ** 32}, ValueError, "seed: 4294967296 is out of range"),
    ({"gamma": float("nan")}, ValueError, "gamma"),
    ({"stretch_share": 11.0}, ValueError, "stretch_share: 11 is out of range"),
    ({"dot_gain": "x"}, ValueError, "dot_gain: \"x\" is not understood"),
    ({"dot_gain": "as dot-gain says"}, ValueError, "dot_gain: \"as dot-gain says\" is not understood"),
    ({"screen": "round", "screen_size": "big"}, ValueError, "screen_size: \"big\" is not a size"),
    ({"screen": "round", "screen_angle": "left"}, ValueError, "screen_angle: \"left\" is not possible"),
    ({"screen_size": "big"}, ValueError, "screen_size: \"big\" is not a size"),
    ({"screen": [[0, 1]], "screen_size": "big"}, ValueError, "screen_size: \"big\" is not a size"),
    ({"screen": [[0, 1]], "screen_angle": "left"}, ValueError, "screen_angle: \"left\" is not possible"),
    ({"serpentine": True, "engine": "cuda-bwec"}, RuntimeError, "cuda-bwec"),
    ({"out": numpy.zeros((3, 3), numpy.uint8)}, ValueError, ""),
    ({"out": [[0] * 9] * 8}, ValueError, "out: an object of the type list is not possible; it must be an array"),
    ({"out": numpy.zeros((8, 9), numpy.int32)}, ValueError, "out: an array of int32 is not possible"),
    ({"out": numpy.zeros((8, 8))}, ValueError, "out"),
    ({"mask": numpy.zeros((3, 3), numpy.uint8)}, ValueError, "mask"),
    ({"mask": numpy.zeros((8, 9), numpy.int64)}, ValueError, "mask"),
    ({"mask": [[1] * 9] * 8}, ValueError, "mask: an object of the type list is not possible; it must be an array"),
])
def test_mistakes(options, error, text):
    with pytest.raises(error) as raised:
        errdiff.dither(numpy.zeros((8, 9), numpy.uint8), **options)
    assert text in str(raised.value)


@pytest.mark.parametrize("source", ["ega", "spectra-6", ["#62201e=#ff0000", "#fff"], ["#808080"]])
@pytest.mark.parametrize("again", [lambda palette: pickle.loads(pickle.dumps(palette)), copy.deepcopy])
def test_a_palette_can_be_copied_and_sent_to_other_processes(source, again):
    palette = errdiff.Palette(source)
    copied, image = again(palette), numpy.random.default_rng(5).integers(0, 256, (20, 30, 3)).astype(numpy.uint8)
    assert numpy.array_equal(copied.colors, palette.colors) and numpy.array_equal(copied.sent, palette.sent)
    for sent in (False, True):
        assert numpy.array_equal(errdiff.dither(image, copied, sent=sent), errdiff.dither(image, palette, sent=sent))


@pytest.mark.parametrize("option", ["screen", "palette", "preset"])
def test_a_pipe_or_a_device_is_no_file(tmp_path, option):
    """Reading some of them would last for ever."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(ValueError, match=f"{option}: .*{path}.*it is a device or a pipe, not a file"):
            errdiff.dither(numpy.zeros((8, 9), numpy.uint8), **{option: path})


@pytest.mark.parametrize("contents, text", [
    (b"P6\n1 1\n255\nabc", "the file is neither an image that can be read nor a text"),
    (b"P3\n1 1\n255\n1 2 3\n", "the file is neither an image that can be read nor a text"),
    ("0 1\n2 3\n".encode("utf-16"), "the text is in UTF-16; save it as UTF-8"),
    (b"0 1\n2 x\n", "line 2 is not a row of numbers")])
def test_files_that_are_no_matrix(tmp_path, contents, text):
    (tmp_path / "m").write_bytes(contents)
    with pytest.raises(ValueError, match=f"screen: {text}"):
        errdiff.dither(numpy.zeros((8, 9), numpy.uint8), screen=tmp_path / "m")


@pytest.mark.parametrize("array, text", [
    (numpy.full((8, 9), 1.01), "floats of 1.01 to 1.01 are not possible; they must be 0 to 1"),
    (numpy.full((8, 9), -0.01), "floats of -0.01 to -0.01"),
    (numpy.array([[0, numpy.nan]]), "floats of nan to nan"),
    (numpy.zeros((8, 9, 5), numpy.uint8), "the shape (8, 9, 5) is not possible; it must be (height, width) for gray"),
    (numpy.zeros(9, numpy.uint8), "(9,)"),
    (numpy.zeros((0, 9), numpy.uint8), ""),
    (numpy.zeros((8, 9), numpy.int64), "int64"),
    (numpy.zeros((8, 9), numpy.uint32), "uint32"),
    (numpy.zeros((8, 9), complex), "complex128"),
    ([[0, 255]], "list"),
    (None, "NoneType"),
    (numpy.ma.masked_array(numpy.zeros((8, 9), numpy.uint8)), "MaskedArray"),
])
def test_arrays_that_are_no_images(array, text):
    with pytest.raises(ValueError, match="image" if text else "") as raised:
        errdiff.dither(array)
    assert text in str(raised.value)


def test_result_that_cannot_be_written():
    out = numpy.zeros((8, 9), numpy.uint8)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written"):
        errdiff.dither(out.copy(), out=out)


def _moved(seed):
    """A frame whose upper part changes."""
    frame = numpy.random.default_rng(0).integers(60, 200, (60, 50, 3), numpy.uint8)
    frame[:12] = numpy.random.default_rng(seed).integers(0, 256, (12, 50, 3), numpy.uint8)
    return frame


def test_a_sequence_of_frames():
    sequence, alone, how = errdiff.Sequence(60), [], {"palette": "pico-8", "kernel": "floyd-steinberg"}
    stable = [sequence.dither(_moved(seed), **how) for seed in range(4)]
    alone = [errdiff.dither(_moved(seed), **how) for seed in range(4)]
    assert (stable[0] == alone[0]).all()

    def changed(frames):
        return sum((frames[i][30:] != frames[i - 1][30:]).any(-1).mean() for i in range(1, 4))
    assert changed(stable) < 0.3 * changed(alone)
    still = errdiff.Sequence(0)
    assert all((still.dither(_moved(seed), **how) == frame).all() for seed, frame in enumerate(alone))
    for wrong in (-1, 101):
        with pytest.raises(ValueError, match="stable"):
            errdiff.Sequence(wrong)


def test_example_of_the_readme():
    example, = re.findall(r"```python\n(.*?)```", README.read_text(), re.S)
    made = {}
    exec(example, made)
    assert set(numpy.unique(made["black_and_white"])) == {0, 255}
    assert made["numbers"].shape == (480, 640) and made["numbers"].max() == 2


def test_examples_of_the_documents(tmp_path, monkeypatch):
    pil = pytest.importorskip("PIL.Image")
    monkeypatch.chdir(tmp_path)
    document = (README.parent / "docs/python.md").read_text()
    # test_resizing.py runs the example of a size, and test_schedulers.py those of Dask and Ray.
    with_pil, _, many, in_threads, _, _, in_pieces, *_ = re.findall(r"```python\n(.*?)```", document, re.S)
    exec(with_pil, {})
    with pil.open("game-boy.png") as image:
        colors = {tuple(color) for color in errdiff.Palette("game-boy").colors.tolist()}
        assert image.size == (256, 256) and {color for _, color in image.getcolors()} <= colors
    with pil.open("panel.png") as image:
        assert image.mode == "P" and max(image.getdata()) < 6
    made = {}
    exec(many, made)
    assert len(made["shares"]) == 16 and sorted(made["shares"]) == made["shares"]
    exec(in_threads, made)
    assert numpy.allclose([result.mean() / 255 for result in made["results"]], made["shares"])
    exec(in_pieces, made)
    whole = errdiff.dither(numpy.full((128, 640), 100, numpy.uint8), levels=4)
    assert numpy.array_equal(numpy.vstack([made["upper"], made["lower"]]), whole)
