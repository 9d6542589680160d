# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong calls give one clear message and change nothing in the image."""

import os
import re

import pytest

from gimp import IS_GIMP_3, PdbError, only_in_gimp_2

TOO_MANY = ",".join(f"#{i:06x}" for i in range(257))

# argument, bad value, what the message must say about possible values
BAD = [
    ("kernel", "", "floyd-steinberg"),
    ("kernel", "floyd", "floyd-steinberg.*zhou-fang"),
    ("kernel", "16: -1,0,7", "right"),
    ("kernel", "0: 1,0,7", "1 to 65536"),
    ("levels", "", "2.*256"),
    ("levels", "1", "2.*256"),
    ("levels", "257", "2.*256"),
    ("levels", "abc", "2.*256"),
    ("levels", "2,2", "2.*256.*three"),
    ("levels", "4,8,300", "2.*256"),
    ("palette", "black,white", "game-boy.*GIMP palette.*file"),
    ("palette", "Game-Boy", "game-boy"),
    ("palette", " ", "game-boy"),
    ("palette", "#", "ff8000"),
    ("palette", "#000000,#12345", "ff8000"),
    ("palette", "#000000,rot", "ff8000"),
    ("palette", TOO_MANY, "256"),
    ("palette", "#000000=", "ff8000"),
    ("palette", "#000000,#62201e=#ff000", "line 2.*ff8000"),
    ("palette", "adaptive:", "2 to 256"),
    ("palette", "adaptive:1", "2 to 256"),
    ("palette", "adaptive:257", "2 to 256"),
    ("palette", "adaptive:4x", "2 to 256"),
    ("palette", "adaptive:-4:000000", "2 to 256"),
    ("palette", "adaptive:2:000000,ffffff,ff0000", "more colou?rs than"),
    ("palette", "adaptive:4:rot", "ff8000"),
    ("palette", "/nowhere/inks.gpl", "No such file"),
    ("palette", "inks.gpl", "No such file"),
    ("palette", "/", "folder"),
    ("match", "", "rgb.*oklab"),
    ("match", "lab", "rgb.*oklab"),
    ("gamut", "", "clip.*compress.*none"),
    ("gamut", "shrink", "clip.*compress.*none"),
    ("compress", 101, "0.*100"),
    ("gray", 2, "0 to 1"),
    ("tone", "dark", "none.*auto"),
    ("stretch", 2, "0 to 1"),
    ("stretch-share", 10.5, "10 percent or less"),
    ("stretch-share", -0.5, "0 percent or more"),
    ("brightness", -101, "-100.*100"),
    ("contrast", 101, "-100.*100"),
    ("gamma", 0.0, "0.1 or more"),
    ("gamma", 11.0, "10 or less"),
    ("saturation", 101, "-100.*100"),
    ("invert", 2, "0 to 1"),
    ("dot-gain", "36", "0 to 35"),
    ("dot-gain", "50 70; 40 60", "40 percent follows 50"),
    ("keep-exact", -1, "0 to 1"),
    ("strength", -1, "0.*100"),
    ("strength", 101, "0.*100"),
    ("noise", -1, "0.*100"),
    ("noise", 101, "0.*100"),
    ("detail", 101, "0.*100"),
    ("refine", -1, "0 to 20"),
    ("refine", 21, "0 to 20"),
    ("viewing", 14.9, "15 pixels per degree or more"),
    ("viewing", 200.5, "200 pixels per degree or less"),
    ("screen", "bayer-3", "bayer-16"),
    ("screen", "./no-such-matrix.png", "no-such-matrix"),
    ("screen-amount", 401, "0.*400"),
    ("screen-angle", "1,2", "15,75,0"),
    ("dpi", -1.0, "0 pixels per inch or more"),
    ("sent", 2, "0 to 1"),
    ("serpentine", -2, "-1 to 1"),
    ("serpentine", 2, "-1 to 1"),
    ("start", "late", "continued.*plain"),
    ("linear", -1, "0 to 1"),
    ("linear", 2, "0 to 1"),
    ("alpha", "", "keep.*threshold.*dither"),
    ("alpha", "drop", "keep.*threshold.*dither"),
    ("dot", 0, "1 to 256"),
    ("dot", 257, "1 to 256"),
    ("engine", "", "auto"),
    ("engine", "steam", "auto"),
    ("output", "", "new-layer.*replace.*new-indexed-image"),
    ("output", "elsewhere", "new-layer.*replace.*new-indexed-image"),
    ("frames", 2, "0 to 1"),
    ("stable", -1, "0.*100"),
    ("stable", 101, "0.*100"),
    ("resize", "0x4", "800.*mm.*50%"),
    ("resize", "37.5", "800.*mm.*50%"),
    ("fit", "crop", "fit.*fill.*stretch"),
    # There is no palette.
    ("output", "new-indexed-image", "palette"),
]

