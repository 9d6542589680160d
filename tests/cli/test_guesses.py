# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls as people guess them: short options, help in every form, and what is said to a name that does not exist."""

import pytest

COMMANDS = ("engines", "kernels", "palettes", "presets", "devices", "bench", "wedge", "hologram")


@pytest.mark.parametrize("short, long", [
    (["-k", "stucki"], ["--kernel", "stucki"]), (["-kstucki"], ["--kernel", "stucki"]),
    (["-l", "4,8,4"], ["--levels", "4,8,4"]), (["-l3"], ["--levels", "3"]),
    (["-p", "game-boy"], ["--palette", "game-boy"]), (["-p#000000,#ff8000"], ["--palette", "#000000,#ff8000"])])
def test_short_options(as_typed, small_rgb, short, long):
    as_typed.write("in.ppm", small_rgb)
    as_typed.works("in.ppm", "expected.pnm", *long)
    as_typed.works(*short, "in.ppm", "out.pnm")
    assert as_typed.read("out.pnm") == as_typed.read("expected.pnm")


def test_the_number_of_colors_has_a_short_form(as_typed, small):
    as_typed.write("in.pgm", small)
    assert "257 is out of range" in as_typed.fails(2, "in.pgm", "out.pgm", "-c", "257")


@pytest.mark.parametrize("call", [["-o", "out.pgm", "in.pgm"], ["in.pgm", "-oout.pgm"], ["in.pgm", "--output=out.pgm"]])
def test_the_output_can_be_an_option(as_typed, small, call):
    as_typed.write("in.pgm", small)
    as_typed.works("in.pgm", "expected.pgm")
    as_typed.works(*call)
    assert as_typed.read("out.pgm") == as_typed.read("expected.pgm")


def test_the_output_is_named_once(as_typed, small):
    as_typed.write("in.pgm", small)
    (as_typed.folder / "to").mkdir()
    assert "--output" in as_typed.fails(2, "in.pgm", "out.pgm", "-o", "out.pgm")
    assert "--output" in as_typed.fails(2, "-o", "out.pgm")
    assert "output" in as_typed.fails(2, "in.pgm", "-o", "")
    assert "--output and --to" in as_typed.fails(2, "in.pgm", "-o", "out.pgm", "--to", "to")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(as_typed, command):
    text = as_typed.works(command, "--help") if command != "hologram" else as_typed.run(command, "--help").stdout
    if text:
        assert text.startswith(f"Usage: errdiff {command}".encode())
        assert as_typed.works(command, "-h") == as_typed.works("help", command) == text


def test_help(as_typed):
    text = as_typed.works("--help")
    assert as_typed.works("-h") == as_typed.works("help") == as_typed.works("help", "help") == text
    assert as_typed.works("help", "--help") == as_typed.works("help", "-h") == text
    usage = text.decode().partition("\n\n")[0]
    assert all(f"errdiff {command}" in usage for command in (*COMMANDS, "help"))
    assert "did you mean kernels?" in as_typed.fails(2, "help", "kernel")
    as_typed.fails(2, "help", "no-command")
    as_typed.fails(2, "help", "bench", "more")


@pytest.mark.parametrize("typed, meant", [
    ("--kernal", "--kernel"), ("--algorithm=stucki", "--kernel"), ("--color", "--colors"),
    ("--pallete", "--palette"), ("--Palette", "--palette"), ("-palette", "--palette"), ("--grayscale", "--gray"),
    ("--dot_gain", "--dot-gain"), ("--serp", "--serpentine"), ("--size", "--resize"), ("--indxed", "--indexed")])
def test_options_that_do_not_exist(as_typed, small, typed, meant):
    as_typed.write("in.pgm", small)
    line = as_typed.fails(2, "in.pgm", "out.pgm", typed)
    assert f"{typed}: not an option; did you mean {meant}? " in line and "`errdiff --help`" in line


@pytest.mark.parametrize("typed", ["--zzz", "-z", "--", "--x=3", "-9", "--" + "k" * 100])
def test_options_like_no_other(as_typed, small, typed):
    as_typed.write("in.pgm", small)
    assert "did you mean" not in as_typed.fails(2, "in.pgm", "a", "b", typed)


@pytest.mark.parametrize("option, typed, meant", [
    ("--match", "lightnes", "lightness"), ("--gamut", "Compress", "compress"), ("--alpha", "treshold", "threshold"),
    ("--kernel", "floyd-steinburg", "floyd-steinberg"), ("--kernel", "floyd", "floyd-steinberg"),
    ("--kernel", "Stucki", "stucki"), ("--palette", "gameboy", "game-boy"), ("--palette", "pico8", "pico-8"),
    ("--engine", "wavfront", "wavefront")])
def test_values_that_do_not_exist(as_typed, small, option, typed, meant):
    as_typed.write("in.pgm", small)
    line = as_typed.fails(2, "in.pgm", "out.pgm", option, typed)
    assert option.strip("-") in line and typed in line and "choose from" in line
    assert line.endswith(f"; did you mean {meant}?\n")


def test_a_palette_is_no_number_of_colors(as_typed, small):
    as_typed.write("in.pgm", small)
    line = as_typed.fails(2, "in.pgm", "out.pgm", "--colors", "game-boy")
    assert "colors: " in line and "2 to 256" in line and "--palette" in line


def test_commands_that_do_not_exist(as_typed):
    assert "did you mean errdiff palettes?" in as_typed.fails(2, "palette")
    assert "did you mean errdiff kernels?" in as_typed.fails(2, "kernals")
    assert "did you mean" not in as_typed.fails(2, "in.png")
