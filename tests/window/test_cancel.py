# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing happens without OK, and wrong settings cannot be confirmed."""

import os
import subprocess

from accessible import FOCUSED, wait_for


def reason(kernel, folder):
    """The command's message for a wrong kernel."""
    call = subprocess.run([os.environ["ERRDIFF"], "--kernel", kernel, "-", folder / "none.pnm"],
                          input=b"P5 1 1 255 0", capture_output=True)
    assert call.returncode != 0
    return call.stderr.decode().removeprefix("errdiff: ").strip()


def test_cancel_leaves_the_image(desk):
    dialog = desk.ask()
    dialog.set_number("Levels", 5)
    dialog.settled()
    desk.cancel()
    assert desk.is_untouched()


def test_escape_cancels(desk):
    desk.ask()
    desk.hands("key", "Escape")
    desk.forget_dialog()
    desk.gimp.answer()
    assert desk.is_untouched()


def test_cancelled_settings_are_forgotten(desk):
    desk.ask()
    desk.confirm()
    dialog = desk.ask()
    dialog.set_number("Levels", 77)
    desk.cancel()
    assert desk.ask(reset=False).number("Levels") == 2


def test_closed_while_it_works(desk):
    desk.gimp.pdb("gimp-image-scale", desk.image, 2255, 1500)
    desk.start_from_here()
    dialog = desk.ask()
    dialog.set_number("Strength", 50)
    desk.cancel()
    assert desk.is_untouched()


def test_bad_kernel(desk):
    dialog = desk.ask()
    dialog.choose("Method", "Custom…")
    for bad in ("", "16: 1,0", "0: 1,0,1", "2: -1,0,1", "atkinso"):
        dialog.write("Weights", bad)
        assert dialog.status == (f"Weights: {reason(bad, desk.folder).removeprefix('kernel: ')}" if ":" in bad else
                                 "The weights must begin with a divisor and a colon, like "
                                 "16: 1,0,7; -1,1,3; 0,1,5; 1,1,1")
        dialog.wait_for_warning()
    desk.hands("key", dialog.key("text", "Weights"), "Return", dialog.key("push button", "OK"),
               dialog.key("spin button", "Strength"))
    # A slow window might handle the key for OK only when OK is sensitive again.
    wait_for(lambda: dialog.control("spin button", "Strength").has_state(FOCUSED), "the last key")

    dialog.write("Weights", "2: 1,0,1; 0,1,1")
    dialog.settled()
    assert not dialog.is_warning
    assert dialog.can_confirm
    layer, _ = desk.confirm()
    assert desk.layers() == [layer, desk.drawable]
    assert desk.pixels(layer) == desk.expected(kernel="simple")
