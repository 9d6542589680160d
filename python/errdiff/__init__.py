# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact error-diffusion dithering of pictures in NumPy arrays.

    import errdiff
    dithered = errdiff.dither(picture, levels=4, kernel="atkinson")

A picture is an array of uint8 or uint16 with the shape (height, width) for gray or (height, width, 3) for RGB. It is
read and written where it is, without a copy, so the samples of a row must lie side by side; rows may be apart or upside
down, as in picture[::2] and picture[::-1]. Arrays of other types are refused, never converted. help(errdiff.dither) and
errdiff.options() say what can be set.
"""

from collections import namedtuple
from numbers import Integral, Real
from os import PathLike
from pathlib import Path

import numpy

from ._library import ffi, lib

__all__ = ["Option", "Palette", "Sequence", "dither", "engines", "kernels", "make_palette", "options", "palettes",
           "screens"]

Option = namedtuple("Option", "explanation values default")
Option.__doc__ = "What an option of dither() does, its possible values, and its default, as texts."


def _text(characters):
    return ffi.string(characters).decode() if characters else ""


def _encoded(name, text):
    """A text for the library, which takes a NUL for its end."""
    if not isinstance(text, str):
        raise TypeError(f"{name}: a text is needed, not {text!r}")
    if "\0" in text:
        raise ValueError(f"{name}: {text!r} has a NUL in it")
    return text.encode()


def _check(status, message):
    """Raises the exception for a status that is not ERRDIFF_OK."""
    errors = {lib.ERRDIFF_BAD_ARGUMENT: ValueError, lib.ERRDIFF_CANNOT_RUN: RuntimeError,
              lib.ERRDIFF_NO_MEMORY: MemoryError}
    if status != lib.ERRDIFF_OK:
        raise errors[status](_text(message.text) or "there is not enough memory")


def _names(count, get, kind):
    """The titles of all kernels, palettes or engines, by name."""
    titles, info = {}, ffi.new(kind)
    for index in range(count()):
        get(index, info)
        titles[_text(info.name)] = _text(info.title)
    return titles


def kernels():
    """The titles of the kernels, by name."""
    return _names(lib.errdiff_kernel_count, lib.errdiff_kernel_get, "errdiff_kernel *")


def palettes():
    """The titles of the built-in palettes, by name."""
    return _names(lib.errdiff_palette_count, lib.errdiff_palette_get, "errdiff_palette_info *")


def screens():
    """The titles of the built-in screens, by name."""
    return _names(lib.errdiff_screen_count, lib.errdiff_screen_get, "errdiff_screen_info *")


def engines():
    """The titles of the engines that can run here, by name."""
    titles = _names(lib.errdiff_engine_count, lib.errdiff_engine_get, "errdiff_engine_info *")
    return {name: title for name, title in titles.items()
            if lib.errdiff_engine_available(name.encode(), ffi.NULL)}


# ---- Options ---------------------------------------------------------------------------------------------------------

def _table():
    """What the library tells of the options that its struct of options contains, by their names in Python."""
    table = {}
    for index in range(lib.errdiff_option_count()):
        info = ffi.new("errdiff_option_info *")
        lib.errdiff_option_get(index, info)
        if info.offset >= 0 and info.type != lib.ERRDIFF_OPTION_PALETTE:
            table[_text(info.name).replace("-", "_")] = info
    return table


def options():
    """What can be given to dither() by name: a dict of Option."""
    described, values = {}, ffi.new("errdiff_message *")
    for name, info in _table().items():
        lib.errdiff_option_values(info, values)
        described[name] = Option(_text(info.explanation), _text(values.text), _text(info.default_value))
    return described


def _levels(value, field):
    """Sets levels from a number, from three, or from a text like "4,8,4"."""
    if not isinstance(value, str):
        are_several = numpy.iterable(value) and not isinstance(value, bytes)
        value = ",".join(str(number) for number in (value if are_several else [value]))
    message = ffi.new("errdiff_message *")
    _check(lib.errdiff_levels_parse(_encoded("levels", value), ffi.cast("int *", field), message), message)


def _choice(name, value, info):
    choices = []
    while info.choices[len(choices)]:
        choices.append(_text(info.choices[len(choices)]))
    if value not in choices:
        raise ValueError(f"{name}: “{value}” is not possible; available: {', '.join(choices)}")
    return choices.index(value)


def _matrix(source):
    """The library's threshold matrix of an array of whole numbers, or of a file, and what it points to."""
    matrix, message = ffi.new("errdiff_matrix *"), ffi.new("errdiff_message *")
    if isinstance(source, (str, PathLike)):
        try:
            contents = Path(source).read_bytes()
        except OSError as error:
            raise ValueError(f"screen: “{source}” is neither one of {', '.join(screens())} nor a file that can be "
                             f"read: {error.strerror}") from None
        _check(lib.errdiff_matrix_parse(contents, len(contents), matrix, message), message)
        return [ffi.gc(matrix.numbers, lib.free), matrix]
    numbers = numpy.asarray(source)
    if numbers.ndim != 2 or numbers.dtype.kind not in "iu" or numbers.size == 0 or not \
            0 <= numbers.min() <= numbers.max() <= 65535:
        raise ValueError("screen: a matrix must have two dimensions, with whole numbers of 0 to 65535")
    numbers = numpy.ascontiguousarray(numbers, numpy.uint16)
    matrix.height, matrix.width = numbers.shape
    matrix.numbers = ffi.cast("uint16_t *", numbers.__array_interface__["data"][0])
    return [numbers, matrix]


