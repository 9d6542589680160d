# SPDX-License-Identifier: GPL-3.0-or-later
"""GIMP's pixel encodings, and their conversion to the display values, 0 to 255 or 0 to 65535, that
are dithered, and back."""

import math
import random
import struct
from typing import NamedTuple

import rule


class Precision(NamedTuple):
    name: str
    number: int  # GimpPrecision
    component: str
    linear: bool


PRECISIONS = [
    Precision(f"{component}-{'linear' if linear else 'gamma'}", first + (0 if linear else 50),
              component, linear)
    for component, first in (("u8", 100), ("u16", 200), ("u32", 300), ("half", 500),
                             ("float", 600), ("double", 700))
    for linear in (False, True)]
PRECISION = {precision.name: precision for precision in PRECISIONS}

_CODES = {"u8": "B", "u16": "H", "u32": "I", "half": "e", "float": "f", "double": "d"}
_MAXIMA = {"u8": 255, "u16": 65535, "u32": 4294967295}


def unpack(raw, component):
    code = _CODES[component]
    return list(struct.unpack(f"={len(raw) // struct.calcsize('=' + code)}{code}", raw))


def pack(values, component):
    return struct.pack(f"={len(values)}{_CODES[component]}", *values)


def to_unit(value, component):
    """A stored component as a fraction of full white, without a curve."""
    return value / _MAXIMA[component] if component in _MAXIMA else value


def encode_srgb(light):
    """The sRGB curve (IEC 61966-2-1), from light to display value, both 0 to 1."""
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def decode_srgb(value):
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def white_of(precision):
    """The display value of full white: only 8-bit gamma images are dithered with 8 bits."""
    return 255 if precision.component == "u8" and not precision.linear else 65535


def to_display(value, precision):
    """Converts a stored component to the display value that is dithered."""
    component, linear = precision.component, precision.linear
    if not linear and component in ("u8", "u16"):
        return value
    if not linear and component == "u32":
        return (value + 32768) // 65537
    unit = to_unit(value, component)
    unit = 0.0 if math.isnan(unit) else min(max(unit, 0.0), 1.0)
    if linear:
        unit = encode_srgb(unit)
    return math.floor(unit * 65535 + 0.5)


def from_display(level, precision):
    """Converts an output level to the component that is stored."""
    component, linear = precision.component, precision.linear
    if not linear and component in ("u8", "u16"):
        return level
    if not linear and component == "u32":
        return level * 65537
    unit = decode_srgb(level / 65535) if linear else level / 65535
    return math.floor(unit * _MAXIMA[component] + 0.5) if component in _MAXIMA else unit


def alpha_to_display(value, precision):
    """Alpha has no curve, and a pixel that is slightly visible must not become fully
    transparent."""
    if white_of(precision) == 255:
        return value
    unit = to_unit(value, precision.component)
    return max(1, math.floor(min(unit, 1.0) * 65535 + 0.5)) if unit > 0 else 0


def full(component):
    """The stored component that means 1."""
    return _MAXIMA.get(component, 1.0)


def by_rule(samples, width, height, channels, white, kernel, levels, strength, mask):
    return rule.dither(samples, width, height, channels, white, kernel, levels, strength, mask)


def dithered(raw, width, height, channels, alpha, precision, kernel="floyd-steinberg",
             levels=(2, 2, 2), strength=100, selected=None, by=by_rule):
    """The bytes that a drawable must have after the plug-in, given the bytes before.

    channels: 1 or 3; alpha: whether an alpha component follows. selected: a boolean for each pixel;
    None if all are selected. by: by_rule or command.by_command.
    """
    count = width * height
    per_pixel = channels + alpha
    stored = unpack(raw, precision.component)
    mask = [(selected is None or bool(selected[i])) and
            not (alpha and stored[i * per_pixel + channels] == 0) for i in range(count)]
    samples = [to_display(stored[i * per_pixel + c], precision)
               for i in range(count) for c in range(channels)]
    leveled = by(samples, width, height, channels, white_of(precision), kernel, levels, strength,
                 mask)
    size = len(raw) // (count * per_pixel)
    result = bytearray(raw)
    stored_as = {}
    for i in range(count):
        if not mask[i]:
            continue
        for c in range(channels):
            level = leveled[i * channels + c]
            if level not in stored_as:
                stored_as[level] = pack([from_display(level, precision)], precision.component)
            at = (i * per_pixel + c) * size
            result[at:at + size] = stored_as[level]
    return bytes(result)


def image(width, height, channels, alpha, component, seed=1):
    """Raw pixels: a noisy gradient with flat and extreme parts. A fifth of the pixels is
    transparent, and another fifth almost."""
    faintest = 1 / _MAXIMA[component] if component in _MAXIMA else 1e-6
    dice = random.Random(seed)
    values = []
    for y in range(height):
        for x in range(width):
            for _ in range(channels):
                unit = (x + y) / (width + height) + dice.uniform(-0.3, 0.3)
                if dice.random() < 0.1:
                    unit = dice.choice((0.0, 1.0, 0.5))
                values.append(unit)
            if alpha:
                values.append(dice.choice((0.0, faintest, 1.0, 0.5, dice.uniform(0.1, 0.9))))
    if component in _MAXIMA:
        top = _MAXIMA[component]
        values = [min(max(round(value * top), 0), top) for value in values]
    return pack(values, component)


def first_difference(result, expected, precision, per_pixel):
    """A readable description of how two sequences of bytes differ."""
    if len(result) != len(expected):
        return f"{len(result)} bytes instead of {len(expected)}"
    one, other = unpack(result, precision.component), unpack(expected, precision.component)
    size = len(expected) // len(other)
    different = [i for i in range(len(other))
                 if result[i * size:(i + 1) * size] != expected[i * size:(i + 1) * size]]
    if not different:
        return ""
    i = different[0]
    return (f"{len(different)} of {len(other)} components differ, first in pixel {i // per_pixel}, "
            f"component {i % per_pixel}: {one[i]!r} instead of {other[i]!r}")
