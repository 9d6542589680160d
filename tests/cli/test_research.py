# SPDX-License-Identifier: GPL-3.0-or-later
"""errdiff-bench: the matrix, the papers and the sweeps. No test checks how long anything took."""

import json
import os
import re
import signal
import time

import pytest
from bench_calls import list_engines, needs_hologram, with_module


# With a sanitizer these take minutes, and others run the same code.
takes_too_long_if_sanitized = pytest.mark.skipif(os.environ.get("ERRDIFF_SANITIZED") == "1",
                                                 reason="it takes minutes with a sanitizer")


def _paper(research, name, *arguments):
    return json.loads(research.works("--json", "--repeat", "1", "--paper", name, *arguments))


# The parts of each paper, and rows that need no GPU.
PAPERS = {
    "deshpande": ({"All methods", "Section 3.2, figure 10", "Section 3.2, block size", "Section 3.3", "Section 4.1",
                   "Section 4.2", "Section 4.2, few multiprocessors"},
                  {("All methods", "serial-ed"), ("Section 3.2, figure 10", "block, threads: 1"),
                   ("Section 3.2, figure 10", "block with barriers, threads: 1"),
                   ("Section 3.2, block size", "block, 64 × 64"),
                   ("Section 3.2, block size", "block with barriers, 2048 × 2048")}),
    "kasagi": ({"Table I", "Section II", "Section III"}, {("Table I", "serial-ed"), ("Table I", "serial-ec")}),
}


@pytest.mark.parametrize("name", PAPERS)
def test_papers_about_images(errdiff, research, name):
    report = _paper(research, name, "--size", "131x70", "--size", "64x64")
    assert set(report) == {"machine", "paper", "rows", "published", "left_out", "quality"}
    assert (report["paper"], report["quality"]) == (name, [])
    parts, labels = PAPERS[name]
    assert {row["part"] for row in report["rows"]} == parts
    assert {(row["part"], row["label"]) for row in report["rows"]} >= labels
    places = [(row["part"], row["label"], row["width"]) for row in report["rows"]]
    assert len(set(places)) == len(places)
    for row in report["rows"]:
        assert row["key"] == (64 if row["width"] == 64 else 0) and row["median_ms"] > 0
    missing = set(list_engines(errdiff, "no"))
    assert {row["label"].split(",")[0] for row in report["left_out"]} <= missing
    assert all(row["reason"] for row in report["left_out"])
    assert not missing & {row["engine"] for row in report["rows"]}


def test_tables_of_a_paper(errdiff, research):
    text = research.works("--paper", "kasagi", "--size", "1024x1024", "--size", "33x8", "--repeat",
                         "1").decode()
    first, second, third = text.strip("\n").split("\n\n")
    title, head, *rows = first.splitlines()
    assert title == "Table I: all methods; ms, without transfers"
    assert second.startswith("Section II: ") and third.startswith("Section III: ")
    assert head.split() == ["1024", "×", "1024", "33", "×", "8"]
    lines = {row[:48].strip(): row[48:].split() for row in rows}
    assert lines["paper: BWEC, GeForce GTX 780 Ti"] == ["1.85", "-"]
    assert all(float(time) > 0 for label in ("plain", "serial-ed", "serial-ec") for time in lines[label])
    for name in list_engines(errdiff, "no"):
        if name.startswith("cuda-pw"):
            assert re.search(rf"^Left out: .*{name}", first, re.MULTILINE) and name not in lines


@takes_too_long_if_sanitized
@needs_hologram
def test_the_paper_about_holograms(research):
    report = _paper(research, "lagrange", "--size", "70x40")
    rows = [row for row in report["rows"] if row["engine"] != "cuda-softsync"]
    assert [(row["label"], row["key"]) for row in rows] == [
        (label, slope) for slope in (1, 3, 6, 0) for label in ("serial", "wavefront")]
    assert all((row["width"], row["height"], row["slope"]) == (70, 40, row["key"]) for row in rows)
    assert {(row["key"], row["ms"]) for row in report["published"]} == {(1, 164), (3, 304), (6, 507)}
    for scene in ("p256", "dice"):
        snr = {(row["method"], row["slope"]): row["snr"] for row in report["quality"] if row["scene"] == scene}
        for slope in (1, 2, 3, 6, 0):
            assert snr["paper", slope] + 8 < snr["opt", slope]
        assert snr["paper", 1] < snr["paper", 2] < snr["paper", 3] and snr["opt", 1] + 2 < snr["opt", 3]


@pytest.mark.parametrize("arguments", [
    ["--paper", ""], ["--paper", "floyd"], ["--paper"], ["--paper", "kasagi", "--engine", "block"],
    ["--paper", "kasagi", "--threads", "1"], ["--paper", "kasagi", "--kernel", "atkinson"],
    ["--paper", "kasagi", "--hologram"], ["--paper", "kasagi", "--matrix"], ["--paper", "kasagi", "--sweep", "strip"],
    ["--paper", "deshpande", *(word for _ in range(5) for word in ("--size", "4x4"))],
    ["--paper", "lagrange", "--size", "131073x5"],
])
def test_wrong_calls_with_papers(research, arguments):
    research.fails(2, "--size", "8x8", *arguments)


