#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much films flicker when they are dithered, and how large animations become.

    tests/compare/flicker.py ERRDIFF [--json FILE]       # with what packages.txt lists

Clips are made from the project's photographs: a disc that moves over a still image, without and with the noise of a
sensor (a standard deviation of 1.5/255); a camera that pans by 3 pixels a frame and, in twice as many frames, by 1; and
an image that fades to another one, also in five times as many frames.

still     the share of pixels that change though the input around them does not: by less than 4/255, after a Gaussian of
          1 pixel
flicker   after Rehman and Evans 2010: the mean of S · c, where c is 1 if a pixel has another color than in the frame
          before, and S, 0 to 1, how similar the input is to the one before there (SSIM)
dirty     their dirty-window effect, the mean of (1 - S) · (1 - c): dots that stand still while the image moves
P1        of the last frame, as quality.py defines it

Both measures of theirs are without the weights for the visibility in busy areas.

Then a clip of 60 frames becomes a GIF by several programs, whose sizes are compared with P1, the mean of all frames."""

import argparse
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy
import quality
from scipy.ndimage import gaussian_filter
from skimage.metrics import structural_similarity

DATA = Path(__file__).resolve().parents[1] / "data"
WIDTH, HEIGHT, FRAMES = 256, 192, 12
PICO_8 = ("000000 1d2b53 7e2553 008751 ab5236 5f574f c2c3c7 fff1e8 ff004d ffa300 ffec27 00e436 29adff 83769c ff77a8 "
          "ffccaa").split()
PALETTES = {"PICO-8": PICO_8, "black and white": ["000000", "ffffff"]}


def _cut(name, left, top, width=WIDTH, height=HEIGHT):
    return quality.opened(DATA / f"{name}.png")[top:top + height, left:left + width].astype(float)


def clips(frames=FRAMES):
    """The clips: lists of frames of height × width × 3 bytes."""
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    still, other = _cut("coffee", 150, 100), _cut("chelsea", 100, 40)
    noise = numpy.random.default_rng(1)

    def moved(i):
        inside = (x - 30 - 180 * i / (frames - 1)) ** 2 + (y - 60 - 20 * numpy.sin(i / 2)) ** 2 < 22 ** 2
        return numpy.where(inside[..., None], (230, 60, 40), still)
    made = {
        "object": [moved(i) for i in range(frames)],
        "object, noise": [moved(i) + noise.normal(0, 1.5, still.shape) for i in range(frames)],
        "pan": [_cut("coffee", 100 + 3 * i, 100) for i in range(frames)],
        "slow pan": [_cut("coffee", 100 + i, 100) for i in range(2 * frames)],
        "fade": [still + (other - still) * i / (frames - 1) for i in range(frames)],
        "slow fade": [still + (other - still) * i / (5 * frames - 1) for i in range(5 * frames)],
    }
    return {name: [numpy.clip(frame + 0.5, 0, 255).astype(numpy.uint8) for frame in clip]
            for name, clip in made.items()}


def ppm(frame):
    return b"P6\n%d %d\n255\n" % (frame.shape[1], frame.shape[0]) + frame.tobytes()


def frames_of(data):
    """The frames of a series of PPM or PGM files."""
    frames = []
    while data:
        magic, size, _, data = data.split(b"\n", 3)
        width, height = map(int, size.split())
        channels = 3 if magic == b"P6" else 1
        count = width * height * channels
        frame = numpy.frombuffer(data[:count], numpy.uint8).reshape(height, width, channels)
        frames.append(numpy.repeat(frame, 4 - channels, 2)[..., :3] if channels == 1 else frame)
        data = data[count:]
    return frames


def by_errdiff(errdiff, clip, colors, options):
    return frames_of(subprocess.run(
        [errdiff, "-", "-", "--palette", ",".join(f"#{color}" for color in colors), *options.split()],
        input=b"".join(map(ppm, clip)), stdout=subprocess.PIPE, check=True).stdout)


def by_ffmpeg(clip, colors):
    """Floyd and Steinberg's kernel of its filter paletteuse."""
    with tempfile.TemporaryDirectory() as folder:
        entries = [bytes.fromhex(color) for color in colors]
        table = numpy.frombuffer(b"".join((entries * 256)[:256]), numpy.uint8).reshape(16, 16, 3)
        (Path(folder) / "palette.ppm").write_bytes(ppm(table))
        return frames_of(subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "image2pipe", "-c:v", "ppm", "-i", "-", "-i", f"{folder}/palette.ppm",
             "-lavfi", "paletteuse=dither=floyd_steinberg", "-f", "image2pipe", "-c:v", "ppm", "-pix_fmt", "rgb24",
             "-"],
            input=b"".join(map(ppm, clip)), stdout=subprocess.PIPE, check=True).stdout)


def lightness(light, sigma=1.25):
    blurred = numpy.stack([gaussian_filter(light[..., c], sigma) for c in range(3)], -1)
    return numpy.cbrt(numpy.maximum(blurred @ quality._CONES.T, 0)) @ quality._LIGHTNESS


