/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hologram with everything that an engine needs. */
#ifndef ERRDIFF_HOLOGRAM_JOB_H
#define ERRDIFF_HOLOGRAM_JOB_H

#include "base/progress.h"
#include "hologram_rule.h"
#include "weights.h"

struct errdiff_hologram_job {
    errdiff_field hologram; /* h: a copy, filtered if asked for, times s; the job's own */
    struct errdiff_hologram_quantizer quantizer;
    int hogel, hogel_columns, hogel_rows;
    struct errdiff_hologram_weights *weights; /* one for each hogel, row by row */
    int slope;                                /* the slope p that suits all of them */
    double aim;                               /* of the refinement of levels, as in gain_search.h */
    double crosstalk; /* the width of the Gaussian, as in the options; 0: none is counted on */

    errdiff_field *filtered;   /* as in errdiff_hologram_job_make */
    bool is_preview;           /* the view filter and the refinement only approximate */
    int threads;               /* as in the options */
    errdiff_progress progress; /* of the engine alone, 0..1 */
    void *progress_user;       /* &diffusion */
    /* shares of the options' progress */
    errdiff_progress_share start, refinement, diffusion, search;
};

/* The part of the options, which have been checked, that the rule depends on. */
struct errdiff_hologram_quantizer
errdiff_hologram_quantizer_of(const errdiff_hologram_options *options);

/*
 * Designs the weights, and filters and scales a copy of the hologram, for options that have been
 * checked. Release the job whatever is returned; it must not be moved. Fills in *report except for
 * what an engine adds. The return values are those of errdiff_hologram_quantize.
 *
 * filtered  NULL, or what several jobs for the same hologram share: the first one that has a view
 *           filter stores the filtered hologram there, if its values are NULL, and others take it.
 *           To be freed with errdiff_field_free.
 */
errdiff_status errdiff_hologram_job_make(struct errdiff_hologram_job *job,
                                         const errdiff_field *hologram,
                                         const errdiff_hologram_options *options, bool is_preview,
                                         errdiff_field *filtered, errdiff_hologram_report *report);

/* Sets *progress for an engine that is to run the job row by row. */
void errdiff_hologram_progress_start(struct errdiff_progress_state *progress,
                                     const struct errdiff_hologram_job *job);

void errdiff_hologram_job_release(struct errdiff_hologram_job *job);

#endif
