# SPDX-License-Identifier: GPL-3.0-or-later
"""The plug-in in another language: its own texts, and the core's."""

import os

import pytest
from gimp import HOLOGRAM_PROCEDURE, IS_GIMP_3, NONINTERACTIVE, PROCEDURE, RGB, Gimp, PdbError, copy_home

KERNEL = "floyd-steinberg"
REST = ("rgb", "clip", 60, 0, 0, "none", 0, 0.5, 0, 0, 1.0, 0, 0, "0", 0, 100, 0, 0, 0, 0, 45.0,
        "none", 100, "8", "15,75,0,45", 0.0, 0, "continued", 0, "keep", 1, "auto", "new-layer", 0, 0, "", "fit")


@pytest.mark.parametrize("language, description, refusal", [
    ("de", "Jarvis–Judice–Ninke, 3 Stufen", "levels: 1 ist nicht möglich"),
    ("ru", "Jarvis–Judice–Ninke, 3 уровня", "levels: 1 невозможно"),
    ("ja", "Jarvis–Judice–Ninke, 3 階調", "levels: 1 は使えません"),
])
def test_texts_are_translated(warm_home, tmp_path, language, description, refusal):
    with Gimp(copy_home(warm_home, tmp_path / "home"), language=language) as gimp:
        image, = gimp.pdb("gimp-image-new", 8, 8, RGB)
        layer, = gimp.pdb("gimp-layer-new", image, 8, 8, 0, "image", 100, 0)
        gimp.pdb("gimp-image-insert-layer", image, layer, 0, 0)
        _, result, _ = gimp.pdb(PROCEDURE, NONINTERACTIVE, image, layer, "jarvis-judice-ninke",
                                "3", "", *REST)
        name, = gimp.pdb("gimp-item-get-name", result)
        assert name == f"{description} (image)"
        with pytest.raises(PdbError, match=refusal):
            gimp.pdb(PROCEDURE, NONINTERACTIVE, image, layer, KERNEL, "1", "", *REST)
        gimp.pdb("gimp-image-delete", image)


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1",
                    reason="built without FFTW or LAPACK")
def test_holograms_speak_german(warm_home, tmp_path):
    with Gimp(copy_home(warm_home, tmp_path / "home"), language="de") as gimp:
        image, = gimp.pdb("gimp-image-new", 8, 8, RGB)
        layer, = gimp.pdb("gimp-layer-new", image, 8, 8, 0, "image", 100, 0)
        gimp.pdb("gimp-image-insert-layer", image, layer, 0, 0)

        def quantize(levels):
            return gimp.pdb(HOLOGRAM_PROCEDURE, NONINTERACTIVE, image, layer, -1, 4.0, 500.0, 300.0,
                            5.0, 5.0, 0, 0, "phase", levels, "opt", 256, 9, 3, 1.0, 27, 0, 0, 0, "auto",
                            "re-im-channels", 0, "", 0, 0, 0, "", "", 0, 0, 0, 0, "", "fresnel", 0, 0, 0, 0)
        if not IS_GIMP_3:  # which checks numbers itself
            with pytest.raises(PdbError, match="levels: 1 ist nicht möglich; 2 bis 65536 sind es"):
                quantize(1)
        made, result, _ = quantize(3)
        name, = gimp.pdb("gimp-item-get-name", result)
        assert name == "3 Phasen (image)"
        assert "Signal-Rausch-Abstand in der Sicht" in gimp.messages()
        for number in (made, image):
            gimp.pdb("gimp-image-delete", number)
