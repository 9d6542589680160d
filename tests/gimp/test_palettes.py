# SPDX-License-Identifier: GPL-3.0-or-later
"""With palettes and all other options, the pixels are the same as the errdiff command's."""

from pathlib import Path

import pytest

from encoding import PRECISION
from gimp import NONINTERACTIVE, PdbError
from images import Layer

DATA = Path(__file__).resolve().parents[1] / "data"
INKS = "#101820,#f2aa4c,#2bae66,#ffffff,#b00040"
NOISY = {"noise": 60, "seed": 7}

# Each option with 8 and with 16 bits, combined with others that it might interfere with. A case is
# precision, channels, alpha, arguments.
CASES = [
    ("u8-gamma", 3, False, {"palette": "game-boy"}),
    ("u8-gamma", 3, True, {"palette": INKS, "kernel": "stucki"}),
    ("u16-gamma", 3, False, {"palette": "pico-8", "strength": 80}),
    ("u8-linear", 3, True, {"palette": "web-safe"}),
    ("half-gamma", 3, True, {"palette": "#808080"}),
    ("u8-gamma", 3, True, {"palette": INKS, "match": "oklab"}),
    ("u16-gamma", 3, False, {"palette": "c64", "match": "oklab", "serpentine": 1}),
    ("u8-gamma", 3, False, {"palette": INKS, "linear": 1}),
    ("float-linear", 3, True, {"palette": INKS, "linear": 1, "match": "oklab"}),
    ("u8-gamma", 1, True, {"levels": "4", "linear": 1}),
    ("u16-gamma", 3, True, {"levels": "4,8,2", "linear": 1}),
    ("u8-gamma", 3, False, {"levels": "3", "serpentine": 1, "kernel": "burkes"}),
    ("double-linear", 1, False, {"serpentine": 1, "kernel": "stevenson-arce"}),
    ("u8-gamma", 3, True, {"palette": INKS, **NOISY}),
    ("u16-gamma", 1, False, {"levels": "3", **NOISY}),
    ("u8-gamma", 1, True, {"levels": "3", **NOISY, "kernel": "ostromoukhov"}),
    ("u16-gamma", 3, False, {"kernel": "ostromoukhov", "serpentine": 1}),
    ("u8-gamma", 3, True, {"kernel": "zhou-fang", "seed": 3}),
    ("u8-gamma", 3, True, {"detail": 60}),
    ("u8-gamma", 3, True, {"refine": 2}),
    ("u16-gamma", 1, False, {"refine": 1, "viewing": 30.0}),
    ("u32-linear", 3, False, {"palette": "e-paper-7", "kernel": "zhou-fang", "strength": 60}),
    # GIMP's integers are signed; the seed is unsigned.
    ("u8-gamma", 3, False, {"noise": 100, "seed": -5}),
    ("u8-gamma", 3, False, {"palette": "adaptive:5"}),
    ("u8-gamma", 3, True, {"palette": "bwry"}),
    ("u8-gamma", 3, True, {"palette": "bwry", "sent": 1}),
    ("u16-gamma", 3, False, {"palette": "acep-7", "sent": 1, "linear": 1, "gamut": "compress"}),
    ("float-linear", 3, True, {"palette": "#62201e=#ff0000,#2b2b2b=#000000,#ffffff", "sent": 1}),
    ("u16-gamma", 1, True, {"palette": "#202020=#000000,#c0c0c0=#ffffff", "sent": 1}),
    ("u8-gamma", 1, False, {"palette": "#0f380f=#000000,#9bbc0f=#ffffff", "sent": 1}),
    ("u8-gamma", 3, False, {"palette": "game-boy", "sent": 1}),
    ("u16-gamma", 3, False, {"palette": "adaptive:3:ff0000,#00ff00", "match": "oklab"}),
]


def many_colors(count):
    """Different colors, spread over the RGB cube."""
    return [f"#{(i * 2654435761 >> 8) & 0xFFFFFF:06x}" for i in range(1, count + 1)]


def title(case):
    precision, channels, alpha, arguments = case
    return " ".join([precision, "rgb" if channels == 3 else "gray", *["alpha"] * alpha,
                     *(f"{name}={value}" for name, value in arguments.items())])


@pytest.mark.parametrize(("precision", "channels", "alpha", "arguments"), CASES,
                         ids=map(title, CASES))
def test_bytes(images, precision, channels, alpha, arguments):
    layer = images.single(23, 17, channels, alpha, precision)
    images.check_by_command(layer, arguments)


@pytest.mark.parametrize(("name", "value"), [
    ("match", "oklab"), ("linear", 1), ("serpentine", 1), ("noise", 50), ("detail", 50), ("refine", 2),
    ("strength", 50)])
def test_each_choice_matters(images, name, value):
    """Otherwise the tests above would also pass if plug-in and command both ignored it."""
    layer = images.single(23, 17)
    plain, other = (images.pixels(images.dither(layer, palette=INKS, **choice).layer).raw
                    for choice in ({}, {name: value}))
    assert plain != other


def test_seed_matters(images):
    layer = images.single(23, 17)
    first, other, again = (images.pixels(images.dither(layer, noise=50, seed=seed).layer).raw
                           for seed in (1, 2, 1))
    assert first == again != other


FILES = {
    "Käse „1“.gpl": "GIMP Palette\r\nName: Käse\r\n# ü\r\n 16  24 32\tRuß\r\n255 255 255\r\n"
                    "176 0 64".encode(),
    "inks.HEX": b"\xef\xbb\xbf#101820\r\nF2AA4C\n\nffffff",
    "inks.act": bytes([16, 24, 32, 242, 170, 76, 255, 255, 255]) + bytes(759) + b"\0\3\xff\xff",
}


