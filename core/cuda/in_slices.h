/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job whose picture goes through the device in slices of rows (slices.h): while one goes up, others
 * are in kernels and another comes down, and threads prepare and take what goes up and down. So device
 * memory need not hold the picture. What a slice does there is a form.
 *
 * ERRDIFF_SLICES=4x6 in the environment sets the blocks of a slice and the slots, for tests and
 * measurements.
 */
#ifndef ERRDIFF_IN_SLICES_H
#define ERRDIFF_IN_SLICES_H

#include "rule/sample.h"
#include "session.h"

#include <string.h>

/* Rows that go up. */
struct errdiff_rows_up {
    const void *data; /* the picture's first row */
    ptrdiff_t stride; /* bytes from row to row, may be negative */
    size_t row_bytes;
    size_t pitch;   /* bytes from row to row on the device; what is between is defined, no more */
    uint8_t *slots; /* on the device: errdiff_slices_ring() blocks; set before the first launch */
};

enum { ERRDIFF_MAX_ROWS_UP = 2 };

/* Blocks that follow each other, in the picture and in the ring. */
struct errdiff_slice_part {
    int first, count;
    int place; /* of the first one in the ring */
};

struct errdiff_slice_form {
    int block_rows;
    int slice_blocks; /* by hand; 0: as follows from what is below */
    size_t
        at_once; /* blocks that can be at work side by side, each a little behind the one above */
    struct errdiff_rows_up up[ERRDIFF_MAX_ROWS_UP]; /* the picture, and what comes with it */
    int up_count;

    size_t out_pitch;   /* bytes from row to row of the result, on the device and as it comes */
    size_t block_bytes; /* of device memory for what else a block needs */

    /* Set before the first launch: */
    uint8_t *out; /* on the device: for each block of the ring its rows */
    void *blocks; /* on the device: for each block of the ring block_bytes; zeros at first */
    unsigned int *ticket; /* on the device: the next one, 0 at first */
    int ring;             /* blocks; block number b of the picture has place b % ring */

    /*
     * Launches as many blocks as the part has, each of which takes the next ticket; a picture's last
     * block may have fewer rows than block_rows. Between the upload of a part and its launch comes
     * `before`, and between the end of all its blocks and its download `after`, if there are.
     */
    cudaError_t (*launch)(const struct errdiff_slice_form *form,
                          const struct errdiff_slice_part *part, cudaStream_t stream);
    cudaError_t (*before)(const struct errdiff_slice_form *form,
                          const struct errdiff_slice_part *part, cudaStream_t stream);
    cudaError_t (*after)(const struct errdiff_slice_form *form,
                         const struct errdiff_slice_part *part, cudaStream_t stream);
    int *cancel; /* on the device: set to 1 when launches are to end soon; NULL: they are short */

    /* Writes row y of the job's result, from one of out_pitch bytes. In any thread. */
    void (*deliver)(const struct errdiff_slice_form *form, int y, const uint8_t *row);

    const struct errdiff_job *job;
    const void *more; /* the form's own */
};

/* A form's `deliver` where the rows come as they are to be. */
static inline void errdiff_slice_deliver(const struct errdiff_slice_form *form, int y,
                                         const uint8_t *row)
{
    memcpy(errdiff_row(&form->job->out, y, 0), row, form->out_pitch);
}

/* Where row 0 of the picture would be, if the part's rows were in their place behind it. */
static inline uint8_t *errdiff_slice_row_0(uint8_t *slots, size_t pitch,
                                           const struct errdiff_slice_form *form,
                                           const struct errdiff_slice_part *part)
{
    return slots + ((ptrdiff_t)part->place - part->first) * form->block_rows * (ptrdiff_t)pitch;
}

/* Runs the job, in place of errdiff_session_upload, start and download. Where the result's memory is
 * the picture's, nothing is written before all of the result is on the host. */
errdiff_status errdiff_run_in_slices(struct errdiff_session *session,
                                     struct errdiff_slice_form *form);

#endif
