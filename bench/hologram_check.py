#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recomputes what `errdiff hologram` reports of noise and brightness, with NumPy and no code of this project.

    bench/hologram_check.py BUILD      measures with the command in that build folder, writes the results, and fails if
                                       a ratio or a gain differs by 0.3 dB or more
    bench/hologram_check.py            writes the table of the newest results into hologram/README.md, between its marks
    bench/hologram_check.py --check    fails if the document has another table

The samples in the written image become the phases or amplitudes of a display, and these and the hologram are
propagated to the window by the angular spectrum method, in double precision and in a plane of another size than that
of the command. As the report says, a cosine takes the frequencies from 0.435 cycles a pixel on away before. The
efficiency is compared in decibels, too. Of the focal plane of a lens the light is a Fourier transform. Crosstalk
smooths the phases of the samples with a Gaussian, and light of the zero order is added to what the pixels show."""

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
except ImportError:
    numpy = None

SIDE = 1024
# The light of "o" spreads farther before it is in the window.
PLANES = {"p256": 2560, "o": 4320}
MICROMETERS = {"pitch": 1, "wavelength": 1e-3, "view-distance": 1e3, "view-width": 1e3, "view-height": 1e3,
               "view-x": 1e3, "view-y": 1e3}
MOST = 0.3  # dB

# In the focal plane of a lens of 10 mm, in which the display's whole image is 8.5 mm wide.
FOURIER = ("--geometry", "fourier", "--view-distance", 10, "--view-width", 1.2, "--view-height", 0.9, "--view-x", 1.5,
           "--view-y", -0.8)
FOURIER_ON_AXIS = ("--geometry", "fourier", "--view-distance", 10, "--view-width", 1.2, "--view-height", 0.9,
                   "--view-x", 0, "--view-y", 0)
CASES = (("p256", "--levels", 4), ("p256", "--levels", 3, "--refine", 3), ("p256", "--levels", 4, "--refine", 3),
         ("p256", "--levels", 16, "--refine", 3), ("p256", "--levels", 256, "--refine", 3),
         ("p256", "--levels", 16, "--scale", 0.5), ("p256", "--levels", 4, "--method", "none"),
         ("p256", "--levels", 16, "--gain", 0.5, "--refine", 3), ("p256", "--levels", 4, "--gain", 0.44),
         ("p256", "--levels", 100, "--refine", 3), ("p256", "--gray-table", "bent.csv", "--levels", 16, "--refine", 3),
         ("p256", *FOURIER, "--levels", 4), ("p256", *FOURIER, "--levels", 16, "--refine", 3),
         ("p256", *FOURIER, "--levels", 4, "--method", "none"),
         ("o", "--levels", 4, "--refine", 3), ("o", "--output", "binary-phase", "--levels", 2, "--refine", 3),
         ("o", "--output", "amplitude", "--levels", 16, "--refine", 3))
# Displays that leak, which the document has in a table.
ZERO_ORDER, CROSSTALK = ("--zero-order", 0.01), ("--crosstalk", 0.35)
LEAKING = (*(("p256", "--levels", levels, *leak, *refined)
             for leak in (ZERO_ORDER, CROSSTALK) for levels in (4, 16, 256) for refined in ((), ("--refine", 6))),
           ("p256", "--levels", 16, *ZERO_ORDER, *CROSSTALK, "--refine", 6),
           ("p256", *FOURIER, "--levels", 4, *ZERO_ORDER), ("p256", *FOURIER, "--levels", 16, *CROSSTALK),
           ("p256", *FOURIER_ON_AXIS, "--levels", 4, *ZERO_ORDER),
           ("p256", *FOURIER_ON_AXIS, "--levels", 16, *ZERO_ORDER, *CROSSTALK, "--refine", 6),
           ("o", "--output", "binary-phase", "--full-range", "--zero-order", 0.05),
           ("o", "--output", "binary-phase", "--full-range", *CROSSTALK),
           ("o", "--output", "positive-amplitude", "--levels", 2),
           ("o", "--output", "positive-amplitude", "--levels", 2, "--refine", 6),
           ("o", "--output", "positive-amplitude", "--levels", 16))


def bent(sample):
    """What a display shows whose phases are uneven, reach only 1.7π, and change the amplitude."""
    phase = 1.7 * numpy.pi * (sample / 255) ** 1.3
    return (1 - 0.2 * sample / 255) * numpy.exp(1j * phase)


def value_of(options, name):
    return float(options[options.index(name) + 1]) if name in options else 0


def smoothed(values, sigma):
    """The values along the last axis with those of their neighbors, by a sampled Gaussian; beyond the edges there are
    those of the last pixels."""
    shares = numpy.exp(-numpy.arange(-4, 5) ** 2 / (2 * sigma ** 2))
    padded = numpy.pad(values, [(0, 0), (4, 4)], mode="edge")
    side = values.shape[1]
    return sum(share / shares.sum() * padded[:, first:first + side] for first, share in enumerate(shares))


def modulated_by(samples, options):
    """The light that the pixels of a display modulate, which has these samples of 8 bits."""
    if "--gray-table" in options:
        return bent(samples)
    if "positive-amplitude" in options:
        return samples / 255 + 0j
    if "amplitude" in options:
        return 2 * samples / 255 - 1 + 0j
    phases = 2 * numpy.pi * samples / (510 if "--full-range" in options else 256)
    if "--crosstalk" in options:
        phases = smoothed(smoothed(phases, value_of(options, "--crosstalk")).T, value_of(options, "--crosstalk")).T
    return numpy.exp(1j * phases)


def shown_by(samples, options):
    """The light that leaves a display with these samples of 8 bits."""
    share = value_of(options, "--zero-order")
    return numpy.sqrt(1 - share) * modulated_by(samples, options) + numpy.sqrt(share)


def transfer(optics, side):
    frequency = numpy.fft.fftfreq(side)
    taper = numpy.where(abs(frequency) <= 0.435, 1, 0.5 + 0.5 * numpy.cos(numpy.pi * (abs(frequency) - 0.435) / 0.065))
    across = (frequency / optics["pitch"]) ** 2
    square = optics["wavelength"] ** -2 - across[:, None] - across
    turns = optics["view-distance"] * numpy.sqrt(numpy.maximum(square, 0))
    return numpy.where(square > 0, numpy.exp(2j * numpy.pi * turns), 0) * taper[:, None] * taper


def in_window(field, factors, optics):
    """The light in the window, at the points of a grid with the display's pitch."""
    side = len(factors)
    plane = numpy.zeros((side, side), complex)
    first = (side - SIDE) // 2
    plane[first:first + SIDE, first:first + SIDE] = field
    plane = numpy.fft.ifft2(numpy.fft.fft2(plane) * factors)
    places = (numpy.arange(side) - side / 2 + 0.5) * optics["pitch"]
    rows = abs(places - optics["view-y"]) <= optics["view-height"] / 2
    columns = abs(places - optics["view-x"]) <= optics["view-width"] / 2
    return plane[numpy.ix_(rows, columns)]


