# SPDX-License-Identifier: GPL-3.0-or-later
"""How the command is called, and what it prints."""

import json
import os
import re
import subprocess

import option_table
import pytest


def test_output_is_the_rule(errdiff, reference, small, small_rgb):
    errdiff.write("gray.pgm", small)
    errdiff.write("color.ppm", small_rgb)
    assert errdiff.works("gray.pgm", "out.pgm") == b""
    assert errdiff.read("out.pgm") == reference(small)
    assert errdiff.works("color.ppm", "out.ppm", "--levels", "4,8,4") == b""
    assert errdiff.read("out.ppm") == reference(small_rgb, levels="4,8,4")
    assert errdiff.read("gray.pgm") == small


@pytest.mark.parametrize("name", ["out.pgm", "out.pnm", "out", "with.dot/out", "OUT.PGM"])
def test_endings_of_pnm(errdiff, reference, small, name):
    (errdiff.folder / "with.dot").mkdir()
    errdiff.write("in.pgm", small)
    errdiff.works("in.pgm", name)
    assert errdiff.read(name) == reference(small)


def test_gray_is_no_ppm_and_color_no_pgm(errdiff, reference, small, small_rgb):
    errdiff.write("gray.pgm", small)
    errdiff.write("color.ppm", small_rgb)
    assert ".pgm" in errdiff.fails(1, "gray.pgm", "out.ppm")
    assert ".ppm" in errdiff.fails(1, "color.ppm", "out.pgm")
    assert ".ppm" in errdiff.fails(1, "gray.pgm", "out.pgm", "--palette", "cga")
    errdiff.works("color.ppm", "out.pnm")
    assert errdiff.read("out.pnm") == reference(small_rgb)


@pytest.mark.parametrize("name", ["out.jpg", "out.jp2", "out.xcf", "out.pbm", "out.pgm.bak"])
def test_other_endings_are_refused(errdiff, small, name):
    errdiff.write("in.pgm", small)
    assert name in errdiff.fails(2, "in.pgm", name)


