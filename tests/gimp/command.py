# SPDX-License-Identifier: GPL-3.0-or-later
"""The expected pixels of a drawable: what the errdiff command makes of its old ones.

The command has no option for a mask, but leaves fully transparent pixels alone. So it gets the
pixels as a PNG whose alpha is the mask.
"""

import os
import struct
import subprocess
from pathlib import Path
from typing import NamedTuple

import png
import rule
from encoding import alpha_to_display, from_display, full, pack, to_display, unpack, white_of

PLAIN = {"kernel": "floyd-steinberg", "levels": "2", "serpentine": 0, "start": "plain", "linear": 0,
         "match": "rgb"}
_KINDS = {(1, False): png.GRAY, (3, False): png.RGB, (1, True): png.GRAY_ALPHA,
          (3, True): png.RGB_ALPHA}


class Image(NamedTuple):
    width: int
    height: int
    white: int     # 255 or 65535
    channels: int  # 1 or 3
    samples: list
    alpha: list = None


def _code(white):
    return "B" if white == 255 else "H"


def _encode(image):
    values = image.samples
    if image.alpha is not None:
        values = [value for i, alpha in enumerate(image.alpha)
                  for value in (*image.samples[i * image.channels:(i + 1) * image.channels],
                                alpha)]
    return png.encode(image.width, image.height,
                      _KINDS[image.channels, image.alpha is not None],
                      8 if image.white == 255 else 16,
                      struct.pack(f">{len(values)}{_code(image.white)}", *values))


def _decode(file):
    width, height, kind, bits, rows, _ = png.decode(file)
    (channels, has_alpha), = [shape for shape, number in _KINDS.items() if number == kind]
    white = (1 << bits) - 1
    values = list(struct.unpack(f">{len(rows) * 8 // bits}{_code(white)}", rows))
    if not has_alpha:
        return Image(width, height, white, channels, values)
    alpha = values[channels::channels + 1]
    del values[channels::channels + 1]
    return Image(width, height, white, channels, values, alpha)


def hex_file(folder, colors):
    """Writes a palette file. colors: texts like "#ff8000"."""
    path = Path(folder) / "palette.hex"
    path.write_text("\n".join(colors) + "\n")
    return path


def options_of(folder, arguments, colors=None):
    """The command's options for the arguments of a call to the plug-in. Those that are not given are
    as in images.ARGUMENTS. colors: the colors of the palette, if only GIMP knows it."""
    options = []
    for name, value in (PLAIN | arguments).items():
        if name == "palette" and colors is not None:
            options += ["--palette", hex_file(folder, colors)]
        elif name == "palette" and not value:
            continue
        elif name == "palette" and value.startswith("#"):
            options += ["--palette", hex_file(folder, value.split(","))]
        elif name == "palette" and value.startswith("adaptive:"):
            _, count, *locked = value.split(":")
            options += ["--colors", count, *(["--lock", *locked] if locked else [])]
        elif value == -1 and name == "serpentine":
            continue  # automatic
        elif name in ("serpentine", "linear", "gray", "stretch", "invert", "keep-exact", "sent"):
            options.append(f"--{name}" if value else f"--no-{name}")
        elif name == "levels" and arguments.get("palette"):
            continue  # the command refuses options that would have no effect
        elif name == "seed":
            options += ["--seed", str(value % 2**32)]
        elif name not in ("output", "frames", "resize", "fit"):
            options += [f"--{name}", str(value)]
    return options


def run(folder, image, options):
    """The PNG file that the command makes of an image."""
    source, target = Path(folder) / "in.png", Path(folder) / "out.png"
    source.write_bytes(_encode(image))
    target.unlink(missing_ok=True)
    whole = [] if "--indexed" in options else ["--true-color"]
    done = subprocess.run([os.environ["ERRDIFF"], source, target, *whole, *options], text=True,
                          capture_output=True)
    assert done.returncode == 0, done.stderr
    return target.read_bytes()


def by_command(folder, engine="auto"):
    """A dithering function for encoding.dithered that runs the command, for levels."""
    def dither(samples, width, height, channels, white, kernel, levels, strength, mask):
        alpha = None if mask is None or all(mask) else [white if part else 0 for part in mask]
        arguments = {"kernel": kernel, "strength": strength, "engine": engine,
                     "levels": ",".join(map(str, levels[:channels]))}
        image = Image(width, height, white, channels, samples, alpha)
        return _decode(run(folder, image, options_of(folder, arguments))).samples
    return dither


