# SPDX-License-Identifier: GPL-3.0-or-later
"""The rule of a pixel in plain integers, as a reference for small images.

It is written from the definition in docs/rule.md, pixel by pixel, and shares no code with the library.
"""

from bisect import bisect_left

# name: (divisor, ((dx, dy, weight), …))
KERNELS = {
    "floyd-steinberg": (16, ((1, 0, 7), (-1, 1, 3), (0, 1, 5), (1, 1, 1))),
    "sierra-lite": (4, ((1, 0, 2), (-1, 1, 1), (0, 1, 1))),
    "atkinson": (8, ((1, 0, 1), (2, 0, 1), (-1, 1, 1), (0, 1, 1), (1, 1, 1), (0, 2, 1))),
    "jarvis-judice-ninke": (48, ((1, 0, 7), (2, 0, 5),
                                 (-2, 1, 3), (-1, 1, 5), (0, 1, 7), (1, 1, 5), (2, 1, 3),
                                 (-2, 2, 1), (-1, 2, 3), (0, 2, 5), (1, 2, 3), (2, 2, 1))),
    "stucki": (42, ((1, 0, 8), (2, 0, 4),
                    (-2, 1, 2), (-1, 1, 4), (0, 1, 8), (1, 1, 4), (2, 1, 2),
                    (-2, 2, 1), (-1, 2, 2), (0, 2, 4), (1, 2, 2), (2, 2, 1))),
    "shiau-fan-2": (16, ((1, 0, 8), (-3, 1, 1), (-2, 1, 1), (-1, 1, 2), (0, 1, 4))),
    # A kernel given as text, with a negative weight.
    "10: 1,0,8; -1,1,3; 0,1,1; 1,1,-2": (10, ((1, 0, 8), (-1, 1, 3), (0, 1, 1), (1, 1, -2))),
}


def output_levels(levels, white):
    """The values of the output levels, 0 to white."""
    return [(2 * i * white + levels - 1) // (2 * (levels - 1)) for i in range(levels)]


def dither_channel(samples, width, height, white, kernel, levels, strength=100, mask=None):
    """Dithers one channel: a list of samples, 0 to white. Returns the list of output values.

    mask: None, or a boolean for each pixel; if it is false, the sample stays as it is and leaves no
    error.
    """
    divisor, taps = KERNELS[kernel]
    values = output_levels(levels, white)
    # Twice the midpoints between levels; a sample at a midpoint takes the lower level.
    limits = [16 * (low + high) for low, high in zip(values, values[1:])]
    error = [0] * (width * height)
    result = list(samples)
    for y in range(height):
        for x in range(width):
            here = y * width + x
            if mask is not None and not mask[here]:
                continue
            collected = sum(weight * error[(y - dy) * width + x - dx] for dx, dy, weight in taps
                            if 0 <= x - dx < width and y - dy >= 0)
            carried = (2 * strength * collected + 100 * divisor) // (200 * divisor)
            modified = 16 * samples[here] + carried
            result[here] = values[bisect_left(limits, 2 * modified)]
            error[here] = max(-16 * white, min(16 * white, modified - 16 * result[here]))
    return result


def dither(samples, width, height, channels, white, kernel="floyd-steinberg", levels=(2, 2, 2),
           strength=100, mask=None):
    """Dithers the channels of an image, interleaved as in a PNM file."""
    result = list(samples)
    for c in range(channels):
        result[c::channels] = dither_channel(samples[c::channels], width, height, white, kernel,
                                             levels[c], strength, mask)
    return result
