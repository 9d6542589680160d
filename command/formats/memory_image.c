/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocates and frees the memory of pictures, and handles their alpha and their mask. */
#include "memory_image.h"

#include "fail.h"
#include "memory_limit.h"

#include <stdint.h>
#include <stdlib.h>

static int fail_memory(const errdiff_image *image, const char *name)
{
    return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", name, image->width,
                image->height);
}

static uint64_t pixels_of(const errdiff_image *image)
{
    return (uint64_t)image->width * (uint64_t)image->height;
}

static uint64_t data_bytes(const errdiff_image *image)
{
    return pixels_of(image) * (uint64_t)image->channels * (uint64_t)(image->bits / 8);
}

static uint64_t alpha_bytes(const errdiff_image *image)
{
    return pixels_of(image) * (uint64_t)(image->bits / 8 + 1);
}

uint64_t picture_memory(const struct picture *picture)
{
    return (picture->image.data ? data_bytes(&picture->image) : 0) +
           (picture->alpha ? alpha_bytes(&picture->image) : 0);
}

int picture_allocate(struct picture *picture, const char *name)
{
    errdiff_image *image = &picture->image;
    uint64_t row_bytes =
        (uint64_t)image->width * (uint64_t)image->channels * (uint64_t)(image->bits / 8);
    uint64_t needed = data_bytes(image) + (image->channels % 2 == 0 ? alpha_bytes(image) : 0);
    if (memory_limit_check(picture->held + needed, name) != 0)
        return EXIT_FAILED;
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
    if (memory_limit_check(picture->held + data_bytes(image) + alpha_bytes(image), picture->name) !=
        0)
        return EXIT_FAILED;
    picture->alpha = malloc(pixels * (size_t)(image->bits / 8));
    image->mask = malloc(pixels);
    image->mask_stride = image->width;
    return picture->alpha && image->mask ? 0 : fail_memory(image, picture->name);
}

int picture_allocate_resized(struct picture *resized, const struct picture *picture, int width,
                             int height, uint64_t beside)
{
    *resized = *picture;
    resized->image.width = width;
    resized->image.height = height;
    resized->image.data = NULL;
    resized->image.mask = NULL;
    resized->alpha = NULL;
    resized->held = picture->held + picture_memory(picture) + beside;
    int status = picture_allocate(resized, picture->name);
    if (status == 0 && picture->alpha)
        status = picture_allocate_alpha(resized);
    resized->held = picture->held;
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