# The arguments whose values GIMP 3 itself checks, apart from all numbers.
CHOICES = {"match", "gamut", "tone", "start", "alpha", "output", "fit"}


def is_checked_here(argument, value):
    """Whether the plug-in has to refuse a wrong value, and not GIMP."""
    is_choice = argument in CHOICES and value != "new-indexed-image"
    return not IS_GIMP_3 or (isinstance(value, str) and not is_choice)


BAD = [case for case in BAD if is_checked_here(*case[:2])]

# The part of a wrong text that the message must name.
WRONG_PART = {"16: -1,0,7": "-1,0", "0: 1,0,7": "divisor is 0", "4,8,300": "300",
              "#000000,#12345": "#12345", "#000000,rot": "rot",
              "#000000,#62201e=#ff000": "#62201e=#ff000", "adaptive:4:rot": "rot",
              "/": "file", TOO_MANY: "more than 256", "50 70; 40 60": "40 percent", "new-indexed-image": "indexed"}


@pytest.fixture
def layer(images):
    return images.single(9, 7, 3, True)


@pytest.mark.parametrize(("argument", "value", "allowed"), BAD,
                         ids=[f"{argument}={str(value)[:40]}" for argument, value, _ in BAD])
def test_bad_value(images, layer, argument, value, allowed):
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError) as failure:
        images.dither(layer, **{argument: value})
    message = str(failure.value)
    assert failure.value.calling, message
    said = message.split("arguments:", 1)[1]
    assert argument in said.lower()
    assert WRONG_PART.get(value, f"{value:g}" if isinstance(value, float) else str(value)) in said
    assert re.search(allowed, said, re.S), said
    assert images.snapshot(layer.image) == before
    assert before["dirty"] == [0]


def test_bad_value_in_place(images, layer):
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match="levels"):
        images.dither(layer, levels="1", output="replace")
    assert images.snapshot(layer.image) == before


# The contents of a file, and what the message must say about it.
FILES = {
    "empty.hex": (b"", "no colou?rs"),
    "blank.hex": (b"\r\n\r\n", "no colou?rs"),
    "empty.gpl": (b"GIMP Palette\nName: none\nColumns: 1\n#\n", "no colou?rs"),
    "broken.gpl": (b"GIMP Palette\nName: x\n#\n0 0 0\n0 300 0\n", "line 5.*0 300 0"),
    "broken.hex": (b"000000\nff80\n", "line 2.*ff80"),
    "long.gpl": (b"GIMP Palette\n" + b"1 2 3\n" * 257, "more than 256"),
    "long.act": (bytes(range(256)) * 3 + b"\x01\x01\xff\xff", "257"),
}


@pytest.mark.parametrize("name", FILES)
def test_bad_palette_file(images, layer, name):
    contents, said = FILES[name]
    path = images.folder / name
    path.write_bytes(contents)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match=f"(?s){name}: palette: .*{said}") as failure:
        images.dither(layer, palette=str(path))
    assert failure.value.calling
    assert images.snapshot(layer.image) == before


