# SPDX-License-Identifier: GPL-3.0-or-later
"""Images: what callers have, arrays and images of PIL, as arrays that the library reads, and back."""

import sys

import numpy

from ._library import ffi, lib

ARRAYS = "an array of uint8, uint16, bool, or floats of 0 to 1"
PIL_WHITE = 65535  # of the modes I and I;16
ONE_AS_HALF = 0x3C00


def is_pil(image):
    """Whether it is an image of PIL, which has been imported then."""
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(image, module.Image)


# ---- For the library -------------------------------------------------------------------------------------------------

def library_bits(dtype):
    """The library's number for a type of samples."""
    floats = {2: lib.ERRDIFF_HALF, 4: lib.ERRDIFF_FLOAT}
    return floats[dtype.itemsize] if dtype.kind == "f" else 8 * dtype.itemsize


def library_image(array, mask=None):
    """The library's description of an array whose samples lie side by side in each row; it must live as long."""
    image = ffi.new("errdiff_image *", {
        "data": ffi.cast("void *", array.__array_interface__["data"][0]), "width": array.shape[1],
        "height": array.shape[0], "channels": array.shape[2] if array.ndim == 3 else 1,
        "bits": library_bits(array.dtype), "stride": array.strides[0]})
    if mask is not None:
        image.mask = ffi.cast("uint8_t *", mask.__array_interface__["data"][0])
        image.mask_stride = mask.strides[0]
    return image


def is_readable(array):
    """Whether the library can read an array where it is."""
    step = array.itemsize * (array.shape[2] if array.ndim == 3 else 1)
    return array.dtype in (numpy.uint8, numpy.uint16, numpy.float16, numpy.float32) and array.dtype.isnative and \
        array.flags.aligned and array.strides[0] % array.itemsize == 0 and \
        (array.shape[0] == 1 or abs(array.strides[0]) >= array.shape[1] * step) and \
        (array.shape[1] == 1 or array.strides[1] == step) and \
        (array.ndim == 2 or array.shape[2] == 1 or array.strides[2] == array.itemsize)


def is_writable(array):
    """Whether the library can write an array where it is."""
    return array.dtype.kind == "u" and is_readable(array)


# ---- In --------------------------------------------------------------------------------------------------------------

class Pixels:
    """An image as the library takes it: `colors`, an array of uint8, uint16, float16 or float32 with the shape (height,
    width) or (height, width, 1 or 3), and `alpha`, (height, width), of integers, or None. `dtype` is the type of the
    caller's samples."""

    def __init__(self, colors, alpha, dtype):
        self.colors, self.alpha, self.dtype = colors, alpha, dtype

    def seen(self, mask):
        """The mask of the pixels that are neither masked nor transparent; None: all are."""
        if self.alpha is None:
            return mask
        return numpy.ascontiguousarray(self.alpha != 0 if mask is None else (self.alpha != 0) & (mask != 0))


def type_of_result(colors):
    """The type of what the library makes of an array: floats are dithered with 16 bits."""
    return numpy.dtype(numpy.uint8) if colors.dtype == numpy.uint8 else numpy.dtype(numpy.uint16)


def as_integers(samples):
    """Samples of the library as uint8 or uint16; those that are such are not copied."""
    if samples.dtype.kind == "u":
        return samples
    scaled = numpy.multiply(samples, 65535, dtype=numpy.float64, order="C")
    scaled += 0.5
    return scaled.astype(numpy.uint16, order="C")


def _is_from_0_to_1(array):
    # NumPy compares halves slowly; those of 0 to 1 are the least ones as integers. (−0 is not.)
    if array.dtype == numpy.float16 and array.dtype.isnative and array.view(numpy.uint16).max() <= ONE_AS_HALF:
        return True
    return 0 <= array.min() <= array.max() <= 1


def _as_samples(name, array):
    """The samples of an array in a type that the library reads."""
    if array.dtype.kind == "b":
        return array.astype(numpy.uint8) * numpy.uint8(255)
    if array.dtype.kind == "f":
        if array.size > 0 and not _is_from_0_to_1(array):
            raise ValueError(f"{name}: floats of {array.min()} to {array.max()} are not possible; they must be 0 to 1")
        if array.itemsize > 4:
            return as_integers(array)
    elif array.dtype.kind != "u" or array.itemsize > 2:
        raise ValueError(f"{name}: an array of {array.dtype} is not possible; it must be {ARRAYS}")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def _check_array(name, array):
    if not isinstance(array, numpy.ndarray) or isinstance(array, numpy.ma.MaskedArray):
        or_image = "" if name == "out" else ", or an image of PIL"
        raise ValueError(f"{name}: an object of the type {type(array).__name__} is not possible; it must be {ARRAYS}"
                         f"{or_image}")
    if array.ndim != 2 and (array.ndim != 3 or array.shape[2] not in (1, 2, 3, 4)):
        raise ValueError(f"{name}: the shape {array.shape} is not possible; it must be (height, width) for gray, or "
                         "(height, width, 3) for RGB, or with alpha (height, width, 2 or 4)")


