/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes palettes for pictures that are dithered. libimagequant finds colors for a picture whose
 * pixels are rounded to them. A mixture of a few dots shows more colors than that, if the colors
 * lie where the mixtures need them. So a small picture is dithered with the colors, they are fitted
 * to what an eye sees of the result, and this is repeated.
 */
#include "base/message.h"
#include "base/ranges.h"
#include "base/translate.h"
#include "palette/palette_quantize.h"
#include "palette/palette_reduce.h"
#include "palette/seen.h"
#include "rule/image.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PIXELS = 1 << 18, /* of the small picture */
    ROUNDS = 4,
    /* A mixture that its near colors cannot reach leaves errors that grow until they reach a color
     * far away, and a single dot of it corrects the mean. With a part of each error lost the mean
     * is wrong instead, so the fit moves the near colors to where no such dots are needed. */
    STRENGTH = 95,
    FIT_ROWS = 32 /* rows of places whose sums a thread adds at once */
};

/* The small picture, and what is needed to fit a palette to it. */
struct making {
    errdiff_image small;
    errdiff_image numbers; /* the small picture, dithered */
    struct errdiff_target *targets;
    struct errdiff_palette_fit fit;
    errdiff_options options; /* of the dithering */
    struct errdiff_threads threads;
    struct errdiff_progress_state progress;
    pthread_mutex_t lock; /* of the fit, and of what follows */
    bool lacks_memory;
};

static void find_targets(void *user, int begin, int end)
{
    struct making *making = user;
    ptrdiff_t along = errdiff_seen_along(making->small.width);
    for (int row = begin; row < end; row++)
        errdiff_seen_targets(&making->small, row, making->targets + row * along);
}

static void add_rows(void *user, int begin, int end)
{
    struct making *making = user;
    ptrdiff_t along = errdiff_seen_along(making->small.width);
    struct errdiff_palette_fit part;
    bool has_memory = errdiff_palette_fit_begin(&part, making->fit.count);
    for (int row = begin; has_memory && row < end; row++)
        errdiff_seen_add(&part, &making->numbers, row, making->targets + row * along);
    pthread_mutex_lock(&making->lock);
    if (has_memory)
        errdiff_palette_fit_join(&making->fit, &part);
    else
        making->lacks_memory = true;
    pthread_mutex_unlock(&making->lock);
    errdiff_palette_fit_end(&part);
}

/* Dithers the small picture with the palette and adds up what an eye sees of it. */
static errdiff_status look_at(struct making *making, const errdiff_palette *palette,
                              errdiff_message *message)
{
    errdiff_report report;
    making->options.palette = palette;
    errdiff_status status =
        errdiff_dither(&making->small, &making->numbers, &making->options, &report);
    if (status != ERRDIFF_OK) {
        if (message)
            *message = report.message;
        return status;
    }
    errdiff_palette_fit_end(&making->fit);
    if (!errdiff_palette_fit_begin(&making->fit, palette->count))
        return ERRDIFF_NO_MEMORY;
    status = errdiff_ranges_run(making->threads, errdiff_seen_along(making->small.height), FIT_ROWS,
                                add_rows, making, &making->progress);
    return making->lacks_memory ? ERRDIFF_NO_MEMORY : status;
}

/* Removes colors that are there twice; those that are kept have the lower numbers. */
static void remove_equal(errdiff_palette *palette, int locked)
{
    int kept = locked;
    for (int i = locked; i < palette->count; i++) {
        bool is_new = true;
        for (int j = 0; j < kept && is_new; j++)
            is_new = memcmp(palette->colors[i], palette->colors[j], 3) != 0;
        if (is_new)
            memcpy(palette->colors[kept++], palette->colors[i], 3);
    }
    palette->count = kept;
    if (palette->has_sent)
        for (int i = locked; i < kept; i++)
            memcpy(palette->sent[i], palette->colors[i], 3);
}

static errdiff_status refine(struct making *making, int locked, errdiff_palette *palette,
                             errdiff_message *message)
{
    errdiff_palette tried = *palette;
    double least = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        errdiff_status status = look_at(making, &tried, message);
        if (status != ERRDIFF_OK)
            return status;
        double error = errdiff_palette_fit_error(&making->fit, &tried);
        if (round == 0 || error < least) {
            least = error;
            *palette = tried;
        }
        errdiff_palette_fit_solve(&making->fit, locked, &tried);
        remove_equal(&tried, locked);
    }
    return ERRDIFF_OK;
}

