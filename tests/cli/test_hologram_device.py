# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff hologram` for a display: its panel, the phases that are added for it, and the samples that it is sent."""

import cmath
import json
import math
import os
import random
import struct

import pnm
import pytest
from fields import HEIGHT, OPTICS, PLAIN, WIDTH, color, pfm, samples_of

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="built without FFTW or LAPACK")


NEEDS_TIFF = pytest.mark.skipif(os.environ["ERRDIFF_HAS_TIFF"] != "1", reason="built without libtiff")


@pytest.fixture(scope="module")
def field():
    draw = random.Random(5)
    return [cmath.rect(draw.uniform(0.5, 1), draw.uniform(-3, 3)) for _ in range(WIDTH * HEIGHT)]


def _samples(errdiff, name):
    width, height, _, bits, data = pnm.decode(errdiff.read(name))
    return width, height, samples_of(bits, data)


@pytest.mark.parametrize(("size", "offset"), [((60, 31), (0, 0)), ((60, 31), (3, -5)), ((30, 10), (0, 0)),
                                              ((41, 60), (-30, 12)), ((20, 20), (15, 0))])
def test_panel(errdiff, field, size, offset):
    """The hologram is put on the panel before it is quantized, with zeros around it."""
    width, height = size
    left, top = ((whole - side) // 2 if whole >= side else -((side - whole) // 2)
                 for whole, side in ((width, WIDTH), (height, HEIGHT)))
    placed = {(x + left + offset[0], y + top + offset[1]): field[y * WIDTH + x]
              for y in range(HEIGHT) for x in range(WIDTH)}
    errdiff.write("in.pfm", color(field))
    errdiff.write("placed.pfm", color([placed.get((x, y), 0j) for y in range(height) for x in range(width)],
                                      width=width, height=height))
    errdiff.run("hologram", *OPTICS, "placed.pfm", "expected.pgm")
    errdiff.run("hologram", *OPTICS, "--panel", f"{width}x{height}", "--offset-x", offset[0], "--offset-y",
                offset[1], "in.pfm", "out.pgm")
    assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")


@pytest.mark.parametrize(("name", "width", "height", "pitch"), [
    ("pluto-2.1", 1920, 1080, 8), ("DLP7000", 1024, 768, 13.68)])
def test_named_panels(errdiff, field, name, width, height, pitch):
    errdiff.write("in.pfm", color(field))
    call = ["hologram", "--wavelength", 635, "--view-distance", 300, "--view-width", 10, "--method", "none",
            "--no-view-filter", "--output", "amplitude", "--levels", 3, "in.pfm"]
    errdiff.run(*call, "out.pgm", "--panel", name)
    errdiff.run(*call, "expected.pgm", "--panel", f"{width}x{height}", "--pitch", pitch)
    assert _samples(errdiff, "out.pgm")[:2] == (width, height)
    assert errdiff.read("out.pgm") == errdiff.read("expected.pgm")


def test_a_name_leaves_a_given_pitch(errdiff, field):
    errdiff.write("in.pfm", color(field))
    call = ["hologram", "--wavelength", 635, "--view-distance", 300, "--view-width", 10, "in.pfm", "out.pgm",
            "--no-view-filter", "--method", "opt", "--panel", "dlp7000", "--hogel", 64]
    one, two = (errdiff.works(*call, *pitch) == b"" and errdiff.read("out.pgm") for pitch in ([], ["--pitch", 4]))
    assert one != two


def test_added_phases(errdiff, field):
    correction = [(7 * i) % 256 for i in range(WIDTH * HEIGHT)]
    errdiff.write("in.pfm", color(field))
    errdiff.write("correction.pgm", pnm.encode(WIDTH, HEIGHT, 1, 8, bytes(correction)))
    errdiff.works("hologram", *PLAIN, "--lens", 0.5, "--grating-x", 5, "--grating-y", -3, "--correction",
                  "correction.pgm", "in.pfm", "out.pgm")
    samples = _samples(errdiff, "out.pgm")[2]
    for i, value in enumerate(field):
        x, y = i % WIDTH + 0.5 - WIDTH / 2, i // WIDTH + 0.5 - HEIGHT / 2
        turns = (cmath.phase(value) / (2 * math.pi) - 0.75 ** 2 * (x * x + y * y) / (2 * 0.635 * 500) + x / 5 - y / 3 +
                 correction[i] / 256)
        assert abs((samples[i] - turns * 256 + 128) % 256 - 128) <= 0.51


