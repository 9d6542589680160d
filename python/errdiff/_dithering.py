# SPDX-License-Identifier: GPL-3.0-or-later
"""Dithers images, one, many or a sequence: the steps before and after the library's, in the order of the command."""

import operator
import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import numpy

from ._calls import Watch, check
from ._library import ffi, lib
from ._options import Options
from ._palettes import adaptive, as_palette, as_pil_palette, made_palette
from ._images import (as_integers, as_pil, check_out, in_type, is_pil, is_writable, library_image, read_image,
                      read_mask, type_of_result, with_alpha, write_floats)
from ._presets import read_preset, with_preset
from ._resizing import resized, size_of


def _with_depth(palette, given):
    """The options of a result of 8, 10 or 12 bits, in which what is given takes the place of what `depth` stands for.
    Levels are among them in any case, so that a preset's colors are not taken."""
    depth = given["depth"]
    if depth not in (8, 10, 12):
        raise ValueError(f"depth: {depth!r} is not possible; it must be 8, 10 or 12")
    if palette is not None:
        raise ValueError(f"depth: {depth} is not possible with a palette")
    return {"levels": "auto", "linear": False, **{name: value for name, value in given.items() if name != "depth"}}


class Job:
    """What a call of dither() asks for, checked as far as it can be without the image."""

    def __init__(self, palette, preset, indexed, given, resize=None, fit="fit", watch=None):
        self.depth = 0
        if "depth" in given:
            self.depth = given["depth"]
            given = _with_depth(palette, given)
        has_alpha = "alpha" in given
        if preset is not None:
            palette, given = with_preset(read_preset(preset), palette, given)
        self.settings = Options(given, watch)
        self.struct = self.settings.struct
        if self.depth and self.struct.levels[0] == 0:
            self.struct.levels = [1 << int(self.depth)] * 3
        self.dot, self.alpha = self.settings.others["dot"], self.settings.others["alpha"]
        if not isinstance(indexed, (bool, numpy.bool_)):
            raise ValueError(f"indexed: {indexed!r} is not possible; it must be True or False")
        self.struct.indexed = indexed
        # Numbers of colors have no room for partial transparency.
        if indexed and not has_alpha and self.alpha == lib.ERRDIFF_ALPHA_KEEP:
            self.alpha = lib.ERRDIFF_ALPHA_DITHER
        self.size = size_of(resize, fit)
        self.adaptive = adaptive(palette)
        self.palette = None if self.adaptive else as_palette(palette)
        if palette is not None and self.struct.levels[0] != 0:
            raise ValueError(f"levels: {given['levels']!r} is not possible with a palette")
        for name in ("indexed", "sent"):
            if getattr(self.struct, name) and palette is None:
                raise ValueError(f"{name}: True is not possible without a palette; palette=\"adaptive:16\" makes one")

    def check_bytes_of_samples(self, *sizes):
        """Checks that samples of these sizes, of the image and of the result, have room for the depth."""
        if self.depth > 8 and 1 in sizes:
            raise ValueError(f"depth: {self.depth} is not possible with 8 bits per sample; it must be 8")

    def choose_palette(self, colors, mask):
        """Sets the palette, which may be made from the image."""
        if self.adaptive:
            count, locked = self.adaptive
            self.palette = made_palette(colors, mask, count, locked, self.settings)
        self.struct.palette = self.palette._struct if self.palette else ffi.NULL

    def result_is_gray(self, colors):
        """Whether a result for these colors can have one channel."""
        is_gray = colors.ndim == 2 or colors.shape[2] == 1 or bool(self.struct.gray)
        if self.palette:
            return is_gray and bool(lib.errdiff_palette_is_gray(self.palette._written(self.struct.sent)))
        return is_gray


# ---- Dots and transparency -------------------------------------------------------------------------------------------

def _dots_shape(shape, dot):
    return tuple(lib.errdiff_dots_along(length, dot) for length in shape[:2]) + shape[2:]


def _reduced(array, mask, alpha, mean, dot, threads):
    """A pixel for each dot of an array."""
    dots, message = numpy.empty(_dots_shape(array.shape, dot), type_of_result(array)), ffi.new("errdiff_message *")
    weights = ffi.NULL if alpha is None else library_image(alpha)
    check(lib.errdiff_dots_reduce(library_image(array, mask), weights, mean, dot, library_image(dots), threads,
                                  message), message)
    return dots


