# SPDX-License-Identifier: GPL-3.0-or-later
"""Images in a running GIMP: made from raw pixels, dithered, and compared byte by byte."""

from typing import NamedTuple

import command
from encoding import PRECISION, dithered, first_difference, image, to_unit, unpack
from gimp import GRAY, NONINTERACTIVE, PROCEDURE, RGB

# Error diffusion as it was first published.
ARGUMENTS = {"kernel": "floyd-steinberg", "levels": "2", "palette": "", "match": "rgb",
             "gamut": "clip", "compress": 60, "sent": 0, "gray": 0, "tone": "none", "stretch": 0,
             "stretch-share": 0.5, "brightness": 0, "contrast": 0, "gamma": 1.0, "saturation": 0, "invert": 0,
             "dot-gain": "0", "keep-exact": 0, "strength": 100, "noise": 0, "seed": 0, "detail": 0,
             "refine": 0, "viewing": 45.0,
             "screen": "none", "screen-amount": 100, "screen-size": "8", "screen-angle": "15,75,0,45", "dpi": 0.0,
             "serpentine": 0, "start": "plain", "linear": 0, "alpha": "keep", "dot": 1, "engine": "auto",
             "output": "new-layer", "frames": 0, "stable": 0, "resize": "", "fit": "fit"}

# The plug-in's own defaults.
DEFAULTS = ARGUMENTS | {"kernel": "errdiff-12", "levels": "auto", "match": "lightness", "serpentine": -1,
                        "start": "continued", "linear": 1}

NORMAL_MODE = 28


class Pixels(NamedTuple):
    encoding: str
    width: int
    height: int
    per_pixel: int  # bytes
    x: int
    y: int
    raw: bytes


class Result(NamedTuple):
    image: int
    layer: int
    engine: str


class Layer:
    """A layer and how it was made."""

    def __init__(self, image, number, precision, channels, alpha):
        self.image, self.number = image, number
        self.precision, self.channels, self.alpha = precision, channels, alpha

    def expected(self, pixels, **how):
        """The expected result for `pixels`, by default according to tests/gimp/rule.py."""
        return dithered(pixels.raw, pixels.width, pixels.height, self.channels, self.alpha,
                        self.precision, **how)

    def by_command(self, folder, pixels, arguments, **how):
        """The same according to the errdiff command. how: see command.dithered."""
        return command.dithered(folder, self, pixels, arguments, **how)

    def check(self, pixels, expected, channels=None):
        difference = first_difference(pixels.raw, expected, self.precision,
                                      (channels or self.channels) + self.alpha)
        assert not difference, difference


