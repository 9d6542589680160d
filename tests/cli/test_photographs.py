# SPDX-License-Identifier: GPL-3.0-or-later
"""On photographs the command gives the same bytes as tests/reference."""

import pytest

KERNELS = [
    "simple", "false-floyd-steinberg", "floyd-steinberg", "sierra-lite", "atkinson",
    "jarvis-judice-ninke", "stucki", "burkes", "sierra-3", "sierra-2", "fan", "shiau-fan-1",
    "shiau-fan-2", "stevenson-arce", "ostromoukhov", "zhou-fang",
    "errdiff-12", "errdiff-5",
]
PHOTOGRAPHS = ["camera", "chelsea", "coffee"]


def _assert_same(errdiff, reference, image, kernel, levels, strength, engine="auto"):
    errdiff.write("in.pnm", image)
    errdiff.works("in.pnm", "out.pnm", "--kernel", kernel, "--levels", levels, "--strength",
                  strength, "--engine", engine)
    assert errdiff.read("out.pnm") == reference(image, kernel, levels, strength)


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("photograph", PHOTOGRAPHS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_every_kernel(errdiff, reference, photographs, photograph, kernel, bits):
    _assert_same(errdiff, reference, photographs[photograph, bits], kernel, "2", 100)


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("photograph", PHOTOGRAPHS)
@pytest.mark.parametrize("levels, strength", [("4,8,4", 100), ("3", 75), ("256", 100), ("17", 0)])
def test_levels_and_strength(errdiff, reference, photographs, photograph, bits, levels, strength):
    _assert_same(errdiff, reference, photographs[photograph, bits], "floyd-steinberg", levels,
                 strength)


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("kernel", ["21: 1,0,9; -1,1,4; 0,1,8; 3,2,-2; -15,15,2", "1: 0,1,1"])
def test_custom_kernels(errdiff, reference, photographs, kernel, bits):
    for photograph in PHOTOGRAPHS:
        _assert_same(errdiff, reference, photographs[photograph, bits], kernel, "2", 100)


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("kernel", ["floyd-steinberg", "stevenson-arce"])
def test_every_engine_that_runs_here(errdiff, reference, photographs, kernel, bits):
    engines = [line.split()[:2] for line in errdiff.works("engines").decode().splitlines()]
    here = [name for name, runs in engines if runs == "yes"]
    assert "auto" in here and "serial-ec" in here and "serial-ed" in here
    here.remove("ordered")  # it passes no errors on
    for engine in here:
        _assert_same(errdiff, reference, photographs["coffee", bits], kernel, "2,3,4", 100, engine)


def test_every_kernel_that_the_command_lists_is_tested_here(errdiff):
    lines = errdiff.works("kernels").decode().splitlines()
    listed = {line.split()[0] for line in lines if line.split()[1].isdigit()}
    assert listed == set(KERNELS)
