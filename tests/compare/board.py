#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares errdiff with other programs: every task (tasks.py), program (peers.py) and measure (quality.py).

    ERRDIFF=build/command/errdiff tests/compare/board.py [--photographs PATH…] [--sheets FOLDER] [RESULTS]

RESULTS, by default tests/compare/results/board.json, gets the measures of each result; tests/compare/tables.py makes
the tables of the documents from it. --photographs adds photographs, or folders of them, to the project's own. --sheets
writes an image for each photograph, which shows a part of all results, enlarged 2 × by nearest neighbor. errdiff is
measured with its defaults, with the settings that the documents name, and with these and two passes of its search. A
direct binary search (search.py), which starts with the result of these settings, shows what is left to gain.

Results are kept in the folder build-board by the contents of what they are made from, so a second run is quick.

Debian's packages are those that tests/install-packages.sh tests installs, and of packages.txt here. PyPI's
dithering needs a newer NumPy than Debian's, so all that Python needs is installed beside it:

    python3 -m venv --system-site-packages venv
    venv/bin/pip install --ignore-installed numpy scipy scikit-image pillow flip-evaluator dithering epaper-dithering

Programs that are not installed are left out and named."""

import argparse
import functools
import hashlib
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
from pathlib import Path

# Before NumPy and the others read it: each process computes in one thread.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", RAYON_NUM_THREADS="1")

import numpy  # noqa: E402
from PIL import Image, ImageDraw, ImageFont  # noqa: E402

import peers  # noqa: E402
import photographs  # noqa: E402
import quality  # noqa: E402
import search  # noqa: E402
import tasks  # noqa: E402

PROCESSES = 2
DEFAULT, SETTINGS, REFINED, BOUND = "errdiff", "errdiff with settings", "errdiff refined", "bound"
TILE = (160, 120)  # pixels of a result that a sheet shows, before they are enlarged
ZOOM, LABEL, GAP = 2, 16, 8
_CACHE = photographs.TOP / "build-board"
_ERRDIFF = shutil.which(os.environ.get("ERRDIFF", "errdiff"))


def _digest(*parts):
    """A name for what is made from the parts: paths, of which the contents count, and values."""
    made = hashlib.sha256()
    for part in parts:
        made.update(part.read_bytes() if isinstance(part, Path) else repr(part).encode())
        made.update(b"\0")
    return made.hexdigest()[:32]


def _kept(folder, suffix, key, make):
    """The path of what `make` writes to the path that it gets; made only once for the same key."""
    path = _CACHE / folder / f"{_digest(*key)}{suffix}"
    if not path.exists():
        unfinished = path.with_name(f"{os.getpid()}-{path.name}")
        make(unfinished)
        unfinished.rename(path)
    return path


def _errdiff(photograph, options):
    def run(path):
        subprocess.run([_ERRDIFF, photograph, path, *options.split()], check=True)

    return _kept("images", ".png", (Path(_ERRDIFF), photograph, options), run)


def _peer(peer, photograph, task):
    return _kept("images", ".png", (Path(peers.__file__), peer.name, peer.version, photograph, task.palette,
                                    task.count, task.levels, task.gray, task.white),
                 lambda path: peer.dither(photograph, path, task))


def _white(task):
    return list(bytes.fromhex(task.white)) if task.white else None


def _bound(photograph, task):
    start = _errdiff(photograph, task.settings)

    def run(path):
        found = search.searched(quality.opened(photograph), _pixels(start), _white(task))
        Image.fromarray(found).save(path)

    return _kept("images", ".png", (*search.SOURCES, photograph, start, task.white), run)


def _pixels(path):
    """The values of a result as it is. A profile that a program adds says only that they are sRGB."""
    image = Image.open(path)
    if image.mode.startswith("I"):
        return numpy.repeat((numpy.asarray(image) // 257).astype(numpy.uint8)[..., None], 3, axis=2)
    return numpy.asarray(image.convert("RGB"))


def _result(name, photograph, task):
    """The path of a program's result; None if it cannot carry out the task."""
    if name in (DEFAULT, SETTINGS, REFINED):
        options = task.default if name == DEFAULT else task.settings
        return _errdiff(photograph, f"{options} --refine 2" if name == REFINED else options)
    if name == BOUND:
        return _bound(photograph, task)
    peer = _peers()[name]
    return _peer(peer, photograph, task) if peer.can(task) else None


@functools.lru_cache(maxsize=None)
def _peers():
    return {peer.name: peer for peer in peers.available()}


@functools.lru_cache(maxsize=2)
def _original(photograph):
    return quality.seen(quality.opened(photograph))


def _measured(job):
    """The measures of a job: the name of a program, the path of a photograph, and the number of a task."""
    name, photograph, number = job
    task = tasks.TASKS[number]
    result = _result(name, photograph, task)
    if result is None:
        return None

    def measure(path):
        path.write_text(json.dumps(quality.measure(_original(photograph), quality.seen(_pixels(result), _white(task)))))

    key = (Path(quality.__file__), quality.flip_evaluator is None, photograph, result, task.white)
    return json.loads(_kept("measures", ".json", key, measure).read_text())


