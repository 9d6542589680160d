# SPDX-License-Identifier: GPL-3.0-or-later
"""The size of a result: what callers name, and resizing to it before the dithering."""

import math
from numbers import Real

import numpy

from ._calls import encoded, text_of
from ._library import ffi, lib
from ._images import library_image

FITS = [text_of(lib.size_fit_names[fit]) for fit in (lib.SIZE_FIT, lib.SIZE_FILL, lib.SIZE_STRETCH)]
SYNTAX = ("a pair (width, height), or a text like \"800x480\", \"800\", \"x480\" or \"50%\", or with mm after the "
          "sides for millimeters")


def _as_text(resize):
    if isinstance(resize, str):
        return resize
    sides = tuple(resize) if isinstance(resize, (tuple, list)) else ()
    if len(sides) == 2 and all(isinstance(side, Real) and math.isfinite(side) and side == int(side) > 0
                               for side in sides):
        return "x".join(str(int(side)) for side in sides)
    return ""


class Size:
    """What `resize` and `fit` ask for."""

    def __init__(self, resize, fit):
        self.fit, self.named = FITS.index(fit), ffi.new("struct named_size *")
        if not lib.size_text_read(encoded("resize", _as_text(resize)), self.named):
            raise ValueError(f"resize: {resize!r} is not possible; it must be {SYNTAX}, with sides of 1 to "
                             f"{lib.ERRDIFF_MAX_SIDE} pixels and at most {lib.SIZE_TEXT_MAX_PERCENT} percent")

    def plan(self, shape, dot, dpi):
        """The plan for an image of that shape, in dots of that many pixels."""
        size = ffi.new("struct named_size *", self.named[0])
        if size.is_in_millimeters and dpi == 0:
            raise ValueError("resize: a size in millimeters needs dpi, the pixels of an inch, such as dpi=300")
        lib.size_text_to_pixels(size, dpi)
        plan = lib.resize_plan_make(size, self.fit, dot, shape[1], shape[0])
        if max(plan.out_width, plan.out_height) > lib.ERRDIFF_MAX_SIDE:
            raise ValueError(f"resize: a side would be longer than {lib.ERRDIFF_MAX_SIDE} pixels")
        return plan

    @property
    def is_in_millimeters(self):
        """Whether the resolution decides how many pixels that is."""
        return bool(self.named.is_in_millimeters)

    @property
    def factor(self):
        """By how much each pixel becomes larger, as a square; 0: the image is resized."""
        return self.named.factor


def size_of(resize, fit):
    """The Size of what is given; None: the image keeps its own."""
    if fit not in FITS:
        raise ValueError(f"fit: “{fit}” is not possible; available: {', '.join(FITS)}")
    size = None if resize is None else Size(resize, fit)
    if fit != "fit" and (size is None or lib.size_text_keeps_shape(size.named)):
        raise ValueError(f"fit: “{fit}” needs both sides in resize, such as (800, 480)")
    return size


def resized(plan, colors, alpha, settings):
    """The colors and the alpha channel, or None, of an image with the size of a plan."""
    arrays, images, message = [], [], ffi.new("errdiff_message *")
    for array in (colors, alpha):
        made = None if array is None else numpy.empty((plan.height, plan.width) + array.shape[2:], array.dtype)
        arrays.append(made)
        images.append([ffi.NULL if one is None else library_image(one) for one in (array, made)])
    (from_colors, to_colors), (from_alpha, to_alpha) = images
    watched = settings.struct
    status = lib.resize_image(from_colors, from_alpha, to_colors, to_alpha, ffi.new("struct resize_plan *", plan),
                              watched.progress, watched.progress_user, message)
    settings.check(status, message)
    return arrays
