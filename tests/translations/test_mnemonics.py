# SPDX-License-Identifier: GPL-3.0-or-later
"""In no language do more than two controls that the dialog can show at the same time have the same mnemonic. There
are more controls than letters, and a label that is bent to fit a letter is worse than a key that has to be pressed
twice. Keys in menus are distinct."""

import re
from collections import Counter

import pytest
from test_catalogs import LANGUAGES, PO, TOP

OPTION_TABLE = (TOP / "core/dither/option_table.c").read_text(encoding="utf-8")


def of_groups(*groups):
    """The labels of the options of these groups."""
    rows = re.findall(r'\.group = ERRDIFF_GROUP_(\w+),\s*\.label = N_\("([^"]+)"\)', OPTION_TABLE)
    assert set(groups) <= {group for group, _ in rows}
    return [label for group, label in rows if group in groups]


BESIDE_THE_TABS = ["_Reset", "Pres_et:", "Man_age presets", "Be_fore and after", "Paper as w_hite", "Zoom (_+ −):"]
ALWAYS = [*of_groups("DIFFUSION", "LIGHT", "TRANSPARENCY", "SCREEN", "SPEED"), "Wei_ghts:", "Ne_w Seed", "Color_s:",
          "S_creen", "Ma_trix:", "Ad_vanced", "Engines that cannot r_un here", "_Destination:", *BESIDE_THE_TABS]
IMAGE = [*of_groups("TONE", "GAMUT", "DETAIL"), "From _File…", "Ad_justment", "Colors of the _palette",
         "_Detail and dots", *BESIDE_THE_TABS]
REMEDIES = ["Show the nearest mi_xtures", "Turn serpentine off: _quicker"]  # one at a time
PALETTE = ["Color matchin_g:", "Pa_lette colors:", "Pic_k from preview", "Ad_just"]
BY_SOURCE = {
    "levels": ["Le_vels:", "Per channe_l", "R_ed:", "_Green:", "_Blue:"],
    "picture": ["Num_ber of colors:", "Always incl_ude:", *PALETTE],
    "program": ["Pa_lette:", *PALETTE],
    "file": ["Fi_le:", *PALETTE],
    "list": ["Color _list:", *PALETTE],
}
HOLOGRAM = ["Pixel _pitch:", "_Wavelength:", "Le_vels:", "Wid_th:", "Hei_ght:", "_Distance:",
            "Center _X:", "Center _Y:", "_More settings", "I_nput:", "_Second layer:", "O_utput:",
            "M_ethod:", "_Kappa:", "Preselected neigh_bors:",
            "T_aps:", "_Largest slope:", "Hogel si_ze (0 = automatic):",
            "Scale factor (_0 = automatic):",
            "_Filter to the view", "Refinement _passes:", "_Focus depth:", "Eng_ine:", "_Reset",
            "Properties of the _display", "P_anel:", "Panel widt_h:", "Panel hei_ght:", "Offset to the _right:",
            "Offset do_wn:", "Sample for _2π:", "Measured pha_ses:", "_Measured levels:", "Corr_ection:",
            "Con_jugate hologram", "Le_ns:", "Grating a_cross:", "Grating d_own:"]
# The mnemonics of GTK+'s own buttons Help, Cancel and OK.
STOCK = {"en": "hco", "de": "hao", "fr": "env", "es": "uca", "ru": "соo", "ja": "hco",
         "zh_CN": "hco"}


def labels(language):
    """A dictionary from English texts to translations, for entries of one line."""
    text = (PO / f"{language}.po").read_text(encoding="utf-8")
    return dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', text, re.M))


def key(label):
    return re.search(r"_(.)", label).group(1).lower()


IN_THE_MENU = ["_Lock or unlock", "_Remove", "Remove the least _used", "_Edit color…", "_Add color…",
               "Save as a _GIMP palette…", "Change _what is sent…", "Send as _seen",
               "Write what the _device is sent", "Sort by _brightness", "Sort by _hue"]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_keys_of_the_palettes_menu_are_distinct(language):
    shown = IN_THE_MENU if language == "en" else [labels(language)[text] for text in IN_THE_MENU]
    assert len(set(map(key, shown))) == len(shown), shown


def check(seen, language, most=1):
    shown = seen if language == "en" else [labels(language)[text] for text in seen]
    keys = Counter([*map(key, shown), *STOCK[language]])
    assert max(keys.values()) <= most, [label for label in shown if keys[key(label)] > most]


@pytest.mark.parametrize("remedy", REMEDIES)
@pytest.mark.parametrize("source", BY_SOURCE)
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_keys_are_distinct(language, source, remedy):
    check([*ALWAYS, *BY_SOURCE[source], remedy], language, 2)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_keys_of_the_image_tab_are_distinct(language):
    check(IMAGE, language, 2)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_weights_and_new_seed_differ(language):
    """They stand close together. In English no letter is free, so the weights share that of the color matching, which
    is shown for palettes only."""
    shown = {key(label if language == "en" else labels(language)[label]) for label in ("Wei_ghts:", "Ne_w Seed")}
    assert len(shown) == 2


@pytest.mark.parametrize("source", [name for name in BY_SOURCE if name != "levels"])
def test_key_of_a_remedy_is_its_own(source):
    """In English. The button comes while the user does something else."""
    keys = [*map(key, ALWAYS + BY_SOURCE[source]), *STOCK["en"]]
    assert not set(map(key, REMEDIES)) & set(keys)


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_keys_of_the_hologram_are_distinct(language):
    check(HOLOGRAM, language, 2)
