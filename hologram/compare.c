/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how much a quantized hologram looks like the original through the viewer's window, and
 * lists the figures of a report. */
#include "hologram_rounding.h"
#include "view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static errdiff_status show(errdiff_field *shown, const errdiff_field *hologram,
                           const errdiff_hologram_options *options, const uint16_t *levels)
{
    errdiff_status status = errdiff_field_make(shown, hologram->width, hologram->height);
    if (status == ERRDIFF_OK)
        errdiff_hologram_show(levels, options, shown);
    return status;
}

static errdiff_status show_truncated(errdiff_field *shown, const errdiff_field *hologram,
                                     const errdiff_hologram_options *options, double scale,
                                     errdiff_progress_share *share)
{
    errdiff_hologram_options none = errdiff_hologram_rounding(options, hologram);
    none.scale = scale;
    none.engine = "auto"; /* every engine gives the same levels, and a GPU might fail */
    none.progress = errdiff_progress_share_report;
    none.progress_user = share;
    uint16_t *levels = malloc((size_t)hologram->width * (size_t)hologram->height * sizeof *levels);
    errdiff_status status =
        levels ? errdiff_hologram_quantize(hologram, &none, levels, NULL) : ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = show(shown, hologram, options, levels);
    free(levels);
    return status;
}

errdiff_status errdiff_hologram_measure(const errdiff_field *hologram,
                                        const errdiff_hologram_options *options, double scale,
                                        const uint16_t *levels,
                                        errdiff_hologram_similarity *diffused,
                                        errdiff_hologram_similarity *truncated)
{
    errdiff_field shown[2] = {{0}, {0}};
    errdiff_hologram_similarity similarities[2];
    int count = truncated ? 2 : 1;
    /* The share of the progress at which the truncated levels are done. The view filter propagates
     * twice, and the comparison once for each of three fields. Quantizing itself takes little
     * time. */
    double half_way = truncated ? options->view_filter ? 0.4 : 0.05 : 0;
    errdiff_progress_share truncation = {options->progress, options->progress_user, 0, half_way};
    errdiff_progress_share comparison = {options->progress, options->progress_user, half_way, 1};
    errdiff_status status = show(&shown[0], hologram, options, levels);
    if (status == ERRDIFF_OK && truncated)
        status = show_truncated(&shown[1], hologram, options, scale, &truncation);
    if (status == ERRDIFF_OK)
        status = errdiff_hologram_compare(hologram, shown, count, &options->optics,
                                          errdiff_progress_share_report, &comparison, similarities);
    if (status == ERRDIFF_OK) {
        *diffused = similarities[0];
        if (truncated)
            *truncated = similarities[1];
    }
    errdiff_field_free(&shown[0]);
    errdiff_field_free(&shown[1]);
    return status;
}

void errdiff_hologram_figures(const errdiff_hologram_report *report, int width, int height,
                              int bits, const errdiff_hologram_similarity *diffused,
                              const errdiff_hologram_similarity *truncated,
                              errdiff_hologram_figure figures[ERRDIFF_HOLOGRAM_FIGURES])
{
    double pixels = (double)width * height, rms = report->rms;
    const errdiff_hologram_figure all[ERRDIFF_HOLOGRAM_FIGURES] = {
        {"width", width},
        {"height", height},
        {"bits", bits},
        {"scale", report->scale},
        {"slope", report->slope},
        {"view_filter", report->is_filtered},
        {"refined", report->refined},
        {"refined_on_gpu", report->refined_on_gpu},
        {"not_finite", (double)report->not_finite},
        {"hogel", report->hogel},
        {"hogels", (double)report->hogels},
        {"hogels_unseen", (double)report->hogels_unseen},
        {"hogels_wide", (double)report->hogels_wide},
        {"hogels_twin", (double)report->hogels_twin},
        {"hogels_full", (double)report->hogels_full},
        {"beyond_levels_percent", 100 * (double)report->beyond_levels / pixels},
        {"clipped_percent", 100 * (double)report->clipped / pixels},
        {"snr_db", diffused->snr},
        {"snr_without_diffusion_db", truncated->snr},
        {"gain", diffused->gain / report->scale},
        {"gain_db", 20 * log10(diffused->gain * rms)},
        {"gain_without_diffusion_db", 20 * log10(truncated->gain * rms)},
        {"efficiency_percent", 100 * diffused->light / pixels},
    };
    memcpy(figures, all, sizeof all);
}
