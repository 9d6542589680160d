# SPDX-License-Identifier: GPL-3.0-or-later
"""No text in the dialogs is cut off in any language, with small and with large letters, and both
dialogs fit on a screen of 1366 × 768 (twice that if letters are twice as large)."""

import os
import subprocess
from pathlib import Path

import pytest
from screen import Screen

LANGUAGES = ("en", "de", "es", "fr", "ja", "ru", "zh_CN")
PALETTES = ("", "adaptive:16", "gimp:Bears", "/nowhere/palette.gpl", "#000000,#ffffff", "ega")
CATALOGS = Path(os.environ["PLUGIN_EXE"]).parents[1] / "po"


@pytest.fixture(scope="module")
def large_screen():
    with Screen("3840x2160x24") as display:
        yield display


def complaints(display, language, *words):
    environment = {**os.environ, "DISPLAY": display, "LC_ALL": "C.UTF-8", "LANGUAGE": language,
                   "GTK_MODULES": ""}
    return subprocess.run([os.environ["CUT_OFF"], *map(str, words)], env=environment, check=True,
                          capture_output=True, text=True).stdout


@pytest.mark.parametrize("dpi", [96, 192])
@pytest.mark.parametrize("language", LANGUAGES)
def test_dithering(large_screen, language, dpi):
    for palette in PALETTES:
        assert complaints(large_screen, language, dpi, CATALOGS, "dither", palette) == "", palette


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1",
                    reason="built without FFTW or LAPACK")
@pytest.mark.parametrize("dpi", [96, 192])
@pytest.mark.parametrize("language", LANGUAGES)
def test_hologram(large_screen, language, dpi):
    assert complaints(large_screen, language, dpi, CATALOGS, "hologram") == ""
