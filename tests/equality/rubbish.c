/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rubbish.h"

#include "../support/random.h"

#include <stddef.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* More than an engine has on the stack: the wavefront's 80 KiB of state, and what it calls. */
enum { STACK_WORDS = (160 << 10) / sizeof(uint64_t) };

__attribute__((noinline)) static void fill_stack(uint64_t seed)
{
    struct random random = {seed};
    uint64_t words[STACK_WORDS];

    for (size_t i = 0; i < STACK_WORDS; i++)
        words[i] = random_bits(&random);
    __asm__ volatile("" : : "r"(words) : "memory"); /* nothing of it may be left out */
}

void rubbish_spread(uint64_t seed, int threads)
{
    struct random random = {seed};

#ifdef __GLIBC__
    mallopt(M_PERTURB, random_range(&random, 1, 255));
#endif
    uint64_t bits = random_bits(&random);
    fill_stack(bits);
    /* ThreadSanitizer takes the way in which OpenMP hands `bits` over for a race. */
#ifndef __SANITIZE_THREAD__
#pragma omp parallel num_threads(threads) if (threads > 1) firstprivate(bits)
    fill_stack(bits);
#else
    (void)threads;
#endif
}
