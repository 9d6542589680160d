# SPDX-License-Identifier: GPL-3.0-or-later
"""--device: what is unpacked again is the image; the bytes are those of published formats; wrong calls are
explained."""

import random
import re

import devices
import pnm
import pytest

QUICK = ("--refine", "0")


def _noise(width, height):
    return pnm.encode(width, height, 3, 8, random.Random(width).randbytes(width * height * 3))


def _pixels(errdiff, name):
    """The colors of a PNM file's pixels."""
    width, height, channels, _, data = pnm.decode(errdiff.read(name))
    return width, height, list(zip(*(data[c % channels::channels] for c in range(3))))


def _expected(errdiff, device_preset, palette, *more):
    """The pixels of the same result as an image with the colors that the device is sent."""
    preset = ["--preset", device_preset] if device_preset else []
    errdiff.works("in.ppm", "expected.pnm", *preset, "--palette", palette, "--sent", *more)
    return _pixels(errdiff, "expected.pnm")[2]


def test_the_list(as_typed):
    lines = as_typed.works("devices").decode().splitlines()[1:]
    names = [line.split()[0] for line in lines]
    assert set(names) == {*devices.PANELS, *devices.LABELS, "escpos-58", "escpos-80", "playdate", "rows-8"}
    assert len(names) == len(set(names))
    for line in lines:
        device = devices.PANELS.get(line.split()[0])
        if device and not line.startswith("rows"):
            assert line.split()[1:3] == [f"{device.width}x{device.height}", str(len(device.colors))]
    assert b"--device" in as_typed.works("devices", "--help")
    assert "nothing can follow it" in as_typed.fails(2, "devices", "playdate")


@pytest.mark.parametrize("name", devices.PANELS)
def test_a_frame_buffer_has_the_pixels_of_the_image(as_typed, name):
    device = devices.PANELS[name]
    as_typed.write("in.ppm", _noise(device.width, device.height))
    as_typed.works("in.ppm", "out.bin", "--device", name, *QUICK)
    found = devices.unpack_panel(name, as_typed.read("out.bin"))
    assert found == _expected(as_typed, device.preset, device.palette, *QUICK)
    assert set(found) == set(device.colors.values())


@pytest.mark.parametrize("name", ["waveshare-2.13", "waveshare-2.9-red", "waveshare-4-spectra"])
def test_a_turned_image_is_turned_as_the_driver_does(as_typed, name):
    upright = devices.PANELS[name]
    turned = devices.Device(upright.height, upright.width, upright.bits, upright.colors)
    as_typed.write("in.ppm", _noise(turned.width, turned.height))
    as_typed.works("in.ppm", "out.bin", "--device", name, *QUICK)
    rows = devices.unpack_panel(name, as_typed.read("out.bin"))
    # PIL's rotate(90) is counterclockwise: the top right corner comes first.
    back = [rows[(turned.width - 1 - x) * upright.width + y]
            for y in range(turned.height) for x in range(turned.width)]
    assert back == _expected(as_typed, upright.preset, upright.palette, *QUICK)


@pytest.mark.parametrize("name, width", [("escpos-58", 384), ("escpos-58", 13), ("escpos-80", 576)])
def test_receipts(as_typed, name, width):
    height = 961 if width == 13 else 7
    as_typed.write("in.ppm", _noise(width, height))
    as_typed.works("in.ppm", "out.bin", "--device", name, *QUICK)
    rows, heights = devices.unpack_esc_pos(as_typed.read("out.bin"))
    assert heights == ([960, 1] if height == 961 else [height])
    assert not any(dot for row in rows for dot in row[width:])
    found = [devices.INK[dot] for row in rows for dot in row[:width]]
    assert found == _expected(as_typed, "receipt-printer", "black-and-white", *QUICK)


@pytest.mark.parametrize("name", devices.LABELS)
def test_labels(as_typed, name):
    width, height, margin = devices.LABELS[name]
    as_typed.write("in.ppm", _noise(width, height))
    as_typed.works("in.ppm", "out.bin", "--device", name, *QUICK)
    header, rows = devices.unpack_brother(as_typed.read("out.bin"), margin, width)
    mm = [int(number) for number in re.findall(r"\d+", name)]
    is_red = name.endswith("red")
    length = mm[1] if "x" in name else 0
    # The commands of chapter 4 of the reference, with their parameters.
    assert header == b"".join([
        b"\x1bia\1", bytes(200), b"\x1b@", b"\x1bia\1", b"\x1biS",
        b"\x1biz", bytes([0xCE, 0x0B if length else 0x0A, mm[0], length]), height.to_bytes(4, "little"), b"\0\0",
        b"\x1biM\x40", b"\x1biA\1", b"\x1biK" + bytes([9 if is_red else 8]), b"\x1bid",
        bytes([0 if length else 35, 0])])
    colors = {(0, 0): devices.WHITE, (1, 0): devices.BLACK, (0, 1): devices.RED}
    found = [colors[dots] for row in rows for dots in row]
    preset, palette = ("e-paper-3", "e-paper-3") if is_red else ("receipt-printer", "black-and-white")
    assert found == _expected(as_typed, preset, palette, *QUICK)