def _read_array(array):
    _check_array("image", array)
    samples = _as_samples("image", array)
    alpha = None
    if array.ndim == 3 and array.shape[2] in (2, 4):
        colors, alpha = samples[..., :-1], numpy.ascontiguousarray(as_integers(samples[..., -1]))
        samples = colors[..., 0] if colors.shape[2] == 1 else colors
    if not is_readable(samples):
        samples = numpy.array(samples, order="C")  # a copy, which is aligned
    return Pixels(samples, alpha, array.dtype)


def _array_of_image(image):
    """The pixels of an image of PIL."""
    has_alpha = image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        array = numpy.asarray(image)
        if image.mode == "I" and array.size > 0 and not 0 <= array.min() <= array.max() <= PIL_WHITE:
            raise ValueError(f"image: an image of the mode I with values of {array.min()} to {array.max()} is not "
                             f"possible; they must be 0 to {PIL_WHITE}")
        return array if image.mode == "F" else array.astype(numpy.uint16)
    if image.mode in ("1", "L", "LA", "La"):
        return numpy.asarray(image.convert("LA" if has_alpha else "L"))
    return numpy.asarray(image.convert("RGBA" if has_alpha else "RGB"))


def read_image(image):
    """The Pixels of what a caller has."""
    return _read_array(_array_of_image(image) if is_pil(image) else image)


def read_mask(mask, pixels):
    """The mask as the library takes it; None: there is none."""
    if mask is None:
        return None
    if is_pil(mask):
        mask = numpy.asarray(mask.convert("L"))
    shape = pixels.colors.shape[:2]
    if not isinstance(mask, numpy.ndarray) or mask.dtype not in (numpy.uint8, numpy.bool_) or mask.shape != shape:
        what = f"an array of {mask.dtype} with the shape {mask.shape}" if isinstance(mask, numpy.ndarray) else \
            f"an object of the type {type(mask).__name__}"
        raise ValueError(f"mask: {what} is not possible; it must be an array of uint8 or bool with the shape {shape}")
    return mask if mask.shape[1] == 1 or mask.strides[1] == 1 else numpy.ascontiguousarray(mask)


# ---- Out -------------------------------------------------------------------------------------------------------------

def check_out(out, for_bytes=None):
    """Says what is wrong with an array for the result, which is of uint8 with the argument `for_bytes`."""
    _check_array("out", out)
    if for_bytes and out.dtype != numpy.uint8:
        raise ValueError(f"out: an array of {out.dtype} is not possible with {for_bytes}; it must be of uint8")
    if not (out.dtype.kind in "bf" or out.dtype.kind == "u" and out.itemsize <= 2):
        raise ValueError(f"out: an array of {out.dtype} is not possible; it must be of uint8, uint16, bool or floats")
    if not out.flags.writeable:
        raise ValueError("out: the array for the result cannot be written")


def with_alpha(colors, alpha):
    """Colors with alpha, in the type of the colors."""
    if alpha.dtype != colors.dtype:  # a little of opacity stays a little
        alpha = numpy.where(alpha < 257, alpha != 0, (alpha.astype(numpy.uint32) + 128) // 257).astype(colors.dtype)
    return numpy.dstack([colors, alpha])


def write_floats(samples, out):
    """Writes samples of the library to an array of floats, and returns it."""
    return numpy.divide(samples, numpy.iinfo(samples.dtype).max, out=out, dtype=numpy.float64, casting="same_kind")


def in_type(samples, dtype):
    """Samples of the library in the type of the caller's image; those of bool are given as uint8."""
    if dtype.kind == "f":
        return write_floats(samples, numpy.empty(samples.shape, dtype))
    return samples if dtype.kind == "b" else samples.astype(dtype, copy=False)


def as_pil(samples):
    """The image of PIL with these samples."""
    image = sys.modules["PIL.Image"]
    if samples.dtype == numpy.uint8 or samples.ndim == 2:  # of 16 bits: the mode I;16
        return image.fromarray(samples)
    raise ValueError("image: PIL has no images of 16 bits in color")
