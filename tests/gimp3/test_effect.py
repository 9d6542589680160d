# SPDX-License-Identifier: GPL-3.0-or-later
"""The GEGL operation as an effect of a layer."""


def test_effect_is_saved(images):
    """A layer effect has the command's bytes, also after it was saved in a file and opened again."""
    layer = images.single(40, 30)
    expected = images.expected(layer, {"kernel": "atkinson", "levels": "2"})
    images.gimp.add_effect(layer.number, kernel="atkinson")
    path = str(images.folder / "effect.xcf")
    images.gimp.save(layer.image, path)
    opened = images.gimp.load(path)
    images.made.append(opened)
    number, = images.gimp.layers(opened)
    assert images.gimp.effects(number) == [("errdiff:dither", "atkinson")]
    for layer_number in (layer.number, number):
        images.gimp.merge_effects(layer_number)
        assert images.pixels(layer_number).raw == expected
