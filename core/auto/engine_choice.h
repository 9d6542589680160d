/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of engines, and which of them does a job. */
#ifndef ERRDIFF_ENGINE_CHOICE_H
#define ERRDIFF_ENGINE_CHOICE_H

#include "engines/engine.h"

/* ERRDIFF_OK where `name` is an engine's or "auto"; ERRDIFF_BAD_ARGUMENT, with the possible names
 * in *message (which may be NULL), where it is not. */
errdiff_status errdiff_engine_known(const char *name, errdiff_message *message);

/* Engine `index` of the list, without "auto"; NULL behind its end. */
const struct errdiff_engine *errdiff_engine_at(int index);

/*
 * The engine for a job. `name` is a known one, or "auto", which takes the one that is the fastest by
 * the model (model.h) of those that can run, and writes to *passed_over and job->passed_over those it
 * would have preferred, with their reasons. NULL where none can; *message says why.
 */
const struct errdiff_engine *errdiff_engine_pick(const char *name, struct errdiff_job *job,
                                                 errdiff_message *passed_over,
                                                 errdiff_message *message);

/* What "auto" takes where `dropped_out` did so, for which *message says why; that is added to
 * *passed_over. NULL where no other can run; *message then says so. */
const struct errdiff_engine *errdiff_engine_pick_after(const struct errdiff_engine *dropped_out,
                                                       struct errdiff_job *job,
                                                       errdiff_message *passed_over,
                                                       errdiff_message *message);

#endif
