# SPDX-License-Identifier: GPL-3.0-or-later
"""Presets that GIMP's dialog has saved are found by their names, and give what they give in the command."""

import os
import re
import subprocess
from pathlib import Path

import errdiff
import numpy
import pytest

HEAD = "[errdiff preset]\n"
IMAGE = numpy.random.default_rng(1).integers(0, 256, (40, 50, 3), numpy.uint8)


@pytest.fixture(name="own")
def own_presets(tmp_path, monkeypatch):
    """Writes a preset of the user, for a version of GIMP."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.delenv("GIMP2_DIRECTORY", raising=False)
    monkeypatch.delenv("GIMP3_DIRECTORY", raising=False)

    def write(file, text, version="2.10"):
        folder = tmp_path / "settings/GIMP" / version / "error-diffusion-presets"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
        return folder / file
    return write


def by_command(folder, *arguments):
    """What the command makes of the image."""
    (folder / "in.ppm").write_bytes(b"P6 50 40 255\n" + IMAGE.tobytes())
    subprocess.run([os.environ["ERRDIFF"], *arguments, "in.ppm", "out.ppm"], check=True, cwd=folder)
    return numpy.frombuffer((folder / "out.ppm").read_bytes()[-IMAGE.size:], numpy.uint8).reshape(IMAGE.shape)


@pytest.mark.parametrize("text", [
    "# mine\nlevels = 2\npalette=#000000,#ff0000\r\ngamma=1.5\nseed=-5\nnoise=20\n",
    "kernel=16: 1,0,7;\\s0,1,9\nlevels=3\nstretch=true\npalette=\nsent=true\nstable=0\n",
    "levels=3\nstretch=false\ndot=3\nstart=plain\n[other]\nlevels=5\n",
    " \tlevels=3\n  kernel=stucki\r\n\n[other]\nnonsense\n[errdiff preset]\nnoise=20\n",
    "palette=e-paper-7\nsent=true\nstrength=60\ndot-gain=10 17.5; 20 33\nscreen=round\nscreen-size=6\nlevels=4\n",
])
def test_as_the_command(own, tmp_path, text):
    path = own("My%20paper%2C 2.preset", HEAD + text)
    expected = by_command(tmp_path, "--preset", "My paper, 2")
    for preset in ("My paper, 2", path, str(path)):
        assert numpy.array_equal(errdiff.dither(IMAGE, preset=preset), expected)


def test_names(own, monkeypatch, tmp_path):
    own("mine.preset", f"{HEAD}levels=3\n")
    own("mine.preset", f"{HEAD}levels=5\n", "2.8")
    own("b%2Fw.preset", f"{HEAD}levels=8\n")
    own("v.1.preset.preset", f"{HEAD}levels=9\n")
    own("Mein Grün.preset", f"{HEAD}levels=6\n", "3.0")
    own("ega.preset", f"{HEAD}levels=4\n")  # the name is taken
    own(".hidden.preset", "nonsense")
    own("notes.txt", "no preset")
    for name, given in (("mine", {"levels": 3}), ("Mein Grün", {"levels": 6}),
                        ("b/w", {"levels": 8}), ("v.1.preset", {"levels": 9}), ("ega", {"palette": "ega"})):
        assert numpy.array_equal(errdiff.dither(IMAGE, preset=name), errdiff.dither(IMAGE, **given)), name
    assert numpy.array_equal(errdiff.dither(IMAGE, preset="mine", kernel="stucki", levels=4),
                             errdiff.dither(IMAGE, kernel="stucki", levels=4))
    with pytest.raises(ValueError, match="preset: “yours” is not possible; available: newspaper, .*, Mein Grün, b/w, "
                                         "mine, .*; or a file whose name ends in .preset"):
        errdiff.dither(IMAGE, preset="yours")
    folder = tmp_path / "elsewhere/error-diffusion-presets"
    folder.mkdir(parents=True)
    (folder / "mine.preset").write_text(f"{HEAD}levels=7\n")
    monkeypatch.setenv("GIMP3_DIRECTORY", str(tmp_path / "elsewhere"))
    assert numpy.array_equal(errdiff.dither(IMAGE, preset="mine"), errdiff.dither(IMAGE, levels=7))


def test_frames_are_as_stable_as_the_preset_says(own):
    own("film.preset", f"{HEAD}levels=2\nstable=50\n")
    frames = [IMAGE, IMAGE.copy()]
    frames[1][:4] ^= 128  # which would change what is below

    def results(**given):
        return numpy.array(list(errdiff.dither_many(frames, preset="film", **given)))
    assert numpy.array_equal(results(), results(stable=50))
    assert numpy.array_equal(results(stable=0), [errdiff.dither(frame, levels=2) for frame in frames])
    assert not numpy.array_equal(results(), results(stable=0))


def test_a_preset_of_the_dialog_with_alpha_and_numbers_of_colors(own):
    own("whole.preset", f"{HEAD}palette=ega\nalpha=keep\ndot=1\nstable=0\n")
    own("hard.preset", f"{HEAD}palette=ega\nalpha=threshold\n")
    image = numpy.dstack([IMAGE, IMAGE[..., 0]])
    for preset, given in (("whole", {}), ("hard", {"alpha": "threshold"})):
        assert numpy.array_equal(errdiff.dither(image, preset=preset, indexed=True),
                                 errdiff.dither(image, "ega", indexed=True, **given))


def test_a_preset_with_the_file_of_a_palette(own, tmp_path):
    (tmp_path / "my inks.hex").write_text("000000\nff8000\nffffff\n")
    own("inks.preset", f"{HEAD}palette={tmp_path}/my\\sinks.hex\n")
    assert numpy.array_equal(errdiff.dither(IMAGE, preset="inks"),
                             errdiff.dither(IMAGE, ["#000000", "#ff8000", "#ffffff"]))


def test_a_preset_is_read_once(own):
    path = own("film.preset", f"{HEAD}levels=2\n")

    def frames():
        yield IMAGE
        path.write_text(f"{HEAD}levels=4\n")
        yield IMAGE
    first, second = errdiff.dither_many(frames(), preset="film", stable=50)
    assert numpy.array_equal(first, second)


def test_a_folder_that_cannot_be_read(own, monkeypatch):
    own("mine.preset", f"{HEAD}levels=3\n").parent.rename(own("x.preset", HEAD).parents[1] / "file")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/dev/null")
    assert numpy.array_equal(errdiff.dither(IMAGE, preset="ega"), errdiff.dither(IMAGE, "ega"))
    with pytest.raises(ValueError, match="available: newspaper"):
        errdiff.dither(IMAGE, preset="mine")


def test_files_with_a_byte_order_mark(own):
    path = own("mine.preset", "")
    path.write_text(f"{HEAD}levels=3\n", encoding="utf-8-sig")
    assert numpy.array_equal(errdiff.dither(IMAGE, preset="mine"), errdiff.dither(IMAGE, levels=3))
    path.write_text(f"{HEAD}levels=3\n", encoding="utf-16")
    with pytest.raises(ValueError, match="preset: .*mine.preset: the text is in UTF-16; save it as UTF-8"):
        errdiff.dither(IMAGE, preset="mine")


@pytest.mark.parametrize("text, said", [
    ("", "the line “[errdiff preset]” is missing"), ("levels=3\n", "the line “[errdiff preset]” is missing"),
    (f"{HEAD}gama=3\n", "“gama” is not a setting"), (f"{HEAD}gamma\n", "“gamma” is not a setting"),
    (f"{HEAD}engine=block\n", "“engine” is not a setting"), (f"{HEAD}dot_gain=5\n", "“dot_gain” is not a setting"),
    (f"{HEAD}kernel=\\c\n", "“kernel=\\c” is not a setting"),
    (f"{HEAD}linear=yes\n", "linear: “yes” is neither true nor false"),
    (f"{HEAD}gamma=much\n", "gamma: “much” is not a number"), (f"{HEAD}gamma=1_5\n", "gamma: “1_5” is not a number"),
    (f"{HEAD}noise=1.5\n", "noise: “1.5” is not a whole number"), (f"{HEAD}noise=300\n", "noise: 300 is out of range"),
    (f"{HEAD}seed=99999999999\n", "seed: 99999999999 is out of range"),
    (f"{HEAD}stable=101\n", "stable: 101 is out of"),
    (f"{HEAD}stable=x\n", "stable: “x” is not a whole number"), (f"{HEAD}levels=1\n", "levels"),
    (f"{HEAD}match=hue\n", "match: “hue” is not possible"), (HEAD + "#" * (1 << 20), "larger than a preset can be"),
])
def test_what_is_no_preset(own, text, said):
    path = own("bad.preset", text)
    for preset in ("bad", path):
        with pytest.raises(ValueError, match=f"preset: .*bad.*: .*{re.escape(said)}"):
            errdiff.dither(IMAGE, preset=preset)
    with pytest.raises(ValueError, match="preset: gone.preset: No such file"):
        errdiff.dither(IMAGE, preset=Path("gone.preset"))
