# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialog opens with the size that it had last, and the preview takes the extra space."""

import pytest
from accessible import wait_for


def size(dialog):
    return tuple(dialog.root.call("Component", "GetExtents", "(u)", 0)[0][2:])


def resize(desk, wanted):
    desk.hands("search", "--onlyvisible", "--name", "^Error Diffusion$", "windowsize", *wanted)
    wait_for(lambda: size(desk.dialog) == wanted, f"the size {wanted}")


def test_first_size_follows_the_shape_of_the_picture(desk):
    heights = []
    for sides in ((300, 450), (450, 300)):
        desk.gimp.pdb("gimp-image-scale", desk.image, *sides)
        desk.gimp.pdb("gimp-detach-parasite", "plug-in-error-diffusion-dialog-size")
        heights.append(desk.ask().place("drawing area", "Preview")[3])
        desk.cancel()
    assert heights[0] > heights[1] + 100


@pytest.mark.parametrize("how", ["confirm", "cancel"])
def test_size_is_remembered(desk, how):
    dialog = desk.ask()
    usual, narrow = size(dialog), dialog.place("drawing area", "Preview")[2]
    larger = usual[0] + 60, usual[1] + 50
    resize(desk, larger)
    wait_for(lambda: dialog.place("drawing area", "Preview")[2] == narrow + 60, "a larger preview")
    getattr(desk, how)()
    dialog = desk.ask()
    assert size(dialog) == larger
    resize(desk, usual)
    desk.cancel()
    assert size(desk.ask()) == usual
