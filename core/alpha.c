/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "errdiff.h"
#include "sample.h"

static void threshold(const errdiff_image *alpha)
{
    int32_t opaque = alpha->bits == 8 ? UINT8_MAX : UINT16_MAX;
    for (int y = 0; y < alpha->height; y++) {
        void *row = errdiff_row(alpha, y, 0);
        const uint8_t *mask = errdiff_mask_row(alpha, y);
        for (int x = 0; x < alpha->width; x++) {
            if (mask && mask[x] == 0)
                continue;
            bool is_opaque = 2 * errdiff_load(row, alpha->bits, x) >= opaque;
            errdiff_store(row, alpha->bits, x, is_opaque ? opaque : 0);
        }
    }
}

errdiff_status errdiff_alpha_reduce(const errdiff_image *alpha, errdiff_alpha how,
                                    const errdiff_options *options, errdiff_report *report)
{
    if (how == ERRDIFF_ALPHA_DITHER) {
        errdiff_options of_alpha = *options;
        for (int c = 0; c < 3; c++)
            of_alpha.levels[c] = 2;
        of_alpha.linear = 0;
        of_alpha.palette = NULL;
        of_alpha.indexed = 0;
        of_alpha.measure = 0;
        return errdiff_dither(alpha, alpha, &of_alpha, report);
    }
    if (report)
        *report = (errdiff_report){.engine = ""};
    if (how == ERRDIFF_ALPHA_THRESHOLD)
        threshold(alpha);
    return ERRDIFF_OK;
}
