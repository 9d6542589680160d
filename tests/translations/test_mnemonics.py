# SPDX-License-Identifier: GPL-3.0-or-later
"""In no language do two controls that the dialog can show at the same time have the same
mnemonic."""

import re
from collections import Counter

import pytest
from test_catalogues import LANGUAGES, PO

ALWAYS = ["_Kernel:", "_Weights:", "S_trength:", "_Noise:", "See_d:", "Serpentine (_zigzag)", "Color_s:",
          "Line_ar light", "Transparenc_y:", "Eng_ine:", "O_utput:", "_Reset",
          "Threads (_0: auto):", "_Preset:", "Save, e_xport…", "Be_fore and after",
          "Zoom (_+ −):", "Turn serpentine off: _quicker"]
PALETTE = ["Co_mpare:", "Usin_g:", "Pick from pre_view", "Ad_just…"]
BY_SOURCE = {
    "levels": ["Le_vels:", "Per channe_l", "R_ed:", "_Green:", "_Blue:"],
    "picture": ["Num_ber:", "K_eep:", *PALETTE],
    "program": ["Palett_e:", *PALETTE],
    "file": ["Fi_le:", *PALETTE],
    "list": ["Color _list:", *PALETTE],
}
HOLOGRAM = ["Pixel _pitch:", "_Wavelength:", "Le_vels:", "Wid_th:", "Hei_ght:", "_Distance:",
            "Center _X:", "Center _Y:", "_More settings", "I_nput:", "_Second layer:", "O_utput:",
            "M_ethod:", "T_aps:", "_Largest slope:", "Hogel si_ze:", "Scale _by:",
            "_Filter to the view", "Loo_k at depth:", "Eng_ine:", "_Reset"]
# The mnemonics of GTK+'s own buttons Help, Cancel and OK.
STOCK = {"en": "hco", "de": "hao", "fr": "env", "es": "uca", "ru": "соo", "ja": "hco",
         "zh_CN": "hco"}


def labels(language):
    """A dictionary from English texts to translations, for entries of one line."""
    text = (PO / f"{language}.po").read_text(encoding="utf-8")
    return dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', text, re.M))


def key(label):
    return re.search(r"_(.)", label).group(1).lower()


IN_THE_MENU = ["_Lock or unlock", "_Remove", "_Change…", "Change what is s_ent…", "Send as _seen",
               "_Write what the device is sent", "Sort by _brightness", "Sort by _hue"]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_keys_of_the_palettes_menu_are_distinct(language):
    shown = IN_THE_MENU if language == "en" else [labels(language)[text] for text in IN_THE_MENU]
    assert len(set(map(key, shown))) == len(shown), shown


def check(seen, language):
    shown = seen if language == "en" else [labels(language)[text] for text in seen]
    keys = Counter([*map(key, shown), *STOCK[language]])
    assert max(keys.values()) == 1, [label for label in shown if keys[key(label)] > 1]


@pytest.mark.parametrize("source", BY_SOURCE)
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_keys_are_distinct(language, source):
    check(ALWAYS + BY_SOURCE[source], language)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_keys_of_the_hologram_are_distinct(language):
    check(HOLOGRAM, language)
