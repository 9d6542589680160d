# SPDX-License-Identifier: GPL-3.0-or-later
"""What the dialog says about a result, and its warnings with the buttons that change the
settings."""

import os
import re
import subprocess

from accessible import EXPANDED, FOCUSED, SHOWING, mnemonic, wait_for
from test_keyboard import WITHOUT_A_LETTER

REMEDY = "Show the nearest mixtures"


def report(desk, *options):
    """The share of clamped pixels, that of mapped pixels and the tone errors that the command
    reports."""
    done = subprocess.run([os.environ["ERRDIFF"], "--kernel", "floyd-steinberg", "--no-linear", "--match", "rgb",
                           *options, "--json", desk.source,
                           desk.folder / "reported.pnm"], check=True, capture_output=True,
                          text=True).stdout
    clamped, = re.findall(r'"clamped_percent": ([\d.]+)', done)
    mapped, = re.findall(r'"mapped_percent": ([\d.]+)', done)
    tones, = re.findall(r'"tone_error_percent": \[([^]]*)\]', done)
    return float(clamped), float(mapped), [float(tone) for tone in tones.split(",")]


def brightness(tones):
    return "Average brightness: " + ", ".join(f"{c} {tone:+.2f} %" for c, tone in zip("RGB", tones))


def alerts(dialog):
    return [part.name for part in dialog.root.matches("alert", states=[SHOWING])]


def wait_for_button(dialog, name, shows=True):
    def is_so():
        found = dialog.find("push button", name)
        return shows == (found is not None and found.has_state(SHOWING))

    wait_for(is_so, f"“{name}”" + ("" if shows else " to go"))


def test_what_happened(desk):
    dialog = desk.ask()
    dialog.choose("Engine", "Serial, error collection")
    _, _, tones = report(desk, "--levels", "2")
    wait_for(lambda: dialog.details.startswith("Serial") and dialog.settled(), "the other engine")
    assert re.fullmatch(r"Done\. 0\.14 megapixels in \d\.\d+ s\.", dialog.settled())
    speed, change = dialog.details.split(". ", 1)
    assert re.fullmatch(r"Serial, error collection: [\d.]+ megapixels per second", speed)
    assert change == f"{brightness(tones)}."
    dialog.choose("Colors", "Game Boy")
    _, mapped, tones = report(desk, "--palette", "game-boy")
    wait_for(lambda: dialog.settled() and dialog.details.endswith(
        f"{brightness(tones)}; the colors of {mapped:.1f} % of the pixels were replaced by mixtures of the palette."),
        "the share of replaced colors")
    dialog.choose("Outside the gamut", "Leave as they are")
    clamped, _, tones = report(desk, "--palette", "game-boy", "--gamut", "none")
    wait_for(lambda: dialog.settled() and dialog.details.endswith(
        f"{brightness(tones)}; the colors of {clamped:.1f} % of the pixels are outside the palette's gamut."),
        "the share of unreachable colors")


def test_details_are_closed_at_first(desk):
    dialog = desk.ask()
    dialog.settled()
    line = dialog.control("statusbar", "Status")
    details = next(part for part in line.children if part.role == "label")
    assert not details.has_state(SHOWING)
    dialog.press("Details", "toggle button")
    wait_for(lambda: details.has_state(SHOWING), "the details")
    dialog.press("Details", "toggle button")
    wait_for(lambda: not details.has_state(SHOWING), "no details")


def test_which_warning(gimp):
    environment = {**os.environ, "DISPLAY": gimp.display, "GTK_MODULES": ""}
    subprocess.run([os.environ["WARNING_CASES"]], env=environment, check=True)


def test_no_preset_warns_of_a_photograph(desk):
    dialog = desk.ask()
    first, last = "Newspaper", "Clean pixel art, 16 colors"
    titles = wait_for(lambda: {first, last} <= set(found := dialog.rows("Preset")) and found, "the presets")
    presets = titles[titles.index(first):titles.index(last) + 1]
    assert len(presets) > 14
    for preset in presets:
        dialog.choose("Preset", preset)
        assert dialog.settled().startswith("Done.")
        assert alerts(dialog) == [], preset


def test_a_warning_does_not_change_the_size(desk):
    dialog = desk.ask()
    usual = dialog.size
    dialog.choose("Colors", "Game Boy")
    dialog.choose("Outside the gamut", "Leave as they are")
    wait_for_button(dialog, REMEDY)
    assert dialog.size == usual
    desk.cancel()
    assert desk.ask(reset=False).size == usual


def test_a_palette_that_does_not_reach_the_image(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for(lambda: dialog.settled() and "replaced" in dialog.details, "the share of replaced colors")
    assert alerts(dialog) == []
    dialog.choose("Outside the gamut", "Leave as they are")
    wait_for_button(dialog, REMEDY)
    clamped, _, _ = report(desk, "--palette", "game-boy", "--gamut", "none")
    alert, = alerts(dialog)
    assert f"The colors of {clamped:.0f} % of the pixels are outside the palette's gamut" in alert
    assert dialog.control("push button", REMEDY).get("Accessible", "Description") == alert
    dialog.press(REMEDY)
    expected = desk.expected(palette="game-boy")
    desk.wait_for_preview(expected)
    assert dialog.chosen("Outside the gamut") == "Nearest mixture"
    wait_for_button(dialog, REMEDY, shows=False)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_by_keyboard(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Commodore 64")
    dialog.choose("Outside the gamut", "Leave as they are")
    wait_for_button(dialog, REMEDY)
    controls = dialog.root.matches("combo box", "spin button", "text", "check box", "push button", "menu",
                                   states=[SHOWING])
    keys = [mnemonic(part) for part in controls if part.name not in WITHOUT_A_LETTER]
    assert "" not in keys
    assert max(map(keys.count, keys)) <= 3, keys
    assert keys.count(mnemonic(dialog.control("push button", REMEDY))) == 1, keys
    saturation = dialog.control("spin button", "Saturation")
    desk.hands("key", dialog.key("spin button", "Saturation"), dialog.key("push button", REMEDY))
    desk.wait_for_preview(desk.expected(palette="c64"))
    wait_for_button(dialog, REMEDY, shows=False)
    wait_for(lambda: saturation.has_state(FOCUSED), "the focus where it was")
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(palette="c64")
