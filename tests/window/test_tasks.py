# SPDX-License-Identifier: GPL-3.0-or-later
"""Usual tasks, done by keyboard alone and by mouse alone. The table of their steps in docs/gimp.md must say what was
done here; with ERRDIFF_WRITE_TASKS in the environment, it is written."""

import os

import pytest
from accessible import FOCUSED, wait_for
from desk import save
from dialog_images import USUAL, read_pnm
from gimp import IS_GIMP_3, NAME, only_in_gimp_2
from readme_tables import TOP, replace, table
from test_copy import paste
from ways import Keyboard, Mouse

PANEL = "E-paper BWRY, 4 inks"


def game_boy(way):
    way.choose("Preset", "Game Boy", "game")
    return {**USUAL, "palette": "game-boy", "gamut": "compress", "compress": 40}


def sixteen_colors(way):
    way.choose("Colors", "Optimized palette", "opt")
    return {"colors": 16}


def palette_of_gimp(way):
    way.choose("Colors", "GIMP palette", "gimp")
    way.choose("Palette", "Sunset", "sun")
    return {"palette": way.desk.folder / "sunset.hex"}


def panel(way):
    way.choose("Preset", PANEL, "e-paper b")
    way.choose("Write colors", "For the device", "for")
    return {**USUAL, "palette": "bwry", "gamut": "relative", "match": "rgb"}


def own_preset(way):
    way.choose("Preset", "Newspaper", "new")
    way.number("Noise", "20")
    way.menu("Manage", "Save…")
    way.answer("Save a Preset", "Save", "Grainy")
    way.wait_for_chosen("Preset", "Grainy")
    return {**USUAL, "palette": way.desk.folder / "newsprint.hex", "tone": "auto", "dot-gain": 25,
            "gamut": "relative", "match": "rgb", "noise": round(way.dialog.number("Noise"))}


def contrast(way):
    way.number("Contrast", "30")
    return {"contrast": round(way.dialog.number("Contrast"))}


def copied_command(way):
    way.copy_command()
    return {}


def before_and_after(way):
    way.check("Before and after")
    way.choose("Zoom", "100 %", "100")
    return {}


def black_and_white(way):
    way.choose("Method", "Atkinson", "atk")
    way.choose("Colors", "Black and white", "black")
    return {"kernel": "atkinson", "palette": "black-and-white"}


def indexed_image(way):
    way.choose("Colors", "EGA", "ega")
    way.choose_last("Destination", "New indexed image")
    return {"palette": "ega"}


# These are compared with the preview. They end in the dialog, or with OK, which is one step more.
IN_THE_DIALOG = {"The look of a Game Boy": (game_boy, True),
                 "16 colors, made from the image": (sixteen_colors, True),
                 "The colors of one of GIMP's palettes": (palette_of_gimp, True),
                 "E-paper, with the colors that the panel is sent": (panel, True),
                 "Newspaper with more noise, saved as a preset": (own_preset, True),
                 "More contrast before the dithering": (contrast, True),
                 "The settings as a command line": (copied_command, False),
                 "Compare before and after at 100 %": (before_and_after, False)}


@pytest.fixture
def ready(desk):
    """The palettes and the window that the tasks need."""
    name, = desk.gimp.pdb("gimp-palette-new", "Sunset")
    for color in ((20, 12, 28), (133, 76, 48), (222, 238, 214)):
        desk.gimp.pdb("gimp-palette-add-entry", name, "", color)
    (desk.folder / "sunset.hex").write_text("140c1c\n854c30\ndeeed6\n")
    (desk.folder / "newsprint.hex").write_text("2b2a29\nece6d8\n")
    desk.show()
    yield desk
    desk.end_call()
    desk.gimp.pdb("gimp-palette-delete", name)
    for file in (desk.gimp.home / "gimp/error-diffusion-presets").glob("*"):
        file.unlink()


def shows_both(desk, expected):
    """Whether the preview shows the image at the left and the result at the right, below their labels."""
    source = read_pnm(desk.source.read_bytes())
    shown, across, down = desk.preview(source.width, source.height)
    half, top, height = shown.width // 2 - 2, shown.height // 2, shown.height // 2
    return (shown.crop(0, top, half, height) == source.crop(across, down + top, half, height) and
            shown.crop(half + 4, top, half - 4, height) == expected.crop(across + half + 4, down + top, half - 4,
                                                                        height))


