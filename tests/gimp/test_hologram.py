# SPDX-License-Identifier: GPL-3.0-or-later
"""plug-in-hologram-diffusion gives the same bytes as `errdiff hologram`."""

import array
import json
import math
import os
import random
import re
import subprocess

import option_table
import pytest
from encoding import PRECISION, pack, unpack
from gimp import HOLOGRAM_PROCEDURE, IS_GIMP_3, NONINTERACTIVE, PdbError, only_in_gimp_2
from sudden_end import images_that_survive, kill_plug_in

pytestmark = pytest.mark.skipif(os.environ["ERRDIFF_HAS_HOLOGRAM"] != "1",
                                reason="built without FFTW or LAPACK")

ARGUMENTS = {"pitch": 0.75, "wavelength": 635.0, "view-distance": 0.3, "view-width": 0.1,
             "view-height": 0.0, "view-x": 0.0, "view-y": 0.0, "output": "phase", "levels": 256,
             "method": "opt", "hogel": 0, "taps": 27, "slope": 3, "kappa": 1.0, "preselect": 27,
             "scale": 0.0, "view-filter": 1, "refine": 0,
             "engine": "auto", "input": "re-im-channels", "preview-depth": 0.0, "panel": "", "offset-x": 0,
             "offset-y": 0, "two-pi": 0, "gray-table": "", "level-table": "", "lens": 0.0, "grating-x": 0.0,
             "grating-y": 0.0, "conjugate": 0, "correction": "", "geometry": "fresnel", "gain": 0.0, "full-range": 0,
             "zero-order": 0.0, "crosstalk": 0.0}
OF_THE_PLUG_IN = ("input", "preview-depth")
WIDTH, HEIGHT = 48, 20


def _call(image, drawable, second=-1, run_mode=NONINTERACTIVE, **arguments):
    given = {name.replace("_", "-"): value for name, value in arguments.items()}
    assert not set(given) - set(ARGUMENTS), given
    return (HOLOGRAM_PROCEDURE, run_mode, image, drawable, second, *(ARGUMENTS | given).values())


def _quantize(images, image, drawable, second=-1, **arguments):
    """Calls the plug-in; returns the image, the layer and the engine's name."""
    result = images.gimp.evaluate(_call(image, drawable, second, **arguments))
    images.made.append(result[0])
    return result


def _options(**arguments):
    options = []
    for name, value in (ARGUMENTS | {key.replace("_", "-"): value
                                     for key, value in arguments.items()}).items():
        if name == "view-filter":
            options += ["--no-view-filter"] * (not value)
        elif name in ("conjugate", "full-range"):
            options += [f"--{name}"] * value
        # A focal length of 0 means that none is given.
        elif name not in OF_THE_PLUG_IN and value != "" and (name, value) != ("view-distance", 0):
            options += [f"--{name}", str(value)]
    return options


