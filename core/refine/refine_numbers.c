/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the numbers of the colors in a result, and writes the colors of numbers. */
#include "refine_numbers.h"

#include "base/ranges.h"
#include "engines/decisions.h"
#include "rule/image.h"
#include "rule/pixel.h"

#include <stdlib.h>

enum { ROWS = 32 };

struct reading {
    const struct errdiff_job *job;
    const struct errdiff_decisions *decisions;
    struct errdiff_pixel_rule rule; /* with those channels alone that may differ */
    int32_t *numbers;
};

struct writing {
    const struct errdiff_job *job;
    const struct errdiff_refine_tables *tables;
    const int32_t *numbers;
};

static void read_rows(void *user, int first, int end)
{
    const struct reading *reading = user;
    const struct errdiff_job *job = reading->job;
    int width = job->in.width;
    for (int y = first; y < end; y++) {
        const uint8_t *mask = errdiff_mask_row(&job->in, y);
        const void *row = errdiff_row(&job->out, y, 0);
        int32_t *numbers = reading->numbers + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++)
            numbers[x] = mask && mask[x] == 0
                             ? 0
                             : errdiff_decisions_number(reading->decisions, &reading->rule,
                                                        &job->out, row, x);
    }
}

errdiff_status errdiff_refine_numbers_read(struct errdiff_job *job, int32_t *numbers)
{
    struct errdiff_decisions *decisions = malloc(sizeof *decisions);
    struct reading reading = {job, decisions, job->rule, numbers};
    if (!decisions)
        return ERRDIFF_NO_MEMORY;
    if (job->asked.is_gray)
        reading.rule.channels = 1;
    errdiff_decisions_make(decisions, job);
    errdiff_status status = errdiff_ranges_run(job->run.threads, job->in.height, ROWS, read_rows,
                                               &reading, &job->run.progress);
    free(decisions);
    return status;
}

static void write_rows(void *user, int first, int end)
{
    const struct writing *writing = user;
    const struct errdiff_job *job = writing->job;
    const struct errdiff_refine_tables *tables = writing->tables;
    int width = job->in.width;
    for (int y = first; y < end; y++) {
        void *row = errdiff_row(&job->out, y, 0);
        const uint8_t *mask = errdiff_mask_row(&job->in, y);
        const int32_t *numbers = writing->numbers + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++) {
            int32_t level[3] = {numbers[x], numbers[x], numbers[x]};
            if (mask && mask[x] == 0)
                continue;
            if (!job->rule.search)
                errdiff_refine_split(tables->level_count, tables->channels, numbers[x], level);
            errdiff_store_pixel(&job->rule, &job->out, row, x, level);
        }
    }
}

errdiff_status errdiff_refine_numbers_write(struct errdiff_job *job,
                                            const struct errdiff_refine_tables *tables,
                                            const int32_t *numbers)
{
    struct writing writing = {job, tables, numbers};
    return errdiff_ranges_run(job->run.threads, job->in.height, ROWS, write_rows, &writing,
                              &job->run.progress);
}