def test_noise_is_measured_without_the_added_phases(errdiff, part_of_scene):
    scene, optics = part_of_scene
    errdiff.write("scene.c64", scene)
    call = ["hologram", *optics, "--no-view-filter", "scene.c64", "out.pgm", "--json"]
    plain, moved = (json.loads(errdiff.works(*call, *more))["snr_db"]
                    for more in ([], ["--grating-x", 6, "--grating-y", -7]))
    assert moved == pytest.approx(plain, abs=0.5)


def _choose(table, count):
    """The rows for so many levels: for each even phase the nearest row that is left."""
    turn, left, chosen = 2 * math.pi, list(table), []
    for k in range(count):
        chosen.append(min(left, key=lambda row: abs(math.remainder(row[1] - turn * k / count, turn))))
        left.remove(chosen[-1])
    return chosen


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("count", [16, 50])
def test_gray_table(errdiff, field, bits, count):
    """Levels are samples of the table, all of them if no number is given. Each pixel gets the one that is nearest."""
    draw = random.Random(bits)
    table = [(sample, draw.uniform(-1, 9)) for sample in draw.sample(range(1 << bits), 50)]
    errdiff.write("table.csv", ("\ufeffSample;Phase\n\n# measured\n" + "".join(
        f"{sample:6}; {phase:.6f}\r\n" for sample, phase in table)).encode())
    errdiff.write("in.pfm", color(field))
    levels = ["--levels", count] if count < 50 else []
    report = json.loads(errdiff.works("hologram", *PLAIN, *levels, "--bits", bits, "in.pfm", "out.pgm", "--gray-table",
                                      "table.csv", "--json"))
    assert report["levels"] == count
    phases = dict(_choose(table, count))
    for value, sample in zip(field, _samples(errdiff, "out.pgm")[2]):
        found, *others = (abs(math.remainder(cmath.phase(value) - phase, 2 * math.pi))
                          for phase in (phases[sample], *phases.values()))
        assert found <= min(others) + 1e-4


def _amplitude(k):
    return 0.8 + 0.2 * math.cos(k / 40 + 1)


@pytest.mark.parametrize("options", [[], ["--refine", 2]], ids=["diffused", "refined"])
@pytest.mark.parametrize("has_amplitudes", [False, True])
def test_gray_and_level_tables_agree(errdiff, part_of_scene, options, has_amplitudes):
    """Diffusion, refinement and report count on what the display shows, in whichever table that is said."""
    scene, optics = part_of_scene
    errdiff.write("scene.c64", scene)
    phases = [5 * (k / 64) ** 1.8 for k in range(64)]
    sizes = [_amplitude(k) if has_amplitudes else 1 for k in range(64)]
    table = list(zip(range(0, 256, 4), phases, sizes))
    chosen = _choose(table, 64)
    errdiff.write("gray.csv", "".join(f"{sample} {phase:.5f} {size:.5f}\n" if has_amplitudes else
                                      f"{sample} {phase:.5f}\n" for sample, phase, size in table).encode())
    errdiff.write("level.csv", "".join(f"{sample},{size:.5f},{phase:.5f}\n" for sample, phase, size in chosen).encode())
    reports = [errdiff.works("hologram", *optics, *options, f"--{name}-table", f"{name}.csv", "scene.c64",
                             f"{name}.pgm", "--json") for name in ("gray", "level")]
    assert errdiff.read("gray.pgm") == errdiff.read("level.pgm")
    one, other = (json.loads(report)["snr_db"] for report in reports)
    assert one == other > 20


@pytest.mark.parametrize("output", ["phase", "binary-phase"])
def test_two_measured_phases(errdiff, part_of_scene, output):
    """They are diffused as 0 and π, and the ratio is that of what is shown: here it is on the axis, and lower."""
    scene, optics = part_of_scene
    errdiff.write("scene.c64", scene)
    errdiff.write("table.csv", b"0,0\n128,2.5\n")
    call = ["hologram", *optics, "--output", output, "--method", "opt", "scene.c64", "out.pgm", "--json"]
    exact = json.loads(errdiff.run(*call, "--levels", 2).stdout)
    expected = errdiff.read("out.pgm")
    uneven = json.loads(errdiff.run(*call, "--gray-table", "table.csv").stdout)
    assert uneven["levels"] == 2 and errdiff.read("out.pgm") == expected
    assert uneven["snr_db"] < exact["snr_db"] - 0.1


