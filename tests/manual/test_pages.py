# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages: their form, and that they say what the command does."""

import json
import re
import shutil
import subprocess

import pytest
from pages import (BUILD, COMMAND_PAGES, FOLDER, HELP, PAGES, TOP, call_errdiff, get_source, list_code,
                   list_help_options, render, run, split_sections)

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"]
ENDINGS = (".c", ".h", ".cu")


def test_pages_are_there():
    assert {"errdiff.1", "errdiff-bench.1", "errdiff.3"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_no_warnings(page):
    for words in (["mandoc", "-T", "lint"], ["groff", "-K", "utf8", "-man", "-ww", "-z", "-T", "utf8"]):
        done = subprocess.run([*words, FOLDER / page], check=False, capture_output=True, text=True, timeout=60)
        assert (done.stdout + done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("page", COMMAND_PAGES)
def test_sections(page):
    sections = list(split_sections(render(page)))
    assert [name for name in sections if name in SECTIONS] == SECTIONS


@pytest.mark.parametrize("page", COMMAND_PAGES)
def test_options_are_those_of_the_help(page):
    text = split_sections(render(page))["OPTIONS"]
    assert re.findall(r"^ {7}(?:-[a-z], )?(--[a-z-]+)", text, re.MULTILINE) == list_help_options(*HELP[page])


def words_by_option(text, indent):
    """Returns the words with which each option is explained, in lower case."""
    parts = re.split(rf"^ {{{indent}}}(?:-[a-z], )?(--[a-z-]+)", text, flags=re.MULTILINE)
    return {name: set(re.findall(r"\w+", part.lower())) for name, part in zip(parts[1::2], parts[2::2])}


@pytest.mark.parametrize("page", COMMAND_PAGES)
def test_explanations_are_those_of_the_help(page):
    """Explanations, values and defaults; only the words around these differ."""
    text = call_errdiff(*HELP[page], "--help").partition("\n\n  -")[2].partition("\n\n")[0]
    in_help = words_by_option("  -" + text, 2)
    assert len(in_help) == len(list_help_options(*HELP[page]))
    in_page = words_by_option(split_sections(render(page))["OPTIONS"], 7)
    for name, words in in_help.items():
        assert words - in_page[name] <= {"required"}, name


@pytest.mark.parametrize("name", ["kernels", "palettes", "devices", "engines"])
def test_names_are_those_of_the_lists(name):
    listed = [line.split()[0] for line in call_errdiff(name).splitlines()[1:]]
    assert re.findall(r"^ {7}([a-z][a-z0-9.-]+)  ", split_sections(render("errdiff.1"))[name.upper()], re.M) == listed


def test_pages_name_the_environment_that_the_programs_read():
    # The pages are for systems that have manual pages.
    sources = [path.read_text(encoding="utf-8") for folder in ("command", "core", "hologram")
               for path in (TOP / folder).rglob("*.*")
               if path.suffix in ENDINGS and not path.stem.endswith("_windows") and path.parent.name != "tests"]
    found = [name for text in sources for name in re.findall(r'"(ERRDIFF_[A-Z_]+)"|getenv\("([A-Z0-9_]+)"\)', text)]
    read = {one or other for one, other in found} - {"ERRDIFF_CUDA_FAULT"}  # only in builds with tests
    tags = re.findall(r"^\.TP\n(.*)", "".join(get_source(page, "ENVIRONMENT") for page in COMMAND_PAGES), re.MULTILINE)
    assert {name for tag in tags for name in re.findall(r"\\fB([A-Z0-9_]+)\\fR", tag)} == read


@pytest.mark.parametrize("page", COMMAND_PAGES)
def test_examples_have_real_options(page):
    options = set(list_help_options(*HELP[page]))
    examples = " ".join(list_code(page, "EXAMPLES"))
    assert set(re.findall(r"(?<=\s)--[a-z-]+", examples)) <= options


@pytest.fixture(name="photographs")
def _photographs(tmp_path):
    """A folder with the files that the examples read. They are small."""
    small = ["-resize", "64x64!", "-strip"]
    run("convert", TOP / "tests/data/coffee.png", *small, tmp_path / "in.png")
    for name in ("in.ppm", "photo.jpg"):
        run("convert", tmp_path / "in.png", tmp_path / name)
    (tmp_path / "photos").mkdir()
    for name in ("one.jpg", "two.jpg"):
        shutil.copy(tmp_path / "photo.jpg", tmp_path / "photos" / name)
    (tmp_path / "dithered").mkdir()
    (tmp_path / "bin").mkdir()
    return tmp_path


@pytest.mark.parametrize("page", [page for page in COMMAND_PAGES if page != "errdiff-bench.1"])
def test_examples_work(page, photographs, monkeypatch):
    """Those of the benchmark would take minutes."""
    monkeypatch.setenv("PATH", str(photographs / "bin"), prepend=":")
    (photographs / "bin/errdiff").symlink_to(BUILD / "command/errdiff")
    examples = list_code(page, "EXAMPLES")
    assert examples
    for example in examples:
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", example], cwd=photographs, check=False,
                              capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, ""), example


def test_files_are_installed_where_they_are_looked_for():
    plan = json.loads(run("meson", "introspect", "--installed", BUILD))
    places = {place.partition("/share/")[2] for path, place in plan.items() if path.startswith(str(FOLDER))}
    assert places == {f"man/man{page[-1]}/{page}" for page in PAGES} | {
        "bash-completion/completions/errdiff", "zsh/site-functions/_errdiff", "fish/vendor_completions.d/errdiff.fish"}
