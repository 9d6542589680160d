/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about a kernel that schedules depend on: how far it reaches, and the sums of its
 * weights. */
#ifndef ERRDIFF_KERNEL_SHAPE_H
#define ERRDIFF_KERNEL_SHAPE_H

#include "errdiff.h"

#include <stdbool.h>
#include <stdint.h>

/* Kernels for which some engines have specialized code. A kernel is recognized by its taps alone.
 * So it does not matter whether it was given by name or as numbers, and its divisor may differ from
 * that of the named kernel (see has_known_divisor). */
enum errdiff_known_kernel {
    ERRDIFF_KERNEL_OTHER,
    ERRDIFF_KERNEL_FLOYD_STEINBERG,
    ERRDIFF_KERNEL_SIERRA_LITE,
    ERRDIFF_KERNEL_ATKINSON,
    ERRDIFF_KERNEL_FAN,
    ERRDIFF_KERNEL_SHIAU_FAN_2,
    ERRDIFF_KERNEL_SIERRA_3
};

struct errdiff_kernel_shape {
    enum errdiff_known_kernel known;
    bool has_known_divisor; /* the divisor is that of the known kernel, too */
    int slope;              /* p: errdiff_kernel_slope */
    int reach_across;       /* largest |dx| */
    int reach_up;           /* largest dy: number of rows above a pixel from which it collects */
    /* Largest dx + p · dy. In a schedule whose iteration t processes the pixels with x + p · y = t,
     * a pixel collects errors of up to this many iterations ago. */
    int iteration_reach;
    bool is_adjacent; /* every tap leads to one of the eight neighbors of the pixel */
    bool has_negative_weights;
    int32_t weight_sum;          /* Σ weight */
    int32_t absolute_weight_sum; /* Σ |weight| */
};

/* Divides the weights and the divisor by what they have in common, such as 2 in Burkes's kernel.
 * The rule gives the same bytes, but fewer bits hold its sums. */
void errdiff_kernel_reduce(errdiff_kernel *kernel);

struct errdiff_kernel_shape errdiff_kernel_shape_of(const errdiff_kernel *kernel);

#endif
