/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise that is the same on every machine. */
#ifndef CLI_BENCH_NOISE_H
#define CLI_BENCH_NOISE_H

#include <stdint.h>

/* Returns the noise, 0..2^16 − 1, of a sample by its number. */
static inline int32_t bench_noise(uint64_t number)
{
    number = (number + 1) * 0x9E3779B97F4A7C15u;
    number = (number ^ number >> 32) * 0xD6E8FEB86659FD93u;
    return (int32_t)(number >> 48);
}

#endif
