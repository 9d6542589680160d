# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets: those of the library, and those that a user has saved in GIMP's dialog."""

import json
import os
import shlex

import pytest

CAN_MAKE_PALETTES = os.environ["ERRDIFF_CAN_MAKE_PALETTES"] == "1"
HEAD = "[errdiff preset]\n"


def names(command):
    return [line.split()[0] for line in command.works("presets").decode().splitlines()[1:]]


def options(command, name):
    """The options that a preset stands for, as `errdiff presets NAME` prints them."""
    words = shlex.split(command.works("presets", name).decode())
    assert words[:3] == ["errdiff", "IN", "OUT"]
    return words[3:]


@pytest.fixture(name="own")
def _own(as_typed):
    """Writes a preset of the user, for a version of GIMP."""
    def write(name, text, version="2.10"):
        folder = as_typed.folder / "settings/GIMP" / version / "error-diffusion-presets"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
        return folder / name
    return write


def test_the_list(as_typed):
    listed = as_typed.works("presets").decode().splitlines()
    assert listed[0].split() == ["preset", "title"]
    assert "game-boy           Game Boy" in listed
    assert len(listed) == len(set(names(as_typed))) + 1 > 20


def test_each_is_what_its_options_say(as_typed, small_rgb):
    as_typed.write("in.ppm", small_rgb)
    for name in names(as_typed):
        words = options(as_typed, name)
        assert words, name
        if "--colors" in words and not CAN_MAKE_PALETTES:
            continue
        as_typed.works("in.ppm", "expected.pnm", *words)
        as_typed.works("in.ppm", "out.pnm", "--preset", name)
        assert as_typed.read("out.pnm") == as_typed.read("expected.pnm"), name


@pytest.mark.parametrize("typed", ["Newspaper", "NEWSPAPER"])
def test_a_title_is_a_name(as_typed, typed):
    assert options(as_typed, typed) == options(as_typed, "newspaper")


@pytest.mark.parametrize("beside", [
    ["--kernel", "stucki"], ["--no-serpentine"], ["--palette", "ega"], ["--levels", "3"], ["--gamma", "1"],
    ["--levels", "4", "--contrast", "5"]], ids=" ".join)
def test_options_beside_it_win(as_typed, small_rgb, beside):
    """Wherever they stand. A choice of colors takes the place of the preset's."""
    as_typed.write("in.ppm", small_rgb)
    words = options(as_typed, "classic-mac")
    if {"--palette", "--levels"} & set(beside):
        place = words.index("--palette")
        words[place:place + 2] = []
    as_typed.works("in.ppm", "expected.pnm", *words, *beside)
    for call in (["--preset", "classic-mac", *beside], [*beside, "--preset=classic-mac"]):
        as_typed.works("in.ppm", "out.pnm", *call)
        assert as_typed.read("out.pnm") == as_typed.read("expected.pnm")


def test_of_several_the_last_counts(as_typed, small):
    as_typed.write("in.pgm", small)
    report = json.loads(as_typed.works("in.pgm", "out.pnm", "--json", "--preset", "classic-mac", "--preset", "ega"))
    assert report["palette"] and report["gamma"] == 1 and report["kernel"] == "errdiff-12"


def test_own_presets(as_typed, own, small_rgb):
    path = own("My%2Fpaper, 2.preset", f"# mine\n{HEAD}\nlevels = 2\npalette=#000000,#ff0000\r\ngamma=1.5\n"
                                       "linear=false\n[other]\nkernel=nonsense\n")
    own("ega.preset", f"{HEAD}gamma=3\n")  # the name is taken
    own("notes.txt", "no preset")
    own("ends.preset", f"{HEAD}palette=\nsent=true\nlevels=3", version="3.0")
    own("ends.preset", f"{HEAD}levels=5\n")
    assert names(as_typed)[-2:] == ["ends", "My/paper,"]
    assert str(path) in as_typed.works("presets").decode()
    assert options(as_typed, "ega") == ["--palette", "ega"]
    assert options(as_typed, "ends") == ["--levels", "3"]
    as_typed.write("in.ppm", small_rgb)
    as_typed.works("in.ppm", "expected.pnm", "--palette", "#000000,#ff0000", "--gamma", "1.5", "--no-linear")
    as_typed.works("in.ppm", "out.pnm", "--preset", path)
    assert as_typed.read("out.pnm") == as_typed.read("expected.pnm")
    as_typed.works("in.ppm", "expected.pnm", "--levels", "3")
    as_typed.works("in.ppm", "out.pnm", "--preset", "ends")
    assert as_typed.read("out.pnm") == as_typed.read("expected.pnm")


def test_own_names_that_look_like_files(as_typed, own, small):
    own("b%2Fw.preset", f"{HEAD}levels=3\n")
    own("v.1.preset.preset", f"{HEAD}levels=4\n")
    as_typed.write("in.pgm", small)
    for name, levels in (("b/w", 3), ("v.1.preset", 4)):
        as_typed.works("in.pgm", "expected.pgm", "--levels", levels)
        as_typed.works("in.pgm", "out.pgm", "--preset", name)
        assert as_typed.read("out.pgm") == as_typed.read("expected.pgm")


# A preset as the dialog writes it, with all of its settings; the seed is one of the upper half.
WHOLE = f"""{HEAD}kernel=floyd-steinberg
levels=2
palette=e-paper-7
match=lightness
gamut=clip
compress=60
sent=true
gray=false
tone=none
stretch=false
stretch-share=0.5
brightness=0
contrast=0
gamma=1
saturation=0
invert=false
dot-gain=0
keep-exact=false
strength=100
noise=20
seed=-5
detail=0
refine=0
viewing=45
screen=none
screen-amount=100
screen-size=8
screen-angle=15,75,0,45
dpi=0
serpentine=false
start=continued
linear=true
alpha=keep
dot=1
stable=0
"""


