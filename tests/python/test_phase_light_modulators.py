# SPDX-License-Identifier: GPL-3.0-or-later
"""The panels plm-47 and plm-67 of Texas Instruments: their states, and the samples of their electrodes, are those that
the package ti_plm 1.1.0 of PyPI publishes, and those that it makes itself where it is installed."""

import os
import subprocess

import errdiff
import numpy
import pytest

pytestmark = pytest.mark.skipif(not os.environ.get("PYTHON_HOLOGRAM_LIBRARY"), reason="built without FFTW or LAPACK")

# Typed from src/ti_plm/db/p47.json and p67.json.
RATIOS = [0.0, 0.0126, 0.0259, 0.0495, 0.071, 0.0878, 0.1382, 0.2153, 0.3274, 0.361, 0.4204, 0.5046, 0.5916, 0.673,
          0.8254, 1.0]
LOOKUP = [3, 2, 1, 7, 0, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]
MODULATORS = {"plm-47": ("p47", (540, 960), [[2, 3], [0, 1]], False),
              "plm-67": ("p67", (800, 1280), [[1, 3], [0, 2]], True)}
PHASES = numpy.array(RATIOS) * 2 * numpy.pi * 15 / 16
PLAIN = {"wavelength": 635, "view_distance": 100, "view_width": 2, "method": "none", "view_filter": False}


def electrodes_of(states, layout, is_mirrored):
    """One electrode after the other, as ti_plm documents them."""
    height, width = states.shape
    drawn = numpy.zeros((2 * height, 2 * width), numpy.uint8)
    for row in (0, 1):
        for column in (0, 1):
            drawn[row::2, column::2] = 255 * (numpy.array(LOOKUP)[states] >> layout[row][column] & 1)
    return drawn[:, ::-1] if is_mirrored else drawn


@pytest.fixture(name="phases", scope="module")
def drawn_phases():
    return numpy.random.default_rng(7).uniform(0, 2 * numpy.pi, (800, 1280))


@pytest.mark.parametrize("name", MODULATORS)
def test_states_and_electrodes(phases, name):
    _, shape, layout, is_mirrored = MODULATORS[name]
    phases = phases[:shape[0], :shape[1]]
    made = errdiff.hologram(numpy.exp(1j * phases), panel=name, **PLAIN)
    distances = abs(numpy.exp(1j * phases)[..., None] - numpy.exp(1j * PHASES))
    assert numpy.array_equal(made.levels, distances.argmin(axis=2))
    assert made.report["levels"] == 16
    assert made.samples.dtype == numpy.uint8 and made.samples.shape == (2 * shape[0], 2 * shape[1])
    assert numpy.array_equal(made.samples, electrodes_of(made.levels, layout, is_mirrored))
    wide = errdiff.hologram(numpy.exp(1j * phases), panel=name, bits=16, **PLAIN)
    assert numpy.array_equal(wide.samples, made.samples.astype(numpy.uint16) * 257)


@pytest.mark.parametrize("name", MODULATORS)
def test_the_package(phases, name):
    """It rounds to the nearest phase, which is the nearest point on the circle, and packs the same."""
    catalog, shape, *_ = MODULATORS[name]
    modulator = pytest.importorskip("ti_plm").PLM.from_db(catalog)
    assert tuple(modulator.shape) == shape and modulator.pitch == (10.8e-6, 10.8e-6)
    phases = phases[:shape[0], :shape[1]]
    made = errdiff.hologram(numpy.exp(1j * phases), panel=name, **PLAIN)
    assert (made.levels != modulator.quantize(phases)).mean() < 1e-5
    assert numpy.array_equal(made.samples, 255 * modulator.electrode_map(made.levels))


def test_the_command(tmp_path, phases):
    shape = MODULATORS["plm-67"][1]
    field = numpy.exp(1j * phases[:300, :400]).astype("complex64")
    numpy.save(tmp_path / "in.npy", field)
    call = [os.environ["ERRDIFF"], "hologram", "--panel", "plm-67", "--wavelength", "635", "--view-distance", "100",
            "--view-width", "2", "in.npy"]

    def fails(*words):
        done = subprocess.run([*call, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode != 0
        return done.stderr

    subprocess.run([*call, "out.pgm"], cwd=tmp_path, check=True)
    head, size, _, data = (tmp_path / "out.pgm").read_bytes().split(b"\n", 3)
    assert (head, size) == (b"P5", b"%d %d" % (2 * shape[1], 2 * shape[0]))
    made = errdiff.hologram(field, panel="plm-67", wavelength=635, view_distance=100, view_width=2)
    assert data == made.samples.tobytes()
    for words in (["--levels", "8"], ["--two-pi", "200"], ["--output", "binary-phase"]):
        assert "cannot be combined" in fails(*words, "out.pgm")
    assert "plm-67: it is only possible with phases" in fails("--output", "amplitude", "out.pgm")
    with pytest.raises(ValueError, match="levels: 8 is not possible; the panel or the table has 16"):
        errdiff.hologram(field, panel="plm-67", levels=8, **PLAIN)


def test_measured_states(tmp_path, phases):
    """A table has the states of mirrors, of which there are 16."""
    field = numpy.exp(1j * phases[:540, :960])
    table = tmp_path / "table.csv"
    table.write_text("".join(f"{state},{phase}\n" for state, phase in enumerate(PHASES)))
    expected = errdiff.hologram(field, panel="plm-47", **PLAIN)
    made = errdiff.hologram(field, panel="plm-47", gray_table=table, levels=16, **PLAIN)
    assert sorted(numpy.unique(made.samples)) == [0, 255]
    table.write_text("".join(f"{state},1,{phase}\n" for state, phase in enumerate(PHASES)))
    made = errdiff.hologram(field, panel="plm-47", level_table=table, **PLAIN)
    assert numpy.array_equal(made.samples, expected.samples)
    table.write_text("3,1,0\n16,1,1\n")
    with pytest.raises((ValueError, RuntimeError), match="it has states 0 to 15, and no sample 16"):
        errdiff.hologram(field, panel="plm-47", level_table=table, **PLAIN)
