# SPDX-License-Identifier: GPL-3.0-or-later
"""One GIMP for all tests in this folder, because starting it takes longer than most tests."""

import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
# The command's tests have a PNG reader and writer.
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "cli")]

import gimp as support  # noqa: E402
from images import Images  # noqa: E402


@pytest.fixture(scope="session")
def warm_home(tmp_path_factory):
    return support.make_home(tmp_path_factory.mktemp("warm") / "home", support.plug_ins())


class Shared:
    """The running GIMP, or a new one if a test has ended the last."""

    def __init__(self, home, folder):
        self.home, self.folder = home, folder
        self.gimp = None
        self.starts = 0

    def get(self):
        if self.gimp is None or self.gimp.process.poll() is not None:
            self.starts += 1
            home = support.copy_home(self.home, self.folder / f"home-{self.starts}")
            # Tests with a GIMP of their own do load them.
            support.leave_out_operations(home)
            self.gimp = support.Gimp(home)
        return self.gimp


@pytest.fixture(scope="session")
def shared(warm_home, tmp_path_factory):
    session = Shared(warm_home, tmp_path_factory.mktemp("shared"))
    yield session
    if session.gimp is not None and session.gimp.process.poll() is None:
        session.gimp.close()
        session.gimp.check_stderr()


@pytest.fixture
def images(shared, tmp_path):
    """Images in the shared GIMP, which are deleted when the test ends."""
    gimp = shared.get()
    made = Images(gimp, tmp_path)
    gimp.messages()
    yield made
    if gimp.process.poll() is None:
        made.delete()
        support.check_text(gimp.messages())
