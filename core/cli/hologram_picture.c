/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_picture.h"

#include <math.h>

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

/* The sample for phase k of K where 2π is not 2^bits. */
static uint16_t sample_of_phase(int64_t k, int64_t levels, int64_t two_pi)
{
    return (uint16_t)((2 * k * two_pi + levels) / (2 * levels) % two_pi);
}

int hologram_picture_of_levels(struct picture *picture, const uint16_t *levels, int width,
                               int height, const errdiff_hologram_options *options, int bits,
                               int two_pi, const char *name)
{
    int status = make_gray(picture, width, height, bits, name);
    size_t pixels = (size_t)width * (size_t)height;
    for (size_t i = 0; i < pixels && status == 0; i++)
        store(&picture->image, i,
              two_pi > 0 ? sample_of_phase(levels[i], options->levels, two_pi)
                         : errdiff_hologram_sample(levels[i], options, bits));
    return status;
}

static float modulus(errdiff_complex value)
{
    return hypotf(value.re, value.im);
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
    double white = errdiff_field_white(first);
    int status = make_gray(picture, 2 * first->width, first->height, 8, name);
    if (status == 0) {
        draw(&picture->image, 0, first, 1 / white);
        draw(&picture->image, first->width, second, 1 / (white * gain));
    }
    return status;
}
