# SPDX-License-Identifier: GPL-3.0-or-later
"""Layers that the preview plays as an animation: what it shows are the frames that the command makes."""

import os
import subprocess

import pytest
from accessible import wait_for
from desk import save
from dialog_images import read_pnm
from test_keyboard import check_controls
from test_resize import made, scaled, wait_for_size  # noqa: F401

SECTION, ANIMATION, STABLE, PLAY = "Animation", "All layers, as an animation", "Against flicker", "Play"
PLAIN = ["--kernel", "floyd-steinberg", "--no-serpentine", "--no-linear", "--levels", "2,2,2"]


@pytest.fixture
def clip(desk):
    """Makes the image an animation of three layers, each of which is shown long enough to be seen here. Returns the
    PNM files of their pixels, from the lowest one."""
    pdb = desk.gimp.pdb
    pdb("gimp-item-set-name", desk.drawable, "one (900ms)")
    layers = [desk.drawable]
    for i, name in enumerate(("two (900ms)", "three (900ms)")):
        layer, = pdb("gimp-layer-copy", layers[-1], 0)
        pdb("gimp-image-insert-layer", desk.image, layer, 0, 0)
        pdb("gimp-item-set-name", layer, name)
        pdb("gimp-image-select-rectangle", desk.image, 2, 60 * i, 50, 80, 70)
        pdb("gimp-drawable-invert", layer, 0)
        layers.append(layer)
    pdb("gimp-selection-none", desk.image)
    pdb("gimp-image-set-active-layer", desk.image, desk.drawable)
    return [save(desk.gimp, desk.image, layer, desk.folder / f"{layer}.pnm").read_bytes() for layer in layers]


def expected(clip, *options):
    """The frames that the command makes of the layers."""
    done = subprocess.run([os.environ["ERRDIFF"], *PLAIN, *options, "-", "-"], input=b"".join(clip), check=True,
                          stdout=subprocess.PIPE)
    size = len(done.stdout) // len(clip)
    return [read_pnm(done.stdout[i * size:(i + 1) * size]) for i in range(len(clip))]


def test_play(desk, clip):
    frames = expected(clip, "--stable", "60")
    dialog = desk.ask()
    assert not dialog.is_showing("toggle button", PLAY)
    dialog.open(SECTION)
    assert not dialog.is_sensitive("spin button", STABLE)
    dialog.toggle(ANIMATION)
    check_controls(dialog)
    wait_for(lambda: "all layers (3) will be dithered" in dialog.status, "the number of frames")
    dialog.set_number(STABLE, 60)
    dialog.press(PLAY, "toggle button")
    for frame in (*frames, frames[0]):
        desk.wait_for_preview(frame)
    # It follows the settings, and plays on.
    dialog.set_number("Noise", 30)
    for frame in expected(clip, "--stable", "60", "--noise", "30"):
        desk.wait_for_preview(frame)
    dialog.press(PLAY, "toggle button")
    desk.wait_for_preview(desk.expected(noise=30))
    dialog.press(PLAY, "toggle button")
    desk.confirm()
    assert len(desk.layers()) == 6
    made = [desk.pixels(layer) for layer in desk.layers()[::2]]
    assert made == expected(clip, "--stable", "60", "--noise", "30")[::-1]


def test_play_at_another_size(desk, clip, made):
    copy, _ = scaled(desk, made, 200, 133)
    layers = desk.gimp.pdb("gimp-image-get-layers", copy)[-1]
    small = [save(desk.gimp, copy, layer, desk.folder / "small.pnm").read_bytes() for layer in reversed(layers)]
    dialog = desk.ask()
    dialog.open(SECTION)
    dialog.toggle(ANIMATION)
    dialog.set_number(STABLE, 60)
    dialog.press(PLAY, "toggle button")
    for width, frames in ((200, small), (451, clip)):
        dialog.set_number("Width", width)
        for frame in expected(frames, "--stable", "60"):
            desk.wait_for_preview(frame)
    dialog.press(PLAY, "toggle button")
    desk.cancel()


def test_the_active_frame_may_be_cut_off(desk, clip, made):
    """But not the only layer that is dithered; then nothing is played either."""
    layer, = desk.gimp.pdb("gimp-layer-copy", desk.layers()[0], 0)
    desk.gimp.pdb("gimp-image-insert-layer", desk.image, layer, 0, 0)
    desk.gimp.pdb("gimp-layer-resize", layer, 50, 300, 0, 0)
    dialog = desk.ask(layer)
    dialog.choose("Shape", "Fill and crop")
    dialog.set_number("Width", 100)
    wait_for(lambda: "is left in the resized image" in dialog.status, "the reason")
    assert not dialog.is_sensitive("push button", "OK")
    dialog.open(SECTION)
    dialog.toggle(ANIMATION)
    wait_for_size(dialog, 100, 300)
    image, _ = desk.confirm_new_image()
    made.append(image)
    assert [desk.gimp.pdb(f"gimp-image-{side}", image) for side in ("width", "height")] == [[100], [300]]


def test_the_size_is_that_of_the_image(desk):
    desk.gimp.pdb("gimp-layer-resize", desk.drawable, 50, 300, 0, 0)
    dialog = desk.ask()
    dialog.set_number("Width", 200)
    wait_for_size(dialog, 200, 133)
    desk.cancel()


def test_layers_of_other_sizes_are_not_played(desk, clip):
    desk.gimp.pdb("gimp-layer-resize", desk.layers()[0], 50, 40, 0, 0)
    dialog = desk.ask()
    dialog.open(SECTION)
    dialog.toggle(ANIMATION)
    dialog.press(PLAY, "toggle button")
    wait_for(lambda: "same size" in dialog.status, "the reason")
    assert not dialog.control("toggle button", PLAY).has_state(4)
    dialog.toggle(ANIMATION)
    wait_for(lambda: not dialog.is_showing("toggle button", PLAY), "the end of the button")
    desk.cancel()


def test_an_image_with_one_layer_has_no_animation(desk):
    dialog = desk.ask()
    assert not dialog.is_showing("toggle button", SECTION)
    desk.cancel()
