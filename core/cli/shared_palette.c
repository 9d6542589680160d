/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared_palette.h"

#include "fail.h"
#include "palette_option.h"
#include "picture_file.h"

#include <stdlib.h>
#include <string.h>

/* So many colors of all pictures together, unless there are so many pictures that each would have
 * less than the least. */
enum { MAX_COLORS_OF_ALL = 1 << 24, LEAST_OF_A_PICTURE = 1 << 10 };

size_t color_sample_size(int picture_count)
{
    int share = MAX_COLORS_OF_ALL / picture_count;
    return share < LEAST_OF_A_PICTURE ? LEAST_OF_A_PICTURE : (size_t)share;
}

static void load_color(const errdiff_image *image, size_t pixel, uint8_t color[3])
{
    for (size_t c = 0; c < 3; c++) {
        size_t at = pixel * (size_t)image->channels + (image->channels == 3 ? c : 0);
        color[c] = image->bits == 8 ? ((const uint8_t *)image->data)[at]
                                    : (uint8_t)((((const uint16_t *)image->data)[at] + 128) / 257);
    }
}

static int take(const struct picture *picture, size_t max_count, struct color_sample *sample)
{
    const errdiff_image *image = &picture->image;
    size_t pixels = (size_t)image->width * (size_t)image->height;
    size_t count = pixels < max_count ? pixels : max_count;
    sample->colors = malloc(count * sizeof *sample->colors);
    if (!sample->colors)
        return fail(EXIT_FAILED, "%s: not enough memory", picture->name);
    sample->is_gray = image->channels == 1;
    for (size_t i = 0; i < count; i++) {
        size_t pixel = (size_t)((double)pixels / (double)count * (double)i);
        if (!image->mask || image->mask[pixel] != 0)
            load_color(image, pixel, sample->colors[sample->count++]);
    }
    return 0;
}

int color_sample_take(const char *path, size_t max_count, struct color_sample *sample)
{
    struct picture picture;
    *sample = (struct color_sample){0};
    int status = picture_open(&picture, path);
    if (status == 0)
        status = picture_read(&picture);
    if (status == 0)
        status = take(&picture, max_count, sample);
    picture_free(&picture);
    return status;
}

/* Copies all colors to an image, of one channel if all pictures are gray. */
static void join(const struct color_sample *samples, int sample_count, errdiff_image *image)
{
    uint8_t *next = image->data;
    for (int i = 0; i < sample_count; i++)
        for (size_t j = 0; j < samples[i].count; j++, next += image->channels)
            memcpy(next, samples[i].colors[j], (size_t)image->channels);
}

int shared_palette_make(const struct arguments *arguments, const struct color_sample *samples,
                        int sample_count, errdiff_palette *palette)
{
    bool are_gray = true;
    size_t count = 0;
    for (int i = 0; i < sample_count; i++) {
        count += samples[i].count;
        are_gray = are_gray && (samples[i].is_gray || samples[i].count == 0);
    }
    if (count == 0)
        return fail(EXIT_FAILED,
                    "no picture has a visible pixel from which a palette could be made");
    if (count > ERRDIFF_MAX_SIDE)
        return fail(EXIT_FAILED, "these are too many pictures for one palette");
    struct picture all = {
        .image = {.width = (int)count, .height = 1, .channels = are_gray ? 1 : 3, .bits = 8}};
    int status = picture_allocate(&all, "the shared palette");
    if (status != 0)
        return status;
    join(samples, sample_count, &all.image);
    status = palette_make(arguments, &all.image, palette);
    picture_free_pixels(&all);
    return status;
}
