/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hogels.h"

#include "base/message.h"
#include "base/team.h"
#include "base/translate.h"
#include "designer.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The share of all directions that the noise must leave dark. Above it, even the best weights gain
 * little. */
static const double full_share = 0.9;

static void count_hogel(const struct errdiff_rectangle *hogel,
                        const struct errdiff_hologram_window *window,
                        const errdiff_hologram_options *options, errdiff_hologram_report *report)
{
    struct errdiff_hologram_mask mask = errdiff_hologram_noise_mask(window, options);
    struct errdiff_hologram_window twin = errdiff_hologram_window_twin(window);
    if (errdiff_hologram_window_is_empty(window)) {
        report->hogels_unseen++;
        return;
    }
    if (options->method != ERRDIFF_HOLOGRAM_NONE) {
        report->hogels_wide += errdiff_hogel_is_wide(hogel, &options->optics);
        report->hogels_full += creal(errdiff_hologram_mask_at(&mask, 0, 0)) > full_share;
    }
    report->hogels_twin +=
        errdiff_hologram_is_real(options) && !errdiff_hologram_window_is_empty(&twin);
}

struct design {
    struct errdiff_hologram_job *job;
    const errdiff_hologram_options *options;
    errdiff_progress_share *share;
    _Atomic int next_row; /* of hogels */
    _Atomic bool is_cancelled, lacks_memory;
};

static struct errdiff_rectangle hogel_of(const struct errdiff_hologram_job *job, int column,
                                         int row)
{
    return errdiff_hogel_at(column, row, job->hologram.width, job->hologram.height, job->hogel);
}

static struct errdiff_hologram_window window_of(const struct design *design,
                                                const struct errdiff_rectangle *hogel)
{
    const errdiff_field *hologram = &design->job->hologram;
    return errdiff_hologram_window_of(hogel, hologram->width, hologram->height,
                                      &design->options->optics);
}

static void design_row(struct design *design, int row, struct errdiff_hologram_designer *designer)
{
    struct errdiff_hologram_job *job = design->job;
    struct errdiff_hologram_weights *weights =
        job->weights + (size_t)row * (size_t)job->hogel_columns;
    /* What the search in a row begins with must not depend on which thread does which row. */
    designer->relative = 0;
    for (int column = 0; column < job->hogel_columns; column++) {
        struct errdiff_rectangle hogel = hogel_of(job, column, row);
        struct errdiff_hologram_window window = window_of(design, &hogel);
        if (errdiff_hologram_design(&window, design->options, designer, &weights[column]) !=
            ERRDIFF_OK)
            atomic_store(&design->lacks_memory, true);
    }
}

/* Takes rows of hogels until none is left. Member 0, the calling thread, reports the progress of all
 * threads. */
static void design_rows(void *user, int member)
{
    struct design *design = user;
    int rows = design->job->hogel_rows, row;
    struct errdiff_hologram_designer designer;
    if (!errdiff_hologram_designer_for(&designer, design->options))
        atomic_store(&design->lacks_memory, true);
    while ((row = atomic_fetch_add(&design->next_row, 1)) < rows &&
           !atomic_load(&design->is_cancelled) && !atomic_load(&design->lacks_memory)) {
        design_row(design, row, &designer);
        if (member == 0 && errdiff_progress_share_report(design->share, (double)(row + 1) / rows))
            atomic_store(&design->is_cancelled, true);
    }
    errdiff_hologram_designer_release(&designer);
}

static void count_hogels(const struct design *design, errdiff_hologram_report *report)
{
    struct errdiff_hologram_job *job = design->job;
    for (int64_t i = 0; i < report->hogels; i++) {
        struct errdiff_rectangle hogel =
            hogel_of(job, (int)(i % job->hogel_columns), (int)(i / job->hogel_columns));
        struct errdiff_hologram_window window = window_of(design, &hogel);
        int slope = errdiff_hologram_support_slope(&job->weights[i].support);
        count_hogel(&hogel, &window, design->options, report);
        job->slope = slope > job->slope ? slope : job->slope;
    }
    report->slope = job->slope;
}

/* Hogels of phases share most of their designs, so that more threads would do the same work again. */
static struct errdiff_threads threads_for(const errdiff_hologram_options *options)
{
    struct errdiff_threads threads = errdiff_threads_wanted(options->threads);
    if (!errdiff_hologram_is_real(options))
        threads = errdiff_threads_wanted(1);
    threads.is_exact = false;
    threads.works_long = true;
    return threads;
}

errdiff_status errdiff_hogels_design(struct errdiff_hologram_job *job,
                                     const errdiff_hologram_options *options,
                                     errdiff_progress_share *share, errdiff_hologram_report *report)
{
    struct design design = {.job = job, .options = options, .share = share};
    report->hogels = (int64_t)job->hogel_columns * job->hogel_rows;
    job->weights = malloc((size_t)report->hogels * sizeof *job->weights);
    errdiff_status status = job->weights
                                ? errdiff_team_run(threads_for(options), design_rows, &design, NULL)
                                : ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_NO_MEMORY || atomic_load(&design.lacks_memory))
        return errdiff_fail(&report->message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    if (atomic_load(&design.is_cancelled))
        return errdiff_fail(&report->message, ERRDIFF_CANCELLED, "cancelled");
    count_hogels(&design, report);
    return status;
}
