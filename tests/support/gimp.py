# SPDX-License-Identifier: GPL-3.0-or-later
"""A real GIMP, 2.10 or 3, for the tests: isolated from the user's, and started once for many calls.

    home = make_home(folder, plug_ins())            # once: GIMP queries its plug-ins here
    with Gimp(copy_home(home, other_folder)) as gimp:
        image, = gimp.pdb("gimp-image-new", 8, 8, RGB)

`Gimp.pdb` raises PdbError, with GIMP's own message, if the procedure fails. Anything else that goes
wrong (a crash, a hang, a GLib warning) raises GimpFailure or fails the test at its end.

Tests call the procedures of GIMP 2.10. In GIMP 3, serve3.py carries out such calls.
"""

import contextlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from screen import Screen

NAME = "gimp-error-diffusion"
PROCEDURE = "plug-in-error-diffusion"
PRESET_PROCEDURE = "plug-in-error-diffusion-preset"
HOLOGRAM_PROCEDURE = "plug-in-hologram-diffusion"

RGB, GRAY, INDEXED = 0, 1, 2
# Seconds to wait for something before the test fails. A wait ends as soon as it has come, so only a failure takes
# that long; the machine may be busy with other tests.
PATIENCE = 120

INTERACTIVE, NONINTERACTIVE, WITH_LAST_VALS = 0, 1, 2

# Whether the plug-in was built for GIMP 3. Otherwise it is for GIMP 2.10.
IS_GIMP_3 = os.environ.get("GIMP_VERSION") == "3"


def only_in_gimp_2(reason):
    return pytest.mark.skipif(IS_GIMP_3, reason=f"GIMP 3: {reason}")


only_in_gimp_3 = pytest.mark.skipif(not IS_GIMP_3, reason="of GIMP 3")

_SERVE = Path(__file__).with_name("serve.scm")
_SERVE_3 = Path(__file__).with_name("serve3.py")
_GEGL_FOLDER = "/usr/lib/x86_64-linux-gnu/gegl-0.4"
_TROUBLE = re.compile(r"crashed|-CRITICAL \*\*|-WARNING \*\*|-ERROR \*\*|fatal error|"
                      r"Assertion|GeglBuffers leaked|AddressSanitizer|runtime error:")
# What GIMP 3.0.4 says of other plug-ins, too: of its own scripts, when a plug-in has ended, of messages to the user
# while there is no progress bar, when it closes a window, and at its own end. And what GTK says when not a key or a
# click opens a menu.
_NOT_OURS = re.compile(r"scriptfu-WARNING|Gtk-WARNING.*cannot open display|gimp_flush\(\): error: |"
                       r"no trigger event for menu popup|"
                       r"\(gimp:.*(G_IS_OBJECT \(object\)|GIMP_IS_PROGRESS \(progress\)|list of contexts not empty|"
                       r"G[DT]K_IS_WINDOW \(window\)|GTK_IS_ACCESSIBLE \(accessible\)|Negative content height)")


class GimpFailure(AssertionError):
    """GIMP or a plug-in crashed, hung, or did not answer."""


class PdbError(Exception):
    """A procedure failed; the text is GIMP's message to the caller."""

    @property
    def calling(self):
        """True for GIMP_PDB_CALLING_ERROR, which this wording of GIMP's message stands for."""
        return "failed on invalid input arguments" in str(self)


def environment(home, display=None, bus=None, language=None):
    """The environment of a GIMP that uses none of the user's files and leaves none behind.

    display: an X display (":7") for a GIMP with windows; None for one without.
    bus: the address of a D-Bus session bus, for tests that read GIMP's windows through AT-SPI.
    language: the language of its texts ("de"); None for English.
    """
    home = Path(home).resolve()
    kept = ("PATH", "LD_LIBRARY_PATH", "TMPDIR", "OMP_NUM_THREADS", "OMP_WAIT_POLICY", "OMP_DYNAMIC",
            "ASAN_OPTIONS", "UBSAN_OPTIONS", "GTK_MODULES", "G_MESSAGES_DEBUG", "XAUTHORITY")
    env = {name: os.environ[name] for name in kept if name in os.environ}
    env.update(HOME=str(home), GIMP2_DIRECTORY=str(home / "gimp"), GIMP3_DIRECTORY=str(home / "gimp"),
               XDG_CACHE_HOME=str(home / "cache"), XDG_DATA_HOME=str(home / "data"),
               XDG_CONFIG_HOME=str(home / "config"),
               # Debian 13 does not translate in the locale C.UTF-8.
               LC_ALL="en_US.UTF-8" if IS_GIMP_3 and language else "C.UTF-8",
               # Where babl finds a file of the conversions that it used before, it measures tables for
               # them in each process that starts: 350 MB, a third of the time of a plug-in call.
               BABL_INHIBIT_CACHE="1")
    if "GEGL_MODULE" in os.environ:
        # For GIMP's tool for GEGL operations, and for layer effects.
        env["GEGL_PATH"] = f"{Path(os.environ['GEGL_MODULE']).parent}:{_GEGL_FOLDER}"
    if language is not None:
        env["LANGUAGE"] = language
    if display is not None:
        env["DISPLAY"] = display
    if bus is not None:
        env["DBUS_SESSION_BUS_ADDRESS"] = bus
    return env


