# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of the library: its texts, its errors, and its lists of names."""

import re
from concurrent.futures import CancelledError
from pathlib import Path

from ._library import ffi, lib


def text_of(characters):
    """The text that the library points to."""
    return ffi.string(characters).decode() if characters else ""


def encoded(name, text):
    """A text for the library, which takes a NUL for its end."""
    if not isinstance(text, str):
        raise ValueError(f"{name}: {text!r} is not possible; a text is needed")
    if "\0" in text:
        raise ValueError(f"{name}: {text!r} has a NUL in it")
    try:
        return text.encode()
    except UnicodeEncodeError:  # as of a file name in another encoding
        raise ValueError(f"{name}: {text!r} cannot be written in UTF-8") from None


def file_bytes(path, most=-1):
    """The contents of a file, or its first bytes if `most` is not negative. Of a pipe or a device no end may come."""
    path = Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError("it is a device or a pipe, not a file")
    with path.open("rb") as file:
        return file.read(most)


def table():
    """What the library tells of the options, except of the palette, by their names in Python."""
    infos = {}
    for index in range(lib.errdiff_option_count()):
        info = ffi.new("errdiff_option_info *")
        lib.errdiff_option_get(index, info)
        if info.type != lib.ERRDIFF_OPTION_PALETTE:
            infos[text_of(info.name).replace("-", "_")] = info
    return infos


def _with_names(text, names):
    """A message with the names of options in Python, as in dot_gain, in place of those of the command. What is quoted
    or part of a path stays."""
    hyphened = "|".join(name.replace("_", "-") for name in names if "_" in name)
    return re.sub(rf"\"[^\"]*\"|“[^”]*”|(?<![\w./\\-])({hyphened})(?![\w/\\-]|\.\w)",
                  lambda found: found[0].replace("-", "_") if found[1] else found[0], text)


def check(status, message, options=table):
    """Raises the exception for a status that is not ERRDIFF_OK. `options` gives the names of options in Python; the
    image of dither() is what the library calls `in`."""
    errors = {lib.ERRDIFF_BAD_ARGUMENT: ValueError, lib.ERRDIFF_CANNOT_RUN: RuntimeError,
              lib.ERRDIFF_NO_MEMORY: MemoryError}
    if status != lib.ERRDIFF_OK:
        text = text_of(message.text) or "there is not enough memory"
        if options is table:
            text = re.sub(r"\Ain: ", "image: ", text)
        raise errors[status](_with_names(text, options()))


def _keep(kind, error, trace):
    """Keeps the exception that ended a watch, to be raised when the library has returned."""
    ffi.from_handle(trace.tb_frame.f_locals["user"]).errors.append(error.with_traceback(trace))


@ffi.def_extern(error=1, onerror=_keep)
def errdiff_python_watch(user, done):
    """Is called by the library while it works, so that Python can raise KeyboardInterrupt here."""
    return ffi.from_handle(user).is_stopped


class State:
    """What a watch has seen: the exceptions that ended calls, and whether all calls are to end."""

    def __init__(self):
        self.errors, self.is_stopped = [], False


class Watch:
    """Ends calls of the library: those of the main thread at Ctrl+C, and all after stop()."""

    def __init__(self):
        # Not of the watch itself, which would then be part of a cycle that only the garbage collector frees.
        self._state = State()
        self._handle = ffi.new_handle(self._state)

    def begin(self, struct):
        """Lets calls with this struct of options be watched; the watch must live as long as the struct."""
        struct.progress, struct.progress_user = lib.errdiff_python_watch, self._handle

    def stop(self):
        """Lets all calls end."""
        self._state.is_stopped = True

    def end(self):
        """Raises what ended a call."""
        if self._state.errors:
            raise self._state.errors.pop()
        if self._state.is_stopped:
            raise CancelledError


def _names(count, get, kind):
    """The titles of all kernels, palettes or engines, by name."""
    titles, info = {}, ffi.new(kind)
    for index in range(count()):
        get(index, info)
        titles[text_of(info.name)] = text_of(info.title)
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


def presets():
    """The titles of the built-in presets, by name."""
    return _names(lib.errdiff_preset_count, lib.errdiff_preset_get, "errdiff_preset_info *")


def engines():
    """The titles of the engines that can run here, by name."""
    titles = _names(lib.errdiff_engine_count, lib.errdiff_engine_get, "errdiff_engine_info *")
    return {name: title for name, title in titles.items()
            if lib.errdiff_engine_available(name.encode(), ffi.NULL)}
