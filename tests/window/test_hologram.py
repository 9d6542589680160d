# SPDX-License-Identifier: GPL-3.0-or-later
"""The hologram dialog: what it shows, and that its results are the same as the command's."""

import os
import re
import subprocess
from collections import Counter

import pytest
from accessible import SENSITIVE, SHOWING, Window, mnemonic, title_of, wait_for
from dither_dialog import FILE_DIALOG, write_path
from gimp import IS_GIMP_3, NAME, WITH_LAST_VALS
from gimp_window import choose_in_menu
from hologram_desk import OPTICS, HologramDesk, write_scene
from hologram_dialog import FIRST_PAGE, MORE, OF_DISPLAY, IMAGES, HologramDialog, call

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1" or
                                os.environ["ERRDIFF_HAS_TIFF"] != "1",
                                reason="built without FFTW, LAPACK or libtiff")

@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    return write_scene(tmp_path_factory.mktemp("scene"))


@pytest.fixture
def desk(shared, gimp, tmp_path, scene):
    made = HologramDesk(gimp, tmp_path, scene)
    yield made
    if shared.is_running():
        made.leave()


def test_first_page_and_the_rest(desk):
    dialog = desk.ask()
    for name in FIRST_PAGE:
        assert dialog.is_showing("spin button", name)
    assert not any(dialog.is_showing(*control) for control in (*MORE, *OF_DISPLAY))
    dialog.unfold()
    assert all(dialog.is_showing(*control) for control in MORE)
    check_keys(dialog, MORE)
    # Only one of the two is open at a time.
    dialog.unfold_display()
    assert all(dialog.is_showing(*control) for control in OF_DISPLAY)
    check_keys(dialog, OF_DISPLAY)


def check_keys(dialog, opened):
    controls = dialog.root.matches("combo box", "spin button", "check box", "push button", "toggle button", "text",
                                   states=[SHOWING])
    assert len(controls) == len(FIRST_PAGE) + len(opened) + 7
    keys = Counter(map(mnemonic, controls))
    assert max(keys.values()) <= 2 and "" not in keys, keys


def test_fits_on_a_small_screen(desk):
    """On one of 1366 × 768, with a title and a panel of the desktop."""
    dialog = desk.ask()
    for unfold in (dialog.unfold, dialog.unfold_display):
        unfold()
        dialog.place("statusbar", "Status")
        width, height = dialog.size
        assert width <= 1366 and height <= 768 - 60


def test_menu(desk):
    desk.gimp.pdb("gimp-display-new", desk.image)
    choose_in_menu(desk.gimp, "Filters", "Dithering", "Hologram Quantization")
    dialog = HologramDialog(desk.gimp)
    dialog.press("Cancel")
    dialog.wait_until_gone()


def test_preview_follows(desk):
    dialog = desk.ask()
    dialog.settled()
    desk.set_optics()
    dialog.unfold()
    dialog.set_number("Focus depth", 4)
    said = dialog.settled()
    quantized, plain = map(int, re.search(r"about (-?\d+) dB \(without diffusion (-?\d+) dB",
                                          said).groups())
    assert quantized > plain + 8
    # The window may be drawn after the status changes.
    wait_for(lambda: sum(value > 128 for value in desk.shown(IMAGES[0])) < 5000,
             "an image in which only points are bright")
    before, after = map(desk.shown, IMAGES)
    assert max(before) == max(after) == 255 and before != after
    dialog.choose("Method", "None: only rounding")
    dialog.settled()
    wait_for(lambda: desk.shown(IMAGES[1]) != after, "another image")
    assert desk.shown(IMAGES[0]) == before
    assert distance(before, desk.shown(IMAGES[1])) > 2 * distance(before, after) > 0


def distance(one, other):
    return sum(abs(a - b) for a, b in zip(one, other))


def test_what_is_shown_is_done(desk):
    dialog = desk.ask()
    desk.set_optics()
    dialog.set_number("Levels", 16)
    dialog.unfold()
    dialog.set_number("Hogel size (0 = automatic)", 128)
    dialog.set_number("Taps", 12)
    dialog.choose("Engine", "Serial")
    dialog.settled()
    dialog.press("OK")
    result = desk.answer()
    assert result[2] == "serial"
    expected = desk.expected("--levels", 16, "--hogel", 128, "--taps", 12)
    assert desk.pixels(result) == expected
    # The same again without the dialog.
    again = desk.gimp.evaluate(call(desk.image, desk.drawable, WITH_LAST_VALS))
    assert desk.pixels(again) == expected
    # The next dialog shows the last choices; Reset restores the defaults.
    dialog = desk.ask(reset=False)
    assert dialog.number("Levels") == 16 and dialog.number("Pixel pitch") == 0.75
    dialog.press("Reset")
    wait_for(lambda: dialog.number("Levels") == 256, "the defaults")
    assert dialog.number("Pixel pitch") == 3.74