def in_focal_plane(field, side, optics):
    """The light in the window if that is in the focal plane of a lens."""
    plane = numpy.fft.fft2(field, (side, side), norm="ortho")
    places = numpy.fft.fftfreq(side) * optics["wavelength"] * optics["view-distance"] / optics["pitch"]
    rows = abs(places - optics["view-y"]) <= optics["view-height"] / 2
    columns = abs(places - optics["view-x"]) <= optics["view-width"] / 2
    return plane[numpy.ix_(rows, columns)]


def figures(hologram, wanted, seen):
    """The ratio, the gain and the efficiency in dB. `wanted` and `seen` are the light in the window."""
    gain, light, noise = compare(wanted, seen)
    brightness = abs(gain) ** 2 * numpy.mean(abs(hologram.astype(complex)) ** 2)
    return [float(10 * numpy.log10(power)) for power in (light / noise, brightness, light / SIDE ** 2)]


def ratio(wanted, seen):
    """The ratio alone, in dB."""
    _, light, noise = compare(wanted, seen)
    return float(10 * numpy.log10(light / noise))


def compare(wanted, seen):
    """The gain, the light of what is wanted, and that of the noise."""
    gain = numpy.vdot(wanted, seen) / numpy.vdot(wanted, wanted)
    return gain, numpy.sum(abs(gain * wanted) ** 2), numpy.sum(abs(seen - gain * wanted) ** 2)


