/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holograms in place of pictures: what `errdiff bench --hologram` takes the time of. */
#ifndef CLI_BENCH_HOLOGRAM_H
#define CLI_BENCH_HOLOGRAM_H

#include "bench_job.h"

/* The engine that the others are measured against and compared with. */
extern const char bench_hologram_serial[];

/* Engine `index`; NULL behind the last one, and in a command that was built without holograms. */
const char *bench_hologram_engine(int index);

/* Whether engine `index` can run here; else *reason says why not. */
bool bench_hologram_can_run(int index, errdiff_message *reason);

/* Fills picture->in with a hologram, noise in all directions that is the same on every machine, and
 * quantises it with the serial engine into picture->expected. FALSE where memory is short. */
bool bench_hologram_make(const struct bench_picture *picture, const struct bench_job *job);

/* As bench_row_run, for a hologram; the report's time is the engine's alone. */
errdiff_status bench_hologram_run(const struct bench_row *row, const struct bench_job *job,
                                  const struct bench_picture *picture, errdiff_report *report);

#endif
