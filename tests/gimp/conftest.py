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


@pytest.fixture(scope="session")
def shared(warm_home, tmp_path_factory):
    session = support.SharedGimp(warm_home, tmp_path_factory.mktemp("shared"))
    yield session
    session.close()


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
