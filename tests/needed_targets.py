#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the files that the tests of some suites need, as targets for ninja: needed_targets.py BUILD SUITE…"""
import json
import os
import sys


def main(build, suites):
    with open(os.path.join(build, "meson-info/intro-targets.json"), encoding="utf-8") as file:
        targets = {target["id"]: target for target in json.load(file)}
    with open(os.path.join(build, "meson-info/intro-tests.json"), encoding="utf-8") as file:
        tests = json.load(file)
    needed = {name for test in tests if {suite.split(":")[-1] for suite in test["suite"]} & set(suites)
              for name in test["depends"]}
    for name in sorted(needed):
        for path in targets[name]["filename"]:
            print(os.path.relpath(path, build))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
