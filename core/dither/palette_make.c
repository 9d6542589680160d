/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes palettes for images that are dithered. libimagequant finds colors for images whose
 * pixels are rounded to them. A mixture of a few dots shows more colors than that, if the colors
 * lie where the mixtures need them. So small images are dithered with the colors, these are
 * fitted to what an eye sees of the results, and this is repeated. If many passes of a search are
 * asked for, a search follows each dithering.
 */
#include "base/message.h"
#include "base/option_value.h"
#include "base/ranges.h"
#include "base/translate.h"
#include "options.h"
#include "palette/palette_few.h"
#include "palette/palette_quantize.h"
#include "palette/palette_reduce.h"
#include "palette/seen.h"
#include "rule/image.h"
#include "run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PIXELS = 1 << 18,        /* of all small images together, unless */
    LEAST_OF_AN_IMAGE = 1 << 10, /* an image's share would be less than this */
    MAX_PIXELS_OF_FEW = 1 << 24, /* of all samples of images of few colors */
    ROUNDS = 5,
    FIT_ROWS = 32, /* rows of places whose sums a thread adds at once */
    /* Of images with at most so many pixels, teams would wait longer for each other than work. */
    PIXELS_OF_A_THREAD = 1 << 14,
    /* Of a search that follows the dithering of each round, if many passes are asked for: the
     * colors then suit what the search makes of them. */
    PASSES_OF_A_ROUND = 2,

    /* A mixture that its near colors cannot reach leaves errors that grow until they reach a color
     * far away, and a single dot of it corrects the mean. With a part of each error lost the mean
     * is wrong instead, so the fit moves the near colors to where no such dots are needed. */
    STRENGTH = 95,

    /* The shares of colors follow when the colors move, so a round goes twice as far as is best for
     * the shares that it saw. */
    STEP = 2
};

/* The shares of the whole work after which a stage ends. */
static const double reduced = 0.3, quantized = 0.4;

/* A small image. */
struct view {
    errdiff_image image;
    errdiff_image numbers;          /* the image, dithered */
    struct errdiff_target *targets; /* what is to be seen of it */
};

struct making {
    struct view *views;
    int view_count;
    struct view *current;
    struct errdiff_palette_fit fit; /* to all views */
    errdiff_options options;        /* of the dithering */
    struct errdiff_threads threads;
    struct errdiff_progress_state progress;
    double begin, end;    /* the shares of the whole work when a dithering begins and ends */
    pthread_mutex_t lock; /* of the fit, and of what follows */
    bool lacks_memory;
};

static int report_dithering(void *user, double done)
{
    struct making *making = user;
    return errdiff_progress_poll(&making->progress,
                                 making->begin + (making->end - making->begin) * done);
}

/* ---- What is seen -------------------------------------------------------------------------- */

static struct errdiff_target *targets_of(const struct view *view, int row)
{
    return view->targets + (ptrdiff_t)row * errdiff_seen_along(view->image.width);
}

static void find_targets(void *user, int begin, int end)
{
    const struct view *view = ((struct making *)user)->current;
    for (int row = begin; row < end; row++)
        errdiff_seen_targets(&view->image, row, targets_of(view, row));
}

static void add_rows(void *user, int begin, int end)
{
    struct making *making = user;
    const struct view *view = making->current;
    struct errdiff_palette_fit part;
    bool has_memory = errdiff_palette_fit_begin(&part, making->fit.count);
    for (int row = begin; has_memory && row < end; row++)
        errdiff_seen_add(&part, &view->numbers, row, targets_of(view, row));
    pthread_mutex_lock(&making->lock);
    if (has_memory)
        errdiff_palette_fit_join(&making->fit, &part);
    else
        making->lacks_memory = true;
    pthread_mutex_unlock(&making->lock);
    errdiff_palette_fit_end(&part);
}

/* Calls `work` for all rows of places of the current view. */
static errdiff_status run_rows(struct making *making, void (*work)(void *user, int begin, int end))
{
    return errdiff_ranges_run(making->threads, errdiff_seen_along(making->current->image.height),
                              FIT_ROWS, work, making, &making->progress);
}

static errdiff_status dither_view(const struct making *making, errdiff_report *report)
{
    const struct view *view = making->current;
    const struct errdiff_engine *engine = NULL;
    errdiff_status status = errdiff_options_check_values(&making->options, &report->message);
    if (status != ERRDIFF_OK)
        return status;
    /* It is too large for the stack of a small thread. */
    struct errdiff_job *job = malloc(sizeof *job);
    if (!job)
        return ERRDIFF_NO_MEMORY;
    status = errdiff_run_prepare(job, &engine, &view->image, &view->numbers, &making->options, NULL,
                                 report);
    if (status == ERRDIFF_OK)
        status = errdiff_run(job, engine, &view->image, &view->numbers, 0, report);
    errdiff_job_release(job);
    free(job);
    return status;
}