def test_properties_of_the_display(desk):
    dialog = desk.ask()
    desk.set_optics()
    dialog.unfold_display()
    assert not dialog.is_sensitive("spin button", "Panel width")
    dialog.choose("Panel", "Texas Instruments DLP7000")
    wait_for(lambda: dialog.number("Panel height") == 768, "the panel's size")
    assert dialog.number("Pixel pitch") == 13.68
    dialog.choose("Panel", "Other size")
    dialog.set_number("Pixel pitch", 0.75)
    dialog.set_number("Panel width", 600)
    dialog.set_number("Panel height", 500)
    dialog.set_number("Offset down", -30)
    dialog.set_number("Sample for 2π", 217)
    dialog.set_number("Levels", 16)
    dialog.set_number("Lens", 30)
    dialog.set_number("Grating across", 6)
    dialog.press("Conjugate hologram", "check box")
    dialog.control("text", "Measured phases").call("EditableText", "SetTextContents", "(s)", "/missing.csv")
    wait_for(lambda: "/missing.csv" in dialog.status or "combined" in dialog.status, "the reason")
    assert not dialog.is_sensitive("push button", "OK")
    dialog.control("text", "Measured phases").call("EditableText", "SetTextContents", "(s)", "")
    dialog.settled()
    dialog.press("OK")
    assert desk.pixels(desk.answer()) == desk.expected(
        "--panel", "600x500", "--offset-y", -30, "--two-pi", 217, "--levels", 16, "--lens", 30, "--grating-x", 6,
        "--conjugate")
    # Reset takes it all back.
    dialog = desk.ask(reset=False)
    assert dialog.number("Lens") == 30 and dialog.number("Panel width") == 600
    dialog.press("Reset")
    wait_for(lambda: dialog.number("Lens") == 0, "the defaults")
    assert dialog.chosen("Panel") == "As large as the hologram"


def test_a_file_is_chosen_with_the_icon(desk):
    table = desk.folder / "phases.csv"
    table.write_text("0,0\n255,2\n", encoding="utf-8")
    dialog = desk.ask()
    dialog.unfold_display()
    for answer, path in (("Cancel", ""), ("Open", str(table))):
        press_icon(desk, "Measured phases")
        question = Window(dialog.process, FILE_DIALOG, "Choose a table of measured phases")
        if path:
            write_path(question, answer, path, desk.hands)
        question.press(answer)
        question.wait_until_gone()
        wait_for(lambda: dialog.text("Measured phases") == path, "the path")


