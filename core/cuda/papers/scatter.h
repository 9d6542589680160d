/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums that scattering pixels add to, in raster order, with margins around the picture for taps
 * that lead outside. */
#ifndef ERRDIFF_SCATTER_H
#define ERRDIFF_SCATTER_H

#include "cuda/device_pixel.h"

struct errdiff_scatter {
    int channels;
    int left;             /* margin before the first column, in pixels */
    ptrdiff_t row_pixels; /* pixels of a row, with both margins */
    int32_t *sums;
    bool needs_atomic[ERRDIFF_MAX_TAPS]; /* other taps can add to the same sum in one iteration */
};

/* Sets everything except the sums. Returns how many sums there are. They must start at 0. */
static inline size_t errdiff_scatter_plan(struct errdiff_scatter *scatter,
                                          const struct errdiff_device_job *job)
{
    int left = 0, right = 0, below = 0;
    for (int i = 0; i < job->tap_count; i++) {
        const errdiff_tap *tap = &job->taps[i];
        left = -tap->dx > left ? -tap->dx : left;
        right = tap->dx > right ? tap->dx : right;
        below = tap->dy > below ? tap->dy : below;
        /* Taps that lead equally many iterations ahead can lead to the same pixel. */
        scatter->needs_atomic[i] = false;
        for (int other = 0; other < job->tap_count; other++)
            scatter->needs_atomic[i] |=
                other != i && job->taps[other].dx + job->slope * job->taps[other].dy ==
                                  tap->dx + job->slope * tap->dy;
    }
    scatter->channels = job->rule.channels;
    scatter->left = left;
    scatter->row_pixels = (ptrdiff_t)left + job->in.width + right;
    return (size_t)scatter->row_pixels * ((size_t)job->in.height + (size_t)below) *
           (size_t)job->rule.channels;
}

HOST_DEVICE_INLINE int32_t *errdiff_scatter_at(const struct errdiff_scatter *scatter, int x, int y)
{
    return scatter->sums + (y * scatter->row_pixels + scatter->left + x) * scatter->channels;
}

#endif
