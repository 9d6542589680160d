# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Python module takes for an image and for a palette, and that the result is then that of the command."""

import os
import subprocess
import threading
import time
import tracemalloc

import errdiff
import numpy
import pytest

COLORS = ["#000000", "#ffffff", "#ff8000"]
ANY = numpy.random.default_rng(1)


def samples(*shape, dtype=numpy.uint8):
    if numpy.dtype(dtype).kind == "f":
        return ANY.random(shape).astype(dtype)
    return ANY.integers(0, numpy.iinfo(dtype).max, shape, dtype, endpoint=True)


def same(one, other):
    return one.dtype == other.dtype and numpy.array_equal(one, other)


def by_command(image, folder, *arguments):
    """What the command makes of an image of PIL."""
    pil = pytest.importorskip("PIL.Image")
    image.save(folder / "in.png")
    subprocess.run([os.environ["ERRDIFF"], *arguments, folder / "in.png", folder / "out.png"], check=True)
    with pil.open(folder / "out.png") as result:
        result.load()
    return result


# ---- Arrays ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("change", [
    lambda array: array.swapaxes(0, 1), lambda array: array[:, ::-1], lambda array: array[::-2, 3::2],
    numpy.asfortranarray,
])
@pytest.mark.parametrize("dtype", [numpy.uint8, numpy.uint16, numpy.float16, numpy.float32])
@pytest.mark.parametrize("shape", [(31, 42), (31, 42, 3), (31, 42, 4), (31, 42, 2)])
def test_any_strides(change, dtype, shape):
    array = change(samples(*shape, dtype=dtype))
    assert same(errdiff.dither(array, COLORS), errdiff.dither(array.copy("C"), COLORS))
    out = change(numpy.zeros(shape, dtype))
    assert errdiff.dither(array, levels=3, out=out) is out
    assert same(out, errdiff.dither(array.copy("C"), levels=3))


def test_bgr_is_read_backwards():
    array = samples(31, 42, 3)
    assert same(errdiff.dither(array[..., ::-1], COLORS), errdiff.dither(array[..., ::-1].copy(), COLORS))
    expected = errdiff.dither(array.copy(), COLORS)
    errdiff.dither(array, COLORS, out=array[..., ::-1])  # over itself, backwards
    assert numpy.array_equal(array[..., ::-1], expected)


@pytest.mark.parametrize("shape", [(31, 42), (31, 42, 3)])
def test_types_of_samples(shape):
    array = samples(*shape, dtype=numpy.uint16)
    expected = errdiff.dither(array, levels=5)
    big = errdiff.dither(array.astype(">u2"), levels=5)
    assert big.dtype == numpy.dtype(">u2") and numpy.array_equal(big, expected)
    for kind in ("<f4", ">f4", ">f8", "f8"):
        floats = errdiff.dither((array / 65535).astype(kind), levels=5)
        assert floats.dtype == numpy.dtype(kind) and floats.min() == 0 and floats.max() == 1
        assert numpy.array_equal(numpy.rint(floats * 65535.0), expected)
    bits = samples(*shape) > 127
    gray = errdiff.dither(bits, levels=4, brightness=20)
    assert same(gray, errdiff.dither(bits.astype(numpy.uint8) * numpy.uint8(255), levels=4, brightness=20))


