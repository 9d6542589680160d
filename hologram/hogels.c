/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs the weights of all hogels of a hologram, in several threads. */
#include "hogels.h"

#include "added_phase.h"
#include "base/team.h"
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
    struct errdiff_hologram_weights *weights;
    int width, height;        /* pixels */
    int hogel, columns, rows; /* pixels along a hogel's side; hogels */
    const errdiff_hologram_options *options;
    errdiff_progress_share *share;
    _Atomic int next_row; /* of hogels */
    _Atomic bool is_cancelled, lacks_memory;
};

static struct errdiff_rectangle hogel_of(const struct design *design, int column, int row)
{
    return errdiff_hogel_at(column, row, design->width, design->height, design->hogel);
}

static struct errdiff_hologram_window window_of(const struct design *design,
                                                const struct errdiff_rectangle *hogel)
{
    struct errdiff_hologram_window window =
        errdiff_hologram_window_of(hogel, design->width, design->height, &design->options->optics);
    return errdiff_added_phase_shift(&window, hogel, design->width, design->height,
                                     design->options);
}

static void design_row(struct design *design, int row, struct errdiff_hologram_designer *designer)
{
    struct errdiff_hologram_weights *weights =
        design->weights + (size_t)row * (size_t)design->columns;
    /* What the search in a row begins with must not depend on which thread does which row. */
    designer->relative = 0;
    for (int column = 0; column < design->columns; column++) {
        struct errdiff_rectangle hogel = hogel_of(design, column, row);
        struct errdiff_hologram_window window = window_of(design, &hogel);
        if (errdiff_hologram_design(&window, design->options, designer, &weights[column]) !=
            ERRDIFF_OK)
            atomic_store(&design->lacks_memory, true);
    }
}

/* Takes rows of hogels until none is left. Member 0, the calling thread, reports the progress of
 * all threads. */
static void design_rows(void *user, int member)
{
    struct design *design = user;
    int rows = design->rows, row;
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
    report->slope = 1;
    for (int64_t i = 0; i < report->hogels; i++) {
        struct errdiff_rectangle hogel =
            hogel_of(design, (int)(i % design->columns), (int)(i / design->columns));
        struct errdiff_hologram_window window = window_of(design, &hogel);
        int slope = errdiff_hologram_support_slope(&design->weights[i].support);
        count_hogel(&hogel, &window, design->options, report);
        report->slope = slope > report->slope ? slope : report->slope;
    }
}

/* Hogels of phases share most of their designs, so that more threads would do the same work
 * again. */
static struct errdiff_threads threads_for(const errdiff_hologram_options *options)
{
    struct errdiff_threads threads = errdiff_threads_wanted(options->threads);
    if (!errdiff_hologram_is_real(options))
        threads = errdiff_threads_wanted(1);
    threads.is_exact = false;
    threads.works_long = true;
    return threads;
}

errdiff_status errdiff_hogels_design(struct errdiff_hologram_weights *weights, int width,
                                     int height, const errdiff_hologram_options *options,
                                     errdiff_progress_share *share, errdiff_hologram_report *report)
{
    struct design design = {.weights = weights,
                            .width = width,
                            .height = height,
                            .hogel = errdiff_hogel_side(options),
                            .options = options,
                            .share = share};
    design.columns = errdiff_hogel_count(width, design.hogel);
    design.rows = errdiff_hogel_count(height, design.hogel);
    errdiff_status status = errdiff_team_run(threads_for(options), design_rows, &design, NULL);
    if (status != ERRDIFF_OK || atomic_load(&design.lacks_memory))
        return ERRDIFF_NO_MEMORY;
    if (atomic_load(&design.is_cancelled))
        return ERRDIFF_CANCELLED;
    count_hogels(&design, report);
    return ERRDIFF_OK;
}
