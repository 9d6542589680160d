/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `errdiff bench --hologram` times: holograms instead of images. */
#ifndef CLI_BENCH_HOLOGRAM_H
#define CLI_BENCH_HOLOGRAM_H

#include "bench_job.h"

/* The engine whose times and levels the others are compared with, and the fastest one of the
 * processor, which takes its place for very large holograms. */
extern const char bench_hologram_serial[], bench_hologram_fastest[];

/* The name of engine `index`; NULL if there is none, as in a command that was built without
 * holograms. */
const char *bench_hologram_engine(int index);

/* TRUE if engine `index` can run on this machine; otherwise *reason says why not. */
bool bench_hologram_can_run(int index, errdiff_message *reason);

/* Fills bench_image.in with a hologram of complex noise, the same on every machine. */
void bench_hologram_fill(const errdiff_image *pixels);

/* Like bench_row_run, for a hologram. The report has the engine's time alone. */
errdiff_status bench_hologram_run(const struct bench_row *row, const struct bench_job *job,
                                  const struct bench_image *image, errdiff_report *report);

#endif
