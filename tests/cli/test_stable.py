# SPDX-License-Identifier: GPL-3.0-or-later
"""--stable: frames in which still areas do not flicker."""

import os
import struct
import zlib

import png
import pnm
import pytest

HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"
HAS_GIF = os.environ.get("ERRDIFF_HAS_GIF") == "1"
WIDTH, HEIGHT, FRAMES, RADIUS = 160, 100, 12, 14

PICO_8 = ["--palette", "pico-8", "--gamut", "none", "--linear"]
BLACK_AND_WHITE = ["--palette", "black-and-white", "--linear"]
SCREENS = [["bayer-2"], ["bayer-8", "--screen-amount", 60], ["blue-noise"], ["round", "--screen-size", 6]]


def _places():
    """Where the disc is in each frame."""
    return [(20 + 11 * i, 30 + i) for i in range(FRAMES)]


def _distance(x, y, place):
    return (x - place[0]) ** 2 + (y - place[1]) ** 2


@pytest.fixture(scope="module")
def clip(photographs):
    """A disc that moves over a still photograph."""
    width, _, channels, _, data = pnm.decode(photographs["chelsea", 8])
    still = b"".join(data[(y * width + 100) * channels:(y * width + 100 + WIDTH) * channels]
                     for y in range(60, 60 + HEIGHT))
    frames = []
    for place in _places():
        frame = bytearray(still)
        for y in range(HEIGHT):
            for x in range(WIDTH):
                if _distance(x, y, place) < RADIUS ** 2:
                    frame[3 * (y * WIDTH + x):3 * (y * WIDTH + x) + 3] = bytes([230, 60, 40])
        frames.append(pnm.encode(WIDTH, HEIGHT, 3, 8, bytes(frame)))
    return frames


def _split(series):
    size = len(series) // FRAMES
    return [series[i * size:(i + 1) * size] for i in range(FRAMES)]


def _dither(errdiff, clip, *options):
    return _split(errdiff.works("-", "-", *options, stdin=b"".join(clip)))


def _changed(frames):
    """The share of the pixels that change far away from the disc."""
    changed = still = 0
    places = _places()
    pixels = [pnm.decode(frame) for frame in frames]
    for i in range(1, FRAMES):
        channels, before, now = pixels[i][2], pixels[i - 1][4], pixels[i][4]
        for y in range(HEIGHT):
            for x in range(WIDTH):
                if min(_distance(x, y, places[i - 1]), _distance(x, y, places[i])) > (RADIUS + 4) ** 2:
                    at = channels * (y * WIDTH + x)
                    changed += before[at:at + channels] != now[at:at + channels]
                    still += 1
    return changed / still


@pytest.mark.parametrize("options, without, least, most", [
    (PICO_8, 0.1, 0.004, 0.006), (BLACK_AND_WHITE, 0.02, 0.0005, 0.001)], ids=["pico-8", "black-and-white"])
def test_what_does_not_move_does_not_flicker(errdiff, clip, options, without, least, most):
    alone = _dither(errdiff, clip, *options)
    assert _changed(alone) > without
    stable = _dither(errdiff, clip, *options, "--stable", 50)
    assert stable[0] == alone[0]
    assert _changed(stable) < least
    assert _changed(_dither(errdiff, clip, *options, "--stable", 30)) < most
    assert _dither(errdiff, clip, *options, "--stable", 0) == alone


@pytest.mark.parametrize("screen", SCREENS, ids=[screen[0] for screen in SCREENS])
def test_dots_of_screens_do_not_flicker(errdiff, clip, screen):
    options = ["--levels", 4, "--screen", *screen]
    alone = _dither(errdiff, clip, *options)
    assert _changed(alone) > 0.05
    for stable in (30, 100):
        frames = _dither(errdiff, clip, *options, "--stable", stable)
        assert frames[0] == alone[0]
        assert _changed(frames) < 0.001


@pytest.mark.parametrize("screen", SCREENS, ids=[screen[0] for screen in SCREENS])
@pytest.mark.parametrize("strength", [0, 100])
def test_a_still_scene_stays(errdiff, clip, strength, screen):
    for colors in ("--levels=4", "--levels=2,3,7", "--palette=pico-8"):
        frames = _dither(errdiff, [clip[0]] * FRAMES, colors, "--screen", *screen, "--strength", strength,
                         "--stable", 100)
        assert frames == [frames[0]] * FRAMES