def test_as_many_levels_as_the_display_has(errdiff, field):
    errdiff.write("in.pfm", color(field))
    errdiff.write("table.csv", b"0,0\n128,3\n")
    call = ["hologram", *OPTICS, "in.pfm", "out.pgm"]
    line = errdiff.fails(1, *call, "--gray-table", "table.csv", "--levels", 3)
    assert "table.csv: its 2 samples are not enough for 3 levels" in line
    assert json.loads(errdiff.works(*call, "--two-pi", 217, "--json"))["levels"] == 217
    assert "217 samples" in errdiff.fails(2, *call, "--two-pi", 217, "--levels", 218)
    # An even table is as good as none.
    errdiff.write("table.csv", "".join(f"{k},{math.tau * k / 256:.4f}\n" for k in range(256)).encode())
    errdiff.works(*call)
    expected = errdiff.read("out.pgm")
    errdiff.works(*call, "--gray-table", "table.csv")
    assert errdiff.read("out.pgm") == expected


@pytest.mark.parametrize("text", ["0,0\n256,3\n", "0,0\n", "", "0,0\n12\n", "0,0\n12,x\n", "0,0\n12,3 mm\n",
                                  "0,nan\n1,2\n", "0,0\n1,1e300\n2,1\n", "0,0\n1,-1000001\n2,1\n",
                                  "0.0245\n3.14\n", "a\nb\n0,0\n1,1\n", "0,0,1\n1,1,-1\n",
                                  "0,0,0\n1,1,0\n", "0,0,1\n1,1,1,1\n"])
def test_broken_gray_table(errdiff, field, text):
    errdiff.write("table.csv", text.encode())
    errdiff.write("in.pfm", color(field))
    assert "table.csv" in errdiff.fails(1, "hologram", *OPTICS, "in.pfm", "out.pgm", "--gray-table", "table.csv")


def test_tables_in_utf_16(errdiff, field):
    """As spreadsheets write “Unicode text”."""
    errdiff.write("table.txt", "0\t1\t0\n1\t1\t3\n".encode("utf-16"))
    errdiff.write("in.pfm", color(field))
    for option in ("--gray-table", "--level-table"):
        line = errdiff.fails(1, "hologram", *OPTICS, "in.pfm", "out.pgm", option, "table.txt")
        assert line == "errdiff: table.txt: the text is in UTF-16; save it as UTF-8\n"


@pytest.mark.parametrize("bits", [8, 16])
def test_measured_levels(errdiff, field, bits):
    """Each pixel gets the level whose value is nearest; the largest amplitude counts as 1."""
    draw = random.Random(bits)
    table = [(sample, draw.uniform(1, 4), draw.uniform(-4, 9)) for sample in draw.sample(range(1 << bits), 40)]
    errdiff.write("table.csv", ("sample, amplitude, phase\n" + "".join(
        f"{sample}, {amplitude:.6f}, {phase:.6f}\n" for sample, amplitude, phase in table)).encode())
    errdiff.write("in.pfm", color(field))
    report = json.loads(errdiff.works("hologram", *PLAIN, "--bits", bits, "--scale", 1, "--level-table", "table.csv",
                                      "--json", "in.pfm", "out.pgm"))
    assert report["levels"] == 40
    most = max(amplitude for _, amplitude, _ in table)
    values = {sample: cmath.rect(amplitude / most, phase) for sample, amplitude, phase in table}
    for value, sample in zip(field, _samples(errdiff, "out.pgm")[2]):
        assert abs(value - values[sample]) <= min(abs(value - other) for other in values.values()) + 1e-5


def test_measured_levels_are_diffused(errdiff, part_of_scene):
    """The dB are a little less than those of the page on holograms, which are of the whole scene."""
    scene, optics = part_of_scene
    errdiff.write("scene.c64", scene)
    turn = 2 * math.pi
    errdiff.write("table.csv", "".join(f"{k},{0.8 + 0.2 * math.cos(turn * k / 256 + 1)},{turn * k / 256}\n"
                                       for k in range(256)).encode())
    call = ["hologram", *optics, "--level-table", "table.csv", "--json", "scene.c64", "out.pgm"]
    report = json.loads(errdiff.works(*call))
    assert report["snr_db"] > 23 > 10 > report["snr_without_diffusion_db"]