def _run_gimp(gimp, images):
    """Makes GIMP's results that are missing, one after the other in one GIMP."""
    with peers.GimpIndexed() as indexed:
        able = peers.Peer(gimp.name, gimp.version, gimp.can, indexed.dither)
        for color, gray in images:
            for task in tasks.TASKS:
                _peer(able, gray if task.gray else color, task)


def _rounded(measures):
    return [float(f"{measures[name]:.4g}") for name in quality.BETTER if name in measures]


def _measure_all(names, images):
    """For each task and program the measures of each photograph."""
    jobs = [(name, pair[1] if task.gray else pair[0], number)
            for pair in images for number, task in enumerate(tasks.TASKS) for name in names]
    with multiprocessing.Pool(PROCESSES) as pool:
        figures = {}
        for count, (job, measures) in enumerate(zip(jobs, pool.imap(_measured, jobs, chunksize=len(names)))):
            if measures:
                figures.setdefault(job[2], {}).setdefault(job[0], []).append(_rounded(measures))
            if sys.stderr.isatty():
                print(f"\r{count + 1} of {len(jobs)}", end="", file=sys.stderr, flush=True)
    return figures


def _written(results):
    """The results as JSON, with a line for each program of a task."""
    head = json.dumps({name: each for name, each in results.items() if name != "tasks"}, indent=1)
    rows = []
    for task in results["tasks"]:
        lines = ",\n   ".join(f"{json.dumps(name)}: {json.dumps(each)}" for name, each in task["measures"].items())
        rest = json.dumps({name: each for name, each in task.items() if name != "measures"})
        rows.append(f'  {rest[:-1]}, "measures": {{\n   {lines}}}}}')
    return head[:-2] + ',\n "tasks": [\n' + ",\n".join(rows) + "\n ]\n}\n"


def _shown(path, white):
    """The middle of an image, enlarged, as a viewer sees it whose eyes have adapted to `white`."""
    pixels = _pixels(path)
    top, left = ((pixels.shape[axis] - TILE[1 - axis]) // 2 for axis in (0, 1))
    pixels = pixels[top:top + TILE[1], left:left + TILE[0]]
    if white:
        pixels = numpy.rint(255 * quality.displayed(
            numpy.clip(quality.light(pixels) / quality.light(white), 0, 1))).astype(numpy.uint8)
    return Image.fromarray(pixels.repeat(ZOOM, axis=0).repeat(ZOOM, axis=1))


def _sheet(names, color, gray):
    """All results for a photograph: a line for each task, and a column for each program."""
    font = ImageFont.truetype("DejaVuSans.ttf", LABEL - 4)
    width, height = ZOOM * TILE[0] + GAP, ZOOM * TILE[1] + LABEL + GAP
    sheet = Image.new("RGB", (width * (len(names) + 1), height * len(tasks.TASKS)), "white")
    draw = ImageDraw.Draw(sheet)
    for row, task in enumerate(tasks.TASKS):
        photograph = gray if task.gray else color
        shown = [(task.title, photograph, None), *((name, _result(name, photograph, task), _white(task))
                                                   for name in names)]
        for column, (label, path, white) in enumerate(shown):
            if path:
                draw.text((column * width, row * height), label, "black", font)
                sheet.paste(_shown(path, white), (column * width, row * height + LABEL))
    return sheet


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="?", type=Path, default=Path(__file__).parent / "results/board.json")
    parser.add_argument("--photographs", nargs="+", default=[], metavar="PATH")
    parser.add_argument("--sheets", type=Path, metavar="FOLDER")
    return parser.parse_args()


def main():
    given = _arguments()
    os.nice(19)
    for folder in ("color", "gray", "images", "measures"):
        (_CACHE / folder).mkdir(parents=True, exist_ok=True)
    missing = [name for name in peers.NAMES if name not in _peers()]
    if missing:
        print("not installed, so left out:", ", ".join(missing), file=sys.stderr)
    more = list(photographs.listed(given.photographs))
    images = [(path, photographs.in_gray(path, _CACHE / "gray"))
              for path in photographs.write_all(_CACHE / "color", more)]
    if "GIMP" in _peers():
        _run_gimp(_peers()["GIMP"], images)
    names = [DEFAULT, SETTINGS, REFINED, *_peers(), BOUND]
    figures = _measure_all(names, images)
    results = {"programs": {peer.name: peer.version for peer in _peers().values()},
               "photographs": [color.stem for color, _ in images],
               "measures": [name for name in quality.BETTER if name != "FLIP" or quality.flip_evaluator],
               "tasks": [{"title": task.title, "default": task.default, "settings": task.settings,
                          "measures": figures[number]} for number, task in enumerate(tasks.TASKS)]}
    given.results.write_text(_written(results), encoding="utf-8")
    if given.sheets:
        given.sheets.mkdir(parents=True, exist_ok=True)
        for color, gray in images:
            _sheet(names, color, gray).save(given.sheets / f"{color.stem}.png")


if __name__ == "__main__":
    main()
