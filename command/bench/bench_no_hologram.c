/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces bench_hologram.c if the library was built without holograms. */
#include "bench_hologram.h"

const char bench_hologram_serial[] = "", bench_hologram_fastest[] = "";

const char *bench_hologram_engine(int index)
{
    (void)index;
    return NULL;
}

bool bench_hologram_can_run(int index, errdiff_message *reason)
{
    (void)index;
    (void)reason;
    return false;
}

void bench_hologram_fill(const errdiff_image *image)
{
    (void)image;
}

errdiff_status bench_hologram_run(const struct bench_row *row, const struct bench_job *job,
                                  const struct bench_image *image, errdiff_report *report)
{
    (void)row;
    (void)job;
    (void)image;
    *report = (errdiff_report){.engine = "", .isa = ""};
    return ERRDIFF_CANNOT_RUN;
}
