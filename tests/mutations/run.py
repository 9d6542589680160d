#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the faults of faults.txt into a copy of the sources, one at a time, and runs the quick tests on each: does one
of them fail? FOLDER gets the copy and a build of it, and is used again by the next run, so that only what a fault
changes is built. Results are kept in results.json after each fault, with the commit; a run of the same commit goes on
from there. Ends with status 1 if a fault survives, does not compile, or the tests fail without any."""

import argparse
import datetime
import fnmatch
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from faults import read_faults

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests/support"))

import needed_targets  # noqa: E402

RESULTS = Path(__file__).resolve().parent / "results.json"

# Optimizing the loops of the lane kernels would take most of the time of many faults.
OPTIONS = ["-Dcuda=disabled", "-Dmanual=disabled", "-Dtests=enabled", "-Dplugin=enabled", "-Doptimization=1",
           "-Dc_args=-fno-tree-loop-optimize"]

# The quick tests: three minutes on two processors. "cli:test_files" is a part of a test that pytest runs, by its name
# or a word in it.
QUICK = ["unit-*", "equality", "equality-blocks-7x5", "equality-threads-*", "equality-wavefront", "vectors-c",
         "hologram-calls", "hologram-equality-c", "hologram-figures", "hologram-leaks", "hologram-measured-levels",
         "hologram-options", "hologram-parts", "presets", "color-list", "settings-copy",
         "settings-history", "screen-pixels", "thumbnail", "preview-report", "preview-worker"]
QUICK += [f"cli:test_{name}" for name in ("cli", "files", "many", "palettes", "pieces", "size")]
QUICK += [f"cli-formats:test_{name}" for name in ("bmp", "formats", "png", "pnm")]
QUICK += ["cli-hologram:test_hologram.py"]
QUICK += [f"cli-bytes:test_{name}" for name in ("photographs", "rule")]
QUICK += [f"gimp:test_{name}" for name in ("alpha", "arguments", "copied_text", "dots", "gray_to_rgb", "groups",
                                           "in_place", "indexed", "mask", "palettes", "precision", "undo")]

PROCESSES = 2
LIMIT_S = 1200  # all tests of a call together; a fault that makes one hang is caught


class Copy:
    """A copy of the sources, and its build."""

    def __init__(self, folder):
        self.sources, self.build = folder / "sources", folder / "build"
        self.update()
        if not (self.build / "build.ninja").exists():
            subprocess.run(["meson", "setup", *OPTIONS, str(self.build), str(self.sources)], check=True)
        if not self.make([]):
            sys.exit("the sources without a fault cannot be built")
        self.tests = needed_targets.read_tests(self.build)

    def update(self):
        """Makes the copy the same as the sources. Files that are the same keep their times."""
        listed = subprocess.run(["git", "-C", TOP, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                check=True, capture_output=True, text=True).stdout
        paths = {path for path in listed.split("\0") if path and (TOP / path).is_file()}
        for path in paths:
            to = self.sources / path
            if not to.exists() or to.read_bytes() != (TOP / path).read_bytes():
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(TOP / path, to)
        for path in self.sources.rglob("*"):
            if path.is_file() and str(path.relative_to(self.sources)) not in paths:
                path.unlink()

    def make(self, targets):
        """Returns whether the targets, or all if there are none, could be built."""
        made = subprocess.run(["ninja", "-C", str(self.build), f"-j{PROCESSES}", *targets], capture_output=True,
                              text=True)
        if made.returncode != 0:
            print(made.stdout[-2000:])
        return made.returncode == 0

    def split(self, names):
        """Returns names as in faults.txt and in QUICK as groups of tests that are run one after the other: a list of
        groups, each a list of pairs of the names of tests and the parts of them."""
        plain, parts = set(), {}
        for name in names:
            test, _, part = name.partition(":")
            found = {other for other in self.tests if fnmatch.fnmatchcase(other, test)}
            if not found:
                raise LookupError(f"there is no test {test}")
            if part:
                parts.setdefault(test, []).append(part)
            else:
                plain |= found
        groups = [[(sorted(plain), [])]] if plain else []
        return groups + [[([test], some) for test, some in parts.items()]] if parts else groups

    def run(self, names):
        """Builds what tests need, and runs them until one fails. Returns that one's name, None if none fails, or ""
        if they cannot be built."""
        groups = self.split(names)
        tests = {test for group in groups for some, _ in group for test in some}
        if not self.make(sorted({target for test in tests for target in self.tests[test]["needed"]})):
            return ""
        together = [group[begin:begin + PROCESSES] for group in groups for begin in range(0, len(group), PROCESSES)]
        for some in together:
            calls = [self.start(tests, parts, PROCESSES // len(some)) for tests, parts in some]
            failed = [self.wait(*call) for call in calls]
            if any(failed):
                return next(filter(None, failed))
        return None

    def start(self, tests, parts, processes):
        """Starts `meson test`. Returns the process and the file that will have its results."""
        log = self.build / "meson-logs" / f"mutations-{tests[0]}.json"
        log.unlink(missing_ok=True)
        options = "-x" + (f" -k '{' or '.join(parts)}'" if parts else "")
        process = subprocess.Popen(["meson", "test", "-C", str(self.build), "--no-rebuild", "--maxfail=1",
                                    f"--num-processes={processes}", f"--logbase={log.stem}", *tests],
                                   env=dict(os.environ, PYTEST_ADDOPTS=options), start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return process, log

    def wait(self, process, log):
        """Returns the name of a test that failed, or None. A part that no test has is a LookupError."""
        try:
            process.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            return f"{log.stem.removeprefix('mutations-')} did not end"
        for line in log.read_text(encoding="utf-8").splitlines():
            test = json.loads(line)
            if "pytest" in test["command"][0] and test["returncode"] == 5:
                raise LookupError(f"{test['name']} has no such part")
            if test["result"] not in ("OK", "SKIP", "INTERRUPT"):
                return test["name"].rpartition(" / ")[2]
        return None


def try_fault(copy, fault):
    """Returns what became of a fault: "caught" and by which test, "survived", or "wrong" and why."""
    path = copy.sources / fault.file
    text = path.read_text(encoding="utf-8")
    if len(fault.places_in(text)) != 1:
        return "wrong", f"{fault.file} has its old lines {len(fault.places_in(text))} times"
    path.write_text(fault.put_into(text), encoding="utf-8")
    try:
        failed = (copy.run(fault.tests) if fault.tests else None) or copy.run(QUICK)
    except LookupError as error:
        return "wrong", str(error)
    finally:
        path.write_text(text, encoding="utf-8")
    if failed == "":
        return "wrong", "it does not compile"
    return ("caught", failed) if failed else ("survived", "")


def read_commit():
    """Returns the commit of the sources, with a + if they have other changes than those of the results."""
    commit = subprocess.run(["git", "-C", TOP, "rev-parse", "--short=12", "HEAD"], check=True, capture_output=True,
                            text=True).stdout.strip()
    changed = subprocess.run(["git", "-C", TOP, "status", "--porcelain", "--", ".", f":!{RESULTS.relative_to(TOP)}"],
                             check=True, capture_output=True, text=True).stdout
    return commit + "+" * bool(changed)


def read_results():
    """Returns the results of earlier runs, by the names of faults that are still there."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return {fault.name: results[fault.name] for fault in read_faults() if fault.name in results}


