/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Halves, binary16 of IEEE 754, written from its definition. */
#ifndef TESTS_HALF_H
#define TESTS_HALF_H

#include <math.h>
#include <stdint.h>

static inline double half_value(uint16_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 1023;
    double sign = half >> 15 ? -1 : 1;

    if (exponent == 31)
        return fraction ? (double)NAN : sign * HUGE_VAL;
    return sign * (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25));
}

/* The sample of 16 bits for which a number counts. */
static inline int sample_of_number(double number)
{
    if (!(number > 0))
        return 0;
    return number >= 1 ? 65535 : (int)floor(number * 65535 + 0.5);
}

#endif