def p1(before, after):
    error = lightness(quality.light(before)) - lightness(quality.light(after))
    return float(-10 * numpy.log10((error ** 2).mean()))


def measure(clip, results):
    still, flicker, dirty = [], [], []
    for before, now, result_before, result in zip(clip, clip[1:], results, results[1:]):
        change = numpy.abs(gaussian_filter(before / 255, (1, 1, 0)) - gaussian_filter(now / 255, (1, 1, 0))).max(-1)
        changed = (result != result_before).any(-1)
        similar = structural_similarity(before.mean(-1), now.mean(-1), data_range=255, full=True)[1].clip(0, 1)
        is_still = change < 4 / 255
        if is_still.any():
            still.append(changed[is_still].mean())
        flicker.append((similar * changed).mean())
        dirty.append(((1 - similar) * ~changed).mean())
    return {"still": 100 * float(numpy.mean(still)) if still else None, "flicker": 100 * float(numpy.mean(flicker)),
            "dirty": 100 * float(numpy.mean(dirty)), "P1": p1(clip[-1], results[-1])}


def animated(command, clip, folder, name):
    """The bytes of a GIF that a command makes, whose words {clip} and {gif} are files, and its P1."""
    gif = Path(folder) / name
    source = Path(folder) / "clip.png"
    if not source.exists():
        subprocess.run(["ffmpeg", "-v", "error", "-f", "image2pipe", "-c:v", "ppm", "-framerate", "25", "-i", "-",
                        "-plays", "0", "-f", "apng", source], input=b"".join(map(ppm, clip)), check=True)
    subprocess.run([str(word).format(clip=source, gif=gif) for word in command], check=True)
    shown = frames_of(subprocess.run(
        ["ffmpeg", "-v", "error", "-i", gif, "-fps_mode", "passthrough", "-f", "image2pipe", "-c:v", "ppm", "-pix_fmt",
         "rgb24", "-"], stdout=subprocess.PIPE, check=True).stdout)
    assert len(shown) == len(clip)
    return gif.stat().st_size, float(numpy.mean([p1(before, after) for before, after in zip(clip, shown)]))


def sizes(errdiff):
    """GIFs of a clip of 60 frames: rows of program, bytes and P1."""
    rows = []
    programs = {}
    for colors in (16, 32, 64):
        for stable in (0, 30, 50):
            for kernel in ("errdiff-12", "floyd-steinberg"):
                programs[f"errdiff, {colors} colors, {kernel}, --stable {stable}"] = [
                    errdiff, "{clip}", "{gif}", "--colors", colors, "--shared-palette", "--kernel", kernel, "--stable",
                    stable]
    for colors in (16, 32, 64, 128, 256):
        for dither in ("none", "bayer:bayer_scale=3", "floyd_steinberg", "sierra2_4a"):
            programs[f"ffmpeg, {colors} colors, {dither}"] = [
                "ffmpeg", "-v", "error", "-i", "{clip}", "-filter_complex",
                f"split[a][b];[a]palettegen=max_colors={colors}:stats_mode=full[p];[b][p]paletteuse=dither={dither}"
                ":diff_mode=rectangle", "{gif}"]
    for name, clip in clips(60).items():
        if name not in ("object", "object, noise"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            for i, (program, command) in enumerate(programs.items()):
                size, ratio = animated(command, clip, folder, f"{i}.gif")
                row = {"clip": name, "program": program, "bytes": size, "P1": ratio}
                if shutil.which("gifsicle") and program.startswith("ffmpeg"):
                    subprocess.run(["gifsicle", "-w", "-O3", f"{folder}/{i}.gif", "-o", f"{folder}/optimized.gif"],
                                   check=True)
                    row["after gifsicle -O3"] = (Path(folder) / "optimized.gif").stat().st_size
                rows.append(row)
                print(f"{name:14} {program:50} {size:8} {row.get('after gifsicle -O3', 0):8} {ratio:6.2f}", flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("errdiff")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    found = []
    for palette, colors in PALETTES.items():
        for name, clip in clips().items():
            programs = {f"errdiff {options}": by_errdiff(arguments.errdiff, clip, colors, options)
                        for options in ("--stable 0", "--stable 30", "--stable 50", "--refine 2",
                                        "--refine 2 --stable 50")}
            programs["ffmpeg"] = by_ffmpeg(clip, colors)
            for program, results in programs.items():
                found.append({"palette": palette, "clip": name, "program": program, **measure(clip, results)})
                row = found[-1]
                print(f"{palette:16} {name:14} {program:30}", "      –" if row["still"] is None else
                      f"{row['still']:7.2f}", f"{row['flicker']:7.2f} {row['dirty']:7.2f} {row['P1']:6.2f}", flush=True)
    if arguments.json:
        made = {"clips": found, "sizes": sizes(arguments.errdiff)}
        Path(arguments.json).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


main()