def test_playdate(as_typed):
    as_typed.write("in.ppm", _noise(13, 5))
    as_typed.works("in.ppm", "out.pdi", "--device", "playdate")
    data = as_typed.read("out.pdi")
    width, height, rows = devices.unpack_playdate(data)
    assert (width, height, len(data)) == (13, 5, 32 + 2 * 5)
    assert [devices.MONO[code] for row in rows for code in row] == _expected(as_typed, "", "black-and-white")


def test_transparent_pixels_are_paper_or_transparent(as_typed):
    pixels = [(0, 0, 0, 255), (255, 255, 255, 255), (0, 0, 0, 0)] * 3
    as_typed.write("in.pam", pnm.encode_pam(9, 1, 4, 255, b"".join(map(bytes, pixels))))
    as_typed.works("in.pam", "out.pdi", "--device", "playdate")
    assert devices.unpack_playdate(as_typed.read("out.pdi"))[2] == [[0, 1, None] * 3]
    as_typed.works("in.pam", "out.bin", "--device", "rows-1")
    assert as_typed.read("out.bin") == bytes([0b01101101, 0b10000000])
    as_typed.works("in.pam", "out.bin", "--device", "rows-2", "--palette", "#ffffff,#000000,#ff0000")
    assert as_typed.read("out.bin") == bytes([0b01000001, 0b00000100, 0])


# Rows of pixels, and their bytes by hand: the codes of the sources that devices.py names.
@pytest.mark.parametrize("name, colors, data", [
    ("rows-1", "0ff0000f0f", "6140"),
    ("rows-1-low", "0ff0000f0f", "8602"),
    ("rows-2", "05af5", "1b40"),
    ("rows-4", "0f8", "0f80"),
    ("escpos-58", "0ff0000f0f", "1d763000" + "02000100" + "9e80"),
])
def test_bytes_by_hand(as_typed, name, colors, data):
    row = bytes(17 * int(digit, 16) for digit in colors)
    as_typed.write("in.pgm", pnm.encode(len(row), 1, 1, 8, row))
    as_typed.works("in.pgm", "out.bin", "--device", name, "--tone", "none", "--dot-gain", "0", "--detail", "0")
    assert as_typed.read("out.bin").hex() == data


def test_an_array_in_c(as_typed):
    as_typed.write("in.ppm", _noise(13, 5))
    as_typed.works("in.ppm", "out.bin", "--device", "rows-2")
    as_typed.works("in.ppm", "2nd-panel.h", "--device", "rows-2")
    text = as_typed.read("2nd-panel.h").decode()
    found = re.fullmatch(r"/\* rows-2: 13 x 5 pixels, 20 bytes \*/\n"
                         r"static const unsigned char _2nd_panel\[20\] = \{\n(.*)\n\};\n", text, re.S)
    assert bytes(int(byte, 16) for byte in re.findall(r"0x([0-9A-F]{2}),", found[1])) == as_typed.read("out.bin")


def test_numbers_of_a_palette(as_typed):
    colors = [bytes(((7 * i) % 256, i % 256, 255 - i)) for i in range(256)]
    as_typed.write("p.hex", b"\n".join(color.hex().encode() for color in colors))
    as_typed.write("in.ppm", pnm.encode(16, 16, 3, 8, b"".join(colors)))
    as_typed.works("in.ppm", "out.bin", "--device", "rows-8", "--palette", "p.hex", "--match", "rgb")
    assert as_typed.read("out.bin") == bytes(range(256))
    assert "too few for 256 colors" in as_typed.fails(2, "in.ppm", "out.bin", "--device", "rows-4", "-p", "p.hex")
    as_typed.works("in.ppm", "out.bin", "--device", "rows-2", "--palette", "game-boy")
    as_typed.works("in.ppm", "expected.ppm", "--palette", "game-boy")
    names = {(15, 56, 15): 0, (48, 98, 48): 1, (139, 172, 15): 2, (155, 188, 15): 3}
    rows, _ = devices.unpack_plane(as_typed.read("out.bin"), 16, 16, 2)
    assert sum(rows, []) == [names[pixel] for pixel in _pixels(as_typed, "expected.ppm")[2]]


def test_a_palette_sends_the_codes_of_its_inks_whatever_it_shows(as_typed):
    seen = "#123456=#ff0000,#0a0b0c=#000000,#f0f0f0=#ffffff"
    rows = [(0x12, 0x34, 0x56), (10, 11, 12), (0xf0, 0xf0, 0xf0)]
    as_typed.write("in.ppm", pnm.encode(400, 300, 3, 8, b"".join(bytes(rows[i % 3]) for i in range(120000))))
    as_typed.works("in.ppm", "out.bin", "--device", "inky-what-red", "--palette", seen, "--strength", "0", "--tone",
                   "none", "--match", "rgb", "--gamut", "none", *QUICK)
    names = [devices.RED, devices.BLACK, devices.WHITE]
    assert devices.unpack_panel("inky-what-red", as_typed.read("out.bin")) == [names[i % 3] for i in range(120000)]


