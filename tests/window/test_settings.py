# SPDX-License-Identifier: GPL-3.0-or-later
"""The result has exactly the settings that the controls show, byte for byte."""

import itertools
import os
import re
import subprocess
import time

import pytest
from accessible import EXPANDED, FOCUSED, SENSITIVE, SHOWING, wait_for
from dialog_images import USUAL, read_pnm
from dither_dialog import THREADS
from gimp import PROCEDURE

DEFAULTS = {"kernel": "errdiff, 12 taps", "strength": 100, "noise": 0, "seed": 0,
            "serpentine": False, "colors": "Optimized palette", "linear": True,
            "transparency": "Keep", "engine": "Automatic", "threads": 0,
            "output": "New layer above"}
PLAIN = DEFAULTS | {"kernel": "Floyd–Steinberg", "colors": "Levels of each channel", "levels": 2, "linear": False}
HALVES = "4: 1,0,2; -1,1,1; 0,2,1"


def test_defaults(desk):
    desk.ask()
    layer, engine = desk.confirm()
    assert desk.layers() == [layer, desk.drawable]
    assert desk.pixels(layer) == desk.expected()
    assert desk.pixels(desk.drawable) == read_pnm(desk.source.read_bytes())
    assert engine not in ("", "auto")


def test_each_control_counts(desk):
    dialog = desk.ask()
    dialog.choose("Method", "Atkinson")
    dialog.set_number("Strength", 85)
    dialog.set_number("Levels", 5)
    dialog.choose("Engine", "Serial, error diffusion")
    layer, engine = desk.confirm()
    assert engine == "serial-ed"
    assert desk.pixels(layer) == desk.expected(kernel="atkinson", strength=85, levels=5)


