# SPDX-License-Identifier: GPL-3.0-or-later
"""The completions, in real shells."""

import re

import pytest
from pages import COMMAND_PAGES, FOLDER, HELP, call_errdiff, list_help_options
from shells import COMPLETE

COMPLETIONS = {"bash": FOLDER / "errdiff", "zsh": FOLDER / "_errdiff", "fish": FOLDER / "errdiff.fish"}
FILES = {"in.png", "ink.gpl", "folder"}
COMMANDS = [HELP[page] for page in COMMAND_PAGES] + [("kernels",)]


@pytest.fixture(name="complete", params=COMPLETIONS)
def _complete(request, tmp_path):
    """Returns the words with which a shell completes a line, in a folder with FILES."""
    folder = tmp_path / "files"
    (folder / "folder").mkdir(parents=True)
    for name in ("in.png", "ink.gpl"):
        (folder / name).touch()

    def complete(line):
        return COMPLETE[request.param](str(COMPLETIONS[request.param]), line, folder)

    complete.shell = request.param
    return complete


def list_names(kind):
    return {line.split()[0] for line in call_errdiff(kind).splitlines()[1:]}


@pytest.mark.parametrize("command", COMMANDS, ids="-".join)
def test_options_are_those_of_the_help(complete, command):
    assert complete(" ".join(["errdiff", *command, "--"])) == set(list_help_options(*command))


def test_commands_are_those_of_the_help(complete):
    usage = call_errdiff("--help").partition("\n\n")[0]
    commands = set(re.findall(r"errdiff ([a-z]+)", usage))
    if ("hologram",) not in COMMANDS:
        commands.remove("hologram")
    assert complete("errdiff ") == commands | FILES


@pytest.mark.parametrize(("line", "words"), [
    ("errdiff --match ", {"rgb", "oklab", "lightness"}),
    ("errdiff --linear in.png --match=o", {"oklab"}),
    ("errdiff in.png --alpha t", {"threshold"}),
    ("errdiff in.png -p game", {"game-boy"}),
    ("errdiff --preset classic", {"classic-mac"}),
    ("errdiff --to ", {"folder"}),
    ("errdiff --lock ", set()),
    ("errdiff --levels ", set()),
    ("errdiff in", {"in.png", "ink.gpl"}),
    ("errdiff in.png be", set()),
    ("errdiff in.png ", FILES),
    ("errdiff bench --bits ", {"8", "16"}),
    ("errdiff bench --isa avx5", {"avx512"}),
    ("errdiff bench f", set()),
    ("errdiff engines ", set()),
    ("errdiff kernels f", set()),
])
def test_words(complete, line, words):
    assert complete(line) == words


@pytest.mark.skipif(("hologram",) not in COMMANDS, reason="errdiff was built without holograms")
@pytest.mark.parametrize(("line", "words"), [
    ("errdiff hologram in", {"in.png", "ink.gpl"}),
    ("errdiff hologram --scene ", {"p256", "o", "dice"}),
    ("errdiff hologram --engine se", {"serial"}),
    ("errdiff hologram --reconstruction ", FILES),
])
def test_words_for_holograms(complete, line, words):
    assert complete(line) == words


@pytest.mark.parametrize(("option", "kind"), [("--kernel", "kernels"), ("--engine", "engines"),
                                              ("--device", "devices")])
def test_names_are_those_of_the_lists(complete, option, kind):
    assert complete(f"errdiff {option} ") == list_names(kind)


def test_palettes(complete):
    words = complete("errdiff --palette ")
    # Fish cannot leave out files with other endings.
    assert words - {"folder", *(["in.png"] if complete.shell == "fish" else [])} == list_names("palettes") | {"ink.gpl"}
