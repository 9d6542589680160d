# SPDX-License-Identifier: GPL-3.0-or-later
"""Streams of the Python module give the bytes of the whole image, also if another process continues them."""

import os
import subprocess
import sys
from pathlib import Path

import errdiff
import numpy
import pytest

ANY = numpy.random.default_rng(1)


def image_of(dtype, *shape):
    samples = ANY.integers(0, 65536, shape)
    return (samples / 65535).astype(dtype) if numpy.dtype(dtype).kind == "f" else \
        (samples >> (16 - 8 * numpy.dtype(dtype).itemsize)).astype(dtype)


@pytest.mark.parametrize("dtype", [numpy.uint8, numpy.uint16, ">u2", numpy.float16, ">f4", numpy.float32])
@pytest.mark.parametrize("shape, palette, given", [
    ((300, 70), None, {}), ((300, 70), "ega", {"noise": 20}), ((300, 70, 3), "ega", {"indexed": True}),
    ((300, 70, 3), None, {"levels": (2, 3, 4), "kernel": "stucki"}), ((300, 70, 3), None, {"gray": True}),
    ((300, 70, 3), None, {"preset": "bayer-4"}),
])
def test_pieces_are_the_whole(dtype, shape, palette, given):
    image = image_of(dtype, *shape)
    expected = errdiff.dither(image, palette, **given)
    stream = errdiff.Stream(shape, dtype, palette, **given)
    moved = []
    for first, end in ((0, 64), (64, 192), (192, 300)):
        following = errdiff.Stream(shape, dtype, palette, **given)
        following.restore(stream.state())
        assert following.done == first
        stream = following
        moved.append(stream.dither(image[first:end]))
    result = numpy.concatenate(moved)
    assert {piece.dtype for piece in moved} == {expected.dtype} and numpy.array_equal(result, expected)


@pytest.mark.parametrize("height", [1, 64, 65, 128, 129, 200])
def test_detail_looks_at_the_row_that_follows(height):
    image, mask = image_of(numpy.uint8, height, 50, 3), ANY.integers(0, 4, (height, 50)) > 0
    given = {"detail": 60, "levels": 3}
    stream, pieces = errdiff.Stream(image.shape, **given), []
    while stream.done < height:
        rows = slice(stream.done, stream.done + 65)
        pieces.append(stream.dither(image[rows], mask=mask[rows]))
    assert numpy.array_equal(numpy.concatenate(pieces), errdiff.dither(image, mask=mask, **given))


def test_mistakes_with_detail():
    rows = numpy.zeros((128, 50), numpy.uint8)
    stream = errdiff.Stream((200, 50), detail=10)
    for wrong in (rows[:64], rows[:1], rows[:66]):
        with pytest.raises(ValueError, match="it must be a multiple of 64 and one more, or all 200 that are left"):
            stream.dither(wrong)
    assert stream.dither(rows[:65]).shape == (64, 50)
    with pytest.raises(RuntimeError, match="detail: the state has no room"):
        stream.state()


def test_masks_of_pieces():
    image, mask = image_of(numpy.uint8, 128, 50), ANY.integers(0, 2, (128, 50)) > 0
    stream = errdiff.Stream((128, 50))
    pieces = [stream.dither(image[at:at + 64], mask=mask[at:at + 64]) for at in (0, 64)]
    assert numpy.array_equal(numpy.concatenate(pieces), errdiff.dither(image, mask=mask))


# Dithers the second half of an image from the state of the first.
CONTINUES = """
import errdiff, numpy, sys
stream = errdiff.Stream((128, 50), kernel="jarvis-judice-ninke")
stream.restore(open(sys.argv[1], "rb").read())
numpy.save(sys.argv[3], stream.dither(numpy.load(sys.argv[2])))
"""


@pytest.mark.parametrize("instructions", ["c", ""])
def test_another_process_continues(instructions, tmp_path):
    image = image_of(numpy.uint8, 128, 50)
    stream = errdiff.Stream((128, 50), kernel="jarvis-judice-ninke")
    first = stream.dither(image[:64])
    (tmp_path / "state").write_bytes(stream.state())
    numpy.save(tmp_path / "rows.npy", image[64:])
    environment = {**os.environ, "PYTHONPATH": str(Path(errdiff.__file__).parents[1])}
    if instructions:
        environment["ERRDIFF_ISA"] = instructions
    subprocess.run([sys.executable, "-c", CONTINUES, "state", "rows.npy", "out.npy"], check=True, cwd=tmp_path,
                   env=environment)
    result = numpy.concatenate([first, numpy.load(tmp_path / "out.npy")])
    assert numpy.array_equal(result, errdiff.dither(image, kernel="jarvis-judice-ninke"))


def test_mistakes():
    rows = numpy.zeros((64, 50), numpy.uint8)
    for given, text in (({"dot": 2}, "dot: 2 is not possible in a stream; it must be 1"),
                        ({"stretch": True}, "stretch"), ({"refine": 1}, "refine"),
                        ({"palette": "adaptive:4"}, "palette: one that is made"), ({"levels": 1}, "levels: 1")):
        with pytest.raises(ValueError, match=text):
            errdiff.Stream((128, 50), **given)
    for shape in ((128,), (128, 50, 4), (0, 50), (64.5, 50), ("64", 50), (2 ** 40, 50), 64, None):
        with pytest.raises(ValueError, match="shape: .* is not possible; it must be"):
            errdiff.Stream(shape)
    stream = errdiff.Stream((128, 50))
    for wrong, text in ((rows[:63], "rows: 63 is not possible; it must be a multiple of 64, or all 128"),
                        (rows[:, 1:], r"uint8 with the shape \(64, 49\) .* uint8 with the shape \(rows, 50\)"),
                        (rows.astype(numpy.uint16), "rows: uint16")):
        with pytest.raises(ValueError, match=text):
            stream.dither(wrong)
    stream.dither(rows)
    state = stream.state()
    for wrong, text in ((b"", "state"), (state[:-1], "damaged"), (state + b"x", "damaged"), (5, "state")):
        with pytest.raises(ValueError, match=text):
            errdiff.Stream((128, 50)).restore(wrong)
    with pytest.raises(ValueError, match="state: .* other options"):
        errdiff.Stream((128, 50), noise=1).restore(state)


def test_pieces_of_floats_may_have_any_strides():
    image = image_of(numpy.float32, 100, 50, 3)
    stream = errdiff.Stream(image.shape, image.dtype, "ega")
    made = [stream.dither(image[:64]), stream.dither(numpy.asfortranarray(image[64:]))]
    assert numpy.array_equal(numpy.concatenate(made), errdiff.dither(image, "ega"))
