# SPDX-License-Identifier: GPL-3.0-or-later
"""A real GIMP 3 for all tests in this folder: isolated from the user's, and started once."""

import os
import re
import shutil
import subprocess
import sys
from multiprocessing.connection import Listener
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "cli"), str(TESTS / "gimp")]

import command  # noqa: E402
from encoding import PRECISION, picture  # noqa: E402

PROCEDURE = "plug-in-error-diffusion"
PATIENCE = 60  # seconds to wait for GIMP before a test fails
GEGL_FOLDER = "/usr/lib/x86_64-linux-gnu/gegl-0.4"

TROUBLE = re.compile(r"crashed|-CRITICAL \*\*|-WARNING \*\*|fatal error|GeglBuffers leaked")
# What GIMP 3.0.4 says of other plug-ins, too: of its own scripts, when a plug-in has ended, of messages to the user
# while there is no progress bar, and at its own end.
NOT_OURS = re.compile(r"scriptfu-WARNING|Gtk-WARNING.*cannot open display|gimp_flush\(\): error: Broken pipe|"
                      r"\(gimp:.*(G_IS_OBJECT \(object\)|GIMP_IS_PROGRESS \(progress\)|list of contexts not empty)")


class Refused(Exception):
    """A call failed; the text says why."""


class Layer:
    """A layer and how it was made."""

    def __init__(self, image, number, precision, channels, alpha):
        self.image, self.number, self.precision = image, number, PRECISION[precision]
        self.channels, self.alpha = channels, alpha


class Drawn:
    """The pixels of a drawable."""

    def __init__(self, width, height, raw):
        self.width, self.height, self.raw = width, height, raw


def format_name(channels, alpha, precision):
    model = "RGB" if channels == 3 else "Y"
    if not precision.linear:
        model = "R'G'B'" if channels == 3 else "Y'"
    return f"{model}{'A' if alpha else ''} {precision.component}"


class Gimp:
    """A running GIMP 3; its methods are the functions of inside.py."""

    def __init__(self, home, program=("gimp-console",), **environment):
        self.home = home
        self.log = home / "log"
        socket = str(home / "socket")
        env = {"PATH": os.environ["PATH"], "HOME": str(home), "GIMP3_DIRECTORY": str(home / "gimp"),
               "LC_ALL": "C.UTF-8", "BABL_INHIBIT_CACHE": "1", "ERRDIFF_TEST_SOCKET": socket,
               "GEGL_PATH": f"{Path(os.environ['GEGL_MODULE']).parent}:{GEGL_FOLDER}", **environment}
        code = f"exec(open({str(TESTS / 'gimp3/inside.py')!r}).read())"
        with Listener(socket) as listener, open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*program, "-d", "-f", "--batch-interpreter", "python-fu-eval", "-b", code, "--quit"],
                env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
            listener._listener._socket.settimeout(PATIENCE)
            try:
                self.connection = listener.accept()
            except TimeoutError:
                self.process.kill()
                pytest.fail(f"GIMP did not start:\n{self.log.read_text(errors='replace')[-2000:]}")

    def __getattr__(self, function):
        def run(*positional, **named):
            self.connection.send((function, positional, named))
            return self.answer()
        return run

    def send(self, function, *positional, **named):
        """Asks without waiting; `answer` waits."""
        self.connection.send((function, positional, named))

    def answer(self):
        assert self.connection.poll(PATIENCE), f"no answer:\n{self.log.read_text(errors='replace')[-2000:]}"
        kind, value = self.connection.recv()
        if kind == "error":
            raise Refused(value)
        return value

    def close(self):
        self.connection.send(("quit", (), {}))
        self.process.wait(PATIENCE)
        text = self.log.read_text(errors="replace")
        trouble = [line for line in text.splitlines() if TROUBLE.search(line) and not NOT_OURS.search(line)]
        assert not trouble, "GIMP complained:\n" + "\n".join(trouble)


def make_home(home):
    """A home with the plug-in in it."""
    program = Path(os.environ["PLUGIN_EXE"])
    folder = home / "gimp/plug-ins" / program.name
    folder.mkdir(parents=True)
    shutil.copy2(program, folder)
    for page in program.parent.glob("help*.html"):
        shutil.copy2(page, folder)
    shutil.copytree(program.with_name("help"), folder / "help")
    for catalogue in program.parents[1].glob(f"po/*/LC_MESSAGES/{program.name}.mo"):
        language = folder / "locale" / catalogue.parts[-3] / "LC_MESSAGES"
        language.mkdir(parents=True)
        shutil.copy2(catalogue, language)
    return home


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    gimp = Gimp(make_home(tmp_path_factory.mktemp("gimp3")))
    yield gimp
    gimp.close()


class Images:
    """Images in the running GIMP, which are deleted when the test ends."""

    def __init__(self, gimp, folder):
        self.gimp, self.folder, self.made = gimp, folder, []

    def image(self, width, height, channels=3, precision="u8-gamma"):
        number = self.gimp.new_image(width, height, channels == 3, PRECISION[precision].number)
        self.made.append(number)
        return number

    def layer(self, image, width, height, channels=3, alpha=False, precision="u8-gamma", seed=1, group=None):
        """Adds a layer with a noisy gradient."""
        found = PRECISION[precision]
        raw = picture(width, height, channels, alpha, found.component, seed)
        number = self.gimp.new_layer(image, width, height, (0 if channels == 3 else 2) + alpha,
                                     format_name(channels, alpha, found), raw, group)
        layer = Layer(image, number, precision, channels, alpha)
        assert self.pixels(number).raw == raw
        return layer

    def single(self, width=24, height=16, channels=3, alpha=False, precision="u8-gamma", seed=1):
        """A layer in an image of its own."""
        image = self.image(width, height, channels, precision)
        return self.layer(image, width, height, channels, alpha, precision, seed)

    def pixels(self, number):
        return Drawn(*self.gimp.pixels(number))

    def dither(self, *layers, **arguments):
        """Returns the image, the layer and the engine."""
        result = self.gimp.call(PROCEDURE, [layer.number for layer in layers], **arguments)
        self.made += {result[0]} - set(self.made)
        return result

    def expected(self, layer, arguments, **how):
        """The bytes that the errdiff command makes of a layer's pixels. how: see command.dithered."""
        arguments = {key.replace("_", "-"): value for key, value in arguments.items()}
        return command.dithered(self.folder, layer, self.pixels(layer.number), arguments, **how)

    def delete(self):
        for number in self.made:
            self.gimp.delete(number)


@pytest.fixture
def images(shared, tmp_path):
    made = Images(shared, tmp_path)
    yield made
    made.delete()
