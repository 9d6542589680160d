# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets by name, in scripts: they give the same pixels as their settings do."""

import re

import pytest

from gimp import NONINTERACTIVE, PRESET_PROCEDURE, WITH_LAST_VALS, PdbError, only_in_gimp_2
from images import DEFAULTS, Result

# The settings of some built-in presets; the others are at least called below.
BUILT_IN = {
    "game-boy": {"palette": "game-boy", "gamut": "compress", "compress": 40},
    "e-paper-7": {"palette": "e-paper-7", "tone": "auto", "refine": 2},
    "spectra-6": {"palette": "spectra-6", "gamut": "relative", "match": "rgb", "refine": 2},
    "newspaper": {"palette": "#2b2a29,#ece6d8", "tone": "auto", "dot-gain": "25",
                  "gamut": "relative", "match": "rgb"},
    "classic-mac": {"kernel": "atkinson", "palette": "black-and-white", "serpentine": 1, "gamma": 1.2,
                    "contrast": -10, "brightness": 20},
    "receipt-printer": {"palette": "black-and-white", "tone": "auto", "dot-gain": "15", "detail": 50,
                        "keep-exact": 1},
    "pixel-art-16": {"kernel": "sierra-lite", "palette": "adaptive:16", "match": "oklab", "strength": 60,
                     "linear": 0},
}

OWN = """[errdiff preset]
kernel=atkinson
levels=3,4,5
strength=90
noise=5
seed=-7
detail=40
refine=3
viewing=30.5
serpentine=true
alpha=dither
"""


def dither(images, layer, preset, run_mode=NONINTERACTIVE):
    return Result(*images.pdb(PRESET_PROCEDURE, run_mode, layer.image, layer.number, preset))


def write_preset(images, name, text):
    folder = images.gimp.home / "gimp/error-diffusion-presets"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.preset").write_text(text)


def listed(images, layer):
    """The preset names that the message for an unknown name lists."""
    with pytest.raises(PdbError) as failure:
        dither(images, layer, "no-such-preset")
    unknown, *names = re.findall("“([^”]*)”", str(failure.value))
    assert unknown == "no-such-preset"
    assert failure.value.calling
    return names


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in(images, name):
    layer = images.single(40, 30, 3, True)
    plain = images.dither(layer, **DEFAULTS | BUILT_IN[name])
    result = dither(images, layer, name)
    assert result.image == layer.image
    assert images.pixels(result.layer) == images.pixels(plain.layer)
    assert images.pixels(result.layer).raw != images.pixels(layer.number).raw


@pytest.mark.parametrize("channels", [1, 3])
def test_all_that_are_listed_work(images, channels):
    layer = images.single(12, 9, channels)
    names = [name for name in listed(images, layer) if name.islower()]
    assert len(names) > 10 and set(BUILT_IN) <= set(names)
    for name in names:
        copy = images.single(12, 9, channels)
        dither(images, copy, name)


def test_own(images):
    write_preset(images, "Mine, 50 %25", OWN)
    layer = images.single(31, 23, 3, True)
    plain = images.dither(layer, kernel="atkinson", levels="3,4,5", strength=90, noise=5, seed=-7, detail=40,
                          refine=3, viewing=30.5, serpentine=1, linear=1, alpha="dither")
    assert "Mine, 50 %" in listed(images, layer)
    for run_mode in (NONINTERACTIVE, WITH_LAST_VALS):
        result = dither(images, layer, "Mine, 50 %", run_mode)
        assert images.pixels(result.layer) == images.pixels(plain.layer)


def test_a_built_in_preset_by_its_title(images):
    layer = images.single()
    by_name, by_title = (images.pixels(dither(images, layer, name).layer) for name in ("game-boy", "Game Boy"))
    assert by_name == by_title


def test_mask_is_replaced(images):
    layer = images.single()
    mask = images.mask(layer)
    result = Result(*images.pdb(PRESET_PROCEDURE, NONINTERACTIVE, layer.image, mask,
                                "laser-engraving"))
    assert result.layer == -1
    assert set(images.pixels(mask).raw) <= {0, 255}


@pytest.mark.parametrize(("name", "text", "said"), [
    ("Broken", "[errdiff preset]\nstrength=much\n", "strength"),
    ("Typo", "[errdiff preset]\nstrenght=5\n", "strenght"),
    ("Binary", "\x00\x01", "not a valid preset"),
    ("Bad kernel", "[errdiff preset]\nkernel=floyd\n", "floyd-steinberg"),
    ("Bad range", "[errdiff preset]\nnoise=101\n", "noise"),
    ("Bad match", "[errdiff preset]\nmatch=lab\n", "oklab"),
    ("No file", "[errdiff preset]\npalette=/nowhere/inks.gpl\n", "No such file"),
])
def test_bad_presets(images, name, text, said):
    write_preset(images, name, text)
    layer = images.single()
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError, match=said) as failure:
        dither(images, layer, name)
    assert failure.value.calling
    assert images.snapshot(layer.image) == before


@only_in_gimp_2("test_gimp3.py")
def test_procedure_is_as_documented(images):
    info = images.pdb("gimp-procedural-db-proc-info", PRESET_PROCEDURE)
    described = [images.pdb("gimp-procedural-db-proc-arg", PRESET_PROCEDURE, i)
                 for i in range(info[6])]
    assert [(kind, name) for kind, name, _ in described] == [
        (0, "run-mode"), (13, "image"), (16, "drawable"), (4, "preset")]
    assert info[7] == 3


@only_in_gimp_2("it checks the run mode itself")
@pytest.mark.parametrize("run_mode", [-1, 3])
def test_bad_run_mode(images, run_mode):
    layer = images.single()
    with pytest.raises(PdbError, match="run-mode"):
        dither(images, layer, "ega", run_mode)
