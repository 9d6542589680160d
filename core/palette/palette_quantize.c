/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Has libimagequant make palettes. */
#include "palette_quantize.h"

#include "base/message.h"
#include "base/translate.h"
#include "config.h"

#ifdef HAVE_IMAGEQUANT

#include "palette_few.h"
#include "rule/sample.h"

#include <libimagequant.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
    BIN_BITS = 6, /* bits of each channel that number a bin; a bin counts as one color, its mean */
    BIN_COUNT = 1 << (3 * BIN_BITS)
};

/*
 * libimagequant crashes if some of its smaller allocations fail. So this much memory is reserved
 * before it begins. If an allocation fails later, the reserve is freed and the allocation is
 * repeated. 262144 colors were measured to take 15 MiB.
 */
enum { RESERVE_BYTES = 16 << 20 };

static _Thread_local void *reserve;

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block && reserve) {
        free(reserve);
        reserve = NULL;
        block = malloc(size);
    }
    return block;
}

/* A bin of the histogram of colors: the number of its pixels, and the sums of their channels. */
struct bin {
    uint64_t sums[3];
    uint32_t count;
};

static void fill_bins(struct bin *bins, const errdiff_image *image)
{
    for (int y = 0; y < image->height; y++) {
        const uint8_t *mask = errdiff_mask_row(image, y);
        const uint8_t *color = errdiff_row(image, y, 0);
        for (int x = 0; x < image->width; x++, color += 3) {
            if (mask && mask[x] == 0)
                continue;
            uint32_t number = 0;
            for (int c = 0; c < 3; c++)
                number = number << BIN_BITS | (uint32_t)(color[c] >> (8 - BIN_BITS));
            if (bins[number].count == UINT32_MAX)
                continue;
            bins[number].count++;
            for (int c = 0; c < 3; c++)
                bins[number].sums[c] += color[c];
        }
    }
}

/* Turns the bins that are not empty into entries for libimagequant; returns their number. */
static int list_entries(const struct bin *bins, liq_histogram_entry *entries)
{
    int used = 0;
    for (int i = 0; i < BIN_COUNT; i++) {
        const struct bin *bin = &bins[i];
        if (bin->count == 0)
            continue;
        unsigned char mean[3];
        for (int c = 0; c < 3; c++)
            mean[c] = (unsigned char)((bin->sums[c] + bin->count / 2) / bin->count);
        entries[used++] = (liq_histogram_entry){
            .color = {.r = mean[0], .g = mean[1], .b = mean[2], .a = UINT8_MAX},
            .count = bin->count,
        };
    }
    return used;
}

/* Sets *palette to the locked colors, in their order, and then those that libimagequant found. */
static void join_colors(const liq_palette *found, const errdiff_palette *locked, int count,
                        errdiff_palette *palette)
{
    errdiff_palette made = {0};
    if (locked)
        made = *locked;
    for (unsigned int i = 0; i < found->count && made.count < count; i++) {
        const uint8_t color[3] = {found->entries[i].r, found->entries[i].g, found->entries[i].b};
        if (!errdiff_palette_has(&made, color))
            memcpy(made.colors[made.count++], color, 3);
    }
    *palette = made;
}

static liq_error quantize(liq_attr *attributes, const liq_histogram_entry *entries, int used,
                          int count, const errdiff_palette *locked, errdiff_palette *palette)
{
    liq_histogram *histogram = liq_histogram_create(attributes);
    liq_result *result = NULL;
    liq_error error = histogram ? liq_set_max_colors(attributes, count) : LIQ_OUT_OF_MEMORY;
    if (error == LIQ_OK)
        error = liq_histogram_add_colors(histogram, attributes, entries, used, 0);
    for (int i = 0; locked && i < locked->count && error == LIQ_OK; i++) {
        const uint8_t *color = locked->colors[i];
        error = liq_histogram_add_fixed_color(
            histogram, (liq_color){color[0], color[1], color[2], UINT8_MAX}, 0);
    }
    if (error == LIQ_OK)
        error = liq_histogram_quantize(histogram, attributes, &result);
    if (error == LIQ_OK)
        join_colors(liq_get_palette(result), locked, count, palette);
    if (result)
        liq_result_destroy(result);
    if (histogram)
        liq_histogram_destroy(histogram);
    return error;
}

/* Runs quantize in one thread. libimagequant would start its threads with OpenMP, which ends the
 * process if it cannot start one, and hangs after fork(). The number of threads does not change the
 * palette. */
static liq_error quantize_with_one_thread(liq_attr *attributes, const liq_histogram_entry *entries,
                                          int used, int count, const errdiff_palette *locked,
                                          errdiff_palette *palette)
{
    int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    liq_error error = quantize(attributes, entries, used, count, locked, palette);
    omp_set_num_threads(threads);
    return error;
}

errdiff_status errdiff_palette_can_quantize(errdiff_message *message)
{
    (void)message;
    return ERRDIFF_OK;
}

errdiff_status errdiff_palette_quantize(const errdiff_image *images, int image_count, int count,
                                        const errdiff_palette *locked, errdiff_palette *palette,
                                        errdiff_message *message)
{
    struct bin *bins = calloc(BIN_COUNT, sizeof *bins);
    liq_histogram_entry *entries = malloc(BIN_COUNT * sizeof *entries);
    reserve = malloc(RESERVE_BYTES);
    liq_attr *attributes = liq_attr_create_with_allocator(allocate, free);
    liq_error error = LIQ_OUT_OF_MEMORY;
    if (bins && entries && reserve && attributes) {
        for (int i = 0; i < image_count; i++)
            fill_bins(bins, &images[i]);
        error = quantize_with_one_thread(attributes, entries, list_entries(bins, entries), count,
                                         locked, palette);
    }
    if (attributes)
        liq_attr_destroy(attributes);
    free(reserve);
    reserve = NULL;
    free(entries);
    free(bins);
    if (error == LIQ_OK)
        errdiff_palette_complete_sent(palette, locked ? locked->count : 0);
    if (error == LIQ_OK || error == LIQ_OUT_OF_MEMORY)
        return error == LIQ_OK ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    return errdiff_fail(message, ERRDIFF_CANNOT_RUN, N_("libimagequant could not make a palette"));
}

#else

errdiff_status errdiff_palette_can_quantize(errdiff_message *message)
{
    return errdiff_fail(
        message, ERRDIFF_CANNOT_RUN,
        N_("this build cannot make a palette from an image: it lacks libimagequant"));
}

errdiff_status errdiff_palette_quantize(const errdiff_image *images, int image_count, int count,
                                        const errdiff_palette *locked, errdiff_palette *palette,
                                        errdiff_message *message)
{
    (void)images;
    (void)image_count;
    (void)count;
    (void)locked;
    (void)palette;
    return errdiff_palette_can_quantize(message);
}

#endif
