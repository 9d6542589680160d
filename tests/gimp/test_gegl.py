# SPDX-License-Identifier: GPL-3.0-or-later
"""The GEGL operation, run by the gegl command, gives the same bytes as the errdiff command."""

import os
import random
import re
import shutil
import struct
import subprocess
from pathlib import Path

import option_table
import png
import pytest

TIMEOUT = 60
GRAY, RGB, GRAY_ALPHA, RGB_ALPHA = png.GRAY, png.RGB, png.GRAY_ALPHA, png.RGB_ALPHA


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The environment of a user who has installed the operation as the README says."""
    folder = tmp_path_factory.mktemp("gegl")
    operations = folder / "data/gegl-0.4/plug-ins"
    operations.mkdir(parents=True)
    shutil.copy2(os.environ["GEGL_MODULE"], operations)
    return folder


@pytest.fixture
def gegl(home, tmp_path):
    def run(*words, program="gegl", status=0):
        env = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8",
               "XDG_DATA_HOME": str(home / "data"), "XDG_CACHE_HOME": str(home / "cache")}
        done = subprocess.run([program, *map(str, words)], env=env, cwd=tmp_path, timeout=TIMEOUT,
                              check=False, text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.returncode == status, done.stderr
        return done

    return run


def image(width, height, kind, bits, seed=3):
    dice = random.Random(seed)
    top = (1 << bits) - 1
    channels = png.CHANNELS[kind]
    values = [dice.choice((0, top, top // 2 + 1)) if channel == channels - 1 and
              kind in (GRAY_ALPHA, RGB_ALPHA)
              else min(top, max(0, round((x + y) * top / (width + height) + dice.gauss(0, top / 9))))
              for y in range(height) for x in range(width) for channel in range(channels)]
    code = "B" if bits == 8 else "H"
    return png.encode(width, height, kind, bits, struct.pack(f">{len(values)}{code}", *values))


def pixels(path):
    """Width, height and the pixels as 16-bit RGBA."""
    width, height, kind, bits, rows, _ = png.decode(Path(path).read_bytes())
    code = "B" if bits == 8 else "H"
    values = [value * (257 if bits == 8 else 1)
              for value in struct.unpack(f">{len(rows) * 8 // bits}{code}", rows)]
    step = png.CHANNELS[kind]
    listed = []
    for i in range(0, len(values), step):
        color = values[i:i + step]
        alpha = color.pop() if kind in (GRAY_ALPHA, RGB_ALPHA) else 65535
        listed.append((*(color * 3 if len(color) == 1 else color), alpha))
    return width, height, listed


JOBS = [
    (GRAY, 8, ["levels=2"], ["--levels", "2"]),
    (GRAY, 16, ["kernel=atkinson", "levels=5"], ["--kernel", "atkinson", "--levels", "5"]),
    (GRAY, 8, ["palette=game-boy"], ["--palette", "game-boy"]),
    (GRAY, 8, ["palette=adaptive:4:ff0000"], ["--colors", "4", "--lock", "ff0000"]),
    (RGB, 8, ["levels=4,8,4", "strength=80"], ["--levels", "4,8,4", "--strength", "80"]),
    (RGB, 8, ["linear=true", "levels=3"], ["--linear", "--levels", "3"]),
    (RGB, 8, ["palette=pico-8", "match=oklab"], ["--palette", "pico-8", "--match", "oklab"]),
    (RGB, 8, ["palette=adaptive:8"], ["--colors", "8"]),
    (RGB, 8, ["palettes=game-boy", "palette=ega"], ["--palette", "game-boy"]),
    (RGB, 8, ["preset=e-paper-7", "kernel=stucki", "palettes=ega", "noise=20"], ["--preset", "e-paper-7"]),
    (GRAY, 8, ["preset=newspaper-85"], ["--preset", "newspaper-85"]),
    (RGB, 16, ["palette=bwry", "sent=true"], ["--palette", "bwry", "--sent"]),
    (GRAY, 8, ["palette=spectra-6", "sent=true"], ["--palette", "spectra-6", "--sent"]),
    (RGB, 8, ["noise=30", "seed=4000000000", "detail=80", "serpentine=1"],
     ["--noise", "30", "--seed", "4000000000", "--detail", "80", "--serpentine"]),
    (RGB, 8, ["palette=pico-8", "refine=2", "viewing=30"],
     ["--palette", "pico-8", "--refine", "2", "--viewing", "30"]),
    (RGB, 16, ["engine=serial-ed", "threads=1"], ["--engine", "serial-ed"]),
    (RGB, 8, ["kernel=custom", "weights=2: 1,0,1; 0,1,1"], ["--kernel", "2: 1,0,1; 0,1,1"]),
    (GRAY, 16, ["dot=5", "linear=true"], ["--dot", "5", "--linear"]),
    (RGB, 8, ["dot=4", "palette=adaptive:8"], ["--dot", "4", "--colors", "8"]),
    (RGB_ALPHA, 8, ["dot=3"], ["--dot", "3"]),
    (GRAY_ALPHA, 16, ["dot=2", "alpha=dither"], ["--dot", "2", "--alpha", "dither"]),
    (GRAY_ALPHA, 8, ["levels=3"], ["--levels", "3"]),
    (RGB_ALPHA, 8, ["alpha=threshold"], ["--alpha", "threshold"]),
    (RGB_ALPHA, 16, ["alpha=dither", "palette=ega"], ["--alpha", "dither", "--palette", "ega"]),
]


@pytest.mark.parametrize("kind, bits, properties, options", JOBS)
def test_bytes_are_the_commands(gegl, tmp_path, kind, bits, properties, options):
    """Except that with dots the command gives those that are fully transparent some color."""
    # Larger than a GEGL tile, with odd width and height.
    (tmp_path / "in.png").write_bytes(image(269, 131, kind, bits))
    gegl("in.png", "-o", "out.png", "--", "errdiff:dither", *properties)
    subprocess.run([os.environ["ERRDIFF"], "in.png", "expected.png", "--true-color", *options], cwd=tmp_path,
                   check=True, timeout=TIMEOUT)
    made, expected = pixels(tmp_path / "out.png"), pixels(tmp_path / "expected.png")
    if "--dot" in options:
        made, expected = ((*size, [pixel for pixel in listed if pixel[3] != 0])
                          for *size, listed in (made, expected))
    assert made == expected


def test_the_operation_has_every_option_of_the_table(gegl):
    # It prints an address as if it were a text, which is rarely UTF-8.
    described = gegl("--info", "errdiff:dither").stdout
    assert set(re.findall(r"^(\S+) +\[", described, re.MULTILINE)) == {
        "weights", "error", "preset", "palettes", *option_table.NAMES}


@pytest.mark.parametrize("width, height", [(1, 1), (1, 9), (9, 1), (129, 2)])
def test_small_images(gegl, tmp_path, width, height):
    (tmp_path / "in.png").write_bytes(image(width, height, RGB, 8))
    gegl("in.png", "-o", "out.png", "--", "errdiff:dither")
    subprocess.run([os.environ["ERRDIFF"], "in.png", "expected.png", "--true-color"], cwd=tmp_path,
                   check=True, timeout=TIMEOUT)
    assert pixels(tmp_path / "out.png") == pixels(tmp_path / "expected.png")


def test_a_part_is_a_part_of_the_whole(gegl, tmp_path):
    (tmp_path / "in.png").write_bytes(image(300, 200, RGB, 8))
    gegl("in.png", "-o", "out.png", "--", "errdiff:dither", "crop", "x=150", "y=90", "width=100",
         "height=70")
    gegl("in.png", "-o", "whole.png", "--", "errdiff:dither")
    width, height, part = pixels(tmp_path / "out.png")
    _, _, whole = pixels(tmp_path / "whole.png")
    assert (width, height) == (100, 70)
    assert part == [whole[(90 + y) * 300 + 150 + x] for y in range(70) for x in range(100)]


@pytest.mark.parametrize("bits", [8, 16])
def test_a_screen_from_a_png(gegl, tmp_path, bits):
    """As the same numbers in a PGM, in which case they are the command's."""
    numbers = random.Random(bits).sample(range(1 << bits), 35)
    numbers[:3] = [(1 << bits - 1) + i for i in range(3)]
    rows = struct.pack(f">35{'B' if bits == 8 else 'H'}", *numbers)
    gamma = b"gAMA", struct.pack(">I", 100000)
    (tmp_path / "own.png").write_bytes(png.encode(7, 5, GRAY, bits, rows, chunks=[gamma]))
    (tmp_path / "own.pgm").write_text("P2 7 5 65535\n" + "\n".join(map(str, numbers)))
    (tmp_path / "in.png").write_bytes(image(90, 60, GRAY, 16))
    for end in ("png", "pgm"):
        gegl("in.png", "-o", f"{end}.png", "--", "errdiff:dither", f"screen={tmp_path}/own.{end}", "strength=0")
    subprocess.run([os.environ["ERRDIFF"], "in.png", "expected.png", "--true-color", "--screen", "own.png",
                    "--strength", "0"], cwd=tmp_path, check=True, timeout=TIMEOUT)
    assert pixels(tmp_path / "png.png") == pixels(tmp_path / "pgm.png") == pixels(tmp_path / "expected.png")


