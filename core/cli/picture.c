/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture.h"

#include "fail.h"

#include <stdint.h>
#include <stdlib.h>

static int fail_memory(const errdiff_image *image, const char *name)
{
    return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", name, image->width,
                image->height);
}

int picture_allocate(struct picture *picture, const char *name)
{
    errdiff_image *image = &picture->image;
    uint64_t row_bytes =
        (uint64_t)image->width * (uint64_t)image->channels * (uint64_t)(image->bits / 8);
    if ((uint64_t)image->height <= PTRDIFF_MAX / row_bytes) {
        image->stride = (ptrdiff_t)row_bytes;
        image->data = malloc((size_t)image->height * (size_t)row_bytes);
    }
    return image->data ? 0 : fail_memory(image, name);
}

int picture_allocate_alpha(struct picture *picture)
{
    errdiff_image *image = &picture->image;
    size_t pixels = (size_t)image->width * (size_t)image->height;
    picture->alpha = malloc(pixels * (size_t)(image->bits / 8));
    image->mask = malloc(pixels);
    image->mask_stride = image->width;
    return picture->alpha && image->mask ? 0 : fail_memory(image, picture->name);
}

int picture_allocate_resized(struct picture *resized, const struct picture *picture, int width,
                             int height)
{
    *resized = *picture;
    resized->image.width = width;
    resized->image.height = height;
    resized->image.data = NULL;
    resized->image.mask = NULL;
    resized->alpha = NULL;
    int status = picture_allocate(resized, picture->name);
    if (status == 0 && picture->alpha)
        status = picture_allocate_alpha(resized);
    if (status != 0)
        picture_free_pixels(resized);
    return status;
}

void picture_free_pixels(struct picture *picture)
{
    free(picture->image.data);
    free((void *)picture->image.mask);
    free(picture->alpha);
}

errdiff_image picture_alpha(const struct picture *picture)
{
    const errdiff_image *image = &picture->image;
    return (errdiff_image){
        .data = picture->alpha,
        .width = image->width,
        .height = image->height,
        .channels = 1,
        .bits = image->bits,
        .stride = (ptrdiff_t)image->width * (image->bits / 8),
    };
}

void picture_narrow_alpha(struct picture *picture)
{
    size_t pixels = (size_t)picture->image.width * (size_t)picture->image.height;
    const uint16_t *words = picture->alpha;
    uint8_t *bytes = picture->alpha;
    for (size_t i = 0; i < pixels; i++)
        bytes[i] = (uint8_t)(words[i] == 0 ? 0 : words[i] < 257 ? 1 : (words[i] + 128) / 257);
}

void picture_update_mask(struct picture *picture)
{
    uint8_t *mask = (uint8_t *)picture->image.mask;
    size_t pixels = (size_t)picture->image.width * (size_t)picture->image.height;
    const uint8_t *bytes = picture->alpha;
    const uint16_t *words = picture->alpha;
    for (size_t i = 0; picture->alpha && i < pixels; i++)
        mask[i] = (picture->image.bits == 8 ? bytes[i] : words[i]) != 0;
}
