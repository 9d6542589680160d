# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff hologram` with TIFF files that are stored in tiles."""

import os
import random

import formats
import pytest
from fields import HEIGHT, OPTICS, PLAIN, WIDTH, color, floats

pytestmark = pytest.mark.skipif("0" in (os.environ["ERRDIFF_HAS_HOLOGRAM"], os.environ["ERRDIFF_HAS_TIFF"]),
                                reason="built without FFTW, LAPACK or libtiff")

COMPLEX = 6


@pytest.fixture(scope="module")
def field():
    draw = random.Random(5)
    return [complex(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(WIDTH * HEIGHT)]


def _tiled(field, channels, tile, order="<", bits=32, apart=False, more=()):
    """The parts of the field, and zeros in further channels; a single channel has complex numbers."""
    is_complex = channels == 1
    numbers = [number for value in field
               for number in (value.real, value.imag, *[0] * (channels - 2))]
    kind = COMPLEX if is_complex else 3
    return formats.tiff(WIDTH, HEIGHT, channels, bits * 2 if is_complex else bits,
                        floats(numbers, order == ">", "d" if bits == 64 else "f"), order=order, tile=tile, apart=apart,
                        photometric=2 if channels >= 3 else 1, more=[(339, (3, [kind] * channels)), *more])


@pytest.mark.parametrize("tile", [(16, 16), (32, 16), (48, 32), (64, 64)])
@pytest.mark.parametrize("order", "<>")
def test_tiles(errdiff, field, tile, order):
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    for channels, bits, apart in ((1, 32, False), (1, 64, False), (2, 32, False), (3, 64, False), (2, 32, True),
                                  (3, 64, True)):
        errdiff.write("in.tif", _tiled(field, channels, tile, order, bits, apart))
        errdiff.works("hologram", *OPTICS, "in.tif", "out.pgm")
        assert errdiff.read("out.pgm") == errdiff.read("expected.pgm"), (channels, bits, apart)


def test_broken_tiles(errdiff, field):
    whole = _tiled(field, 2, (16, 16))
    many = {322: (4, [1 << 20]), 323: (4, [1 << 20])}
    for content in (whole[:len(whole) // 2], _tiled(field, 2, (16, 16), more=[(322, (3, [0]))]),
                    _tiled(field, 2, (16, 16), more=[(322, (3, [48]))]), _tiled(field, 2, (16, 16), more=[
                        (257, (4, [4 * HEIGHT]))])):
        errdiff.write("in.tif", content)
        assert errdiff.fails(1, "hologram", *OPTICS, "in.tif", "out.pgm").startswith("errdiff: in.tif: ")
    # libtiff takes its tiles of subsampled YCbCr, here of one pixel, for larger than these numbers are.
    errdiff.write("in.tif", _tiled(field, 3, (1, 1), more=[(262, (3, [6])), (530, (3, [4, 4]))]))
    assert errdiff.fails(1, "hologram", *OPTICS, "in.tif", "out.pgm").startswith("errdiff: in.tif: ")
    errdiff.write("in.tif", _tiled(field, 2, (16, 16), more=many.items()))
    line = errdiff.fails(1, "hologram", *PLAIN, "in.tif", "out.pgm", "--max-memory", "50M")
    assert "in.tif: this takes " in line and "--max-memory" in line


@pytest.mark.parametrize("how", [{}, {"tile": (16, 32)}, {"tile": (32, 16), "compression": "zlib"},
                                 {"tile": (64, 64), "bigtiff": True}], ids=str)
def test_files_of_tifffile(errdiff, field, how):
    """As Python's tifffile writes complex numbers, pairs of floats, and planes."""
    numpy, tifffile = pytest.importorskip("numpy"), pytest.importorskip("tifffile")
    errdiff.write("in.pfm", color(field))
    errdiff.works("hologram", *OPTICS, "in.pfm", "expected.pgm")
    array = numpy.array(field, "complex64").reshape(HEIGHT, WIDTH)
    pairs = numpy.stack([array.real, array.imag], axis=-1)
    for content, layout in ((array, {}), (array.astype("complex128"), {}), (pairs, {"planarconfig": "contig"}),
                            (pairs.astype("float64"), {"planarconfig": "contig"}),
                            (pairs.transpose(2, 0, 1), {"planarconfig": "separate"})):
        tifffile.imwrite(errdiff.folder / "in.tif", content, photometric="minisblack", **layout, **how)
        errdiff.works("hologram", *OPTICS, "in.tif", "out.pgm")
        assert errdiff.read("out.pgm") == errdiff.read("expected.pgm"), (content.dtype, layout)