@pytest.mark.parametrize("dtype", ["f2", ">f2", "f4", "f8"])
@pytest.mark.parametrize("shape", [(31, 42), (31, 42, 4)])
@pytest.mark.parametrize("given", [
    {"levels": 5}, {"palette": COLORS}, {"palette": "adaptive:5"}, {"levels": 2, "stretch": True, "gray": True},
    {"levels": 3, "dot": 3}, {"levels": 3, "resize": "50%"}, {"levels": 3, "resize": "200%"}, {"depth": 8},
    {"palette": COLORS, "alpha": "dither", "keep_exact": True}, {"levels": 2, "linear": False, "refine": 1},
], ids=str)
def test_floats_are_dithered_as_their_integers(dtype, shape, given):
    array = samples(*shape, dtype=dtype)
    array[:4] = numpy.array([0, 1, 2 ** -24, 0.5])[ANY.integers(0, 4, array[:4].shape)]
    integers = numpy.floor(array.astype("f8") * 65535 + 0.5).astype(numpy.uint16)
    expected, result = (errdiff.dither(image, **given) for image in (integers, array))
    floats = expected if "depth" in given else (expected / 65535).astype(dtype)
    assert same(result, floats)
    for kind in [numpy.uint8] if "depth" in given else [numpy.uint16, numpy.uint8, ">f4"]:
        out, wanted = numpy.zeros(result.shape, kind), numpy.zeros(result.shape, kind)
        errdiff.dither(array, out=out, **given)
        errdiff.dither(integers, out=wanted, **given)
        assert same(out, wanted)


@pytest.mark.parametrize("dtype", ["f2", ">f2", "f4", "f8"])
def test_floats_must_be_0_to_1(dtype):
    for value in (0, -0.0, 1, 2 ** -24):
        errdiff.dither(numpy.full((4, 4), value, dtype), levels=2)
    for value in (-(2 ** -24), 1 + 2 ** -10, numpy.inf, -numpy.inf, numpy.nan):
        array = numpy.zeros((4, 4), dtype)
        array[2, 3] = value
        with pytest.raises(ValueError, match="^image: floats of .* are not possible; they must be 0 to 1"):
            errdiff.dither(array, levels=2)


def test_floats_in_place_and_in_a_mask():
    for dtype in ("f2", "f4", "f8"):
        array, mask = samples(31, 42, 3, dtype=dtype), samples(31, 42) > 127
        integers = numpy.floor(array.astype("f8") * 65535 + 0.5).astype(numpy.uint16)
        expected = errdiff.dither(integers, levels=2, mask=mask)
        assert numpy.array_equal(expected[~mask], integers[~mask])
        assert errdiff.dither(array, levels=2, mask=mask, out=array) is array
        assert same(array, (expected / 65535).astype(dtype))


@pytest.mark.parametrize("dtype, given", [(numpy.float32, {"levels": 2}), (numpy.float16, {"levels": 2, "gray": True}),
                                          (numpy.float32, {"palette": COLORS}), (numpy.float32, {"depth": 8})])
def test_floats_are_not_copied(dtype, given):
    array = samples(500, 600, 3, dtype=dtype)
    out = numpy.empty(array.shape[:2] if "gray" in given else array.shape,
                      numpy.uint8 if "depth" in given else numpy.uint16)
    tracemalloc.start()
    errdiff.dither(array, out=out, **given)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < array.size  # bytes; a copy with 16 bits takes twice as many


def test_unaligned_samples():
    memory = bytearray(2 * 31 * 42 + 1)
    array = numpy.frombuffer(memory, "<u2", offset=1).reshape(31, 42)
    array[:] = samples(31, 42, dtype=numpy.uint16)
    assert same(errdiff.dither(array), errdiff.dither(array.copy()))


def test_messages_name_arguments():
    with pytest.raises(ValueError, match="^image: the image is 4 × 0 pixels"):
        errdiff.dither(numpy.zeros((0, 4), numpy.uint8))
    with pytest.raises(ValueError, match="^out: an object of the type str .* floats of 0 to 1$"):
        errdiff.dither(samples(4, 4), out="result.png")


def test_gray_with_an_axis_of_one_channel():
    array = samples(31, 42)
    column = array[..., numpy.newaxis]
    for given in ({"levels": 4}, {"palette": "black-and-white"}, {"palette": COLORS}, {"gray": True, "levels": 2},
                  {"palette": COLORS, "indexed": True}):
        expected, result = errdiff.dither(array, **given), errdiff.dither(column, **given)
        assert numpy.array_equal(result.reshape(expected.shape), expected)
        out = numpy.zeros(expected.shape, numpy.uint8)
        assert numpy.array_equal(errdiff.dither(column, out=out, **given), expected)
    assert errdiff.dither(column, levels=2, out=numpy.zeros_like(column)).shape == column.shape