def plug_ins():
    """The executables of the plug-in and, for GIMP 2.10, of what reads and writes pixels for tests."""
    return [os.environ["PLUGIN_EXE"], *([] if IS_GIMP_3 else [os.environ["PIXEL_TRANSFER"]])]


def make_home(home, executables):
    """Makes a home with plug-ins in it, and lets GIMP query them once.

    executables: those of the plug-ins. Each is copied to a folder named after it, with the help pages, their
    images and translations beside it; the project's own plug-in gets its installed name.
    """
    home = Path(home).resolve()
    # GIMP creates its folders only if gimp/ itself is missing; later it complains of each missing
    # one.
    inside = ("plug-ins", "scripts", "brushes", "dynamics", "fonts", "gradients", "palettes",
              "patterns", "tool-presets")
    for name in (*(f"gimp/{name}" for name in inside), "cache", "data", "config"):
        (home / name).mkdir(parents=True, exist_ok=True)
    if IS_GIMP_3:
        (home / "gimp/gimprc").write_text("(show-welcome-dialog no)\n(check-updates no)\n")
    else:
        shutil.copy2(_SERVE, home / "gimp/scripts")
    for executable in map(Path, executables):
        folder = home / "gimp/plug-ins" / executable.name
        folder.mkdir()
        shutil.copy2(executable, folder)
        for page in executable.parent.glob("help*.html"):
            shutil.copy2(page, folder)
        images = executable.with_name("help")
        if images.exists():
            shutil.copytree(images, folder / "help")
        for catalog in executable.parents[1].glob(f"po/*/LC_MESSAGES/{executable.name}.mo"):
            language = folder / "locale" / catalog.parts[-3] / "LC_MESSAGES"
            language.mkdir(parents=True)
            shutil.copy2(catalog, language)
    with Gimp(home):
        pass
    return home


def copy_home(home, target):
    """Copies a home that make_home made. GIMP starts in it without querying the plug-ins again."""
    target = Path(target).resolve()
    shutil.copytree(home, target, symlinks=True, ignore=shutil.ignore_patterns("session"))
    return target


def leave_out_operations(home):
    """Lets the plug-ins of a GIMP in `home` load no GEGL operations. The project's plug-in uses GEGL's buffers, but
    none of its operations; not loading them saves a third of the time of each call."""
    environ = Path(home) / "gimp/environ"
    environ.mkdir()
    (environ / "tests.env").write_text("GEGL_PATH=/nonexistent\n")


def scheme(value):
    """A Python value as a Scheme expression. A list becomes a vector (an array in GIMP), a tuple
    becomes a list (a color)."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (str, Path)):
        text = str(value)
        # TinyScheme cannot read literals of more than about 1000 bytes.
        pieces = [text[i:i + 200].replace("\\", "\\\\").replace('"', '\\"')
                  for i in range(0, len(text), 200)] or [""]
        literals = " ".join(f'"{piece}"' for piece in pieces)
        return literals if len(pieces) == 1 else f"(string-append {literals})"
    listed = "(list " + " ".join(map(scheme, value)) + ")"
    return listed if isinstance(value, tuple) else f"(list->vector {listed})"


_TOKEN = re.compile(r'\s*(#\(|\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+)', re.S)


def _unquote(text):
    """The text of a string as TinyScheme writes it, with special and non-ASCII bytes as \\xHH."""
    raw = bytearray()
    for plain, code, char in re.findall(r'([^\\]+)|\\x([0-9a-fA-F]{2})|\\(.)', text, re.S):
        if code:
            raw.append(int(code, 16))
        else:
            raw += (plain or {"n": "\n", "t": "\t", "r": "\r"}.get(char, char)).encode()
    return raw.decode()


def parse(text):
    """Parses the output of Scheme's `write` to Python values; lists and vectors become lists."""
    stack = [[]]
    for token in _TOKEN.findall(text):
        if token in ("(", "#("):
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        elif token.startswith('"'):
            stack[-1].append(_unquote(token[1:-1]))
        elif token in ("#t", "#f"):
            stack[-1].append(token == "#t")
        else:
            try:
                stack[-1].append(int(token))
            except ValueError:
                try:
                    stack[-1].append(float(token))
                except ValueError:
                    stack[-1].append(token)
    return stack[0][0]


