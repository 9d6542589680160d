/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocates and frees the memory of images, and handles their alpha and their mask. */
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

static uint64_t count_pixels(const errdiff_image *image)
{
    return (uint64_t)image->width * (uint64_t)image->height;
}

static uint64_t data_bytes(const errdiff_image *image)
{
    return count_pixels(image) * (uint64_t)image->channels * (uint64_t)(image->bits / 8);
}

static uint64_t alpha_bytes(const errdiff_image *image)
{
    return count_pixels(image) * (uint64_t)(image->bits / 8 + 1);
}

uint64_t image_memory(const struct image *image)
{
    return (image->pixels.data ? data_bytes(&image->pixels) : 0) +
           (image->alpha ? alpha_bytes(&image->pixels) : 0);
}

int image_allocate(struct image *image, const char *name)
{
    errdiff_image *pixels = &image->pixels;
    uint64_t row_bytes =
        (uint64_t)pixels->width * (uint64_t)pixels->channels * (uint64_t)(pixels->bits / 8);
    uint64_t needed = data_bytes(pixels) + (pixels->channels % 2 == 0 ? alpha_bytes(pixels) : 0);
    if (memory_limit_check(image->held + needed, name) != 0)
        return EXIT_FAILED;
    if ((uint64_t)pixels->height <= PTRDIFF_MAX / row_bytes) {
        pixels->stride = (ptrdiff_t)row_bytes;
        pixels->data = malloc((size_t)pixels->height * (size_t)row_bytes);
    }
    return pixels->data ? 0 : fail_memory(pixels, name);
}

int image_allocate_alpha(struct image *image)
{
    errdiff_image *pixels = &image->pixels;
    size_t count = (size_t)count_pixels(pixels);
    if (memory_limit_check(image->held + data_bytes(pixels) + alpha_bytes(pixels), image->name) !=
        0)
        return EXIT_FAILED;
    image->alpha = malloc(count * (size_t)(pixels->bits / 8));
    pixels->mask = malloc(count);
    pixels->mask_stride = pixels->width;
    return image->alpha && pixels->mask ? 0 : fail_memory(pixels, image->name);
}

int image_allocate_resized(struct image *resized, const struct image *image, int width, int height,
                           uint64_t beside)
{
    *resized = *image;
    resized->pixels.width = width;
    resized->pixels.height = height;
    resized->pixels.data = NULL;
    resized->pixels.mask = NULL;
    resized->alpha = NULL;
    resized->held = image->held + image_memory(image) + beside;
    int status = image_allocate(resized, image->name);
    if (status == 0 && image->alpha)
        status = image_allocate_alpha(resized);
    resized->held = image->held;
    if (status != 0)
        image_free_pixels(resized);
    return status;
}

void image_free_pixels(struct image *image)
{
    free(image->pixels.data);
    free((void *)image->pixels.mask);
    free(image->alpha);
}

errdiff_image image_alpha(const struct image *image)
{
    const errdiff_image *pixels = &image->pixels;
    return (errdiff_image){
        .data = image->alpha,
        .width = pixels->width,
        .height = pixels->height,
        .channels = 1,
        .bits = pixels->bits,
        .stride = (ptrdiff_t)pixels->width * (pixels->bits / 8),
    };
}

void image_narrow_alpha(struct image *image)
{
    size_t count = (size_t)count_pixels(&image->pixels);
    const uint16_t *words = image->alpha;
    uint8_t *bytes = image->alpha;
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(words[i] == 0 ? 0 : words[i] < 257 ? 1 : (words[i] + 128) / 257);
}

void image_update_mask(struct image *image)
{
    uint8_t *mask = (uint8_t *)image->pixels.mask;
    size_t count = (size_t)count_pixels(&image->pixels);
    const uint8_t *bytes = image->alpha;
    const uint16_t *words = image->alpha;
    for (size_t i = 0; image->alpha && i < count; i++)
        mask[i] = (image->pixels.bits == 8 ? bytes[i] : words[i]) != 0;
}
