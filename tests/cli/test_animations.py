# SPDX-License-Identifier: GPL-3.0-or-later
"""Animations: GIF, PNG and WebP, read and written. With 256 levels, a frame is written as it was read."""

import os
import random
import signal
import struct
import zlib

import gif
import png
import pnm
import pytest

WIDTH, HEIGHT = 11, 7
COLORS = [(0, 0, 0), (255, 255, 255), (250, 20, 30), (3, 200, 90)]
SANITIZED = os.environ.get("ERRDIFF_SANITIZED", "0") == "1"

FORMATS = [name for name in ("gif", "png", "webp") if os.environ.get(f"ERRDIFF_HAS_{name.upper()}", "1") == "1"]
needs_gif = pytest.mark.skipif("gif" not in FORMATS, reason="errdiff was built without giflib")
needs_png = pytest.mark.skipif("png" not in FORMATS, reason="errdiff was built without libpng")
needs_colors = pytest.mark.skipif(os.environ.get("ERRDIFF_CAN_MAKE_PALETTES", "1") != "1",
                                  reason="errdiff was built without libimagequant")


def _frames_of_pam(file):
    """Width, height, depth and samples of each image."""
    frames = []
    while file:
        if file[:2] == b"P7":
            header, rest = file.split(b"ENDHDR\n", 1)
            words = dict(line.split(b" ", 1) for line in header.split(b"\n")[1:] if b" " in line)
            width, height, depth = (int(words[name]) for name in (b"WIDTH", b"HEIGHT", b"DEPTH"))
        else:
            magic, size, _, rest = file.split(b"\n", 3)
            width, height = map(int, size.split())
            depth = 3 if magic == b"P6" else 1
        size = width * height * depth
        frames.append((width, height, depth, rest[:size]))
        file = rest[size:]
    return frames


def _canvases(errdiff, name, *more):
    """The frames of an animation as lists of (red, green, blue, alpha)."""
    errdiff.works(name, "frames.pam", "--levels", 256, *more)
    canvases = []
    for _, _, depth, data in _frames_of_pam(errdiff.read("frames.pam")):
        pixels = [data[i:i + depth] for i in range(0, len(data), depth)]
        canvases.append([tuple(pixel if depth == 4 else pixel + b"\xff" if depth == 3 else pixel[:1] * 3 + pixel[1:] +
                               (b"\xff" if depth == 1 else b"")) for pixel in pixels])
    return canvases


def _seen(canvas):
    """The color of transparent pixels does not count."""
    return [pixel if pixel[3] else (0, 0, 0, 0) for pixel in canvas]


def _numbers(seed, count, colors=4):
    draw = random.Random(seed)
    return [draw.randrange(colors) for _ in range(count)]


def _animation(disposals=(1, 2, 3, 1, 0), **more):
    """A GIF with parts, transparent pixels, interlaced rows and colors of a frame's own."""
    parts = [(0, 0, WIDTH, HEIGHT), (2, 1, 5, 4), (0, 3, WIDTH, 4), (6, 0, 5, 7), (10, 6, 1, 1)]
    frames = [gif.Frame(part, _numbers(i, part[2] * part[3]), delay=3 + i, disposal=disposal,
                        transparent=None if i == 0 else 2, interlaced=i % 2 == 1,
                        colors=[(9, 8, 7), (1, 2, 3), (0, 0, 0), (77, 88, 99)] if i == 3 else None)
              for i, (part, disposal) in enumerate(zip(parts, disposals))]
    return gif.encode(WIDTH, HEIGHT, frames, COLORS, **more)


def _composed(disposals=(1, 2, 3, 1, 0)):
    """The canvases of _animation, made plainly."""
    _, _, _, frames, _ = gif.decode(_animation(disposals))
    canvas, canvases = [(0, 0, 0, 0)] * (WIDTH * HEIGHT), []
    for i, frame in enumerate(frames):
        left, top, across, down = frame.part
        rows = [frame.numbers[y * across:(y + 1) * across] for y in range(down)]
        if i % 2 == 1:
            stored, rows = rows, [None] * down
            for row, y in zip(stored, gif.passes(list(range(down)))):
                rows[y] = row
        before = canvas
        canvas = list(canvas)
        for y, row in enumerate(rows):
            for x, number in enumerate(row):
                if number != frame.transparent:
                    canvas[(top + y) * WIDTH + left + x] = (*(frame.colors or COLORS)[number], 255)
        canvases.append(canvas)
        if frame.disposal == 3:
            canvas = before
        elif frame.disposal == 2:
            canvas = [(0, 0, 0, 0) if left <= i % WIDTH < left + across and top <= i // WIDTH < top + down else pixel
                      for i, pixel in enumerate(canvas)]
    return canvases


