# SPDX-License-Identifier: GPL-3.0-or-later
"""The procedures of GIMP 3: typed arguments from the table of options, calls by name, and mistakes."""

import os
import subprocess
import textwrap

import option_table
import pytest
from conftest import PROCEDURE, TESTS, Refused

HOLOGRAM = "plug-in-hologram-diffusion"


def test_arguments_are_the_options(shared):
    names = [name for name, *_ in shared.arguments_of(PROCEDURE)]
    assert names[:3] == ["run-mode", "image", "drawables"]
    assert set(names[3:]) == set(option_table.NAMES) - {"threads"} | {"output"}


def test_types(shared):
    found = {name: rest for name, *rest in shared.arguments_of(PROCEDURE)}
    assert found["strength"][1:4] == ["gint", 100, [0, 100]]
    assert found["gamma"][1:4] == ["gdouble", 1.0, [0.1, 10.0]]
    assert found["serpentine"][1:3] == ["gboolean", False]
    assert found["kernel"][1:3] == ["gchararray", "floyd-steinberg"]
    for name in ("match", "gamut", "alpha", "output"):
        assert "Choice" in found[name][0], name
    assert all(text for *_, text in found.values())


def example(first_words):
    """The example in the README that begins with these words."""
    text = (TESTS.parent / "README.md").read_text(encoding="utf-8")
    lines = text[text.index(f"    {first_words}"):].partition("\n\n")[0]
    return textwrap.dedent(lines)


@pytest.mark.parametrize("language", ["script-fu", "python"])
def test_examples_of_the_readme(images, language):
    layer = images.single(30, 20)
    expected = images.expected(layer, {"kernel": "atkinson", "palette": "game-boy", "serpentine": True})
    if language == "python":
        images.gimp.python(example("procedure = Gimp."), layer.number)
    else:
        images.gimp.script(f"(let ((image {layer.image}) (drawable {layer.number})) "
                           f"{example('(plug-in-error-diffusion #:')})")
    assert images.pixels(images.gimp.layers(layer.image)[0]).raw == expected


def test_copied_script(images):
    """What the dialog copies gives the same pixels."""
    settings = {"palette": "#101820,#f2aa4c=#ff0000,#b00040", "sent": True, "gamma": 1.37, "seed": 7, "noise": 9}
    file = images.folder / "settings.ini"
    file.write_text("[settings]\n" + "".join(f"{key}={str(value).lower() if value is True else value}\n"
                                             for key, value in settings.items()))
    text = subprocess.run([os.environ["COPIED_TEXT"], "named-script", file], check=True, capture_output=True,
                          text=True).stdout
    assert text == (f'({PROCEDURE} #:run-mode RUN-NONINTERACTIVE #:image image #:drawables (vector drawable) '
                    '#:palette "#101820,#f2aa4c=#ff0000,#b00040" #:sent TRUE #:gamma 1.37 #:noise 9 #:seed 7)')
    layer = images.single(30, 20)
    wanted = images.pixels(images.dither(layer, **settings)[1]).raw
    images.gimp.script(f"(let ((image {layer.image}) (drawable {layer.number})) {text})")
    assert images.pixels(images.gimp.layers(layer.image)[0]).raw == wanted


def test_preset(images):
    layer = images.single(30, 20)
    _, result, _ = images.gimp.call("plug-in-error-diffusion-preset", [layer.number], preset="game-boy")
    assert images.pixels(result).raw != images.pixels(layer.number).raw
    with pytest.raises(Refused, match="no-such-preset"):
        images.gimp.call("plug-in-error-diffusion-preset", [layer.number], preset="no-such-preset")


@pytest.mark.parametrize(("arguments", "reason"), [
    ({"kernel": "no-such"}, "no-such"),
    ({"levels": "1"}, "levels"),
    ({"palette": "no-such"}, "no-such"),
    ({"output": "new-indexed-image"}, "output"),
])
def test_mistakes(images, arguments, reason):
    layer = images.single()
    with pytest.raises(Refused, match=reason):
        images.dither(layer, **arguments)
    assert images.gimp.layers(layer.image) == [layer.number]


def test_several_layers_make_no_indexed_image(images):
    layer = images.single()
    other = images.layer(layer.image, 24, 16)
    with pytest.raises(Refused, match="only one"):
        images.dither(layer, other, palette="ega", output="new-indexed-image")


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="built without FFTW or LAPACK")
def test_hologram(images):
    """A gray layer of phases, of which 4 are left."""
    layer = images.single(48, 20, 1, precision="u16-linear")
    image, result, engine = images.gimp.call(HOLOGRAM, [layer.number], input="phase", levels=4, pitch=0.75,
                                             wavelength=635.0, view_distance=0.3, view_width=0.1)
    images.made.append(image)
    assert set(images.pixels(result).raw) <= {0, 64, 128, 192} and engine
    assert images.gimp.name(result) == "4 phases (photo)"
    with pytest.raises(Refused, match="drawables: 2 were given"):
        images.gimp.call(HOLOGRAM, [layer.number, images.layer(layer.image, 48, 20, 1, precision="u16-linear").number])
