/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_picture.h"

#include <math.h>
#include <stdlib.h>

static int make_gray(struct picture *picture, int width, int height, int bits, const char *name)
{
    *picture = (struct picture){
        .name = name,
        .image = {.width = width, .height = height, .channels = 1, .bits = bits},
        .format = PICTURE_PNM,
    };
    return picture_allocate(picture, name);
}

static void store(const errdiff_image *image, size_t pixel, uint32_t value)
{
    if (image->bits == 8)
        ((uint8_t *)image->data)[pixel] = (uint8_t)value;
    else
        ((uint16_t *)image->data)[pixel] = (uint16_t)value;
}

static uint32_t sample_of(uint32_t k, const errdiff_hologram_options *options, int bits)
{
    uint64_t range = UINT64_C(1) << bits, levels = (uint64_t)options->levels;
    if (options->output == ERRDIFF_HOLOGRAM_AMPLITUDE)
        return (uint32_t)((2 * k * (range - 1) + levels - 1) / (2 * (levels - 1)));
    return (uint32_t)((2 * k * range + levels) / (2 * levels) % range);
}

int hologram_picture_of_levels(struct picture *picture, const uint16_t *levels, int width,
                               int height, const errdiff_hologram_options *options, int bits,
                               const char *name)
{
    int status = make_gray(picture, width, height, bits, name);
    size_t pixels = (size_t)width * (size_t)height;
    for (size_t i = 0; i < pixels && status == 0; i++)
        store(&picture->image, i, sample_of(levels[i], options, bits));
    return status;
}

enum { HISTOGRAM = 65536 };

static float modulus(errdiff_complex value)
{
    return hypotf(value.re, value.im);
}

/* The least value that no more than one pixel in a thousand exceeds, to within a 65536th of the
 * largest; 1 for a black field. */
static float white_of(const errdiff_field *field)
{
    size_t pixels = (size_t)field->width * (size_t)field->height, above = 0;
    static size_t counts[HISTOGRAM];
    float largest = 0;
    for (size_t i = 0; i < pixels; i++)
        largest = fmaxf(largest, modulus(field->values[i]));
    if (!(largest > 0))
        return 1;
    for (int i = 0; i < HISTOGRAM; i++)
        counts[i] = 0;
    for (size_t i = 0; i < pixels; i++)
        counts[(int)(modulus(field->values[i]) / largest * (HISTOGRAM - 1))]++;
    int place = HISTOGRAM - 1;
    while (place > 0 && (above += counts[place]) <= pixels / 1000)
        place--;
    return largest * (float)(place + 1) / HISTOGRAM;
}

static void draw(const errdiff_image *image, int left, const errdiff_field *field, double factor)
{
    for (int y = 0; y < field->height; y++)
        for (int x = 0; x < field->width; x++) {
            float size = modulus(field->values[(size_t)y * (size_t)field->width + (size_t)x]);
            store(image, (size_t)y * (size_t)image->width + (size_t)(left + x),
                  (uint32_t)fmin(255 * factor * (double)size + 0.5, 255));
        }
}

int hologram_picture_of_views(struct picture *picture, const errdiff_field *first, double gain,
                              const errdiff_field *second, const char *name)
{
    double white = white_of(first);
    int status = make_gray(picture, 2 * first->width, first->height, 8, name);
    if (status == 0) {
        draw(&picture->image, 0, first, 1 / white);
        draw(&picture->image, first->width, second, 1 / (white * gain));
    }
    return status;
}
