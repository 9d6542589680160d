/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The iterations at both ends of an image, which the CPU does alone in handover and hybrid: they
 * have few pixels, and an iteration takes the GPU some microseconds however few it has. At both
 * changes the errors of the last few iterations are copied. */
#ifndef ERRDIFF_ENDS_H
#define ERRDIFF_ENDS_H

#include "cuda/session.h"
#include "small_iterations.h"

struct errdiff_ends {
    struct errdiff_processor processor;
    struct errdiff_iteration_ring ring; /* in host memory */
    int64_t first, end;                 /* the iterations in which the GPU takes part */
};

/* Sets *ends for a job whose GPU's ring is `ring`. The least number of pixels of the GPU's
 * iterations comes from the environment, or was measured, or is built in. Must be released with
 * errdiff_ends_release in any case. */
errdiff_status errdiff_ends_make(struct errdiff_session *session, struct errdiff_ends *ends,
                                 const struct errdiff_iteration_ring *ring);
void errdiff_ends_release(struct errdiff_ends *ends);

/* Dithers the iterations before `first`, and copies their errors to the GPU's ring. */
errdiff_status errdiff_ends_before(struct errdiff_session *session, struct errdiff_ends *ends,
                                   int32_t *gpu_traces);

/* Waits for the GPU, and copies its ring to ends->ring. */
errdiff_status errdiff_ends_fetch(struct errdiff_session *session, struct errdiff_ends *ends,
                                  const int32_t *gpu_traces);

/* Dithers the iterations from `end` on, which collect from ends->ring. */
errdiff_status errdiff_ends_after(struct errdiff_session *session, struct errdiff_ends *ends);

/* Copies the results to those of the job, and adds the clamped pixels to its count. To be called
 * after the GPU's result has arrived. */
void errdiff_ends_copy_result(const struct errdiff_ends *ends, struct errdiff_job *job);

#endif