def test_each_control_of_the_rule_counts(desk):
    dialog = desk.ask()
    dialog.set_number("Noise", 30)
    dialog.set_number("Seed", 5)
    desk.wait_for_preview(desk.expected(noise=30, seed=5))
    dialog.toggle("Serpentine scan")
    desk.wait_for_preview(desk.expected(noise=30, seed=5, serpentine=True))
    dialog.toggle("Linear light")
    expected = desk.expected(noise=30, seed=5, serpentine=True, linear=True)
    desk.wait_for_preview(expected)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_palettes(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "EGA")
    desk.wait_for_preview(desk.expected(palette="ega"))
    dialog.choose("Color matching", "Perceptual")
    desk.wait_for_preview(desk.expected(palette="ega", match="oklab"))
    dialog.choose("Colors", "Optimized palette")
    dialog.set_number("Number of colors", 5)
    dialog.write("Always include", "ff0000")
    expected = desk.expected(colors=5, lock="ff0000", match="oklab")
    desk.wait_for_preview(expected)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_list_of_colors(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", "#000000,#12345")
    dialog.wait_for_warning()
    dialog.write("Color list", "#000000,#ffffff")
    desk.wait_for_preview(desk.expected(palette="black-and-white"))


def test_scale_and_number_are_one(desk):
    dialog = desk.ask()
    dialog.set_number("Strength", 40, role="slider")
    assert dialog.number("Strength") == 40
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(strength=40)


def test_levels_per_channel(desk):
    dialog = desk.ask()
    dialog.set_number("Levels", 7)
    dialog.toggle("Per channel")
    assert dialog.settings()["levels"] == (7, 7, 7)
    for name, levels in (("Red", 3), ("Green", 256), ("Blue", 17)):
        dialog.set_number(name, levels)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(levels="3,256,17")


def test_common_levels_come_back(desk):
    dialog = desk.ask()
    dialog.set_number("Levels", 7)
    dialog.toggle("Per channel")
    dialog.set_number("Green", 2)
    dialog.toggle("Per channel")
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(levels=7)


def test_custom_kernel(desk):
    dialog = desk.ask()
    assert not dialog.is_showing("text", "Weights")
    dialog.choose("Method", "Sierra Lite")
    dialog.choose("Method", "Custom…")
    assert dialog.text("Weights") == "4: 1,0,2; -1,1,1; 0,1,1"
    dialog.write("Weights", HALVES)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(kernel=HALVES)


def test_replace(desk):
    dialog = desk.ask()
    dialog.choose("Destination", "Current layer")
    layer, _ = desk.confirm()
    assert layer == desk.drawable
    assert desk.layers() == [layer]
    assert desk.pixels(layer) == desk.expected()


def test_every_kernel(desk):
    lines = subprocess.run([os.environ["ERRDIFF"], "kernels"], check=True, capture_output=True,
                           text=True).stdout.splitlines()[1:]
    kernels = {title: name for name, _, _, title in (line.split(None, 3) for line in lines)}
    dialog = desk.ask()
    assert dialog.rows("Method") == [*kernels, "Custom…"]
    for title, name in kernels.items():
        dialog.choose("Method", title)
        desk.wait_for_preview(desk.expected(kernel=name))


def engines():
    """Description, whether it runs here and why not, of each engine, as the command lists them."""
    lines = subprocess.run([os.environ["ERRDIFF"], "engines"], check=True, capture_output=True,
                           text=True).stdout.splitlines()[1:]
    for _, runs, text in (line.split(None, 2) for line in lines):
        what, reason = re.fullmatch(r"(.*?)(?: \((.*)\))?", text).groups()
        assert (reason is None) == (runs == "yes")
        yield what, reason


def test_every_engine_says_what_it_is(desk):
    dialog = desk.ask()
    dialog.open("Advanced")
    menu, = dialog.control("combo box", "Engine").children
    expected = [(True, what) for what, reason in engines() if reason is None]
    desk.hands("key", dialog.key("combo box", "Engine"), "space")
    wait_for(lambda: [(row.has_state(SENSITIVE), row.get("Accessible", "Description"))
                      for row in menu.children if row.name] == expected, f"{expected}")
    titles = dialog.rows("Engine")
    assert titles[:2] == ["Automatic", "Processor"]
    assert titles.index("") == (3 if "GPU" in titles else 2)
    desk.hands("key", "Escape")


def test_engines_that_cannot_run_are_out_of_the_way(desk):
    reasons = [reason for _, reason in engines() if reason is not None]
    dialog = desk.ask()
    dialog.press("Advanced", "toggle button")
    if not reasons:
        assert dialog.find("toggle button", "Engines that cannot run here") is None
        return
    wait_for(lambda: dialog.is_showing("toggle button", "Engines that cannot run here"), "their part")

    def shown():
        return [part.name for part in dialog.root.matches("label", states=[SHOWING]) if reasons[0] in part.name]

    assert not shown()
    dialog.press("Engines that cannot run here", "toggle button")
    wait_for(lambda: shown() and all(reason in shown()[0] for reason in reasons), "the reasons")


def state(dialog, section):
    return dialog.control("toggle button", section).get("Accessible", "Description")


def test_sections_are_closed_while_they_have_their_defaults(desk):
    dialog = desk.ask()
    assert not dialog.is_showing("combo box", "Engine")
    assert state(dialog, "Advanced") == "default settings"
    dialog.set_number(THREADS, 1)
    wait_for(lambda: state(dialog, "Advanced") == "changed", "the change in the title")
    for section in ("Screen", "Detail and dots"):
        assert state(dialog, section) == "default settings"
    assert not dialog.is_showing("spin button", "Detail")
    dialog.set_number("Detail", 30)
    desk.confirm()

    dialog = desk.ask(reset=False)
    assert dialog.is_showing("combo box", "Engine") and state(dialog, "Advanced") == "changed"
    wait_for(lambda: dialog.is_showing("spin button", "Detail"), "the open section")
    assert not dialog.is_showing("combo box", "Outside the gamut")
    dialog.press("Reset")
    wait_for(lambda: not dialog.is_showing("spin button", "Detail"), "the closed section")
    desk.cancel()


def test_a_section_that_closes_gives_its_focus_away(desk):
    """A preset opens the section, and undo closes it."""
    dialog = desk.ask()
    section = dialog.control("toggle button", "Detail and dots")
    detail = dialog.control("spin button", "Detail")
    dialog.choose("Preset", "E-paper, 3 inks")
    wait_for(lambda: detail.has_state(SHOWING), "the open section")
    desk.hands("key", dialog.key("spin button", "Detail"))
    wait_for(lambda: detail.has_state(FOCUSED), "the focus")
    desk.hands("key", "ctrl+z")
    wait_for(lambda: not section.has_state(EXPANDED), "the closed section")
    wait_for(lambda: section.has_state(FOCUSED), "the focus of its title")
    desk.cancel()


def test_new_seed(desk):
    dialog = desk.ask()
    assert not dialog.is_sensitive("push button", "New Seed")
    dialog.set_number("Noise", 50)
    wait_for(lambda: dialog.is_sensitive("push button", "New Seed"), "the button")
    dialog.press("New Seed")
    wait_for(lambda: dialog.number("Seed") > 0, "a new seed")
    desk.wait_for_preview(desk.expected(noise=50, seed=int(dialog.number("Seed"))))
    desk.cancel()


def test_undo_and_redo(desk):
    dialog = desk.ask()
    dialog.choose("Method", "Atkinson")
    dialog.choose("Colors", "EGA")
    dialog.press("Reset")
    wait_for(lambda: dialog.settings() == DEFAULTS, "the defaults")
    desk.hands("key", "ctrl+z")
    wait_for(lambda: (dialog.chosen("Method"), dialog.chosen("Colors")) == ("Atkinson", "EGA"), "what Reset changed")
    desk.hands("key", "ctrl+z")
    wait_for(lambda: dialog.chosen("Colors") == PLAIN["colors"], "the first step")
    desk.wait_for_preview(desk.expected(kernel="atkinson"))
    desk.hands("key", "ctrl+shift+z")
    wait_for(lambda: dialog.chosen("Colors") == "EGA", "the step again")
    desk.hands("key", "ctrl+y")
    wait_for(lambda: dialog.settings() == DEFAULTS, "the defaults again")
    desk.hands("key", "ctrl+z")
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(kernel="atkinson", palette="ega")


def threads(dialog):
    return set(os.listdir(f"/proc/{dialog.process}/task"))


def test_threads(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 1500, 1000)
    desk.start_from_here()
    dialog = desk.ask()
    dialog.choose("Engine", "CPU, blocks in parallel")
    dialog.set_number(THREADS, 1)
    dialog.settled()
    before = threads(dialog)
    dialog.set_number(THREADS, 9)
    strength = itertools.cycle((90, 100))

    def many():
        """Dithers again and looks meanwhile: the threads end when something else needs fewer."""
        dialog.set_number("Strength", next(strength))
        end = time.monotonic() + 0.5
        seen = set()
        while time.monotonic() < end:
            seen = max(seen, threads(dialog) - before, key=len)
        return len(seen) > 6

    wait_for(many, "nine threads")
    dialog.set_number("Strength", 100)
    desk.confirm()
    dialog = desk.ask(reset=False)
    assert dialog.number(THREADS) == 9
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected()


def test_gray(desk):
    desk.gimp.pdb("gimp-image-convert-grayscale", desk.image)
    desk.start_from_here()
    dialog = desk.ask()
    assert not dialog.is_showing("check box", "Per channel")
    dialog.set_number("Levels", 3)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(levels=3)


def test_mask_can_only_be_replaced(desk):
    mask, = desk.gimp.pdb("gimp-layer-create-mask", desk.drawable, 5)  # ADD-MASK-COPY
    desk.gimp.pdb("gimp-layer-add-mask", desk.drawable, mask)
    dialog = desk.ask(mask)
    assert dialog.rows("Destination") == ["Current layer"]
    desk.confirm()
    values, = desk.gimp.pdb("gimp-drawable-get-pixel", mask, 0, 0)[1:]
    assert values[0] in (0, 255)


def test_last_values(desk):
    dialog = desk.ask()
    dialog.choose("Method", "Burkes")
    dialog.toggle("Per channel")
    dialog.set_number("Blue", 6)
    dialog.choose("Engine", "Serial, error diffusion")
    desk.confirm()
    assert desk.pixels(desk.repeat()) == desk.expected(kernel="burkes", levels="2,2,6")
    # GIMP stores persistent parasites from session to session.
    (_, flags, text), = desk.gimp.pdb("gimp-get-parasite", f"{PROCEDURE}-settings")
    assert flags & 1 and "kernel=burkes" in text


def test_dialog_opens_with_last_values(desk):
    dialog = desk.ask()
    dialog.choose("Method", "Custom…")
    dialog.write("Weights", HALVES)
    dialog.set_number("Strength", 70)
    desk.confirm()
    dialog = desk.ask(reset=False)
    assert dialog.settings() == {**PLAIN, "kernel": "Custom…", "weights": HALVES,
                                 "strength": 70}


def test_reset(desk):
    dialog = desk.ask()
    dialog.choose("Method", "Custom…")
    dialog.write("Weights", "nonsense")
    dialog.toggle("Per channel")
    dialog.set_number("Red", 9)
    dialog.set_number("Noise", 9)
    dialog.set_number("Seed", 9)
    dialog.toggle("Serpentine scan")
    dialog.toggle("Linear light")
    dialog.choose("Transparency", "Threshold (50 %)")
    dialog.choose("Engine", "Serial, error diffusion")
    dialog.set_number(THREADS, 3)
    dialog.choose("Destination", "Current layer")
    dialog.choose("Colors", "Game Boy")
    dialog.reset()
    assert dialog.settings() == DEFAULTS
    assert dialog.can_confirm
    layer, _ = desk.confirm()
    assert desk.layers() == [layer, desk.drawable]
    assert desk.pixels(layer) == desk.expected(**USUAL, colors=16)


@pytest.mark.parametrize("role, name", [("combo box", "Method"), ("spin button", "Strength"), ("slider", "Strength")])
def test_the_wheel_changes_no_control(desk, role, name):
    """It scrolls the column, whatever is under the pointer."""
    desk.size = 1040, 640
    dialog = desk.ask()

    def values():
        return dialog.chosen("Method"), dialog.number("Strength")

    before = values()
    for control in (("combo box", "Colors"), (role.replace("slider", "spin button"), name)):
        dialog.control(*control).call("Component", "GrabFocus")
    x, y, width, height = dialog.place(role, name)
    desk.hands("mousemove", x + width // 3, y + height // 2, "click", 5, "click", 5)
    wait_for(lambda: dialog.place(role, name)[1] < y, "the column to scroll")
    assert values() == before
    desk.cancel()