def sum_up(results):
    """Prints how many faults were caught, and which were not. Returns an exit status."""
    missed = [f"{name}: {found['result']} {found['by']}" for name, found in results.items()
              if found["result"] != "caught"]
    print(f"{len(results) - len(missed)} of {len(results)} faults were caught", *missed, sep="\n")
    return 1 if missed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="for the copy of the sources and its build")
    parser.add_argument("--only", nargs="+", metavar="NAME", default=[], help="try only these faults")
    parser.add_argument("--new", action="store_true", help="try only faults that have no result of any commit")
    arguments = parser.parse_args()
    results, commit = read_results(), read_commit()
    done = {name for name, found in results.items()
            if arguments.new or (found["commit"] == commit and not commit.endswith("+"))} - set(arguments.only)
    copy = Copy(arguments.folder.resolve())
    if not arguments.only and not any(found["commit"] == commit for found in results.values()):
        failed = copy.run(QUICK)
        if failed is not None:
            sys.exit(f"without a fault {failed} fails")
    for fault in read_faults():
        if fault.name in done or (arguments.only and fault.name not in arguments.only):
            continue
        begin = time.monotonic()
        result, reason = try_fault(copy, fault)
        results[fault.name] = {"result": result, "by": reason, "seconds": round(time.monotonic() - begin),
                               "date": str(datetime.date.today()), "commit": commit}
        print(f"{fault.name}: {result} {reason} ({time.monotonic() - begin:.0f} s)", flush=True)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return sum_up(results)


if __name__ == "__main__":
    sys.exit(main())
