# SPDX-License-Identifier: GPL-3.0-or-later
"""Undo and redo. Scripts cannot call them in GIMP, so the tests press keys in a window."""

import os
import subprocess
import time

import pytest

from gimp import PATIENCE, Gimp, PdbError, check_text, copy_home
from images import Images
from screen import Screen
from test_colormap import indexed_layer


class Desk:
    """A GIMP with windows, whose keys the tests press."""

    def __init__(self, gimp, display, folder):
        self.images = Images(gimp, folder)
        self.display = display

    def xdotool(self, *words):
        return subprocess.run(["xdotool", *words], env=os.environ | {"DISPLAY": self.display},
                              check=True, capture_output=True, text=True).stdout.split()

    def show(self, image):
        self.images.made.remove(image)
        return self.images.pdb("gimp-display-new", image)[0]

    def close(self, view):
        """Closes the only view of an image, and the image with it."""
        self.images.pdb("gimp-display-delete", view)

    def press(self, keys, wanted, what):
        """Presses keys in the image's window, and waits until `what()` returns `wanted`."""
        deadline = time.monotonic() + PATIENCE
        window = self.xdotool("search", "--onlyvisible", "--sync", "--name", "GIMP$")[0]
        self.xdotool("windowfocus", "--sync", window)
        self.xdotool("key", "--window", window, keys)
        while what() != wanted:
            assert time.monotonic() < deadline, f"{keys}: {what()} instead of {wanted}"
            time.sleep(0.05)


@pytest.fixture(scope="module")
def desk(warm_home, tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    with Screen() as display:
        with Gimp(copy_home(warm_home, folder / "home"), display) as gimp:
            yield Desk(gimp, display, folder)
            check_text(gimp.stderr)


def check_redone(found, expected):
    """When GIMP puts a layer back it makes that the active one."""
    assert found | {"active": None} == expected | {"active": None}


def check_undo_and_redo(desk, image, before, after):
    """Each is one step, from the keyboard."""
    def dirty():
        return desk.images.pdb("gimp-image-is-dirty", image)
    desk.press("ctrl+z", [0], dirty)
    assert desk.images.snapshot(image) == before
    desk.press("ctrl+y", [1], dirty)
    check_redone(desk.images.snapshot(image), after)


INKS = "#101820,#f2aa4c,#b00040"

CASES = [
    ("new layer", 3, {"output": "new-layer"}, "u8-gamma", True),
    ("in place", 3, {"output": "replace"}, "u8-gamma", True),
    ("in place, deep", 3, {"output": "replace"}, "float-linear", False),
    ("in place, with alpha", 3, {"output": "replace", "alpha": "dither", "palette": INKS},
     "u16-gamma", True),
    ("gray to RGB, new layer", 1, {"output": "new-layer", "palette": INKS}, "u8-gamma", True),
    ("gray to RGB, in place", 1, {"output": "replace", "palette": INKS}, "u16-gamma", False),
]


@pytest.mark.parametrize(("channels", "arguments", "precision", "alpha"),
                         [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_one_step_back_and_forth(desk, channels, arguments, precision, alpha):
    """One undo restores the image, which then counts as unchanged; one redo restores the exact
    result."""
    images = desk.images
    layer = images.single(30, 20, channels, alpha, precision)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 4, 3, 20, 13)
    images.pdb("gimp-selection-feather", layer.image, 5)
    view = desk.show(layer.image)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    images.dither(layer, levels="3", **arguments)
    after = images.snapshot(layer.image)
    assert before["dirty"] == [0] and after["dirty"] == [1] and after != before
    check_undo_and_redo(desk, layer.image, before, after)
    desk.close(view)


@pytest.mark.parametrize("output", ["new-layer", "replace"])
@pytest.mark.parametrize("frames", [0, 1])
def test_one_step_in_an_indexed_image(desk, output, frames):
    images = desk.images
    layer = indexed_layer(images, alpha=True)
    copy, = images.pdb("gimp-layer-copy", layer.number, False)
    images.pdb("gimp-image-insert-layer", layer.image, copy, 0, 0)
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 4, 3, 20, 13)
    view = desk.show(layer.image)
    images.pdb("gimp-image-clean-all", layer.image)
    before = images.snapshot(layer.image)
    images.dither(layer, palette="#000000,#808080,#ffffff", output=output, frames=frames)
    after = images.snapshot(layer.image)
    check_undo_and_redo(desk, layer.image, before, after)
    desk.close(view)


@pytest.mark.parametrize(("channels", "arguments"), [
    (3, {"output": "replace"}), (3, {"palette": "adaptive:4"}),
    (1, {"output": "replace", "palette": INKS}), (1, {"palette": INKS})])
def test_one_step_for_a_group(desk, channels, arguments):
    images = desk.images
    image = images.image(30, 20, channels)
    group, = images.pdb("gimp-layer-group-new", image)
    images.pdb("gimp-image-insert-layer", image, group, 0, 0)
    for seed in (1, 2, 3):
        images.layer(image, 17 + seed, 13, channels, True, parent=group, seed=seed)
    view = desk.show(image)
    images.pdb("gimp-image-clean-all", image)
    before = images.snapshot(image)
    images.dither_drawable(image, group, **arguments)
    after = images.snapshot(image)

    def dirty():
        return images.pdb("gimp-image-is-dirty", image)
    desk.press("ctrl+z", [0], dirty)
    assert images.snapshot(image) == before
    desk.press("ctrl+y", [1], dirty)
    check_redone(images.snapshot(image), after)
    desk.close(view)


def test_failure_leaves_no_step(desk):
    """A refused call adds no undo step: the next undo takes back what was done before it."""
    images = desk.images
    layer = images.single(30, 20)
    view = desk.show(layer.image)
    images.pdb("gimp-item-set-name", layer.number, "renamed")
    for arguments in ({"levels": "1"}, {"palette": "steam"}, {"output": "new-indexed-image"}):
        with pytest.raises(PdbError):
            images.dither(layer, **arguments)
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 25, 15, 5, 5)
    desk.press("ctrl+z", [0],
               lambda: images.pdb("gimp-selection-bounds", layer.image)[:1])
    desk.press("ctrl+z", ["photo"],
               lambda: images.pdb("gimp-item-get-name", layer.number))
    desk.close(view)


def test_new_indexed_image_leaves_no_step(desk):
    """The call adds no undo step to the source: undo takes back what was done before it."""
    images = desk.images
    layer = images.single(30, 20, 3, True)
    view = desk.show(layer.image)
    images.pdb("gimp-item-set-name", layer.number, "renamed")
    result = images.dither(layer, palette=INKS, output="new-indexed-image")
    images.pdb("gimp-image-delete", result.image)
    desk.press("ctrl+z", ["photo"],
               lambda: images.pdb("gimp-item-get-name", layer.number))
    desk.close(view)
