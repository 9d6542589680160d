# SPDX-License-Identifier: GPL-3.0-or-later
"""Palettes: built in, from files, from colors in any form, and made from an image."""

import operator
from numbers import Real
from os import PathLike

import numpy

from ._calls import check, encoded, file_bytes, palettes, table
from ._library import ffi, lib
from ._options import Options
from ._images import is_pil, library_image, read_image, read_mask

POSSIBLE = ("a color is a text such as “#ff8000” or “tomato”, three whole numbers of 0 to 255, or three floats of 0 to "
            "1")


class Palette:
    """Colors to dither with. `source` is the name of a built-in palette, a text with colors ("#000000,#ff8000"), the
    path of a palette file (.gpl, .hex, .act, .pal, .txt; as a path object, not as a text), an image of PIL with a
    palette or with at most 256 colors, or a list or array of colors: texts like "#ff8000" or "tomato", triples of whole
    numbers of 0 to 255, or triples of floats of 0 to 1. If one number is a float, all are taken for floats.
    "#62201e=#ff0000" is a color that looks like the first one and that the device is sent as the second one."""

    def __init__(self, source):
        self._struct = ffi.new("errdiff_palette *")
        if isinstance(source, str):
            self._read_text(source)
        elif isinstance(source, PathLike):
            self._read_file(source)
        else:
            colors = _colors_of_image(source) if is_pil(source) else source
            self._parse_lines(_lines(colors))

    def _read_text(self, text):
        message = ffi.new("errdiff_message *")
        status = lib.errdiff_palette_find(encoded("palette", text), self._struct, message)
        if status != lib.ERRDIFF_OK and ("#" in text or "," in text):
            self._parse_lines(text.split(","))
        else:
            check(status, message)

    def _read_file(self, path):
        try:
            contents = file_bytes(path)
        except ValueError as error:
            raise ValueError(f"palette: {path}: {error}") from None
        self._parse(contents)

    def _parse(self, contents):
        message = ffi.new("errdiff_message *")
        check(lib.errdiff_palette_parse(contents, len(contents), self._struct, message), message)

    def _parse_lines(self, lines):
        try:
            self._parse(encoded("palette", "\n".join(lines)))
        except ValueError as error:
            raise ValueError(f"{error}; {POSSIBLE}") from None
        if self._struct.count != len(lines):
            raise ValueError("palette: each text of a palette must be one color, such as “#ff8000”")

    @property
    def colors(self):
        """The colors as they look, as an array with the shape (count, 3)."""
        return _colors(self._struct.colors, self._struct.count)

    @property
    def sent(self):
        """The colors that the device is sent, as an array with the shape (count, 3)."""
        written = self._written(True)
        return _colors(written.colors, written.count)

    def _written(self, sent):
        """The library's palette of the colors that are written."""
        written = ffi.new("errdiff_palette *")
        lib.errdiff_palette_written(self._struct, sent, written)
        return written

    def __reduce__(self):
        """For pickle, which takes objects to other processes."""
        seen, sent = ([f"#{bytes(color).hex()}" for color in colors] for colors in (self.colors, self.sent))
        return Palette, ([f"{look}={code}" for look, code in zip(seen, sent)] if self._struct.has_sent else seen,)

    def __len__(self):
        return self._struct.count

    def __repr__(self):
        return f"<errdiff.Palette of {len(self)} colors>"


def _colors(colors, count):
    return numpy.frombuffer(ffi.buffer(colors), numpy.uint8).reshape(-1, 3)[:count].copy()


# ---- Colors ----------------------------------------------------------------------------------------------------------

def _colors_of_image(image):
    """The colors of the palette of an image of PIL or, without one, of its pixels, in their order."""
    if image.mode in ("P", "PA"):
        mode, contents = image.palette.getdata()
        if mode.split(";")[0] not in ("RGB", "RGBA"):
            raise ValueError(f"palette: an image with a palette of the mode {mode} is not possible; convert it to RGB")
        channels = len(mode.split(";")[0])
        return [tuple(contents[at:at + 3]) for at in range(0, len(contents) - channels + 1, channels)]
    pixels = numpy.asarray(image.convert("RGB")).reshape(-1, 3)
    found, first = numpy.unique(pixels, axis=0, return_index=True)
    if len(found) > lib.ERRDIFF_MAX_COLORS:
        raise ValueError(f"palette: the image has {len(found)} colors, so it is not a palette; "
                         f"{lib.ERRDIFF_MAX_COLORS} are possible")
    return found[numpy.argsort(first)]


