/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bits of pixels to bytes: what comes from the device where there are two levels. */
#ifndef ERRDIFF_BITS_H
#define ERRDIFF_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Eight pixels for each value of a byte. */
struct errdiff_bits {
    uint8_t pixels[256][8];
};

/* For pixels of the values low where a bit is 0, and high where it is 1. */
static inline void errdiff_bits_prepare(struct errdiff_bits *bits, uint8_t low, uint8_t high)
{
    for (int byte = 0; byte < 256; byte++)
        for (int i = 0; i < 8; i++)
            bits->pixels[byte][i] = byte >> i & 1 ? high : low;
}

/* Writes `count` pixels, the first of which is the lowest bit of the first byte. */
static inline void errdiff_bits_expand(const struct errdiff_bits *bits, const uint8_t *packed,
                                       uint8_t *pixels, size_t count)
{
    size_t whole = count / 8;
    for (size_t i = 0; i < whole; i++)
        memcpy(pixels + 8 * i, bits->pixels[packed[i]], 8);
    if (count % 8 > 0)
        memcpy(pixels + 8 * whole, bits->pixels[packed[whole]], count % 8);
}

#endif
