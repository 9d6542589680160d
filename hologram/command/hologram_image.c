/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes gray images of quantized holograms and of what is seen of them. */
#include "hologram_image.h"

#include "image_format.h"

#include <math.h>
#include <string.h>

static int make_gray(struct image *image, int width, int height, int bits, const char *name)
{
    *image = (struct image){
        .name = name,
        .pixels = {.width = width, .height = height, .channels = 1, .bits = bits},
        .format = &pnm_format,
    };
    return image_allocate(image, name);
}

static void store(const errdiff_image *image, size_t pixel, uint32_t value)
{
    if (image->bits == 8)
        ((uint8_t *)image->data)[pixel] = (uint8_t)value;
    else
        ((uint16_t *)image->data)[pixel] = (uint16_t)value;
}

int hologram_image_of_levels(struct image *image, const uint16_t *levels, int width, int height,
                             const uint16_t *samples, int bits, const char *panel, const char *name)
{
    errdiff_hologram_panel found;
    errdiff_hologram_panel_parse(panel, &found, NULL); /* it has been checked */
    int status = make_gray(image, found.electrodes * width, found.electrodes * height, bits, name);
    if (status == 0)
        errdiff_hologram_panel_draw(&found, levels, width, height, samples, bits,
                                    image->pixels.data);
    return status;
}

static float modulus(errdiff_complex value)
{
    return hypotf(value.re, value.im);
}

/* Draws a field with its corner at (left, 0). */
static void draw(const errdiff_image *image, int left, const errdiff_field *field, double factor)
{
    for (int y = 0; y < field->height; y++)
        for (int x = 0; x < field->width; x++) {
            float size = modulus(field->values[(size_t)y * (size_t)field->width + (size_t)x]);
            store(image, (size_t)y * (size_t)image->width + (size_t)(left + x),
                  (uint32_t)fmin(255 * factor * (double)size + 0.5, 255));
        }
}

int hologram_image_of_views(struct image *image, const struct hologram_views *views, double gain,
                            const char *name)
{
    int width = views->before.width;
    int status = make_gray(image, 2 * width, views->before.height, 8, name);
    double white = errdiff_field_white(&views->before);
    if (status != 0)
        return status;
    draw(&image->pixels, 0, &views->before, 1 / white);
    draw(&image->pixels, width, &views->after, 1 / (white * gain));
    return 0;
}

/* Copies the middle of both views of an image to one that begins at row `top`. */
static void copy_row(const errdiff_image *image, int top, int height, const errdiff_image *row)
{
    int width = image->width / 2, row_width = row->width / 2;
    for (int y = 0; y < height; y++)
        for (int view = 0; view < 2; view++)
            memcpy((uint8_t *)image->data + (top + y) * image->stride + view * width,
                   (const uint8_t *)row->data + ((row->height - height) / 2 + y) * row->stride +
                       view * row_width + (row_width - width) / 2,
                   (size_t)width);
}

int hologram_image_of_rows(struct image *image, const struct image *rows, int count,
                           const char *name)
{
    int width = rows[0].pixels.width, height = rows[0].pixels.height;
    for (int i = 1; i < count; i++) {
        width = rows[i].pixels.width < width ? rows[i].pixels.width : width;
        height = rows[i].pixels.height < height ? rows[i].pixels.height : height;
    }
    int status = make_gray(image, width, count * height, 8, name);
    for (int i = 0; i < count && status == 0; i++)
        copy_row(&image->pixels, i * height, height, &rows[i].pixels);
    return status;
}