def _matrix(research, *arguments, **more):
    return json.loads(research.works("--matrix", "--json", "--size", "40x30", "--repeat",
                                    "1", *arguments, **more))


@takes_too_long_if_sanitized
def test_matrix_has_the_jobs_that_people_use(errdiff, research):
    rows = _matrix(research, "--threads", "1", "--engine", "serial-ed")["rows"]
    jobs = [row["job"] for row in rows]
    assert len(set(jobs)) == len(jobs)
    kernels = [line.split()[0] for line in errdiff.works("kernels").decode().splitlines()[1:]]
    usual = [(row["kernel"], row["channels"], row["colors"]) for row in rows
             if row["bits"] == 8 and row["options"] == {"mask": 0}]
    assert set(usual) >= {(kernel, channels, levels) for kernel in kernels for channels in (1, 3)
                          for levels in (2, 4, 16, 256)}
    for kernel in ("floyd-steinberg", "jarvis-judice-ninke", "ostromoukhov", "zhou-fang"):
        found = [row for row in rows if row["kernel"] == kernel]
        for channels in (1, 3):
            options = [row["options"] for row in found if row["channels"] == channels]
            for changed in ({"linear": 1}, {"noise": 20}, {"strength": 80}, {"detail": 50},
                            {"serpentine": 1}, {"keep-exact": 1}):
                assert {**changed, "mask": 0} in options
            assert {"mask": 1} in options
            assert 16 in [row["bits"] for row in found if row["channels"] == channels]
        for bits, changed in ((8, {}), (8, {"match": "oklab"}), (16, {}), (8, {"linear": 1})):
            assert {row["colors"] for row in found if row["channels"] == 3 and row["bits"] == bits
                    and row["options"] == {**changed, "mask": 0}} >= {2, 16, 216, 256}
        assert [row["options"]["gamut"] for row in found if "gamut" in row["options"]] == [
            "clip", "compress"]


def test_rows_of_the_matrix(errdiff, research):
    report = _matrix(research, "--rows", "8 bits, 16 colors, floyd", "--threads", "2", "--threads",
                     "1", "--isa", "c")
    assert set(report) == {"machine", "rows"} and len(report["rows"]) == 2 * 5
    assert [row["threads"] for row in report["rows"]] == [2, 1] * 5
    for row in report["rows"]:
        assert set(row) == {"job", "width", "height", "channels", "bits", "kernel", "colors",
                            "options", "isa", "threads", "rounds", "ms", "kernel_ms", "fastest",
                            "prepare_ms", "ratio_to_plain", "ratio_to_serial_ec", "auto", "regret"}
        assert "8 bits, 16 colors, floyd-steinberg" in row["job"]
        assert (row["width"], row["height"], row["isa"], row["rounds"]) == (40, 30, "c", 1)
        has_plain = row["options"] == {"mask": 0}
        assert set(row["ms"]) - {"plain"} == set(list_engines(errdiff))
        assert ("plain" in row["ms"]) == has_plain == (row["ratio_to_plain"] is not None)
        engines = {name: ms for name, ms in row["ms"].items() if name != "plain"}
        least = min(engines.values())
        assert engines[row["fastest"]] == least
        assert row["ratio_to_serial_ec"] == pytest.approx(row["ms"]["serial-ec"] / least, rel=2e-3)
        assert row["regret"] == pytest.approx(row["ms"][row["auto"]] / least, rel=2e-3)
        assert row["regret"] >= 1 and row["prepare_ms"] > 0 and row["kernel_ms"] == {}
        if has_plain:
            assert row["ratio_to_plain"] == pytest.approx(row["ms"]["plain"] / least, rel=2e-3)


def test_an_engine_that_cannot_do_a_job_of_the_matrix_has_no_time(research):
    rows = _matrix(research, "--rows", "floyd-steinberg, serpentine", "--engine", "wavefront",
                   "--engine", "block")["rows"]
    for row in rows:
        assert {"plain"} <= set(row["ms"]) <= {"plain", "wavefront"}
        has_wavefront = "wavefront" in row["ms"]
        assert row["fastest"] == ("wavefront" if has_wavefront else "")
        assert (row["ratio_to_plain"] is not None) == has_wavefront
        assert row["ratio_to_serial_ec"] is None
        assert (row["regret"] is not None) == (has_wavefront and row["auto"] == "wavefront")


