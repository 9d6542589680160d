/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps still pixels as they were in the frame before. */
#include "still_colors.h"

#include "refine_numbers.h"

#include <string.h>

/* Half of what errdiff_stillness_at can be: a change of 2.5/255. With less, slow pans and fades
 * lose up to 2 dB; with more, noise changes more pixels. */
enum { STILL = 128 };

static bool has_frame_before(const struct errdiff_frame_before *before,
                             const struct errdiff_refine_tables *tables)
{
    const struct errdiff_frame_colors *colors = before->colors;
    return before->percent > 0 && colors->has_any &&
           memcmp(&colors->tables, tables, sizeof *tables) == 0;
}

static size_t pixels_of(const struct errdiff_job *job)
{
    return (size_t)job->in.width * (size_t)job->in.height;
}

errdiff_status errdiff_still_colors_begin(struct errdiff_job *job,
                                          const struct errdiff_refine_tables *tables,
                                          const uint8_t **stays)
{
    const struct errdiff_frame_before *before = job->run.before;
    struct errdiff_frame_colors *colors = before->colors;
    bool follows = has_frame_before(before, tables);
    *stays = follows ? colors->stays : NULL;
    memset(colors->stays, 0, pixels_of(job));
    errdiff_status status = errdiff_refine_numbers_read(job, colors->start);
    if (status != ERRDIFF_OK || !follows)
        return status;
    for (size_t i = 0; i < pixels_of(job); i++) {
        colors->stays[i] = errdiff_stillness_at(before->stillness, (ptrdiff_t)i) >= STILL &&
                           colors->start[i] == colors->dithered[i];
        if (colors->stays[i])
            colors->start[i] = colors->searched[i];
    }
    return errdiff_refine_numbers_write(job, tables, colors->start);
}

errdiff_status errdiff_still_colors_end(struct errdiff_job *job,
                                        const struct errdiff_refine_tables *tables)
{
    struct errdiff_frame_colors *colors = job->run.before->colors;
    errdiff_status status = errdiff_refine_numbers_read(job, colors->searched);
    for (size_t i = 0; i < pixels_of(job); i++)
        if (!colors->stays[i])
            colors->dithered[i] = colors->start[i];
    colors->tables = *tables;
    colors->has_any = status == ERRDIFF_OK;
    return status;
}
