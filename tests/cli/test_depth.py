# SPDX-License-Identifier: GPL-3.0-or-later
"""--depth: images of 16 bits per sample become all values of 8 bits, or of 10 or 12 bits in samples of 16."""

import os
import random

import png
import pnm
import pytest

WIDTH, HEIGHT = 203, 61
SAME = ["--levels", "256", "--bits", "8", "--no-linear"]


@pytest.fixture(name="command", params=[1, 3], ids=["gray", "RGB"])
def _command(as_typed, request):
    """The command beside in.pnm, noise of 16 bits."""
    noise = random.Random(request.param).randbytes(2 * WIDTH * HEIGHT * request.param)
    as_typed.write("in.pnm", pnm.encode(WIDTH, HEIGHT, request.param, 16, noise))
    as_typed.channels = request.param
    return as_typed


def _made(command, *words):
    command.works("in.pnm", "out.pnm", *words)
    return command.read("out.pnm")


def test_all_values_are_levels(command):
    made = _made(command, "--depth", "8")
    assert made == _made(command, *SAME)
    width, height, channels, bits, data = pnm.decode(made)
    assert (width, height, channels, bits) == (WIDTH, HEIGHT, command.channels, 8)
    assert set(data) == set(range(256))


def test_no_sample_is_far_from_its_own(command):
    """Errors of Floyd and Steinberg's kernel are less than a level step."""
    samples = pnm.decode(command.read("in.pnm"))[4]
    data = pnm.decode(_made(command, "--depth", "8", "--kernel", "floyd-steinberg"))[4]
    for i, value in enumerate(data):
        assert abs(int.from_bytes(samples[2 * i:2 * i + 2], "big") - 257 * value) <= 257


@pytest.mark.parametrize("words", [["--levels", "7"], ["--linear"], ["--linear", "--levels", "3"]], ids=str)
def test_what_is_given_wins(command, words):
    levels = [] if "--levels" in words else ["--levels", "256"]
    linear = [] if "--linear" in words else ["--no-linear"]
    assert _made(command, "--depth", "8", *words) == _made(command, "--bits", "8", *levels, *linear, *words)
    assert _made(command, *words, "--depth", "8") == _made(command, "--bits", "8", *levels, *linear, *words)


def test_colors_of_a_preset_give_way(command):
    assert set(pnm.decode(_made(command, "--preset", "game-boy", "--depth", "8"))[4]) == set(range(256))


def test_images_of_8_bits_stay(as_typed):
    noise = random.Random(8).randbytes(WIDTH * HEIGHT)
    as_typed.write("in.pnm", pnm.encode(WIDTH, HEIGHT, 1, 8, noise))
    assert pnm.decode(_made(as_typed, "--depth", "8"))[4] == noise


def _words(data):
    """The samples of 16 bits, as numbers."""
    return [high << 8 | low for high, low in zip(data[::2], data[1::2])]


@pytest.mark.parametrize("depth", [10, 12])
@pytest.mark.parametrize("words", [[], ["--linear"]], ids=["display", "light"])
def test_levels_in_16_bits(command, depth, words):
    """They are spread over all values, with one rounding, and no sample is a level or more from its own, in a mean over
    light a little more."""
    made = _made(command, "--depth", str(depth), "--kernel", "floyd-steinberg", *words)
    *shape, data = pnm.decode(made)
    assert shape == [WIDTH, HEIGHT, command.channels, 16]
    last = 2 ** depth - 1
    levels = {(2 * i * 65535 + last) // (2 * last) for i in range(last + 1)}
    written, given = _words(data), _words(pnm.decode(command.read("in.pnm"))[4])
    assert set(written) <= levels and len(set(written)) > 0.9 * len(levels)
    assert words or max(abs(value - own) for value, own in zip(written, given)) <= 65535 // last + 1
    for engine, threads in (("serial-ed", 1), ("serial-ec", 1), ("block", 3), ("wavefront", 1), ("wavefront", 3)):
        assert made == _made(command, "--depth", str(depth), "--kernel", "floyd-steinberg", *words, "--engine", engine,
                             "--threads", str(threads))


@pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_PNG") != "1", reason="no libpng")
@pytest.mark.parametrize("color, given, options, wanted", [
    (png.GRAY, None, [], b"\x0a"), (png.GRAY, b"\x10", [], b"\x0a"), (png.RGB_ALPHA, None, [], b"\x0a\x0a\x0a\x10"),
    (png.RGB_ALPHA, b"\x0f\x0f\x0f\x09", [], b"\x0a\x0a\x0a\x09"), (png.GRAY, None, ["--levels", "4"], None)])
def test_a_png_says_which_bits_are_significant(as_typed, color, given, options, wanted):
    data = random.Random(2).randbytes(2 * WIDTH * HEIGHT * {png.GRAY: 1, png.RGB_ALPHA: 4}[color])
    as_typed.write("in.png", png.encode(WIDTH, HEIGHT, color, 16, data, chunks=[(b"sBIT", given)] if given else []))
    as_typed.works("in.png", "out.png", "--depth", "10", *options)
    assert dict(png.chunks_of(as_typed.read("out.png"))).get(b"sBIT") == wanted


@pytest.mark.parametrize("words", [["--refine", "2"], ["--dot-gain", "20"]], ids=str)
def test_no_more_than_256_levels(command, words):
    for depth in ("10", "12"):
        assert f"{words[0][2:]}: it is not possible with more than 256 levels" in \
            command.fails(2, "in.pnm", "out.pnm", "--depth", depth, *words)
    command.works("in.pnm", "out.pnm", "--depth", "12", "--levels", "4", *words)


def test_depth_of_images_of_8_bits(as_typed):
    as_typed.write("in.pnm", pnm.encode(5, 3, 1, 8, bytes(15)))
    assert "in.pnm: it is read with 8 bits per sample; a --depth of 12 is for images of 16" in \
        as_typed.fails(1, "in.pnm", "out.pnm", "--depth", "12")


@pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_WEBP") != "1", reason="the command was built without libwebp")
def test_webp_has_8_bits(command):
    assert "out.webp: a WebP has 8 bits per sample; use --depth 8" in \
        command.fails(1, "in.pnm", "out.webp", "--depth", "12")
    command.works("in.pnm", "out.webp", "--depth", "8")


@pytest.mark.skipif(os.environ.get("ERRDIFF_HAS_PNG") != "1", reason="the command was built without libpng")
def test_png(command):
    command.works("in.pnm", "out.png", "--depth", "8")
    *_, bits, data, _ = png.decode(command.read("out.png"))
    assert bits == 8 and data == pnm.decode(_made(command, "--depth", "8"))[4]
    command.works("in.pnm", "out.png", "--depth", "10")
    *_, bits, data, _ = png.decode(command.read("out.png"))
    assert bits == 16 and data == pnm.decode(_made(command, "--depth", "10"))[4]


@pytest.mark.parametrize("words, said", [
    (["--depth", "9"], "it must be 8, 10 or 12"), (["--depth", "16"], "it must be 8, 10 or 12"),
    (["--depth", ""], "it must be 8, 10 or 12"), (["--depth", "10", "--bits", "8"], "--bits cannot be combined"),
    (["--depth", "8", "--palette", "cga"], "--depth and --palette"),
    (["--depth", "8", "--colors", "4"], "--depth and --colors"),
    (["--depth", "8", "--device", "inky-phat-4"], "device"),
], ids=str)
def test_wrong_calls(command, words, said):
    assert said in command.fails(2, "in.pnm", "out.pnm", *words)
