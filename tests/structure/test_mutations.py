# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of faults in tests/mutations fits the sources."""

import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "mutations"))

from faults import Fault, read_faults  # noqa: E402


def test_the_old_lines_of_each_fault_occur_once():
    places = {fault.name: fault.places_in((TOP / fault.file).read_text(encoding="utf-8")) for fault in read_faults()}
    assert len(places) >= 40
    assert {name: lines for name, lines in places.items() if len(lines) != 1} == {}


def test_lines_are_found_and_replaced_as_a_whole():
    fault = Fault("name", old=["a", "b"], new=["c"])
    texts = ("a\nb\n", "xa\nb\n", "a\nbx\n", "a\nb\na\nb\n", "")
    assert [fault.places_in(text) for text in texts] == [[0], [], [], [0, 2], []]
    assert fault.put_into("1\na\nb\n2\n") == "1\nc\n2\n"
    fault.new = []
    assert [fault.put_into(text) for text in ("a\nb\n", "1\na\nb\n2\n")] == ["", "1\n2\n"]