@pytest.mark.parametrize("text", ["0,1,0\n1,1\n", "0,1,0\n256,1,1\n", "0,1,0\n", "0,0,0\n1,0,1\n", "0,-1,0\n1,1,1\n",
                                  "0,1,0\n1,inf,1\n", "0,1,0\n1,1,1,1\n",
                                  "".join(f"{k % 256},1,{k / 999}\n" for k in range(4097))])
def test_broken_level_table(errdiff, field, text):
    errdiff.write("table.csv", text.encode())
    errdiff.write("in.pfm", color(field))
    assert "table.csv" in errdiff.fails(1, "hologram", *OPTICS, "in.pfm", "out.pgm", "--level-table", "table.csv")


def test_a_hologram_beside_the_panel_is_an_error(errdiff, field):
    errdiff.write("in.pfm", color(field))
    assert "offset" in errdiff.fails(1, "hologram", *OPTICS, "in.pfm", "out.pgm", "--panel", "32x32",
                                     "--offset-x", 5000)


def _bmp(file):
    """Width, height and gray values of a BMP of 8 bits."""
    size, start, header, width, height, planes, bits, packing = struct.unpack("<2xI4xIIiiHHI", file[:34])
    assert (size, header, planes, bits, packing) == (len(file), 40, 1, 8, 0)
    palette = file[54:start]
    assert palette == bytes(byte for i in range(256) for byte in (i, i, i, 0))
    step = (width + 3) // 4 * 4
    return width, height, [sample for y in reversed(range(height))
                           for sample in file[start + y * step:start + y * step + width]]


def _tiff(file):
    """Width, height and samples of a little-endian gray TIFF without compression."""
    assert file[:4] == b"II*\0"
    at, = struct.unpack("<I", file[4:8])
    tags = {}
    for i in range(struct.unpack("<H", file[at:at + 2])[0]):
        tag, kind, count = struct.unpack("<HHI", file[at + 2 + 12 * i:at + 10 + 12 * i])
        form = f"<{count}{'H' if kind == 3 else 'I'}"
        place = at + 10 + 12 * i
        if struct.calcsize(form) > 4:
            place, = struct.unpack("<I", file[place:place + 4])
        tags[tag] = struct.unpack(form, file[place:place + struct.calcsize(form)])
    assert (tags[259], tags[262], tags[277]) == ((1,), (1,), (1,))
    data = b"".join(file[start:start + size] for start, size in zip(tags[273], tags[279]))
    bits, = tags[258]
    return *tags[256], *tags[257], list(struct.unpack(f"<{len(data) * 8 // bits}{'B' if bits == 8 else 'H'}", data))


@pytest.mark.parametrize("width", [45, 46, 47, 48])
def test_bmp(errdiff, field, width):
    errdiff.write("in.pfm", color(field[:width * HEIGHT], width=width))
    for name in ("out.pgm", "out.bmp"):
        errdiff.works("hologram", *OPTICS, "in.pfm", name)
    assert _bmp(errdiff.read("out.bmp")) == _samples(errdiff, "out.pgm")


@NEEDS_TIFF
@pytest.mark.parametrize("bits", [8, 16])
def test_tiff(errdiff, field, bits):
    errdiff.write("in.pfm", color(field))
    for name in ("out.pgm", "out.tif"):
        errdiff.works("hologram", *OPTICS, "--bits", bits, "in.pfm", name)
    assert _tiff(errdiff.read("out.tif")) == _samples(errdiff, "out.pgm")


@pytest.mark.parametrize(("name", "panel", "bits"), [
    ("out.bmp", "65536x32768", 8), pytest.param("out.tif", "65536x65536", 8, marks=NEEDS_TIFF),
    pytest.param("out.tiff", "65536x32768", 16, marks=NEEDS_TIFF)])
def test_a_file_that_would_be_too_large_is_refused_before_the_work(errdiff, field, name, panel, bits):
    errdiff.write("in.pfm", color(field))
    line = errdiff.fails(1, "hologram", *OPTICS, "--bits", bits, "--panel", panel, "in.pfm", name)
    assert name in line and "too many" in line