def check(way, task, options):
    desk = way.desk
    expected = desk.expected(**{"match": "lightness"} | options)
    desk.hands("mousemove", *place_of_rest(desk))
    if task is before_and_after:
        wait_for(lambda: shows_both(desk, expected), "both halves")
        desk.dialog.toggle("Before and after")
    else:
        desk.wait_for_preview(expected)
    if task is copied_command:
        assert paste(desk) == \
            "errdiff in.png out.png --kernel floyd-steinberg --levels 2 --no-serpentine --no-linear"


def place_of_rest(desk):
    """Where the pointer shows no tooltip."""
    x, y, width, height = desk.dialog.place("statusbar", "Status")
    return x + width // 2, y + height // 2


def start_again(desk):
    """Brings the dialog to its defaults, of which the color matching stays, and then to two levels by Floyd and
    Steinberg's method, so that each task changes something."""
    dialog = desk.dialog
    dialog.reset()
    if not IS_GIMP_3:  # where a button that a screen reader presses does not get the focus
        wait_for(lambda: dialog.control("push button", "Reset").has_state(FOCUSED), "the end of the reset")
    dialog.make_plain()
    dialog.choose("Color matching", "Lightness first")
    dialog.choose("Zoom", "100 %")
    desk.hands("key", dialog.key("combo box", "Method"))


def do_in_the_dialog(way):
    """Does these tasks, and returns the steps of each by its title."""
    done = {}
    for title, (task, ends_with_ok) in IN_THE_DIALOG.items():
        start_again(way.desk)
        if task is before_and_after:
            way.dialog.choose("Zoom", "Fit")
        way.steps = []
        check(way, task, task(way))
        done[title] = way.steps + (["Alt+O" if way.name == "keyboard" else "OK"] if ends_with_ok else [])
    return done


def do_with_ok(way):
    """Does two tasks that end with a new layer, and returns their steps."""
    desk = way.desk
    start_again(desk)
    way.steps = []
    options = black_and_white(way)
    way.ok()
    desk.forget_dialog()
    wait_for(lambda: len(desk.layers()) == 2, "the new layer")
    assert desk.pixels(desk.layers()[0]) == desk.expected(match="lightness", **options)
    done = {"Black and white with Atkinson's method": way.steps}
    way.steps = []
    way.repeat()
    wait_for(lambda: len(desk.layers()) == 3, "another layer")
    # The next dialog is looked for in the process of the plug-in, of which there must be one.
    wait_for(lambda: not desk.gimp.plug_in_processes(NAME), "the end of the plug-in")
    return done, {"The same again (for example, for another layer)": way.steps}


def do_indexed(way):
    desk = way.desk
    desk.ask()
    way.steps = []
    options = indexed_image(way)
    way.ok()
    desk.forget_dialog()
    image, layer, _ = desk.gimp.answer()
    assert image != desk.image and desk.gimp.pdb("gimp-drawable-is-indexed", layer) == [1]
    desk.gimp.pdb("gimp-image-convert-rgb", image)
    assert read_pnm(save(desk.gimp, image, layer, desk.folder / "indexed.pnm").read_bytes()) == desk.expected(**options)
    return {"A new indexed image with the colors of the EGA": way.steps}


@pytest.fixture(scope="module")
def done():
    """The steps of each task, by the way and the title of the task."""
    return {}


@pytest.mark.parametrize("kind", [Keyboard, pytest.param(Mouse, marks=only_in_gimp_2(
    "a menu within its menus opens by itself, and the click that is to open it then closes it again"))])
def test_usual_tasks(ready, done, kind):
    way = kind(ready)
    way.open()
    opening = way.steps
    ready.meet_dialog()
    tasks = do_in_the_dialog(way)
    black, again = do_with_ok(way)
    tasks = black | tasks | do_indexed(way)
    done[way.name] = {"Open the dialog": opening} | tasks | again


def test_table(done):
    """docs/gimp.md tells what the tests before this one did."""
    if len(done) < 2:
        pytest.skip("not all tasks were done")
    rows = [[title, f"{len(keys)}", "; ".join(keys), f"{len(clicks)}", "; ".join(clicks)]
            for (title, keys), clicks in zip(done["keyboard"].items(), done["mouse"].values())]
    made = table(["task", "steps", "by keyboard", "steps", "by mouse"], rows)
    document = TOP / "docs" / "gimp.md"
    text = document.read_text(encoding="utf-8")
    expected = replace(text, "tests/window/test_tasks.py", "steps of usual tasks", made)
    if "ERRDIFF_WRITE_TASKS" in os.environ:
        document.write_text(expected, encoding="utf-8")
    assert document.read_text(encoding="utf-8") == expected, "ERRDIFF_WRITE_TASKS=1 writes the table"
