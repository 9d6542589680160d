/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of the caller's images, of which floating-point numbers count as samples of 16 bits. */
#ifndef ERRDIFF_FLOAT_SAMPLE_H
#define ERRDIFF_FLOAT_SAMPLE_H

#include "sample.h"

#include <stdbool.h>
#include <string.h>

static inline bool errdiff_is_float(int bits)
{
    return bits == ERRDIFF_HALF || bits == ERRDIFF_FLOAT;
}

/* The bytes of a sample of the caller's image. */
static inline int errdiff_sample_bytes(int bits)
{
    return (bits < 0 ? -bits : bits) / 8;
}

/* The bits of the integers that samples are or count as. */
static inline int errdiff_integer_bits(int bits)
{
    return bits == 8 ? 8 : 16;
}

/* The image with these bits, as jobs take its shape; its samples stay what they are. */
static inline errdiff_image errdiff_as_integers(const errdiff_image *image)
{
    errdiff_image integers = *image;
    integers.bits = errdiff_integer_bits(image->bits);
    return integers;
}

/* floor(65535 · value + 1/2), exactly: a double holds the product of 24 and 16 bits, and the sum.
 * Below 0, and NaN: 0; above 1: 65535. */
static inline int32_t errdiff_sample_of_float(float value)
{
    const int32_t one = 0x3F800000, infinity = 0x7F800000; /* floats of 0 and more rise as these */
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits &= -(int32_t)(bits >= 0) & -(int32_t)(bits <= infinity); /* else compilers branch */
    bits = bits < one ? bits : one;
    memcpy(&value, &bits, sizeof value);
    return (int32_t)((double)value * UINT16_MAX + 0.5);
}

/* The same of an IEEE binary16. No floats are used, because a caller may have told the processor to
 * take the smallest ones for 0. */
static inline int32_t errdiff_sample_of_half(uint16_t half)
{
    const int one = 0x3C00, infinity = 0x7C00;
    if (half > one)
        return half <= infinity ? UINT16_MAX : 0; /* all that are greater are negative, or NaN */
    int exponent = half >> 10, shift = exponent > 0 ? exponent : 1;
    uint64_t fraction =
        (uint64_t)(half & 0x3FF) | (exponent > 0 ? 0x400 : 0); /* in 2^(shift − 25) */
    return (int32_t)(((UINT16_MAX * fraction << shift) + (1 << 24)) >> 25);
}

/* A sample of a row of the caller's image as an integer. What engines read is such integers
 * already, and is read by errdiff_load. */
HOST_DEVICE_INLINE int32_t errdiff_read(const void *row, int bits, ptrdiff_t index)
{
    return bits == ERRDIFF_FLOAT  ? errdiff_sample_of_float(((const float *)row)[index])
           : bits == ERRDIFF_HALF ? errdiff_sample_of_half(((const uint16_t *)row)[index])
                                  : errdiff_load(row, bits, index);
}

#endif