def test_options_may_stand_anywhere(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    expected = reference(small, "atkinson", "3", 80)
    for call in (["--kernel", "atkinson", "--levels=3", "--strength", "80", "in.pgm", "out.pgm"],
                 ["in.pgm", "--kernel=atkinson", "out.pgm", "--levels", "3", "--strength=80"]):
        errdiff.works(*call)
        assert errdiff.read("out.pgm") == expected


def test_names_may_begin_with_a_dash(errdiff, reference, small):
    errdiff.write("-in.pgm", small)
    errdiff.works("--", "-in.pgm", "-out.pgm")
    assert errdiff.read("-out.pgm") == reference(small)


def test_names_may_hold_blanks_and_letters_of_any_script(errdiff, reference, small):
    errdiff.write("Bild 1 — größer.pgm", small)
    errdiff.works("Bild 1 — größer.pgm", "出力 1.pgm")
    assert errdiff.read("出力 1.pgm") == reference(small)


def test_threads_do_not_change_the_image(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    for threads in (0, 1, 2, 7, 1024):
        errdiff.works("in.pgm", "out.pgm", "--threads", threads)
        assert errdiff.read("out.pgm") == reference(small)


def test_custom_kernel(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    kernel = "21: 1,0,9; -1,1,4; 0,1,8; 3,2,-2"
    errdiff.works("in.pgm", "out.pgm", "--kernel", kernel)
    assert errdiff.read("out.pgm") == reference(small, kernel)


# ---- Reports and lists ---------------------------------------------------------------------------

def test_json(errdiff, small_rgb):
    errdiff.write("in.ppm", small_rgb)
    report = json.loads(errdiff.works("in.ppm", "out.ppm", "--json", "--levels", "4,8,4",
                                      "--engine", "serial-ed", "--strength", "90"))
    expected = {"engine": "serial-ed", "kernel": "floyd-steinberg", "levels": [4, 8, 4],
                "strength": 90, "width": 31, "height": 17, "channels": 3, "bits": 8}
    assert {name: report[name] for name in expected} == expected
    assert report["prepare_ms"] >= 0 and report["dither_ms"] > 0


def without_times(report):
    return {name: value for name, value in json.loads(report).items() if not name.endswith("_ms")}


@pytest.mark.skipif(not os.environ["COMMA_LOCALES"], reason="the locale is made on Linux only")
def test_numbers_do_not_depend_on_the_locale(errdiff, small_rgb):
    """Neither what is read, nor the pixels, nor what is written, with a decimal comma."""
    comma = {**os.environ, "LOCPATH": os.environ["COMMA_LOCALES"], "LC_ALL": "de_DE.UTF-8"}
    told = subprocess.run(["locale", "decimal_point"], env=comma, stdout=subprocess.PIPE, check=True)
    assert told.stdout == b",\n"
    errdiff.write("in.ppm", small_rgb)
    call = ["in.ppm", "out.ppm", "--json", "--stretch", "--stretch-share", "1.25", "--gamma", "1.5"]
    expected = errdiff.works(*call), errdiff.read("out.ppm"), errdiff.works("--help")
    made = errdiff.works(*call, env=comma), errdiff.read("out.ppm"), errdiff.works("--help", env=comma)
    assert without_times(made[0]) == without_times(expected[0])
    assert made[1:] == expected[1:]
    assert json.loads(made[0])["stretch-share"] == 1.25
    errdiff.fails(2, "in.ppm", "no.ppm", "--gamma", "1,5", env=comma)


def test_json_of_auto_names_the_engine_that_ran(errdiff, small):
    errdiff.write("in.pgm", small)
    report = json.loads(errdiff.works("in.pgm", "out.pgm", "--json"))
    assert report["engine"] not in ("", "auto")
    assert f"\n{report['engine']} " in errdiff.works("engines").decode()


def test_json_quotes_the_kernel(errdiff, small):
    errdiff.write("in.pgm", small)
    kernel = "16:\n\t1,0,7;\n\t0,1,9"
    assert json.loads(errdiff.works("in.pgm", "out.pgm", "--json", "--kernel", kernel))[
        "kernel"] == kernel


def test_json_goes_to_standard_error_beside_an_image(errdiff, reference, small):
    errdiff.write("in.pgm", small)
    done = errdiff.run("in.pgm", "-", "--json")
    assert done.returncode == 0
    assert done.stdout == reference(small)
    assert json.loads(done.stderr)["width"] == 64


def test_engines(errdiff):
    lines = errdiff.works("engines").decode().splitlines()
    engines = {line.split()[0]: line for line in lines}
    assert {"auto", "serial-ec", "serial-ed"} <= set(engines)
    assert re.match(r"auto\s+yes\s+\S", engines["auto"])


def test_kernels(errdiff):
    lines = errdiff.works("kernels").decode().splitlines()
    kernels = {line.split()[0]: line.split()[1:3] for line in lines}
    assert kernels["floyd-steinberg"] == ["16", "2"]
    assert kernels["stevenson-arce"] == ["200", "4"]
    assert kernels["simple"] == ["2", "1"]
    assert kernels["ostromoukhov"] == ["65536", "2"]
    assert kernels["zhou-fang"] == ["65536", "2"]


def test_dependence(errdiff):
    """The knight's move, in an image of 6 x 3 pixels."""
    titles, line, *drawn = errdiff.works("kernels", "--dependence", "6x3", "floyd-steinberg").decode().splitlines()
    assert re.fullmatch(r"floyd-steinberg +knight's move +x \+ 2y +10 +3 +1\.8", line)
    assert drawn == ["", "knight's move, iteration x + 2y:", *(
        "".join(f"{x + 2 * y:4}" for x in range(6)) for y in range(3))]


def test_dependence_of_all_kernels(errdiff):
    text = errdiff.works("kernels", "--dependence", "4096x4096").decode()
    table, *drawings = text.split("\n\n")
    kernels = [line.split()[0] for line in errdiff.works("kernels").decode().splitlines()[1:]]
    assert [line.split()[0] for line in table.splitlines()[1:]] == kernels
    assert len(drawings) == len({line.split("  ")[-1] for line in drawings}) > 2


@pytest.mark.parametrize("words, said", [
    ([], "value is missing"), (["8x8", "simple", "more"], "only one kernel"),
    (["8x0"], "not possible"), (["8x8", "nonsense"], "nonsense"), (["8x8", "2: -1,0,1"], "-1,0")])
def test_dependence_called_wrongly(errdiff, words, said):
    assert said in errdiff.fails(2, "kernels", "--dependence", *words)
    assert "needs --dependence" in errdiff.fails(2, "kernels", "simple")


def test_help_and_version(errdiff):
    text = errdiff.works("--help").decode()
    for option in ("kernel", "levels", "palette", "colors", "lock", "match", "linear",
                   "serpentine", "strength", "noise", "seed", "alpha", "bits", "indexed", "engine",
                   "threads", "json", "help", "version"):
        assert re.search(rf"^  (-[a-z], )?--(no-)?{option}\b", text, re.MULTILINE), option
    for word in ("engines", "kernels", "palettes", "devices"):
        assert f"errdiff {word}" in text
    assert re.fullmatch(r"errdiff \d+\.\d+\.\d+\n", errdiff.works("--version").decode())


@pytest.mark.parametrize("name", option_table.NAMES)
def test_the_command_has_every_option_of_the_table(errdiff, name):
    off = "no-" if name in option_table.ON_BY_DEFAULT else ""
    assert re.search(rf"^  (-[a-z], )?--{off}{name}( |$)", errdiff.works("--help").decode(), re.MULTILINE)
    assert "not an option" not in errdiff.fails(2, f"--{name}=")


def test_help_says_what_the_ways_of_matching_mean(errdiff):
    text = " ".join(errdiff.works("--help").decode().partition("--match NAME")[2].split())
    text = text.partition(" --strength")[0]
    assert re.search(r"rgb: .*red, green and blue.*; oklab: .*look.*; lightness: .*; default: lightness\)", text), text


def test_help_is_in_two_columns(errdiff):
    for words in ([], ["bench"]):
        text = errdiff.works(*words, "--help").decode().partition("\n\n  -")[2]
        options = ("  -" + text).partition("\n\n")[0].splitlines()
        assert len(options) > 15
        for line in options:
            assert len(line) <= 94 and (line[22:23].strip() and line[21:22] == " " or
                                        re.fullmatch(r"  (-[a-z], )?--\S+ \S+", line)), line


@pytest.mark.parametrize("options", [[], ["--palette", "ega"]])
def test_the_report_has_every_option_of_presets(errdiff, small, options):
    errdiff.write("in.pgm", small)
    report = json.loads(errdiff.works("in.pgm", "out.pnm", "--json", *options))
    without_effect = {"levels"} if options else {"palette", "match"}
    assert set(option_table.NAMES) & set(report) == (
        set(option_table.IN_PRESETS) - without_effect | {"engine"})


# ---- Wrong calls ---------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments", [
    ["--levels", "1"], ["--levels", "0"], ["--levels", "257"], ["--levels", "-2"],
    ["--levels", "4,8"], ["--levels", "4,8,4,2"], ["--levels", "4,8,1"], ["--levels", "four"],
    ["--levels", ""], ["--levels"],
    ["--kernel", "no-such-kernel"], ["--kernel", ""], ["--kernel", "16: -1,0,7"],
    ["--kernel", "16: 0,0,7"], ["--kernel", "16: 0,-1,7"], ["--kernel", "0: 1,0,7"],
    ["--kernel", "16: 1,0,7; 1,0,2"], ["--kernel", "16: 1,0,2048"], ["--kernel", "16: 16,0,1"],
    ["--kernel", "two\nlines"],
    ["--engine", "no-such-engine"], ["--engine", ""],
    ["--strength", "-1"], ["--strength", "101"], ["--strength", "half"], ["--strength", "50%"],
    ["--strength", "99999999999999999999"], ["--strength", "4294967296"], ["--strength", ""],
    ["--threads", "-1"], ["--threads", "1025"], ["--threads", "two"], ["--threads", "4294967297"],
    ["--noise", "-1"], ["--noise", "101"], ["--noise", "some"], ["--noise", ""], ["--noise"],
    ["--seed", "-1"], ["--seed", "4294967296"], ["--seed", "1.5"], ["--seed", ""], ["--seed"],
    ["--serpentine=1"], ["--linear=yes"], ["--indexed=1"],
    ["--match", "lab"], ["--match", ""], ["--match", "RGB"], ["--match"],
    ["--alpha", "drop"], ["--alpha", ""], ["--alpha"],
    ["--bits", "16"], ["--bits", "0"], ["--bits", "8 "], ["--bits", ""], ["--bits"],
    ["--indexed"], ["--indexed", "--levels", "4"],
    ["--palette", "no-such-palette"], ["--palette", ""], ["--palette"],
    ["--palette", "#"], ["--palette", "#12345"], ["--palette", "#000000,reddish"],
    ["--palette", "cga", "--colors", "4"],
    ["--colors", "1"], ["--colors", "0"], ["--colors", "257"], ["--colors", "-4"],
    ["--colors", "many"], ["--colors", ""], ["--colors"],
    ["--lock", "ff8000"], ["--lock", "ff8000", "--palette", "cga"],
    ["--lock", "ff8000,000000,ffffff", "--colors", "2"],
    ["--lock", "ff80", "--colors", "4"], ["--lock", "ornage", "--colors", "4"],
    ["--lock", "", "--colors", "4"], ["--lock", "ff8000;000000", "--colors", "4"],
    ["--kern", "stucki"], ["--pal", "cga"], ["--serp"], ["--lin"], ["--ind"], ["--nois", "3"],
    ["--color", "4"], ["--see", "1"], ["--js"],
    ["--no-such-option"], ["-k"], ["--json=yes"], ["third.pgm"],
])
def test_wrong_calls(errdiff, small, arguments):
    errdiff.write("in.pgm", small)
    errdiff.write("out.pgm", b"as it was")
    errdiff.fails(2, "in.pgm", "out.pgm", *arguments)


@pytest.mark.parametrize("arguments", [[], ["in.pgm"], ["kernels", "-x"]])
def test_calls_without_two_images(errdiff, small, arguments):
    errdiff.write("in.pgm", small)
    errdiff.fails(2, *arguments)


@pytest.mark.parametrize("option, value", [
    ("--kernel", "no-such-kernel"), ("--levels", "257"), ("--engine", "no-such-engine"),
    ("--strength", "101"), ("--threads", "1025"), ("--noise", "101"), ("--seed", "4294967296"),
    ("--match", "lab"), ("--alpha", "drop"), ("--bits", "16"), ("--palette", "no-such-palette"),
])
def test_the_line_names_the_option(errdiff, small, option, value):
    errdiff.write("in.pgm", small)
    line = errdiff.fails(2, "in.pgm", "out.pgm", option, value)
    assert option.strip("-") in line.lower()
    assert value in line


def test_a_wrong_call_is_seen_before_the_image_is_read(errdiff):
    errdiff.fails(2, "no-such-file.pgm", "out.pgm", "--levels", "1")
    errdiff.fails(2, "no-such-file.pgm", "out.jpg")