static errdiff_status allocate(struct making *making)
{
    size_t width = (size_t)making->small.width, height = (size_t)making->small.height;
    size_t places = (size_t)errdiff_seen_along(making->small.width) *
                    (size_t)errdiff_seen_along(making->small.height);
    making->numbers = making->small;
    making->numbers.channels = 1;
    making->numbers.stride = making->small.width;
    making->numbers.data = malloc(width * height);
    making->targets = malloc(places * sizeof *making->targets);
    return making->numbers.data && making->targets ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

static errdiff_status quantize_and_refine(struct making *making, int count,
                                          const errdiff_palette *locked, errdiff_palette *palette,
                                          errdiff_message *message)
{
    errdiff_palette made;
    errdiff_status status = errdiff_palette_quantize(&making->small, count, locked, &made, message);
    if (status == ERRDIFF_OK)
        status = allocate(making);
    if (status == ERRDIFF_OK)
        status = errdiff_ranges_run(making->threads, errdiff_seen_along(making->small.height),
                                    FIT_ROWS, find_targets, making, &making->progress);
    if (status == ERRDIFF_OK)
        status = refine(making, locked ? locked->count : 0, &made, message);
    if (status == ERRDIFF_OK)
        *palette = made;
    return status;
}

static errdiff_status make(const struct errdiff_toned *picture, int count,
                           const errdiff_palette *locked, const errdiff_options *options,
                           errdiff_palette *palette, errdiff_message *message)
{
    struct making making = {.threads = errdiff_threads_wanted(options->threads),
                            .lock = PTHREAD_MUTEX_INITIALIZER};
    errdiff_options_init(&making.options);
    making.options.kernel = "errdiff-12";
    making.options.linear = 1;
    making.options.indexed = 1;
    making.options.strength = STRENGTH;
    making.options.engine = "wavefront";
    making.options.threads = options->threads;
    errdiff_progress_start(&making.progress, options, 1, 1);
    errdiff_status status = errdiff_palette_reduce(picture, MAX_PIXELS, making.threads,
                                                   &making.progress, &making.small);
    if (status == ERRDIFF_OK)
        status = quantize_and_refine(&making, count, locked, palette, message);
    errdiff_palette_fit_end(&making.fit);
    free(making.small.data);
    free(making.numbers.data);
    free(making.targets);
    return status;
}

static errdiff_status check(const errdiff_image *image, int count, const errdiff_palette *locked,
                            errdiff_message *message)
{
    errdiff_status status = errdiff_image_check(image, "image", message);
    if (status != ERRDIFF_OK)
        return status;
    if (locked && (locked->count < 0 || locked->count > ERRDIFF_MAX_COLORS))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "locked: %d colors are not possible; their number must be 0 to %d",
                            locked->count, ERRDIFF_MAX_COLORS);
    int min_count = locked && locked->count > 2 ? locked->count : 2;
    if (count < min_count || count > ERRDIFF_MAX_COLORS)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("colors: %d is out of range; it must be %d to %d"), count, min_count,
                            ERRDIFF_MAX_COLORS);
    return ERRDIFF_OK;
}

errdiff_status errdiff_palette_make(const errdiff_image *image, int count,
                                    const errdiff_palette *locked, const errdiff_options *options,
                                    errdiff_palette *palette, errdiff_message *message)
{
    struct errdiff_toned picture;
    errdiff_options neutral;
    bool are_few;
    if (!options) {
        errdiff_options_init(&neutral);
        options = &neutral;
    }
    errdiff_status status = check(image, count, locked, message);
    if (status != ERRDIFF_OK)
        return status;
    status = errdiff_toned_begin(&picture, image, options, message);
    if (status == ERRDIFF_OK)
        status = errdiff_palette_of_few(&picture, count, locked, &are_few, palette, message);
    if (status == ERRDIFF_OK && !are_few)
        status = make(&picture, count, locked, options, palette, message);
    errdiff_toned_release(&picture);
    return status;
}
