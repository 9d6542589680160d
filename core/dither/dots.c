/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dots: an image is reduced to a pixel for each dot before it is dithered, and the result is
 * enlarged to squares of equal pixels. */
#include "base/message.h"
#include "base/option_value.h"
#include "base/ranges.h"
#include "base/translate.h"
#include "errdiff.h"
#include "rule/float_sample.h"
#include "rule/image.h"

#include <stdlib.h>
#include <string.h>

/*
 * Light is 0..2^32 − 1, so that even the darkest 16-bit values have different light. With 16 bits
 * of opacity and the 2^16 pixels of the largest dot, 64 bits hold the sum of a dot.
 */
static const double full_light = UINT32_MAX;

struct reduction {
    const errdiff_image *image, *alpha, *dots;
    errdiff_mean mean;
    int dot;
    uint32_t *light;      /* of each display value; NULL: the values themselves are averaged */
    uint32_t *thresholds; /* light from which on the next display value is nearer */
};

/* The sums of a dot. */
struct sums {
    uint64_t values[3];
    uint64_t weight;
    bool is_visible; /* a sample that counts is not 0 */
};

static uint32_t light_of(double display)
{
    return (uint32_t)(full_light * errdiff_srgb_to_linear(display) + 0.5);
}

static bool make_tables(struct reduction *reduction)
{
    size_t white = reduction->dots->bits == 8 ? UINT8_MAX : UINT16_MAX;
    reduction->light = malloc((white + 1) * sizeof *reduction->light);
    reduction->thresholds = malloc(white * sizeof *reduction->thresholds);
    if (!reduction->light || !reduction->thresholds)
        return false;
    for (size_t i = 0; i <= white; i++)
        reduction->light[i] = light_of((double)i / (double)white);
    for (size_t i = 0; i < white; i++)
        reduction->thresholds[i] = light_of(((double)i + 0.5) / (double)white);
    return true;
}

/* The display value that is nearest to a light: the number of thresholds up to it. */
static uint32_t nearest_display(const struct reduction *reduction, uint64_t light)
{
    uint32_t value = 0;
    for (uint32_t step = 1u << (reduction->dots->bits - 1); step > 0; step /= 2)
        if (light >= reduction->thresholds[value + step - 1])
            value += step;
    return value;
}

static uint32_t weight_of(const struct reduction *reduction, int x, int y)
{
    const uint8_t *mask = errdiff_mask_row(reduction->image, y);
    const errdiff_image *alpha = reduction->alpha;
    if (mask && mask[x] == 0)
        return 0;
    return alpha ? (uint32_t)errdiff_read(errdiff_row(alpha, y, 0), alpha->bits, x) : 1;
}

static void add_pixel(const struct reduction *reduction, const void *row, int x, uint32_t weight,
                      struct sums *sums)
{
    const errdiff_image *image = reduction->image;
    sums->weight += weight;
    for (int c = 0; c < image->channels; c++) {
        ptrdiff_t index = (ptrdiff_t)x * image->channels + c;
        uint32_t value = (uint32_t)errdiff_read(row, image->bits, index);
        sums->is_visible |= value != 0;
        sums->values[c] += (uint64_t)weight * (reduction->light ? reduction->light[value] : value);
    }
}

/* Adds the pixels of the dot in column `column` and row `row` of the dots: those that count or,
 * with `all`, all of them. */
static void add_pixels(const struct reduction *reduction, int column, int row, bool all,
                       struct sums *sums)
{
    const errdiff_image *image = reduction->image;
    int left = column * reduction->dot, right = left + reduction->dot;
    int top = row * reduction->dot, bottom = top + reduction->dot;
    right = right < image->width ? right : image->width;
    bottom = bottom < image->height ? bottom : image->height;
    *sums = (struct sums){.weight = 0};
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            uint32_t weight = all ? 1 : weight_of(reduction, x, y);
            if (weight != 0)
                add_pixel(reduction, errdiff_row(image, y, 0), x, weight, sums);
        }
}

