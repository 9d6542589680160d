# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact error-diffusion dithering of arrays of NumPy and images of PIL.

    import errdiff
    dithered = errdiff.dither(image, levels=4, kernel="atkinson")

An image is an array with the shape (height, width) for gray or (height, width, 3) for RGB, with alpha (height, width,
2 or 4), or an image of PIL. Arrays of uint8 or uint16 whose samples lie side by side in each row, as in image[::2]
and image[::-1], are read and written where they are; others are copied. help(errdiff.dither) and errdiff.options()
say what can be set.
"""

from ._calls import engines, kernels, palettes, presets, screens, text_of as _text_of
from ._dithering import Sequence, dither, dither_many
from ._holograms import Hologram, hologram, hologram_options
from ._library import lib as _lib
from ._options import Option, options
from ._palettes import Palette, make_palette
from ._streams import Stream

__version__ = _text_of(_lib.errdiff_version())

__all__ = ["Hologram", "Option", "Palette", "Sequence", "Stream", "dither", "dither_many", "engines", "hologram",
           "hologram_options", "kernels", "make_palette", "options", "palettes", "presets", "screens"]