def test_short_lenses(errdiff, field):
    """With a lens of 1.77 µm the phases of adjacent pixels differ by up to a period."""
    errdiff.write("in.pfm", color(field))
    call = ["hologram", *OPTICS, "in.pfm", "out.pgm", "--lens"]
    for lens in (1e-300, -0.0017):
        assert "too short" in errdiff.fails(2, *call, lens)
    done = errdiff.run(*call, "-0.02")
    assert done.returncode == 0 and b"half a period" in done.stderr
    done = errdiff.run(*call, "-0.05")
    assert done.returncode == 0 and b"half a period" not in done.stderr


def test_wrong_calls(errdiff, field):
    errdiff.write("in.pfm", color(field))
    for words, said in ((["--panel", "hd"], "panel"), (["--panel", "1920"], "panel"), (["--offset-y", 2], "panel"),
                        (["--panel", "9x9", "--offset-x", "1.5"], "offset-x"), (["--grating-x", "1.5"], "grating-x"),
                        (["--grating-y", "-1"], "grating-y"), (["--lens", "x"], "lens"),
                        (["--gray-table", "t", "--two-pi", "256"], "two-pi"),
                       
                        (["--level-table", "t", "--levels", "16"], "--levels"),
                        (["--level-table", "t", "--gray-table", "u"], "level-table"),
                        (["--level-table", "t", "--two-pi", "256"], "level-table"),
                        (["--level-table", "t", "--output", "binary-phase"], "binary-phase"),
                        (["--gray-table", "t", "--output", "amplitude", "--view-x", "1"], "gray-table")):
        assert said in errdiff.fails(2, "hologram", *OPTICS, *words, "in.pfm", "out.pgm")
    assert "8 bits" in errdiff.fails(2, "hologram", *OPTICS, "--bits", 16, "in.pfm", "out.bmp")
    errdiff.write("small.pgm", pnm.encode(2, 1, 1, 8, bytes(2)))
    assert "2 × 1" in errdiff.fails(1, "hologram", *OPTICS, "--correction", "small.pgm", "in.pfm", "out.pgm")
    assert "no.csv" in errdiff.fails(1, "hologram", *OPTICS, "--gray-table", "no.csv", "in.pfm", "out.pgm")


# Typed from p47.json and p67.json of the package ti_plm 1.1.0, which tests/python compares with the result, too.
RATIOS = [0.0, 0.0126, 0.0259, 0.0495, 0.071, 0.0878, 0.1382, 0.2153, 0.3274, 0.361, 0.4204, 0.5046, 0.5916, 0.673,
          0.8254, 1.0]
LOOKUP = [3, 2, 1, 7, 0, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]


@pytest.mark.parametrize("name, width, height, layout, is_mirrored", [
    ("plm-47", 960, 540, [[2, 3], [0, 1]], False), ("plm-67", 1280, 800, [[1, 3], [0, 2]], True)])
def test_mirrors_with_electrodes(errdiff, name, width, height, layout, is_mirrored):
    """Each phase is that of a state, and each of the 2 × 2 electrodes below a mirror gets a bit of the state's code."""
    draw = random.Random(name)
    states = [draw.randrange(16) for _ in range(WIDTH * HEIGHT)]
    errdiff.write("in.pfm", pfm(1, [(2 * math.pi * 15 / 16 * RATIOS[state],) for state in states]))
    call = ["hologram", "--panel", name, "--wavelength", "635", "--view-distance", "200", "--view-width", "9",
            "--method", "none", "--no-view-filter", "--input", "phase", "in.pfm"]
    errdiff.works(*call, "out.pgm")
    across, down, _, _, data = pnm.decode(errdiff.read("out.pgm"))
    assert (across, down) == (2 * width, 2 * height) and set(data) == {0, 255}
    left, top = (width - WIDTH) // 2, (height - HEIGHT) // 2
    for i, state in enumerate(states):
        for row in (0, 1):
            for column in (0, 1):
                x, y = 2 * (left + i % WIDTH) + column, 2 * (top + i // WIDTH) + row
                found = data[y * across + (across - 1 - x if is_mirrored else x)]
                assert found == 255 * (LOOKUP[state] >> layout[row][column] & 1), (i, row, column)
    for words in (["--levels", "8"], ["--two-pi", "200"]):
        assert "cannot be combined" in errdiff.fails(2, *call, *words, "out.pgm")
    errdiff.write("table", b"3,1,0\n16,1,1\n")
    assert "no sample 16" in errdiff.fails(1, *call, "--level-table", "table", "out.pgm")
