/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of an engine for a job, from the list of engines. */
#ifndef ERRDIFF_ENGINE_CHOICE_H
#define ERRDIFF_ENGINE_CHOICE_H

#include "engines/engine.h"

/* Returns ERRDIFF_OK if `name` is that of an engine or "auto"; otherwise ERRDIFF_BAD_ARGUMENT, with
 * the possible names in *message (which may be NULL). */
errdiff_status errdiff_engine_known(const char *name, errdiff_message *message);

/* Engine `index`, from 0, of the list without "auto"; NULL after the last one. */
const struct errdiff_engine *errdiff_engine_at(int index);

/*
 * Returns the engine for a job: the one called `name`, which must be known, or with "auto"
 * cuda-softsync if that is expected to pay off, and otherwise the first of the processor's engines
 * in the list that can run the job. With "auto" engines that cannot run it are recorded in
 * job->run.passed_over and, with the reasons, in *passed_over. Returns NULL, with the reason in
 * *message, if no engine can run the job.
 */
const struct errdiff_engine *errdiff_engine_pick(const char *name, struct errdiff_job *job,
                                                 errdiff_message *passed_over,
                                                 errdiff_message *message);

/* Returns the engine that "auto" takes after `dropped_out` has failed, for the reason in *message,
 * which is moved to *passed_over. Returns NULL, with the reason in *message, if no other engine can
 * run. */
const struct errdiff_engine *errdiff_engine_pick_after(const struct errdiff_engine *dropped_out,
                                                       struct errdiff_job *job,
                                                       errdiff_message *passed_over,
                                                       errdiff_message *message);

#endif