class _Options:
    """The library's struct of options. `kept` are the texts that it points to."""

    def __init__(self, given):
        self.struct, self.kept = ffi.new("errdiff_options *"), []
        lib.errdiff_options_init(self.struct)
        table = _table()
        for name, value in given.items():
            if name not in table:
                raise TypeError(f"there is no option “{name}”; available: {', '.join(table)}")
            try:
                self._set(name, value, table[name])
            except OverflowError:
                raise ValueError(f"{name}: {value} is out of range") from None

    def _set(self, name, value, info):
        field = ffi.cast("char *", self.struct) + info.offset
        if info.type == lib.ERRDIFF_OPTION_LEVELS:
            _levels(value, field)
        elif name == "screen" and (not isinstance(value, str) or value not in screens()):
            self.kept += _matrix(value)
            self.struct.screen_matrix = self.kept[-1]
        elif info.type == lib.ERRDIFF_OPTION_TEXT:
            value = str(value) if name == "dot_gain" and isinstance(value, Real) else value
            self.kept.append(ffi.new("char[]", _encoded(name, value)))
            ffi.cast("const char **", field)[0] = self.kept[-1]
        elif info.type == lib.ERRDIFF_OPTION_CHOICE:
            ffi.cast("int *", field)[0] = _choice(name, value, info)
        elif info.type == lib.ERRDIFF_OPTION_REAL:
            ffi.cast("double *", field)[0] = value * info.factor
        elif info.type == lib.ERRDIFF_OPTION_SEED:
            ffi.cast("uint32_t *", field)[0] = value
        else:
            ffi.cast("int *", field)[0] = value


# ---- Palettes --------------------------------------------------------------------------------------------------------

class Palette:
    """Colors to dither with. `source` is the name of a built-in palette, the path of a palette file (.gpl, .hex or
    .act, as a path object, not as a text), or colors: texts like "#ff8000" or triples of whole numbers of 0 to 255.
    "#62201e=#ff0000" is a color that looks like the first one and that the device is sent as the second one. Fractions
    are refused, because 1.0 may mean all of a color or 1 of 255."""

    def __init__(self, source):
        self._struct, message = ffi.new("errdiff_palette *"), ffi.new("errdiff_message *")
        if isinstance(source, str):
            _check(lib.errdiff_palette_find(_encoded("palette", source), self._struct, message), message)
            return
        lines = None if isinstance(source, PathLike) else [_hexadecimal(color) for color in source]
        contents = Path(source).read_bytes() if lines is None else "\n".join(lines).encode()
        _check(lib.errdiff_palette_parse(contents, len(contents), self._struct, message), message)
        if lines is not None and self._struct.count != len(lines):
            raise ValueError("each text of a palette must be one color, such as “#ff8000”")

    @property
    def colors(self):
        """The colors as they look, as an array with the shape (count, 3)."""
        return _colors(self._struct.colors, self._struct.count)

    @property
    def sent(self):
        """The colors that the device is sent, as an array with the shape (count, 3)."""
        written = ffi.new("errdiff_palette *")
        lib.errdiff_palette_written(self._struct, 1, written)
        return _colors(written.colors, written.count)