def test_out_of_other_types():
    array = samples(31, 42, dtype=numpy.uint16)
    expected = errdiff.dither(array)
    for dtype, white in (("f4", 1), (">u2", 65535), (numpy.uint8, 255), (bool, True)):
        out = numpy.zeros(array.shape, dtype)
        assert errdiff.dither(array, out=out) is out
        assert set(numpy.unique(out)) == {0, white}
        assert numpy.array_equal(out == white, expected == 65535)
    bytes_out, column = numpy.zeros(array.shape, "f4"), numpy.zeros((31, 42, 1), "f4")
    array = samples(31, 42)
    errdiff.dither(array, out=bytes_out)
    errdiff.dither(array, out=column)
    assert numpy.array_equal(bytes_out * 255.0, errdiff.dither(array)) and numpy.array_equal(column[..., 0], bytes_out)
    with pytest.raises(ValueError, match="out: an array of float32 is not possible with indexed=True; .* of uint8"):
        errdiff.dither(array, COLORS, indexed=True, out=bytes_out)
    with pytest.raises(ValueError, match="out: "):
        errdiff.dither(array, out=numpy.zeros(array.shape, numpy.uint16))
    with pytest.raises(ValueError, match=r"out: the shape \(31, 42, 3\) is not possible; it must be \(31, 42, 4\)"):
        errdiff.dither(samples(31, 42, 4), levels=2, out=numpy.zeros((31, 42, 3), numpy.uint8))


def test_numpy_scalars():
    array = samples(31, 42)
    given = {"levels": numpy.int16(3), "strength": numpy.uint8(80), "seed": numpy.int64(7), "gamma": numpy.float32(1.5),
             "linear": numpy.bool_(False), "viewing": numpy.array(30.5), "dot_gain": numpy.float64(20)}
    assert same(errdiff.dither(array, **given), errdiff.dither(array, **{
        "levels": 3, "strength": 80, "seed": 7, "gamma": 1.5, "linear": False, "viewing": 30.5, "dot_gain": 20}))


def test_other_threads_run_meanwhile():
    array, ended, counts = samples(3000, 3000), threading.Event(), []

    def count():
        while not ended.is_set():
            counts.append(time.monotonic())
            time.sleep(0.001)
    counter = threading.Thread(target=count)
    counter.start()
    start = time.monotonic()
    errdiff.dither(array, kernel="floyd-steinberg", engine="serial-ed", threads=1)
    end = time.monotonic()
    ended.set()
    counter.join()
    inside = [moment for moment in counts if start + 0.1 * (end - start) < moment < end - 0.1 * (end - start)]
    assert inside


# ---- Transparency and dots -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("mode", ["LA", "RGBA"])
@pytest.mark.parametrize("given, arguments", [
    ({}, []),
    ({"levels": 2}, ["--levels", "2"]),
    ({"palette": COLORS}, ["--palette", ",".join(COLORS)]),
    ({"palette": COLORS, "alpha": "threshold"}, ["--palette", ",".join(COLORS), "--alpha", "threshold"]),
    ({"palette": COLORS, "alpha": "dither", "strength": 90, "noise": 10},
     ["--palette", ",".join(COLORS), "--alpha", "dither", "--strength", "90", "--noise", "10"]),
    ({"levels": 4, "dot": 3}, ["--levels", "4", "--dot", "3"]),
    ({"palette": "ega", "alpha": "dither", "dot": 4}, ["--palette", "ega", "--alpha", "dither", "--dot", "4"]),
])
def test_alpha_and_dots_as_the_command(mode, given, arguments, tmp_path):
    pil = pytest.importorskip("PIL.Image")
    array = samples(45, 50, len(mode))
    array[:10, :, -1], array[10:20, :, -1] = 0, 255
    image = pil.fromarray(array, mode)
    expected = by_command(image, tmp_path, *arguments)
    result = errdiff.dither(image, **given)
    assert numpy.array_equal(numpy.asarray(result.convert("RGBA")), numpy.asarray(expected.convert("RGBA")))
    assert result.mode == ("LA" if mode == "LA" and "palette" not in given else "RGBA")
    assert numpy.array_equal(errdiff.dither(array, **given), numpy.asarray(result))