@needs_gif
@pytest.mark.parametrize("disposals", [(1, 2, 3, 1, 0), (2, 2, 2, 2, 2), (3, 3, 1, 2, 1), (0, 1, 0, 3, 3)])
def test_frames_of_gif(errdiff, disposals):
    errdiff.write("in.gif", _animation(disposals))
    assert [_seen(canvas) for canvas in _canvases(errdiff, "in.gif")] == _composed(disposals)
    # By its contents, whatever its name is, and from a pipe.
    errdiff.works("-", "piped.pam", "--levels", 256, stdin=errdiff.read("in.gif"))
    assert errdiff.read("piped.pam") == errdiff.read("frames.pam")


@needs_gif
def test_a_gif_of_one_frame_is_an_image(errdiff):
    numbers = _numbers(1, WIDTH * HEIGHT)
    errdiff.write("in.gif", gif.encode(WIDTH, HEIGHT, [gif.Frame((0, 0, WIDTH, HEIGHT), numbers)], COLORS))
    errdiff.works("in.gif", "out.ppm", "--levels", 256)
    data = bytes(value for number in numbers for value in COLORS[number])
    assert pnm.decode(errdiff.read("out.ppm")) == (WIDTH, HEIGHT, 3, 8, data)
    if "png" in FORMATS:
        assert errdiff.works("in.gif", "-", "--levels", 256).startswith(png.SIGNATURE)


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize("disposals", [(1, 2, 3, 1, 0), (1, 1, 1, 1, 1), (2, 2, 2, 2, 2)])
@needs_gif
def test_from_each_format_to_each(errdiff, source, target, disposals):
    errdiff.write("in.gif", _animation(disposals, plays=4))
    errdiff.works("in.gif", f"source.{source}", "--levels", 256)
    errdiff.works(f"source.{source}", f"out.{target}", "--levels", 256)
    assert [_seen(canvas) for canvas in _canvases(errdiff, f"out.{target}")] == _composed(disposals)
    # To standard output an animation has the format of its file.
    piped = errdiff.works(f"source.{source}", "-", "--levels", 256)
    errdiff.works(f"source.{source}", f"again.{source}", "--levels", 256)
    assert piped == errdiff.read(f"again.{source}")
    # Times and plays are kept.
    errdiff.works(f"out.{target}", "times.gif", "--levels", 256)
    _, _, repeats, frames, canvases = gif.decode(errdiff.read("times.gif"))
    assert ([frame.delay for frame in frames], repeats) == ([3, 4, 5, 6, 7], 4)
    assert canvases == _composed(disposals)


@needs_gif
@pytest.mark.parametrize("plays", [None, 0, 1, 65535])
def test_how_often_it_is_shown(errdiff, plays):
    errdiff.write("in.gif", _animation(plays=plays))
    for between in FORMATS:
        errdiff.works("in.gif", f"between.{between}", "--levels", 256)
        if (between, plays) == ("webp", 65535):  # one more than WebP can hold
            continue
        errdiff.works(f"between.{between}", "out.gif", "--levels", 256)
        assert gif.decode(errdiff.read("out.gif"))[2] == plays


def _chunks_of_frames(file):
    """The chunks of an animated PNG as lists, one for each frame, after that of the header."""
    frames = [[]]
    for kind, data in png.chunks_of(file):
        if kind == b"fcTL":
            frames.append([])
        frames[-1].append((kind, data))
    return frames


