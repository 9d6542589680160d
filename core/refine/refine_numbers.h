/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the colors in a result, as refine_rule.h counts them: reads and writes them. */
#ifndef ERRDIFF_REFINE_NUMBERS_H
#define ERRDIFF_REFINE_NUMBERS_H

#include "engines/job.h"
#include "refine_rule.h"

/* Sets numbers[y · width + x] for each pixel of job->out; 0 where the mask is 0. Returns
 * ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED. */
errdiff_status errdiff_refine_numbers_read(struct errdiff_job *job, int32_t *numbers);

/* Writes the pixels of job->out whose mask is not 0. `tables` are those of the job. Returns
 * ERRDIFF_OK or ERRDIFF_CANCELLED. */
errdiff_status errdiff_refine_numbers_write(struct errdiff_job *job,
                                            const struct errdiff_refine_tables *tables,
                                            const int32_t *numbers);

#endif
