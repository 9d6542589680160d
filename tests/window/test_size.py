# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialog opens with the size that it had last, and the preview takes the extra space."""

import pytest
from accessible import wait_for


def test_first_size_follows_the_shape_of_the_image(desk):
    heights = []
    for sides in ((300, 450), (450, 300)):
        desk.gimp.pdb("gimp-image-scale", desk.image, *sides)
        desk.gimp.pdb("gimp-detach-parasite", "plug-in-error-diffusion-dialog-size")
        heights.append(desk.ask(reset=False).place("drawing area", "Preview")[3])
        desk.cancel()
    assert heights[0] > heights[1] + 100


@pytest.mark.parametrize("how", ["confirm", "cancel"])
def test_size_is_remembered(desk, how):
    dialog = desk.ask(reset=False)
    usual, wide = dialog.size, dialog.place("drawing area", "Preview")[2]
    smaller = usual[0] - 60, usual[1] - 50
    dialog.resize(*smaller)
    wait_for(lambda: dialog.place("drawing area", "Preview")[2] == wide - 60, "a smaller preview")
    getattr(desk, how)()
    dialog = desk.ask(reset=False)
    assert dialog.size == smaller
    dialog.resize(*usual)
    desk.cancel()
    assert desk.ask(reset=False).size == usual
