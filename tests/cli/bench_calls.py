# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of `errdiff bench` and of errdiff-bench share."""

import os

import pytest

has_hologram = os.environ["ERRDIFF_HAS_HOLOGRAM"] == "1"
needs_hologram = pytest.mark.skipif(not has_hologram, reason="built without FFTW or LAPACK")


def list_engines(errdiff, run_here="yes"):
    """The names of the engines that can run here ("yes") or cannot ("no"), without `ordered`, a special one."""
    lines = [line.split()[:2] for line in errdiff.works("engines").decode().splitlines()[1:]]
    return [name for name, runs in lines if runs == run_here and name not in ("auto", "ordered")]


def with_module(shape):
    """The environment in which a test module replaces the GPU module."""
    if "MODULE_FOR_TESTS" not in os.environ:
        pytest.skip("the module for tests was not built")
    return {**os.environ, "ERRDIFF_CUDA_MODULE": os.environ["MODULE_FOR_TESTS"],
            "ERRDIFF_TEST_MODULE": shape}