def _is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool)


def _lines(colors):
    """The lines of a .hex file with these colors."""
    if isinstance(colors, bytes) or not numpy.iterable(colors):
        raise ValueError(f"palette: {colors!r} is not possible; available: {', '.join(palettes())}; or a list of "
                         f"colors: {POSSIBLE}")
    colors = [color if isinstance(color, str) or not numpy.iterable(color) else tuple(color) for color in colors]
    numbers = [value for color in colors if isinstance(color, tuple) for value in color]
    are_floats = any(_is_number(value) and not _is_whole(value) for value in numbers)
    return [color if isinstance(color, str) else _hexadecimal(color, are_floats) for color in colors]


def _is_whole(value):
    try:
        return operator.index(value) == value
    except TypeError:
        return False


def _hexadecimal(color, is_of_floats):
    largest = 1 if is_of_floats else 255
    if not isinstance(color, tuple) or len(color) != 3 or \
            not all(_is_number(value) and 0 <= value <= largest for value in color):
        kind = "floats of 0 to 1, as one of them is a float" if is_of_floats else "whole numbers of 0 to 255"
        raise ValueError(f"palette: {color!r} is not a color; {POSSIBLE}; here {kind}")
    return "#{:02x}{:02x}{:02x}".format(*(int(value * 255 + 0.5) if is_of_floats else int(value) for value in color))


# ---- What is given for a palette -------------------------------------------------------------------------------------

def make_palette(image, count, *, locked=None, mask=None, **tone):
    """Makes a Palette of at most `count` colors, 2 to 256, for an image, which can be what dither() takes. `locked`
    are colors that it must have: a Palette, or what can be one. `tone` are options of dither() that change tones, from
    `gray` to `invert`: the palette then suits the changed image. Besides, `threads`, `refine` and `viewing` can be
    given."""
    names = list(table())
    possible = names[names.index("gray"):names.index("invert") + 1] + ["threads", "refine", "viewing"]
    for name in tone:
        if name not in possible:
            raise TypeError(f"“{name}” does not change a palette; available: {', '.join(possible)}")
    pixels = read_image(image)
    seen = read_mask(mask, pixels)
    return made_palette(pixels.colors, pixels.seen(seen), count, locked, Options(tone))


def made_palette(colors, mask, count, locked, settings):
    """A palette for an array of colors."""
    made, message = Palette.__new__(Palette), ffi.new("errdiff_message *")
    made._struct = ffi.new("errdiff_palette *")
    fixed = as_palette(locked)
    try:
        count = operator.index(count)
    except TypeError:
        raise ValueError(f"count: {count!r} is not possible; it must be 2 to {lib.ERRDIFF_MAX_COLORS}") from None
    if not 2 <= count <= lib.ERRDIFF_MAX_COLORS:
        raise ValueError(f"count: {count} is out of range; it must be 2 to {lib.ERRDIFF_MAX_COLORS}")
    settings.check(lib.errdiff_palette_make(library_image(colors, mask), count, fixed._struct if fixed else ffi.NULL,
                                            settings.struct, made._struct, message), message)
    return made


def as_palette(source):
    """A Palette, or None for none."""
    return source if source is None or isinstance(source, Palette) else Palette(source)


def adaptive(source):
    """The number of colors and the locked colors of a text like "adaptive:16:ff0000,00ff00"; None for what is none."""
    if not isinstance(source, str) or not source.startswith("adaptive:"):
        return None
    count, _, locked = source[len("adaptive:"):].partition(":")
    if not count.isdecimal():
        raise ValueError(f"palette: “{source}” is not possible; it must be a text like “adaptive:16”")
    locked = [color if color.startswith("#") else "#" + color for color in locked.split(",")] if locked else None
    return int(count), locked


def as_pil_palette(image, palette, sent, transparent):
    """Gives an image of PIL whose pixels are numbers the colors that are written. `transparent` is the number of
    transparent pixels; None: there are none."""
    written = palette._written(sent)
    colors = _colors(written.colors, written.count)
    image.putpalette(colors.tobytes() + (b"\0\0\0" if transparent is not None else b""))
    if transparent is not None:
        image.info["transparency"] = transparent