def test_bad_image_as_palette(images, layer):
    path = images.folder / "image.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    with pytest.raises(PdbError, match="palette: .*image.png.* cannot be read"):
        images.dither(layer, palette=str(path))


def pipe(folder):
    os.mkfifo(folder / "inks.gpl")
    return folder / "inks.gpl"


def large_file(folder):
    (folder / "inks.gpl").write_bytes(b"GIMP Palette\n0 0 0\n" + b"#" * (1 << 20))
    return folder / "inks.gpl"


@pytest.mark.parametrize(("make", "said"), [
    (lambda folder: "/dev/zero", "device"), (pipe, "pipe"), (large_file, "larger than 1048576 bytes")])
def test_palette_file_without_end(images, layer, make, said):
    """Neither waited for nor taken into memory."""
    path = make(images.folder)
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match=f"palette: “{path}” cannot be read: .*{said}") as failure:
        images.dither(layer, palette=str(path))
    assert failure.value.calling
    assert images.snapshot(layer.image) == before


@pytest.mark.parametrize("count", [0, 257])
def test_bad_gimp_palette(images, layer, count):
    name = images.palette(f"of {count}", [f"#{i:06x}" for i in range(count)])
    before = images.snapshot(layer.image)
    said = f"palette: “{name}” has {count} colou?rs; 1 to 256"
    with pytest.raises(PdbError, match=said) as failure:
        images.dither(layer, palette=name)
    assert failure.value.calling
    assert images.snapshot(layer.image) == before


def test_drawable_of_another_image(images, layer):
    other = images.single(5, 5, 1)
    states = images.snapshot(layer.image), images.snapshot(other.image)
    with pytest.raises(PdbError, match=f"drawable: {other.number} is not in image {layer.image}") as failure:
        images.dither_drawable(layer.image, other.number)
    assert failure.value.calling
    assert (images.snapshot(layer.image), images.snapshot(other.image)) == states


def test_layer_that_is_in_no_image(images, layer):
    stray, = images.pdb("gimp-layer-new", layer.image, 5, 5, 0, "stray", 100, 28)
    before = images.snapshot(layer.image)
    # The reason is GIMP's, and not "success", which is that of the call after it.
    with pytest.raises(PdbError, match="cannot be dithered: .*not been added to an image"):
        images.dither_drawable(layer.image, stray)
    assert images.snapshot(layer.image) == before
    images.pdb("gimp-item-delete", stray)


def test_what_is_no_drawable(images, layer):
    path, = images.pdb("gimp-vectors-new", layer.image, "path")
    images.pdb("gimp-image-insert-vectors", layer.image, path, 0, 0)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    for number in (path, -1, 999999):
        with pytest.raises(PdbError) as failure:
            images.dither_drawable(layer.image, number)
        assert failure.value.calling, failure.value
    assert images.snapshot(layer.image) == before


@only_in_gimp_2("it checks the run mode itself")
@pytest.mark.parametrize("run_mode", [-1, 3])
def test_bad_run_mode(images, layer, run_mode):
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match=f"run-mode: {run_mode} .*0 to 2") as failure:
        images.dither(layer, run_mode=run_mode)
    assert failure.value.calling
    assert images.snapshot(layer.image) == before


def test_texts_that_break_naive_code(images, layer):
    """Texts that are long, or contain %, quotes or non-ASCII characters."""
    before = images.snapshot(layer.image)
    for argument, value in (("kernel", "%s%n%d"), ("kernel", "16: " + "1,0,1; " * 400),
                            ("kernel", "x" * 5000), ("levels", "2%n" * 300),
                            ("palette", "%s%n" * 1000), ("palette", "#" + "é" * 3000),
                            ("palette", "./%n" * 1000), ("match", "%s" * 500),
                            ("engine", "“é”\n<b>"), ("output", "é" * 3000)):
        if not is_checked_here(argument, value):
            continue
        with pytest.raises(PdbError, match=argument) as failure:
            images.dither(layer, **{argument: value})
        assert failure.value.calling
    assert images.snapshot(layer.image) == before
