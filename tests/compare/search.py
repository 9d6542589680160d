# SPDX-License-Identifier: GPL-3.0-or-later
"""What is left to gain: a direct binary search (Analoui and Allebach 1992), which starts with a dithered image and
changes single pixels as long as this lowers the error that an eye would see.

The eye is a Gaussian of 1.3 pixels for luminance and of 2.2 pixels for color, in light. The result is a local optimum
for this eye, so it is a bound in practice, not in theory: for other measures something better can exist."""

import ctypes
import tempfile
from pathlib import Path

import numpy
from scipy.ndimage import correlate1d

import quality
from compiled import compiled

SOURCES = [Path(__file__), Path(__file__).with_suffix(".c")]
PASSES = 10
_SIGMAS = (1.3, 2.2, 2.2)  # pixels
_AUTOCORRELATION = tuple(sigma * 2 ** 0.5 for sigma in _SIGMAS)
_RADIUS = int(numpy.ceil(2.9 * max(_AUTOCORRELATION)))

# Luminance, red–green with 1.6 times its weight, and yellow–blue with 0.7 times.
_RELATIVE = quality.XYZ / quality.WHITE[:, None]
_CHANNELS = numpy.stack([_RELATIVE[1], 1.6 * (_RELATIVE[0] - _RELATIVE[1]), 0.7 * (_RELATIVE[1] - _RELATIVE[2])])


class _Search(ctypes.Structure):
    _fields_ = [*((name, ctypes.c_int) for name in ("width", "height", "count", "radius")),
                *((name, ctypes.POINTER(ctypes.c_float)) for name in ("colors", "filter", "error")),
                ("index", ctypes.POINTER(ctypes.c_ushort))]


def _gaussian(sigma):
    weights = numpy.exp(-numpy.arange(-_RADIUS, _RADIUS + 1) ** 2 / (2 * sigma * sigma))
    return weights / weights.sum()


def _blurred(planes):
    for plane, sigma in zip(planes, _AUTOCORRELATION):
        for axis in (0, 1):
            plane = correlate1d(plane, _gaussian(sigma), axis=axis, mode="constant")
        yield plane


def _pointer(array, kind=ctypes.c_float):
    return array.ctypes.data_as(ctypes.POINTER(kind))


def searched(original, result, white=None):
    """A better image with the colors of `result`, for a viewer who has adapted to `white` (quality.seen). All are
    arrays of bytes of sRGB; so is the image that is returned."""
    colors, index = numpy.unique(result.reshape(-1, 3), axis=0, return_inverse=True)
    index = numpy.ascontiguousarray(index.reshape(result.shape[:2]), numpy.uint16)
    height, width = index.shape
    amounts = quality.light(colors) / (1 if white is None else quality.light(white))
    palette = numpy.ascontiguousarray(amounts @ _CHANNELS.T, numpy.float32)
    difference = palette[index] - (quality.light(original) @ _CHANNELS.T).astype(numpy.float32)
    error = numpy.ascontiguousarray(list(_blurred(numpy.moveaxis(difference, -1, 0))), numpy.float32)
    kernels = numpy.ascontiguousarray([numpy.outer(_gaussian(sigma), _gaussian(sigma)) for sigma in _AUTOCORRELATION],
                                      numpy.float32)
    search = _Search(width, height, len(colors), _RADIUS, _pointer(palette), _pointer(kernels), _pointer(error),
                     _pointer(index, ctypes.c_ushort))
    with tempfile.TemporaryDirectory() as folder:
        search_pass = compiled(__file__, folder, "-O3", "-march=native").search_pass
        search_pass.restype = ctypes.c_long
        for _ in range(PASSES):
            if search_pass(ctypes.byref(search)) < width * height / 2000:
                break
    return colors[index]
