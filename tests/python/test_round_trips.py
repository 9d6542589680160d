# SPDX-License-Identifier: GPL-3.0-or-later
"""Holograms go from slmsuite and LightPipes to errdiff and back, as docs/python.md shows: what these packages of PyPI
then see has the ratio that errdiff reports, at the same place. What is not installed is skipped."""

import os
import re
from pathlib import Path

import errdiff
import numpy
import pytest

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/python.md"

pytestmark = pytest.mark.skipif(not os.environ.get("PYTHON_HOLOGRAM_LIBRARY"), reason="built without FFTW or LAPACK")

SIDE, PADDED = 192, 1024


def ratio(before, after):
    """The signal-to-noise ratio of what is seen, in dB, as hologram/README.md defines it."""
    gain = numpy.vdot(before, after) / numpy.vdot(before, before)
    wanted = gain * before
    return 10 * numpy.log10((abs(wanted) ** 2).sum() / (abs(after - wanted) ** 2).sum())


def smooth_light(height, width, seed=1):
    """Light whose amplitude and phase change little from one point to the next."""
    draw = numpy.random.default_rng(seed)
    spectrum = numpy.zeros((height, width), complex)
    spectrum[:9, :9] = draw.normal(size=(9, 9)) + 1j * draw.normal(size=(9, 9))
    return numpy.fft.ifft2(spectrum) * height


# ---- slmsuite --------------------------------------------------------------------------------------------------------

WINDOW = {"view_width": 0.25, "view_height": 0.2, "view_x": 0.2, "view_y": -0.15}


def window_of(farfield):
    """The part of a far field of slmsuite that is in the window: column c has c / columns - 1/2 cycles a pixel."""
    parts = []
    for size, center, extent in zip(farfield.shape, (WINDOW["view_y"], WINDOW["view_x"]),
                                    (WINDOW["view_height"], WINDOW["view_width"])):
        frequency = numpy.arange(size) / size - 0.5
        parts.append(abs(frequency - center) <= extent / 2)
    return farfield[numpy.ix_(*parts)]


@pytest.fixture(name="hologram", scope="module")
def made_hologram():
    """Phases that slmsuite computed for letters in the window."""
    algorithms = pytest.importorskip("slmsuite.holography.algorithms")
    target = numpy.zeros((512, 512), numpy.float32)
    target[150:200, 330:342] = target[150:162, 330:370] = target[170:182, 330:360] = 1
    hologram = algorithms.Hologram(target, slm_shape=(SIDE, SIDE))
    hologram.reset_phase(random_phase=0, quadratic_phase=1)
    hologram.optimize("GS", maxiter=20, verbose=False)
    return hologram


def farfield(phases):
    algorithms = pytest.importorskip("slmsuite.holography.algorithms")
    shape = (PADDED, PADDED)
    return algorithms.Hologram(shape, phase=phases.astype(numpy.float32), slm_shape=phases.shape).get_farfield()


@pytest.mark.parametrize("levels", [4, 16])
def test_slmsuite(hologram, levels):
    """The far field of slmsuite is that of --geometry fourier, also in its orientation."""
    phases = hologram.get_phase()
    made = errdiff.hologram(numpy.exp(1j * phases), geometry="fourier", levels=levels, refine=10, **WINDOW)
    quantized = made.levels * (2 * numpy.pi / levels)
    before, after = farfield(phases), farfield(quantized)
    found = ratio(window_of(before), window_of(after))
    # slmsuite's points are closer to each other, and some are nearer to the window's edge.
    assert found == pytest.approx(made.report["snr_db"], abs=1)
    rounded = numpy.rint(phases * levels / (2 * numpy.pi)) * (2 * numpy.pi / levels)
    assert found > ratio(window_of(before), window_of(farfield(rounded))) + 6
    for wrong in (quantized[::-1], quantized[:, ::-1], quantized.T, -quantized):
        assert ratio(window_of(before), window_of(farfield(wrong))) < 3


def test_the_example_of_the_document():
    pytest.importorskip("slmsuite")
    example = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)[-1]
    made = {"errdiff": errdiff, "numpy": numpy}
    exec(example, made)
    phases = made["hologram"].get_phase()
    assert ratio(window_of(farfield(phases)), window_of(farfield(made["phases"]))) > 30


def test_what_slmsuite_displays(hologram):
    """Phases in radians are displayed as such. Samples are not turned as phases are: the conjugate is displayed."""
    slms = pytest.importorskip("slmsuite.hardware.slms.simulated")
    slm = slms.SimulatedSLM((SIDE, SIDE))
    made = errdiff.hologram(numpy.exp(1j * hologram.get_phase()), geometry="fourier", method="opt", **WINDOW)
    before = window_of(farfield(hologram.get_phase()))
    slm.set_phase(made.levels * (2 * numpy.pi / 256))
    assert ratio(before, window_of(farfield(slm.phase))) == pytest.approx(made.report["snr_db"], abs=0.3)
    displayed = slm.display.copy()
    slm.set_phase(made.samples)
    assert ratio(before, window_of(farfield(slm.phase))) < 3
    slm.set_phase(255 - made.samples)
    assert numpy.array_equal(slm.display, displayed)


# ---- LightPipes ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("levels", [4, 256])
def test_light_pipes(levels):
    """The window's plane of LightPipes is that of errdiff, also in its orientation."""
    pipes = pytest.importorskip("LightPipes")
    pitch, wavelength, distance = 8e-6, 532e-9, 0.12
    columns, rows, right, down = 160, 120, 110, -70  # the window, in pixels
    options = {"pitch": pitch * 1e6, "wavelength": wavelength * 1e9, "view_distance": distance * 1e3,
               "view_width": columns * pitch * 1e3, "view_height": rows * pitch * 1e3,
               "view_x": right * pitch * 1e3, "view_y": down * pitch * 1e3}

    def light(field):
        """A field of LightPipes with the values of a small one in its middle."""
        beam = pipes.Begin(PADDED * pitch, wavelength, PADDED)
        beam.field[:] = 0
        top, left = (PADDED - field.shape[0]) // 2, (PADDED - field.shape[1]) // 2
        beam.field[top:top + field.shape[0], left:left + field.shape[1]] = field
        return beam

    def seen(field):
        at_window = pipes.Forvard(light(field), distance).field
        top, left = PADDED // 2 + down - rows // 2, PADDED // 2 + right - columns // 2
        return at_window[top:top + rows, left:left + columns]

    window = numpy.zeros((PADDED, PADDED), complex)
    top, left = PADDED // 2 + down - rows // 2, PADDED // 2 + right - columns // 2
    window[top:top + rows, left:left + columns] = smooth_light(rows, columns)
    at_hologram = pipes.Forvard(light(window), -distance).field
    corner = (PADDED - SIDE) // 2
    field = at_hologram[corner:corner + SIDE, corner:corner + SIDE]
    made = errdiff.hologram(field, levels=levels, **options)
    before, quantized = seen(field), numpy.exp(2j * numpy.pi / levels * made.levels)
    found = ratio(before, seen(quantized))
    assert found == pytest.approx(made.report["snr_db"], abs=0.3)
    rounded = numpy.exp(2j * numpy.pi / levels * numpy.rint(numpy.angle(field) * levels / (2 * numpy.pi)))
    assert found > ratio(before, seen(rounded)) + 10
    for wrong in (quantized[::-1], quantized[:, ::-1], quantized.conj()):
        assert ratio(before, seen(wrong)) < 3