def test_dots_as_the_command(tmp_path):
    pil = pytest.importorskip("PIL.Image")
    for array in (samples(45, 50), samples(45, 50, 3)):
        image = pil.fromarray(array)
        expected = numpy.asarray(by_command(image, tmp_path, "--palette", "ega", "--dot", "7").convert("RGB"))
        assert numpy.array_equal(errdiff.dither(array, "ega", dot=numpy.int8(7)), expected)
        out = numpy.zeros((45, 50, 3), numpy.uint8)
        errdiff.dither(array, "ega", dot=7, out=out)
        assert numpy.array_equal(out, expected)


def test_alpha_of_16_bits():
    array = samples(31, 42, 4, dtype=numpy.uint16)
    array[:5, :, 3], array[5:6, :, 3], array[6:7, :, 3] = 0, 1, 65535
    result = errdiff.dither(array, COLORS)
    assert result.dtype == numpy.uint16 and numpy.array_equal(result[..., 3], array[..., 3])
    assert numpy.array_equal(result[:5], array[:5])
    out = numpy.zeros((31, 42, 4), numpy.uint8)
    errdiff.dither(array, COLORS, out=out)
    assert set(out[5, :, 3]) == {1} and set(out[6, :, 3]) == {255} and set(out[0, :, 3]) == {0}


def test_a_mask_with_alpha():
    array, mask = samples(31, 42, 4), numpy.zeros((31, 42), bool)
    mask[5:20, 5:30] = True
    result = errdiff.dither(array, COLORS, mask=mask, alpha="threshold")
    assert numpy.array_equal(result[~mask], array[~mask])
    assert set(numpy.unique(result[mask][:, 3])) == {0, 255}


def test_numbers_of_transparent_pixels(tmp_path):
    pil = pytest.importorskip("PIL.Image")
    image = pil.fromarray(samples(45, 50, 4), "RGBA")
    for given, arguments in (({}, []), ({"alpha": "threshold"}, ["--alpha", "threshold"])):
        expected = by_command(image, tmp_path, "--palette", ",".join(COLORS), "--indexed", *arguments)
        result = errdiff.dither(image, COLORS, indexed=True, **given)
        assert result.mode == expected.mode == "P"
        assert numpy.array_equal(numpy.asarray(result), numpy.asarray(expected))
        assert result.info["transparency"] == 3
        assert numpy.array_equal(numpy.asarray(result.convert("RGBA")), numpy.asarray(expected.convert("RGBA")))
    with pytest.raises(ValueError, match="alpha: “keep” is not possible with indexed=True; available: thresh"):
        errdiff.dither(image, COLORS, indexed=True, alpha="keep")
    with pytest.raises(ValueError, match="palette: 256 colors are not possible with indexed=True and transparency"):
        errdiff.dither(image, [(i, i, i) for i in range(256)], indexed=True)


# ---- Images of PIL ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("mode, result_mode", [
    ("1", "L"), ("L", "L"), ("P", "RGB"), ("RGB", "RGB"), ("RGBX", "RGB"), ("CMYK", "RGB"), ("YCbCr", "RGB"),
    ("HSV", "RGB"), ("LA", "LA"), ("RGBA", "RGBA"), ("PA", "RGBA"),
])
def test_modes_of_images(mode, result_mode):
    pil = pytest.importorskip("PIL.Image")
    image = pil.fromarray(samples(31, 42, 4), "RGBA")
    image = image.convert("P" if mode == "PA" else "RGB" if mode not in ("RGBA", "LA") else mode).convert(mode)
    result = errdiff.dither(image, levels=3)
    assert result.mode == result_mode and result.size == (42, 31)
    as_read = numpy.asarray(image.convert(result_mode))
    assert numpy.array_equal(numpy.asarray(result), errdiff.dither(as_read, levels=3))


