#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares frames whose mean intensity is seen: those of `errdiff hologram --frames N`, which take away each other's
errors, and independent ones, of which each is made of the hologram with another global phase.

    bench/hologram_frames.py BUILD      measures with the command in that build folder, writes the results, and fails
                                        if a ratio that the command reports differs by 0.3 dB or more
    bench/hologram_frames.py            writes the table of the newest results into hologram/README.md, between its
                                        marks
    bench/hologram_frames.py --check    fails if the document has another table

The light is propagated to the window with NumPy as in hologram_check.py. Measuring takes ten minutes."""

import datetime
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "support"))
import readme_tables  # noqa: E402
from readme_tables import TOP, table  # noqa: E402

try:  # only measuring needs it
    import numpy
    from hologram_check import PLANES, SIDE, in_window, modulated_by, read_optics, read_pgm, transfer
except ImportError:
    numpy = None

FRAMES = (2, 4, 8)
CASES = (("p256", "--levels", 2), ("p256", "--levels", 4), ("p256", "--levels", 16),
         ("p256", "--levels", 16, "--refine", 6), ("o", "--output", "binary-phase"))
MOST = 0.3  # dB


def ratio(wanted, means):
    """The ratio of intensities, in dB."""
    factor = numpy.sum(wanted * means) / numpy.sum(wanted ** 2)
    return float(10 * numpy.log10(factor ** 2 * numpy.sum(wanted ** 2) / numpy.sum((means - factor * wanted) ** 2)))


class Scene:
    def __init__(self, errdiff, folder, name):
        self.errdiff, self.folder = errdiff, folder
        self.words = subprocess.run([errdiff, "hologram", "--scene", name, "scene.c64"], cwd=folder, check=True,
                                    text=True, stdout=subprocess.PIPE).stdout.split()
        self.optics, self.side = read_optics(self.words), PLANES[name]
        self.hologram = numpy.fromfile(folder / "scene.c64", numpy.complex64).reshape(SIDE, SIDE)
        self.factors = transfer(self.optics, self.side)

    def call(self, hologram, out, options):
        """The lines of the report for a hologram."""
        hologram.astype(numpy.complex64).tofile(self.folder / "in.c64")
        call = [self.errdiff, "hologram", "in.c64", "--size", f"{SIDE}x{SIDE}", out, *self.words, *options,
                "--method", "opt", "--json"]
        told = subprocess.run(list(map(str, call)), cwd=self.folder, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE).stdout
        return list(map(json.loads, told.splitlines()))

    def shown(self, name, options):
        return modulated_by(read_pgm(self.folder / name), options)

    def in_window(self, field):
        return abs(in_window(field, self.factors, self.optics)) ** 2


def independent(scene, options):
    """What the display shows in frames whose errors have nothing to do with each other."""
    for frame in range(max(FRAMES)):
        turn = numpy.exp(2j * numpy.pi * (frame * 0.6180339887 % 1))
        scene.call(turn * scene.hologram, "out.pgm", options)
        yield scene.shown("out.pgm", options)


def joint(scene, options, frames, row):
    """What it shows in the frames of one call, whose ratio goes into the row."""
    row["reported"][str(frames)] = scene.call(scene.hologram, "out%d.pgm", ["--frames", frames, *options])[-1][
        "mean_intensity_snr_db"]
    for frame in range(frames):
        yield scene.shown(f"out{frame + 1}.pgm", options)


def ratios(wanted, intensities):
    """The ratios of the mean of as many intensities, by their number."""
    found, total = {}, numpy.zeros_like(wanted)
    for count, intensity in enumerate(intensities, 1):
        total += intensity
        if count in (1, *FRAMES):
            found[str(count)] = ratio(wanted, total / count)
    return found


def measure_case(scene, options):
    wanted, row = scene.in_window(scene.hologram), {"reported": {}, "joint": {}}
    row["independent"] = ratios(wanted, map(scene.in_window, independent(scene, options)))
    for frames in FRAMES:
        found = ratios(wanted, map(scene.in_window, joint(scene, options, frames, row)))
        row["joint"][str(frames)] = found[str(frames)]
    return row


def measure(build):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for case in CASES:
            scene = Scene(build.resolve() / "command/errdiff", pathlib.Path(name), case[0])
            row = measure_case(scene, case[1:])
            rows.append({"scene": case[0], "options": [*map(str, case[1:])], **row})
            print(rows[-1], flush=True)
    path = TOP / "bench" / "results" / "frames" / f"{datetime.date.today()}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    for row in rows:
        if any(abs(row["reported"][count] - row["joint"][count]) >= MOST for count in row["reported"]):
            sys.exit(f"a ratio of {row['scene']} differs by {MOST} dB or more")


def title(row):
    return f"`{row['scene']}`, `{' '.join(row['options'])}`"


def made_table(rows):
    counts = list(map(str, FRAMES))
    return table(["hologram", "1 frame", *(f"{count} {kind}" for count in counts for kind in ("independent", "joint"))],
                 [[title(row), f"{row['independent']['1']:.1f}",
                   *(f"{row[kind][count]:.1f}" for count in counts for kind in ("independent", "joint"))]
                  for row in rows])


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/hologram_frames.py", "frames", measure, made_table,
                                  "hologram/README.md")
