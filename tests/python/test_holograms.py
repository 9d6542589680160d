# SPDX-License-Identifier: GPL-3.0-or-later
"""Holograms in Python have the bytes and the report of the command."""

import json
import os
import re
import signal
import subprocess
import threading
from pathlib import Path

import errdiff
import numpy
import pytest

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/python.md"
has_hologram = bool(os.environ.get("PYTHON_HOLOGRAM_LIBRARY"))
needs_hologram = pytest.mark.skipif(not has_hologram, reason="built without FFTW or LAPACK")
HEIGHT, WIDTH = 48, 64
OPTICS = {"pitch": 3.74, "wavelength": 532, "view_distance": 20, "view_width": 0.8, "view_x": 0.9}


@pytest.fixture(name="field", scope="module")
def made_field():
    draw = numpy.random.default_rng(3)
    return (draw.normal(size=(HEIGHT, WIDTH)) + 1j * draw.normal(size=(HEIGHT, WIDTH))).astype(numpy.complex64)


def by_command(folder, field, bits, options):
    """The samples and the report of the command."""
    numpy.save(folder / "in.npy", field)
    words = [word for name, value in options.items() for word in (
        [f"--{'' if value else 'no-'}{name.replace('_', '-')}"] if isinstance(value, bool) else
        [f"--{name.replace('_', '-')}", str(value)])]
    done = subprocess.run([os.environ["ERRDIFF"], "hologram", *words, "in.npy", "out.pgm", "--json"], cwd=folder,
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    head, size, _, data = (folder / "out.pgm").read_bytes().split(b"\n", 3)
    assert head == b"P5"
    width, height = map(int, size.split())
    return numpy.frombuffer(data, numpy.uint8 if bits == 8 else ">u2").reshape(height, width), json.loads(done.stdout)


@needs_hologram
@pytest.mark.parametrize("bits, options", [
    (8, {**OPTICS, "levels": 4}), (8, {**OPTICS, "levels": 16, "refine": 2, "method": "opt"}), (8, OPTICS),
    (8, {**OPTICS, "levels": 100, "refine": 2, "method": "opt"}), (8, {**OPTICS, "output": "amplitude", "levels": 9}),
    (16, {**OPTICS, "levels": 1000}), (8, {**OPTICS, "output": "binary-phase", "full_range": True}),
    (8, {**OPTICS, "two_pi": 200, "view_filter": False}),
    (8, {**OPTICS, "levels": 3, "panel": "90x70", "offset_x": -4}),
    (8, {"geometry": "fourier", "view_width": 0.2, "view_x": 0.25, "levels": 4, "zero_order": 0.01, "crosstalk": 0.3}),
    (8, {**OPTICS, "levels": 4, "gain": 0.4})])
def test_the_bytes_of_the_command(tmp_path, field, bits, options):
    samples, report = by_command(tmp_path, field, bits, options)
    made = errdiff.hologram(field, **options)
    assert made.samples.dtype == (numpy.uint8 if bits == 8 else numpy.uint16)
    assert numpy.array_equal(made.samples, samples)
    assert len(numpy.unique(made.levels)) <= report["levels"]
    assert set(made.report) == {*report, "warnings"}
    for name in set(report) - {"diffuse_ms"}:
        assert made.report[name] == (pytest.approx(report[name], rel=1e-8) if isinstance(report[name], float)
                                     else report[name]), name


@needs_hologram
def test_frames(tmp_path, field):
    """Frames whose mean is seen, as the command makes them."""
    options = {**OPTICS, "levels": 4, "method": "opt"}
    words = [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    numpy.save(tmp_path / "in.npy", field)
    done = subprocess.run([os.environ["ERRDIFF"], "hologram", *words, "--frames", "3", "in.npy", "out%d.pgm", "--json"],
                          cwd=tmp_path, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    *each, mean = map(json.loads, done.stdout.splitlines())
    made = errdiff.hologram(field, frames=3, **options)
    assert made.samples.shape == made.levels.shape == (3, HEIGHT, WIDTH)
    for number, samples in enumerate(made.samples, 1):
        assert (tmp_path / f"out{number}.pgm").read_bytes().endswith(samples.tobytes())
    assert set(made.report) == {*mean, "warnings"}
    assert made.report["mean_intensity_snr_db"] == pytest.approx(mean["mean_intensity_snr_db"], rel=1e-8)
    assert made.report["intensity_snr_db"] == pytest.approx(mean["intensity_snr_db"], rel=1e-8)
    assert made.report["mean_intensity_snr_db"] > max(made.report["intensity_snr_db"])
    for report, told in zip(made.report["frames"], each):
        for name in set(report) - {"diffuse_ms"}:
            assert report[name] == (pytest.approx(told[name], rel=1e-8) if isinstance(told[name], float)
                                    else told[name]), name


@needs_hologram
@pytest.mark.parametrize("frames", [0, -1, 65, 2.0, "2", None])
def test_numbers_of_frames_that_are_refused(field, frames):
    with pytest.raises(ValueError, match="^frames: .* is not possible; it must be 1 to 64"):
        errdiff.hologram(field, frames=frames, **OPTICS)


@needs_hologram
def test_other_arrays(field):
    expected = errdiff.hologram(field, levels=4, **OPTICS).samples
    for same in (field.astype(numpy.complex128), field.astype(">c8"), numpy.asfortranarray(field),
                 numpy.repeat(field, 2, axis=1)[:, ::2]):
        assert numpy.array_equal(errdiff.hologram(same, levels=4, **OPTICS).samples, expected)
    tilted = errdiff.hologram(field, levels=4, correction=numpy.full(field.shape, 1.0), **OPTICS).samples
    assert not numpy.array_equal(tilted, expected)
    with pytest.raises(ValueError, match="correction: the shape"):
        errdiff.hologram(field, correction=numpy.zeros((2, 2)), **OPTICS)


@needs_hologram
def test_tables_of_displays(tmp_path, field):
    table = tmp_path / "table.csv"
    table.write_text("".join(f"{sample},{2 * numpy.pi * (sample / 256) ** 1.5}\n" for sample in range(0, 256, 16)))
    options = {**OPTICS, "gray_table": table}
    samples, report = by_command(tmp_path, field, 8, options)
    assert numpy.array_equal(errdiff.hologram(field, **options).samples, samples) and report["levels"] == 16


@needs_hologram
def test_warnings(field):
    assert errdiff.hologram(field, levels=4, **OPTICS).report["warnings"] == []
    field = field.copy()
    field[3, 4] = numpy.nan
    assert "1 of 3072 pixels are NaN" in errdiff.hologram(field, levels=4, **OPTICS).report["warnings"][0]


@needs_hologram
@pytest.mark.parametrize("error, said, wrong", [
    (TypeError, "there is no option “lenz”", {"lenz": 3}), (ValueError, "levels", {"levels": 1}),
    (ValueError, "levels: 0", {"levels": 0}), (ValueError, "levels", {"levels": 2.5}),
    (ValueError, "method", {"method": "best"}), (ValueError, "pitch", {"pitch": "8"}),
    (ValueError, "pitch", {"pitch": -1}), (ValueError, "bits", {"bits": 12}),
    (ValueError, "bits", {"bits": 8, "levels": 300}), (RuntimeError, "none.csv", {"gray_table": "none.csv"}),
    (RuntimeError, "gray-table.csv", {"gray_table": "gray-table.csv"}),
    (ValueError, "gain", {"gain": 5})])
def test_what_is_refused(field, error, said, wrong):
    with pytest.raises(error, match=said):
        errdiff.hologram(field, **{**OPTICS, **wrong})


@needs_hologram
@pytest.mark.parametrize("wrong", [[[1j]], numpy.ones((4, 4)), numpy.ones(4, complex), numpy.ones((0, 4), complex)])
def test_what_is_no_hologram(wrong):
    with pytest.raises(ValueError, match="field: an "):
        errdiff.hologram(wrong, **OPTICS)


@needs_hologram
def test_the_options_are_listed():
    options = errdiff.hologram_options()
    assert options["levels"].default == "256" and "fourier" in options["geometry"].values


@needs_hologram
def test_the_example_of_the_document(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    example = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)[-2]
    made = {}
    exec(example, made)
    assert made["made"].report["snr_db"] > 20 and made["made"].samples.shape == (256, 256)


@pytest.mark.skipif(has_hologram, reason="built with FFTW and LAPACK")
def test_without_the_libraries():
    with pytest.raises(RuntimeError, match="FFTW"):
        errdiff.hologram(numpy.ones((4, 4), complex), **OPTICS)


@needs_hologram
def test_a_long_call_can_be_interrupted(field):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        errdiff.hologram(numpy.tile(field, (4, 4)), **OPTICS, levels=16, refine=10000)
    timer.join()
    assert errdiff.hologram(field, **OPTICS).samples.shape == field.shape


@needs_hologram
@pytest.mark.parametrize("options, said", [
    ({"zero_order": 0.95}, "^zero_order: .*out of range"), ({"two_pi": 100, "levels": 128}, "^two_pi: 100 samples"),
    ({"two_pi": 100, "gray_table": "x.csv"}, "^two_pi and gray_table cannot"),
    ({"correction": numpy.zeros((HEIGHT, WIDTH), complex)}, "^correction: an array of complex128 is not possible; it")])
def test_messages_have_the_names_of_python(field, options, said):
    with pytest.raises(ValueError, match=said):
        errdiff.hologram(field, **{**OPTICS, **options})
