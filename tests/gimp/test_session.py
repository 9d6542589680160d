# SPDX-License-Identifier: GPL-3.0-or-later
"""What the plug-in returns, its engines, repeated calls, and a plug-in that is killed."""

import os
import subprocess
from pathlib import Path

import option_table
import pytest

from command import by_command
from gimp import NONINTERACTIVE, PROCEDURE, WITH_LAST_VALS, PdbError, only_in_gimp_2
from images import DEFAULTS
from sudden_end import images_that_survive, kill_plug_in

DATA = Path(__file__).resolve().parents[1] / "data"


def engine_names():
    """The engines that can run here. `errdiff engines` prints name, "yes" or "no", and more."""
    listed = subprocess.run([os.environ["ERRDIFF"], "engines"], check=True, capture_output=True,
                            text=True).stdout
    rows = [line.split() for line in listed.splitlines()[1:]]
    return [row[0] for row in rows if row[1] == "yes"]


def test_photographs(images):
    """The same bytes as the command's, for usual images."""
    for number, (name, channels) in enumerate(
            (("camera", 1), ("chelsea", 3), ("coffee", 3))):
        image, = images.pdb("file-png-load", NONINTERACTIVE, str(DATA / f"{name}.png"), name)
        images.made.append(image)
        source, = images.pdb("gimp-image-get-active-drawable", image)
        before = images.pixels(source)
        assert len(before.raw) == before.width * before.height * channels
        kernel = ("floyd-steinberg", "jarvis-judice-ninke", "stevenson-arce")[number]
        levels = ((2,), (3, 3, 3), (4, 8, 4))[number]
        text = ",".join(map(str, levels))
        result = images.dither_drawable(image, source, kernel=kernel, levels=text)
        expected = by_command(images.folder)(list(before.raw), before.width, before.height,
                                             channels, 255, kernel, levels, 100, None)
        assert images.pixels(result.layer).raw == bytes(expected), name


@pytest.mark.parametrize(("channels", "arguments"), [
    (3, {"levels": "3", "alpha": "dither"}),
    (3, {"palette": "ega", "output": "replace"}),
    (1, {"palette": "ega"})])
def test_a_layer_that_is_read_and_written_in_parts(images, channels, arguments):
    """The plug-in takes 64 rows of 72 KB from GIMP at once."""
    width, height = {1: 4500, 3: 2250}[channels], 140
    layer = images.single(width, height, channels, True, "double-gamma")
    images.pdb("gimp-image-select-ellipse", layer.image, 2, 3, 5, width - 40, height - 20)
    images.check_by_command(layer, arguments, to_rgb=channels == 1, selected=images.selected(layer))


@only_in_gimp_2("test_gimp3.py")
def test_procedure_is_as_documented(images):
    """Scripts depend on the order and the types of the arguments."""
    info = images.pdb("gimp-procedural-db-proc-info", PROCEDURE)
    arguments, values = info[6], info[7]
    described = [images.pdb("gimp-procedural-db-proc-arg", PROCEDURE, i) for i in range(arguments)]
    int32, real, string, image, layer, drawable = 0, 3, 4, 13, 14, 16
    assert [(kind, name) for kind, name, _ in described] == [
        (int32, "run-mode"), (image, "image"), (drawable, "drawable"), (string, "kernel"),
        (string, "levels"), (string, "palette"), (string, "match"), (string, "gamut"),
        (int32, "compress"), (int32, "sent"), (int32, "gray"), (string, "tone"),
        (int32, "stretch"), (real, "stretch-share"),
        (int32, "brightness"), (int32, "contrast"), (real, "gamma"), (int32, "saturation"),
        (int32, "invert"), (string, "dot-gain"), (int32, "keep-exact"), (int32, "strength"), (int32, "noise"),
        (int32, "seed"), (int32, "detail"), (int32, "refine"), (real, "viewing"),
        (string, "screen"), (int32, "screen-amount"),
        (string, "screen-size"), (string, "screen-angle"), (real, "dpi"), (int32, "serpentine"), (string, "start"),
        (int32, "linear"),
        (string, "alpha"), (int32, "dot"), (string, "engine"), (string, "output"), (int32, "frames"),
        (int32, "stable"), (string, "resize"), (string, "fit")]
    assert all(len(text) > 3 for _, _, text in described)
    # Only the dialog sets the number of threads.
    assert [name for _, name, _ in described[3:-5]] == [
        name for name in option_table.NAMES if name != "threads"]
    returned = [images.pdb("gimp-procedural-db-proc-val", PROCEDURE, i) for i in range(values)]
    assert [kind for kind, _, _ in returned] == [image, layer, string]


@only_in_gimp_2("it tells scripts of no menus")
def test_where_the_menu_offers_it(images):
    """For GIMP, masks and channels are gray, also those of indexed images."""
    columns = images.pdb("gimp-plugins-query", "")[1::2]
    menus, _, _, types, _, names = columns
    at = names.index(PROCEDURE)
    assert menus[at].startswith("<Image>/Filters/Dithering/")
    assert types[at] == "RGB*, GRAY*, INDEXED*"


