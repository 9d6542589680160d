/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_ENGINE_COST_H
#define ERRDIFF_ENGINE_COST_H

#include "engines/job.h"

/* The time in which a GPU is set up, once in a process. Tests of the GPU module change it, so that
 * small images go to the GPU. */
extern double errdiff_gpu_start_ms;

/* Whether the GPU engine cuda-softsync is expected to be faster than wavefront, with its threads,
 * for this job, if both can run it. The GPU is not set up for this. */
bool errdiff_gpu_pays(const struct errdiff_job *job);

#endif
