# SPDX-License-Identifier: GPL-3.0-or-later
"""Dithers an image in pieces of rows, which can be continued in another process or on another machine."""

import operator

import numpy

from ._calls import check
from ._dithering import Job
from ._library import ffi, lib
from ._images import in_type, library_bits, library_image, read_image, read_mask, type_of_result


def _shape(shape):
    try:
        lengths = tuple(operator.index(length) for length in shape)
    except TypeError:
        lengths = ()
    if len(lengths) not in (2, 3) or lengths[2:] not in ((), (3,)) or \
            not all(1 <= length <= lib.ERRDIFF_MAX_SIDE for length in lengths):
        raise ValueError(f"shape: {shape!r} is not possible; it must be (height, width) or (height, width, 3), with "
                         f"sides of 1 to {lib.ERRDIFF_MAX_SIDE} pixels")
    return lengths


class Stream:
    """An image that is dithered in pieces of rows, from top to bottom, and need not fit into memory. The result has
    the bytes that dither() gives for the whole image.

    shape     of the whole image: (height, width) or (height, width, 3)
    dtype     the type of its samples, as for dither()
    palette, preset, indexed, given
              as for dither(). Impossible are alpha and dot, and options that need the whole image: refine, stretch
              and tone, serpentine order, and "adaptive:16"; so an image in color needs levels or a palette

    Stream.rows is what the number of rows in a piece, except the last one, must be a multiple of.
    """

    rows = lib.ERRDIFF_STREAM_ROWS

    def __init__(self, shape, dtype=numpy.uint8, palette=None, *, preset=None, indexed=False, **given):
        shape, dtype = _shape(shape), numpy.dtype(dtype)
        image = read_image(numpy.zeros((1, 1) + shape[2:], dtype))  # of that kind, though not of that size
        self._job = job = Job(palette, preset, indexed, given)
        if job.dot != 1:
            raise ValueError(f"dot: {job.dot} is not possible in a stream; it must be 1")
        if job.adaptive:
            raise ValueError("palette: one that is made from the image is not possible in a stream; make_palette "
                             "makes it before")
        job.choose_palette(image.colors, None)
        self.shape, self.dtype, self.done = shape, dtype, 0
        self._is_gray = bool(job.struct.indexed) or job.result_is_gray(image.colors)
        has_bytes = bool(job.struct.indexed) or job.depth == 8
        self._is_of_samples = has_bytes or job.depth > 8
        self._sample_type = numpy.dtype(numpy.uint8) if has_bytes else type_of_result(image.colors)
        job.check_bytes_of_samples(self._sample_type.itemsize)
        size = {"width": shape[1], "height": shape[0]}
        read = ffi.new("errdiff_image *", {**size, "channels": 3 if len(shape) == 3 else 1,
                                           "bits": library_bits(image.colors.dtype)})
        written = ffi.new("errdiff_image *", {**size, "channels": 1 if self._is_gray else 3,
                                              "bits": 8 * self._sample_type.itemsize})
        opened, report = ffi.new("errdiff_stream **"), ffi.new("errdiff_report *")
        check(lib.errdiff_stream_open(opened, read, written, job.struct, report), report.message)
        self._stream = ffi.gc(opened[0], lib.errdiff_stream_close)

    def dither(self, rows, *, mask=None):
        """Dithers the next rows and returns the result, an array. Only one thread at a time may call this.

        With `detail`, for which the row after them counts, each piece but the last has that row at its end, and so does
        the mask: 64 n + 1 rows give a result of 64 n, unless they are all that are left, and the next piece begins with
        the last of them. `done` is the number of rows that have been dithered.
        """
        left = self.shape[0] - self.done
        pixels = read_image(rows)
        if rows.dtype != self.dtype or rows.shape[1:] != self.shape[1:]:
            raise ValueError(f"rows: {rows.dtype} with the shape {rows.shape} is not possible; it must be {self.dtype} "
                             f"with the shape (rows, {', '.join(map(str, self.shape[1:]))})")
        given, following = rows.shape[0], int(self._job.struct.detail > 0)
        if given == left > 0:
            count = left
        elif following < given < left and given % self.rows == following:
            count = given - following
        else:
            raise ValueError(f"rows: {given} is not possible; it must be a multiple of {self.rows}"
                             f"{' and one more' if following else ''}, or all {left} that are left")
        mask = read_mask(mask, pixels)
        result = numpy.empty((count, rows.shape[1]) + (() if self._is_gray else (3,)), self._sample_type)
        report = ffi.new("errdiff_report *")
        self._job.settings.check(lib.errdiff_stream_dither(self._stream, library_image(pixels.colors, mask),
                                                           library_image(result), report), report.message)
        self.done += count
        return result if self._is_of_samples else in_type(result, self.dtype)

    def state(self):
        """What the stream keeps between two pieces, as bytes. RuntimeError: with `detail` it has no room for the rows
        that are looked at."""
        state, message = bytearray(lib.errdiff_stream_state_size(self._stream)), ffi.new("errdiff_message *")
        check(lib.errdiff_stream_save(self._stream, ffi.from_buffer(state), message), message)
        return self.done.to_bytes(8, "little") + bytes(state)

    def restore(self, state):
        """Lets a new stream with the same arguments continue where state() was called, in another process or on
        another machine with the same version of this module. The state must come from a source that is trusted."""
        if not isinstance(state, (bytes, bytearray, memoryview)) or len(state) < 8:
            raise ValueError("state: it must be the bytes that state() gave")
        state, message = bytes(state), ffi.new("errdiff_message *")
        check(lib.errdiff_stream_restore(self._stream, ffi.from_buffer(state[8:]), len(state) - 8, message), message)
        self.done = int.from_bytes(state[:8], "little")