def press_icon(desk, name):
    """In GIMP 3 as a screen reader does, which waits for the answer. GTK+ 2 shows the icons of a text to none."""
    if IS_GIMP_3:
        icon, = desk.dialog.control("text", name).children
        icon.press()
    else:
        x, y, width, height = desk.dialog.place("text", name)
        desk.hands("mousemove", x + width - 12, y + height // 2, "click", 1)


def test_focal_plane_of_a_lens(desk):
    """Its image is what the command says that is seen there, and what does not count is grayed out."""
    dialog = desk.ask()
    desk.set_optics()
    assert not dialog.is_showing("spin button", "Focal length")
    dialog.choose("Window", "Focal plane of a lens")
    wait_for(lambda: dialog.is_showing("spin button", "Focal length"), "a lens")
    assert not dialog.is_showing("spin button", "Distance") and dialog.is_sensitive("spin button", "Wavelength")
    dialog.set_number("Focal length", 0)
    wait_for(lambda: not dialog.is_sensitive("spin button", "Wavelength"), "units in which no wavelength counts")
    assert not dialog.is_sensitive("spin button", "Pixel pitch")
    for name, value in (("Width", 0.25), ("Height", 0.2), ("Center X", 0.1), ("Center Y", -0.15), ("Levels", 16)):
        dialog.set_number(name, value)
    said = dialog.settled()
    diffused, rounded = map(int, re.search(r"about (-?\d+) dB \(without diffusion (-?\d+) dB", said).groups())
    assert diffused > rounded + 5
    dialog.press("OK")
    options = ("--geometry", "fourier", "--view-width", 0.25, "--view-height", 0.2, "--view-x", 0.1, "--view-y",
               -0.15, "--levels", 16)
    expected = desk.expected_of(*options)
    assert desk.pixels(desk.answer()) == expected


def test_leaks_and_gain(desk):
    dialog = desk.ask()
    desk.set_optics()
    dialog.unfold_display()
    dialog.set_number("Zero order", 0.02)
    dialog.set_number("Crosstalk", 0.3)
    assert not dialog.is_sensitive("check box", "Binary phase in full range")
    dialog.unfold()
    dialog.set_number("Scale factor (0 = automatic)", 0.4)
    dialog.set_number("Gain (0 = from the scale)", 0.3)
    wait_for(lambda: not dialog.is_sensitive("spin button", "Scale factor (0 = automatic)"), "no scale")
    dialog.settled()
    dialog.press("OK")
    assert desk.pixels(desk.answer()) == desk.expected("--zero-order", 0.02, "--crosstalk", 0.3, "--gain", 0.3)
    dialog = desk.ask(reset=False)
    dialog.unfold()
    assert dialog.number("Gain (0 = from the scale)") == 0.3
    dialog.choose("Method", "None: only rounding")
    wait_for(lambda: not dialog.is_sensitive("spin button", "Gain (0 = from the scale)"), "no gain")
    # What does not count is not an obstacle.
    dialog.settled()
    dialog.choose("Method", "Automatic")
    dialog.set_number("Gain (0 = from the scale)", 0)
    dialog.set_number("Scale factor (0 = automatic)", 0.4)
    dialog.choose("Method", "None: only rounding")
    dialog.choose("Output", "Phase 0 or π")
    dialog.unfold_display()
    dialog.press("Binary phase in full range", "check box")
    dialog.choose_unfolded("Output", "Amplitude, never negative")
    wait_for(lambda: not dialog.is_sensitive("spin button", "Crosstalk"), "no phases")
    dialog.settled()
    dialog.press("OK")
    assert desk.pixels(desk.answer()) == desk.expected(
        "--zero-order", 0.02, "--method", "none", "--output", "positive-amplitude", "--scale", 0.4)


def test_only_engines_that_run_here_can_be_chosen(desk):
    """The other engines are grayed out, and say why."""
    lines = subprocess.run([os.environ["ERRDIFF"], "engines"], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    line, = (line for line in lines if line.startswith("cuda-softsync "))
    _, runs, text = line.split(None, 2)
    expected = {"Automatic": (True, ""), "Serial": (True, ""),
                "GPU, bands of rows in parallel":
                    (runs == "yes", "" if runs == "yes" else re.search(r" \((.*)\)$", text)[1]),
                "CPU, wavefront with SIMD and threads": (True, "")}
    dialog = desk.ask()
    dialog.unfold()
    assert dialog.rows("Engine") == list(expected) and dialog.chosen("Engine") == "Automatic"
    menu, = dialog.control("combo box", "Engine").children
    desk.hands("key", dialog.key("combo box", "Engine"), "space")
    wait_for(lambda: {title_of(row): (row.has_state(SENSITIVE), reason_of(row))
                      for row in menu.children} == expected, f"{expected}")
    desk.hands("key", "Escape")


def reason_of(row):
    return row.get("Accessible", "Description").partition("\nNot available here: ")[2]


def test_by_keyboard(desk):
    dialog = desk.ask()
    for name, value in OPTICS.items():
        desk.hands("key", dialog.key("spin button", name))
        desk.hands("type", str(value))
    wait_for(lambda: all(dialog.number(name) == value for name, value in OPTICS.items()),
             "what was typed")
    desk.hands("key", dialog.key("toggle button", "More settings"), "space")
    wait_for(lambda: dialog.is_showing("combo box", "Output"), "the other settings")
    desk.hands("key", dialog.key("combo box", "Output"), "Down")
    wait_for(lambda: not dialog.is_sensitive("spin button", "Levels"), "two levels")
    desk.hands("key", dialog.key("spin button", "Center X"))
    desk.hands("type", "0.3")
    desk.hands("key", "Return")
    result = desk.answer()
    assert desk.pixels(result) == desk.expected("--output", "binary-phase", "--view-x", 0.3)


def test_levels_of_the_display_are_shown(desk):
    dialog = desk.ask()
    dialog.set_number("Levels", 8)
    dialog.unfold()
    dialog.unfold_display()
    for control, choice, levels in (("Panel", "Texas Instruments .47 PLM", 16),
                                    ("Panel", "As large as the hologram", 8),
                                    ("Output", "Phase 0 or π", 2), ("Output", "Phase", 8)):
        dialog.choose(control, choice)
        wait_for(lambda: dialog.number("Levels") == levels, f"{levels} levels with {choice}")
        assert dialog.is_sensitive("spin button", "Levels") == (levels == 8)


def test_a_second_layer_is_needed(desk):
    dialog = desk.ask()
    dialog.unfold()
    assert not dialog.is_sensitive("combo box", "Second layer")
    dialog.choose("Input", "Amplitude, phase in a second layer")
    wait_for(lambda: "phase is missing" in dialog.status, "the reason")
    assert not dialog.is_sensitive("push button", "OK")
    dialog.choose("Input", "Phase only")
    wait_for(lambda: dialog.is_sensitive("push button", "OK"), "the end of the trouble")
    dialog.settled()


def test_second_layer_of_the_image(desk):
    layer, = desk.gimp.pdb("gimp-layer-copy", desk.drawable, False)
    desk.gimp.pdb("gimp-image-insert-layer", desk.image, layer, 0, 1)
    dialog = desk.ask()
    dialog.unfold()
    desk.set_optics()
    dialog.choose("Input", "Real part, imaginary part in a second layer")
    assert len(dialog.rows("Second layer")) == 1
    dialog.settled()
    dialog.press("OK")
    result = desk.answer()
    script = desk.gimp.pdb(
        "plug-in-hologram-diffusion", 1, desk.image, desk.drawable, layer, 0.75, 635, 1.5, 0.4, 0.4, 0, 0, "phase", 256,
        "opt", 0, 27, 3, 1, 27, 0, 1, 0, "auto", "re-im-layers", 0, "", 0, 0, 0, "", "", 0, 0, 0, 0, "",
        "fresnel", 0, 0, 0, 0)
    assert desk.pixels(result) == desk.pixels(script)


@pytest.mark.parametrize("layers, title", [
    (1, "Phase only"), (2, "Real part, imaginary part in a second layer")])
def test_gray_layers(desk, layers, title):
    """The dialog chooses an input that suits the layers, so that there is a preview at once; Reset
    keeps it."""
    desk.gimp.pdb("gimp-image-convert-grayscale", desk.image)
    if layers == 2:
        layer, = desk.gimp.pdb("gimp-layer-copy", desk.drawable, False)
        desk.gimp.pdb("gimp-image-insert-layer", desk.image, layer, 0, 1)
    dialog = desk.ask()
    dialog.unfold()
    assert dialog.chosen("Input") == title
    dialog.settled()
    assert dialog.is_sensitive("push button", "OK")


@pytest.mark.parametrize("answer", ["Read as Hologram", "Cancel"])
def test_a_photograph_is_asked_about(desk, answer):
    desk.gimp.pdb("gimp-image-convert-precision", desk.image, 150)  # 8 bits with gamma
    desk.gimp.send(call(desk.image, desk.drawable))
    process, = wait_for(lambda: desk.gimp.plug_in_processes(NAME), "the plug-in's process")
    question = Window(process, "alert", "Question")
    question.press(answer)
    question.wait_until_gone()
    if answer == "Cancel":
        desk.gimp.answer()
    else:
        desk.dialog = HologramDialog(desk.gimp)


def test_reconstruction_has_a_window_of_its_own(desk):
    dialog = desk.ask()
    desk.set_optics()
    dialog.unfold()
    dialog.set_number("Focus depth", 4)
    dialog.settled()
    dialog.press("OK")
    image, layer, _ = desk.answer()
    assert desk.gimp.pdb("gimp-image-get-layers", image)[1] == [layer]
    other, = set(desk.images()) - {*desk.others, desk.image, image}
    views, = desk.gimp.pdb("gimp-image-get-layers", other)[1]
    size = [desk.gimp.pdb(f"gimp-drawable-{side}", views)[0] for side in ("width", "height")]
    assert size[0] == 2 * size[1]  # before and after, side by side
    assert size == [desk.gimp.pdb(f"gimp-image-{side}", other)[0] for side in ("width", "height")]
    assert desk.gimp.pdb("gimp-drawable-offsets", views) == [0, 0]


def test_advice_is_in_the_dialog_only(desk):
    desk.gimp.messages()  # those of earlier tests
    dialog = desk.ask()
    desk.set_optics()
    dialog.unfold()
    dialog.set_number("Hogel size (0 = automatic)", 128)
    wait_for(lambda: "wider than a sixth of the view" in dialog.settled(), "the advice")
    dialog.press("OK")
    desk.answer()
    messages = desk.gimp.messages()
    assert "Signal-to-noise" in messages and "wider than a sixth" not in messages


def test_mistakes_are_named(desk):
    """A scale that is far too large is warned of, and a depth that no memory holds is refused."""
    dialog = desk.ask()
    desk.set_optics()
    dialog.unfold()
    dialog.set_number("Scale factor (0 = automatic)", 50)
    wait_for(lambda: "With a scale of 50, " in dialog.settled(), "the warning")
    dialog.set_number("Focus depth", 1000000)
    wait_for(lambda: "depth of 1e+06 millimeters" in dialog.status, "the reason")
    assert not dialog.is_sensitive("push button", "OK")
