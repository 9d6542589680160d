/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes one palette for several pictures, from a sample of the colors of each. */
#include "shared_palette.h"

#include "fail.h"
#include "palette_option.h"
#include "picture_file.h"
#include "picture_stages.h"

#include <stdlib.h>
#include <string.h>

static int take(const struct picture *picture, const errdiff_options *tone, size_t max_count,
                struct color_sample *sample)
{
    const errdiff_image *image = &picture->image;
    size_t pixels = (size_t)image->width * (size_t)image->height;
    size_t count = pixels < max_count ? pixels : max_count;
    errdiff_message message;
    sample->colors = malloc(count * sizeof *sample->colors);
    if (!sample->colors)
        return fail(EXIT_FAILED, "%s: not enough memory", picture->name);
    if (errdiff_palette_sample(image, tone, count, sample->colors, &sample->count, &message) ==
        ERRDIFF_OK)
        return 0;
    return fail(EXIT_FAILED, "%s: %s", picture->name, message.text);
}

int color_sample_take(const struct arguments *arguments, size_t max_count,
                      struct color_sample *sample)
{
    struct picture picture;
    struct dots dots = {0};
    *sample = (struct color_sample){0};
    int status = picture_open(&picture, arguments->in);
    if (status == 0)
        status = picture_read(&picture);
    if (status == 0)
        status = picture_make_ready(&picture, arguments, &dots);
    if (status == 0)
        status = take(&picture, &arguments->options, max_count, sample);
    free(dots.alpha);
    picture_free(&picture);
    return status;
}

static void join(const struct color_sample *samples, int sample_count, errdiff_image *image)
{
    uint8_t(*next)[3] = image->data;
    for (int i = 0; i < sample_count; next += samples[i++].count)
        memcpy(next, samples[i].colors, samples[i].count * sizeof *next);
}

int shared_palette_make(const struct arguments *arguments, const struct color_sample *samples,
                        int sample_count, errdiff_palette *palette)
{
    size_t count = 0;
    for (int i = 0; i < sample_count; i++)
        count += samples[i].count;
    if (count == 0)
        return fail(EXIT_FAILED,
                    "no picture has a visible pixel from which a palette could be made");
    if (count > ERRDIFF_MAX_SIDE)
        return fail(EXIT_FAILED, "these are too many pictures for one palette");
    struct picture all = {.image = {.width = (int)count, .height = 1, .channels = 3, .bits = 8}};
    int status = picture_allocate(&all, "the shared palette");
    if (status != 0)
        return status;
    join(samples, sample_count, &all.image);
    status = palette_make(arguments, &all.image, NULL, palette);
    picture_free_pixels(&all);
    return status;
}
