# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialogs in a GIMP 3 with windows, used by the keyboard."""

import os
import subprocess

import pytest
from conftest import PROCEDURE, Gimp, Images, Refused, make_home
from screen import Screen, hands

INTERACTIVE, WITH_LAST_VALS = 0, 2


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """The display, and a GIMP on it."""
    home = make_home(tmp_path_factory.mktemp("gimp3-windows"))
    (home / "gimp/gimprc").write_text("(show-welcome-dialog no)\n(check-updates no)\n")
    with Screen("1600x1100x24") as display:
        manager = subprocess.Popen(["jwm"], env=os.environ | {"DISPLAY": display}, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        gimp = Gimp(home, ("dbus-run-session", "--", "gimp", "-n", "-s"), DISPLAY=display)
        yield display, gimp
        gimp.close()
        manager.terminate()
        manager.wait()


@pytest.fixture
def images(desk, tmp_path):
    made = Images(desk[1], tmp_path)
    yield made
    made.delete()


def wait_for(display, title):
    hands(display, "search", "--sync", "--onlyvisible", "--name", f"^{title}$", "windowactivate", "--sync")


def test_dialog(desk, images):
    """Serpentine scan is switched on and OK pressed; the next call repeats that."""
    display, gimp = desk
    layer = images.single(60, 40)
    expected = images.expected(layer, {"serpentine": True})
    gimp.send("call", PROCEDURE, [layer.number], run_mode=INTERACTIVE)
    wait_for(display, "Error Diffusion")
    hands(display, "key", "alt+p")
    hands(display, "key", "Return")
    _, first, _ = gimp.answer()
    _, second, _ = gimp.call(PROCEDURE, [layer.number], run_mode=WITH_LAST_VALS)
    assert [images.pixels(number).raw for number in (first, second)] == [expected, expected]


def test_cancel(desk, images):
    display, gimp = desk
    layer = images.single(60, 40)
    gimp.send("call", PROCEDURE, [layer.number], run_mode=INTERACTIVE)
    wait_for(display, "Error Diffusion")
    hands(display, "key", "Escape")
    with pytest.raises(Refused, match="cancel"):
        gimp.answer()
    assert gimp.layers(layer.image) == [layer.number]


@pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1", reason="built without FFTW or LAPACK")
def test_hologram(desk, images):
    display, gimp = desk
    layer = images.single(64, 64, 1, precision="u16-linear")
    gimp.send("call", "plug-in-hologram-diffusion", [layer.number], run_mode=INTERACTIVE)
    wait_for(display, "Hologram Quantization")
    hands(display, "key", "Return")
    image, result, _ = gimp.answer()
    images.made.append(image)
    assert gimp.name(result) == "256 phases (photo)"
