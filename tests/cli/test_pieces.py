# SPDX-License-Identifier: GPL-3.0-or-later
"""Images dithered in pieces: the same bytes, in memory that does not grow with the height."""

import os
import random
import resource
import subprocess
import threading

import pnm
import pytest

SANITIZED = os.environ.get("ERRDIFF_SANITIZED") == "1"
CAN_MAKE_PALETTES = os.environ["ERRDIFF_CAN_MAKE_PALETTES"] == "1"
HAS_PNG = os.environ.get("ERRDIFF_HAS_PNG") == "1"


# With two threads a piece has at most 2 MiB, and at least 64 rows. Two pieces, or more: then one is neither the first
# nor the last.
@pytest.mark.parametrize("width, height, channels, bits, options", [
    (1000, 5000, 1, 8, []),
    (300, 3011, 3, 16, ["--levels", "4", "--kernel", "jarvis-judice-ninke"]),
    (300, 3011, 3, 16, ["--bits", "8", "--noise", "50", "--seed", "7"]),
    (1000, 5000, 1, 8, ["--palette", "pico-8"]),
    (150000, 150, 1, 8, ["--threads", "3"]),
    (1000, 5001, 1, 8, ["--detail", "100"]),
    (6000, 65, 3, 8, ["--detail", "40", "--palette", "pico-8"]),
], ids=["gray", "jarvis", "bits", "palette", "wide", "detail", "last-row"])
def test_pieces_are_the_whole(errdiff, width, height, channels, bits, options):
    block = random.Random(width).randbytes(1 << 20)
    size = width * height * channels * bits // 8
    image = pnm.encode(width, height, channels, bits, (block * (size // len(block) + 1))[:size])
    options = ["--threads", "2", *options]
    expected = errdiff.works("-", "-", "--engine", "serial-ed", *options, stdin=image)
    assert errdiff.works("-", "-", *options, stdin=image) == expected
    errdiff.write("in.pnm", image)
    errdiff.works("in.pnm", "out.pnm", *options)
    assert errdiff.read("out.pnm") == expected


# An image that must be in memory as a whole before it is dithered. With --json it is also dithered as a whole. Lines
# are so long that a piece has only 64 rows, of three times as many as here: a piece of one thread has at most 4 MiB,
# and the fourth takes one of the three buffers again. With more threads a piece has at most 8 MiB.
@pytest.mark.parametrize("threads, width, height", [(1, 11000, 65), (3, 22000, 43)], ids=["1", "3"])
@pytest.mark.parametrize("ending", ["pnm", pytest.param("png", marks=pytest.mark.skipif(
    not HAS_PNG, reason="the command was built without libpng"))])
@pytest.mark.parametrize("channels, options", [
    (1, ["--levels", "2", "--detail", "60"]),
    (1, ["--palette", "game-boy"]),
    (3, ["--levels", "3", "--detail", "60"]),
    pytest.param(3, ["--colors", "16", "--linear", "--gamut", "clip", "--match", "lightness"], marks=pytest.mark.skipif(
        not CAN_MAKE_PALETTES, reason="no libimagequant")),
], ids=["in-place", "gray-to-colors", "detail", "colors"])
def test_pieces_of_an_image_in_memory(errdiff, channels, options, ending, threads, width, height):
    width = -(-width // channels)
    noise = random.Random(channels).randbytes(width * channels)
    rows = b"".join(bytes(value // 2 + y * 127 // height for value in noise) for y in range(height))
    errdiff.write("in.pnm", pnm.encode(width, height, channels, 8, rows))
    options = ["in.pnm", *options, "--resize", "300%", "--threads", threads]
    errdiff.works(*options, f"whole.{ending}", "--json")
    errdiff.works(*options, f"pieces.{ending}")
    assert errdiff.read(f"pieces.{ending}") == errdiff.read(f"whole.{ending}")


def test_a_truncated_image_leaves_no_file(errdiff):
    image = pnm.encode(1000, 40000, 1, 8, bytes(40000000))
    line = errdiff.fails(1, "-", "out.pgm", stdin=image[:-1500])
    assert "row 39999 of 40000" in line


def _through_a_pipe(errdiff, limit, *options):
    """The exit status and the number of bytes written for 2000 x 80000 gray pixels."""
    process = subprocess.Popen(
        [errdiff.path, "-", "-", "--threads", "2", *options], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))

    def write():
        try:
            with process.stdin:
                process.stdin.write(b"P5\n2000 80000\n255\n")
                for y in range(0, 80000, 100):
                    process.stdin.write(bytes([y // 400]) * 200000)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write)
    writer.start()
    size = 0
    while part := process.stdout.read(1 << 20):
        size += len(part)
    writer.join()
    process.stdout.close()
    return process.wait(), size


@pytest.mark.skipif(SANITIZED, reason="the sanitizer needs the address space itself")
def test_memory_does_not_grow_with_the_height(errdiff):
    limit = 150 << 20
    assert _through_a_pipe(errdiff, limit) == (0, 160000000 + len("P5\n2000 80000\n255\n"))
    assert _through_a_pipe(errdiff, limit, "--serpentine") == (1, 0)
