/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long engines will take here, by the model (model.h) and what is known of this machine. */
#ifndef ERRDIFF_PREDICTION_H
#define ERRDIFF_PREDICTION_H

#include "engines/engine.h"

/* Milliseconds that `engine` takes for `job` here, by what is known by now: once the GPU is set up,
 * numbers that were measured on another one count no more. INFINITY where nothing is known. */
double errdiff_model_ms(const struct errdiff_engine *engine, const struct errdiff_job *job);

/* The sizes that were measured for the GPU that is set up; zeros where there are none. */
void errdiff_model_sizes(struct errdiff_sizes *sizes);

#endif
