# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of `errdiff hologram` measures the samples that are written, to which levels are rounded."""

import json
import os

import pnm
import pytest

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="built without FFTW or LAPACK")
numpy = pytest.importorskip("numpy")
SIDE = 192
POINTS = 2 * SIDE  # as in the command; with others the edges of the window are elsewhere
WINDOW = ["--geometry", "fourier", "--view-width", "0.25", "--view-x", "0.2"]


def _shown(samples, options):
    """The light that leaves a display with these samples of 8 bits."""
    if "amplitude" in options or "positive-amplitude" in options:
        return samples / (255 if "positive-amplitude" in options else 127.5) - ("amplitude" in options)
    return numpy.exp(2j * numpy.pi * samples / 256)


def _in_window(field):
    places = numpy.fft.fftfreq(POINTS)
    columns, rows = abs(places - 0.2) <= 0.125, abs(places) <= 0.125
    return numpy.fft.fft2(field, (POINTS, POINTS))[numpy.ix_(rows, columns)]


def _ratio(hologram, shown):
    wanted, seen = _in_window(hologram), _in_window(shown)
    gain = numpy.vdot(wanted, seen) / numpy.vdot(wanted, wanted)
    return 10 * numpy.log10(numpy.sum(abs(gain * wanted) ** 2) / numpy.sum(abs(seen - gain * wanted) ** 2))


@pytest.mark.parametrize("options", [
    ["--levels", "100", "--refine", "6"], ["--levels", "23", "--refine", "20"], ["--levels", "3"],
    ["--levels", "16", "--refine", "6"], ["--levels", "200", "--two-pi", "256", "--refine", "6"],
    ["--output", "amplitude", "--levels", "100", "--refine", "6"],
    ["--output", "positive-amplitude", "--levels", "40", "--refine", "3"]], ids=" ".join)
def test_the_report_measures_what_is_written(errdiff, part_of_scene, options):
    scene, _ = part_of_scene
    errdiff.write("scene.c64", scene)
    call = ["hologram", *WINDOW, "--size", f"{SIDE}x{SIDE}", *options, "scene.c64", "out.pgm", "--json"]
    report = json.loads(errdiff.works(*call))
    samples = numpy.frombuffer(pnm.decode(errdiff.read("out.pgm"))[4], numpy.uint8).reshape(SIDE, SIDE)
    hologram = numpy.frombuffer(scene, "<c8").reshape(SIDE, SIDE)
    assert abs(report["snr_db"] - _ratio(hologram, _shown(samples, options))) < 0.01