def test_a_screen_from_a_broken_png(gegl, tmp_path):
    (tmp_path / "own.png").write_bytes(image(7, 5, GRAY, 8)[:-20])
    (tmp_path / "in.png").write_bytes(image(40, 30, GRAY, 8))
    done = gegl("in.png", "-o", "out.png", "--", "errdiff:dither", f"screen={tmp_path}/own.png", status=1)
    assert_said_once(done, "own.png: screen: the PNG file is damaged or incomplete (")


@pytest.mark.parametrize("properties, reason", [
    (["palette=no-such"], 'palette: "no-such" is not a palette'),
    (["palette=/dev/zero"], "cannot be read: it is a device"),
    (["levels=1"], "levels: 1 is out of range"),
    (["kernel=custom", "weights=nonsense"], 'kernel: "nonsense"'),
])
@pytest.mark.parametrize("kind", [GRAY, RGB_ALPHA])
def test_what_fails_gives_no_image(gegl, tmp_path, properties, reason, kind):
    (tmp_path / "in.png").write_bytes(image(40, 30, kind, 8))
    done = gegl("in.png", "-o", "out.png", "--", "errdiff:dither", *properties, status=1)
    assert_said_once(done, reason)
    assert {pixel[3] for pixel in pixels(tmp_path / "out.png")[2]} == {0}


