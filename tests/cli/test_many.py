# SPDX-License-Identifier: GPL-3.0-or-later
"""Many images in one call: errdiff --to FOLDER IN…"""

import os
import random
import signal
import stat
import time

import png
import pnm
import pytest

HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"
CAN_MAKE_PALETTES = os.environ.get("ERRDIFF_CAN_MAKE_PALETTES") == "1"
needs_png = pytest.mark.skipif(not HAS_PNG, reason="the command was built without libpng")
needs_palettes = pytest.mark.skipif(not HAS_PNG or not CAN_MAKE_PALETTES, reason="built without libimagequant")


@pytest.fixture
def many(errdiff):
    """Images of several formats: their names."""
    noise = random.Random(11)
    names = []
    for i in range(9):
        width, height, channels, bits = noise.randint(1, 90), noise.randint(1, 70), noise.choice([1, 3]), 8 << i % 2
        data = noise.randbytes(width * height * channels * bits // 8)
        if i % 3:
            names.append(errdiff.write(f"{i}.pnm", pnm.encode(width, height, channels, bits, data)))
        else:
            names.append(errdiff.write(f"{i}.x.png", png.encode(width, height, png.GRAY if channels == 1 else png.RGB,
                                                                bits, data)))
    (errdiff.folder / "out").mkdir()
    return names


def _written(errdiff):
    return {path.name: path.read_bytes() for path in (errdiff.folder / "out").iterdir()}


def _expected(errdiff, names, *options):
    made = {}
    for name in names:
        errdiff.works(name, "alone.png", *options)
        made[name.rpartition(".")[0] + ".png"] = errdiff.read("alone.png")
    return made


@needs_png
@pytest.mark.parametrize("options", [[], ["--threads", "1"], ["--threads", "3"], ["--threads", "64"],
                                     ["--palette", "pico-8", "--indexed"], ["--serpentine", "--levels", "5"],
                                     pytest.param(["--colors", "5"], marks=needs_palettes)], ids=str)
def test_each_result_is_that_of_a_single_call(errdiff, many, options):
    expected = _expected(errdiff, many, *options)
    errdiff.works("--to", "out", *options, *many)
    assert _written(errdiff) == expected


@needs_png
def test_fewer_images_than_threads(errdiff, many):
    expected = _expected(errdiff, many[:1])
    errdiff.works(many[0], "--to", "out", "--threads", "5")
    assert _written(errdiff) == expected


@needs_png
def test_existing_files_are_replaced_and_keep_their_mode(errdiff, many):
    (errdiff.folder / "out" / "1.png").write_bytes(b"old")
    (errdiff.folder / "out" / "1.png").chmod(0o640)
    expected = _expected(errdiff, many)
    errdiff.works("--to", "out", *many, umask=0o027)
    assert _written(errdiff) == expected
    assert {stat.S_IMODE(path.stat().st_mode) for path in (errdiff.folder / "out").iterdir()} == {0o640}


@needs_png
def test_failures_are_named_at_the_end(errdiff, many):
    expected = _expected(errdiff, many)
    errdiff.write("bad.pnm", b"P5 3 3 255\n12")
    errdiff.write("empty.png", b"")
    done = errdiff.run("--to", "out", "bad.pnm", *many, "gone.pnm", "empty.png")
    lines = done.stderr.decode().splitlines()
    assert done.returncode == 1
    assert [line.split(": ")[1] for line in lines] == ["bad.pnm", "gone.pnm", "empty.png"]
    assert all(line.startswith("errdiff: ") for line in lines)
    assert _written(errdiff) == expected


@needs_png
def test_a_folder_that_cannot_be_written(errdiff, many):
    (errdiff.folder / "out" / "1.png").mkdir()
    done = errdiff.run("--to", "out", *many)
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1 and b"out/1.png" in done.stderr
    assert len(list((errdiff.folder / "out").iterdir())) == len(many)


@needs_png
def test_wrong_calls(errdiff, small):
    errdiff.write("a.pgm", small)
    (errdiff.folder / "out").mkdir()
    (errdiff.folder / "b").mkdir()
    errdiff.write("b/a.ppm", small)
    line = errdiff.fails(2, "--to", "out", "a.pgm", "b/a.ppm")
    assert "a.pgm" in line and "b/a.ppm" in line and "out/a.png" in line
    errdiff.fails(2, "--to", "out", "a.pgm", "a.pgm")
    errdiff.fails(2, "--to", "out")
    errdiff.fails(2, "--to", "out", "-")
    errdiff.fails(2, "--to", "out", "a.pgm", "")
    errdiff.fails(2, "--to", "out", "a.pgm", "--json")
    errdiff.fails(2, "--to", "out", "a.pgm", "--shared-palette")
    errdiff.fails(2, "a.pgm", "out.png", "--colors", "4", "--shared-palette")
    assert "to: the name of the folder is empty" in errdiff.fails(2, "--to", "", "a.pgm")
    assert "a.pgm" in errdiff.fails(1, "--to", "a.pgm", "a.pgm")
    assert _written(errdiff) == {}


@needs_png
def test_the_folder_is_made(errdiff, many):
    """And those that contain it, unless the call is wrong."""
    expected = _expected(errdiff, many)
    for folder in ("new", "new/deep/er", "./other//folder/", errdiff.folder / "whole"):
        errdiff.fails(2, "--to", folder, many[0], many[0])
        assert not (errdiff.folder / folder).exists()
        errdiff.works("--to", folder, *many)
        assert {path.name: path.read_bytes() for path in (errdiff.folder / folder).iterdir()
                if path.is_file()} == expected
    errdiff.write("file", b"")
    assert "file/below: the folder cannot be made" in errdiff.fails(1, "--to", "file/below", many[0])


@needs_png
def test_a_folder_stands_for_its_images(errdiff, many):
    expected = _expected(errdiff, many)
    (errdiff.folder / "in/deeper").mkdir(parents=True)
    for name in many[1:]:
        (errdiff.folder / name).rename(errdiff.folder / "in" / name)
    (errdiff.folder / "in/README.txt").write_text("no image")
    (errdiff.folder / "in/.hidden.pgm").write_bytes(b"P5 1 1 255\n1")
    (errdiff.folder / "in/empty").write_bytes(b"")
    (errdiff.folder / "in/deeper/more.pgm").write_bytes(b"P5 1 1 255\n1")
    for folder in ("in", "in/"):
        errdiff.works("--to", "out", many[0], folder)
        assert _written(errdiff) == expected
    (errdiff.folder / "in/dangling.png").symlink_to("nowhere")
    assert "in/dangling.png" in errdiff.fails(1, "--to", "out", many[0], "in")
    (errdiff.folder / "in/dangling.png").unlink()
    for name, content, said in (("a.png", b"", "the file is empty"), ("b.JPG", b"text", "it is not an image"),
                                ("c.jfif", b"", "the file is empty"), ("d.pbm", b"", "the file is empty")):
        errdiff.write(f"in/{name}", content)
        assert f"in/{name}: {said}" in errdiff.fails(1, "--to", "out", "in")
        (errdiff.folder / "in" / name).unlink()
    (errdiff.folder / "none").mkdir()
    assert "no images" in errdiff.fails(1, "--to", "out", "none")
    assert "use --to" in errdiff.fails(1, "in", "new.png")
    assert "use --to in" in errdiff.fails(1, many[0], "in")


@needs_png
def test_a_folder_in_the_order_of_names(errdiff):
    """The order counts with --stable."""
    (errdiff.folder / "in").mkdir()
    names = [f"in/{i}.pgm" for i in range(5)]
    for i, name in enumerate(names):
        errdiff.write(name, pnm.encode(30, 20, 1, 8, random.Random(i // 2).randbytes(600)))
    errdiff.works("--to", "expected", *names, "--stable", "50")
    errdiff.works("--to", "out", "in", "--stable", "50")
    assert _written(errdiff) == {path.name: path.read_bytes() for path in (errdiff.folder / "expected").iterdir()}


@pytest.mark.skipif(HAS_PNG, reason="the command was built with libpng")
def test_without_libpng(errdiff, small):
    errdiff.write("a.pgm", small)
    (errdiff.folder / "out").mkdir()
    assert "PNG" in errdiff.fails(2, "--to", "out", "a.pgm")


# ---- A shared palette ----------------------------------------------------------------------------

def _palettes(errdiff):
    return {png.decode(file)[5][b"PLTE"] for file in _written(errdiff).values()}


@needs_palettes
def test_a_shared_palette(errdiff, many):
    """It is that of one image which contains the pixels of all."""
    errdiff.write("red.ppm", pnm.encode(2, 2, 3, 8, bytes([255, 0, 0]) * 4))
    errdiff.write("gray.pgm", pnm.encode(1, 2, 1, 16, b"\x80\x80\0\0"))
    errdiff.write("both.ppm", pnm.encode(6, 1, 3, 8, bytes([255, 0, 0]) * 4 + bytes([128] * 3 + [0] * 3)))
    errdiff.works("both.ppm", "both.png", "--colors", "7", "--indexed")
    errdiff.works("--to", "out", "red.ppm", "gray.pgm", "--colors", "7", "--shared-palette", "--indexed")
    assert _palettes(errdiff) == {png.decode(errdiff.read("both.png"))[5][b"PLTE"]}
    colors = png.decode(errdiff.read("both.png"))[5][b"PLTE"]
    assert {colors[i:i + 3] for i in range(0, 9, 3)} == {b"\xff\0\0", b"\x80\x80\x80", b"\0\0\0"}


@needs_palettes
def test_a_shared_palette_of_noise(errdiff, many):
    errdiff.works("--to", "out", *many, "--colors", "9", "--lock", "010203", "--shared-palette", "--indexed")
    palettes = _palettes(errdiff)
    assert len(_written(errdiff)) == len(many) and len(palettes) == 1
    palette = palettes.pop()
    assert len(palette) == 27 and palette[:3] == b"\1\2\3"


@needs_palettes
def test_a_shared_palette_of_grays_is_gray(errdiff, small):
    (errdiff.folder / "out").mkdir()
    errdiff.write("a.pgm", small)
    errdiff.write("b.pgm", pnm.encode(50, 50, 1, 16, random.Random(12).randbytes(5000)))
    errdiff.works("--to", "out", "a.pgm", "b.pgm", "--colors", "6", "--shared-palette")
    assert {png.decode(file)[2] for file in _written(errdiff).values()} == {png.GRAY}


@needs_palettes
def test_a_shared_palette_without_the_images_that_fail(errdiff, many):
    (errdiff.folder / "bad.pnm").write_bytes(b"P5 3 3 255\n12")
    done = errdiff.run("--to", "out", "bad.pnm", *many, "--colors", "9", "--shared-palette", "--indexed")
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1 and b"bad.pnm" in done.stderr
    assert len(_palettes(errdiff)) == 1 and len(_written(errdiff)) == len(many)
    done = errdiff.run("--to", "out", "bad.pnm", "--colors", "9", "--shared-palette")
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1


TONES = [["--invert", "--gamma", "1.7"], ["--stretch", "--stretch-share", "3"],
         ["--stretch", "--saturation", "70", "--brightness", "-20"]]


@needs_palettes
@pytest.mark.parametrize("tone", TONES, ids=" ".join)
@pytest.mark.parametrize("size", [[], ["--dot", "5"]], ids=["pixels", "dots"])
def test_a_shared_palette_is_made_after_changes_of_tone(errdiff, tone, size):
    """It is that of the images whose size and tone were changed before, each by itself."""
    (errdiff.folder / "out").mkdir()
    changed = []
    for i, (least, most) in enumerate([(10, 90), (60, 200), (0, 255)]):
        image = bytes(random.Random(i).choices(range(least, most + 1), k=3 * 40 * 30))
        errdiff.write(f"{i}.ppm", pnm.encode(40, 30, 3, 8, image))
        changed.append(f"changed-{i}.ppm")
        errdiff.works(f"{i}.ppm", changed[-1], "--levels", "256", "--strength", "0", "--no-linear", *tone, *size)
    # All colors of the dots fit into one palette, and are then exactly the palette.
    how = ["--colors", "256" if size else "9", "--shared-palette", "--indexed"]
    errdiff.works("--to", "out", *changed, *how)
    expected = _palettes(errdiff)
    errdiff.works("--to", "out", "0.ppm", "1.ppm", "2.ppm", *how, *tone, *size)
    assert _palettes(errdiff) == expected
    errdiff.works("--to", "out", "0.ppm", "1.ppm", "2.ppm", *how, *size)
    assert _palettes(errdiff) != expected


# ---- Interruption --------------------------------------------------------------------------------

@needs_png
@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_half_files(errdiff, kind):
    noise = random.Random(13).randbytes(600 * 500)
    (errdiff.folder / "out").mkdir()
    names = [errdiff.write(f"{i}.pgm", pnm.encode(600, 500, 1, 8, noise)) for i in range(300)]
    process = errdiff.start("--to", "out", *names, "--kernel", "jarvis-judice-ninke", "--engine", "serial-ec")
    while process.poll() is None and not any((errdiff.folder / "out").iterdir()):
        time.sleep(0.001)
    process.send_signal(kind)
    _, said = process.communicate(timeout=60)
    assert process.returncode == -kind and said == b""
    written = _written(errdiff)
    assert 0 < len(written) < len(names)
    for name, file in written.items():
        assert name.endswith(".png") and png.decode(file)[:2] == (600, 500)


@needs_png
def test_that_levels_make_colors_is_said_once(errdiff, many):
    done = errdiff.run("--to", "out", "--levels", 2, *many)
    assert done.returncode == 0 and done.stderr.count(b": note: ") == 1 and b"--gray" in done.stderr
    for options in (["--levels", 2, "--gray"], ["--levels", 4], ["--palette", "ega"]):
        assert errdiff.run("--to", "out", *options, *many).stderr == b""


def test_that_levels_make_colors_is_not_said_of_gray_or_with_a_report(errdiff, photographs):
    errdiff.write("gray.pgm", photographs["camera", 8])
    errdiff.write("colors.ppm", photographs["coffee", 8])
    assert errdiff.run("gray.pgm", "out.pgm", "--levels", 2).stderr == b""
    assert errdiff.run("colors.ppm", "out.ppm", "--levels", 2, "--json").stderr == b""
    assert b"--gray" in errdiff.run("colors.ppm", "out.ppm", "--levels", 2).stderr
