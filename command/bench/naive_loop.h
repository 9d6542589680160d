/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The baseline of `errdiff bench`: error diffusion as an ordinary program does it, in one loop
 * that collects errors. The results of the engines are compared with its result, so it shares no
 * code with the library. In reports it is called the plain loop.
 */
#ifndef CLI_NAIVE_LOOP_H
#define CLI_NAIVE_LOOP_H

#include "bench_job.h"

/*
 * Whether the loop can do a job: one of an image, with a kernel of fixed weights, and with levels
 * (the same number for all channels) or a palette with colors that are compared by their RGB
 * values. It can do it with a mask and in serpentine order, but with no other option.
 */
bool naive_loop_can_run(const struct bench_job *job);

/*
 * Dithers `in` into `out`, which is different memory. The kernel is options->kernel, parsed. `out`
 * has the size and bits of `in`. It also has the channels of `in`; with a palette it has 3,
 * unless both the image and the palette are gray.
 *
 * Returns false, with `out` unchanged, if there is not enough memory.
 */
bool naive_loop(const errdiff_image *in, const errdiff_image *out, const errdiff_kernel *kernel,
                const errdiff_options *options);

#endif
