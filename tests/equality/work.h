/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a job works on, and what the reference makes of it. */
#ifndef EQUALITY_WORK_H
#define EQUALITY_WORK_H

#include "images.h"
#include "prepare/stable.h"
#include "refine/still_colors.h"

/* A frame before: what the input is compared with, the errors that it left, and what the library
 * gets of it. */
struct frame_before {
    struct buffer in, mask;
    struct errdiff_frame_errors errors;
    struct errdiff_stillness stillness;
    struct errdiff_frame_before passed;
    int32_t *kept; /* the errors that the reference found */
    /* With a search, the numbers of colors: of the frame before, and what the reference found. */
    int has_other_tables; /* the numbers are of other colors */
    int32_t *dithered, *searched;
    int32_t *expected_dithered, *expected_searched;
};

struct work {
    errdiff_palette palette;
    uint16_t numbers[64]; /* of a matrix of the job's own */
    struct reference_job reference;
    struct buffer in;           /* as drawn */
    struct buffer floats;       /* what engines get for it, with job->floats */
    struct buffer out;          /* as drawn; unused in place */
    struct buffer mask;         /* unused without one */
    struct frame_before before; /* with job->stable */
    struct buffer expected;     /* what the reference made of out, or of in */
};

/* Exits where memory is short. To be freed with work_free. */
void work_make(const struct job *job, struct work *work);

void work_free(struct work *work);

#endif