def assert_said_once(done, reason):
    warnings = [line for line in done.stderr.splitlines() if "errdiff:dither:" in line]
    assert len(warnings) == 1 and reason in warnings[0]


def test_what_fails_on_the_way_gives_no_image(gegl, tmp_path):
    """A job that the engine finds out it cannot do: GEGL has been promised opaque pixels by then."""
    (tmp_path / "in.png").write_bytes(image(40, 30, GRAY, 8))
    done = gegl("in.png", "-o", "out.png", "--", "errdiff:dither", "engine=wavefront", "serpentine=1",
                status=1)
    assert_said_once(done, "engine: wavefront cannot do this job")
    assert {pixel[:3] for pixel in pixels(tmp_path / "out.png")[2]} == {(0, 0, 0)}


def test_the_canvas_is_told_what_is_wrong(gegl):
    """While someone types the name of a palette: what the property `error` says, how often it has changed, and whether
    the result is transparent."""
    typed = ["", "e", "eg", "ega", "egal", "game-boy"]
    done = gegl(*typed, program=os.environ["GEGL_ERROR"])
    said = [line.split("\t") for line in done.stdout.splitlines()]
    wrong = {"e", "eg", "egal"}
    assert [(int(count), is_empty) for count, is_empty, _ in said] == [
        (change, "empty" if text in wrong else "dithered") for change, text in enumerate(typed)]
    for text, (_, _, error) in zip(typed, said):
        assert f'"{text}"' in error if text in wrong else error == ""
    warnings = [line for line in done.stderr.splitlines() if "errdiff:dither:" in line]
    assert ['"e"' in warnings[0], '"egal"' in warnings[1], len(warnings)] == [True, True, 2]


def test_what_fails_gives_no_smaller_image(gegl, tmp_path):
    (tmp_path / "in.png").write_bytes(image(40, 30, RGB, 8))
    done = gegl("in.png", "-s", "0.5", "-o", "out.png", "--", "errdiff:dither", "levels=1", status=1)
    assert_said_once(done, "levels: 1")
    width, height, listed = pixels(tmp_path / "out.png")
    assert (width, height, {pixel[3] for pixel in listed}) == (20, 15, {0})


def test_a_wrong_value_on_a_plane_without_end(gegl, tmp_path):
    done = gegl("-o", "out.png", "--", "color", "value=red", "errdiff:dither", "levels=1",
                "crop", "x=0", "y=0", "width=4", "height=3", status=1)
    assert_said_once(done, "levels: 1")
    assert {pixel[3] for pixel in pixels(tmp_path / "out.png")[2]} == {0}


def test_a_plane_without_end_goes_through(gegl, tmp_path):
    (tmp_path / "in.png").write_bytes(image(9, 9, RGB, 8))
    gegl("in.png", "-o", "out.png", "--", "color", "value=rgb(0.5,0.5,0.5)", "errdiff:dither",
         "crop", "x=0", "y=0", "width=4", "height=3")
    width, height, colors = pixels(tmp_path / "out.png")
    assert (width, height) == (4, 3)
    assert len(set(colors)) == 1 and colors[0][0] not in (0, 65535)


def test_progress(gegl):
    """GIMP starts its progress bar at 0 and ends it at 1."""
    done = gegl(3000, 2000, "", program=os.environ["GEGL_PROGRESS"]).stdout
    told = [float(line) for line in done.split()]
    assert told[0] == 0 and told[-1] == 1
    assert told == sorted(set(told))
    assert len(told) > 2


def test_no_progress_of_what_cannot_begin(gegl):
    done = gegl(30, 20, "no-such", program=os.environ["GEGL_PROGRESS"])
    assert "no-such" in done.stderr
    assert done.stdout == ""


def test_gegl_lists_it_for_gimp(gegl):
    """GIMP's Tools › GEGL Operation shows the operations that GEGL lists."""
    assert "errdiff:dither" in gegl("--list-all").stdout.split()