/* Dithers the current view and adds what an eye sees of the result to the fit. */
static errdiff_status look_at_view(struct making *making, errdiff_message *message)
{
    errdiff_report report;
    errdiff_status status = dither_view(making, &report);
    if (status == ERRDIFF_CANNOT_RUN && message)
        *message = report.message;
    if (status == ERRDIFF_OK)
        status = run_rows(making, add_rows);
    return making->lacks_memory ? ERRDIFF_NO_MEMORY : status;
}

/* Does so for all views. `round` is the number of the round. */
static errdiff_status look(struct making *making, const errdiff_palette *palette, int round,
                           errdiff_message *message)
{
    double share = (1 - quantized) / (ROUNDS + 1) / making->view_count;
    errdiff_status status = ERRDIFF_OK;
    errdiff_palette_fit_end(&making->fit);
    if (!errdiff_palette_fit_begin(&making->fit, palette->count))
        return ERRDIFF_NO_MEMORY;
    making->options.palette = palette;
    for (int i = 0; i < making->view_count && status == ERRDIFF_OK; i++) {
        making->current = &making->views[i];
        making->begin = quantized + share * (round * making->view_count + i);
        making->end = making->begin + share;
        status = look_at_view(making, message);
    }
    return status;
}

/* ---- The palette --------------------------------------------------------------------------- */

/* Removes colors that are there twice; those that are kept have the lower numbers. */
static void remove_equal(errdiff_palette *palette, int locked)
{
    int count = palette->count;
    palette->count = locked;
    for (int i = locked; i < count; i++)
        if (!errdiff_palette_has(palette, palette->colors[i]))
            memcpy(palette->colors[palette->count++], palette->colors[i], 3);
    errdiff_palette_complete_sent(palette, locked);
}

/* A round can make the palette worse, so the best one is kept. */
static errdiff_status refine(struct making *making, int locked, errdiff_palette *palette,
                             errdiff_message *message)
{
    errdiff_palette tried = *palette;
    double least = 0;
    for (int round = 0; round <= ROUNDS; round++) {
        errdiff_status status = look(making, &tried, round, message);
        if (status != ERRDIFF_OK)
            return status;
        double error = errdiff_palette_fit_error(&making->fit, &tried);
        if (round == 0 || error < least) {
            least = error;
            *palette = tried;
        }
        errdiff_palette_fit_solve(&making->fit, locked, STEP, &tried);
        if (round == 0)
            errdiff_palette_fit_swap(&making->fit, locked, &tried);
        remove_equal(&tried, locked);
    }
    return ERRDIFF_OK;
}

/* Libimagequant wants the small images one after the other. */
static errdiff_status quantize(const struct making *making, int count,
                               const errdiff_palette *locked, errdiff_palette *palette,
                               errdiff_message *message)
{
    errdiff_image *images = malloc((size_t)making->view_count * sizeof *images);
    if (!images)
        return ERRDIFF_NO_MEMORY;
    for (int i = 0; i < making->view_count; i++)
        images[i] = making->views[i].image;
    errdiff_status status =
        errdiff_palette_quantize(images, making->view_count, count, locked, palette, message);
    free(images);
    return status;
}

/* ---- The views ----------------------------------------------------------------------------- */

static errdiff_status begin_view(struct making *making, const struct errdiff_toned *image,
                                 int max_pixels)
{
    struct view *view = making->current;
    errdiff_status status = errdiff_palette_reduce(
        image, ERRDIFF_REDUCED_MEAN, max_pixels, making->threads, &making->progress, &view->image);
    if (status != ERRDIFF_OK)
        return status;
    size_t places = (size_t)errdiff_seen_along(view->image.width) *
                    (size_t)errdiff_seen_along(view->image.height);
    view->numbers = view->image;
    view->numbers.channels = 1;
    view->numbers.stride = view->image.width;
    view->numbers.data = malloc((size_t)view->image.width * (size_t)view->image.height);
    view->targets = malloc(places * sizeof *view->targets);
    return view->numbers.data && view->targets ? run_rows(making, find_targets) : ERRDIFF_NO_MEMORY;
}

static int share_of(int max_pixels, int image_count)
{
    int share = max_pixels / image_count;
    return share < LEAST_OF_AN_IMAGE ? LEAST_OF_AN_IMAGE : share;
}