def _enlarged(dots, shape, dot):
    array, message = numpy.empty(shape[:2] + dots.shape[2:], dots.dtype), ffi.new("errdiff_message *")
    check(lib.errdiff_dots_enlarge(library_image(dots), dot, library_image(array), message), message)
    return array


def _in_size(job, colors, alpha, mask):
    """The shape of the whole result, and the colors and alpha in that size, or with a pixel for each dot, and whether
    they have that."""
    if job.size is None:
        return colors.shape, colors, alpha, False
    if mask is not None:
        raise ValueError("resize: it is not possible with a mask")
    colors = as_integers(colors)
    plan = job.size.plan(colors.shape, job.dot, job.struct.dpi)
    whole = (plan.out_height, plan.out_width) + colors.shape[2:]
    if job.size.factor > 0:
        larger = None if alpha is None else _enlarged(alpha, whole, job.size.factor)
        return whole, _enlarged(colors, whole, job.size.factor), larger, False
    return whole, *resized(plan, colors, alpha, job.settings), job.dot > 1


def _decided_alpha(job, alpha, mask):
    """The alpha channel after the transparency was decided."""
    alpha, report = alpha.copy(), ffi.new("errdiff_report *")
    status = lib.errdiff_alpha_reduce(library_image(alpha, mask), job.alpha, job.struct, report)
    job.settings.check(status, report.message)
    return alpha


# ---- One image -----------------------------------------------------------------------------------------------------

def _is_same_place(one, other):
    return all(getattr(one, name) == getattr(other, name) for name in ("shape", "strides", "dtype")) and \
        one.__array_interface__["data"] == other.__array_interface__["data"]


def _check_shape(job, whole, colors, has_alpha, out):
    """Says what shape an array for the result must have, if it has another one."""
    channels = [1]
    if not job.struct.indexed:
        channels = [1] if job.result_is_gray(colors) else [3]
        if channels == [1] and (job.palette or job.struct.gray):
            channels.append(3)
        channels = [count + has_alpha for count in channels]
    shapes = [whole[:2] + (count,) for count in channels]
    if out.shape[:2] + ((1,) if out.ndim == 2 else out.shape[2:]) not in shapes:
        shapes = [shape[:2] if shape[2] == 1 else shape for shape in shapes]
        raise ValueError(f"out: the shape {out.shape} is not possible; it must be {' or '.join(map(str, shapes))}")


def _place_of_result(job, colors, has_alpha, wanted, out):
    """The array that the library writes. It is `out` itself if that is possible."""
    if out is None:
        shape, dtype = colors.shape[:2], wanted
        if not job.struct.indexed and not job.result_is_gray(colors):
            shape += (3,)
        elif not job.struct.indexed and not job.palette and not job.struct.gray:
            shape = colors.shape
        return numpy.empty(shape, numpy.uint8 if job.struct.indexed else dtype)
    if job.dot == 1 and not has_alpha and is_writable(out):
        return out
    channels = out.shape[2] - (has_alpha and not job.struct.indexed) if out.ndim == 3 else 1
    dtype = numpy.uint8 if job.struct.indexed or out.dtype.itemsize == 1 else \
        wanted if out.dtype.kind == "f" else numpy.uint16
    return numpy.empty(colors.shape[:2] + ((channels,) if channels != 1 else ()), dtype)


def _check_transparency(job):
    if job.alpha == lib.ERRDIFF_ALPHA_KEEP:
        raise ValueError("alpha: “keep” is not possible with indexed=True; available: threshold, dither")
    if job.palette and len(job.palette) == lib.ERRDIFF_MAX_COLORS:
        raise ValueError(f"palette: {len(job.palette)} colors are not possible with indexed=True and transparency; it "
                         f"must have at most {lib.ERRDIFF_MAX_COLORS - 1}")


