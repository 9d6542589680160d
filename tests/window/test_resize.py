# SPDX-License-Identifier: GPL-3.0-or-later
"""The size of the result: its controls, the preview at that size, and the new image."""

import pytest
from accessible import wait_for
from desk import DEFAULTS
from gimp import NONINTERACTIVE, PROCEDURE, WITH_LAST_VALS
from gimp_window import close_views
from test_result import heights

CUBIC = 2


@pytest.fixture
def made(desk):
    """Images that a test makes."""
    images = []
    yield images
    desk.end_call()
    close_views(desk.gimp)  # of images that the plug-in showed, which are gone then
    for image in images:
        if desk.gimp.pdb("gimp-image-is-valid", image) == [1]:
            desk.gimp.pdb("gimp-image-delete", image)


def images_of(desk):
    return sorted(desk.gimp.pdb("gimp-image-list")[-1])


def size_of(desk, image):
    return tuple(desk.gimp.pdb(f"gimp-image-{side}", image)[0] for side in ("width", "height"))


def scaled(desk, made, width, height):
    """A copy of the image that GIMP scales, and its layer."""
    copy, = desk.gimp.pdb("gimp-image-duplicate", desk.image)
    made.append(copy)
    desk.gimp.pdb("gimp-context-set-interpolation", CUBIC)
    desk.gimp.pdb("gimp-image-scale", copy, width, height)
    return copy, desk.gimp.pdb("gimp-image-get-active-drawable", copy)[0]


def wait_for_size(dialog, width, height):
    wait_for(lambda: f"{width} × {height} pixels" in dialog.status, f"a result of {width} × {height} pixels")


def test_the_result_is_the_preview_in_a_new_image(desk, made):
    """451 × 300 pixels become 200 × 133; nothing is dithered after OK."""
    before = images_of(desk)
    dialog = desk.ask()
    dialog.settled()
    dialog.set_number("Width", 200)
    wait_for_size(dialog, 200, 133)
    assert dialog.number("Height") == 133
    dithered = heights(desk)
    image, layer = desk.confirm_new_image()
    made.append(image)
    assert heights(desk) == dithered and dithered[-1] == 133
    assert size_of(desk, image) == (200, 133) and sorted([*before, image]) == images_of(desk)
    assert desk.is_untouched()
    copy, drawable = scaled(desk, made, 200, 133)
    expected = desk.gimp.pdb(PROCEDURE, NONINTERACTIVE, copy, drawable, *DEFAULTS)[1]
    assert desk.pixels(layer) == desk.pixels(expected)

    # The size is that of the next run, too, until it is chosen again.
    again, _, _ = desk.gimp.pdb(PROCEDURE, WITH_LAST_VALS, desk.image, desk.drawable, *DEFAULTS)
    made.append(again)
    assert size_of(desk, again) == (200, 133)
    dialog = desk.ask(reset=False)
    wait_for_size(dialog, 200, 133)
    dialog.set_number("Width", 451)
    wait_for(lambda: "new image" not in dialog.status and dialog.status.startswith("Done"), "the image's own size")
    assert dialog.number("Height") == 300
    layer, _ = desk.confirm()
    assert desk.pixels(layer) == desk.expected()


def test_millimeters_cancel_and_undo(desk):
    before = images_of(desk)
    dialog = desk.ask()
    dialog.settled()
    dialog.set_number("Height", 150)
    wait_for_size(dialog, 226, 150)
    dialog.choose("Unit", "mm")
    wait_for_size(dialog, 226, 150)
    dialog.set_number("Resolution", 144)
    wait_for_size(dialog, 451, 300)
    dialog.set_number("Width", 10)
    wait_for_size(dialog, 57, 38)
    desk.focus()
    desk.hands("key", "ctrl+z")
    wait_for_size(dialog, 451, 300)
    desk.cancel()
    assert images_of(desk) == before and desk.is_untouched()


def test_comparison_and_presets(desk):
    """A and B have the same size; a preset leaves it as it is."""
    dialog = desk.ask()
    dialog.settled()
    dialog.toggle("Compare", role="toggle button")
    dialog.set_number("Width", 100)
    wait_for_size(dialog, 100, 67)
    assert not dialog.is_checked("Compare", role="toggle button")
    dialog.toggle("Compare", role="toggle button")
    dialog.choose("Method", "Stucki")
    dialog.settled()
    dialog.press("Swap A and B")
    wait_for(lambda: dialog.chosen("Method") == "Floyd–Steinberg", "the settings of A")
    wait_for_size(dialog, 100, 67)
    dialog.choose("Preset", "Game Boy")
    wait_for_size(dialog, 100, 67)
    dialog.choose("Shape", "Fill and crop")
    dialog.set_number("Height", 90)
    wait_for_size(dialog, 100, 90)
    dialog.choose("Shape", "Keep the shape")
    wait_for_size(dialog, 100, 67)
    desk.cancel()
