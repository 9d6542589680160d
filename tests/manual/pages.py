# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages of a build, and what the command itself says about its options."""

import os
import re
import subprocess
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ["BUILD"])
FOLDER = BUILD / "manual"
PAGES = sorted(path.name for path in FOLDER.glob("errdiff*.[13]"))
HELP = {"errdiff.1": (), "errdiff-bench.1": ("bench",), "errdiff-hologram.1": ("hologram",)}
COMMAND_PAGES = [page for page in PAGES if page in HELP]


def run(*words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=120, **more).stdout


def call_errdiff(*words):
    return run(os.environ["ERRDIFF"], *words)


def list_help_options(*command):
    """Returns the options of a command in the order of its help."""
    options = re.findall(r"^  (?:-[a-z], )?(--[a-z-]+)", call_errdiff(*command, "--help"), re.MULTILINE)
    assert options[-1] in ("--help", "--version")
    return options


def get_source(page, section):
    """Returns the source of a section of a page."""
    sections = re.split(r"^\.SH ", (FOLDER / page).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return next(text for text in sections if text.startswith(section + "\n"))


def render(page):
    """Returns the text of a page as a terminal of 78 columns shows it."""
    return re.sub(".\b", "", run("mandoc", "-T", "utf8", "-O", "width=78", FOLDER / page))


def split_sections(text):
    """Returns the text below each heading of a rendered page."""
    parts = re.split(r"^([A-Z][A-Z ]+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def list_code(page, section):
    """Returns the blocks of code in a section of a page, as a reader would type them."""
    blocks = re.findall(r"^\.EX\n(.*?)^\.EE$", get_source(page, section), re.MULTILINE | re.DOTALL)
    return [block.replace(r"\&", "").replace(r"\-", "-").replace(r"\e", "\\") for block in blocks]