def test_table_of_the_matrix(errdiff, research):
    done = research.run("--matrix", "--size", "64x48", "--repeat", "1", "--rows",
                       "gray, 8 bits, 4 levels, s", "--threads", "1")
    assert done.returncode == 0
    title, head, *rows = done.stdout.decode().splitlines()
    assert title == "64 × 48, megapixels per second"
    assert head.split()[:4] == ["job", "isa", "threads", "plain"]
    assert [name for name in head.split()[4:-6] if name != "ordered"] == list_engines(errdiff)
    assert len({row.index(" 1 ") for row in rows}) == 1
    names = [re.split(r"  +", row)[0] for row in rows]
    assert names and all(name.startswith("gray, 8 bits, 4 levels, s") for name in names)
    assert "gray, 8 bits, 4 levels, stucki" in names


def test_ctrl_c_ends_the_matrix_without_half_a_report(research):
    process = research.start("--matrix", "--json")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, out, error) == (-signal.SIGINT, b"", b"")


def test_gpu_engines_in_the_matrix(research):
    rows = _matrix(research, "--rows", "gray, 8 bits, 2 levels, simple",
                   env=with_module("exact"))["rows"]
    for row in rows:
        assert {"cuda-pwec", "handover", "hybrid"} <= set(row["ms"])
        assert "cuda-bwec" not in row["ms"]
        assert row["kernel_ms"] == {name: pytest.approx(0.001)
                                    for name in ("cuda-pwec", "handover", "hybrid")}


def test_a_wrong_byte_in_the_matrix_is_an_error(research):
    done = research.run("--matrix", "--json", "--size", "64x64", "--repeat", "1", "--rows",
                       "gray, 8 bits, 2 levels, floyd", "--engine", "hybrid",
                       env={**with_module("wrong"), "ERRDIFF_STRIP": "16"})
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"hybrid" in done.stderr and b"2 levels, floyd-steinberg, differs" in done.stderr


@pytest.mark.parametrize("name, engine", [("handover", "handover"), ("strip", "hybrid")])
def test_sweeps(research, name, engine):
    env = with_module("exact")
    rows = json.loads(research.works("--json", "--size", "120x90", "--size", "64x64",
                                    "--repeat", "1", "--sweep", name, env=env))["rows"]
    for size in ((120, 90), (64, 64)):
        swept = [row for row in rows if (row["width"], row["height"]) == size]
        assert (swept[0]["engine"], swept[0]["size"]) == ("plain", None)
        assert [(row["engine"], row["size"]) for row in swept[1:]] == [
            (engine, 16 << i) for i in range(9)]
        assert all(row["ratio_to_serial"] is None for row in swept)
    table = research.works("--size", "64x64", "--repeat", "1", "--sweep", name,
                          env=env).decode().strip("\n").splitlines()
    assert len({len(line) for line in table[1:]}) == 1
    assert [line.split()[3] for line in table[2:]] == ["-"] + [str(16 << i) for i in range(9)]


def test_a_wrong_byte_in_a_sweep_is_an_error(research):
    line = research.fails(1, "--size", "64x64", "--repeat", "1", "--sweep", "strip",
                         env=with_module("wrong"))
    assert "hybrid" in line and "differs from the plain loop's" in line


def test_a_sweep_needs_its_engine(research):
    assert "hybrid" in research.fails(1, "--size", "8x8", "--sweep", "strip",
                                     env=with_module("no-device"))


@pytest.mark.parametrize("arguments", [
    ["--sweep", "block"], ["--sweep", ""], ["--sweep"], ["--sweep", "strip", "--engine", "hybrid"],
    ["--sweep", "strip", "--isa", "c"], ["--sweep", "strip", "--threads", "1"],
])
def test_wrong_sweeps(research, arguments):
    research.fails(2, "--size", "8x8", *arguments)


@pytest.mark.parametrize("arguments", [
    ["--rows", "gray"], ["--matrix", "--rows"], ["--matrix", "--rows", "no such job"],
    ["--matrix", "--hologram"], ["--matrix", "--kernel", "simple"], ["--matrix", "--linear"],
    ["--matrix", "--palette", "cga"], ["--matrix", "--mask"], ["--matrix", "--bits", "8"],
    ["--matrix", "--sweep", "strip"], ["in.pgm"],
])
def test_wrong_calls(research, arguments):
    research.fails(2, "--size", "8x8", *arguments)


@needs_hologram
@pytest.mark.parametrize("arguments", [["--sweep", "strip"], ["--matrix"]])
def test_wrong_calls_with_holograms(research, arguments):
    line = research.fails(2, *arguments, "--hologram")
    assert arguments[0].strip("-") in line, line


def test_without_research_it_does_what_the_command_does(research):
    rows = json.loads(research.works("--json", "--repeat", "1", "--size", "9x9", "--engine", "serial-ec"))["rows"]
    assert [row["engine"] for row in rows] == ["plain", "serial-ec"]


def test_help(research, errdiff):
    options = [re.findall(r"^  (?:-[a-z], )?--([a-z-]+)", text.decode(), re.MULTILINE)
               for text in (research.works("--help"), errdiff.works("bench", "--help"))]
    assert options[0] == ["matrix", "rows", "sweep", "paper", *options[1]]