@pytest.mark.parametrize("more, preset", [(["--preset", "pixel-art-16"], ""),
                                          (["--kernel", "stucki", "--gamut", "none"], "bwry")], ids=str)
def test_options_beside_it_win(as_typed, more, preset):
    """A preset takes the place of the device's own, but its number of colors that of no device."""
    as_typed.write("in.ppm", _noise(400, 300))
    as_typed.works("in.ppm", "out.bin", "--device", "inky-what-4", *more)
    found = devices.unpack_panel("inky-what-4", as_typed.read("out.bin"))
    assert found == _expected(as_typed, preset, "bwry", *more)


def test_a_preset_can_have_colors_that_the_device_does_not_have(as_typed):
    as_typed.write("in.ppm", _noise(3, 2))
    assert "does not have the color #0f380f" in as_typed.fails(2, "in.ppm", "out.bin", "--device", "playdate",
                                                               "--preset", "game-boy")


def test_large_images_come_in_pieces(as_typed):
    as_typed.write("in.ppm", _noise(2000, 1500))
    as_typed.works("in.ppm", "out.bin", "--device", "rows-1")
    rows, _ = devices.unpack_plane(as_typed.read("out.bin"), 2000, 1500, 1)
    assert [devices.MONO[code] for row in rows for code in row] == _expected(as_typed, "", "black-and-white")


def test_dots_count_for_the_size(as_typed):
    as_typed.write("in.ppm", _noise(400, 300))
    as_typed.works("in.ppm", "out.bin", "--device", "inky-what-4", "--dot", "4")
    found = devices.unpack_panel("inky-what-4", as_typed.read("out.bin"))
    assert all(found[y * 400 + x] == found[y // 4 * 4 * 400 + x // 4 * 4] for y in range(300) for x in range(400))


def test_many(as_typed):
    for name in ("a.ppm", "b.ppm"):
        as_typed.write(name, _noise(31, 8))
    as_typed.works("--to", "out", "a.ppm", "b.ppm", "--device", "playdate")
    as_typed.works("a.ppm", "expected", "--device", "playdate")
    assert sorted(path.name for path in (as_typed.folder / "out").iterdir()) == ["a.pdi", "b.pdi"]
    assert as_typed.read("out/a.pdi") == as_typed.read("expected")


def test_standard_output(as_typed):
    as_typed.write("in.ppm", _noise(31, 8))
    as_typed.works("in.ppm", "out.bin", "--device", "rows-4")
    assert as_typed.works("in.ppm", "-", "--device", "rows-4") == as_typed.read("out.bin")


@pytest.mark.parametrize("name, width, height, words", [
    ("inky-what-red", 300, 400, "inky-what-red takes 400 × 300 pixels, and the image has 300 × 400; "
                                "add --resize 400x300 --fit fill"),
    ("waveshare-7.5", 640, 480, "add --resize 800x480 --fit fill"),
    ("brother-ql-62", 400, 300, "takes a width of 696 pixels, and the image has 400 × 300; add --resize 696"),
    ("brother-ql-12", 106, 149, "takes a height of 150 to 11811 pixels"),
    ("escpos-58", 385, 2, "at most 384 pixels, and the image has 385 × 2; add --resize 384"),
])
def test_a_wrong_size(as_typed, name, width, height, words):
    as_typed.write("in.ppm", _noise(width, height))
    assert words in as_typed.fails(1, "in.ppm", "out.bin", "--device", name)
    assert not (as_typed.folder / "out.bin").exists()


@pytest.mark.parametrize("arguments, words", [
    (["--device", "inky-what-rde"], "did you mean inky-what-red?"),
    (["--device", "nothing"], "`errdiff devices` lists them"),
    (["--device", "playdate", "--palette", "#000000,#123456"], "playdate does not have the color #123456; it has "
                                                                "#000000, #ffffff"),
    (["--device", "playdate", "--levels", "3"], "--device and --levels cannot be combined"),
    (["--device", "playdate", "--colors", "3"], "--device and --colors cannot be combined"),
    (["--device", "playdate", "--true-color"], "--device and --true-color cannot be combined"),
])
def test_wrong_calls(as_typed, arguments, words):
    as_typed.write("in.ppm", _noise(3, 2))
    assert words in as_typed.fails(2, "in.ppm", "out.bin", *arguments)


@pytest.mark.parametrize("name", ["out.png", "out.BMP", "out.ppm"])
def test_a_name_of_an_image(as_typed, name):
    as_typed.write("in.ppm", _noise(3, 2))
    assert "is not an image file" in as_typed.fails(2, "in.ppm", name, "--device", "playdate")


def test_one_image_only(as_typed):
    as_typed.write("in.ppm", _noise(3, 2) * 2)
    assert "several images" in as_typed.fails(1, "in.ppm", "out.bin", "--device", "rows-1")
