/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses a stretch and a gamma for dark images. */
#include "automatic_tone.h"

#include "histogram.h"

#include <math.h>
#include <stdlib.h>

static const double DARK = 0.5;          /* mean lightness from which on nothing is changed */
static const double FULLY_DARK = 0.1;    /* below that, by this much */
static const double SHARE_ABOVE = 0.005; /* of the pixels, above the white point */
static const double HEADROOM = 0.08;
static const double LEAST_WHITE = 0.4;

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* The mean lightness, 0..1, of the grays, divided by `white` as display values. */
static double mean_lightness(const int64_t *counts, int32_t max_value, int64_t all, double white)
{
    int64_t sum = 0;
    for (int32_t i = 0; i <= max_value; i++) {
        double light = errdiff_srgb_to_linear(fmin((double)i / max_value / white, 1));
        if (counts[i] > 0)
            sum += counts[i] * (int64_t)floor(65536 * cbrt(light) + 0.5);
    }
    return (double)sum / 65536 / (double)all;
}

/* The least gray that at most the share is above. */
static int32_t white_point(const int64_t *counts, int32_t max_value, int64_t all)
{
    int64_t allowed = (int64_t)floor((double)all * SHARE_ABOVE), above = counts[max_value];
    int32_t gray = max_value;
    while (above <= allowed && gray > 0)
        above += counts[--gray];
    return gray;
}

static void find(struct errdiff_tone *tone, const int64_t *counts, int32_t max_value)
{
    int64_t all = 0;
    for (int32_t i = 0; i <= max_value; i++)
        all += counts[i];
    if (all == 0)
        return;
    double mean = mean_lightness(counts, max_value, all, 1);
    double darkness = clamp((DARK - mean) / FULLY_DARK, 0, 1);
    double white = (double)white_point(counts, max_value, all) / max_value + HEADROOM;
    white = 1 - darkness * (1 - clamp(white, LEAST_WHITE, 1));
    tone->automatic_white = floor(1000 * white + 0.5) / 1000;
    mean = mean_lightness(counts, max_value, all, tone->automatic_white);
    double gamma = pow(fmax(log(mean) / log(DARK), 1), 1.5);
    tone->automatic_gamma = floor(100 * fmin(gamma, ERRDIFF_MAX_AUTOMATIC_GAMMA) + 0.5) / 100;
}

errdiff_status errdiff_automatic_tone_find(struct errdiff_tone *tone, const errdiff_image *image,
                                           const struct errdiff_gray *gray,
                                           struct errdiff_threads threads,
                                           struct errdiff_progress_state *progress)
{
    if (!tone->is_automatic)
        return ERRDIFF_OK;
    struct errdiff_gray own = {.light = NULL};
    int bits = errdiff_integer_bits(image->bits);
    int64_t *counts = malloc(sizeof *counts << bits);
    bool is_ready = counts && (gray || image->channels == 1 || errdiff_gray_make(&own, bits));
    if (!gray && image->channels == 3)
        gray = &own;
    errdiff_status status = is_ready
                                ? errdiff_histogram_count(image, gray, threads, progress, counts)
                                : ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        find(tone, counts, (1 << bits) - 1);
    errdiff_gray_release(&own);
    free(counts);
    return status;
}
