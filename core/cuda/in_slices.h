/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sends an image through the device in slices of rows (slices.h). While one slice is uploaded,
 * kernels dither others, and another is downloaded. Meanwhile, threads fill and empty the staging
 * buffers. The device needs memory for a few slices only, and for the words of all bands if a
 * variant does not reuse them. A struct errdiff_slice_plan says what is done with a slice.
 *
 * For tests and measurements, ERRDIFF_SLICES=4x6 in the environment sets the number of blocks in a
 * slice (4) and the number of slots (6).
 */
#ifndef ERRDIFF_IN_SLICES_H
#define ERRDIFF_IN_SLICES_H

#include "rule/sample.h"
#include "session.h"

#include <string.h>

/* Rows to upload. */
struct errdiff_rows_up {
    const void *data; /* the first row of the image, in host memory */
    ptrdiff_t stride; /* bytes from row to row, may be negative */
    size_t row_bytes;
    size_t pitch; /* bytes between rows on the device; the padding is initialized memory */
    uint8_t
        *slots; /* in device memory, errdiff_slices_ring() blocks; set before the first launch */
};

enum { ERRDIFF_MAX_ROWS_UP = 2 };

/* Consecutive blocks of the image, which are consecutive in the ring, too. */
struct errdiff_slice_part {
    int first, count;
    int place; /* of the first block, in the ring */
};

/* What is done with the slices of a job. */
struct errdiff_slice_plan {
    int block_rows;
    int slice_blocks; /* from the environment; 0: computed from the fields below */
    size_t at_once;   /* blocks that can run concurrently, each behind the one above */
    struct errdiff_rows_up up[ERRDIFF_MAX_ROWS_UP]; /* the image, and its mask if there is one */
    int up_count;

    size_t out_pitch;   /* bytes from row to row of the result, on the device and in the download */
    size_t block_bytes; /* other device memory that each block needs */

    /* These four are set before the first launch: */
    uint8_t *out; /* in device memory: the result rows of each block of the ring */
    void *blocks; /* in device memory: block_bytes for each block of the ring; zeroed once */
    unsigned int *ticket; /* in device memory: the next ticket, 0 at first */
    int ring;             /* its length in blocks; block b of the image is at place b % ring */

    /*
     * `launch` launches as many thread blocks as the part has blocks; each takes the next ticket.
     * The last block of an image may have fewer rows than block_rows. `before`, if set, runs
     * between the upload of a part and its launch; `after`, if set, between the end of all its
     * blocks and its download.
     */
    cudaError_t (*launch)(const struct errdiff_slice_plan *plan,
                          const struct errdiff_slice_part *part, cudaStream_t stream);
    cudaError_t (*before)(const struct errdiff_slice_plan *plan,
                          const struct errdiff_slice_part *part, cudaStream_t stream);
    cudaError_t (*after)(const struct errdiff_slice_plan *plan,
                         const struct errdiff_slice_part *part, cudaStream_t stream);
    int *cancel; /* in device memory: set to 1 to end launches early; NULL if they are short */

    /* Writes row y of the job's result from out_pitch bytes. Called in any thread. */
    void (*deliver)(const struct errdiff_slice_plan *plan, int y, const uint8_t *row);

    const struct errdiff_job *job;
    const void *more; /* what `launch` and the other functions need besides */
};

/* A `deliver` for results that only need to be copied. */
static inline void errdiff_slice_deliver(const struct errdiff_slice_plan *plan, int y,
                                         const uint8_t *row)
{
    memcpy(errdiff_row(&plan->job->out, y, 0), row, plan->out_pitch);
}

/* The address at which row 0 of the image would be if all rows before the part were stored in
 * front of it. */
static inline uint8_t *errdiff_slice_row_0(uint8_t *slots, size_t pitch,
                                           const struct errdiff_slice_plan *plan,
                                           const struct errdiff_slice_part *part)
{
    return slots + ((ptrdiff_t)part->place - part->first) * plan->block_rows * (ptrdiff_t)pitch;
}

/* Sets the plan's job, the rows to upload, without gaps on the device, and the pitch of the result;
 * the result is delivered as it is. */
void errdiff_slice_take_images(struct errdiff_slice_plan *plan, const struct errdiff_job *job);

/* Sets the images of a device's job to those of a part. */
void errdiff_slice_set_images(const struct errdiff_slice_plan *plan,
                              const struct errdiff_slice_part *part,
                              struct errdiff_device_job *job);

/* Runs the job; takes the place of errdiff_session_upload, _start and _download. If the result
 * replaces the image, nothing is written until the whole result has arrived on the host. */
errdiff_status errdiff_run_in_slices(struct errdiff_session *session,
                                     struct errdiff_slice_plan *plan);

#endif
