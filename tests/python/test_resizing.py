# SPDX-License-Identifier: GPL-3.0-or-later
"""A result can have another size, which is that of the command, byte for byte."""

import os
import re
import traceback
from pathlib import Path

import errdiff
import numpy
import pytest
from test_images import by_command, samples
from test_interrupts import Interrupting


@pytest.fixture(autouse=True, scope="module")
def zimg():
    try:
        errdiff.dither(samples(4, 4), levels=2, resize=(2, 2))
    except RuntimeError as error:
        if "without zimg" not in str(error) or os.environ.get("HAS_ZIMG") == "1":
            raise
        pytest.skip(str(error))


# The named size, the fit, the side of a dot.
SIZES = [("24x20", "fit", 1), ("24x20", "fill", 1), ("24x20", "stretch", 1), ("30", "fit", 1), ("x17", "fit", 2),
         ("50%", "fit", 3), ("300%", "fit", 1), ("200%", "fit", 4), ("70x90", "fill", 5), ("10x8mm", "stretch", 1)]


@pytest.mark.parametrize("resize, fit, dot", SIZES)
@pytest.mark.parametrize("mode, shape", [("L", (31, 42)), ("RGB", (31, 42, 3)), ("RGBA", (31, 42, 4))])
def test_sizes(resize, fit, dot, mode, shape, tmp_path):
    image = pytest.importorskip("PIL.Image").fromarray(samples(*shape))
    fits = [] if fit == "fit" else ["--fit", fit]
    expected = by_command(image, tmp_path, "--levels", "3", "--resize", resize, *fits, "--dot", str(dot), "--dpi", "90")
    result = errdiff.dither(image, levels=3, resize=resize, fit=fit, dot=dot, dpi=90)
    assert result.mode == mode
    assert numpy.array_equal(numpy.asarray(result), numpy.asarray(expected.convert(mode)))


def test_sizes_of_arrays():
    deep = samples(31, 42, 3, dtype=numpy.uint16)
    assert errdiff.dither(deep, levels=2, resize=(20, 10)).shape == (10, 14, 3)
    assert errdiff.dither(deep, levels=2, resize=[20, 10], fit="stretch").shape == (10, 20, 3)
    fewer = errdiff.dither(deep, ["#000", "#fff"], resize="50%", indexed=True)
    assert (fewer.shape, fewer.dtype) == ((16, 21), numpy.uint8)
    floats = errdiff.dither(deep[..., 0] / 65535, levels=2, resize="x62")
    assert (floats.shape, floats.dtype) == ((62, 84), numpy.float64)
    backwards = errdiff.dither(deep[::-1], levels=5, resize=(20, 20))
    assert numpy.array_equal(backwards, errdiff.dither(deep[::-1].copy(), levels=5, resize=(20, 20)))


def test_out_has_the_size_of_the_result():
    image, out = samples(30, 40, 3), numpy.zeros((15, 20, 3), numpy.uint8)
    assert errdiff.dither(image, levels=2, resize="50%", out=out) is out
    assert numpy.array_equal(out, errdiff.dither(image, levels=2, resize="50%"))
    with pytest.raises(ValueError, match=r"out: the shape \(30, 40, 3\) is not possible; it must be \(15, 20, 3\)"):
        errdiff.dither(image, levels=2, resize="50%", out=image.copy())


def test_the_resolution_of_an_image():
    image = pytest.importorskip("PIL.Image").fromarray(samples(30, 40))
    with pytest.raises(ValueError, match="resize: a size in millimeters needs dpi"):
        errdiff.dither(image, levels=2, resize="25.4mm")
    image.info["dpi"] = (60, 60)
    assert errdiff.dither(image, levels=2, resize="25.4mm").size == (60, 45)


def test_example_of_the_documents(tmp_path, monkeypatch):
    pil = pytest.importorskip("PIL.Image")
    document = Path(__file__).resolve().parents[2] / "docs/python.md"
    example, = (block for block in re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.S)
                if "resize=" in block)
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    with pil.open("panel.png") as image:
        assert image.size == (800, 480)


def test_several():
    images = [samples(30, 40) for _ in range(3)]
    expected = [errdiff.dither(image, levels=2, resize=(20, 20)) for image in images]
    for stable in (0, 50):
        results = list(errdiff.dither_many(images, levels=2, resize=(20, 20), stable=stable))
        assert [result.shape for result in results] == [(15, 20)] * 3
        assert numpy.array_equal(results[0], expected[0])
    assert errdiff.Sequence().dither(images[0], levels=2, resize=(20, 20)).shape == (15, 20)


@pytest.mark.parametrize("resize", [
    "", "80xx", "0x5", "-3", (3,), (3, 4, 5), (0, 5), (2.5, 5), (-1, 5), 800, True, (float("inf"), 5),
    (5, float("nan")), b"80", "1e9", (2**40, 5), "100000%", ("8", "9")])
def test_wrong_sizes(resize):
    with pytest.raises(ValueError, match="resize: .* is not possible; it must be a pair"):
        errdiff.dither(samples(4, 4), levels=2, resize=resize)


def test_what_is_impossible():
    image = samples(2, 4)
    for message, given in (("fit: “crop” is not possible; available: fit, fill, stretch", {"fit": "crop"}),
                           ("fit: “fill” needs both sides in resize", {"resize": "50%", "fit": "fill"}),
                           ("fit: “fill” needs both sides in resize", {"resize": None, "fit": "fill"}),
                           ("fit: “crop” is not possible", {"resize": None, "fit": "crop"}),
                           ("resize: it is not possible with a mask", {"mask": image, "resize": (2, 2)}),
                           ("resize: a side would be longer than", {"resize": f"x{2**28}"})):
        with pytest.raises(ValueError, match=message):
            errdiff.dither(image, levels=2, **{"resize": (2, 2), **given})
    with pytest.raises(TypeError, match="there is no option “resize”"):
        errdiff.Stream((4, 4), resize=(2, 2))


@pytest.mark.parametrize("channels", [1, 2, 3])
def test_ctrl_c(monkeypatch, channels):
    """It ends a call that resizes."""
    image = samples(200, 150, channels)
    monkeypatch.setattr(errdiff._calls, "State", Interrupting)
    with pytest.raises(KeyboardInterrupt) as caught:
        errdiff.dither(image, levels=2, resize="120%")
    assert {"resized", "errdiff_python_watch"} <= {frame.name for frame in traceback.extract_tb(caught.tb)}
