# SPDX-License-Identifier: GPL-3.0-or-later
"""One GIMP on one screen for all tests in this folder, with a new image for each test."""

import os
import re
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "support"))
sys.path.append(str(TESTS / "cli"))  # has a PNG writer

import gimp as support  # noqa: E402
from desk import Desk, Photograph  # noqa: E402


@pytest.fixture(scope="session")
def unused_home(tmp_path_factory):
    """A home for a GIMP, in which none runs."""
    os.environ["GTK_MODULES"] = "gail:atk-bridge"
    os.environ["G_MESSAGES_DEBUG"] = "errdiff"  # the plug-in tells what it dithers
    return support.make_home(tmp_path_factory.mktemp("window") / "unused", support.plug_ins())


@pytest.fixture(scope="session")
def shared(unused_home, tmp_path_factory):
    # GIMP 3's theme makes the dialog wider.
    screen = "1600x1900x24" if support.IS_GIMP_3 else "1280x1800x24"
    session = support.SharedGimp(unused_home, tmp_path_factory.mktemp("shared"), screen)
    yield session
    session.close()


@pytest.fixture
def gimp(shared):
    return shared.get()


@pytest.fixture(scope="session")
def photographs(tmp_path_factory):
    """The photograph in the GIMP that runs, with that GIMP."""
    return {}


@pytest.fixture
def photograph(gimp, photographs, tmp_path_factory):
    if gimp not in photographs:
        photographs.clear()
        photographs[gimp] = Photograph(gimp, "chelsea.png", tmp_path_factory.mktemp("photograph"))
    return photographs[gimp]


@pytest.fixture
def desk(shared, gimp, photograph, tmp_path):
    made = Desk(gimp, tmp_path)
    made.copy(photograph)
    gimp.messages()
    yield made
    if shared.is_running():
        made.leave()
        support.check_text(gimp.messages())


# Tests that run in GIMP 2.10 alone, by the reason.
NOT_IN_GIMP_3 = {
    "docs/gimp.md tells the steps in GIMP 2.10": ("test_table",),
    "the key End chooses nothing in a list whose last row cannot be chosen": ("test_whole_job_in_every_group",),
    "it stores last values itself, and only those of arguments": (
        "test_last_values", "test_threads", "test_sections_are_closed_while_they_have_their_defaults"),
}


def pytest_collection_modifyitems(items):
    reasons = {name: reason for reason, names in NOT_IN_GIMP_3.items() for name in names}
    for item in items:
        if item.originalname in reasons:
            item.add_marker(support.only_in_gimp_2(reasons[item.originalname]))


def pytest_terminal_summary(terminalreporter):
    """Says why a test was run again: it may pass then, and what went wrong at first would be lost."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.section(f"run again: {report.nodeid}, {report.when}", "-")
        told = [line for line in report.longreprtext.splitlines() if re.match(r"E  |\S+:\d+: ", line)]
        for line in told[:20]:
            terminalreporter.line(line)
