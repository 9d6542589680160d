# SPDX-License-Identifier: GPL-3.0-or-later
"""What --device writes is what the libraries send that people use for these devices, as far as they are installed:
inky, python-escpos and brother_ql of PyPI. test_devices.py compares the same with the published formats."""

import importlib
import random
import sys
import types

import devices
import pnm
import pytest

# Colors that the diffusion leaves as they are.
EXACT = ("--strength", "0", "--tone", "none", "--gamut", "none", "--dot-gain", "0", "--detail", "0", "--match", "rgb",
         "--refine", "0")


def _draw(errdiff, width, height, colors):
    """Writes an image of these colors, and returns its pixels."""
    draw = random.Random(width)
    pixels = [draw.choice(colors) for _ in range(width * height)]
    errdiff.write("in.ppm", pnm.encode(width, height, 3, 8, b"".join(map(bytes, pixels))))
    return pixels


def _list(colors):
    return ",".join("#%02x%02x%02x" % color for color in colors)


def _image(pixels, width, height):
    image = pytest.importorskip("PIL.Image").new("RGB", (width, height))
    image.putdata(pixels)
    return image


# ---- inky ------------------------------------------------------------------------------------------------------------

INKY = {"inky-phat-red": "inky", "inky-phat-yellow": "inky", "inky-phat-4": "inky_jd79661",
        "inky-what-red": "inky_ssd1683", "inky-what-yellow": "inky", "inky-what-4": "inky_jd79668",
        "inky-impression-4": "inky_uc8159", "inky-impression-5.7": "inky_uc8159",
        "inky-impression-7.3": "inky_ac073tc1a", "inky-spectra-4": "inky_e640", "inky-spectra-7.3": "inky_e673",
        "inky-spectra-13.3": "inky_el133uf1"}


class _Absent(types.ModuleType):
    """Takes the place of what the drivers need to reach the pins of a Raspberry Pi, which no test does."""
    __path__ = []

    def __getattr__(self, name):
        return types.SimpleNamespace()


@pytest.fixture
def driver(monkeypatch):
    """Returns a function that makes the driver of a device, which collects what it would send."""
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("PIL")
    if not importlib.util.find_spec("inky"):
        pytest.skip("inky is not installed")
    for name in ("gpiod", "gpiod.line", "gpiodevice", "spidev", "smbus2"):
        monkeypatch.setitem(sys.modules, name, _Absent(name))

    def make(name):
        kind = importlib.import_module("inky." + INKY[name]).Inky
        panel = devices.PANELS[name]
        made = object.__new__(kind)
        made.v_flip = made.h_flip = False
        made.rotation = -90 if name.startswith("inky-phat") and INKY[name] == "inky" else 0
        made.overscan = numpy.zeros((6, panel.width), dtype=numpy.uint8)
        made._update = lambda *buffers, busy_wait=True: setattr(
            made, "sent", b"".join(bytes(buffer) for buffer in buffers if not isinstance(buffer, bool)))
        return made
    return make


@pytest.mark.parametrize("name", INKY)
def test_inky(as_typed, driver, name):
    numpy = pytest.importorskip("numpy")
    panel, made = devices.PANELS[name], driver(name)
    colors = list(panel.colors.values())
    # The numbers of the colors in the driver's own buffer: inky.WHITE, BLACK and RED are 0, 1 and 2.
    numbers = dict(zip((devices.WHITE, devices.BLACK, colors[2]), range(3))) if panel.bits == 0 else \
        {color: code for code, color in panel.colors.items()}
    pixels = _draw(as_typed, panel.width, panel.height, colors)
    made.buf = numpy.array([numbers[pixel] for pixel in pixels], dtype=numpy.uint8).reshape(panel.height, panel.width)
    made.show()
    as_typed.works("in.ppm", "out.bin", "--device", name, "--palette", _list(colors), *EXACT)
    assert as_typed.read("out.bin") == made.sent


# ---- Printers --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("width, height", [(384, 50), (203, 1000), (7, 3)])
def test_python_escpos(as_typed, width, height):
    printer = pytest.importorskip("escpos.printer").Dummy()
    pixels = _draw(as_typed, width, height, [devices.BLACK, devices.WHITE])
    printer.image(_image(pixels, width, height), impl="bitImageRaster")
    as_typed.works("in.ppm", "out.bin", "--device", "escpos-58", *EXACT)
    assert as_typed.read("out.bin") == printer.output


@pytest.mark.parametrize("name", devices.LABELS)
def test_brother_ql(as_typed, name):
    pytest.importorskip("brother_ql")
    conversion = importlib.import_module("brother_ql.conversion")
    raster = importlib.import_module("brother_ql.raster").BrotherQLRaster("QL-800")
    width, height, _ = devices.LABELS[name]
    is_red = name.endswith("red")
    pixels = _draw(as_typed, width, height, [devices.BLACK, devices.WHITE] + [devices.RED] * is_red)
    label = name[len("brother-ql-"):].replace("-red", "red")
    expected = conversion.convert(raster, [_image(pixels, width, height)], label, red=is_red, rotate="0")
    as_typed.works("in.ppm", "out.bin", "--device", name, *EXACT)
    assert as_typed.read("out.bin") == expected
