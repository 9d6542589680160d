# SPDX-License-Identifier: GPL-3.0-or-later
import os
import pathlib
import random
import re
import signal
import stat
import subprocess
import sys

import png
import pnm
import pytest

TESTS = pathlib.Path(__file__).resolve().parent.parent
DATA = TESTS / "data"
sys.path.append(str(TESTS / "support"))


def _heed_signals():
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# In a process of its own: a child starts with its parent's peak memory, which may be large here.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


COLORS = ("--levels", "--palette", "--colors", "--gray")
OTHER_COMMANDS = ("engines", "kernels", "palettes", "presets", "devices", "bench", "hologram", "wedge", "help")


def plain(arguments):
    """The words of a call in which all that is not named is as in error diffusion when it was first published: Floyd
    and Steinberg's kernel in raster order, two levels, display values, colors compared by RGB values. What the command
    does by default is in test_defaults.py."""
    words = [str(argument) for argument in arguments]
    if not words or words[0] in OTHER_COMMANDS:
        return words
    has_colors = any(word.split("=")[0] in COLORS for word in words)
    colors = [] if has_colors else ["--levels=2,2,2"]
    whole = [] if "--indexed" in words else ["--true-color"]
    return ["--kernel=floyd-steinberg", "--no-linear", "--no-serpentine", "--match=rgb",
            "--start=plain", *colors, *whole, *words]


# What is said of --levels 2 if an image has colors, and of a hologram that is rounded.
NOTE = re.compile(rb"errdiff: (.*: )?note: (two levels of red|rounding leaves less noise).*\n")


def run_in(wrapper, words, **more):
    """Runs a program in a wrapper, or without one if the list is empty, with its output in pipes."""
    for _ in range(2):
        done = subprocess.run([*wrapper, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **more)
        # About once in 1500 times Wine does not start a program, and says nothing. Ours say why they fail.
        if not wrapper or done.returncode == 0 or done.stdout or done.stderr:
            break
    return done


class Command:
    """The errdiff command, run in a folder that contains all files of a call."""

    def __init__(self, folder, path, words=plain):
        self.folder = folder
        self.path = path
        self.words = words
        self.environment = None  # that of the tests
        # What runs a program for another system, if it is one.
        self.wrapper = os.environ.get("EXE_WRAPPER", "").split()

    def run(self, *arguments, stdin=b"", **more):
        more.setdefault("env", self.environment)
        return run_in(self.wrapper, [self.path, *self.words(arguments)], input=stdin, cwd=self.folder, **more)

    def start(self, *arguments, **more):
        # A process started under nohup ignores SIGHUP, and one in the background of a script SIGINT.
        return subprocess.Popen([*self.wrapper, self.path, *self.words(arguments)], cwd=self.folder,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=_heed_signals, **more)

    def wait_for_output(self, process, min_size=0):
        """Waits until the process has written `min_size` bytes to its new output file, which has no name or a temporary
        one, or until the process has ended."""
        device, names = os.stat(self.folder).st_dev, set(os.listdir(self.folder))
        while process.poll() is None:
            try:
                files = [os.stat(f"/proc/{process.pid}/fd/{number}")
                         for number in os.listdir(f"/proc/{process.pid}/fd")]
            except OSError:
                continue
            if any(stat.S_ISREG(file.st_mode) and file.st_dev == device and file.st_size >= min_size and
                   file.st_nlink == 0 for file in files) or set(os.listdir(self.folder)) - names:
                return

    def measure(self, *arguments):
        """The exit status, the peak memory in bytes, and what was written to standard error."""
        if self.wrapper:
            pytest.skip("the peak memory would be that of the wrapper, too")
        # With MALLOC_PERTURB_, which `meson test` sets, all memory is written to.
        env = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}
        done = subprocess.run([sys.executable, "-c", MEASURE, self.path, *self.words(arguments)], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, env=env)
        status, memory = map(int, done.stdout.split())
        return status, memory, done.stderr.decode()

    def works(self, *arguments, **more):
        done = self.run(*arguments, **more)
        assert (done.returncode, NOTE.sub(b"", done.stderr)) == (0, b"")
        return done.stdout

    def fails(self, status, *arguments, **more):
        """Checks that the call fails, prints one line and changes no file; returns the line."""
        before = self.contents()
        done = self.run(*arguments, **more)
        line = done.stderr.decode()
        assert done.returncode == status, line
        assert line.startswith("errdiff: ") and line.endswith("\n"), line
        assert line.count("\n") == 1 and len(line) > len("errdiff: \n"), line
        assert done.stdout == b""
        assert self.contents() == before
        return line

    def contents(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def write(self, name, content):
        (self.folder / name).write_bytes(content)
        return name

    def read(self, name):
        return (self.folder / name).read_bytes()


@pytest.fixture
def errdiff(tmp_path):
    return Command(tmp_path, os.environ["ERRDIFF"])


@pytest.fixture
def as_typed(tmp_path):
    """The errdiff command, which gets the words of a call and no others. It knows no presets of a user."""
    command = Command(tmp_path, os.environ["ERRDIFF"], lambda arguments: [str(argument) for argument in arguments])
    command.environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "settings")}
    return command


