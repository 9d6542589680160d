/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for tests: the same ones in each run, from a seed. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdint.h>

/* SplitMix64 (Steele, Lea and Flood 2014): any seed gives a good stream. */
struct random {
    uint64_t state;
};

static inline uint64_t random_bits(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A whole number in low..high. */
static inline int random_range(struct random *random, int low, int high)
{
    return low + (int)(random_bits(random) % ((uint64_t)(high - low) + 1));
}

/* Whether something happens that has a chance of so many percent. */
static inline int random_chance(struct random *random, int percent)
{
    return random_range(random, 1, 100) <= percent;
}

/* The start of job `number` of a seed, so that any job can be drawn by itself. */
static inline struct random random_of_job(uint64_t seed, int number)
{
    return (struct random){seed + (uint64_t)number * UINT64_C(0x2545f4914f6cdd1d)};
}

#endif
