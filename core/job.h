/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A checked request with the tables that every engine needs. */
#ifndef ERRDIFF_JOB_H
#define ERRDIFF_JOB_H

#include "errdiff.h"
#include "progress.h"
#include "rule.h"

struct errdiff_job {
    errdiff_image in;
    errdiff_image out;
    errdiff_kernel kernel;
    struct errdiff_rounding rounding;
    struct errdiff_quantizer quantizers[3]; /* one a channel; a gray picture has the first */
    struct errdiff_progress_state progress;
};

/* Checks the arguments of errdiff_dither and fills *job. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with
 * the reason in *message. Nothing needs to be freed. */
errdiff_status errdiff_job_prepare(struct errdiff_job *job, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   errdiff_message *message);

#endif