def _animated_png(color, frames, default=None, plays=0, more=()):
    """An animated PNG of frames ((left, top, width, height), data, dispose, blend), each of a tenth of a second."""
    def packed(part, data):
        row = len(data) // part[3]
        return zlib.compress(b"".join(b"\0" + data[y * row:(y + 1) * row] for y in range(part[3])))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, color, 0, 0, 0)), *more,
              (b"acTL", struct.pack(">II", len(frames), plays))]
    number = 0
    if default is not None:
        chunks.append((b"IDAT", packed((0, 0, WIDTH, HEIGHT), default)))
    for i, (part, data, dispose, blend) in enumerate(frames):
        left, top, width, height = part
        chunks.append((b"fcTL", struct.pack(">IIIIIHHBB", number, width, height, left, top, 1, 10, dispose, blend)))
        number += 1
        pixels = packed(part, data)
        if i == 0 and default is None:
            chunks += [(b"IDAT", pixels[:5]), (b"IDAT", pixels[5:])]
        else:
            for piece in (pixels[:7], pixels[7:]):
                chunks.append((b"fdAT", struct.pack(">I", number) + piece))
                number += 1
    return png.file_of([*chunks, (b"IEND", b"")])


def _noise(size, seed=2):
    return random.Random(seed).randbytes(size)


