/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels: which neighbors of a pixel receive its error, and how much of it. */
#ifndef ERRDIFF_KERNELS_H
#define ERRDIFF_KERNELS_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ERRDIFF_MAX_TAPS 64     /* largest number of taps in a kernel */
#define ERRDIFF_MAX_REACH 15    /* largest |dx| and dy of a tap */
#define ERRDIFF_MAX_WEIGHT 2047 /* largest sum of |weight| over the taps */
#define ERRDIFF_MAX_DIVISOR 65536

/* The pixel at (x, y) passes weight/divisor of its error on to the pixel at (x + dx, y + dy). */
typedef struct errdiff_tap {
    int dx;     /* columns to the right, -15..15; above 0 where dy is 0 */
    int dy;     /* rows down, 0..15 */
    int weight; /* not 0; may be negative */
} errdiff_tap;

/* Weights that depend on the tone of the pixel whose error they distribute; not for callers. */
struct errdiff_tone_keys;

typedef struct errdiff_kernel {
    const char *name;  /* for options: "floyd-steinberg"; "custom" if read from numbers; static */
    const char *title; /* for people: "Floyd–Steinberg"; static, UTF-8 */
    int divisor;       /* 1..ERRDIFF_MAX_DIVISOR */
    int tap_count;     /* 1..ERRDIFF_MAX_TAPS */
    errdiff_tap taps[ERRDIFF_MAX_TAPS];        /* ordered by dy, then dx; no two at one place */
    const struct errdiff_tone_keys *tone_keys; /* NULL: the weights are fixed. Otherwise the three
                                                * weights depend on the tone, and `taps` has those
                                                * of middle gray; static */
} errdiff_kernel;

/* The number of kernels that have a name. */
ERRDIFF_API int errdiff_kernel_count(void);

/* Copies kernel `index`, 0..errdiff_kernel_count() - 1, to *kernel. ERRDIFF_OK, or
 * ERRDIFF_BAD_ARGUMENT for another index; *kernel is then unchanged. */
ERRDIFF_API errdiff_status errdiff_kernel_get(int index, errdiff_kernel *kernel);

/*
 * Reads a kernel from a text: a name, or a divisor and taps as
 *
 *     16: 1,0,7; -1,1,3; 0,1,5; 1,1,1          divisor: dx,dy,weight; dx,dy,weight; …
 *
 * Spaces are allowed between numbers and punctuation, as is one `;` after the last tap. Taps of
 * weight 0 are dropped. The limits are those of errdiff_kernel and errdiff_tap; the sum of |weight|
 * is at most ERRDIFF_MAX_WEIGHT, so that 32 bits hold every sum.
 *
 * Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be NULL);
 * *kernel is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_kernel_parse(const char *text, errdiff_kernel *kernel,
                                                errdiff_message *message);

/*
 * The slope p of a kernel: the least number of columns by which a row must trail the row above it
 * when both are dithered at the same time,
 *
 *     p = max(1, max over taps with dy ≥ 1 of ceil((1 − dx) / dy))
 *
 * or 0 if no tap has dy ≥ 1, since the rows are then independent. Floyd–Steinberg has 2, the
 * knight's move of Deshpande, Misra and Narayanan 2011, section 3.
 */
ERRDIFF_API int errdiff_kernel_slope(const errdiff_kernel *kernel);

#ifdef __cplusplus
}
#endif

#endif
