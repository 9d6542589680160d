/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What schedules need to know of a kernel: how far it reaches, and the sums of its weights. */
#ifndef ERRDIFF_KERNEL_SHAPE_H
#define ERRDIFF_KERNEL_SHAPE_H

#include "errdiff.h"

#include <stdbool.h>
#include <stdint.h>

/* Kernels that some engines have code of their own for. They are recognised by their weights, so a
 * kernel that was given as numbers, also with another divisor, is one of these, too. */
enum errdiff_known_kernel {
    ERRDIFF_KERNEL_OTHER,
    ERRDIFF_KERNEL_FLOYD_STEINBERG,
    ERRDIFF_KERNEL_SIERRA_LITE,
    ERRDIFF_KERNEL_ATKINSON
};

struct errdiff_kernel_shape {
    enum errdiff_known_kernel known;
    bool has_known_divisor; /* the divisor is the known kernel's, too */
    int slope;              /* p: errdiff_kernel_slope */
    int reach_across;       /* largest |dx| */
    int reach_up;           /* largest dy: how many rows above it a pixel collects from */
    int front_reach;  /* largest dx + p · dy: how many iterations back a pixel collects from */
    bool is_adjacent; /* all taps lead to the eight pixels around */
    bool has_negative_weights;
    int32_t weight_sum;          /* Σ weight */
    int32_t absolute_weight_sum; /* Σ |weight| */
};

struct errdiff_kernel_shape errdiff_kernel_shape_of(const errdiff_kernel *kernel);

#endif
