/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference engine for holograms: one thread, in raster order. */
#include "hologram_serial.h"

#include "base/message.h"
#include "base/progress.h"
#include "base/translate.h"
#include "hologram_crosstalk.h"

#include <stdlib.h>
#include <string.h>

enum { REACH = ERRDIFF_HOLOGRAM_REACH, ROWS = REACH + 1 };

/* The errors of the current row and of the rows above that are still needed, with zeros at both
 * ends for the pixels outside the hologram. */
struct errors {
    errdiff_complex *rows[ROWS]; /* rows[dy]: pixel 0 of the row dy rows above */
    errdiff_complex *memory;
    size_t row_length;
};

static bool make_errors(struct errors *errors, int width)
{
    errors->row_length = (size_t)width + 2 * REACH;
    errors->memory = calloc(ROWS * errors->row_length, sizeof *errors->memory);
    for (int dy = 0; dy < ROWS && errors->memory; dy++)
        errors->rows[dy] = errors->memory + (size_t)dy * errors->row_length + REACH;
    return errors->memory != NULL;
}

static void move_down(struct errors *errors)
{
    errdiff_complex *oldest = errors->rows[ROWS - 1];
    memmove(errors->rows + 1, errors->rows, (ROWS - 1) * sizeof *errors->rows);
    errors->rows[0] = oldest;
}

static void diffuse_span(const struct errdiff_hologram_job *job,
                         const struct errdiff_hologram_weights *weights,
                         const struct errors *errors, int y, int x0, int x1, uint16_t *levels,
                         int64_t *clipped)
{
    const errdiff_complex *sources[ERRDIFF_HOLOGRAM_MAX_TAPS];
    int count = weights->support.count;
    for (int i = 0; i < count; i++)
        sources[i] = errors->rows[weights->support.dy[i]] - weights->support.dx[i];
    size_t row = (size_t)y * (size_t)job->hologram.width;
    for (int x = x0; x < x1; x++) {
        errdiff_complex sum = {0, 0};
        for (int i = 0; i < count; i++)
            sum = errdiff_hologram_add(sum, weights->weights[i], sources[i][x]);
        int is_clipped;
        levels[row + (size_t)x] = (uint16_t)errdiff_hologram_decide(
            &job->quantizer, job->hologram.values[row + (size_t)x], sum, &errors->rows[0][x],
            &is_clipped);
        *clipped += is_clipped;
    }
}

static void diffuse_row(const struct errdiff_hologram_job *job, const struct errors *errors, int y,
                        uint16_t *levels, int64_t *clipped)
{
    const struct errdiff_hologram_weights *weights =
        job->weights + (size_t)(y / job->hogel) * (size_t)job->hogel_columns;
    for (int column = 0; column < job->hogel_columns; column++) {
        struct errdiff_rectangle hogel = errdiff_hogel_at(
            column, y / job->hogel, job->hologram.width, job->hologram.height, job->hogel);
        diffuse_span(job, &weights[column], errors, y, hogel.x0, hogel.x1, levels, clipped);
    }
}

errdiff_status errdiff_hologram_serial(const struct errdiff_hologram_job *job, uint16_t *levels,
                                       errdiff_hologram_report *report)
{
    struct errors errors;
    if (job->crosstalk > 0)
        return errdiff_hologram_with_crosstalk(job, levels, report);
    if (!make_errors(&errors, job->hologram.width))
        return errdiff_fail(&report->message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    errdiff_status status = ERRDIFF_OK;
    struct errdiff_progress_state progress;
    errdiff_hologram_progress_start(&progress, job);
    for (int y = 0; y < job->hologram.height && status == ERRDIFF_OK; y++) {
        if (y > 0)
            move_down(&errors);
        diffuse_row(job, &errors, y, levels, &report->clipped);
        if (errdiff_progress_cancelled(&progress, y + 1))
            status = errdiff_fail(&report->message, ERRDIFF_CANCELLED, N_("cancelled"));
    }
    free(errors.memory);
    return status;
}