static errdiff_status begin_views(struct making *making, const struct errdiff_toned *images,
                                  int count)
{
    errdiff_status status = ERRDIFF_OK;
    making->views = calloc((size_t)count, sizeof *making->views);
    if (!making->views)
        return ERRDIFF_NO_MEMORY;
    making->view_count = count;
    for (int i = 0; i < count && status == ERRDIFF_OK; i++) {
        making->current = &making->views[i];
        status = begin_view(making, &images[i], share_of(MAX_PIXELS, count));
        if (status == ERRDIFF_OK &&
            errdiff_progress_poll(&making->progress, reduced * (i + 1) / count))
            status = ERRDIFF_CANCELLED;
    }
    return status;
}

static void end_views(const struct making *making)
{
    for (int i = 0; i < making->view_count; i++) {
        free(making->views[i].image.data);
        free(making->views[i].numbers.data);
        free(making->views[i].targets);
    }
    free(making->views);
}

/* ---- The public functions ------------------------------------------------------------------ */

/* Whether one thread is enough for each of the images. */
static bool are_small(const struct errdiff_toned *images, int count)
{
    for (int i = 0; i < count; i++)
        if ((int64_t)images[i].pixels->width * images[i].pixels->height > PIXELS_OF_A_THREAD)
            return false;
    return true;
}

static bool has_search(const errdiff_options *options)
{
    return options->refine >= ERRDIFF_PALETTE_PASSES;
}

static struct making making_of(const errdiff_options *options, int threads)
{
    struct making making = {.threads = errdiff_threads_wanted(threads),
                            .lock = PTHREAD_MUTEX_INITIALIZER};
    errdiff_options_init(&making.options);
    making.options.kernel = "errdiff-12";
    making.options.linear = 1;
    making.options.indexed = 1;
    making.options.strength = STRENGTH;
    if (has_search(options)) {
        making.options.refine = PASSES_OF_A_ROUND;
        making.options.viewing = options->viewing;
    }
    making.options.engine = errdiff_engine_available("wavefront", NULL) ? "wavefront" : "block";
    making.options.threads = threads;
    errdiff_progress_start(&making.progress, options, 1, 1);
    return making;
}

/* Makes a palette for images of more than `count` colors. */
static errdiff_status make_for_many_colors(const struct errdiff_toned *images, int image_count,
                                           int count, const errdiff_palette *locked,
                                           const errdiff_options *options, errdiff_palette *palette,
                                           errdiff_message *message)
{
    errdiff_palette made;
    struct making making =
        making_of(options, are_small(images, image_count) ? 1 : options->threads);
    making.options.progress = report_dithering;
    making.options.progress_user = &making;
    errdiff_status status = begin_views(&making, images, image_count);
    if (status == ERRDIFF_OK)
        status = quantize(&making, count, locked, &made, message);
    if (status == ERRDIFF_OK)
        status = refine(&making, locked ? locked->count : 0, &made, message);
    if (status == ERRDIFF_OK)
        *palette = made;
    errdiff_palette_fit_end(&making.fit);
    end_views(&making);
    return status;
}

/* Where every pixel is masked out, nothing is dithered, and any colors do. */
static const errdiff_palette of_no_pixels = {.count = 2, .colors = {{0, 0, 0}, {255, 255, 255}}};

static errdiff_status make(const struct errdiff_toned *images, int image_count, int count,
                           const errdiff_palette *locked, const errdiff_options *options,
                           errdiff_palette *palette, errdiff_message *message)
{
    errdiff_palette few;
    bool are_few;
    errdiff_status status = errdiff_palette_can_quantize(message);
    if (status == ERRDIFF_OK)
        status = errdiff_palette_of_few(images, image_count, count, locked, &are_few, &few);
    if (status == ERRDIFF_OK && !are_few)
        status =
            make_for_many_colors(images, image_count, count, locked, options, palette, message);
    else if (status == ERRDIFF_OK)
        *palette = few.count > 0 ? few : of_no_pixels;
    if (status == ERRDIFF_NO_MEMORY)
        errdiff_fail(message, status, N_("not enough memory to make a palette"));
    else if (status == ERRDIFF_CANCELLED)
        errdiff_fail(message, status, N_("cancelled"));
    return status;
}

/* The search that follows the dithering is for a viewer; without one, `viewing` does not matter. */
static errdiff_status check_viewing(const errdiff_options *options, errdiff_message *message)
{
    const ptrdiff_t viewing = offsetof(errdiff_options, viewing);
    return has_search(options) ? errdiff_option_check_members(errdiff_option_get, options, viewing,
                                                              viewing, message)
                               : ERRDIFF_OK;
}