def _run(call, job, colors, alpha, mask, wanted, out):
    """Dithers colors with what is before and after it. The result has the samples of the library."""
    threads = job.struct.threads
    whole, colors, alpha, are_dots = _in_size(job, colors, alpha, mask)
    whole_alpha = None if are_dots else alpha
    if job.dot > 1 and not are_dots:
        if mask is not None:
            raise ValueError(f"dot: {job.dot} is not possible with a mask; it must be 1")
        seen = None if alpha is None else (alpha != 0).view(numpy.uint8)
        colors = _reduced(colors, seen, alpha, lib.ERRDIFF_MEAN_LIGHT, job.dot, threads)
        if alpha is not None:
            alpha = _reduced(alpha, None, None, lib.ERRDIFF_MEAN_ALPHA, job.dot, threads)
    if alpha is not None:
        alpha = _decided_alpha(job, alpha, mask)
        seen = alpha != 0 if mask is None else (alpha != 0) & (mask != 0)
        mask = seen.view(numpy.uint8)
    job.choose_palette(colors, mask)
    if alpha is not None and job.struct.indexed:
        _check_transparency(job)
    if out is not None:
        _check_shape(job, whole, colors, alpha is not None, out)
    result, report = _place_of_result(job, colors, alpha is not None, wanted, out), ffi.new("errdiff_report *")
    if result is out and numpy.may_share_memory(colors, out) and not _is_same_place(colors, out):
        colors = colors.copy()
    if result is out and mask is not None and numpy.may_share_memory(mask, out):
        mask = mask.copy()
    status = call(library_image(colors, mask), library_image(result), job.struct, report)
    job.settings.check(status, report.message)
    if job.dot > 1:
        result = _enlarged(result, whole, job.dot)
        if alpha is not None:
            is_kept = job.alpha == lib.ERRDIFF_ALPHA_KEEP and whole_alpha is not None
            alpha = whole_alpha if is_kept else _enlarged(alpha, whole, job.dot)
    if alpha is None:
        return result
    if not job.struct.indexed:
        return with_alpha(result, alpha)
    return numpy.where(alpha == 0, len(job.palette), result).astype(numpy.uint8)


def _as_image(job, samples, pixels, original):
    """The result as an image of PIL, which has the resolution of the original, or that of a size in millimeters."""
    if samples.dtype == numpy.uint16 and pixels.dtype.kind == "f" and not job.depth:
        samples = in_type(samples, pixels.dtype)
    image = as_pil(samples)
    if job.struct.indexed:
        as_pil_palette(image, job.palette, job.struct.sent, None if pixels.alpha is None else len(job.palette))
    if job.size and job.size.is_in_millimeters:
        image.info["dpi"] = (job.struct.dpi, job.struct.dpi)
    elif "dpi" in original.info:
        image.info["dpi"] = original.info["dpi"]
    return image


def _dither(call, job, image, out, mask):
    pixels = read_image(image)
    mask = read_mask(mask, pixels)
    if is_pil(image) and "dpi" in image.info and job.struct.dpi == 0:
        job.struct.dpi = float(image.info["dpi"][0])
    if out is not None:
        check_out(out, "indexed=True" if job.struct.indexed else "depth=8" if job.depth == 8 else None)
    wanted = numpy.dtype(numpy.uint8) if job.depth == 8 else type_of_result(pixels.colors)
    if is_pil(image) and (pixels.alpha is not None or job.palette and not job.result_is_gray(pixels.colors)):
        wanted = numpy.dtype(numpy.uint8)  # PIL has no images of 16 bits but gray ones
    job.check_bytes_of_samples(pixels.colors.itemsize, wanted.itemsize if out is None else out.itemsize)
    result = _run(call, job, pixels.colors, pixels.alpha, mask, wanted, out)
    if out is None:
        if is_pil(image):
            return _as_image(job, result, pixels, image)
        return result if job.struct.indexed or job.depth else in_type(result, pixels.dtype)
    if result is not out:
        result = result.reshape(out.shape)
        if out.dtype.kind == "f":
            write_floats(result, out)
        else:
            out[...] = result if out.dtype.kind == "u" else result != 0
    return out