def test_every_engine(images):
    """Each engine that can run here runs by its name, returns that name, and gives the same
    bytes."""
    names = [name for name in engine_names() if name != "ordered"]  # which passes no errors on
    assert "auto" in names and len(names) >= 3
    layer = images.single(40, 30, 3, True)
    before = images.pixels(layer.number)
    arguments = {"palette": "pico-8", "linear": 1, "noise": 20}
    expected = layer.by_command(images.folder, before, arguments)
    for name in names:
        result = images.dither(layer, engine=name, **arguments)
        layer.check(images.pixels(result.layer), expected)
        if name == "auto":
            assert result.engine in names and result.engine != "auto"
        else:
            assert result.engine == name


def test_call_after_call(images):
    """No state of a call affects the next, whether on the same layer or on the result."""
    layer = images.single(31, 17)
    before = images.pixels(layer.number)
    first = images.dither(layer, levels="3")
    second = images.dither(layer, levels="3")
    expected = layer.expected(before, levels=(3, 3, 3))
    layer.check(images.pixels(first.layer), expected)
    layer.check(images.pixels(second.layer), expected)
    assert first.layer != second.layer
    pixels = images.pixels(first.layer)
    third = images.dither_drawable(layer.image, first.layer, kernel="atkinson")
    layer.check(images.pixels(third.layer), layer.expected(pixels, kernel="atkinson"))
    order = images.pdb("gimp-image-get-layers", layer.image)[1]
    assert order == [second.layer, third.layer, first.layer, layer.number] or \
        order == [third.layer, first.layer, second.layer, layer.number], order


@only_in_gimp_2("it stores last values itself")
def test_last_values_without_any(images):
    """Only a dialog stores last values; before one, and after scripts, the defaults are used."""
    layer = images.single(20, 10)
    before = images.pixels(layer.number)
    images.dither(layer, levels="5", kernel="atkinson", strength=30)
    result = images.dither(layer, run_mode=WITH_LAST_VALS, levels="5", kernel="atkinson")
    layer.check(images.pixels(result.layer), layer.by_command(images.folder, before, DEFAULTS))


LAST_SETTINGS = f"{PROCEDURE}-settings"


@only_in_gimp_2("it stores last values itself")
def test_last_values_of_an_earlier_session(images):
    """GIMP stores the settings of the dialog's last run from session to session."""
    layer = images.single(20, 10)
    before = images.pixels(layer.number)
    try:
        for text, how in (("[settings]\nkernel=atkinson\nlevels=3\n", {"kernel": "atkinson", "levels": "3"}),
                          ("[settings]\nfrom-a-later-version=1\n", {}), ("nonsense", {}), ("", {})):
            images.pdb("gimp-attach-parasite", (LAST_SETTINGS, 1, text))
            result = images.dither(layer, run_mode=WITH_LAST_VALS)
            layer.check(images.pixels(result.layer), layer.by_command(images.folder, before, DEFAULTS | how))
    finally:
        images.pdb("gimp-detach-parasite", LAST_SETTINGS)


def test_killed_half_way(warm_home, tmp_path):
    """Whenever the plug-in dies, the image is either unchanged or finished, and GIMP goes on."""
    with images_that_survive(warm_home, tmp_path) as images:
        for output in ("new-layer", "replace"):
            check_sudden_ends(images, output)
            # The next call works as usual.
            layer = images.single(20, 10)
            pixels = images.pixels(layer.number)
            result = images.dither(layer, output=output)
            layer.check(images.pixels(result.layer), layer.expected(pixels))
            images.delete()


def check_sudden_ends(images, output):
    raw = bytes(range(250)) * 20000
    whole = images.single(2500, 2000, 1, raw=raw)
    done = images.pixels(images.dither(whole, kernel="stucki", output=output).layer)
    layer = images.single(2500, 2000, 1, raw=raw)
    before = images.snapshot(layer.image)
    unfinished = 0
    for delay in (0, 0.2, 0.3, 0.35, 0.4, 0.5):
        images.gimp.send(images.dither_call(layer.image, layer.number, kernel="stucki",
                                            output=output))
        is_killed, is_answered = kill_plug_in(images.gimp, delay), False
        try:
            images.gimp.answer()
            is_answered = True  # perhaps just before it was killed
        except PdbError:
            assert is_killed
        after = images.snapshot(layer.image)
        assert not is_answered or after["pixels"] != before["pixels"]
        if after["pixels"] != before["pixels"]:
            changed, = [pixels for number, pixels in after["pixels"].items()
                        if pixels != before["pixels"].get(number)]
            assert changed == done
            break
        assert after == before
        unfinished += 1
    assert unfinished
    images.delete()
