# SPDX-License-Identifier: GPL-3.0-or-later
"""There are more controls than letters, and a label that is bent to fit a letter is worse than a key that has to be
pressed again. So a few controls that the dialog can show at the same time share a mnemonic, but not those that are
used most. Keys in menus are distinct."""

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


ALWAYS = ["_Reset", "Pres_et:", "Man_age", "Be_fore and after", "Paper as w_hite", "Zoom (_+ −):", "Color_s:",
          *of_groups("DIFFUSION", "LIGHT", "TONE", "TRANSPARENCY"), "Wei_ghts:", "Ne_w Seed", "S_creen", "Bro_wse…",
          "De_tail and dots", "_Destination:", "Ad_vanced"]
SECTIONS = {
    "Gamut of the pa_lette": of_groups("GAMUT"),
    "S_creen": [*of_groups("SCREEN"), "Ma_trix:"],
    "De_tail and dots": of_groups("DETAIL"),
    "Ad_vanced": [*of_groups("SPEED"), "Engines that cannot r_un here"],
}
REMEDIES = ["Show the nearest mi_xtures", "Turn serpentine off: _quicker"]  # one at a time
PALETTE = ["Color matchin_g:", "Pa_lette colors:", "Pic_k from preview", "Ad_just", "Gamut of the pa_lette"]
BY_SOURCE = {
    "levels": ["Le_vels:", "Per channe_l", "R_ed:", "_Green:", "_Blue:"],
    "image": ["Num_ber of colors:", "Always incl_ude:", *PALETTE],
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


@pytest.mark.parametrize("source", BY_SOURCE)
@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_few_controls_share_a_key(language, source):
    """While all sections are closed, and while one is open."""
    check([*ALWAYS, *BY_SOURCE[source]], language, 3)
    for controls in SECTIONS.values():
        check([*ALWAYS, *BY_SOURCE[source], *controls], language, 4)


# GTK+ does not press a button whose key is also another's: it gets the focus only. And of controls that share a key
# the first gets the focus at first.
PRESSED = ["_Reset", "Man_age", "Be_fore and after", "Linear l_ight", "Ser_pentine scan"]
FIRST = ["Pres_et:", "Color_s:", "_Method:", "_Destination:"]


def test_most_used_keys():
    """In English, with the colors that the dialog begins with."""
    shown = [*ALWAYS, *BY_SOURCE["image"]]
    keys = Counter([*map(key, shown), *STOCK["en"]])
    assert [label for label in PRESSED if keys[key(label)] > 1] == []
    assert keys["o"] == 1
    order = [label for label in shown if label in FIRST or key(label) in map(key, FIRST)]
    assert [label for label in FIRST if next(other for other in order if key(other) == key(label)) != label] == []


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_weights_and_new_seed_differ(language):
    """They stand close together."""
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