def test_the_search_keeps_what_does_not_move(errdiff, clip):
    refined = [*PICO_8, "--refine", 2]
    alone = _dither(errdiff, clip, *refined)
    assert _changed(alone) > 0.05
    stable = _dither(errdiff, clip, *refined, "--stable", 50)
    assert stable[0] == alone[0]
    assert _changed(stable) < 0.006
    assert stable != _dither(errdiff, clip, *PICO_8, "--stable", 50)
    assert stable == _dither(errdiff, clip, *refined, "--stable", 50, "--threads", 1, "--engine", "serial-ec")


def test_every_engine_and_number_of_threads(errdiff, clip):
    expected = _dither(errdiff, clip, *PICO_8, "--stable", 50, "--engine", "serial-ec")
    for how in (["--engine", "serial-ed"], ["--engine", "wavefront", "--threads", 3], ["--engine", "block"],
                ["--threads", 1]):
        assert _dither(errdiff, clip, *PICO_8, "--stable", 50, *how) == expected


@pytest.mark.skipif(not HAS_PNG, reason="errdiff was built without libpng")
def test_many_files_in_the_order_given(errdiff, clip):
    expected = _dither(errdiff, clip, *PICO_8, "--stable", 50)
    (errdiff.folder / "out").mkdir()
    names = [errdiff.write(f"{FRAMES - i:02}.ppm", frame) for i, frame in enumerate(clip)]
    errdiff.works("--to", "out", *names, *PICO_8, "--stable", 50, "--threads", 3)
    for name, frame in zip(names, expected):
        errdiff.works(f"out/{name[:2]}.png", "one.ppm", "--levels", 256)
        assert errdiff.read("one.ppm") == frame


@pytest.mark.skipif(not (HAS_PNG and HAS_GIF), reason="errdiff was built without libpng or giflib")
def test_animations(errdiff, clip):
    """A stable animation has the frames of the same series of images, and needs less room."""
    sizes = []
    for stable in (0, 50):
        expected = _dither(errdiff, clip, *PICO_8, "--stable", stable)
        errdiff.write("in.png", _animated(clip))
        errdiff.works("in.png", "out.gif", *PICO_8, "--stable", stable)
        sizes.append(len(errdiff.read("out.gif")))
        errdiff.works("out.gif", "out.ppm", "--levels", 256)
        assert _split(errdiff.read("out.ppm")) == expected
    assert sizes[1] < 0.6 * sizes[0]


def _animated(clip):
    """An animated PNG of these frames."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)),
              (b"acTL", struct.pack(">II", len(clip), 0))]
    number = 0
    for i, frame in enumerate(clip):
        data = pnm.decode(frame)[4]
        rows = b"".join(b"\0" + data[3 * y * WIDTH:3 * (y + 1) * WIDTH] for y in range(HEIGHT))
        chunks.append((b"fcTL", struct.pack(">IIIIIHHBB", number, WIDTH, HEIGHT, 0, 0, 4, 100, 0, 0)))
        number += 1
        if i == 0:
            chunks.append((b"IDAT", zlib.compress(rows)))
        else:
            chunks.append((b"fdAT", struct.pack(">I", number) + zlib.compress(rows)))
            number += 1
    return png.file_of([*chunks, (b"IEND", b"")])


def test_what_is_not_possible(errdiff, clip):
    errdiff.write("in.ppm", clip[0])
    for value in ("-1", "101", "x"):
        assert "stable" in errdiff.fails(2, "in.ppm", "out.ppm", "--stable", value)


def test_an_image_by_itself_stays_as_it_is(errdiff, clip):
    errdiff.write("in.ppm", clip[0])
    errdiff.works("in.ppm", "alone.ppm", *PICO_8)
    errdiff.works("in.ppm", "stable.ppm", *PICO_8, "--stable", 100)
    assert errdiff.read("stable.ppm") == errdiff.read("alone.ppm")
