# SPDX-License-Identifier: GPL-3.0-or-later
"""What only GIMP 3 has: typed arguments that are called by name, several layers in a call, and layer effects."""

import textwrap

import option_table
import pytest
from conftest import TESTS
from gimp import HOLOGRAM_PROCEDURE, NONINTERACTIVE, PRESET_PROCEDURE, PROCEDURE, PdbError, only_in_gimp_3
from images import DEFAULTS
from test_hologram import ARGUMENTS as hologram_arguments

pytestmark = only_in_gimp_3


@pytest.mark.parametrize(("procedure", "expected"), [
    (PROCEDURE, [*option_table.NAMES, "output", "frames", "stable", "resize", "fit"]), (PRESET_PROCEDURE, ["preset"]),
    (HOLOGRAM_PROCEDURE, ["second-drawable", *hologram_arguments])])
def test_arguments_are_the_options(images, procedure, expected):
    names = [name for name, *_ in images.pdb("test-arguments", procedure)]
    # Scripts do not set the number of threads.
    assert names == ["run-mode", "image", "drawables", *[name for name in expected if name != "threads"]]


def test_types(images):
    found = {name: rest for name, *rest in images.pdb("test-arguments", PROCEDURE)}
    assert found["strength"][1:4] == ["gint", 100, [0, 100]]
    assert found["gamma"][1:4] == ["gdouble", 1.0, [0.1, 10.0]]
    assert found["serpentine"][1:3] == ["gint", -1]
    assert found["kernel"][1:3] == ["gchararray", "errdiff-12"]
    for name in ("match", "gamut", "tone", "start", "alpha", "output"):
        assert "Choice" in found[name][0], name
    assert all(text for *_, text in found.values())


def test_files_of_holograms(images):
    found = {name: kind for name, _, kind, *_ in images.pdb("test-arguments", HOLOGRAM_PROCEDURE)}
    assert {name for name, kind in found.items() if kind == "GFile"} == {"gray-table", "level-table", "correction"}


def example(first_words):
    """The example in docs/scripts.md that begins with these words."""
    text = (TESTS.parent / "docs" / "scripts.md").read_text(encoding="utf-8")
    lines = text[text.index(f"    {first_words}"):].partition("\n\n")[0]
    return textwrap.dedent(lines)


@pytest.mark.parametrize("language", ["script-fu", "python"])
def test_examples_of_the_document(images, language):
    layer = images.single(30, 20)
    arguments = {"kernel": "atkinson", "palette": "game-boy", "serpentine": 1}
    expected = layer.by_command(images.folder, images.pixels(layer.number), DEFAULTS | arguments)
    if language == "python":
        result = images.pdb("test-python", example("procedure = Gimp."), layer.number)
    else:
        result = images.gimp.evaluate(f"(let ((image {layer.image}) (drawable {layer.number})) "
                                      f"{example('(plug-in-error-diffusion #:')})")
    assert images.pixels(result[1]).raw == expected


def test_several_layers(images):
    """Each is dithered by itself, those in a selected group, too, and none twice."""
    image = images.image()
    group, = images.pdb("gimp-layer-group-new", image)
    images.pdb("gimp-image-insert-layer", image, group, 0, 0)
    inner = images.layer(image, 24, 16, parent=group, seed=2)
    outer = images.layer(image, 24, 16, seed=3)
    expected = [layer.by_command(images.folder, images.pixels(layer.number), {"kernel": "stucki"})
                for layer in (inner, outer)]
    images.dither_drawable(image, [outer.number, group, inner.number], kernel="stucki")
    (new_outer, _), (old_outer, _), (_, ((new_inner, _), (old_inner, _))) = images.tree(image)
    assert (old_inner, old_outer) == (inner.number, outer.number)
    assert [images.pixels(number).raw for number in (new_inner, new_outer)] == expected


def test_several_layers_make_no_indexed_image(images):
    layer = images.single()
    other = images.layer(layer.image, 24, 16)
    with pytest.raises(PdbError, match="from one layer"):
        images.dither_drawable(layer.image, [layer.number, other.number], palette="ega", output="new-indexed-image")


def test_effect_is_saved(images):
    """A layer effect has the command's bytes, also after it was saved in a file and opened again."""
    layer = images.single(40, 30)
    expected = layer.by_command(images.folder, images.pixels(layer.number), DEFAULTS | {"kernel": "atkinson"})
    images.pdb("test-add-effect", layer.number, {"kernel": "atkinson"})
    path = str(images.folder / "effect.xcf")
    images.pdb("gimp-file-save", NONINTERACTIVE, layer.image, path)
    opened, = images.pdb("gimp-file-load", NONINTERACTIVE, path, path)
    images.made.append(opened)
    (number, _), = images.tree(opened)
    assert images.pdb("test-effects", number) == [["errdiff:dither", "atkinson"]]
    for each in (layer.number, number):
        images.pdb("test-merge-effects", each)
        assert images.pixels(each).raw == expected
