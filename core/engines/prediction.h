/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts how long engines take on this machine, with the model (model.h). */
#ifndef ERRDIFF_PREDICTION_H
#define ERRDIFF_PREDICTION_H

#include "engines/engine.h"

/* The predicted time of `engine` for `job` in milliseconds; INFINITY if its costs are unknown.
 * Until the GPU is set up, it is assumed to be the one that was calibrated. */
double errdiff_model_ms(const struct errdiff_engine *engine, const struct errdiff_job *job);

/* Sets *sizes to those that were measured for the GPU that is set up, or to zeros if there are
 * none. */
void errdiff_model_sizes(struct errdiff_sizes *sizes);

#endif
