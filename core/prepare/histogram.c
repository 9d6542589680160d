/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the darkest and the lightest samples of an image, apart from a given share of outliers. */
#include "histogram.h"

#include "base/ranges.h"
#include "rule/float_sample.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { ROWS_IN_RANGE = 64 };

/* How often each sample occurs, as threads add it. */
struct histogram {
    const errdiff_image *image;
    const struct errdiff_gray *gray;
    atomic_llong *counts;
    atomic_bool has_memory;
};

static void count_row(const errdiff_image *image, int y, int bits, uint32_t *counts)
{
    const void *row = errdiff_row(image, y, 0);
    const uint8_t *mask = errdiff_mask_row(image, y);
    for (int x = 0; x < image->width; x++)
        for (int c = 0; c < image->channels && (!mask || mask[x] != 0); c++)
            counts[errdiff_read(row, bits, (ptrdiff_t)x * image->channels + c)]++;
}

static void count_grays(const struct histogram *histogram, int y, uint32_t *counts)
{
    const errdiff_image *image = histogram->image;
    const void *row = errdiff_row(image, y, 0);
    const uint8_t *mask = errdiff_mask_row(image, y);
    for (int x = 0; x < image->width; x++)
        if (!mask || mask[x] != 0)
            counts[errdiff_gray_of(histogram->gray, row, image->bits, x)]++;
}

static void count_rows(void *user, int begin, int end)
{
    struct histogram *histogram = user;
    int bits = errdiff_integer_bits(histogram->image->bits);
    uint32_t *counts = calloc((size_t)1 << bits, sizeof *counts);
    if (!counts) {
        atomic_store(&histogram->has_memory, false);
        return;
    }
    for (int y = begin; y < end; y++)
        if (histogram->gray)
            count_grays(histogram, y, counts);
        else if (histogram->image->bits == 8)
            count_row(histogram->image, y, 8, counts);
        else if (histogram->image->bits == 16)
            count_row(histogram->image, y, 16, counts);
        else
            count_row(histogram->image, y, histogram->image->bits, counts);
    for (int32_t sample = 0; sample < 1 << bits; sample++)
        if (counts[sample] > 0)
            atomic_fetch_add_explicit(&histogram->counts[sample], counts[sample],
                                      memory_order_relaxed);
    free(counts);
}

errdiff_status errdiff_histogram_count(const errdiff_image *image, const struct errdiff_gray *gray,
                                       struct errdiff_threads threads,
                                       struct errdiff_progress_state *progress, int64_t *counts)
{
    int bits = errdiff_integer_bits(image->bits);
    struct histogram histogram = {
        .image = image,
        .gray = gray,
        .counts = calloc((size_t)1 << bits, sizeof *histogram.counts),
        .has_memory = true,
    };
    if (!histogram.counts)
        return ERRDIFF_NO_MEMORY;
    errdiff_status status =
        errdiff_ranges_run(threads, image->height, ROWS_IN_RANGE, count_rows, &histogram, progress);
    if (status == ERRDIFF_OK && !atomic_load(&histogram.has_memory))
        status = ERRDIFF_NO_MEMORY;
    for (int32_t sample = 0; sample < 1 << bits; sample++)
        counts[sample] = histogram.counts[sample];
    free(histogram.counts);
    return status;
}

/* The first sample, from `first` on in steps of 1 or −1, for which more than `allowed` are at it or
 * before it; the last one if there is none. */
static int32_t find_point(const int64_t *counts, int32_t first, int32_t step, int32_t max,
                          int64_t allowed)
{
    int32_t sample = first;
    int64_t passed = counts[sample];
    while (passed <= allowed && sample + step >= 0 && sample + step <= max)
        passed += counts[sample += step];
    return sample;
}

/* Sets the points from the counts. */
static void find_points(const int64_t *counts, int32_t max_value, double share, int32_t *black,
                        int32_t *white)
{
    int64_t all = 0;
    for (int32_t sample = 0; sample <= max_value; sample++)
        all += counts[sample];
    int64_t allowed = (int64_t)floor((double)all * share / 100);
    int32_t low = find_point(counts, 0, 1, max_value, allowed);
    int32_t high = find_point(counts, max_value, -1, max_value, allowed);
    *black = low < high ? low : 0;
    *white = low < high ? high : max_value;
}

errdiff_status errdiff_histogram_points(const errdiff_image *image, const struct errdiff_gray *gray,
                                        double share, struct errdiff_threads threads,
                                        struct errdiff_progress_state *progress, int32_t *black,
                                        int32_t *white)
{
    int bits = errdiff_integer_bits(image->bits);
    int64_t *counts = malloc(sizeof *counts << bits);
    if (!counts)
        return ERRDIFF_NO_MEMORY;
    errdiff_status status = errdiff_histogram_count(image, gray, threads, progress, counts);
    if (status == ERRDIFF_OK)
        find_points(counts, (1 << bits) - 1, share, black, white);
    free(counts);
    return status;
}
