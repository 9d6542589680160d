# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff calibrate`, and how `auto` uses the stored result."""

import json
import os
import re
import signal
import time

import pytest


def _env(tmp_path, shape=None, **more):
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), **more}
    if shape:
        if "MODULE_FOR_TESTS" not in os.environ:
            pytest.skip("the module for tests was not built")
        env.update(ERRDIFF_CUDA_MODULE=os.environ["MODULE_FOR_TESTS"], ERRDIFF_TEST_MODULE=shape)
    return env


def _file(tmp_path):
    return tmp_path / "cache" / "errdiff" / "calibration"


def _lines(tmp_path):
    return _file(tmp_path).read_text(encoding="utf-8").splitlines()


def _engine(errdiff, env, *arguments):
    return json.loads(errdiff.works("in.pgm", "out.pgm", "--json", *arguments, env=env))["engine"]


def test_without_a_gpu_a_calibration_replaces_a_broken_one(errdiff, tmp_path, small):
    env = _env(tmp_path, ERRDIFF_CUDA_MODULE="/no/such/module.so")
    _file(tmp_path).parent.mkdir(parents=True)
    _file(tmp_path).write_bytes(b"errdiff calibration 1\n\xff\0")
    errdiff.write("in.pgm", small)
    assert _engine(errdiff, env)
    told = errdiff.works("calibrate", env=env).decode().splitlines()
    assert told[0].startswith("processor ")
    assert re.match(r"GPU +not measured: .*the GPU module .* does not exist", told[1])
    assert told[-1].split()[-1] == str(_file(tmp_path))
    lines = _lines(tmp_path)
    assert lines[0] == "errdiff calibration 1" and lines[-1] == "end"
    assert not any(line.startswith(("gpu ", "driver ", "block ")) for line in lines)
    times = [line.split() for line in lines if line.startswith("time ")]
    assert {words[1] for words in times} == {"wavefront", "block", "serial-ec", "serial-ed"}
    assert len(times) == 4 * 9  # kinds of work
    assert os.listdir(_file(tmp_path).parent) == ["calibration"]


@pytest.mark.skipif(os.environ.get("ERRDIFF_SANITIZED") == "1", reason="with a sanitizer, the test above is enough")
def test_sizes_of_a_gpu_and_what_auto_does_by_them(errdiff, tmp_path, small):
    env = _env(tmp_path, "picky")
    told = errdiff.works("calibrate", env=env).decode()
    assert "GPU of a test, driver 1.2.3" in told
    lines = _lines(tmp_path)
    for line in ("gpu GPU of a test", "driver 1.2.3", "block 64x128", "threads 64", "handover 512", "strip 256",
                 "group 8"):
        assert line in lines
    # The module's engines are fast, but for a small picture the processor is faster.
    errdiff.write("in.pgm", small)
    assert _engine(errdiff, env) not in ("cuda-bwec", "cuda-pwec", "handover", "hybrid")

    # If the file says that the GPU takes no time, "auto" must use it.
    quick = [re.sub(r"^time (cuda-bwec|cuda-pwec|handover|hybrid) (\S+) .*", r"time \1 \2 1 0 0 0 0", line)
             for line in lines]
    quick = ["start 0" if line.startswith("start ") else line for line in quick]
    _file(tmp_path).write_text("\n".join(quick) + "\n", encoding="utf-8")
    assert _engine(errdiff, env) == "cuda-bwec"

    # The sizes must be those of the file if it is for this GPU; with others the module is slow.
    def milliseconds(**more):
        report = json.loads(errdiff.works("in.pgm", "out.pgm", "--json", "--engine", "hybrid",
                                          env={**env, **more}))
        return report["dither_ms"]
    assert milliseconds(ERRDIFF_TEST_DRIVER="9.9.9") >= 39
    assert min(milliseconds() for _ in range(5)) < 39


def test_no_place_to_keep_it(errdiff, tmp_path):
    (tmp_path / "cache").write_bytes(b"")
    line = errdiff.fails(1, "calibrate", env=_env(tmp_path, ERRDIFF_CUDA_MODULE="/none"))
    assert str(tmp_path / "cache") in line


def test_ctrl_c_keeps_what_was_there(errdiff, tmp_path):
    _file(tmp_path).parent.mkdir(parents=True)
    _file(tmp_path).write_bytes(b"before")
    process = errdiff.start("calibrate", env=_env(tmp_path, ERRDIFF_CUDA_MODULE="/none"))
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, out, error) == (-signal.SIGINT, b"", b"")
    assert _file(tmp_path).read_bytes() == b"before"
    assert os.listdir(_file(tmp_path).parent) == ["calibration"]


@pytest.mark.parametrize("argument", ["--quick", "in.pgm", "--help=yes"])
def test_wrong_calls(errdiff, argument):
    errdiff.fails(2, "calibrate", argument)


def test_help(errdiff):
    assert "errdiff calibrate" in errdiff.works("calibrate", "--help").decode()
    assert "errdiff calibrate" in errdiff.works("--help").decode()
