# SPDX-License-Identifier: GPL-3.0-or-later
"""An image so large that it is still being read when its dialog has come."""

import pytest
from accessible import SENSITIVE, wait_for
from desk import DEFAULTS
from gimp import INTERACTIVE, IS_GIMP_3, PROCEDURE, RGB, scheme
from gimp_window import choose_in_menu, menu_entry
from test_result import heights

WIDTH, HEIGHT = 12500, 8000
FOREGROUND, NORMAL, REPLACE = 0, 28, 2
MESSAGE_BOX, CONSOLE = 0, 1


@pytest.fixture
def large(desk):
    gimp = desk.gimp
    desk.ask()
    desk.confirm()  # The next dialog opens with these settings.
    gimp.pdb("gimp-image-delete", desk.image)
    desk.image, = gimp.pdb("gimp-image-new", WIDTH, HEIGHT, RGB)
    desk.drawable, = gimp.pdb("gimp-layer-new", desk.image, WIDTH, HEIGHT, 0, "Large", 100, NORMAL)
    gimp.pdb("gimp-image-insert-layer", desk.image, desk.drawable, 0, 0)
    for top, color in ((0, (200, 100, 50)), (HEIGHT - 1000, (10, 120, 90))):
        gimp.pdb("gimp-context-set-foreground", color)
        gimp.pdb("gimp-image-select-rectangle", desk.image, REPLACE, 0, top, WIDTH, HEIGHT)
        gimp.pdb("gimp-drawable-edit-fill", desk.drawable, FOREGROUND)
    gimp.pdb("gimp-selection-none", desk.image)
    gimp.pdb("gimp-image-clean-all", desk.image)
    return desk


def open_and_press(desk, key):
    """Presses a key as soon as the dialog is there. Reading the dialog's texts would take until the image has been
    read."""
    desk.gimp.send((PROCEDURE, INTERACTIVE, desk.image, desk.drawable, *DEFAULTS))
    desk.hands("search", "--sync", "--onlyvisible", "--name", "^Error Diffusion$", "windowfocus")
    desk.hands("key", key)
    return desk.gimp.answer()


def test_cancelled_while_it_is_read(large):
    open_and_press(large, "Escape")
    assert large.layers() == [large.drawable]
    assert large.gimp.pdb("gimp-image-is-dirty", large.image) == [0]


def test_confirmed_while_it_is_read(large):
    """All of the image is dithered, once."""
    before = len(heights(large))
    image, layer, engine = open_and_press(large, "alt+o")
    assert image == large.image and engine
    assert heights(large)[before:].count(HEIGHT) == 1
    large.start_from_here()
    assert large.pixels(layer) == large.expected()


def images(desk):
    return desk.gimp.pdb("gimp-image-list")[0]


@pytest.fixture
def free(large):
    """The large image in a window, so that scripts can change it while it is read. GIMP writes its messages to its
    standard error, not to a window that would stay open."""
    large.show()
    large.count = images(large)
    large.gimp.pdb("gimp-message-set-handler", CONSOLE)
    yield large
    large.end_call()
    large.gimp.pdb("gimp-message-set-handler", MESSAGE_BOX)


def change_while_it_is_read(desk, *change):
    """Calls a procedure of GIMP as soon as GIMP has an image more, from which the plug-in reads."""
    if IS_GIMP_3:
        wait_for(lambda: images(desk) > desk.count, "reading")
        desk.gimp.pdb(*change)
        return
    # In one call, which leaves the plug-in no time to end reading.
    call = " ".join(map(scheme, change[1:]))
    wait_for(lambda: desk.gimp.evaluate(
        f"(if (> (car (gimp-image-list)) {desk.count}) (begin ({change[0]} {call}) 1) 0)"), "reading")


def open_and_change(desk, *change):
    """Opens the dialog from the menu and calls a procedure of GIMP while the image is being read."""
    choose_in_menu(desk.gimp, "Filters", "Dithering", "Error Diffusion")
    change_while_it_is_read(desk, *change)
    return desk.meet_dialog()


def confirm_changed(desk):
    """Presses OK. The result is that of the image as it is now."""
    desk.dialog.settled()
    assert images(desk) == desk.count
    desk.dialog.press("OK")
    desk.forget_dialog()
    layer, *_ = wait_for(lambda: len(desk.layers()) == 2 and desk.layers(), "the new layer")
    desk.start_from_here()
    assert desk.pixels(layer) == desk.expected()


def test_cropped_while_it_is_read(free):
    open_and_change(free, "gimp-image-crop", free.image, 300, 200, 40, HEIGHT - 1100)
    confirm_changed(free)


def test_undone_while_it_is_read(free):
    """GIMP's menu takes back that the layer was made as large as this."""
    gimp = free.gimp
    gimp.pdb("gimp-image-crop", free.image, 300, 200, 40, HEIGHT - 1100)
    gimp.pdb("gimp-layer-resize", free.drawable, WIDTH, HEIGHT, 0, 0)
    undo = next(item for item in menu_entry(gimp, "Edit").children if item.name.startswith("Undo"))
    wait_for(lambda: undo.has_state(SENSITIVE), "undo")
    choose_in_menu(gimp, "Filters", "Dithering", "Error Diffusion")
    wait_for(lambda: images(free) > free.count, "reading")
    undo.press()
    wait_for(lambda: gimp.pdb("gimp-drawable-width", free.drawable) == [300], "undo")
    assert images(free) > free.count
    free.meet_dialog()
    confirm_changed(free)


def test_deleted_while_it_is_read(free):
    """The image remains visible in the dialog; OK says what has happened."""
    dialog = open_and_change(free, "gimp-image-remove-layer", free.image, free.drawable)
    dialog.settled()
    dialog.press("OK")
    free.forget_dialog()
    wait_for(lambda: "been deleted" in free.gimp.messages(), "the message")
    assert free.layers() == [] and images(free) == free.count


@pytest.mark.parametrize("destination", ["New layer above", "Current layer"])
def test_cropped_after_ok(free, destination):
    """While the pixels are compared with those of the preview."""
    choose_in_menu(free.gimp, "Filters", "Dithering", "Error Diffusion")
    dialog = free.meet_dialog()
    dialog.choose("Destination", destination)
    dialog.settled()
    dialog.press("OK")
    change_while_it_is_read(free, "gimp-image-crop", free.image, 300, 200, 40, HEIGHT - 1100)
    free.forget_dialog()
    wait_for(lambda: "resized in the meantime" in free.gimp.messages(), "the message")
    assert free.layers() == [free.drawable] and images(free) == free.count
    assert set(free.pixels(free.drawable).pixels) == {200, 100, 50, 10, 120, 90}
