/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The space of ERRDIFF_MATCH_LIGHTNESS, in which luminance counts more than the rest of a color.
 * Each channel of v comes closer to the luminance Y of v:
 *
 *     Y = Σ luminance · v                         the weights of sRGB, in 1/65536
 *     v' = (share · v + (256 − share) · Y) / 256  both rounded
 *
 * The image and the palette are mapped, and the rule finds the nearest color as ever. Error
 * diffusion is linear, so to diffuse errors there is to diffuse them in the space of v, but for
 * rounding, with another distance. The idea that dots should differ little in brightness is that of
 * Shaked, Arad, Fitzhugh and Sobel (1996). The shares are those with the best scores for
 * photographs (docs/quality.md).
 */
#ifndef ERRDIFF_LIGHTNESS_H
#define ERRDIFF_LIGHTNESS_H

#include <stdint.h>

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

static const uint16_t errdiff_luminance_weights[3] = {13938, 46869, 4729};
static const uint16_t errdiff_lightness_shares[3] = {128, 230, 205};

/* Maps the values v of a pixel, 0..65535. Neutral ones stay as they are. */
static inline void errdiff_lightness_map(int32_t v[3])
{
    const uint16_t *luminance = errdiff_luminance_weights, *share = errdiff_lightness_shares;
    uint32_t sum = 1u << 15;
    for (int c = 0; c < 3; c++)
        sum += luminance[c] * (uint32_t)v[c];
    int32_t y = (int32_t)(sum >> 16);
    for (int c = 0; c < 3; c++)
        v[c] = (share[c] * v[c] + (256 - share[c]) * y + 128) >> 8;
}

#if defined(__SSE2__) && defined(__x86_64__)
/*
 * Eight pixels at once. Products have signed factors of 16 bits, so 2^15 is subtracted from the
 * values, which as weights add up to 1 is also missing from the results, and the weight of green,
 * which is too large, is divided in two.
 */
static inline __m128i errdiff_pair_weights(int a, int b)
{
    return _mm_set1_epi32((int32_t)((uint32_t)b << 16 | (uint32_t)a));
}

static inline __m128i errdiff_luminance_of_half(__m128i red_green, __m128i blue_green)
{
    const uint16_t *weights = errdiff_luminance_weights;
    int half = weights[1] / 2, rest = weights[1] - half;
    __m128i sum = _mm_add_epi32(_mm_madd_epi16(red_green, errdiff_pair_weights(weights[0], half)),
                                _mm_madd_epi16(blue_green, errdiff_pair_weights(weights[2], rest)));
    return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << 15)), 16);
}

static inline __m128i errdiff_mix_of_half(__m128i value_luminance, int share)
{
    __m128i sum = _mm_madd_epi16(value_luminance, errdiff_pair_weights(share, 256 - share));
    return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(128)), 8);
}

static inline void errdiff_lightness_map_8(uint16_t *red, uint16_t *green, uint16_t *blue)
{
    const __m128i bias = _mm_set1_epi16(INT16_MIN);
    uint16_t *channels[3] = {red, green, blue};
    __m128i v[3];
    for (int c = 0; c < 3; c++)
        v[c] = _mm_xor_si128(_mm_loadu_si128((const __m128i *)channels[c]), bias);
    __m128i y = _mm_packs_epi32(
        errdiff_luminance_of_half(_mm_unpacklo_epi16(v[0], v[1]), _mm_unpacklo_epi16(v[2], v[1])),
        errdiff_luminance_of_half(_mm_unpackhi_epi16(v[0], v[1]), _mm_unpackhi_epi16(v[2], v[1])));
    for (int c = 0; c < 3; c++) {
        int share = errdiff_lightness_shares[c];
        __m128i mixed = _mm_packs_epi32(errdiff_mix_of_half(_mm_unpacklo_epi16(v[c], y), share),
                                        errdiff_mix_of_half(_mm_unpackhi_epi16(v[c], y), share));
        _mm_storeu_si128((__m128i *)channels[c], _mm_xor_si128(mixed, bias));
    }
}
#endif

/* Maps the values of many pixels, with an array for each channel. */
static inline void errdiff_lightness_map_many(uint16_t *red, uint16_t *green, uint16_t *blue,
                                              int count)
{
    int i = 0;
#if defined(__SSE2__) && defined(__x86_64__)
    for (; i + 8 <= count; i += 8)
        errdiff_lightness_map_8(red + i, green + i, blue + i);
#endif
    for (; i < count; i++) {
        int32_t v[3] = {red[i], green[i], blue[i]};
        errdiff_lightness_map(v);
        red[i] = (uint16_t)v[0];
        green[i] = (uint16_t)v[1];
        blue[i] = (uint16_t)v[2];
    }
}

#endif