def test_images_of_16_bits_and_floats():
    pil = pytest.importorskip("PIL.Image")
    array = samples(31, 42, dtype=numpy.uint16)
    expected = errdiff.dither(array, levels=5)
    for image in (pil.fromarray(array), pil.fromarray(array.astype(numpy.int32)),
                  pil.frombytes("I;16B", (42, 31), array.astype(">u2").tobytes())):
        result = errdiff.dither(image, levels=5)
        assert result.mode == "I;16" and numpy.array_equal(numpy.asarray(result), expected)
    floats = errdiff.dither(pil.fromarray((array / 65535).astype(numpy.float32)), levels=5)
    assert floats.mode == "F" and numpy.array_equal(numpy.rint(numpy.asarray(floats) * 65535.0), expected)
    in_color = errdiff.dither(pil.fromarray(array), COLORS)
    assert in_color.mode == "RGB"
    assert numpy.array_equal(numpy.asarray(in_color) * numpy.uint16(257), errdiff.dither(array, COLORS))
    with pytest.raises(ValueError, match="mode I with values of 0 to 70000 is not possible; they must be 0 to 65535"):
        errdiff.dither(pil.fromarray(numpy.array([[0, 70000]], numpy.int32)))


def test_image_with_a_transparent_color(tmp_path):
    pil = pytest.importorskip("PIL.Image")
    image = pil.fromarray(samples(45, 50, 3)).quantize(8)
    image.info["transparency"] = 2
    image.save(tmp_path / "p.png", transparency=2)
    with pil.open(tmp_path / "p.png") as read:
        result = errdiff.dither(read, COLORS)
        assert result.mode == "RGBA"
        assert numpy.array_equal(numpy.asarray(result)[..., 3] == 0, numpy.asarray(read) == 2)


def test_resolution_of_an_image():
    pil = pytest.importorskip("PIL.Image")
    image, how = pil.fromarray(samples(60, 60)), {"screen": "round", "screen_size": "60lpi"}
    with pytest.raises(ValueError, match="dpi"):
        errdiff.dither(image, **how)
    image.info["dpi"] = (300, 300)
    result = errdiff.dither(image, **how)
    assert numpy.array_equal(numpy.asarray(result), errdiff.dither(numpy.asarray(image), dpi=300, **how))
    assert result.info["dpi"] == (300, 300)
    assert errdiff.dither(image, resize="50%").info["dpi"] == (300, 300)
    printed = errdiff.dither(image, resize="5.08x5.08mm", dpi=150)
    assert printed.size == (30, 30) and printed.info["dpi"] == (150, 150)
    assert "dpi" not in errdiff.dither(pil.fromarray(samples(4, 4)), dpi=150).info


def test_mask_of_pil():
    pil = pytest.importorskip("PIL.Image")
    array, mask = samples(31, 42), samples(31, 42) > 127
    assert same(errdiff.dither(array, mask=pil.fromarray(mask)), errdiff.dither(array, mask=mask))


# ---- Palettes and presets --------------------------------------------------------------------------------------------

def test_palettes_of_floats_and_texts():
    expected = [[0, 0, 0], [255, 128, 0], [255, 255, 255]]
    for source in ([(0, 0, 0), (1.0, 0.5, 0), (1, 1, 1)], numpy.array(expected) / 255, "#000000,#ff8000,#ffffff",
                   "black,#ff8000,white", ["black", (255, 128, 0), "#fff"], [numpy.array(color) for color in expected],
                   (color for color in expected)):
        assert errdiff.Palette(source).colors.tolist() == expected
    assert len(errdiff.Palette("ega")) == 16


def test_palettes_of_pil():
    pil = pytest.importorskip("PIL.Image")
    image = pil.new("P", (4, 4))
    image.putpalette([0, 0, 0, 255, 128, 0])
    assert errdiff.Palette(image).colors.tolist() == [[0, 0, 0], [255, 128, 0]]
    pixels = numpy.array([[[9, 8, 7], [1, 2, 3]], [[9, 8, 7], [4, 5, 6]]], numpy.uint8)
    assert errdiff.Palette(pil.fromarray(pixels)).colors.tolist() == [[9, 8, 7], [1, 2, 3], [4, 5, 6]]
    with pytest.raises(ValueError, match="palette: the image has 800 colors, .* 256 are possible"):
        errdiff.Palette(pil.fromarray(numpy.arange(1200, dtype=numpy.uint16).view(numpy.uint8).reshape(20, 40, 3)))


