#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares whole calls of the command with what cannot be avoided: bench/whole_calls.py BUILD

BUILD is a build folder with the command and bench/codecs-alone. In turns, on the same files: `errdiff` with plain error
diffusion from PGM to PGM beside `cp` of the file, in time of the processors; and so from PNG to PNG, and with the usual
options from a JPEG of 24 megapixels to PNG, beside decoding and encoding the same pixels with the libraries alone, in
elapsed time. It prints tables with the medians of the times and of their ratios, and of what takes the processors' time
of the last call."""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 11
SIDE = 4096
CAMERA = "6000x4000!"  # 24 megapixels
DATA = Path(__file__).resolve().parents[1] / "tests/data"
# Error diffusion as it was first published: what the library adds by default takes time of its own.
PLAIN = ["--kernel", "floyd-steinberg", "--no-serpentine", "--start", "plain", "--no-linear"]
PNG_JOBS = {"gray, 2 levels": ("gray", ["--levels", "2"]), "RGB, 4 levels": ("rgb", ["--levels", "4"]),
            "RGB, 16 colors": ("rgb", ["--palette", "ega", "--match", "rgb"])}


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def processor_ms(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def elapsed_ms(*command):
    start = time.monotonic()
    run(*command)
    return 1000 * (time.monotonic() - start)


def row(title, pairs):
    ours, theirs = (statistics.median(column) for column in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"| {title} | {ours:.0f} | {theirs:.0f} | {ratio:.2f} |")


def alone(program, source, result):
    """What decoding `source` takes and what encoding the pixels of `result` takes, each as elapsed time and time of the
    processor."""
    lines = run(program, source, result, result.with_name("again.png")).splitlines()
    return [[float(word) for word in line.split()] for line in lines]


def alone_ms(program, source, result):
    """The elapsed time of both."""
    return sum(elapsed for elapsed, _ in alone(program, source, result))


def make_jpeg(jpeg):
    """A JPEG of 24 megapixels and 8 MB, as cameras make them: an enlarged photograph with noise."""
    run("convert", DATA / "coffee.png", "-resize", CAMERA, "-seed", "1", "-attenuate", "0.5", "+noise", "Gaussian",
        "-sampling-factor", "4:2:0", "-quality", "92", jpeg)


def print_parts(errdiff, program, jpeg):
    """What the parts of the usual call take of the processors' time, with one thread. A part is what a call without it
    takes less."""
    out = jpeg.with_name("out.png")
    palette = json.loads(run(errdiff, jpeg, out, "--json"))["palette"]
    colors = ["--palette", ",".join(f"#{color}" for color in palette)]
    calls = [[], colors, [*colors, "--gamut", "none"], [*colors, "--gamut", "none", "--match", "rgb"]]
    rounds = []
    for _ in range(ROUNDS):
        whole, colored, unmapped, plain = (processor_ms(errdiff, "--threads", "1", *options, jpeg, out)
                                           for options in calls)
        run(errdiff, jpeg, out)
        decode, encode = (processor for _, processor in alone(program, jpeg, out))
        rounds.append({"decoding (libjpeg alone)": decode, "a palette of 16 colors": whole - colored,
                       "gamut mapping": colored - unmapped, "values for matching by lightness": unmapped - plain,
                       "dithering, and all else": plain - decode - encode, "encoding (libpng alone)": encode,
                       "the whole call": whole})
    print("\n| JPEG to PNG, one thread | ms |\n|---|---|")
    for part in rounds[0]:
        print(f"| {part} | {statistics.median(parts[part] for parts in rounds):.0f} |")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = Path(sys.argv[1])
    errdiff, codecs = build / "command/errdiff", build / "bench/codecs-alone"
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/dev/shm")) as name:
        folder = Path(name)
        run("convert", DATA / "chelsea.png", "-resize", f"{SIDE}x{SIDE}!", folder / "rgb.ppm")
        run(errdiff, "--levels", "256", folder / "rgb.ppm", folder / "rgb.png")
        print(f"| {SIDE} × {SIDE} | `errdiff`, ms | without dithering, ms | ratio |\n|---|---|---|---|")
        for channels, suffix in (("gray", "pgm"), ("rgb", "ppm")):
            if channels == "gray":
                run("convert", folder / "rgb.ppm", "-colorspace", "Gray", folder / "gray.pgm")
                run("convert", folder / "gray.pgm", folder / "gray.png")
            source = folder / f"{channels}.{suffix}"
            pairs = [(processor_ms(errdiff, *PLAIN, "--levels", "2", source, folder / f"out.{suffix}"),
                      processor_ms("cp", source, folder / "copy")) for _ in range(ROUNDS)]
            row(f"{suffix.upper()}, 2 levels: processors' time, and that of `cp`", pairs)
        for title, (channels, options) in PNG_JOBS.items():
            source = folder / f"{channels}.png"
            pairs = [(elapsed_ms(errdiff, *PLAIN, *options, source, folder / "out.png"),
                      alone_ms(codecs, source, folder / "out.png")) for _ in range(ROUNDS)]
            row(f"PNG, {title}: elapsed, and with libpng alone", pairs)
        jpeg = folder / "camera.jpg"
        make_jpeg(jpeg)
        pairs = [(elapsed_ms(errdiff, "--threads", "2", jpeg, folder / "out.png"),
                  alone_ms(codecs, jpeg, folder / "out.png")) for _ in range(ROUNDS)]
        row("JPEG to PNG, 16 colors made for it, two threads: elapsed, and with libjpeg and libpng alone", pairs)
        print_parts(errdiff, codecs, jpeg)


if __name__ == "__main__":
    main()
