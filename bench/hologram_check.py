#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recomputes what `errdiff hologram` reports of noise and brightness, with NumPy and no code of this project.

    ERRDIFF=build/command/errdiff bench/hologram_check.py    fails if a ratio or a gain differs by 0.3 dB or more

The samples in the written picture become the phases or amplitudes of a display, and these and the hologram are
propagated to the window by the angular spectrum method, in double precision and in a plane of another size than that
of the command. As the report says, a cosine takes the frequencies from 0.435 cycles a pixel on away before. The
efficiency is compared in decibels, too. Of the focal plane of a lens the light is a Fourier transform."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy

ERRDIFF = os.environ.get("ERRDIFF", "errdiff")
SIDE = 1024
# The light of "o" spreads farther before it is in the window.
PLANES = {"p256": 2560, "o": 4320}
MICROMETERS = {"pitch": 1, "wavelength": 1e-3, "view-distance": 1e3, "view-width": 1e3, "view-height": 1e3,
               "view-x": 1e3, "view-y": 1e3}
MOST = 0.3  # dB

# In the focal plane of a lens of 10 mm, in which the display's whole image is 8.5 mm wide.
FOURIER = ("--geometry", "fourier", "--view-distance", 10, "--view-width", 1.2, "--view-height", 0.9, "--view-x", 1.5,
           "--view-y", -0.8)
CASES = (("p256", "--levels", 4), ("p256", "--levels", 3, "--refine", 3), ("p256", "--levels", 4, "--refine", 3),
         ("p256", "--levels", 16, "--refine", 3), ("p256", "--levels", 256, "--refine", 3),
         ("p256", "--levels", 16, "--scale", 0.5), ("p256", "--levels", 4, "--method", "none"),
         ("p256", "--levels", 16, "--gain", 0.5, "--refine", 3), ("p256", "--levels", 4, "--gain", 0.44),
         ("p256", "--gray-table", "bent.csv", "--levels", 16, "--refine", 3),
         ("p256", *FOURIER, "--levels", 4), ("p256", *FOURIER, "--levels", 16, "--refine", 3),
         ("p256", *FOURIER, "--levels", 4, "--method", "none"),
         ("o", "--levels", 4, "--refine", 3), ("o", "--output", "binary-phase", "--levels", 2, "--refine", 3),
         ("o", "--output", "amplitude", "--levels", 16, "--refine", 3))


def bent(sample):
    """What a display shows whose phases are uneven, reach only 1.7π, and change the amplitude."""
    phase = 1.7 * numpy.pi * (sample / 255) ** 1.3
    return (1 - 0.2 * sample / 255) * numpy.exp(1j * phase)


def shown_by(samples, options):
    """The light that leaves a display with these samples of 8 bits."""
    if "--gray-table" in options:
        return bent(samples)
    if "amplitude" in options:
        return 2 * samples / 255 - 1 + 0j
    return numpy.exp(2j * numpy.pi * samples / 256)


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
    gain = numpy.vdot(wanted, seen) / numpy.vdot(wanted, wanted)
    light = numpy.sum(abs(gain * wanted) ** 2)
    brightness = abs(gain) ** 2 * numpy.mean(abs(hologram.astype(complex)) ** 2)
    powers = light / numpy.sum(abs(seen - gain * wanted) ** 2), brightness, light / SIDE ** 2
    return 10 * numpy.log10(powers)


def read_pgm(path):
    """The samples of a PGM of 8 bits as large as the scenes."""
    return numpy.frombuffer(path.read_bytes()[-SIDE * SIDE:], numpy.uint8).reshape(SIDE, SIDE).astype(float)


def read_optics(words):
    """The optics in options like --pitch and their values, in micrometers."""
    return {name[2:]: float(value) * MICROMETERS[name[2:]] for name, value in zip(words[::2], words[1::2])
            if name[2:] in MICROMETERS}


def check(folder, scene, options):
    call = [ERRDIFF, "hologram"]
    words = subprocess.run([*call, "--scene", scene, "scene.c64"], cwd=folder, check=True, text=True,
                           stdout=subprocess.PIPE).stdout.split()
    told = subprocess.run([*call, "scene.c64", "--size", f"{SIDE}x{SIDE}", "out.pgm", *words, *map(str, options),
                           "--json"], cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout
    report = json.loads(told)
    reported = numpy.array([report["snr_db"], report["gain_db"], 10 * numpy.log10(report["efficiency_percent"] / 100)])
    optics = read_optics(words) | read_optics(options)
    factors = None if "fourier" in options else transfer(optics, PLANES[scene])

    def seen_of(field):
        return in_focal_plane(field, PLANES[scene], optics) if factors is None else in_window(field, factors, optics)

    hologram = numpy.fromfile(folder / "scene.c64", numpy.complex64).reshape(SIDE, SIDE)
    shown = shown_by(read_pgm(folder / "out.pgm"), options)
    measured = figures(hologram, seen_of(hologram), seen_of(shown))
    print(f"{scene} {' '.join(map(str, options))}:", *(
        f"{name} {told:.2f} dB, measured {found:.2f}" for name, told, found in
        zip(("ratio", "gain", "efficiency"), reported, measured)), sep="\n    ")
    return bool(numpy.all(abs(reported - measured) < MOST))


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = (f"{sample},{numpy.angle(bent(sample)) % (2 * numpy.pi)},{abs(bent(sample))}" for sample in range(256))
        (folder / "bent.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0 if all([check(folder, scene, options) for scene, *options in CASES]) else 1


if __name__ == "__main__":
    sys.exit(main())
