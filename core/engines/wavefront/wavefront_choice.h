/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records which code the wavefront ran a job with, so that tests can count the jobs of each. */
#ifndef ERRDIFF_WAVEFRONT_CHOICE_H
#define ERRDIFF_WAVEFRONT_CHOICE_H

#include "narrow_plan.h"
#include "wide_plan.h"

enum errdiff_wavefront_lanes {
    ERRDIFF_WAVEFRONT_NARROW, /* 16 bits */
    ERRDIFF_WAVEFRONT_WIDE,   /* 32 bits */
    ERRDIFF_WAVEFRONT_SERPENTINE
};

struct errdiff_wavefront_choice {
    enum errdiff_wavefront_lanes lanes;
    int channels; /* dithered channels */
    bool has_mask;
    bool has_inner_tiles; /* no mask, and in some tiles the samples of all lanes are dithered */

    /* With 16-bit lanes: */
    enum errdiff_narrow_kernel narrow_kernel;
    enum errdiff_narrow_levels levels;

    /* With 32-bit lanes: */
    enum errdiff_wide_kernel
        wide_kernel; /* the code that ran, which may be more general than the plan's */
    enum errdiff_wide_decision decision;
    enum errdiff_wide_rounding rounding;
    bool is_near;
};

/* The choice for the last job, or piece of one, that this thread ran with the wavefront. */
extern _Thread_local struct errdiff_wavefront_choice errdiff_wavefront_choice;

#endif