def _colors(table, count):
    return numpy.frombuffer(ffi.buffer(table), numpy.uint8).reshape(-1, 3)[:count].copy()


def _hexadecimal(color):
    """The line of a .hex file with this color."""
    if isinstance(color, str):
        return color
    values = list(color) if numpy.iterable(color) else []
    if len(values) != 3 or not all(_is_whole(value) and 0 <= value <= 255 for value in values):
        raise ValueError(f"{color} is not a color: it must be a text or have three whole numbers of 0 to 255")
    return "#{:02x}{:02x}{:02x}".format(*map(int, values))


def _is_whole(value):
    return isinstance(value, Integral) and not isinstance(value, bool)


def make_palette(picture, count, *, locked=None, mask=None, **tone):
    """Makes a Palette of at most `count` colors, 2 to 256, for a picture. `locked` are colors that it must have: a
    Palette, or what can be one. `tone` are options of dither() that change tones, from `gray` to `invert`: the
    palette then suits the changed picture. Besides, `threads` can be given."""
    names = list(_table())
    possible = names[names.index("gray"):names.index("invert") + 1] + ["threads"]
    for name in tone:
        if name not in possible:
            raise TypeError(f"“{name}” does not change a palette; available: {', '.join(possible)}")
    made, message = Palette.__new__(Palette), ffi.new("errdiff_message *")
    made._struct = ffi.new("errdiff_palette *")
    fixed = _palette(locked)
    _check(lib.errdiff_palette_make(_image(picture, mask), count, fixed._struct if fixed else ffi.NULL,
                                    _Options(tone).struct, made._struct, message), message)
    return made


def _palette(source):
    return source if source is None or isinstance(source, Palette) else Palette(source)


# ---- Pictures --------------------------------------------------------------------------------------------------------

def _samples_are_side_by_side(array):
    return all(array.shape[axis] == 1 or
               array.strides[axis] == array.itemsize * (array.shape[2] if axis == 1 and array.ndim == 3 else 1)
               for axis in range(1, array.ndim))


def _image(array, mask=None):
    """The library's description of an array, which must live as long."""
    if not isinstance(array, numpy.ndarray) or isinstance(array, numpy.ma.MaskedArray):
        raise TypeError(f"a picture must be an array of uint8 or uint16, not of the type {type(array).__name__}")
    if array.dtype not in (numpy.uint8, numpy.uint16) or not array.dtype.isnative:
        raise TypeError(f"a picture must be an array of uint8 or uint16, not of {array.dtype}")
    if array.ndim != 2 and (array.ndim != 3 or array.shape[2] not in (1, 3)):
        raise ValueError(f"a picture must have the shape (height, width) or (height, width, 3), not {array.shape}")
    if not _samples_are_side_by_side(array):
        raise ValueError("the samples of a row must lie side by side; numpy.ascontiguousarray makes such a copy")
    image = ffi.new("errdiff_image *", {
        "data": ffi.cast("void *", array.__array_interface__["data"][0]), "width": array.shape[1],
        "height": array.shape[0], "channels": array.shape[2] if array.ndim == 3 else 1, "bits": 8 * array.itemsize,
        "stride": array.strides[0]})
    if mask is not None:
        if not isinstance(mask, numpy.ndarray):
            raise TypeError(f"the mask must be an array of uint8 or bool, not of the type {type(mask).__name__}")
        if mask.dtype not in (numpy.uint8, numpy.bool_) or mask.shape != array.shape[:2] or mask.strides[1] != 1:
            raise ValueError("the mask must be an array of uint8 or bool with the height and width of the picture, "
                             "whose values lie side by side in each row")
        image.mask = ffi.cast("uint8_t *", mask.__array_interface__["data"][0])
        image.mask_stride = mask.strides[0]
    return image