def test_a_preset_of_the_dialog(as_typed, own, small_rgb):
    own("whole.preset", WHOLE)
    as_typed.write("in.ppm", small_rgb)
    usual = ["--kernel", "floyd-steinberg", "--no-serpentine", "--noise", "20", "--seed", 2 ** 32 - 5]
    for beside, colors in (([], ["--palette", "e-paper-7", "--sent"]), (["--levels", "3"], ["--levels", "3"])):
        as_typed.works("in.ppm", "expected.pnm", *usual, *colors)
        as_typed.works("in.ppm", "out.pnm", "--preset", "whole", *beside)
        assert as_typed.read("out.pnm") == as_typed.read("expected.pnm")
    assert "--levels" not in options(as_typed, "whole")


def test_names_before_titles(as_typed, own):
    own("EGA.preset", f"{HEAD}gamma=3\n")
    assert options(as_typed, "EGA") == ["--gamma", "3"]
    assert options(as_typed, "ega") == ["--palette", "ega"]


def test_a_bad_line_is_told(as_typed, own):
    path = own("bad.preset", f"{HEAD}gamma=3\nnonsense\n")
    assert "is not a setting" in as_typed.fails(1, "presets", path)


def test_the_folder_of_gimp_can_be_named(as_typed, small):
    folder = as_typed.folder / "elsewhere"
    (folder / "error-diffusion-presets").mkdir(parents=True)
    (folder / "error-diffusion-presets/there.preset").write_text(f"{HEAD}levels=3\n")
    as_typed.environment["GIMP2_DIRECTORY"] = str(folder)
    as_typed.write("in.pgm", small)
    assert names(as_typed)[-1] == "there"
    as_typed.works("in.pgm", "out.pgm", "--preset", "there")


def test_a_file_of_any_folder(as_typed, small):
    as_typed.write("in.pgm", small)
    as_typed.write("mine.preset", f"{HEAD}kernel=16: 1,0,7;\\s0,1,9\nlevels=3\n".encode())
    report = json.loads(as_typed.works("in.pgm", "out.pgm", "--preset", "mine.preset", "--json"))
    assert (report["kernel"], report["levels"]) == ("16: 1,0,7; 0,1,9", [3])


@pytest.mark.skipif(not CAN_MAKE_PALETTES, reason="built without libimagequant")
def test_palettes_that_are_made(as_typed, small_rgb):
    as_typed.write("in.ppm", small_rgb)
    as_typed.write("mine.preset", f"{HEAD}palette=adaptive:4:ff0000,00ff00\n".encode())
    as_typed.works("in.ppm", "expected.ppm", "--colors", "4", "--lock", "ff0000,00ff00")
    as_typed.works("in.ppm", "out.ppm", "--preset", "mine.preset")
    assert as_typed.read("out.ppm") == as_typed.read("expected.ppm")
    assert options(as_typed, "./mine.preset") == ["--colors", "4", "--lock", "ff0000,00ff00"]


@pytest.mark.parametrize("typed, meant", [("newspapr", "newspaper"), ("gameboy", "game-boy"), ("Game_Boy", "game-boy"),
                                          ("spectra", "spectra-6"), ("abc", None), ("", None)])
def test_unknown_names(as_typed, small, typed, meant):
    as_typed.write("in.pgm", small)
    for call in (["in.pgm", "out.pgm", "--preset", typed], ["presets", typed]):
        line = as_typed.fails(2, *call)
        assert "preset: " in line and f'"{typed}"' in line and "risograph" in line
        assert f"did you mean {meant}?" in line if meant else "did you mean" not in line


@pytest.mark.parametrize("text, said", [
    ("", "[errdiff preset]"), ("levels=3\n", "[errdiff preset]"), (f"{HEAD}levels=1\n", "levels"),
    (f"{HEAD}linear=yes\n", "linear"), (f"{HEAD}engine=auto\n", "engine"), (f"{HEAD}kern=stucki\n", "kern"),
    (f"{HEAD}nonsense\n", "nonsense"), (f"{HEAD}kernel=a\\b\n", "kernel"), (f"{HEAD}strength=half\n", "half"),
    (f"{HEAD}match=lab\n", "lightness"), (f"{HEAD}palette=adaptive:1\n", "colors")])
def test_files_that_are_no_presets(as_typed, small, text, said):
    as_typed.write("in.pgm", small)
    as_typed.write("bad.preset", text.encode())
    line = as_typed.fails(1, "in.pgm", "out.pgm", "--preset", "bad.preset")
    assert "bad.preset" in line and said in line


def test_files_with_a_byte_order_mark(as_typed, small):
    """As some editors write them."""
    text = f"{HEAD}levels=3\n"
    as_typed.write("in.pgm", small)
    as_typed.write("mine.preset", text.encode("utf-8-sig"))
    assert options(as_typed, "./mine.preset") == ["--levels", "3"]
    as_typed.write("mine.preset", text.encode("utf-16"))
    line = as_typed.fails(1, "in.pgm", "out.pgm", "--preset", "mine.preset")
    assert line == "errdiff: preset: mine.preset: the text is in UTF-16; save it as UTF-8\n"


def test_wrong_calls(as_typed, small):
    as_typed.write("in.pgm", small)
    assert "gone.preset" in as_typed.fails(1, "in.pgm", "out.pgm", "--preset", "gone.preset")
    as_typed.fails(2, "in.pgm", "out.pgm", "--preset")
    as_typed.fails(2, "presets", "ega", "c64")
    as_typed.fails(2, "presets", "--nonsense")
    assert b"Usage: errdiff presets" in as_typed.works("presets", "--help")
