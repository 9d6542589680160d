# SPDX-License-Identifier: GPL-3.0-or-later
"""The two documents that everyone reads first are short. What does not fit belongs into docs/."""

from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
LIMITS = {"README.md": (300, 1900), "CONTRIBUTING.md": (250, 3000)}


@pytest.mark.parametrize("name", LIMITS)
def test_a_document_is_short(name):
    text = (TOP / name).read_text(encoding="utf-8")
    lines, words = LIMITS[name]
    assert len(text.splitlines()) <= lines
    assert len(text.split()) <= words
