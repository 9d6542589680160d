/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduces an alpha channel to opaque and transparent pixels, by a threshold or by dithering. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff.h"
#include "rule/image.h"
#include "rule/sample.h"

#include <stdlib.h>

static errdiff_status check(const errdiff_image *alpha, errdiff_alpha how, errdiff_message *message)
{
    errdiff_status status = errdiff_image_check_written(alpha, "alpha", message);
    if (status == ERRDIFF_OK && alpha->channels != 1)
        status = errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "alpha: it has %d channels, not 1",
                              alpha->channels);
    if (status == ERRDIFF_OK && (how < ERRDIFF_ALPHA_KEEP || how > ERRDIFF_ALPHA_DITHER))
        status = errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                              "alpha: %d is out of range; it must be %d to %d", how,
                              ERRDIFF_ALPHA_KEEP, ERRDIFF_ALPHA_DITHER);
    return status;
}

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

/* Makes a mask that is 1 for the pixels that are not fully transparent and whose own mask is not 0.
 * Returns NULL if there is not enough memory; the caller frees it. */
static uint8_t *make_visible_mask(const errdiff_image *alpha)
{
    uint8_t *visible = malloc((size_t)alpha->width * (size_t)alpha->height);
    for (int y = 0; visible && y < alpha->height; y++) {
        const void *row = errdiff_row(alpha, y, 0);
        const uint8_t *mask = errdiff_mask_row(alpha, y);
        for (int x = 0; x < alpha->width; x++)
            visible[(size_t)y * (size_t)alpha->width + (size_t)x] =
                (!mask || mask[x] != 0) && errdiff_load(row, alpha->bits, x) != 0;
    }
    return visible;
}

static errdiff_status dither(const errdiff_image *alpha, const errdiff_options *options,
                             errdiff_report *report)
{
    uint8_t *visible = make_visible_mask(alpha);
    if (!visible)
        return errdiff_fail(&report->message, ERRDIFF_NO_MEMORY,
                            N_("not enough memory for the alpha channel"));
    errdiff_image masked = *alpha;
    masked.mask = visible;
    masked.mask_stride = alpha->width;

    errdiff_options alpha_options;
    errdiff_options_init(&alpha_options);
    alpha_options.linear = 0; /* opacity is no light */
    if (options) {
        alpha_options.kernel = options->kernel;
        alpha_options.strength = options->strength;
        alpha_options.noise = options->noise;
        alpha_options.seed = options->seed;
        alpha_options.serpentine = options->serpentine;
        alpha_options.start = options->start;
        alpha_options.engine = options->engine;
        alpha_options.threads = options->threads;
        alpha_options.progress = options->progress;
        alpha_options.progress_user = options->progress_user;
    }
    errdiff_status status = errdiff_dither(&masked, alpha, &alpha_options, report);
    free(visible);
    return status;
}

errdiff_status errdiff_alpha_reduce(const errdiff_image *alpha, errdiff_alpha how,
                                    const errdiff_options *options, errdiff_report *report)
{
    errdiff_report unread;
    if (!report)
        report = &unread;
    *report = (errdiff_report){.engine = "", .isa = ""};
    errdiff_status status = check(alpha, how, &report->message);
    if (status == ERRDIFF_OK && how == ERRDIFF_ALPHA_DITHER)
        return dither(alpha, options, report);
    if (status == ERRDIFF_OK && how == ERRDIFF_ALPHA_THRESHOLD)
        threshold(alpha);
    return status;
}