@pytest.mark.parametrize("name", list(errdiff.presets()))
def test_presets_as_the_command(name, tmp_path):
    pil = pytest.importorskip("PIL.Image")
    if name in ("pixel-art-16",) and os.environ["HAS_IMAGEQUANT"] == "0":
        pytest.skip("libimagequant is missing")
    array = samples(40, 50, 3)
    expected = by_command(pil.fromarray(array), tmp_path, "--preset", name).convert("RGB")
    result = errdiff.dither(array, preset=name)
    assert numpy.array_equal(result, numpy.asarray(expected))
    assert numpy.array_equal(errdiff.dither(array, preset=errdiff.presets()[name]), result)


def test_what_is_given_replaces_what_a_preset_says():
    array = samples(40, 50, 3)
    assert same(errdiff.dither(array, preset="classic-mac", kernel="stucki", levels=4),
                errdiff.dither(array, kernel="stucki", levels=4, serpentine=True, gamma=1.2, contrast=-10,
                               brightness=20))
    assert same(errdiff.dither(array, COLORS, preset="ega"), errdiff.dither(array, COLORS))


def test_adaptive_palettes(tmp_path):
    pil = pytest.importorskip("PIL.Image")
    if os.environ["HAS_IMAGEQUANT"] == "0":
        pytest.skip("libimagequant is missing")
    array = samples(40, 50, 3)
    expected = by_command(pil.fromarray(array), tmp_path, "--colors", "5", "--lock", "#102030", "--gamma", "1.5")
    result = errdiff.dither(array, "adaptive:5:102030", gamma=1.5)
    assert numpy.array_equal(result, numpy.asarray(expected.convert("RGB")))


# ---- Many images ---------------------------------------------------------------------------------------------------

def test_many_images():
    images = [samples(20 + i, 30) for i in range(30)]
    results = list(errdiff.dither_many(iter(images), levels=3, threads=3))
    assert all(same(result, errdiff.dither(image, levels=3)) for image, result in zip(images, results))
    assert len(results) == 30 and list(errdiff.dither_many([])) == []


def test_many_images_are_read_when_they_are_needed():
    read = []

    def images():
        for i in range(100):
            read.append(i)
            yield samples(20, 30)
    results = errdiff.dither_many(images(), threads=2)
    next(results)
    assert len(read) <= 6
    results.close()


@pytest.mark.parametrize("dtype", ["u1", "u2", "f2", "f4", "f8"])
def test_rows_that_overlap_in_memory(dtype):
    window = numpy.lib.stride_tricks.sliding_window_view(samples(3000, dtype=dtype), 27)[:20].reshape(20, 9, 3)
    repeated = numpy.broadcast_to(samples(30, dtype=dtype), (8, 30))
    for array in (window, repeated):
        for options in ({}, {"resize": "50%"}, {"resize": "120%"}):
            assert same(errdiff.dither(array, levels=4, **options), errdiff.dither(array.copy(), levels=4, **options))


def test_many_frames():
    frames = [samples(20, 30, 3) for _ in range(4)]
    sequence = errdiff.Sequence(60)
    expected = [sequence.dither(frame, "ega") for frame in frames]
    results = list(errdiff.dither_many(frames, "ega", stable=60))
    assert all(same(result, frame) for result, frame in zip(results, expected))


def test_mistakes_of_many_are_said_at_once():
    for wrong in ({"levels": 1}, {"stable": 101}, {"stable": 1.5}, {"preset": "x"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            errdiff.dither_many([], **wrong)
    with pytest.raises(ValueError, match="image"):
        list(errdiff.dither_many([samples(20, 30), None]))
