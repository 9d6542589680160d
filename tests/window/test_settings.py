# SPDX-License-Identifier: GPL-3.0-or-later
"""The result has exactly the settings that the controls show, byte for byte."""

import os
import re
import subprocess
from pathlib import Path

from accessible import SENSITIVE, SHOWING, wait_for
from dither_dialog import THREADS
from pictures import read_pnm

DEFAULTS = {"kernel": "Floyd–Steinberg", "strength": 100, "noise": 0, "seed": 0,
            "serpentine": False, "colors": "Levels of each channel", "levels": 2, "linear": False,
            "transparency": "Keep", "engine": "Automatic", "threads": 0,
            "output": "New layer above"}
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
    dialog.choose("Kernel", "Atkinson")
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
    dialog.toggle("Serpentine (zigzag)")
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
    dialog.choose("Compare", "Perceived color (OKLab)")
    desk.wait_for_preview(desk.expected(palette="ega", match="oklab"))
    dialog.choose("Colors", "Made from the image")
    dialog.set_number("Number", 5)
    dialog.write("Keep", "ff0000")
    expected = desk.expected(colours=5, lock="ff0000", match="oklab")
    desk.wait_for_preview(expected)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == expected


def test_list_of_colors(desk):
    dialog = desk.ask()
    dialog.choose("Colors", "List of colors")
    dialog.write("Color list", "#000000,#12345")
    assert dialog.is_warning
    assert not dialog.can_confirm
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
    dialog.choose("Kernel", "Sierra Lite")
    dialog.choose("Kernel", "Custom…")
    assert dialog.text("Weights") == "4: 1,0,2; -1,1,1; 0,1,1"
    dialog.write("Weights", HALVES)
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected(kernel=HALVES)


def test_replace(desk):
    dialog = desk.ask()
    dialog.choose("Output", "Replace the pixels")
    layer, _ = desk.confirm()
    assert layer == desk.drawable
    assert desk.layers() == [layer]
    assert desk.pixels(layer) == desk.expected()


def test_every_kernel(desk):
    lines = subprocess.run([os.environ["ERRDIFF"], "kernels"], check=True, capture_output=True,
                           text=True).stdout.splitlines()[1:]
    kernels = {title: name for name, _, _, title in (line.split(None, 3) for line in lines)}
    dialog = desk.ask()
    assert dialog.rows("Kernel") == [*kernels, "Custom…"]
    for title, name in kernels.items():
        dialog.choose("Kernel", title)
        desk.wait_for_preview(desk.expected(kernel=name))


def test_every_engine_says_what_it_is(desk):
    lines = subprocess.run([os.environ["ERRDIFF"], "engines"], check=True, capture_output=True,
                           text=True).stdout.splitlines()[1:]
    dialog = desk.ask()
    menu, = dialog.control("combo box", "Engine").children
    expected = []
    for _, runs, text in (line.split(None, 2) for line in lines):
        what, reason = re.fullmatch(r"(.*?)(?: \((.*)\))?", text).groups()
        assert (reason is None) == (runs == "yes")
        expected.append((runs == "yes", f"{what}\nNot available here: {reason}" if reason else what))
    desk.hands("key", dialog.key("combo box", "Engine"), "space")
    wait_for(lambda: [(row.has_state(SENSITIVE), row.get("Accessible", "Description"))
                      for row in menu.children] == expected, f"{expected}")
    desk.hands("key", "Escape")


def test_threads(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 1500, 1000)
    desk.start_from_here()
    dialog = desk.ask()
    dialog.choose("Engine", "CPU, blocks in parallel")
    dialog.set_number(THREADS, 1)
    dialog.settled()
    tasks = Path(f"/proc/{dialog.process}/task")
    few = len(list(tasks.iterdir()))  # the automatic engine has left one
    dialog.set_number(THREADS, 9)
    wait_for(lambda: len(list(tasks.iterdir())) > few + 6, "nine threads")
    desk.confirm()
    dialog = desk.ask(reset=False)
    assert dialog.number(THREADS) == 9
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected()


def test_light_is_explained(desk):
    dialog = desk.ask()

    def line():
        said, = (part.name for part in dialog.root.descendants
                 if part.role == "label" and "averaged" in part.name and part.has_state(SHOWING))
        return said

    assert line().startswith("Gamma-encoded values")
    dialog.toggle("Linear light")
    assert line().startswith("Linear light is averaged")


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
    assert dialog.rows("Output") == ["Replace the pixels"]
    desk.confirm()
    values, = desk.gimp.pdb("gimp-drawable-get-pixel", mask, 0, 0)[1:]
    assert values[0] in (0, 255)


def test_last_values(desk):
    dialog = desk.ask()
    dialog.choose("Kernel", "Burkes")
    dialog.toggle("Per channel")
    dialog.set_number("Blue", 6)
    dialog.choose("Engine", "Serial, error diffusion")
    desk.confirm()
    assert desk.pixels(desk.repeat()) == desk.expected(kernel="burkes", levels="2,2,6")


def test_dialog_opens_with_last_values(desk):
    dialog = desk.ask()
    dialog.choose("Kernel", "Custom…")
    dialog.write("Weights", HALVES)
    dialog.set_number("Strength", 70)
    desk.confirm()
    dialog = desk.ask(reset=False)
    assert dialog.settings() == {**DEFAULTS, "kernel": "Custom…", "weights": HALVES,
                                 "strength": 70}


def test_reset(desk):
    dialog = desk.ask()
    dialog.choose("Kernel", "Custom…")
    dialog.write("Weights", "nonsense")
    dialog.toggle("Per channel")
    dialog.set_number("Red", 9)
    dialog.set_number("Noise", 9)
    dialog.set_number("Seed", 9)
    dialog.toggle("Serpentine (zigzag)")
    dialog.toggle("Linear light")
    dialog.choose("Transparency", "Threshold at half")
    dialog.choose("Engine", "Serial, error diffusion")
    dialog.set_number(THREADS, 3)
    dialog.choose("Output", "Replace the pixels")
    dialog.choose("Colors", "Game Boy")
    dialog.reset()
    assert dialog.settings() == DEFAULTS
    assert dialog.can_confirm
    layer, _ = desk.confirm()
    assert desk.layers() == [layer, desk.drawable]
    assert desk.pixels(layer) == desk.expected()
