# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings that are copied as a call in Script-Fu or as a command line give the same pixels when that is run."""

import os
import subprocess

import pytest

import png
from gimp import IS_GIMP_3
from images import DEFAULTS, Result

COLORS = ",".join(f"#{40503 * i % 2**24:06x}" for i in range(256))
CASES = [
    {},
    {"kernel": "4: 1,0,2; -1,1,1; 0,2,1", "levels": "2,3,4", "strength": 70, "serpentine": True, "seed": -5,
     "noise": 20},
    {"palette": "ega", "match": "oklab", "gamut": "compress", "compress": 35, "linear": True, "levels": "7"},
    {"palette": "#101820,#f2aa4c=#ff0000,#b00040", "sent": True, "gamut": "none", "keep-exact": True},
    {"palette": "adaptive:5:ff0000,00ff00", "stretch": True, "stretch-share": 0.1, "gamma": 1.37, "brightness": -20},
    {"palette": COLORS, "contrast": 30, "saturation": -100, "invert": True, "detail": 40,
     "refine": 2, "viewing": 30.5},
    {"levels": "3", "dot": 3, "engine": "serial-ec", "threads": 3, "output": "replace", "alpha": "dither"},
    {"palette": "cga", "output": "new-indexed-image"},
    {"palette": "cga", "output": "new-indexed-image", "alpha": "keep"},
    {"palette": COLORS, "output": "new-indexed-image", "alpha": "keep"},
    {"palette": "adaptive:256", "output": "new-indexed-image", "alpha": "threshold"},
    {"palette": "adaptive:+6", "sent": True},
    {"output": "new-indexed-image", "sent": True},
]


def copied(folder, kind, settings, *colors):
    """What the dialog copies."""
    def write(value):
        return str(value).lower() if isinstance(value, bool) else str(value)

    file = folder / "settings.ini"
    file.write_text("[settings]\n" + "".join(f"{key}={write(value)}\n" for key, value in settings.items()))
    return subprocess.run([os.environ["COPIED_TEXT"], kind, file, *colors], check=True, capture_output=True,
                          text=True).stdout


def run_command(folder, line, layer, pixels):
    kind = png.RGB_ALPHA if layer.alpha else png.RGB
    (folder / "in.png").write_bytes(png.encode(pixels.width, pixels.height, kind, 8, pixels.raw))
    path = f"{os.path.dirname(os.environ['ERRDIFF'])}:{os.environ['PATH']}"
    line = line if "--indexed" in line else line.rstrip("\n") + " --true-color"
    subprocess.run(line, shell=True, check=True, cwd=folder, env=os.environ | {"PATH": path})
    return png.decode((folder / "out.png").read_bytes())


def visible(pixels, channels):
    """The pixels, whose last channel is alpha, without the colors of those that are transparent."""
    return [pixels[i:i + channels] if pixels[i + channels - 1] else None for i in range(0, len(pixels), channels)]


def with_alpha(file):
    """The pixels of a decoded PNG with transparency: the last color of a palette is that of transparent pixels."""
    _, _, kind, _, rows, chunks = file
    if kind != png.PALETTE:
        return rows
    last = len(chunks[b"PLTE"]) // 3 - 1
    return bytes(byte for number in rows for byte in (number, 0 if number == last else 255))


def in_color(images, image, pixels):
    """Indexed pixels with alpha as RGBA."""
    colors = bytes(images.pdb("gimp-image-get-colormap", image)[1])
    return b"".join(colors[3 * pixels[i]:3 * pixels[i] + 3] + pixels[i + 1:i + 2] for i in range(0, len(pixels), 2))


@pytest.mark.parametrize("settings", CASES, ids=lambda settings: " ".join(settings) or "defaults")
def test_copies_give_the_same_pixels(images, settings):
    layer, other = (images.single(30, 20, 3, "alpha" in settings) for _ in range(2))
    before = images.pixels(layer.number)
    values = {name: int(value) if isinstance(value, bool) else value for name, value in settings.items()}
    values.pop("threads", None)
    wanted = images.dither(layer, **DEFAULTS | values)
    script = copied(images.folder, "named-script" if IS_GIMP_3 else "script", settings)
    found = Result(*images.gimp.evaluate(f"(let ((image {other.image}) (drawable {other.number})) {script})"))
    expected = images.pixels(wanted.layer)
    assert images.pixels(found.layer).raw == expected.raw
    images.made += {wanted.image, found.image} - {layer.image, other.image}

    made = run_command(images.folder, copied(images.folder, "command", settings), layer, before)
    if layer.alpha:
        channels = 2 if made[2] == png.PALETTE else 4
        raw = expected.raw if expected.per_pixel == channels else in_color(images, found.image, expected.raw)
        assert visible(with_alpha(made), channels) == visible(raw, channels)
    else:
        assert made[4] == expected.raw


def test_text_of_the_command(images):
    """It has only the options that matter, and quotes what a shell would not leave alone."""
    def command(*colors, **settings):
        return copied(images.folder, "command", settings, *colors).removeprefix("errdiff in.png out.png")

    assert command(match="oklab", levels="2") == " --levels 2"
    assert command(linear=False, serpentine=False) == " --no-serpentine --no-linear"
    assert command(palette="pico-8", levels="9", match="oklab") == " --palette pico-8 --match oklab"
    assert command("#000000,#ffffff", palette="gimp:Bears") == " --palette '#000000,#ffffff'"
    assert command("#000000,#ffffff", palette="/a b/it's.gpl") == " --palette '/a b/it'\\''s.gpl'"
    assert command(seed=-1, noise=1) == " --noise 1 --seed 4294967295"
    assert command(sent=True, levels="3") == " --levels 3"
    assert command(output="new-indexed-image") == " --colors 16 --indexed --alpha threshold"
    assert command(output="new-indexed-image", palette="cga", alpha="dither") == (
        " --palette cga --alpha dither --indexed")
    assert command(output="new-indexed-image", gray=True) == " --gray"
    assert command(output="new-indexed-image", palette="adaptive:255") == " --colors 255 --indexed --alpha threshold"
    assert command(output="new-indexed-image", palette="adaptive:256") == " --colors 256 --alpha threshold"
    assert command(COLORS, output="new-indexed-image", palette="gimp:all").endswith("' --alpha threshold")
    assert command(frames=True) == " --colors 16 --shared-palette"
    assert command(frames=True, output="new-indexed-image", palette="adaptive:5:ff0000") == (
        " --colors 5 --lock ff0000 --indexed --alpha threshold --shared-palette")
    assert command(frames=True, palette="ega") == " --palette ega"
    assert command(frames=True, levels="3") == " --levels 3"


def test_text_of_the_script_for_gimp_3(tmp_path):
    """Arguments that have their defaults are left out."""
    settings = {"palette": "#101820,#f2aa4c=#ff0000", "sent": True, "gamma": 1.37, "seed": 7, "noise": 9}
    assert copied(tmp_path, "named-script", settings) == (
        '(plug-in-error-diffusion #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector drawable) '
        '#:palette "#101820,#f2aa4c=#ff0000" #:sent TRUE #:gamma 1.37 #:noise 9 #:seed 7)')


def test_text_of_the_script(images):
    script = copied(images.folder, "script", {"palette": 'gimp:"Bären" \\\\'})
    assert script.startswith('(plug-in-error-diffusion RUN-NONINTERACTIVE image drawable "errdiff-12" "auto" '
                             '"gimp:\\"Bären\\" \\\\" "lightness" ')
