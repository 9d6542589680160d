/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOLOGRAM_ENGINES_H
#define ERRDIFF_HOLOGRAM_ENGINES_H

#include "hologram_job.h"

struct errdiff_hologram_engine {
    errdiff_engine_info info;
    errdiff_status (*run)(const struct errdiff_hologram_job *job, uint16_t *levels,
                          errdiff_hologram_report *report);
    bool (*can_run)(errdiff_message *reason); /* NULL: it can run anywhere */
    bool uses_gpu;
    bool has_crosstalk; /* it can run jobs with crosstalk */
};

/* The engine with this name, which has been checked; for "auto" the wavefront, or the serial engine
 * if it is to run a job with crosstalk. */
const struct errdiff_hologram_engine *errdiff_hologram_engine_find(const char *name);

#endif