class Source:
    """A drawable's pixels as the values that are dithered."""

    def __init__(self, layer, pixels):
        self.precision = layer.precision
        self.width, self.height = pixels.width, pixels.height
        self.channels, self.count = layer.channels, pixels.width * pixels.height
        self.white = white_of(layer.precision)
        self.per_pixel = layer.channels + layer.alpha
        stored = unpack(pixels.raw, layer.precision.component)
        self.components = [stored[i * self.per_pixel:(i + 1) * self.per_pixel]
                           for i in range(self.count)]
        self.samples = [to_display(value, layer.precision) for pixel in self.components
                        for value in pixel[:self.channels]]
        self.alpha = [alpha_to_display(pixel[-1], layer.precision)
                      for pixel in self.components] if layer.alpha else None

    def image(self, alpha):
        return Image(self.width, self.height, self.white, self.channels, self.samples, alpha)

    def reduced_alpha(self, how, selected, arguments):
        """The expected alpha; unselected pixels keep theirs and are not dithered."""
        if how == "threshold":
            made = [self.white if 2 * alpha >= self.white else 0 for alpha in self.alpha]
        else:
            # Fully transparent pixels are not dithered either.
            visible = [part and alpha != 0 for part, alpha in zip(selected, self.alpha)]
            made = rule.dither_channel(self.alpha, self.width, self.height, self.white,
                                       arguments.get("kernel", "floyd-steinberg"), 2,
                                       arguments.get("strength", 100), visible)
        return [new if part else old for new, old, part in zip(made, self.alpha, selected)]


def dithered(folder, layer, pixels, arguments, colors=None, to_rgb=False, selected=None):
    """The bytes that a drawable must have after a call with `arguments`.

    colors: the colors of the palette, if only GIMP knows it. to_rgb: a gray layer becomes RGB.
    selected: a boolean for each pixel; None if all are selected.
    """
    source = Source(layer, pixels)
    how = arguments.get("alpha", "keep")
    alpha = source.alpha
    if selected is None:
        # The command dithers colors and alpha in one run.
        made = _decode(run(folder, source.image(alpha), options_of(folder, arguments, colors)))
        # The command writes no alpha if every pixel is opaque.
        alpha = made.alpha or alpha and [source.white] * source.count
        mask = [value != 0 for value in alpha] if alpha else [True] * source.count
    else:
        if how != "keep" and alpha:
            alpha = source.reduced_alpha(how, selected, arguments)
        mask = [bool(part) and (not alpha or alpha[i] != 0) for i, part in enumerate(selected)]
        options = options_of(folder, arguments | {"alpha": "keep"}, colors)
        made = _decode(run(folder, source.image([source.white if part else 0 for part in mask]),
                           options))
    assert made.channels == 3 or not to_rgb
    channels = 3 if to_rgb else source.channels
    component = source.precision.component
    values = []
    for i, old in enumerate(source.components):
        if mask[i]:
            values += [from_display(value, source.precision) for value in
                       made.samples[i * made.channels:(i + 1) * made.channels][:channels]]
        else:
            values += [old[0]] * 3 if to_rgb and source.channels == 1 else old[:channels]
        if alpha and how != "keep" and (selected is None or selected[i]):
            assert alpha[i] in (0, source.white)
            values.append(full(component) if alpha[i] else type(full(component))(0))
        elif alpha:
            values.append(old[-1])
    return pack(values, component)


class Indexed(NamedTuple):
    colors: bytes   # the colormap: red, green and blue of each color
    numbers: list    # each pixel's index into it; None: the pixel is transparent


def indexed(folder, layer, pixels, arguments, colors=None):
    """The colormap and the indices, as the command writes them to a PNG file."""
    source = Source(layer, pixels)
    options = options_of(folder, {"alpha": "threshold"} | arguments, colors)
    width, height, kind, _, rows, chunks = png.decode(
        run(folder, source.image(source.alpha), [*options, "--indexed"]))
    assert (width, height, kind) == (source.width, source.height, png.PALETTE)
    made = chunks[b"PLTE"]
    if b"tRNS" not in chunks:
        return Indexed(made, list(rows))
    # The last color is the one for transparent pixels.
    count = len(made) // 3 - 1
    return Indexed(made[:-3], [None if number == count else number for number in rows])