@needs_png
@pytest.mark.parametrize("has_default", [False, True])
def test_frames_of_png(errdiff, has_default):
    whole, part = (0, 0, WIDTH, HEIGHT), (3, 2, 4, 3)
    first, over = _noise(4 * WIDTH * HEIGHT), _noise(4 * 4 * 3, 3)
    for dispose in (0, 1, 2):
        for blend in (0, 1):
            file = _animated_png(png.RGB_ALPHA, [(whole, first, 0, 0), (part, over, dispose, blend),
                                                 ((0, 0, 1, 1), bytes([1, 2, 3, 255]), 0, 1)],
                                 default=bytes(4 * WIDTH * HEIGHT) if has_default else None)
            errdiff.write("in.png", file)
            expected = [[tuple(first[i:i + 4]) for i in range(0, len(first), 4)]]
            shown = list(expected[0])
            for i in range(12):
                at = (2 + i // 4) * WIDTH + 3 + i % 4
                pixel, below = tuple(over[4 * i:4 * i + 4]), shown[at]
                if blend:
                    alpha = pixel[3] * 255 + below[3] * (255 - pixel[3])
                    pixel = (*((2 * (pixel[c] * pixel[3] * 255 + below[c] * below[3] * (255 - pixel[3])) + alpha) //
                               (2 * alpha) for c in range(3)), (alpha + 127) // 255) if alpha else below
                shown[at] = pixel
            expected.append(list(shown))
            for i in range(12):
                at = (2 + i // 4) * WIDTH + 3 + i % 4
                shown[at] = shown[at] if dispose == 0 else (0, 0, 0, 0) if dispose == 1 else expected[0][at]
            expected.append([(1, 2, 3, 255), *shown[1:]])
            assert [_seen(canvas) for canvas in _canvases(errdiff, "in.png")] == [_seen(canvas) for canvas in expected]


@needs_png
def test_gray_and_indexed_png(errdiff):
    whole = (0, 0, WIDTH, HEIGHT)
    data = [_noise(WIDTH * HEIGHT, seed) for seed in range(3)]
    errdiff.write("in.png", _animated_png(png.GRAY, [(whole, frame, 0, 0) for frame in data]))
    errdiff.works("in.png", "out.pam", "--levels", 256)
    assert _frames_of_pam(errdiff.read("out.pam")) == [(WIDTH, HEIGHT, 1, frame) for frame in data]
    errdiff.works("in.png", "out.png", "--levels", 256)
    assert dict(png.chunks_of(errdiff.read("out.png")))[b"IHDR"][9] == png.GRAY_ALPHA
    numbers = [bytes(value % 4 for value in frame) for frame in data]
    palette = [(b"PLTE", b"".join(map(bytes, COLORS))), (b"tRNS", bytes([255, 255, 0]))]
    errdiff.write("in.png", _animated_png(png.PALETTE, [(whole, frame, 0, 1) for frame in numbers], more=palette))
    canvas, expected = [(0, 0, 0, 0)] * WIDTH * HEIGHT, []
    for frame in numbers:
        canvas = [(*COLORS[number], 255) if number != 2 else below for number, below in zip(frame, canvas)]
        expected.append(canvas)
    assert [_seen(canvas) for canvas in _canvases(errdiff, "in.png")] == expected


@needs_png
def test_chunks_of_png(errdiff):
    """What the specification asks for: acTL before the pixels, numbers that rise, a first frame of the whole canvas."""
    whole = (0, 0, WIDTH, HEIGHT)
    errdiff.write("in.png", _animated_png(png.GRAY, [(whole, _noise(WIDTH * HEIGHT, seed), 0, 0) for seed in range(4)],
                                          plays=7))
    for how in (["--levels", 256], ["--palette", "#000000,#ffffff", "--indexed"]):
        errdiff.works("in.png", "out.png", *how)
        header, *frames = _chunks_of_frames(errdiff.read("out.png"))
        assert [kind for kind, _ in header][:2] == [b"IHDR", b"acTL"]
        assert header[1][1] == struct.pack(">II", 4, 7)
        numbers = []
        for i, chunks in enumerate(frames):
            kinds = {kind for kind, _ in chunks}
            assert kinds <= {b"fcTL", b"IDAT" if i == 0 else b"fdAT", b"IEND"} and len(chunks) >= 2
            numbers += [struct.unpack_from(">I", data)[0] for kind, data in chunks if kind in (b"fcTL", b"fdAT")]
            time = struct.unpack_from(">HH", chunks[0][1], 20)
            assert time == (1, 10)
        assert struct.unpack_from(">IIII", frames[0][0][1], 4) == (WIDTH, HEIGHT, 0, 0)
        assert numbers == list(range(len(numbers)))


@needs_gif
def test_frames_are_cut_to_what_changes(errdiff):
    numbers = _numbers(1, WIDTH * HEIGHT, 3)
    changed = list(numbers)
    for x, y in ((4, 2), (6, 2), (5, 3)):
        changed[y * WIDTH + x] = 3
    frames = [gif.Frame((0, 0, WIDTH, HEIGHT), part) for part in (numbers, changed, changed)]
    errdiff.write("in.gif", gif.encode(WIDTH, HEIGHT, frames, COLORS))
    errdiff.works("in.gif", "out.gif", "--levels", 256)
    _, _, _, found, _ = gif.decode(errdiff.read("out.gif"))
    assert [frame.part for frame in found] == [(0, 0, WIDTH, HEIGHT), (4, 2, 3, 2), (0, 0, 1, 1)]
    kept = found[1].transparent
    assert [number == kept for number in found[1].numbers] == [False, True, False, True, False, True]
    if "png" in FORMATS:
        errdiff.works("in.gif", "out.png", "--levels", 256)
        frames = _chunks_of_frames(errdiff.read("out.png"))[1:]
        parts = [struct.unpack_from(">IIII", frame[0][1], 4) for frame in frames]
        assert parts == [(WIDTH, HEIGHT, 0, 0), (3, 2, 4, 2), (1, 1, 0, 0)]


@needs_gif
def test_frames_share_the_table_of_256_colors(errdiff):
    """A number that is no color of the frame stands for the pixels left out, and codes have no bits in vain."""
    colors = [(i, 255 - i, i * 7 % 256) for i in range(256)]
    numbers = [list(range(256))]
    for changes in ({0x23: 0, 0x25: 1}, {0x23: 9, 0x25: 5}, {0x23: 0, 0x25: 1, 0x26: 255}):
        numbers.append([changes.get(i, number) for i, number in enumerate(numbers[-1])])
    errdiff.write("in.gif", gif.encode(16, 16, [gif.Frame((0, 0, 16, 16), frame) for frame in numbers], colors))
    errdiff.works("in.gif", "out.gif", "--levels", 256)
    _, _, _, frames, canvases = gif.decode(errdiff.read("out.gif"))
    assert all(frame.colors is None for frame in frames)
    assert [(frame.bits, frame.transparent) for frame in frames] == [(8, None), (2, 2), (4, 0), (8, 2)]
    assert [[colors.index(pixel[:3]) for pixel in canvas] for canvas in canvases] == numbers


def _colorful(count=4, width=40, height=30):
    """Frames of a GIF with many colors."""
    colors = [(i, 255 - i, i * 7 % 256) for i in range(256)]
    frames = [gif.Frame((0, 0, width, height), [(x * 5 + y * 3 + 40 * i) % 256 for y in range(height)
                                                for x in range(width)]) for i in range(count)]
    return gif.encode(width, height, frames, colors, plays=0)


@needs_gif
@needs_colors
def test_one_palette_for_all_frames(errdiff):
    errdiff.write("in.gif", _colorful())
    errdiff.works("in.gif", "out.gif", "--colors", 8, "--shared-palette")
    _, _, _, frames, canvases = gif.decode(errdiff.read("out.gif"))
    assert all(frame.colors is None for frame in frames)
    assert len({pixel for canvas in canvases for pixel in canvas}) <= 8
    # Without it, each frame has colors of its own.
    errdiff.works("in.gif", "own.gif", "--colors", 8)
    _, _, _, frames, canvases = gif.decode(errdiff.read("own.gif"))
    assert len({pixel for canvas in canvases for pixel in canvas}) > 8
    assert any(frame.colors for frame in frames[1:])
    if "png" in FORMATS:
        errdiff.works("in.gif", "out.png", "--colors", 8, "--shared-palette", "--indexed")
        assert len(dict(png.chunks_of(errdiff.read("out.png")))[b"PLTE"]) == 3 * 9
        assert _canvases(errdiff, "out.png") == _canvases(errdiff, "out.gif")
        assert "--shared-palette" in errdiff.fails(2, "in.gif", "new.png", "--colors", "8", "--indexed")


@needs_gif
def test_the_palette_of_the_call(errdiff):
    errdiff.write("in.gif", _colorful())
    for name in ("out.gif", "out.png"):
        if name[4:] not in FORMATS:
            continue
        errdiff.works("in.gif", name, "--palette", "pico-8", "--indexed")
        expected = []
        for width, height, depth, data in _frames_of_pam(_pam(errdiff, "in.gif")):
            errdiff.write("one.ppm", pnm.encode(width, height, depth, 8, data))
            errdiff.works("one.ppm", "one-out.ppm", "--palette", "pico-8")
            data = pnm.decode(errdiff.read("one-out.ppm"))[4]
            expected.append([(*data[at:at + 3], 255) for at in range(0, len(data), 3)])
        assert _canvases(errdiff, name) == expected


def _pam(errdiff, name):
    errdiff.works(name, "plain.pam", "--levels", 256)
    return errdiff.read("plain.pam")


@needs_gif
def test_size_and_dots_of_frames(errdiff):
    errdiff.write("in.gif", _colorful())
    errdiff.works("in.gif", "out.gif", "--palette", "black-and-white", "--dot", 3)
    width, height, _, frames, canvases = gif.decode(errdiff.read("out.gif"))
    assert (width, height, len(frames)) == (40, 30, 4)
    for canvas in canvases:
        assert all(canvas[y * 40 + x] == canvas[y // 3 * 3 * 40 + x // 3 * 3] for y in range(30) for x in range(40))


@needs_gif
def test_what_a_gif_cannot_hold(errdiff):
    data = _noise(3 * 40 * 40)
    errdiff.write("in.ppm", pnm.encode(40, 40, 3, 8, data))
    errdiff.write("out.gif", b"as it was")
    assert "256 colors" in errdiff.fails(1, "in.ppm", "out.gif", "--levels", 256)
    errdiff.write("in.pam", pnm.encode_pam(2, 1, 2, 255, bytes([10, 100, 20, 255])))
    assert "--alpha" in errdiff.fails(1, "in.pam", "out.gif")
    errdiff.works("in.pam", "out.gif", "--alpha", "threshold")
    assert gif.decode(errdiff.read("out.gif"))[4][0][0][3] == 0
    errdiff.write("in.pgm", pnm.encode(65536, 1, 1, 8, bytes(65536)))
    assert "65535" in errdiff.fails(1, "in.pgm", "out.gif")


@pytest.mark.parametrize("name", FORMATS)
@needs_gif
def test_an_image_that_does_not_move(errdiff, small, name):
    errdiff.write("in.pgm", small)
    errdiff.works("in.pgm", f"out.{name}", "--levels", 4)
    errdiff.works("in.pgm", "out.pgm", "--levels", 4)
    grays = pnm.decode(errdiff.read("out.pgm"))[4]
    assert _canvases(errdiff, f"out.{name}") == [[(gray, gray, gray, 255) for gray in grays]]


@pytest.mark.parametrize("name", FORMATS)
@needs_gif
def test_files_that_end_too_early(errdiff, name):
    errdiff.write("in.gif", _animation(plays=0))
    errdiff.works("in.gif", f"whole.{name}", "--levels", 256)
    whole = errdiff.read(f"whole.{name}")
    errdiff.write("out.gif", b"as it was")
    for size in [*range(1, len(whole) - 12, 5), len(whole) - 13]:
        errdiff.write("in", whole[:size])
        assert "in: " in errdiff.fails(1, "in", "out.gif", "--levels", "256")


@needs_gif
@pytest.mark.parametrize("name", FORMATS)
def test_broken_blocks(errdiff, name):
    """A wrong byte changes an image, or there is one message."""
    errdiff.write("in.gif", _animation(plays=0))
    errdiff.works("in.gif", f"whole.{name}", "--levels", 256)
    whole = errdiff.read(f"whole.{name}")
    draw = random.Random(4)
    for _ in range(60):
        broken = bytearray(whole)
        broken[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        errdiff.write("in", broken)
        done = errdiff.run("in", "out.pam", "--levels", 256, "--max-memory", "64M")
        assert done.returncode in (0, 1)
        assert done.returncode == 0 or done.stderr.count(b"\n") == 1


@needs_gif
def test_gifs_that_say_wrong_things(errdiff):
    one = [gif.Frame((0, 0, 4, 4), _numbers(1, 16))]
    for file in (gif.encode(4, 4, [], COLORS), gif.encode(0, 0, one, COLORS),
                 gif.encode(4, 4, [gif.Frame((0, 0, 0, 4), [])], COLORS),
                 gif.encode(4, 4, [gif.Frame((0, 0, 4, 0), [])], COLORS)):
        errdiff.write("in", file)
        assert "in: " in errdiff.fails(1, "in", "out.pam")


@needs_gif
@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize("disposal", [1, 2, 3])
def test_parts_of_frames_that_are_not_on_the_canvas(errdiff, interlaced, disposal):
    """They are cut off, as in browsers."""
    width, height = 6, 5
    canvas, canvases, frames = [(0, 0, 0, 0)] * (width * height), [], []
    for i, part in enumerate([(0, 0, 6, 5), (3, 2, 9, 2), (2, 3, 3, 30), (6, 0, 4, 4), (1, 5, 2, 1), (0, 3, 7, 3),
                              (65535, 65535, 3, 3), (5, 4, 300, 200), (1, 0, 3, 3)]):
        left, top, across, down = part
        numbers = _numbers(i, across * down)
        frames.append(gif.Frame(part, numbers, disposal=disposal, interlaced=interlaced))
        before, canvas = canvas, list(canvas)
        places = [(x, y) for y in range(top, min(top + down, height)) for x in range(left, min(left + across, width))]
        for x, y in places:
            canvas[y * width + x] = (*COLORS[numbers[(y - top) * across + x - left]], 255)
        canvases.append(canvas)
        canvas = before if disposal == 3 else list(canvas)
        for x, y in places if disposal == 2 else []:
            canvas[y * width + x] = (0, 0, 0, 0)
    errdiff.write("in.gif", gif.encode(width, height, frames, COLORS))
    assert [_seen(canvas) for canvas in _canvases(errdiff, "in.gif")] == canvases


@needs_gif
def test_the_first_frame_is_restored_to_nothing(errdiff):
    """As in browsers."""
    frames = [gif.Frame((0, 0, 2, 1), [2, 3], disposal=3), gif.Frame((0, 0, 1, 1), [1])]
    errdiff.write("in.gif", gif.encode(3, 1, frames, COLORS))
    assert list(map(_seen, _canvases(errdiff, "in.gif"))) == [[(*COLORS[2], 255), (*COLORS[3], 255), (0, 0, 0, 0)],
                                                              [(*COLORS[1], 255), (0, 0, 0, 0), (0, 0, 0, 0)]]


@needs_gif
@pytest.mark.skipif("webp" not in FORMATS, reason="built without WebP")
@pytest.mark.parametrize("disposal", [1, 2])
def test_a_webp_says_that_its_canvas_becomes_transparent(errdiff, disposal):
    """Also if no frame has a transparent pixel of its own. Some programs show black otherwise."""
    frames = [gif.Frame((0, 0, 3, 2), [1, 2, 3, 3, 2, 1], disposal=disposal), gif.Frame((0, 0, 1, 2), [3, 2])]
    errdiff.write("in.gif", gif.encode(3, 2, frames, COLORS))
    errdiff.works("in.gif", "out.webp", "--levels", 256)
    file = errdiff.read("out.webp")
    assert file[12:16] == b"VP8X" and bool(file[20] & 0x10) == (disposal == 2)
    assert list(map(_seen, _canvases(errdiff, "out.webp"))) == list(map(_seen, _canvases(errdiff, "in.gif")))


@needs_png
def test_pngs_that_say_wrong_things(errdiff):
    whole = (0, 0, WIDTH, HEIGHT)
    frame = (whole, _noise(WIDTH * HEIGHT), 0, 0)
    good = list(png.chunks_of(_animated_png(png.GRAY, [frame, frame])))
    wrong = [
        [chunk if chunk[0] != b"acTL" else (b"acTL", struct.pack(">II", 0, 0)) for chunk in good],
        [chunk if chunk[0] != b"acTL" else (b"acTL", struct.pack(">II", 3, 0)) for chunk in good],
        [chunk if chunk[0] != b"acTL" else (b"acTL", b"abc") for chunk in good],
        [chunk for chunk in good if chunk[0] != b"fdAT"],
        [chunk for chunk in good if chunk[0] != b"fcTL"],
        [chunk if chunk[0] != b"fdAT" else (b"fdAT", struct.pack(">I", 9) + chunk[1][4:]) for chunk in good],
        [chunk if chunk[0] != b"fdAT" else (b"fdAT", chunk[1][:3]) for chunk in good],
        [chunk if chunk[0] != b"fcTL" else (b"fcTL", chunk[1][:4] + struct.pack(">II", 1 << 20, 1 << 20) +
                                            chunk[1][12:]) for chunk in good],
    ]
    for chunks in wrong:
        errdiff.write("in", png.file_of(chunks))
        line = errdiff.fails(1, "in", "out.pam", "--levels", "256")
        assert "in: " in line and "damaged" in line


@needs_gif
@pytest.mark.skipif(SANITIZED, reason="the sanitizer needs memory for the memory that is asked for")
def test_sizes_beyond_the_memory(errdiff):
    """A GIF of a few bytes whose canvas has 2^32 pixels."""
    errdiff.write("in", gif.encode(65535, 65535, [gif.Frame((0, 0, 4, 4), _numbers(1, 16))], COLORS))
    status, memory, line = errdiff.measure("in", "out.gif", "--max-memory", "1G")
    assert status == 1 and memory < 100 << 20 and "--max-memory" in line
    errdiff.write("in.gif", _colorful())
    assert "--max-memory" in errdiff.fails(1, "in.gif", "out.gif", "--levels", "256", "--max-memory", "20K")


@needs_gif
def test_after_a_signal_nothing_is_left(errdiff):
    errdiff.write("in.gif", _colorful(40, 200, 150))
    errdiff.write("out.gif", b"as it was")
    before = errdiff.contents()
    process = errdiff.start("in.gif", "out.gif", "--palette", "pico-8", "--kernel", "jarvis-judice-ninke")
    errdiff.wait_for_output(process, 1)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode in (-signal.SIGINT, 0)
    assert process.returncode == 0 or errdiff.contents() == before


@needs_gif
def test_animations_among_many(errdiff):
    if "png" not in FORMATS:
        pytest.skip("errdiff was built without libpng")
    (errdiff.folder / "out").mkdir()
    errdiff.write("a.gif", _animation(plays=0))
    errdiff.works("--to", "out", "a.gif", "--levels", 256)
    assert [_seen(canvas) for canvas in _canvases(errdiff, "out/a.png")] == _composed()
