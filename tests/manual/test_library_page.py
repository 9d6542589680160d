# SPDX-License-Identifier: GPL-3.0-or-later
"""errdiff(3): that it names the functions of the headers, and that its example works as it says."""

import os
import re
import subprocess

from pages import BUILD, TOP, call_errdiff, list_code, render, run, split_sections

HEADERS = "".join(path.read_text(encoding="utf-8") for folder in ("core", "hologram")
                  for path in sorted((TOP / folder / "include").rglob("*.h")))


def test_functions_are_those_of_the_headers():
    declared = re.findall(r"^ERRDIFF_API [^;]*?\b(errdiff_\w+)\(", HEADERS, re.MULTILINE)
    assert len(declared) > 50
    assert sorted(re.findall(r"\b(errdiff_\w+)\(", "".join(list_code("errdiff.3", "FUNCTIONS")))) == \
        sorted(declared)


def test_names_are_in_the_headers():
    files = {"errdiff_dependence", "errdiff_hologram"}
    names = set(re.findall(r"\b(?:errdiff|ERRDIFF)_\w+", render("errdiff.3"))) - files
    assert names <= set(re.findall(r"\w+", HEADERS))


def test_every_status_is_explained():
    statuses = re.search(r"enum errdiff_status \{(.*?)\}", HEADERS, re.DOTALL)[1]
    assert re.findall(r"^ {7}(ERRDIFF_\w+)$", split_sections(render("errdiff.3"))["RETURN VALUE"], re.MULTILINE) == \
        re.findall(r"ERRDIFF_\w+", statuses)


def test_the_example_works(tmp_path):
    """It is compiled as the page says, with the library of the build, and does what the command does."""
    (tmp_path / "program.c").write_text(list_code("errdiff.3", "EXAMPLE")[0], encoding="utf-8")
    line = re.search(r"cc program\.c .*", split_sections(render("errdiff.3"))["SYNOPSIS"])[0]
    environment = os.environ | {"PKG_CONFIG_PATH": str(BUILD / "meson-uninstalled"),
                                "LD_LIBRARY_PATH": str(BUILD / "core")}
    run("sh", "-ec", f"{line} -std=c11 -Wall -Wextra -Werror", cwd=tmp_path, env=environment)
    shown = subprocess.run([tmp_path / "a.out"], env=environment, check=True, capture_output=True, timeout=60).stdout
    gradient = bytes(x // 2 for x in range(512)) * 128
    (tmp_path / "in.pgm").write_bytes(b"P5\n512 128\n255\n" + gradient)
    call_errdiff(str(tmp_path / "in.pgm"), str(tmp_path / "out.pgm"), "--kernel", "atkinson", "--levels", "4")
    assert shown == (tmp_path / "out.pgm").read_bytes() and len(set(shown[-len(gradient):])) == 4