def _shape_of_result(picture, settings):
    """The shape of the result: with a palette three channels, unless all of it is gray; one with `gray`."""
    if settings.indexed:
        return picture.shape[:2], numpy.uint8
    if settings.palette:
        written = ffi.new("errdiff_palette *")
        lib.errdiff_palette_written(settings.palette, settings.sent, written)
        is_gray = (picture.ndim == 2 or settings.gray) and lib.errdiff_palette_is_gray(written)
        return picture.shape[:2] + (() if is_gray else (3,)), picture.dtype
    return picture.shape[:2] if settings.gray else picture.shape, picture.dtype


def _is_same_place(one, other):
    return all(getattr(one, name) == getattr(other, name) for name in ("shape", "strides", "dtype")) and \
        one.__array_interface__["data"] == other.__array_interface__["data"]


def dither(picture, palette=None, *, indexed=False, out=None, mask=None, **given):
    """Dithers a picture and returns the result, an array.

    palette   colors in place of levels: a Palette, or what can be one, such as "ega" or ["#000000", "#ff8000"]
    indexed   True: the result has the numbers of the palette's colors
    out       the array to write; it may be the picture itself, or overlap it or the mask, which are then copied first.
              None: a new array. It is of uint8 or of the picture's type, and has the picture's shape or, with a
              palette, three channels unless the picture and all colors are gray; with `gray` it has the shape
              (height, width) unless the palette has other colors; if indexed, it is of uint8 and has
              the shape (height, width)
    mask      an array of uint8 or bool; where it is 0 pixels keep their values. None: all pixels are dithered
    given     options by their names in options(), such as kernel="atkinson", levels=4, strength=80, linear=True.
              All have the defaults of the command

    Raises TypeError for an unknown option or another kind of array, ValueError for values that are not possible, and
    RuntimeError if the engine cannot run the job. Other threads of Python run meanwhile.
    """
    return _dither(lib.errdiff_dither, picture, palette, indexed, out, mask, given)


class Sequence:
    """The frames of an animation, in which what does not move does not flicker.

    stable    how strongly pixels keep what they were in the frame before, in percent, 0 to 100; ValueError otherwise
    """

    def __init__(self, stable=50):
        opened, message = ffi.new("errdiff_sequence **"), ffi.new("errdiff_message *")
        _check(lib.errdiff_sequence_open(opened, stable, message), message)
        self._sequence = ffi.gc(opened[0], lib.errdiff_sequence_close)

    def dither(self, picture, palette=None, *, indexed=False, out=None, mask=None, **given):
        """Dithers the next frame, as the function dither does. Only one thread at a time may call this."""
        def call(*arguments):
            return lib.errdiff_sequence_dither(self._sequence, *arguments)
        return _dither(call, picture, palette, indexed, out, mask, given)


def _dither(call, picture, palette, indexed, out, mask, given):
    settings, colors, report = _Options(given), _palette(palette), ffi.new("errdiff_report *")
    settings.struct.palette = colors._struct if colors else ffi.NULL
    settings.struct.indexed = indexed
    _image(picture, mask)  # what is wrong with them is said before anything is made of them
    if out is None:
        shape, dtype = _shape_of_result(picture, settings.struct)
        out = numpy.empty(shape, dtype)
    result = _image(out)
    if not out.flags.writeable:
        raise ValueError("the array for the result cannot be written")
    if numpy.may_share_memory(picture, out) and not _is_same_place(picture, out):
        picture = picture.copy()
    if mask is not None and numpy.may_share_memory(mask, out):
        mask = mask.copy()
    _check(call(_image(picture, mask), result, settings.struct, report), report.message)
    return out
