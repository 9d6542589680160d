# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of a dithering, from the library's table."""

import operator
import threading
from collections import namedtuple
from numbers import Real
from os import PathLike

import numpy

from ._calls import Watch, check, encoded, file_bytes, screens, table, text_of
from ._library import ffi, lib

Option = namedtuple("Option", "explanation values default")
Option.__doc__ = "What an option of dither() does, its possible values, and its default, as texts."


def values_of(info):
    """The possible values of an option, as a text."""
    values = ffi.new("errdiff_message *")
    lib.errdiff_option_values(info, values)
    return text_of(values.text)


def options():
    """What can be given to dither() by name: a dict of Option."""
    return {name: Option(text_of(info.explanation), values_of(info), text_of(info.default_value))
            for name, info in table().items()}


# ---- Values ----------------------------------------------------------------------------------------------------------

def _levels(value, field):
    """Sets levels from a number, from three, or from a text like "4,8,4"."""
    if not isinstance(value, str):
        are_several = numpy.iterable(value) and not isinstance(value, bytes)
        value = ",".join(str(number) for number in (value if are_several else [value]))
    message = ffi.new("errdiff_message *")
    check(lib.errdiff_levels_parse(encoded("levels", value), ffi.cast("int *", field), message), message)


def choice_of(name, value, info):
    """The number of a choice."""
    choices = []
    while info.choices[len(choices)]:
        choices.append(text_of(info.choices[len(choices)]))
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: “{value}” is not possible; available: {', '.join(choices)}")
    return choices.index(value)


def number_of(name, value, info):
    """A number of Python from one of Python or NumPy."""
    is_switch = isinstance(value, (bool, numpy.bool_))
    try:
        if info.type == lib.ERRDIFF_OPTION_REAL and not is_switch and isinstance(value, (Real, numpy.ndarray)):
            return float(value) * info.factor
        if is_switch and info.type == lib.ERRDIFF_OPTION_SWITCH:
            return int(value)
        if not is_switch and info.type != lib.ERRDIFF_OPTION_REAL:
            return operator.index(value)
    except TypeError:
        pass
    kind = {lib.ERRDIFF_OPTION_REAL: "a number", lib.ERRDIFF_OPTION_SWITCH: "True or False"}
    values = values_of(info)
    raise ValueError(f"{name}: {value!r} is not possible; it must be {kind.get(info.type, 'a whole number')}"
                     + (f", {values}" if values else ""))


def _matrix(source):
    """The library's threshold matrix of an array of whole numbers, or of a file, and what it points to."""
    matrix, message = ffi.new("errdiff_matrix *"), ffi.new("errdiff_message *")
    if isinstance(source, (str, PathLike)):
        try:
            contents = file_bytes(source)
        except (OSError, ValueError) as error:
            raise ValueError(f"screen: “{source}” is neither one of {', '.join(screens())} nor a file that can be "
                             f"read: {getattr(error, 'strerror', None) or error}") from None
        check(lib.errdiff_matrix_parse(contents, len(contents), matrix, message), message)
        return [ffi.gc(matrix.numbers, lib.free), matrix]
    numbers = numpy.asarray(source)
    if numbers.ndim != 2 or numbers.dtype.kind not in "iu" or numbers.size == 0 or not \
            0 <= numbers.min() <= numbers.max() <= 65535:
        raise ValueError(f"screen: {source!r} is not possible; available: {', '.join(screens())}; or the file of a "
                         "matrix; or a matrix, with two dimensions, of whole numbers of 0 to 65535")
    numbers = numpy.ascontiguousarray(numbers, numpy.uint16)
    matrix.height, matrix.width = numbers.shape
    matrix.numbers = ffi.cast("uint16_t *", numbers.__array_interface__["data"][0])
    return [numbers, matrix]


# ---- All of them -----------------------------------------------------------------------------------------------------

def set_given(given, infos, set_option, others=()):
    """Calls set_option(name, value, info) for each option that is given; `others` are names of arguments that are
    possible besides."""
    for name, value in given.items():
        if name not in infos:
            raise TypeError(f"there is no option “{name}”; available: {', '.join([*infos, *others])}")
        try:
            set_option(name, value, infos[name])
        except OverflowError:
            raise ValueError(f"{name}: {value} is out of range; it must be {values_of(infos[name])}") from None


def write_text(field, name, text):
    """Lets a field of a struct point to a text; returns what must live as long as the struct."""
    kept = ffi.new("char[]", encoded(name, text))
    ffi.cast("const char **", field)[0] = kept
    return kept


def write_number(field, name, value, info):
    """Sets a field of a struct to a number, or to that of a choice."""
    if info.type == lib.ERRDIFF_OPTION_CHOICE:
        ffi.cast("int *", field)[0] = choice_of(name, value, info)
    elif info.type == lib.ERRDIFF_OPTION_REAL:
        ffi.cast("double *", field)[0] = number_of(name, value, info)
    elif info.type == lib.ERRDIFF_OPTION_SEED:
        ffi.cast("uint32_t *", field)[0] = number_of(name, value, info)
    else:
        ffi.cast("int *", field)[0] = number_of(name, value, info)


class Options:
    """The library's struct of options, and in `others` the options that it does not contain. `kept` is what the
    struct points to."""

    def __init__(self, given, watch=None):
        self.struct, self.kept = ffi.new("errdiff_options *"), []
        lib.errdiff_options_init(self.struct)
        # Only the main thread is interrupted, and others would wait for Python's lock at each look.
        self._watch = watch or Watch()
        if watch or threading.current_thread() is threading.main_thread():
            self._watch.begin(self.struct)
        self.others = {"alpha": 0, "dot": 1}
        set_given(given, table(), self._set)

    def check(self, status, message):
        """As the function check, after a call that can be interrupted."""
        self._watch.end()
        check(status, message)

    def _set(self, name, value, info):
        if info.offset < 0:
            self._set_other(name, value, info)
            return
        field = ffi.cast("char *", self.struct) + info.offset
        if info.type == lib.ERRDIFF_OPTION_LEVELS:
            _levels(value, field)
        elif name == "screen" and (not isinstance(value, str) or value not in screens()):
            self.kept += _matrix(value)
            self.struct.screen_matrix = self.kept[-1]
        elif info.type == lib.ERRDIFF_OPTION_TEXT:
            is_number = isinstance(value, Real) and not isinstance(value, bool)
            value = str(value) if name in ("dot_gain", "screen_size", "screen_angle") and is_number else value
            self.kept.append(write_text(field, name, value))
        else:
            write_number(field, name, value, info)

    def _set_other(self, name, value, info):
        """Sets an option that is none of the library's functions, but of a step before or after them."""
        is_choice = info.type == lib.ERRDIFF_OPTION_CHOICE
        number = choice_of(name, value, info) if is_choice else number_of(name, value, info)
        if not info.min <= number <= info.max:
            raise ValueError(f"{name}: {value} is out of range; it must be {values_of(info)}")
        self.others[name] = number