def _command(folder, *words):
    done = subprocess.run([os.environ["ERRDIFF"], "hologram", *map(str, words)], cwd=folder,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _pnm(path):
    """Width, height and samples of a gray PNM."""
    file = path.read_bytes()
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+(\d+)\s", file)
    width, height, white = map(int, head.groups())
    samples = array.array("H" if white > 255 else "B", file[head.end():])
    if white > 255:
        samples.byteswap()
    return width, height, list(samples)


def _pfm(path, pixels, width=WIDTH, height=HEIGHT):
    """pixels: tuples of one or three values, the top row first."""
    kind = "PF" if len(pixels[0]) == 3 else "Pf"
    rows = [pixels[y * width:(y + 1) * width] for y in range(height)]
    path.write_bytes(f"{kind}\n{width} {height}\n-1.0\n".encode() +
                     pack([number for row in reversed(rows) for pixel in row for number in pixel],
                          "float"))


def _random(seed, low=-1.0, high=1.0):
    draw = random.Random(seed)
    return [draw.uniform(low, high) for _ in range(WIDTH * HEIGHT)]


def _layer(images, pixels, precision="float-linear", image=None, width=WIDTH, height=HEIGHT,
           **how):
    """Makes a layer from tuples of one or three values, or four with alpha."""
    channels = 3 if len(pixels[0]) >= 3 else 1
    raw = pack([number for pixel in pixels for number in pixel], PRECISION[precision].component)
    if image is None:
        image = images.image(width, height, channels, precision)
    return images.layer(image, width, height, channels, len(pixels[0]) in (2, 4), precision,
                        raw=raw, **how)


def _report(images, image):
    _, _, text = images.pdb("gimp-image-get-parasite", image, "errdiff-hologram-report")[0]
    return json.loads(text)


def _check(images, result, expected, bits=8):
    """Checks that the result has the expected pixels, in a gray image with linear values."""
    width, height, samples = expected
    pixels = images.pixels(result[1])
    assert (pixels.width, pixels.height) == (width, height)
    assert pixels.encoding == f"Y u{bits}"
    assert unpack(pixels.raw, f"u{bits}") == samples


@only_in_gimp_2("test_gimp3.py")
def test_options_of_the_table_are_arguments(images):
    info = images.pdb("gimp-procedural-db-proc-info", HOLOGRAM_PROCEDURE)
    described = [images.pdb("gimp-procedural-db-proc-arg", HOLOGRAM_PROCEDURE, i)
                 for i in range(info[6])]
    names = [name for _, name, _ in described[4:]]
    assert names == list(ARGUMENTS)
    # Only the command sets the number of threads. What is after them in the table was added later, and scripts pass
    # arguments by their order; so was what is from the geometry on.
    threads, geometry = (option_table.HOLOGRAM_NAMES.index(name) for name in ("threads", "geometry"))
    assert names == [*option_table.HOLOGRAM_NAMES[:threads], *OF_THE_PLUG_IN,
                     *option_table.HOLOGRAM_NAMES[threads + 1:geometry], "conjugate", "correction",
                     *option_table.HOLOGRAM_NAMES[geometry:]]
    assert all(len(text) > 3 for _, _, text in described)


def test_scene_from_a_tiff(images):
    """The main use case: a scene in a float TIFF that GIMP opens."""
    if os.environ["ERRDIFF_HAS_TIFF"] != "1":
        pytest.skip("built without libtiff")
    folder = images.folder
    optics = _command(folder, "--scene", "p256", "p256.tif").split()
    told = json.loads(_command(folder, *optics, "--hogel", 128, "p256.tif", "out.pgm", "--json"))
    image, = images.pdb("gimp-file-load", NONINTERACTIVE, folder / "p256.tif", "p256.tif")
    images.made.append(image)
    drawable, = images.pdb("gimp-image-get-active-drawable", image)
    before = images.snapshot(image)
    values = dict(zip(optics[::2], map(float, optics[1::2])))
    result = _quantize(images, image, drawable, hogel=128,
                       **{name.strip("-").replace("-", "_"): value
                          for name, value in values.items()})
    _check(images, result, _pnm(folder / "out.pgm"))
    report = _report(images, result[0])
    for name in ("diffuse_ms", "engine"):
        assert report.pop(name) is not None and told.pop(name) is not None
    assert report == pytest.approx(told)
    assert report["snr_db"] > 26.2
    said = images.gimp.messages()
    assert f"{report['snr_db']:.1f} dB" in said and "slope 3" in said
    assert f"{report['snr_without_diffusion_db']:.1f} dB" in said
    assert result[2] in ("wavefront", "serial")
    assert images.snapshot(image) == before
    if not IS_GIMP_3:  # which cannot name an image that was not saved
        name, = images.pdb("gimp-image-get-name", result[0])
        assert name.startswith("p256 (") and "phases" in name
    assert images.pdb("gimp-image-get-precision", result[0]) == [PRECISION["u8-linear"].number]


@pytest.mark.parametrize("precision", ["float-linear", "float-gamma", "double-gamma",
                                       "half-linear"])
def test_numbers_are_read_as_they_are(images, precision):
    component = PRECISION[precision].component
    parts = [unpack(pack(_random(seed), component), component) for seed in (1, 2, 3)]
    layer = _layer(images, list(zip(*parts)), precision)
    _pfm(images.folder / "in.pfm", list(zip(*parts)))
    _command(images.folder, *_options(), "in.pfm", "out.pgm")
    _check(images, _quantize(images, layer.image, layer.number), _pnm(images.folder / "out.pgm"))


def test_integers_are_shares_of_full(images):
    draw = random.Random(4)
    raw = [tuple(draw.randrange(65536) for _ in range(3)) for _ in range(WIDTH * HEIGHT)]
    layer = _layer(images, raw, "u16-gamma")
    _pfm(images.folder / "in.pfm", [tuple(number / 65535 for number in pixel) for pixel in raw])
    _command(images.folder, *_options(), "in.pfm", "out.pgm")
    _check(images, _quantize(images, layer.image, layer.number), _pnm(images.folder / "out.pgm"))


def test_alpha_and_selection_do_not_count(images):
    parts = [_random(seed) for seed in (1, 2, 3)] + [[0.0, 0.5, 1.0, 0.25] * (WIDTH * HEIGHT // 4)]
    layer = _layer(images, list(zip(*parts)))
    images.pdb("gimp-image-select-rectangle", layer.image, 2, 4, 5, 6, 6)
    _pfm(images.folder / "in.pfm", list(zip(*parts[:3])))
    _command(images.folder, *_options(), "in.pfm", "out.pgm")
    _check(images, _quantize(images, layer.image, layer.number), _pnm(images.folder / "out.pgm"))


@pytest.mark.parametrize("kind", ["re-im-layers", "amplitude-phase-layers", "phase"])
@pytest.mark.parametrize("channels", [1, 3])
def test_inputs_of_layers(images, kind, channels):
    first, second = _random(1), _random(2, -7.0, 7.0)
    if kind == "phase":
        first = second

    def pixels(numbers):
        return [(number, 0.3, 0.4)[:channels] for number in numbers]

    layer = _layer(images, pixels(first))
    below = _layer(images, pixels(second), image=layer.image, position=1)
    _pfm(images.folder / "first.pfm", [(number,) for number in first])
    _pfm(images.folder / "second.pfm", [(number,) for number in second])
    files = ["first.pfm"] + ["second.pfm"] * (kind != "phase")
    _command(images.folder, *_options(), "--input", kind.removesuffix("-layers"), *files, "out.pgm")
    expected = _pnm(images.folder / "out.pgm")
    _check(images, _quantize(images, layer.image, layer.number,
                             -1 if kind == "phase" else below.number, input=kind), expected)


def test_second_drawable_of_another_image(images):
    layer, other = (_layer(images, [(number,) for number in _random(seed)]) for seed in (1, 2))
    for name, seed in (("re.pfm", 1), ("im.pfm", 2)):
        _pfm(images.folder / name, [(number,) for number in _random(seed)])
    _command(images.folder, *_options(), "re.pfm", "im.pfm", "out.pgm")
    _check(images, _quantize(images, layer.image, layer.number, other.number, input="re-im-layers"),
           _pnm(images.folder / "out.pgm"))


@pytest.mark.parametrize("arguments", [
    {"levels": 4}, {"levels": 1000}, {"output": "binary-phase", "levels": 2, "view_x": 0.1},
    {"output": "amplitude", "levels": 16, "view_x": 0.1}, {"method": "paper", "slope": 0},
    {"method": "paper", "kappa": 0.8, "preselect": 20},
    {"method": "fs"}, {"method": "fs-window", "view_y": -0.05}, {"method": "none"},
    {"taps": 9, "slope": 1, "hogel": 16}, {"scale": 0.7, "view_filter": 0}, {"refine": 3},
    {"levels": 100, "refine": 3},
    {"view_height": 0.05, "engine": "serial"}, {"engine": "wavefront", "pitch": 1.5},
    {"wavelength": 450.0, "view_distance": 0.4}, {"panel": "60x31", "offset_x": 3, "offset_y": -7},
    {"panel": "dlp7000", "pitch": 0.0, "method": "none", "view_filter": 0}, {"two_pi": 300}, {"lens": 0.1},
    {"grating_x": 5.0}, {"grating_y": -3.5}, {"conjugate": 1}, {"geometry": "fourier"},
    {"geometry": "fourier", "view_distance": 0.0, "pitch": 0.0, "wavelength": 0.0, "view_width": 0.25},
    {"geometry": "fourier", "view_x": 0.05, "zero_order": 0.02}, {"gain": 0.2},
    {"output": "binary-phase", "levels": 2, "view_x": 0.1, "full_range": 1}, {"zero_order": 0.05}, {"crosstalk": 0.3},
    {"output": "positive-amplitude", "levels": 4, "view_x": 0.1}],
    ids=lambda arguments: "-".join(map(str, arguments.values())))
def test_each_argument_counts(images, arguments):
    parts = [_random(seed) for seed in (1, 2, 3)]
    layer = _layer(images, list(zip(*parts)))
    _pfm(images.folder / "in.pfm", list(zip(*parts)))
    _command(images.folder, *_options(), "in.pfm", "default.pgm")
    _command(images.folder, *_options(**arguments), "in.pfm", "out.pgm")
    expected = _pnm(images.folder / "out.pgm")
    if arguments.get("engine") != "serial" or len(arguments) > 1:
        assert expected != _pnm(images.folder / "default.pgm")
    _check(images, _quantize(images, layer.image, layer.number, **arguments), expected,
           16 if max(arguments.get("levels", 0), arguments.get("two_pi", 0)) > 256 else 8)


@pytest.mark.parametrize("arguments", [{"method": "auto"}, {"method": "auto", "crosstalk": 1.0, "levels": 4},
                                       {"levels": 100, "refine": 3}],
                         ids=lambda arguments: "-".join(map(str, arguments.values())))
def test_the_report_is_that_of_the_command(images, arguments):
    parts = [_random(seed) for seed in (1, 2, 3)]
    layer = _layer(images, list(zip(*parts)))
    _pfm(images.folder / "in.pfm", list(zip(*parts)))
    expected = json.loads(_command(images.folder, *_options(**arguments), "in.pfm", "out.pgm", "--json"))
    report = _report(images, _quantize(images, layer.image, layer.number, **arguments)[0])
    for name in set(expected) & set(report) - {"diffuse_ms"}:
        assert report[name] == (pytest.approx(expected[name], rel=1e-6) if isinstance(expected[name], float)
                                else expected[name]), name


@pytest.mark.parametrize("panel", ["plm-47", "plm-67"])
def test_a_panel_with_levels_and_electrodes(images, panel):
    """The result has a pixel for each electrode, and the number of levels does not count."""
    parts = [_random(seed) for seed in (1, 2, 3)]
    layer = _layer(images, list(zip(*parts)))
    _pfm(images.folder / "in.pfm", list(zip(*parts)))
    arguments = {"panel": panel, "pitch": 0.0, "view_distance": 20.0, "view_width": 0.5}
    words = _options(**arguments)
    del words[words.index("--levels"):words.index("--levels") + 2]
    _command(images.folder, *words, "in.pfm", "out.pgm")
    expected = _pnm(images.folder / "out.pgm")
    assert expected[:2] == {"plm-47": (1920, 1080), "plm-67": (2560, 1600)}[panel]
    _check(images, _quantize(images, layer.image, layer.number, **arguments), expected)


@pytest.mark.parametrize("bits", [8, 16])
def test_files_of_the_display(images, bits):
    """A table of measured phases, and a correction, which GIMP opens."""
    parts = [_random(seed) for seed in (1, 2, 3)]
    layer = _layer(images, list(zip(*parts)))
    _pfm(images.folder / "in.pfm", list(zip(*parts)))
    most, draw = (1 << bits) - 1, random.Random(bits)
    flat = [draw.randint(0, most) for _ in range(WIDTH * HEIGHT)]
    data = b"".join(sample.to_bytes(bits // 8, "big") for sample in flat)
    (images.folder / "flat.pgm").write_bytes(f"P5 {WIDTH} {HEIGHT} {most}\n".encode() + data)
    (images.folder / "table.csv").write_text("".join(f"{k * most // 90},{k * 0.08}\n" for k in range(91)))
    (images.folder / "levels.csv").write_text("".join(f"{k * most // 20},{1 - k / 50},{k * 0.3}\n" for k in range(21)))
    for arguments in ({"level_table": images.folder / "levels.csv"},
                      {"gray_table": images.folder / "table.csv", "levels": 64},
                      {"correction": images.folder / "flat.pgm"},
                      {"gray_table": images.folder / "table.csv", "correction": images.folder / "flat.pgm",
                       "levels": 91}):
        given = {name: value if name == "levels" else str(value) for name, value in arguments.items()}
        used = 8 if set(given) == {"correction"} else bits
        words = _options(**given)
        if "level_table" in given:
            del words[words.index("--levels"):words.index("--levels") + 2]
        _command(images.folder, *words, "--bits", used, "in.pfm", "out.pgm")
        _check(images, _quantize(images, layer.image, layer.number, **given), _pnm(images.folder / "out.pgm"), used)


@pytest.mark.parametrize(("arguments", "said"), [
    ({"panel": "30x30"}, "48 × 20 pixels, what is displayed 30 × 30"), ({}, "not a gray image of 8 or 16 bits"),
    ({"correction": "missing.pgm"}, "missing.pgm cannot be opened")])
def test_a_correction_that_does_not_fit(images, arguments, said):
    layer = _layer(images, [(1.0, 0.0, 0.0)] * (WIDTH * HEIGHT))
    kind = "P5" if "panel" in arguments else "P6"
    (images.folder / "flat.pnm").write_bytes(f"{kind} {WIDTH} {HEIGHT} 255\n".encode() + bytes(3 * WIDTH * HEIGHT))
    before = images.snapshot(layer.image), images.pdb("gimp-image-list")
    with pytest.raises(PdbError, match=said):
        images.gimp.evaluate(_call(layer.image, layer.number,
                                   **{"correction": str(images.folder / "flat.pnm")} | arguments))
    assert (images.snapshot(layer.image), images.pdb("gimp-image-list")) == before


def test_reconstruction(images):
    """A layer to the right of the result, outside of the image, contains intensities: the squares
    of the command's moduli."""
    parts = [_random(seed) for seed in (1, 2, 3)]
    layer = _layer(images, list(zip(*parts)))
    _pfm(images.folder / "in.pfm", list(zip(*parts)))
    _command(images.folder, *_options(), "in.pfm", "out.pgm", "--reconstruction", "seen.pgm",
             "--depth", "0.2")
    result = _quantize(images, layer.image, layer.number, preview_depth=0.2)
    _check(images, result, _pnm(images.folder / "out.pgm"))
    _, layers = images.pdb("gimp-image-get-layers", result[0])
    assert layers[0] == result[1] and len(layers) == 2
    seen = images.pixels(layers[1])
    width, height, moduli = _pnm(images.folder / "seen.pgm")
    assert seen[:6] == ("Y u8", width, height, 1, WIDTH, 0)
    assert max(moduli) == 255
    for light, modulus in zip(seen.raw, moduli):
        assert (max(modulus - 0.51, 0) / 255) ** 2 * 255 - 0.51 <= light
        assert light <= ((modulus + 0.51) / 255) ** 2 * 255 + 0.51
    assert images.pdb("gimp-image-width", result[0]) == [WIDTH]


def test_what_is_no_number_counts_as_zero(images):
    parts = [_random(seed) for seed in (1, 2, 3)]
    pixels = list(zip(*parts))
    odd = [(math.nan, 0.5, 0.0), *pixels[1:-2], (0.25, math.inf, 0.0), (-math.inf, 0.0, 0.0)]
    layer = _layer(images, odd)
    even = [(0.0, 0.0, 0.0), *pixels[1:-2], (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)]
    _pfm(images.folder / "in.pfm", even)
    _command(images.folder, *_options(), "in.pfm", "out.pgm")
    result = _quantize(images, layer.image, layer.number)
    _check(images, result, _pnm(images.folder / "out.pgm"))
    assert "3 of 960 pixels are NaN or infinite and count as 0." in images.gimp.messages()
    assert _report(images, result[0])["not_finite"] == 3


def test_all_zero(images):
    nothing = [(0.0, 0.0, 0.0)] * (WIDTH * HEIGHT)
    layer = _layer(images, nothing)
    _pfm(images.folder / "in.pfm", nothing)
    _command(images.folder, *_options(), "in.pfm", "out.pgm")
    result = _quantize(images, layer.image, layer.number)
    _check(images, result, _pnm(images.folder / "out.pgm"))
    report = _report(images, result[0])
    assert (report["scale"], report["snr_db"]) == (1, None)
    assert "unknown" in images.gimp.messages()


def test_one_pixel_and_hogels_larger_than_the_image(images):
    layer = _layer(images, [(-1.0, 0.0, 0.0)], width=1, height=1)
    for how in ({"hogel": 131072}, {"view_filter": 0}):
        result = _quantize(images, layer.image, layer.number, **how)
        assert images.pixels(result[1]).raw == b"\x80"
        assert _report(images, result[0])["hogels"] == 1


def test_window_outside_of_the_field(images):
    parts = [_random(seed) for seed in (1, 2, 3)]
    layer = _layer(images, list(zip(*parts)))
    _pfm(images.folder / "in.pfm", list(zip(*parts)))
    _command(images.folder, *_options(view_x=900.0), "in.pfm", "out.pgm")
    result = _quantize(images, layer.image, layer.number, view_x=900.0)
    _check(images, result, _pnm(images.folder / "out.pgm"))
    assert "The light of 18 of 18 hogels does not reach the view" in images.gimp.messages()


def test_other_warnings(images):
    layer = _layer(images, list(zip(*[_random(seed) for seed in (1, 2, 3)])))
    _quantize(images, layer.image, layer.number, hogel=24)
    assert "2 of 2 hogels are wider than a sixth of the view" in images.gimp.messages()
    _quantize(images, layer.image, layer.number, output="amplitude")
    assert "twin image of 18 of 18 hogels" in images.gimp.messages()
    _quantize(images, layer.image, layer.number, wavelength=0.635)
    assert "Check the units: the pitch is 0.75 micrometers" in images.gimp.messages()
    _quantize(images, layer.image, layer.number, scale=50.0)
    assert "With a scale of 50, " in images.gimp.messages()
    _quantize(images, layer.image, layer.number, refine=1)
    assert "Refinement passes: 1." in images.gimp.messages()


BAD = [
    ("input", "rgb", "re-im-channels"), ("output", "", "binary-phase"), ("method", "best", "paper"),
    ("levels", 1, "2 to 65536"), ("levels", 65537, "2 to 65536"), ("pitch", 0.0, "greater than 0"),
    ("pitch", -1.0, "greater than 0"), ("wavelength", 0.0, "wavelength"), ("view-width", 0.0, "greater than 0"),
    ("view-height", -0.1, "view-height"), ("view-distance", 0.0, "view-distance"),
    ("hogel", -1, "131072"), ("taps", 0, "64"), ("taps", 65, "64"), ("slope", -1, "16"),
    ("slope", 17, "16"), ("kappa", 1.5, "1 or less"),
    ("preselect", 65, "64"), ("scale", -0.5, "0 or more"), ("view-filter", 2, "0 to 1"),
    ("refine", -1, "10000"), ("refine", 10001, "10000"),
    ("engine", "steam", "wavefront"), ("panel", "hd", "dlp7000"), ("offset-x", 3, "panel"), ("two-pi", 100, "256"),
    ("two-pi", 65537, "65536"), ("gray-table", "/missing.csv", "missing.csv"), ("lens", 1e-9, "too short"),
    ("grating-x", 1.5, "2 pixels"), ("grating-y", -0.1, "2 pixels"), ("conjugate", 2, "0 to 1"),
    ("geometry", "lens", "fourier"), ("gain", -0.1, "0 or more"), ("full-range", 1, "binary phase"),
    ("zero-order", 0.95, "0.9 or less"), ("crosstalk", 1.5, "1 pixels or less"), ("levels", 0, "2 to 65536"),
]
if IS_GIMP_3:  # which checks the others itself
    BAD = [bad for bad in BAD if bad[0] in ("panel", "gray-table", "lens", "grating-x")]


@pytest.mark.parametrize(("argument", "value", "said"), BAD,
                         ids=[f"{argument}={value}" for argument, value, _ in BAD])
def test_bad_value(images, argument, value, said):
    layer = _layer(images, [(1.0, 0.0, 0.0)] * (WIDTH * HEIGHT))
    before = images.snapshot(layer.image)
    with pytest.raises(PdbError) as failure:
        images.gimp.evaluate(_call(layer.image, layer.number,
                                   **{argument.replace("-", "_"): value}))
    message = str(failure.value).split("arguments:", 1)[1]
    assert failure.value.calling and said in message, message
    assert images.snapshot(layer.image) == before


@pytest.mark.parametrize(("arguments", "said"), [
    ({"view_distance": 1e9}, "view-distance of 1e+09"), ({"preview_depth": 1e6}, "depth of 1e+06")],
    ids=["distance", "depth"])
def test_planes_that_no_memory_holds(images, arguments, said):
    layer = _layer(images, [(1.0, 0.0, 0.0)] * (WIDTH * HEIGHT))
    before = images.snapshot(layer.image), images.pdb("gimp-image-list")
    with pytest.raises(PdbError) as failure:
        images.gimp.evaluate(_call(layer.image, layer.number, **arguments))
    assert not failure.value.calling and said in str(failure.value)
    assert (images.snapshot(layer.image), images.pdb("gimp-image-list")) == before


def test_bad_drawables(images):
    layer = _layer(images, [(1.0, 0.0, 0.0)] * (WIDTH * HEIGHT))
    gray = _layer(images, [(1.0,)] * (WIDTH * HEIGHT))
    small = images.single(5, 5, 1)
    indexed = images.single(WIDTH, HEIGHT, 3)
    images.pdb("gimp-image-convert-indexed", indexed.image, 0, 0, 8, False, False, "")
    for drawable, second, kind, said in (
            (gray, -1, "re-im-channels", "red and green"),
            (layer, -1, "re-im-layers", "imaginary part is missing"),
            (layer, -1, "amplitude-phase-layers", "phase is missing"),
            (layer, small.number, "re-im-layers", "5 × 5"),
            (layer, indexed.number, "re-im-layers", "indexed"),
            (indexed, -1, "re-im-channels", "indexed")):
        with pytest.raises(PdbError, match=said) as failure:
            images.gimp.evaluate(_call(drawable.image, drawable.number, second, input=kind))
        assert failure.value.calling
    # GIMP 3 itself takes nothing but a drawable.
    for second in () if IS_GIMP_3 else (999999, images.pdb("gimp-vectors-new", layer.image, "path")[0]):
        with pytest.raises(PdbError) as failure:
            images.gimp.evaluate(_call(layer.image, layer.number, second, input="re-im-layers"))
        assert failure.value.calling
    with pytest.raises(PdbError) as failure:
        images.gimp.evaluate(_call(layer.image, gray.number))
    assert failure.value.calling


def test_killed_half_way(warm_home, tmp_path):
    """Whenever the plug-in dies while it works, all images are as they were, there is no new one,
    and GIMP goes on."""
    with images_that_survive(warm_home, tmp_path) as images:
        # Some seconds of work.
        layer = images.single(64 * WIDTH, 72 * HEIGHT, 3, precision="float-linear",
                              raw=pack(_random(1) * 3, "float") * 64 * 72)
        before = images.snapshot(layer.image), images.pdb("gimp-image-list")
        for delay in (0, 0.2, 0.5, 0.8):
            images.gimp.send(_call(layer.image, layer.number, engine="serial", view_width=2.0,
                                   view_distance=5.0))
            assert kill_plug_in(images.gimp, delay), "the hologram is too small for this processor"
            with pytest.raises(PdbError):
                images.gimp.answer()
            assert (images.snapshot(layer.image), images.pdb("gimp-image-list")) == before
        test_integers_are_shares_of_full(images)
        images.delete()