static void reduce_rows(void *user, int begin, int end)
{
    const struct reduction *reduction = user;
    const errdiff_image *dots = reduction->dots;
    for (int y = begin; y < end; y++)
        for (int x = 0; x < dots->width; x++) {
            struct sums sums;
            add_pixels(reduction, x, y, false, &sums);
            if (sums.weight == 0)
                add_pixels(reduction, x, y, true, &sums);
            for (int c = 0; c < dots->channels; c++) {
                uint64_t mean = (sums.values[c] + sums.weight / 2) / sums.weight;
                if (reduction->light)
                    mean = nearest_display(reduction, mean);
                if (reduction->mean == ERRDIFF_MEAN_ALPHA && mean == 0)
                    mean = sums.is_visible;
                errdiff_store(errdiff_row(dots, y, c), dots->bits, (ptrdiff_t)x * dots->channels,
                              (int32_t)mean);
            }
        }
}

int errdiff_dots_along(int length, int dot)
{
    return (length - 1) / dot + 1;
}

/* Checks the dots and the image that they are made from, or which is made from them. */
static errdiff_status check(const errdiff_image *image, bool is_written, int dot,
                            const errdiff_image *dots, errdiff_message *message)
{
    errdiff_status status = is_written ? errdiff_image_check_written(image, "image", message)
                                       : errdiff_image_check(image, "image", message);
    if (status == ERRDIFF_OK)
        status = errdiff_image_check(dots, "dots", message);
    if (status == ERRDIFF_OK)
        status = errdiff_range_check("dot", dot, 1, ERRDIFF_MAX_DOT, NULL, message);
    if (status == ERRDIFF_OK &&
        (dots->width != errdiff_dots_along(image->width, dot) ||
         dots->height != errdiff_dots_along(image->height, dot) ||
         dots->channels != image->channels || dots->bits != errdiff_integer_bits(image->bits)))
        status = errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                              N_("dots: %d × %d pixels of %d × %d bits do not fit the image"),
                              dots->width, dots->height, dots->channels, dots->bits);
    return status;
}

static errdiff_status check_alpha(const errdiff_image *alpha, const errdiff_image *image,
                                  errdiff_message *message)
{
    errdiff_status status = errdiff_image_check(alpha, "alpha", message);
    if (status == ERRDIFF_OK &&
        (alpha->width != image->width || alpha->height != image->height || alpha->channels != 1))
        status = errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                              N_("alpha: it must have one channel and the size of the image"));
    return status;
}

errdiff_status errdiff_dots_reduce(const errdiff_image *image, const errdiff_image *alpha,
                                   errdiff_mean mean, int dot, const errdiff_image *dots,
                                   int threads, errdiff_message *message)
{
    struct reduction reduction = {
        .image = image, .alpha = alpha, .dots = dots, .mean = mean, .dot = dot};
    struct errdiff_progress_state unobserved = {.callback = NULL};
    errdiff_status status = check(image, false, dot, dots, message);
    if (status == ERRDIFF_OK && alpha)
        status = check_alpha(alpha, image, message);
    if (status == ERRDIFF_OK)
        status = errdiff_range_check("threads", threads, 0, ERRDIFF_MAX_THREADS, NULL, message);
    if (status != ERRDIFF_OK)
        return status;
    if (mean == ERRDIFF_MEAN_LIGHT && !make_tables(&reduction))
        status = errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory to make dots"));
    else
        status = errdiff_ranges_run(errdiff_threads_wanted(threads), dots->height, 1, reduce_rows,
                                    &reduction, &unobserved);
    free(reduction.light);
    free(reduction.thresholds);
    return status;
}

errdiff_status errdiff_dots_enlarge(const errdiff_image *dots, int dot, const errdiff_image *image,
                                    errdiff_message *message)
{
    errdiff_status status = check(image, true, dot, dots, message);
    if (status != ERRDIFF_OK)
        return status;
    size_t pixel = (size_t)image->channels * (size_t)(image->bits / 8);
    for (int y = 0; y < image->height; y++) {
        uint8_t *to = errdiff_row(image, y, 0);
        const uint8_t *from = errdiff_row(dots, y / dot, 0);
        if (y % dot != 0)
            memcpy(to, errdiff_row(image, y - 1, 0), (size_t)image->width * pixel);
        for (int x = 0; x < image->width && y % dot == 0; x++)
            memcpy(to + (size_t)x * pixel, from + (size_t)(x / dot) * pixel, pixel);
    }
    return ERRDIFF_OK;
}