def check_text(stderr):
    """Fails if GIMP, a plug-in or GLib complained of anything but a failed procedure."""
    trouble = [line for line in stderr.splitlines()
               if _TROUBLE.search(line) and not (IS_GIMP_3 and _NOT_OURS.search(line))]
    if trouble:
        raise GimpFailure("GIMP complained:\n" + "\n".join(trouble))


def _as_scheme(question):
    if isinstance(question, tuple):
        return f"({' '.join([question[0], *map(scheme, question[1:])])})"
    if isinstance(question, list):
        return f"(list {' '.join(map(_as_scheme, question))})"
    return question


def _as_json(question):
    if isinstance(question, list):
        question = {"all": question}
    elif isinstance(question, str) and question != "quit":
        question = ("test-evaluate", question)
    return json.dumps(question, default=str)


_running = set()


def _end(number, frame):
    """Ends the tests, and what they started in sessions of its own."""
    for gimp in tuple(_running):
        gimp.kill()
    os._exit(128 + number)


# meson and people end the tests so.
signal.signal(signal.SIGTERM, _end)


def _open_pipe(path):
    """Makes a named pipe, open at both ends, so that no process waits for another one to open it."""
    os.mkfifo(path)
    return os.open(path, os.O_RDWR)


class Gimp:
    """A running GIMP in `home`. For display, bus and language see `environment`."""

    def __init__(self, home, display=None, bus=None, language=None):
        self.home, self.display = Path(home).resolve(), display
        self.folder = self.home / "session"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self._asked, self._answered = (_open_pipe(self.folder / name) for name in ("asked", "answered"))
        self._heard = b""  # of a line of _answered
        self._count = 0
        self.is_waiting = False  # for the answer to what was sent last
        self._stderr_path = self.folder / "stderr"
        self._noted = 0
        command = ["gimp-console" if IS_GIMP_3 else "gimp", "-i", "-d", "-f"]
        if display is not None:
            command = ["gimp", "-n", "-d", "-f", "-s"]
            if bus is None:
                # Otherwise GIMP would start a bus that outlives the test.
                command = ["dbus-run-session", "--", *command]
        serve = ["-b", f"(test-serve {scheme(self.folder)})", "-b", "(gimp-quit 1)"]
        if IS_GIMP_3:
            serve = ["--batch-interpreter", "python-fu-eval", "-b", f"exec(open({str(_SERVE_3)!r}).read())", "--quit"]
        with open(self._stderr_path, "wb") as stderr, open(self.folder / "stdout", "wb") as stdout:
            self.process = subprocess.Popen(
                [*command, *serve],
                env=environment(self.home, display, bus, language) | {"ERRDIFF_TEST_FOLDER": str(self.folder)},
                stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, start_new_session=True)
        self._ended = os.pidfd_open(self.process.pid)
        _running.add(self)
        try:
            self.pdb("gimp-version")
        except BaseException:
            self.kill()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            self.close()
            self.check_stderr()
        else:
            self.kill()

    @property
    def stderr(self):
        return self._stderr_path.read_text(errors="replace")

    @property
    def last_lines(self):
        """The end of what GIMP wrote to its standard error; all of it would bury a test's own message."""
        return "\n".join(self.stderr.splitlines()[-10:])

    def messages(self):
        """What GIMP wrote to its standard error since the last call, messages to the user
        included."""
        text = self.stderr
        news, self._noted = text[self._noted:], len(text)
        return news

    def send(self, question):
        """Asks GIMP without waiting; `answer` waits for the value. A question is a call, as a tuple (procedure,
        arguments…), a list of calls, or an expression in Scheme."""
        self._count += 1
        text = (_as_json if IS_GIMP_3 else _as_scheme)(question) + "\n"
        (self.folder / f"{self._count}.ask").write_text(text, encoding="utf-8")
        os.write(self._asked, b"%d\n" % self._count)
        self.is_waiting = True

    def _is_answered(self, timeout):
        """Waits for the answer to what was sent last; False: it did not come in `timeout` seconds."""
        deadline = time.monotonic() + timeout
        while self.is_waiting:
            left = max(0, deadline - time.monotonic())
            changed, _, _ = select.select([self._answered, self._ended], [], [], left)
            if self._answered in changed:
                *lines, self._heard = (self._heard + os.read(self._answered, 4096)).split(b"\n")
                self.is_waiting = b"%d" % self._count not in lines
            elif changed:
                raise GimpFailure(f"GIMP ended ({self.process.wait()}):\n{self.last_lines}")
            else:
                return False
        return True

    def answer(self, timeout=PATIENCE):
        """The value of the question that was sent last."""
        base = self.folder / str(self._count)
        if not self._is_answered(timeout):
            question = base.with_suffix(".ask").read_text(encoding="utf-8")
            states = self._states()
            self.kill()
            raise GimpFailure(f"no answer in {timeout} s to {question}\n{states}\n{self.last_lines}")
        read = json.loads if IS_GIMP_3 else parse
        kind, *rest = read(base.with_suffix(".out").read_text(encoding="utf-8"))
        if kind == "error":
            raise PdbError(" ".join(map(str, rest)))
        # In GIMP 3 the value of an expression in Scheme is a text.
        return parse(rest[0]) if isinstance(rest[0], str) else rest[0]

    def end_call(self, timeout):
        """Takes the answer to a call of the plug-in that no test reads. If it does not come in `timeout` seconds, the
        plug-in is killed, so that other tests can use this GIMP, and GimpFailure is raised."""
        if self._is_answered(timeout):
            return
        states = self._states()
        for process in self.plug_in_processes():
            os.kill(process, signal.SIGKILL)
        self._is_answered(PATIENCE)
        self.messages()
        raise GimpFailure(f"The plug-in did not end in {timeout} s:\n{states}")

    def evaluate(self, question, timeout=PATIENCE):
        """The value of a question; see `send`."""
        self.send(question)
        return self.answer(timeout)

    def pdb(self, procedure, *arguments, timeout=PATIENCE):
        """Calls a procedure of GIMP's database and returns its values, a list."""
        return self.evaluate((procedure, *arguments), timeout)

    def pdb_all(self, calls, timeout=PATIENCE):
        """The values of several calls, each a tuple (procedure, arguments…), sent all at once."""
        return self.evaluate(list(calls), timeout)

    def plug_in_processes(self, name=NAME):
        """The ids of this GIMP's processes that run the plug-in `name`."""
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                executable = Path(os.readlink(entry / "exe"))
            except OSError:
                continue
            if executable.name == name and self.home in executable.parents:
                found.append(int(entry.name))
        return found

    def _states(self):
        """A line for each process of this session: what it runs, and what the kernel says each of its threads waits
        for ("0": it runs)."""
        lines = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if os.getsid(int(process.name)) == self.process.pid:
                    words = (process / "cmdline").read_bytes().split(b"\0")[:1]
                    waits = [(thread / "wchan").read_text() for thread in (process / "task").iterdir()]
                    lines.append(f"{process.name} {b' '.join(words).decode()}: {', '.join(waits)}")
            except OSError:
                pass  # it has ended meanwhile
        return "\n".join(lines)

    def close(self):
        """Quits GIMP normally."""
        self.send("quit")
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise GimpFailure(f"GIMP does not end\n{self.last_lines}") from None
        self._forget()
        if not (self.folder / "served").exists():
            raise GimpFailure(f"GIMP ended too early\n{self.last_lines}")

    def check_stderr(self):
        """Fails if GIMP, a plug-in or GLib complained in this session."""
        check_text(self.stderr)

    def kill(self):
        """Kills GIMP and the processes it started."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self._forget()

    def _forget(self):
        if self in _running:
            _running.remove(self)
            for descriptor in (self._asked, self._answered, self._ended):
                os.close(descriptor)


class SharedGimp:
    """A GIMP that many tests use one after another: the running one, or a new one if a test has ended the last.

    home: what make_home made, which is not changed; folder: for copies of it; screen: the size of a screen for it, as
    Screen takes it, or None: it has no windows."""

    def __init__(self, home, folder, screen=None):
        self.home, self.folder, self.screen = home, folder, screen
        self.gimp = None
        self.starts = 0
        self._opened = contextlib.ExitStack()

    def get(self):
        if not self.is_running():
            self.starts += 1
            home = copy_home(self.home, self.folder / f"home-{self.starts}")
            leave_out_operations(home)
            # A screen remembers keys that are down and the bus of the last GIMP, so a new GIMP has a screen of its own.
            self._opened.close()
            display = self._opened.enter_context(Screen(self.screen)) if self.screen else None
            self.gimp = Gimp(home, display)
        return self.gimp

    def is_running(self):
        return self.gimp is not None and self.gimp.process.poll() is None

    def close(self):
        with self._opened:
            if self.is_running():
                self.gimp.close()
                self.gimp.check_stderr()
