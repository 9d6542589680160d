# SPDX-License-Identifier: GPL-3.0-or-later
"""No text in the dialogs is cut off in any language, with small and with large letters, both dialogs
fit on a screen of 1366 × 768 (twice that if letters are twice as large), and most of the first is for the image."""

import os
import subprocess
from pathlib import Path

import pytest
from gimp import IS_GIMP_3
from screen import Screen

LANGUAGES = ("en", "de", "es", "fr", "ja", "ru", "zh_CN")
PALETTES = ("", "adaptive:16", "gimp:Bears", "/nowhere/palette.gpl", "#000000,#ffffff", "ega")
CATALOGS = Path(os.environ["PLUGIN_EXE"]).parents[1] / "po"


@pytest.fixture(scope="module")
def large_screen():
    with Screen("3840x2160x24") as display:
        yield display


def complaints(display, language, *words):
    # Debian 13 does not translate in the locale C.UTF-8.
    environment = {**os.environ, "DISPLAY": display, "LC_ALL": "en_US.UTF-8" if IS_GIMP_3 else "C.UTF-8",
                   "LANGUAGE": language, "GTK_MODULES": ""}
    return subprocess.run([os.environ["CUT_OFF"], *map(str, words)], env=environment, check=True,
                          capture_output=True, text=True).stdout


@pytest.mark.parametrize("dpi", [96, 192])
@pytest.mark.parametrize("language", LANGUAGES)
def test_dithering(large_screen, language, dpi):
    for palette in PALETTES:
        assert complaints(large_screen, language, dpi, CATALOGS, "dither", palette) == "", palette


# Percentages of the dialog. Controls whose labels are longer than in English leave less.
@pytest.mark.parametrize("screen, least, least_in_english", [("1366x768", 60, 60), ("1920x1080", 70, 75)])
def test_share_of_the_preview(screen, least, least_in_english):
    with Screen(f"{screen}x24") as display:
        for language in LANGUAGES:
            share, slider = map(float, complaints(display, language, 96, CATALOGS, "share").split())
            assert share >= (least_in_english if language == "en" else least), language
            assert slider >= 200, language


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1",
                    reason="built without FFTW or LAPACK")
@pytest.mark.parametrize("dpi", [96, 192])
@pytest.mark.parametrize("language", LANGUAGES)
def test_hologram(large_screen, language, dpi):
    assert complaints(large_screen, language, dpi, CATALOGS, "hologram") == ""