def dither(image, palette=None, *, preset=None, indexed=False, out=None, mask=None, resize=None, fit="fit",
           **given):
    """Dithers an image and returns the result: an array or, for an image of PIL, an image of PIL.

    image     an array of uint8 or uint16, of bool, or of floats of 0 to 1, which are dithered with 16 bits, with any
              strides and byte order. Its shape is (height, width) for gray, (height, width, 3) for RGB, and with alpha
              (height, width, 2 or 4). Or an image of PIL of any mode. Color profiles have no effect
    palette   colors in place of levels: a Palette, or what can be one, such as "ega" or ["#000000", "#ff8000"]; or
              "adaptive:16" for 16 colors made from the image, "adaptive:16:ff0000" for 16 that include this one
    preset    the name of a preset in presets(), or of one that GIMP's dialog has saved, or the file of one, which ends
              in .preset; what else is given takes the place of its settings
    indexed   True: the result has the numbers of the palette's colors; transparent pixels have the number after them
    out       the array to write; it may be the image itself, or overlap it or the mask, which are then copied first.
              None: a new one. It is of uint8, of the image's type or of floats, and has the size of the result and
              the image's channels or, with a palette, three channels unless the image and all colors are gray;
              with `gray` it has the shape (height, width) unless the palette has other colors; with alpha one channel
              more; if indexed, it is of uint8 and has the shape (height, width)
    mask      an array of uint8 or bool, or an image of PIL; where it is 0 pixels keep their values. None: all pixels
              are dithered
    resize    the size of the result: (width, height), or as the command has it: "800x480", "800", "x480", "50%", or in
              millimeters, "80x50mm", for which `dpi` or that of an image of PIL counts. The image is resized before
              the dithering, in linear light; to whole hundreds of percent by repeating its pixels. None: it keeps its
              size
    fit       what is done if the size has another shape: "fit" keeps the image's, "fill" cuts two sides, and
              "stretch" distorts it
    given     options by their names in options(), such as kernel="atkinson", levels=4, strength=80, linear=True.
              All have the defaults of the command. And depth=8: the result is of uint8, whose values are all levels
              unless levels are given; the errors are those of display values unless linear=True is given. depth=10 and
              depth=12, for images of uint16 and floats, give 1024 and 4096 levels in uint16

    The result of an image of uint16 or floats has its type, unless there is a depth; that of one of bool is of uint8.

    Raises TypeError for an unknown option, ValueError for a value that is not possible, with what is, and RuntimeError
    if the engine cannot run the job. Other threads of Python run meanwhile.
    """
    return _dither(lib.errdiff_dither, Job(palette, preset, indexed, given, resize, fit), image, out, mask)


# ---- Several images ------------------------------------------------------------------------------------------------

class Sequence:
    """The frames of an animation, in which what does not move does not flicker.

    stable    how strongly pixels keep what they were in the frame before, in percent, 0 to 100; ValueError otherwise
    """

    def __init__(self, stable=50):
        opened, message = ffi.new("errdiff_sequence **"), ffi.new("errdiff_message *")
        try:
            stable = operator.index(stable)
        except TypeError:
            raise ValueError(f"stable: {stable!r} is not possible; it must be 0 to 100 percent") from None
        if not 0 <= stable <= 100:
            raise ValueError(f"stable: {stable} is out of range; it must be 0 to 100 percent")
        check(lib.errdiff_sequence_open(opened, stable, message), message)
        self._sequence = ffi.gc(opened[0], lib.errdiff_sequence_close)

    def dither(self, image, palette=None, *, preset=None, indexed=False, out=None, mask=None, resize=None,
               fit="fit", **given):
        """Dithers the next frame, as the function dither does. Only one thread at a time may call this."""
        def call(*arguments):
            return lib.errdiff_sequence_dither(self._sequence, *arguments)
        return _dither(call, Job(palette, preset, indexed, given, resize, fit), image, out, mask)


def _processors():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def dither_many(images, palette=None, *, preset=None, indexed=False, stable=None, resize=None, fit="fit", **given):
    """Dithers many images side by side, which is faster than one after the other, and yields their results in order.

    images    what dither() takes, from anything that can be iterated over; it is read a few images ahead only, so
              that a folder need not fit into memory
    stable    above 0: the images are the frames of an animation, and dithered one after the other, as by Sequence;
              None: that of the preset, or 0
    resize, fit, given
              as for dither(); `threads` is the number for all of them together
    """
    preset = None if preset is None else read_preset(preset)  # once, as its file may change
    job = Job(palette, preset, indexed, given, resize, fit)  # what is wrong is said before the first image
    if stable is None:
        stable = preset.stable if preset else 0
    sequence = Sequence(stable)
    if stable > 0:
        return (sequence.dither(image, palette, preset=preset, indexed=indexed, resize=resize, fit=fit, **given)
                for image in images)
    threads = job.struct.threads or _processors()
    return _side_by_side(images, threads, palette, preset, indexed, {**given, "threads": 1}, resize, fit)


def _side_by_side(images, threads, *asked):
    watch = Watch()

    def one(image):
        return _dither(lib.errdiff_dither, Job(*asked, watch), image, None, None)
    with ThreadPoolExecutor(threads) as pool:
        waiting = deque()
        try:
            for image in images:
                waiting.append(pool.submit(one, image))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            watch.stop()
            for future in waiting:
                future.cancel()
