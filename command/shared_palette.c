/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes one palette for several images, from a sample of each. */
#include "shared_palette.h"

#include "fail.h"
#include "image_file.h"
#include "image_stages.h"
#include "screen_option.h"

#include <stdlib.h>

int shared_palette_sample(struct image *image, const struct arguments *arguments, int image_count,
                          errdiff_image *sample)
{
    struct dots dots = {0};
    errdiff_message message;
    *sample = (errdiff_image){.data = NULL};
    int status = image_read(image);
    if (status == 0)
        status = image_make_ready(image, arguments, &dots);
    if (status == 0 && errdiff_palette_sample(&image->pixels, &arguments->options, image_count,
                                              sample, &message) != ERRDIFF_OK)
        status = fail(EXIT_FAILED, "%s: %s", image->name, message.text);
    free(dots.alpha);
    return status;
}

int shared_palette_sample_file(const struct arguments *arguments, int image_count,
                               errdiff_image *sample)
{
    struct image image;
    struct arguments own = *arguments;
    *sample = (errdiff_image){.data = NULL};
    int status = image_open(&image, arguments->in);
    if (status == 0)
        status = screen_take_resolution(&own.options, &image);
    if (status == 0)
        status = shared_palette_sample(&image, &own, image_count, sample);
    image_free(&image);
    return status;
}

int shared_palette_make(const struct arguments *arguments, const errdiff_image *samples,
                        int sample_count, errdiff_palette *palette)
{
    errdiff_message message;
    if (sample_count == 0)
        return fail(EXIT_FAILED, "no image has a visible pixel from which a palette could be made");
    if (errdiff_palette_make_shared(samples, sample_count, arguments->colors, &arguments->locked,
                                    &arguments->options, palette, &message) == ERRDIFF_OK)
        return 0;
    return fail(EXIT_FAILED, "%s", message.text);
}