def read_pgm(path):
    """The samples of a PGM of 8 bits as large as the scenes."""
    return numpy.frombuffer(path.read_bytes()[-SIDE * SIDE:], numpy.uint8).reshape(SIDE, SIDE).astype(float)


def read_optics(words):
    """The optics in options like --pitch and their values, in micrometers."""
    return {name[2:]: float(value) * MICROMETERS[name[2:]] for name, value in zip(words[::2], words[1::2])
            if name[2:] in MICROMETERS}


FIGURES = ("ratio", "gain", "efficiency")


def quantize(errdiff, folder, words, options):
    """What the command reports, and the samples that it writes."""
    call = [errdiff, "hologram", "scene.c64", "--size", f"{SIDE}x{SIDE}", "out.pgm", *words, *options, "--json"]
    told = subprocess.run(list(map(str, call)), cwd=folder, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE).stdout
    report = json.loads(told)
    reported = [report["snr_db"], report["gain_db"], 10 * numpy.log10(report["efficiency_percent"] / 100)]
    return reported, read_pgm(folder / "out.pgm")


def without_leaks(options):
    """The options, as if nobody knew what the display does besides."""
    kept = list(options)
    for name in ("--zero-order", "--crosstalk"):
        if name in kept:
            del kept[kept.index(name):kept.index(name) + 2]
    return ["amplitude" if option == "positive-amplitude" else option for option in kept]


def measure_case(errdiff, folder, scene, options):
    words = subprocess.run([errdiff, "hologram", "--scene", scene, "scene.c64"], cwd=folder, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()
    optics = read_optics(words) | read_optics(options)
    factors = None if "fourier" in options else transfer(optics, PLANES[scene])

    def seen_of(field):
        return in_focal_plane(field, PLANES[scene], optics) if factors is None else in_window(field, factors, optics)

    hologram = numpy.fromfile(folder / "scene.c64", numpy.complex64).reshape(SIDE, SIDE)
    wanted = seen_of(hologram)
    reported, samples = quantize(errdiff, folder, words, options)
    row = {"scene": scene, "options": [*map(str, options)], "reported": reported,
           "measured": list(figures(hologram, wanted, seen_of(shown_by(samples, options))))}
    if (scene, *options) in LEAKING:
        unknown = quantize(errdiff, folder, words, without_leaks(options))[1]
        row["unknown"] = figures(hologram, wanted, seen_of(shown_by(unknown, options)))[0]
    return row


def is_right(row):
    return all(abs(told - found) < MOST for told, found in zip(row["reported"], row["measured"]))


def measure(build):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = (f"{sample},{numpy.angle(bent(sample)) % (2 * numpy.pi)},{abs(bent(sample))}" for sample in range(256))
        (folder / "bent.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for scene, *options in (*CASES, *LEAKING):
            rows.append(measure_case(build.resolve() / "command/errdiff", folder, scene, options))
            print(scene, *rows[-1]["options"])
            for name, told, found in zip(FIGURES, rows[-1]["reported"], rows[-1]["measured"]):
                print(f"    {name} {told:.2f} dB, measured {found:.2f}", flush=True)
    path = TOP / "bench" / "results" / "leaks" / f"{datetime.date.today()}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    if not all(map(is_right, rows)):
        sys.exit(f"a figure differs by {MOST} dB or more")


def title(row):
    words = " ".join(row["options"])
    for names, short in ((FOURIER, "off the axis of a lens,"), (FOURIER_ON_AXIS, "on the axis of a lens,")):
        words = words.replace(" ".join(map(str, names)), short)
    first, _, rest = words.partition(", ")
    return f"`{row['scene']}`, " + (f"{first}, `{rest}`" if rest else f"`{words}`")


def made_table(rows):
    return table(["hologram", "not counted on", "counted on: reported", "measured"],
                 [[title(row), f"{row['unknown']:.1f}", f"{row['reported'][0]:.2f}", f"{row['measured'][0]:.2f}"]
                  for row in rows if "unknown" in row])


if __name__ == "__main__":
    readme_tables.measure_or_make(__doc__, "bench/hologram_check.py", "leaks", measure, made_table,
                                  "hologram/README.md")
