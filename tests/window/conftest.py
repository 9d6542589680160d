# SPDX-License-Identifier: GPL-3.0-or-later
"""One GIMP on one screen for all tests in this folder, with a new image for each test."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import gimp as support  # noqa: E402
from desk import Desk, Photograph  # noqa: E402
from screen import Screen  # noqa: E402


@pytest.fixture(scope="session")
def display():
    # GIMP 3's theme makes the dialog wider.
    with Screen("1600x1100x24" if support.IS_GIMP_3 else "1280x1024x24") as name:
        yield name


@pytest.fixture(scope="session")
def unused_home(tmp_path_factory):
    """A home for a GIMP, in which none runs."""
    os.environ["GTK_MODULES"] = "gail:atk-bridge"
    os.environ["G_MESSAGES_DEBUG"] = "errdiff"  # the plug-in tells what it dithers
    home = support.make_home(tmp_path_factory.mktemp("window") / "unused", support.plug_ins())
    support.leave_out_operations(home)
    return home


@pytest.fixture(scope="session")
def gimp(display, unused_home):
    with support.Gimp(support.copy_home(unused_home, unused_home.with_name("home")), display) as running:
        yield running


@pytest.fixture(scope="session")
def photograph(gimp, tmp_path_factory):
    return Photograph(gimp, "chelsea.png", tmp_path_factory.mktemp("photograph"))


@pytest.fixture
def desk(gimp, display, photograph, tmp_path):
    made = Desk(gimp, display, tmp_path)
    made.copy(photograph)
    gimp.messages()
    yield made
    made.leave()
    support.check_text(gimp.messages())
