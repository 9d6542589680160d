#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the files that the tests of some suites need, as targets for ninja: needed_targets.py BUILD SUITE…"""
import json
import os
import sys


def read_tests(build):
    """Returns what Meson says of the tests of a build folder, by name. To each, "needed" is added: the files that it
    needs, relative to the folder."""
    with open(os.path.join(build, "meson-info/intro-targets.json"), encoding="utf-8") as file:
        files = {target["id"]: target["filename"] for target in json.load(file)}
    with open(os.path.join(build, "meson-info/intro-tests.json"), encoding="utf-8") as file:
        tests = {test["name"]: test for test in json.load(file)}
    for test in tests.values():
        test["needed"] = [os.path.relpath(path, build) for target in test["depends"]
                          for path in files.get(target, [])]
    return tests


def main(build, suites):
    tests = [test for test in read_tests(build).values()
             if {suite.split(":")[-1] for suite in test["suite"]} & set(suites)]
    print("\n".join(sorted({path for test in tests for path in test["needed"]})))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
