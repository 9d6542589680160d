# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff bench`. The command compares all results with those of its plain loop and fails on a
difference, so a successful run also tests the engines. No test checks how long anything took."""

import json
import math
import os
import re
import signal
import time

import option_table
import pytest
from bench_calls import has_hologram, list_engines, needs_hologram, with_module

TEXTS = {"engine", "isa", "job", "kernel"}
NUMBERS = {"threads", "width", "height", "channels", "bits", "colors", "rounds", "median_ms",
           "min_ms", "max_ms", "mpx_per_s", "ratio_to_plain", "ratio_to_serial",
           "ratio_to_copy"}
HOLOGRAM_NUMBERS = {"phases", "hogel", "taps", "slope"}
IMAGE_MEMBERS = {"channels", "bits", "kernel", "colors", "options", "ratio_to_plain",
                 "ratio_to_copy"}
MORE = {"options", "prepare_ms"}
GPU_NUMBERS = {"kernel_ms"}
SWEPT_NUMBERS = {"size"}
GPU = {"gpu", "driver", "compute_capability"}
SETS = ["avx512", "avx2", "sse4.1", "neon", "c"]


def _bench(errdiff, *arguments):
    return json.loads(errdiff.works("bench", "--json", "--repeat", "1", *arguments))


def test_json_has_all_members(errdiff):
    report = json.loads(errdiff.works("bench", "--json", "--size", "64x48", "--size", "33x5",
                                      "--repeat", "3"))
    assert set(report) == {"machine", "rows"}
    machine = report["machine"]
    assert set(machine) - GPU == {"date", "cpu", "processors", "compiler", "errdiff", "isas"}
    assert set(machine) & GPU in (set(), GPU)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", machine["date"])
    assert machine["processors"] >= 1 and machine["compiler"]
    assert f"errdiff {machine['errdiff']}\n" == errdiff.works("--version").decode()
    assert machine["isas"] == [isa for isa in SETS if isa in machine["isas"]]
    for row in report["rows"]:
        assert set(row) == TEXTS | NUMBERS | GPU_NUMBERS | SWEPT_NUMBERS | MORE
        assert row["size"] is None
        assert row["options"] == {"mask": 0}
        assert row["prepare_ms"] > 0 or row["engine"] == "plain"
        assert row["kernel_ms"] is None or 0 < row["kernel_ms"] < row["median_ms"]
        on_gpu = row["engine"].startswith("cuda-") or row["engine"] in ("handover", "hybrid")
        assert (row["kernel_ms"] is not None) == on_gpu
        assert all(isinstance(row[name], str) for name in TEXTS)
        assert all(math.isfinite(row[name]) and row[name] > 0 for name in NUMBERS)
        assert row["min_ms"] <= row["median_ms"] <= row["max_ms"]
        assert math.isclose(row["mpx_per_s"],
                            row["width"] * row["height"] / row["median_ms"] / 1000, rel_tol=1e-6)
        assert (row["channels"], row["bits"], row["kernel"], row["colors"], row["rounds"]) == (
            1, 8, "floyd-steinberg", 2, 3)
        assert row["isa"] in [""] + machine["isas"]
    for size in ((64, 48), (33, 5)):
        rows = [row for row in report["rows"] if (row["width"], row["height"]) == size]
        assert (rows[0]["engine"], rows[0]["ratio_to_plain"]) == ("plain", 1)
        serial = [row for row in rows if row["engine"].startswith("serial-")]
        best = min(serial, key=lambda row: row["median_ms"])
        assert best["ratio_to_serial"] == 1
        assert {row["engine"] for row in rows} == {"plain", *list_engines(errdiff)}
        keys = [(row["engine"], row["isa"], row["threads"]) for row in rows]
        assert len(set(keys)) == len(keys)


def test_serial_engines_have_one_row_whatever_the_threads(errdiff):
    rows = _bench(errdiff, "--size", "64x64", "--threads", "1", "--threads", "2", "--threads", "0",
                  "--engine", "serial-ec", "--engine", "serial-ed")["rows"]
    assert [(row["engine"], row["threads"]) for row in rows] == [
        ("plain", 1), ("serial-ec", 1), ("serial-ed", 1)]


def test_an_instruction_set_is_for_engines_with_a_choice(errdiff):
    rows = _bench(errdiff, "--size", "64x64", "--isa", "c")["rows"]
    assert {row["engine"] for row in rows} == {"plain", *list_engines(errdiff)}
    assert {row["isa"] for row in rows} <= {"", "c"}


@pytest.mark.parametrize("bits", ["8", "16"])
@pytest.mark.parametrize("channels", ["1", "3"])
def test_every_engine_gives_the_plain_loops_bytes(errdiff, channels, bits):
    for options in ([], ["--levels", "3"], ["--levels", "256", "--kernel", "stevenson-arce"],
                    ["--kernel", "21: 1,0,9; -1,1,4; 0,1,8; 3,2,-2", "--levels", "16"],
                    ["--palette", "pico-8", "--kernel", "atkinson"],
                    ["--palette", "black-and-white"]):
        rows = _bench(errdiff, "--size", "201x67", "--channels", channels, "--bits", bits,
                      *options)["rows"]
        assert {(row["channels"], row["bits"]) for row in rows} == {(int(channels), int(bits))}


def test_colors_are_levels_or_the_palettes(errdiff):
    errdiff.write("three.hex", b"000000\nff0000\nffffff\n")
    for options, channels, colors in (
            ([], 1, 2), (["--levels", "5"], 1, 5), (["--channels", "3"], 3, 4),
            (["--palette", "cga"], 3, 4), (["--palette", "three.hex"], 3, 3)):
        rows = _bench(errdiff, "--size", "16x16", *options)["rows"]
        assert {(row["channels"], row["colors"]) for row in rows} == {(channels, colors)}


# The value of each option that is set in a job which the plain loop cannot do.
CHANGES = {"match": "oklab", "gamut": "compress", "compress": 30, "sent": 1, "gray": 1, "tone": "auto",
           "stretch": 1, "stretch-share": 2.5, "brightness": -20, "contrast": 30, "gamma": 1.5, "saturation": 40,
           "invert": 1, "dot-gain": "20", "keep-exact": 1, "strength": 80, "noise": 20, "seed": 4294967295,
           "detail": 50, "refine": 1, "viewing": 30, "screen": "bayer-4", "screen-amount": 150, "screen-size": "11",
           "screen-angle": "30", "dpi": 300, "start": "continued", "linear": 1}
SWITCHES = {"sent", "gray", "stretch", "invert", "keep-exact", "linear"}


def test_every_option_can_be_timed(errdiff):
    named = {"kernel", "levels", "palette", "alpha", "dot", "serpentine", "engine",
             "threads"}
    assert set(option_table.NAMES) - named == set(CHANGES)
    for name, value in CHANGES.items():
        words = [f"--{name}"] if name in SWITCHES else [f"--{name}={value}"]
        words += ["--palette", "spectra-6"] if name in ("match", "gamut", "sent") else []
        rows = _bench(errdiff, "--size", "61x47", "--channels", "3", *words)["rows"]
        assert rows[0]["engine"] == "serial-ec"
        assert {row["engine"] for row in rows} >= {"serial-ec", "serial-ed"}
        for row in rows:
            assert row["options"] == {name: value, "mask": 0}
            assert row["ratio_to_plain"] is None


def test_a_screen_can_be_a_file_as_for_images(errdiff):
    bayer = errdiff.write("bayer.txt", b"0 2\n3 1\n")
    rows = _bench(errdiff, "--size", "61x47", "--strength", "0", "--screen", bayer)["rows"]
    assert {row["engine"] for row in rows} >= {"serial-ec", "serial-ed"}
    assert all(row["options"]["screen"] == str(bayer) for row in rows)
    errdiff.write("bad.txt", b"0 2\n3\n")
    assert errdiff.fails(1, "bench", "--size", "61x47", "--screen", "bad.txt") == errdiff.fails(
        1, "wedge", "--screen", "bad.txt", "out.png")


@pytest.mark.parametrize("options, changed", [
    (["--kernel", "ostromoukhov"], {"mask": 0}), (["--kernel", "zhou-fang"], {"mask": 0}),
    (["--levels", "2,3,5", "--channels", "3"], {"levels": [2, 3, 5], "mask": 0}),
])
def test_other_jobs_that_the_plain_loop_cannot_do(errdiff, options, changed):
    rows = _bench(errdiff, "--size", "61x47", *options)["rows"]
    assert rows[0]["engine"] == "serial-ec" and rows[0]["ratio_to_serial"] is not None
    assert {row["engine"] for row in rows} == set(list_engines(errdiff))
    assert all(row["options"] == changed for row in rows)


@pytest.mark.parametrize("channels", ["1", "3"])
def test_masks_and_serpentine_order(errdiff, channels):
    for options, changed in ((["--mask"], {"mask": 1}), (["--serpentine"], {"serpentine": 1}),
                             (["--mask", "--serpentine"], {"mask": 1, "serpentine": 1})):
        for more in ([], ["--palette", "pico-8", "--kernel", "stucki"]):
            rows = _bench(errdiff, "--size", "61x47", "--channels", channels, *options, *more)["rows"]
            assert rows[0]["engine"] == "plain" and len(rows) > 2
            assert all(row["options"] == {"mask": 0, **changed} for row in rows)


def test_levels_of_the_other_channels_do_not_matter_in_gray(errdiff):
    rows = _bench(errdiff, "--size", "61x47", "--levels", "3,4,5")["rows"]
    assert rows[0]["engine"] == "plain" and {row["colors"] for row in rows} == {3}


def test_titles_of_tables_tell_the_options(errdiff):
    table = errdiff.run("bench", "--size", "9x9", "--repeat", "1", "--channels", "3", "--levels",
                        "2,3,4", "--gamma", "1.5", "--noise", "20", "--seed", "7", "--serpentine",
                        "--mask").stdout.decode()
    assert table.startswith("9 × 9, RGB, 8 bits, 2,3,4 levels, floyd-steinberg, gamma 1.5, "
                            "noise 20, seed 7, serpentine, mask, 1 round\n")


def test_tables(errdiff):
    done = errdiff.run("bench", "--size", "64x48", "--size", "17x9", "--repeat", "2")
    left_out = [line.split()[1:4] for line in done.stderr.decode().splitlines()]
    skipped = ["ordered", "ordered", *list_engines(errdiff, "no")]
    assert sorted(left_out) == sorted([name, "is", "skipped:"] for name in skipped)
    assert done.returncode == 0
    text = done.stdout.decode()
    groups = text.strip("\n").split("\n\n")
    assert [group.split(",")[0] for group in groups] == ["64 × 48", "17 × 9"]
    for group in groups:
        title, head, *rows = group.splitlines()
        assert title.endswith("gray, 8 bits, 2 levels, floyd-steinberg, 2 rounds")
        assert len({len(line) for line in [head, *rows]}) == 1
        assert rows[0].split()[:3] == ["plain", "-", "1"]
        assert {row.split()[0] for row in rows} == {"plain", *list_engines(errdiff)}


def test_help(errdiff):
    text = errdiff.works("bench", "--help").decode()
    # The options that a dithering also has are explained as in the help for dithering.
    explained = errdiff.works("--help").decode()
    for name in ("kernel", "palette"):
        first = re.search(rf"--{name} \S+\s+(.*)", explained).group(1)
        assert first in text
    options = re.findall(r"^  (?:-[a-z], )?--([a-z-]+)", text, re.MULTILINE)
    assert len(options) == len(set(options))
    assert set(options) >= {"size", "engine", "isa", "threads", "kernel", "levels", "palette",
                            "channels", "bits", "mask", "repeat", "pinned", "hologram", "json", "help"}
    # Every option of a dithering can be timed, except those that change its images beforehand.
    for name in option_table.NAMES:
        assert (name in options) == (name not in ("alpha", "dot")), name
    assert "errdiff bench" in errdiff.works("--help").decode()


@pytest.mark.parametrize("arguments", [
    ["--size", "0x5"], ["--size", "5x0"], ["--size", "5"], ["--size", "5x"], ["--size", "x5"],
    ["--size", "5x5x5"], ["--size", "-5x5"], ["--size", "5x268435457"], ["--size", ""], ["--size"],
    ["--size", "99999999999999999999x2"], ["--size", "5*5"],
    ["--engine", "no-such-engine"], ["--engine", ""], ["--engine", "plain"],
    ["--isa", "mmx"], ["--isa", ""], ["--isa", "AVX2"],
    ["--threads", "-1"], ["--threads", "1025"], ["--threads", "two"],
    ["--kernel", "no-such-kernel"], ["--kernel", ""], ["--kernel", "16: 0,0,7"],
    ["--levels", "1"], ["--levels", "257"], ["--levels", "4,8"], ["--levels", "few"],
    ["--strength", "101"], ["--noise", "-1"], ["--gamma", "0"], ["--gamut", "all"],
    ["--match", "lab"], ["--sent"], ["--alpha", "dither"], ["--dot", "2"], ["--mask=1"],
    ["--palette", "no-such-palette"], ["--palette", "cga", "--levels", "4"],
    ["--levels", "4", "--palette", "cga"],
    ["--channels", "2"], ["--channels", "0"], ["--channels", "rgb"],
    ["--bits", "12"], ["--bits", "0"], ["--bits", ""],
    ["--repeat", "0"], ["--repeat", "-1"], ["--repeat", "1001"], ["--repeat", "x"],
    ["--json=yes"], ["--siz", "5x5"], ["--no-such-option"], ["-s"], ["in.pgm"],
    ["--matrix"], ["--rows", "gray"], ["--sweep", "strip"], ["--paper", "kasagi"],
    [word for _ in range(33) for word in ("--size", "4x4")],
])
def test_wrong_calls(errdiff, arguments):
    errdiff.fails(2, "bench", "--size", "8x8", *arguments)


@needs_hologram
def test_holograms(errdiff):
    rows = _bench(errdiff, "--hologram", "--size", "140x70", "--size", "33x40")["rows"]
    jobs = [(side, *support) for side in ((140, 70), (33, 40))
            for support in ((27, 1), (27, 3), (27, 6), (12, 3), (9, 3))]
    assert list(dict.fromkeys(((row["width"], row["height"]), row["taps"], row["slope"])
                              for row in rows)) == jobs
    for row in rows:
        assert set(row) == ((TEXTS | NUMBERS | GPU_NUMBERS | SWEPT_NUMBERS | HOLOGRAM_NUMBERS |
                             MORE) - IMAGE_MEMBERS)
        assert (row["phases"], row["hogel"], row["rounds"]) == (256, 2048, 1)
        assert row["mpx_per_s"] > 0 and row["prepare_ms"] > 0
        assert row["engine"] != "serial" or row["ratio_to_serial"] == 1
        assert (row["kernel_ms"] is not None) == row["engine"].startswith("cuda-")
    for job in jobs:
        engines = [row["engine"] for row in rows
                   if ((row["width"], row["height"]), row["taps"], row["slope"]) == job]
        assert engines[0] == "serial" and engines.count("serial") == 1 and "wavefront" in engines


@needs_hologram
def test_holograms_by_one_engine(errdiff):
    # Large enough that on a busy machine the second thread starts before the first one has done all.
    rows = _bench(errdiff, "--hologram", "--size", "1537x769", "--engine", "wavefront", "--isa", "c",
                  "--threads", "1", "--threads", "2")["rows"]
    assert [(row["engine"], row["isa"], row["threads"]) for row in rows[:3]] == [
        ("serial", "", 1), ("wavefront", "c", 1), ("wavefront", "c", 2)]


@needs_hologram
def test_tables_of_holograms(errdiff):
    done = errdiff.run("bench", "--hologram", "--size", "16x16", "--repeat", "1")
    tables = done.stdout.decode().strip("\n").split("\n\n")
    assert done.returncode == 0 and len(tables) == 5
    assert tables[0].startswith(
        "16 × 16, hologram, 256 phases, hogel 2048, 27 taps, slope 1, 1 round\n")
    here = {row.split()[0] for row in tables[0].splitlines()[2:]}
    left_out = [line.split()[1] for line in done.stderr.decode().splitlines()]
    assert len(left_out) == len(set(left_out)) and not here & set(left_out)


@needs_hologram
@pytest.mark.parametrize("arguments", [
    ["--engine", "serial-ec"], ["--engine", "no-such-engine"], ["--size", "131073x5"],
    ["--kernel", "atkinson"], ["--levels", "4"], ["--palette", "cga"], ["--channels", "1"],
    ["--bits", "8"], ["--pinned"], ["--noise", "5"], ["--mask"],
])
def test_wrong_calls_with_holograms(errdiff, arguments):
    line = errdiff.fails(2, "bench", *arguments, "--hologram")
    assert arguments[0].strip("-") in line, line


@pytest.mark.skipif(has_hologram, reason="built with FFTW and LAPACK")
def test_holograms_without_their_libraries(errdiff):
    assert "FFTW" in errdiff.fails(2, "bench", "--hologram")


def test_a_palette_file_that_is_not_there(errdiff):
    assert "none.hex" in errdiff.fails(1, "bench", "--size", "8x8", "--palette", "none.hex")


def test_a_named_engine_that_cannot_run_is_an_error(errdiff):
    lines = [line.split()[:2] for line in errdiff.works("engines").decode().splitlines()[1:]]
    for name, runs in lines:
        if runs == "no":
            errdiff.fails(1, "bench", "--size", "8x8", "--engine", name)


@pytest.mark.skipif(os.environ.get("ERRDIFF_SANITIZED") == "1",
                    reason="the sanitizer warns of the size")
def test_too_little_memory(errdiff):
    line = errdiff.fails(1, "bench", "--size", "268435456x268435456", "--engine", "serial-ec")
    assert "memory" in line and "268435456" in line


def test_ctrl_c_ends_it_without_half_a_report(errdiff):
    process = errdiff.start("bench", "--size", "1024x1024", "--repeat", "1000", "--json")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, out, error) == (-signal.SIGINT, b"", b"")


def test_an_image_may_be_named_bench(errdiff, reference, small):
    errdiff.write("bench", small)
    errdiff.works("./bench", "out.pgm")
    assert errdiff.read("out.pgm") == reference(small)


def test_the_instruction_set_of_the_environment_is_not_looked_at(errdiff):
    rows = json.loads(errdiff.works(
        "bench", "--json", "--size", "64x64", "--repeat", "1",
        env={**os.environ, "ERRDIFF_ISA": "no-such-set"}))["rows"]
    assert {row["engine"] for row in rows} == {"plain", *list_engines(errdiff)}


def test_rows_of_gpu_engines(errdiff):
    report = json.loads(errdiff.works("bench", "--json", "--size", "120x90", "--repeat", "3",
                                      env=with_module("exact")))
    machine = report["machine"]
    assert (machine["gpu"], machine["driver"], machine["compute_capability"]) == (
        "GPU of a test", "1.2.3", 7.5)
    rows = {row["engine"]: row for row in report["rows"]}
    assert {"cuda-pwec", "handover", "hybrid"} <= set(rows) and "cuda-bwec" not in rows
    for row in rows.values():
        is_gpu = row["engine"] in ("cuda-pwec", "handover", "hybrid")
        assert row["kernel_ms"] == (pytest.approx(0.001) if is_gpu else None)


def test_several_images_at_once(errdiff):
    rows = _bench(errdiff, "--size", "64x48", "--images", "5", "--threads", "2")["rows"]
    assert {"plain", "serial-ec", "wavefront"} <= {row["engine"] for row in rows}
    for row in rows:
        assert row["images"] == 5 and row["job"].endswith(", 5 images")
        assert row["threads"] == (1 if row["engine"] == "plain" else 2)
        assert row["kernel_ms"] is None and row["median_ms"] > 0
    assert "images" not in _bench(errdiff, "--size", "64x48", "--engine", "serial-ec")["rows"][0]


def test_a_wrong_byte_in_one_of_several_images_is_an_error(errdiff):
    line = errdiff.fails(1, "bench", "--size", "64x64", "--repeat", "1", "--images", "3", "--engine", "hybrid",
                         env={**with_module("wrong"), "ERRDIFF_STRIP": "16"})
    assert "hybrid" in line and "differs from the plain loop's" in line
