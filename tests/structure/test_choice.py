# SPDX-License-Identifier: GPL-3.0-or-later
"""Over the jobs in bench/results the engine that `auto` takes is nearly the fastest, with and without a GPU."""

import statistics
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

import choice  # noqa: E402


def mean_regret(path, has_gpu, constants):
    values = [regret for regret, _ in choice.regrets(choice.read_rows(path), has_gpu, constants)]
    assert len(values) > (5 if path.stem == "images" else 40)
    return statistics.mean(values)


@pytest.mark.parametrize("has_gpu", [False, True])
@pytest.mark.parametrize("path", choice.RESULTS, ids=lambda path: path.stem)
def test_the_choice_is_nearly_the_fastest(path, has_gpu):
    assert mean_regret(path, has_gpu, choice.read_constants()) < (1.15 if has_gpu else 1.005)


def test_a_wrong_constant_is_noticed():
    right, wrong = choice.read_constants(), choice.read_constants()
    wrong["team_ms"] += 0.5
    assert max(mean_regret(path, True, wrong) - mean_regret(path, True, right) for path in choice.RESULTS) > 0.03