@pytest.fixture
def research(tmp_path):
    """errdiff-bench, the program of the research."""
    return Command(tmp_path, os.environ["ERRDIFF_BENCH"], lambda arguments: map(str, arguments))


@pytest.fixture(scope="session")
def reference():
    """reference(PNM, kernel, levels, strength, *more): the image dithered by tests/reference.

    `more` are the options that reference_dither.c lists at its top. It writes red, green and blue
    for every palette; here a gray image with a palette of grays stays gray, as in the command.
    """
    def dither(image, kernel="floyd-steinberg", levels="2", strength=100, *more):
        done = run_in(os.environ.get("EXE_WRAPPER", "").split(),
                      [os.environ["REFERENCE_DITHER"], kernel, levels, str(strength), *more], input=image)
        assert done.returncode == 0, done.stderr
        made = done.stdout
        is_gray = image[:2] == b"P5" or "gray" in more
        return _gray(made) if is_gray and _has_gray_palette(more) else made
    return dither


def _has_gray_palette(more):
    colors = [option[len("palette="):].split(",") for option in more
              if option.startswith("palette=")]
    return (bool(colors) and "indexed" not in more and
            all(color[:2] == color[2:4] == color[4:] for color in colors[0]))


def _gray(image):
    width, height, channels, bits, data = pnm.decode(image)
    assert channels == 3
    size = bits // 8
    return pnm.encode(width, height, 1, bits,
                      b"".join(data[i:i + size] for i in range(0, len(data), 3 * size)))


def _photograph(name):
    width, height, color, bits, data, _ = png.decode((DATA / f"{name}.png").read_bytes())
    assert bits == 8 and color in (png.GRAY, png.RGB)
    return width, height, png.CHANNELS[color], data


def _deepen(data):
    noise = random.Random(1).randbytes(len(data))
    wide = bytearray(2 * len(data))
    for i, (value, fraction) in enumerate(zip(data, noise)):
        # v * 257 has v in both bytes. Noise in the low byte gives values that 8 bits do not have.
        wide[2 * i] = value
        wide[2 * i + 1] = fraction
    return bytes(wide)


@pytest.fixture(scope="session")
def photographs():
    """PNM files by (name, bits)."""
    files = {}
    for name in ("camera", "chelsea", "coffee"):
        width, height, channels, data = _photograph(name)
        files[name, 8] = pnm.encode(width, height, channels, 8, data)
        files[name, 16] = pnm.encode(width, height, channels, 16, _deepen(data))
    return files


@pytest.fixture(scope="session")
def small():
    """A gray image that has every tone."""
    return pnm.encode(64, 32, 1, 8, bytes((x * 4 + y) & 255 for y in range(32) for x in range(64)))


@pytest.fixture(scope="session")
def small_rgb():
    return pnm.encode(31, 17, 3, 8, random.Random(2).randbytes(31 * 17 * 3))


@pytest.fixture(scope="session")
def part_of_scene(tmp_path_factory):
    """The middle of the hologram p256 as complex numbers, and the words of a call for it. The window is at half of its
    distance, and half as large, so that it is seen at the same angles: light is propagated in planes that grow with the
    distance, and the whole hologram would take more than ten times as long."""
    whole, side = 1024, 192
    errdiff = Command(tmp_path_factory.mktemp("scene"), os.environ["ERRDIFF"])
    words = errdiff.works("hologram", "--scene", "p256", "scene.c64").decode().split()
    optics = dict(zip(words[::2], map(float, words[1::2]), strict=True))
    for name in ("--view-distance", "--view-width", "--view-height"):
        optics[name] /= 2
    content, first = errdiff.read("scene.c64"), (whole - side) // 2
    rows = [content[8 * (y * whole + first):][:8 * side] for y in range(first, first + side)]
    return b"".join(rows), ["--size", f"{side}x{side}", *(str(word) for pair in optics.items() for word in pair)]
