# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done with an image before it is dithered gives the command's bytes."""

import pytest

CASES = [
    {"stretch": 1, "stretch-share": 2.5},
    {"brightness": 30, "contrast": -20},
    {"tone": "auto", "palette": "black-and-white", "linear": 1},
    {"gamma": 0.45, "invert": 1},
    {"dot-gain": "20"},
    {"dot-gain": "25 40; 50 70; 75 90", "palette": "#2b2a29,#ece6d8", "linear": 1},
    {"saturation": 60, "palette": "pico-8"},
    {"saturation": -100, "palette": "black-and-white", "linear": 1},
    {"palette": "game-boy", "gamut": "none"},
    {"palette": "game-boy", "gamut": "compress", "compress": 100},
    {"palette": "spectra-6", "gamut": "relative", "linear": 1},
    {"palette": "pico-8", "gray": 1, "contrast": 10},
    {"palette": "e-paper-7", "keep-exact": 1, "output": "replace"},
    {"levels": "4", "keep-exact": 1, "brightness": -10},
    {"palette": "adaptive:6", "stretch": 1, "gamma": 1.6},
    {"palette": "adaptive:6:#ff0000", "invert": 1, "saturation": 40, "linear": 1, "output": "replace"},
]


@pytest.mark.parametrize("arguments", CASES, ids=lambda arguments: " ".join(arguments))
@pytest.mark.parametrize(("channels", "alpha"), [(1, False), (3, True)])
def test_bytes(images, arguments, channels, alpha):
    layer = images.single(23, 17, channels, alpha)
    images.check_by_command(layer, arguments, to_rgb=channels == 1 and
                            arguments.get("palette", "") not in ("", "black-and-white", "adaptive:6"))


def test_a_change_of_tone_is_seen(images):
    """That the bytes equal the command's would not show that the arguments have any effect."""
    layer = images.single(23, 17)
    results = [images.pixels(images.dither(layer, **arguments).layer).raw
               for arguments in ({}, {"brightness": 50}, {"invert": 1}, {"gamma": 3.0})]
    assert len(set(results)) == 4


def test_gray_in_a_layer_of_colors(images):
    """The layer keeps its type, and its pixels have three equal values."""
    layer = images.single(23, 17)
    raw = images.pixels(images.dither(layer, gray=1, levels="3").layer).raw
    assert raw[0::3] == raw[1::3] == raw[2::3] and len(set(raw)) == 3