class Images:
    def __init__(self, gimp, folder):
        self.gimp, self.folder = gimp, folder
        self.made, self.palettes = [], []

    def pdb(self, procedure, *arguments, **how):
        return self.gimp.pdb(procedure, *arguments, **how)

    def image(self, width=24, height=16, channels=3, precision="u8-gamma"):
        number, = self.pdb("gimp-image-new-with-precision", width, height,
                           RGB if channels == 3 else GRAY, PRECISION[precision].number)
        self.made.append(number)
        return number

    def layer(self, pixels, width, height, channels=3, alpha=False, precision="u8-gamma",
              raw=None, at=(0, 0), parent=0, position=0, name="photo", seed=1):
        """Adds a layer. raw: its pixels; by default a noisy gradient."""
        precision = PRECISION[precision]
        kind = (0 if channels == 3 else 2) + alpha
        number, = self.pdb("gimp-layer-new", pixels, width, height, kind, name, 100, NORMAL_MODE)
        self.pdb("gimp-image-insert-layer", pixels, number, parent, position)
        self.pdb("gimp-layer-set-offsets", number, *at)
        self.load(number, image(width, height, channels, alpha, precision.component, seed)
                  if raw is None else raw)
        self.pdb("gimp-image-clean-all", pixels)
        return Layer(pixels, number, precision, channels, alpha)

    def single(self, width=24, height=16, channels=3, alpha=False, precision="u8-gamma", **how):
        """A layer that fills an image of its own."""
        image = self.image(width, height, channels, precision)
        return self.layer(image, width, height, channels, alpha, precision, **how)

    def mask(self, layer):
        """Adds a layer mask."""
        number, = self.pdb("gimp-layer-create-mask", layer.number, 0)
        self.pdb("gimp-layer-add-mask", layer.number, number)
        return number

    def channel(self, image, width, height):
        number, = self.pdb("gimp-channel-new", image, width, height, "channel", 50, (0, 0, 0))
        self.pdb("gimp-image-insert-channel", image, number, 0, 0)
        return number

    def load(self, drawable, raw):
        path = self.folder / "load.raw"
        path.write_bytes(raw)
        self.pdb("test-load-pixels", drawable, path)

    def pixels(self, drawable):
        path = self.folder / "save.raw"
        self.pdb("test-save-pixels", drawable, path)
        head, raw = path.read_bytes().split(b"\n", 1)
        encoding, *numbers = head.decode().split("|")
        return Pixels(encoding, *map(int, numbers), raw)

    def dither_call(self, image, drawable, run_mode=NONINTERACTIVE, **arguments):
        """A call of the plug-in, for `Gimp.send`; arguments not given are those of ARGUMENTS."""
        arguments = {name.replace("_", "-"): value for name, value in arguments.items()}
        unknown = set(arguments) - set(ARGUMENTS)
        assert not unknown, unknown
        return (PROCEDURE, run_mode, image, drawable, *(ARGUMENTS | arguments).values())

    def dither(self, layer, **arguments):
        return self.dither_drawable(layer.image, layer.number, **arguments)

    def dither_drawable(self, image, drawable, **arguments):
        return Result(*self.gimp.evaluate(self.dither_call(image, drawable, **arguments)))

    def check_by_command(self, layer, arguments, to_rgb=False, **how):
        """Calls the plug-in, and compares the result's pixels with the command's, and its encoding,
        size and position with the layer's. how: see command.dithered."""
        before = self.pixels(layer.number)
        result = self.dither(layer, **arguments)
        after = self.pixels(result.layer)
        channels = 3 if to_rgb else layer.channels
        encoding = before.encoding.replace("Y'", "R'G'B'").replace("Y", "RGB") if to_rgb \
            else before.encoding
        component_size = before.per_pixel // (layer.channels + layer.alpha)
        assert after[:-1] == before._replace(
            encoding=encoding, per_pixel=(channels + layer.alpha) * component_size)[:-1]
        expected = layer.by_command(self.folder, before, arguments, to_rgb=to_rgb, **how)
        layer.check(after, expected, channels)
        assert to_rgb or expected != before.raw
        return result

    def selected(self, layer):
        """A boolean for each pixel of the layer: whether it is at least half selected."""
        number, = self.pdb("gimp-image-get-selection", layer.image)
        selection, pixels = self.pixels(number), self.pixels(layer.number)
        component = selection.encoding.split()[-1]
        values = unpack(selection.raw, component)

        def counts(x, y):
            inside = 0 <= x < selection.width and 0 <= y < selection.height
            return inside and to_unit(values[y * selection.width + x], component) >= 0.5
        return [counts(x + pixels.x, y + pixels.y)
                for y in range(pixels.height) for x in range(pixels.width)]

    def palette(self, name, colors, names=None):
        """Makes a palette in GIMP. colors: texts like "#ff8000"."""
        made, = self.pdb("gimp-palette-new", name)
        self.palettes.append(made)
        entries = [(entry, tuple(bytes.fromhex(color[1:])))
                   for entry, color in zip(names or [""] * len(colors), colors)]
        for start in range(0, len(entries), 20):
            self.gimp.pdb_all([("gimp-palette-add-entry", made, *entry)
                               for entry in entries[start:start + 20]])
        return made

    def tree(self, image):
        """The layers from the top, each as (number, [children])."""
        def walk(numbers):
            groups = self.gimp.pdb_all([("gimp-item-is-group", number) for number in numbers])
            return [(number, walk(self.pdb("gimp-item-get-children", number)[1]) if group else [])
                    for number, (group,) in zip(numbers, groups)]
        return walk(self.pdb("gimp-image-get-layers", image)[1])

    def properties(self, layer):
        """All properties of a layer that a user can set."""
        ask = ("gimp-item-get-name", "gimp-item-get-visible", "gimp-item-get-linked",
               "gimp-item-get-color-tag", "gimp-item-get-lock-content",
               "gimp-item-get-lock-position", "gimp-layer-get-opacity", "gimp-layer-get-mode",
               "gimp-layer-get-lock-alpha", "gimp-layer-get-mask", "gimp-layer-get-edit-mask",
               "gimp-layer-get-show-mask", "gimp-layer-get-apply-mask")
        answers = self.gimp.pdb_all([(name, layer) for name in ask])
        return {name: value for name, (value,) in zip(ask, answers)}

    def snapshot(self, image):
        """All state of an image that a call could change."""
        tree = self.tree(image)
        layers, stack = [], list(tree)
        while stack:
            number, children = stack.pop()
            layers.append(number)
            stack += children
        (_, channels), (selection,), active, dirty = self.gimp.pdb_all([
            ("gimp-image-get-channels", image), ("gimp-image-get-selection", image),
            ("gimp-image-get-active-drawable", image), ("gimp-image-is-dirty", image)])
        properties = {number: self.properties(number) for number in layers}
        masks = [found["gimp-layer-get-mask"] for found in properties.values()]
        drawables = [*layers, *(mask for mask in masks if mask != -1), *channels, selection]
        return {"tree": tree, "properties": properties, "channels": channels, "active": active,
                "dirty": dirty, "pixels": {number: self.pixels(number) for number in drawables}}

    def delete(self):
        for image in self.made:
            self.pdb("gimp-image-delete", image)
        self.made.clear()
        for name in self.palettes:
            self.pdb("gimp-palette-delete", name)
        self.palettes.clear()
