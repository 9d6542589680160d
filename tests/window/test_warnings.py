# SPDX-License-Identifier: GPL-3.0-or-later
"""What the dialog says about a result, and its warnings with the buttons that change the
settings."""

import os
import re
import subprocess

from accessible import SHOWING, mnemonic, wait_for

NOT_SERPENTINE = "Turn serpentine off: quicker"
REMEDY = "Show the nearest mixtures"


def report(desk, *options):
    """The share of clamped pixels, that of mapped pixels and the tone errors that the command
    reports."""
    done = subprocess.run([os.environ["ERRDIFF"], *options, "--json", desk.source,
                           desk.folder / "reported.pnm"], check=True, capture_output=True,
                          text=True).stdout
    clamped, = re.findall(r'"clamped_percent": ([\d.]+)', done)
    mapped, = re.findall(r'"mapped_percent": ([\d.]+)', done)
    tones, = re.findall(r'"tone_error_percent": \[([^]]*)\]', done)
    return float(clamped), float(mapped), [float(tone) for tone in tones.split(",")]


def tone_text(tones):
    return ", ".join(f"{tone:+.2f}" for tone in tones) + " %"


def alerts(dialog):
    return [part.name for part in dialog.root.descendants
            if part.role == "alert" and part.has_state(SHOWING)]


def wait_for_button(dialog, name, shows=True):
    def is_so():
        found = dialog.root.find("push button", name)
        return shows == (found is not None and found.has_state(SHOWING))

    wait_for(is_so, f"“{name}”" + ("" if shows else " to go"))


def test_what_happened(desk):
    dialog = desk.ask()
    dialog.choose("Engine", "Serial, error collection")
    _, _, tones = report(desk, "--levels", "2")
    speed, change = dialog.settled().split(". ", 1)
    assert re.fullmatch(r"Serial, error collection: \d+ ms, \d+ megapixels per second", speed)
    assert change == f"Mean light changed by {tone_text(tones)}."
    dialog.choose("Colors", "Game Boy")
    _, mapped, tones = report(desk, "--palette", "game-boy")
    wait_for(lambda: dialog.settled().endswith(
        f"Mean light changed by {tone_text(tones)}; the colors of {mapped:.1f} % of the pixels were "
        "replaced by mixtures of the palette."), "the share of replaced colors")
    dialog.tab("Image")
    dialog.choose("Out of gamut", "Leave as they are")
    clamped, _, tones = report(desk, "--palette", "game-boy", "--gamut", "none")
    wait_for(lambda: dialog.settled().endswith(
        f"Mean light changed by {tone_text(tones)}; {clamped:.1f} % of the pixels have colors that "
        "the palette cannot reproduce."), "the share of unreachable colors")


def test_serpentine(desk):
    dialog = desk.ask()
    wait_for_button(dialog, NOT_SERPENTINE, shows=False)
    dialog.toggle("Serpentine (zigzag)")
    desk.wait_for_preview(desk.expected(serpentine=True))
    wait_for_button(dialog, NOT_SERPENTINE)
    dialog.press(NOT_SERPENTINE)
    wait_for(lambda: not dialog.is_checked("Serpentine (zigzag)"), "rows of one direction")
    wait_for_button(dialog, NOT_SERPENTINE, shows=False)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected()


def test_a_palette_that_does_not_reach_the_picture(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Game Boy")
    wait_for(lambda: "replaced" in dialog.settled(), "the share of replaced colors")
    assert alerts(dialog) == []
    dialog.tab("Image")
    dialog.choose("Out of gamut", "Leave as they are")
    wait_for_button(dialog, REMEDY)
    clamped, _, _ = report(desk, "--palette", "game-boy", "--gamut", "none")
    alert, = alerts(dialog)
    assert f"cannot reproduce the colors of {clamped:.0f} %" in alert
    assert dialog.control("push button", REMEDY).get("Accessible", "Description") == alert
    dialog.press(REMEDY)
    expected = desk.expected(palette="game-boy")
    desk.wait_for_preview(expected)
    assert dialog.chosen("Out of gamut") == "Nearest mixture"
    wait_for_button(dialog, REMEDY, shows=False)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_both_by_keyboard(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "Commodore 64")
    dialog.toggle("Serpentine (zigzag)")
    dialog.tab("Image")
    dialog.choose("Out of gamut", "Leave as they are")
    wait_for_button(dialog, REMEDY)
    for tab in ("Dithering", "Image"):
        dialog.tab(tab)
        keys = [mnemonic(part) for part in dialog.root.descendants
                if part.role in ("combo box", "spin button", "text", "check box", "push button",
                                 "menu") and part.has_state(SHOWING)]
        assert "" not in keys
        assert len(set(keys)) == len(keys), keys
    desk.hands("key", dialog.key("push button", NOT_SERPENTINE))
    dialog.tab("Dithering")
    wait_for(lambda: not dialog.is_checked("Serpentine (zigzag)"), "rows of one direction")
    wait_for_button(dialog, REMEDY)
    desk.hands("key", dialog.key("push button", REMEDY))
    desk.wait_for_preview(desk.expected(palette="c64"))
    desk.hands("key", "Return")
    layer, _ = desk.answer()
    assert desk.pixels(layer) == desk.expected(palette="c64")
