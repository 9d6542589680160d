# SPDX-License-Identifier: GPL-3.0-or-later
"""The sources of a folder call each other's functions one way: no source needs another that needs it."""

import re
from collections import defaultdict

from folders import FOLDERS
from test_includes import longest_prefix, read_sources

# What is no code: comments and texts.
NO_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)

# A function that begins at the margin and has a body. It is not of the file alone.
FUNCTION = re.compile(r"^(?!static\b|typedef\b|#)[A-Za-z_][\w \*]*?\b(\w+)\((?:[^;{}()]|\([^()]*\))*\)\s*\{", re.M)


def find_calls(sources):
    """Returns for each source the sources of its folder that have functions whose names it contains, and that headers
    declare."""
    code = {path: NO_CODE.sub(" ", text) for path, text in sources.items()}
    declared = {name for path, text in code.items() if path.endswith(".h") for name in re.findall(r"\b(\w+)\(", text)}
    code = {path: text for path, text in code.items() if path.endswith((".c", ".cu"))}
    places = defaultdict(set)
    for path, text in code.items():
        for name in set(FUNCTION.findall(text)) & declared:
            places[name].add(path)
    calls = defaultdict(set)
    for path, text in code.items():
        for name in set(re.findall(r"\w+", text)) & set(places):
            if path not in places[name]:
                calls[path] |= {other for other in places[name]
                                if longest_prefix(other, FOLDERS) == longest_prefix(path, FOLDERS)}
    return calls


def find_circles(calls):
    """Returns the sets of sources that need each other."""
    def reach(path):
        found, left = set(), list(calls.get(path, ()))
        while left:
            other = left.pop()
            if other not in found:
                found.add(other)
                left += calls.get(other, ())
        return found

    reached = {path: reach(path) for path in calls}
    return {frozenset(other for other in reached[path] if path in reached.get(other, ()))
            for path in reached if path in reached[path]}


def test_no_circle():
    calls = find_calls(read_sources())
    assert sum(map(len, calls.values())) > 200
    assert find_circles(calls) == set()


def test_a_circle_is_found():
    sources = {"core/base/a.h": "int one(int x);\nvoid two(void);\nvoid three(void);\n",
               "core/base/a.c": "int one(int x)\n{\n    two();\n}\n",
               "core/base/b.c": "void two(void)\n{\n    three(); /* four() */\n}\n",
               "core/base/c.c": "void three(void)\n{\n    use(one);\n}\n",
               "core/base/d.c": "void four(void)\n{\n    one(1);\n}\nstatic void two(void)\n{\n}\n",
               "core/rule/e.c": "void five(void)\n{\n    one(1);\n}\n"}
    assert find_circles(find_calls(sources)) == {frozenset({"core/base/a.c", "core/base/b.c", "core/base/c.c"})}
