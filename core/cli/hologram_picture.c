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

/* Draws the middle of a field, width × height pixels, with its corner at (left, top). */
static void draw(const errdiff_image *image, int left, int top, int width, int height,
                 const errdiff_field *field, double factor)
{
    const errdiff_complex *first = field->values +
                                   (size_t)((field->height - height) / 2) * (size_t)field->width +
                                   (field->width - width) / 2;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float size = modulus(first[(size_t)y * (size_t)field->width + (size_t)x]);
            store(image, (size_t)(top + y) * (size_t)image->width + (size_t)(left + x),
                  (uint32_t)fmin(255 * factor * (double)size + 0.5, 255));
        }
}

int hologram_picture_of_views(struct picture *picture, const struct hologram_views *views,
                              int count, double gain, const char *name)
{
    int width = views[0].before.width, height = views[0].before.height;
    for (int i = 1; i < count; i++) {
        width = views[i].before.width < width ? views[i].before.width : width;
        height = views[i].before.height < height ? views[i].before.height : height;
    }
    int status = make_gray(picture, 2 * width, count * height, 8, name);
    for (int i = 0; i < count && status == 0; i++) {
        double white = errdiff_field_white(&views[i].before);
        draw(&picture->image, 0, i * height, width, height, &views[i].before, 1 / white);
        draw(&picture->image, width, i * height, width, height, &views[i].after,
             1 / (white * gain));
    }
    return status;
}
