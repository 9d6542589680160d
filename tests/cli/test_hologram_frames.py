# SPDX-License-Identifier: GPL-3.0-or-later
"""`errdiff hologram --frames N`: several frames of one hologram, of which the mean intensity is seen."""

import json
import os
import random
import signal

import pnm
import pytest
from fields import HEIGHT, OPTICS, WIDTH, color

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="built without FFTW or LAPACK")


@pytest.fixture
def drawn(errdiff):
    draw = random.Random(5)
    errdiff.write("in.pfm", color([complex(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(WIDTH * HEIGHT)]))
    return errdiff


def test_names_and_bytes(drawn):
    drawn.works("hologram", *OPTICS, "--levels", 4, "--frames", 3, "in.pfm", "100%%-%02d.pgm", "--engine", "serial",
                "--threads", 1)
    drawn.works("hologram", *OPTICS, "--levels", 4, "in.pfm", "one.pgm")
    assert set(drawn.contents()) == {"in.pfm", "one.pgm", *(f"100%-0{number}.pgm" for number in (1, 2, 3))}
    frames = [drawn.read(f"100%-0{number}.pgm") for number in (1, 2, 3)]
    assert frames[0] == drawn.read("one.pgm") and len(set(frames)) == 3
    for engine, threads in (("wavefront", 1), ("wavefront", 3), ("auto", 0)):
        drawn.works("hologram", *OPTICS, "--levels", 4, "--frames", 3, "in.pfm", "again%d.pgm", "--engine", engine,
                    "--threads", threads)
        assert [drawn.read(f"again{number}.pgm") for number in (1, 2, 3)] == frames


def test_percent_signs_of_the_input_are_names(drawn):
    drawn.write("in%d.pfm", drawn.read("in.pfm"))
    drawn.works("hologram", *OPTICS, "--frames", 2, "in%d.pfm", "out%d.pgm", "--reconstruction", "seen%c.pgm")
    assert {"out1.pgm", "out2.pgm", "seen%c.pgm"} <= set(drawn.contents())


@pytest.mark.parametrize("levels, least", [(2, 4), (4, 6), (16, 6)])
def test_report(errdiff, part_of_scene, levels, least):
    """The mean of four frames has less noise than each, by some decibels."""
    scene, optics = part_of_scene
    errdiff.write("in.c64", scene)
    call = ["hologram", "in.c64", *optics, "--levels", levels, "--method", "opt"]
    done = errdiff.run(*call, "--frames", 4, "out%d.pgm", "--json")
    *frames, mean = map(json.loads, done.stdout.splitlines())
    alone = json.loads(errdiff.run(*call, "out.pgm", "--json").stdout)
    assert [frame["file"] for frame in frames] == [f"out{number}.pgm" for number in (1, 2, 3, 4)]
    assert errdiff.read("out.pgm") == errdiff.read("out1.pgm")
    for key in ("snr_db", "snr_without_diffusion_db", "gain_db", "scale"):
        assert frames[0][key] == pytest.approx(alone[key], abs=1e-6)
    assert {frame["scale"] for frame in frames} == {alone["scale"]}
    assert set(mean) == {"frames", "mean_intensity_snr_db", "intensity_snr_db"} and mean["frames"] == 4
    assert len(mean["intensity_snr_db"]) == 4
    assert mean["mean_intensity_snr_db"] > max(mean["intensity_snr_db"]) + least


def test_the_reconstruction_shows_the_mean(errdiff, part_of_scene):
    """It differs less from that of the hologram than one frame's does."""
    scene, optics = part_of_scene
    # The middle of it, with a window half as far away, takes a third of the time.
    whole, side = 192, 96
    first = (whole - side) // 2
    rows = [scene[8 * (y * whole + first):][:8 * side] for y in range(first, first + side)]
    errdiff.write("in.c64", b"".join(rows))
    optics = dict(zip(optics[::2], optics[1::2]), **{"--size": f"{side}x{side}"})
    for name in ("--view-distance", "--view-width", "--view-height"):
        optics[name] = float(optics[name]) / 2
    call = ["hologram", "in.c64", *(word for pair in optics.items() for word in pair), "--levels", 4, "--depth", 2.02,
            "--reconstruction", "seen.pgm"]
    noise = []
    for more in (["out.pgm"], ["--frames", 4, "out%d.pgm"]):
        errdiff.works(*call, *more)
        width, _, _, _, pixels = pnm.decode(errdiff.read("seen.pgm"))
        rows = [pixels[at:at + width] for at in range(0, len(pixels), width)]
        noise.append(sum((row[x] - row[x + width // 2]) ** 2 for row in rows for x in range(width // 2)))
    assert noise[1] < noise[0] / 2


def test_an_interrupted_call_writes_nothing(errdiff, part_of_scene):
    scene, optics = part_of_scene
    errdiff.write("in.c64", scene)
    before = errdiff.contents()
    process = errdiff.start("hologram", "in.c64", *optics, "--levels", 4, "--refine", 500, "--frames", 3, "out%d.pgm")
    errdiff.wait_for_output(process)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == -signal.SIGINT and errdiff.contents() == before


def test_a_file_that_cannot_be_written_leaves_none(drawn):
    (drawn.folder / "out2.pgm").mkdir()
    assert "out2.pgm" in drawn.fails(1, "hologram", *OPTICS, "--frames", 3, "in.pfm", "out%d.pgm")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_leaves_none(drawn):
    before = drawn.contents()
    (drawn.folder / "out2.pgm").symlink_to("/dev/full")
    assert "out2.pgm" in drawn.fails(1, "hologram", *OPTICS, "--frames", 3, "in.pfm", "out%d.pgm")
    (drawn.folder / "out2.pgm").unlink()
    assert drawn.contents() == before


def test_wrong_calls(drawn):
    for words, said in ((["--frames", "1", "in.pfm", "out%d.pgm"], "2 to 64"),
                        (["--frames", "65", "in.pfm", "out%d.pgm"], "2 to 64"),
                        (["--frames", "0", "in.pfm", "out%d.pgm"], "frames"),
                        (["--frames", "-3", "in.pfm", "out%d.pgm"], "frames"),
                        (["--frames", "4-", "in.pfm", "out%d.pgm"], "frames"),
                        (["--frames", "4x", "in.pfm", "out%d.pgm"], "frames"),
                        (["--frames", "4", "in.pfm", "out.pgm"], "%d"),
                        (["--frames", "4", "in.pfm", "-"], "%d"),
                        (["--frames", "4", "in.pfm", "out%%d.pgm"], "%d"),
                        (["--frames", "4", "in.pfm", "out%d%c.pgm"], "followed"),
                        (["--frames", "4", "in.pfm", "x" * 4100 + "%d.pgm"], "too long"),
                        (["--frames", "4", "in.pfm", "out%d.xyz"], "xyz"),
                        (["--frames", "4", "--scene", "p256", "out%d.pfm"], "--frames")):
        assert said in drawn.fails(2, "hologram", *OPTICS, *words)
    colors = ["--wavelengths", "635,532,450", *(word for word in OPTICS if word not in ("--wavelength", "635"))]
    assert "--wavelengths" in drawn.fails(2, "hologram", *colors, "--frames", 4, "in.pfm", "out%d%c.pgm")
