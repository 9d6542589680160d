/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images in files. */
#include "animation.h"
#include "fuzz.h"
#include "image_file.h"
#include "png_checksums.h"

#include <stdlib.h>

/* Reads every byte, so that AddressSanitizer sees whether they are there. */
static void touch(const void *bytes, size_t size)
{
    static volatile uint8_t sum;
    for (size_t i = 0; i < size; i++)
        sum = (uint8_t)(sum + ((const uint8_t *)bytes)[i]);
}

/* Of an animation. */
enum { MOST_FRAMES = 8 };

static void require_sound_image(const struct image *image)
{
    const errdiff_image *samples = &image->pixels;
    REQUIRE(samples->width >= 1 && samples->height >= 1);
    REQUIRE(samples->channels == 1 || samples->channels == 3);
    REQUIRE(samples->bits == 8 || samples->bits == 16);
    size_t pixels = (size_t)samples->width * (size_t)samples->height;
    size_t sample_bytes = (size_t)samples->bits / 8;
    REQUIRE(samples->stride ==
            (ptrdiff_t)((size_t)samples->width * (size_t)samples->channels * sample_bytes));
    touch(samples->data, pixels * (size_t)samples->channels * sample_bytes);
    REQUIRE(!image->alpha == !samples->mask);
    if (image->alpha) {
        touch(image->alpha, pixels * sample_bytes);
        touch(samples->mask, pixels);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = (uint8_t *)text_of(data, size);
    png_mend_checksums(bytes, size);
    struct image image;
    int status = image_open_stream(&image, file_of(bytes, size), "input");
    if (status == 0)
        status = image_read(&image);
    if (status == 0)
        status = image_convert(&image);
    if (status == 0)
        require_sound_image(&image);
    bool has_next = image_moves(&image);
    for (int frame = 1; status == 0 && has_next && frame < MOST_FRAMES; frame++) {
        status = image_open_next(&image, &has_next);
        if (status == 0)
            status = image_read(&image);
        if (status == 0)
            require_sound_image(&image);
    }
    image_free(&image);
    free(bytes);
    return 0;
}
