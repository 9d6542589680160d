/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "errdiff_hologram.h"

#include <string.h>

void errdiff_hologram_figures(const errdiff_hologram_report *report, int width, int height,
                              int bits, const errdiff_hologram_similarity *diffused,
                              const errdiff_hologram_similarity *truncated,
                              errdiff_hologram_figure figures[ERRDIFF_HOLOGRAM_FIGURES])
{
    double pixels = (double)width * height;
    const errdiff_hologram_figure all[ERRDIFF_HOLOGRAM_FIGURES] = {
        {"width", width},
        {"height", height},
        {"bits", bits},
        {"scale", report->scale},
        {"slope", report->slope},
        {"view_filter", report->is_filtered},
        {"not_finite", (double)report->not_finite},
        {"hogels", (double)report->hogels},
        {"hogels_unseen", (double)report->hogels_unseen},
        {"hogels_wide", (double)report->hogels_wide},
        {"hogels_twin", (double)report->hogels_twin},
        {"clipped_percent", 100 * (double)report->clipped / pixels},
        {"snr_db", diffused->snr},
        {"snr_without_diffusion_db", truncated->snr},
        {"gain", diffused->gain / report->scale},
    };
    memcpy(figures, all, sizeof all);
}
