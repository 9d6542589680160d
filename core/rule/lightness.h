/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The space of ERRDIFF_MATCH_LIGHTNESS, in which luminance counts more than the rest of a color.
 * Each channel of v comes closer to the luminance Y of v:
 *
 *     Y = Σ luminance · v                         the weights of sRGB, in 1/65536
 *     v' = (share · v + (256 − share) · Y) / 256  both rounded
 *
 * The picture and the palette are mapped, and the rule finds the nearest color as ever. Error
 * diffusion is linear, so to diffuse errors there is to diffuse them in the space of v, but for
 * rounding, with another distance. The idea that dots should differ little in brightness is that of
 * Shaked, Arad, Fitzhugh and Sobel (1996). The shares are those with the best scores for
 * photographs (docs/quality.md).
 */
#ifndef ERRDIFF_LIGHTNESS_H
#define ERRDIFF_LIGHTNESS_H

#include <stdint.h>

/* Maps the values v of a pixel, 0..65535. Neutral ones stay as they are. */
static inline void errdiff_lightness_map(int32_t v[3])
{
    static const uint32_t luminance[3] = {13938, 46869, 4729};
    static const int32_t share[3] = {128, 230, 205};
    uint32_t sum = 1u << 15;
    for (int c = 0; c < 3; c++)
        sum += luminance[c] * (uint32_t)v[c];
    int32_t y = (int32_t)(sum >> 16);
    for (int c = 0; c < 3; c++)
        v[c] = (share[c] * v[c] + (256 - share[c]) * y + 128) >> 8;
}

#endif