static errdiff_status check(int count, const errdiff_palette *locked,
                            const errdiff_options *options, errdiff_message *message)
{
    if (locked && (locked->count < 0 || locked->count > ERRDIFF_MAX_COLORS))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "locked: %d colors are not possible; their number must be 0 to %d",
                            locked->count, ERRDIFF_MAX_COLORS);
    int min_count = locked && locked->count > 2 ? locked->count : 2;
    if (count < min_count || count > ERRDIFF_MAX_COLORS)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("colors: %d is out of range; it must be %d to %d"), count, min_count,
                            ERRDIFF_MAX_COLORS);
    return check_viewing(options, message);
}

errdiff_status errdiff_palette_make(const errdiff_image *pixels, int count,
                                    const errdiff_palette *locked, const errdiff_options *options,
                                    errdiff_palette *palette, errdiff_message *message)
{
    struct errdiff_toned image;
    errdiff_options neutral;
    if (!options)
        errdiff_options_init(&neutral);
    options = options ? options : &neutral;
    errdiff_status status = errdiff_image_check(pixels, "image", message);
    if (status == ERRDIFF_OK)
        status = check(count, locked, options, message);
    if (status != ERRDIFF_OK)
        return status;
    status = errdiff_toned_begin(&image, pixels, options, message);
    if (status == ERRDIFF_OK)
        status = make(&image, 1, count, locked, options, palette, message);
    errdiff_toned_release(&image);
    return status;
}

errdiff_status errdiff_palette_sample(const errdiff_image *pixels, const errdiff_options *options,
                                      int image_count, errdiff_image *sample,
                                      errdiff_message *message)
{
    struct errdiff_toned image;
    struct errdiff_progress_state unobserved = {.callback = NULL};
    errdiff_palette few;
    bool are_few;
    sample->data = NULL;
    errdiff_status status = errdiff_image_check(pixels, "image", message);
    if (status != ERRDIFF_OK)
        return status;
    status = errdiff_toned_begin(&image, pixels, options, message);
    if (status == ERRDIFF_OK)
        status = errdiff_palette_of_few(&image, 1, ERRDIFF_MAX_COLORS, NULL, &are_few, &few);
    if (status == ERRDIFF_OK && (!are_few || few.count > 0))
        status = errdiff_palette_reduce(
            &image, are_few ? ERRDIFF_REDUCED_PICK : ERRDIFF_REDUCED_MEAN,
            share_of(are_few ? MAX_PIXELS_OF_FEW : MAX_PIXELS, image_count),
            errdiff_threads_wanted(options ? options->threads : 0), &unobserved, sample);
    if (status == ERRDIFF_NO_MEMORY)
        errdiff_fail(message, status, N_("not enough memory to make a palette"));
    errdiff_toned_release(&image);
    return status;
}

/* Makes the palette of samples, whose tone is changed already. */
static errdiff_status make_of_samples(struct errdiff_toned *toned, const errdiff_image *samples,
                                      int sample_count, int count, const errdiff_palette *locked,
                                      const errdiff_options *options, errdiff_palette *palette,
                                      errdiff_message *message)
{
    errdiff_status status = ERRDIFF_OK;
    for (int i = 0; i < sample_count && status == ERRDIFF_OK; i++)
        status = errdiff_image_check(&samples[i], "sample", message);
    for (int i = 0; i < sample_count && status == ERRDIFF_OK; i++)
        status = errdiff_toned_begin(&toned[i], &samples[i], NULL, message);
    if (status == ERRDIFF_OK)
        status = make(toned, sample_count, count, locked, options, palette, message);
    for (int i = 0; i < sample_count; i++)
        errdiff_toned_release(&toned[i]);
    return status;
}

errdiff_status errdiff_palette_make_shared(const errdiff_image *samples, int sample_count,
                                           int count, const errdiff_palette *locked,
                                           const errdiff_options *options, errdiff_palette *palette,
                                           errdiff_message *message)
{
    errdiff_options neutral;
    if (!options)
        errdiff_options_init(&neutral);
    options = options ? options : &neutral;
    errdiff_status status = check(count, locked, options, message);
    if (status == ERRDIFF_OK && sample_count < 1)
        status = errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                              "samples: %d are not possible; their number must be 1 or more",
                              sample_count);
    if (status != ERRDIFF_OK)
        return status;
    struct errdiff_toned *toned = calloc((unsigned int)sample_count, sizeof *toned);
    if (!toned)
        return errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory to make a palette"));
    status =
        make_of_samples(toned, samples, sample_count, count, locked, options, palette, message);
    free(toned);
    return status;
}