@pytest.mark.parametrize("name", FILES)
def test_file(images, name):
    path = images.folder / name
    path.write_bytes(FILES[name])
    layer = images.single(23, 17)
    result = images.check_by_command(layer, {"palette": str(path)})
    assert images.pdb("gimp-item-get-name", result.layer) == [f"Floyd–Steinberg, {name} (photo)"]


@pytest.mark.parametrize("count", [1, 3, 256])
def test_gimp_palette(images, count):
    colors = many_colors(count)
    name = images.palette("Bären „1“.gpl", colors)
    layer = images.single(23, 17, 3, True)
    result = images.check_by_command(layer, {"palette": name}, colors=colors)
    assert images.pdb("gimp-item-get-name", result.layer) == [f"Floyd–Steinberg, {name} (photo)"]


def test_gimp_palette_with_colors_to_send(images):
    """The names of its entries say what is sent, as in a file of the same palette."""
    colors, sent = ["#0a070e", "#adb2ae", "#55180e"], ["#000000", "#ffffff", "#ff0000"]
    name = images.palette("panel", colors, [f"Ink {i} ={to}" for i, to in enumerate(sent)])
    both = [f"{color}={to}" for color, to in zip(colors, sent)]
    layer = images.single(23, 17, 3, True)
    for switch in (0, 1):
        images.check_by_command(layer, {"palette": name, "sent": switch}, colors=both)
    bad = images.palette("bad panel", colors, ["", "White =#fffff", ""])
    with pytest.raises(PdbError, match="bad panel: palette: line 3"):
        images.dither(layer, palette=bad)


@pytest.mark.parametrize("sent", [0, 1])
def test_sent_and_selection(images, sent):
    layer = images.layer(images.image(24, 16), 20, 13, 3, True, at=(-3, 4))
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 1, 3, 14, 12)
    for output in ("new-layer", "replace"):
        images.check_by_command(layer, {"palette": "spectra-6", "sent": sent, "output": output},
                                selected=images.selected(layer))


def test_gray_becomes_what_is_sent(images):
    layer = images.single(23, 17, 1, True)
    images.check_by_command(layer, {"palette": "bwry", "sent": 1}, to_rgb=True)


def test_adaptive_palette_of_what_takes_part(images):
    """Transparent and unselected pixels do not influence the palette."""
    width, height = 24, 16
    wanted, other, hidden = (200, 30, 30, 255), (20, 60, 220, 255), (0, 255, 0, 0)
    raw = b"".join(bytes(other if x >= 12 else hidden if (x + y) % 5 == 0 else
                         [wanted[0] - x, wanted[1] + y, wanted[2], 255])
                   for y in range(height) for x in range(width))
    layer = images.single(width, height, 3, True, raw=raw)
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 0, 0, 12, 16)
    result = images.check_by_command(layer, {"palette": "adaptive:2"},
                                     selected=images.selected(layer))
    after = images.pixels(result.layer).raw
    colors = {after[i:i + 3] for i in range(0, len(after), 4)
              if after[i + 3] and i // 4 % width < 12}
    assert len(colors) == 2 and all(red > 150 > green for red, green, _ in colors)


def test_selection(images):
    layer = images.layer(images.image(24, 16), 20, 13, 3, True, at=(-3, 4))
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 1, 3, 14, 12)
    for output in ("new-layer", "replace"):
        selected = images.selected(layer)
        assert len(set(selected)) == 2
        images.check_by_command(layer, {"palette": INKS, "output": output, **NOISY},
                                selected=selected)


@pytest.mark.parametrize(("arguments", "name"), [
    ({"palette": "game-boy"}, "Floyd–Steinberg, Game Boy"),
    ({"palette": "#ff8000"}, "Floyd–Steinberg, 1 color"),
    ({"palette": INKS, "kernel": "zhou-fang"}, "Zhou–Fang, 5 colors"),
    ({"palette": "adaptive:12:ff0000", "kernel": "atkinson"}, "Atkinson, 12 colors"),
    ({"palette": "#62201e=#ff0000,#ffffff", "sent": 1}, "Floyd–Steinberg, 2 colors, for the device"),
    ({"palette": "#62201e=#ff0000,#ffffff"}, "Floyd–Steinberg, 2 colors"),
    ({"palette": "game-boy", "sent": 1}, "Floyd–Steinberg, Game Boy"),
])
def test_name(images, arguments, name):
    layer = images.single(name="Käse")
    result = images.dither(layer, **arguments)
    assert images.pdb("gimp-item-get-name", result.layer) == [f"{name} (Käse)"]


def test_levels_do_not_matter(images):
    """They are still checked, like every argument."""
    layer = images.single(23, 17)
    images.check_by_command(layer, {"palette": "cga", "levels": "7"})


def test_photograph(images):
    """A large image, with a palette that needs a real search."""
    image, = images.pdb("file-png-load", NONINTERACTIVE, str(DATA / "coffee.png"), "coffee")
    images.made.append(image)
    number, = images.pdb("gimp-image-get-active-drawable", image)
    layer = Layer(image, number, PRECISION["u8-gamma"], 3, False)
    images.check_by_command(layer, {"palette": ",".join(many_colors(256)), "linear": 1,
                                    "kernel": "jarvis-judice-ninke"})
