/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads amplitudes or phases from gray images, or from one color of a color image. */
#include "gray_field.h"

#include "fail.h"
#include "image_file.h"

static void convert(const struct field_array *array, const errdiff_image *image, bool is_phase,
                    int channel)
{
    static const double turn = 6.28318530717958648;
    double most = (1 << image->bits) - 1, factor = is_phase ? turn / (most + 1) : 1 / most;
    size_t pixels = (size_t)array->width * (size_t)array->height;
    for (size_t i = 0; i < pixels; i++) {
        size_t at = i * (size_t)image->channels + (size_t)channel;
        int sample = image->bits == 8 ? ((const uint8_t *)image->data)[at]
                                      : ((const uint16_t *)image->data)[at];
        array->values[i] = (float)(sample * factor);
    }
}

int gray_field_read(struct field_array *array, const char *path, bool is_phase, int color)
{
    struct image image;
    *array = (struct field_array){0};
    int status = image_open(&image, path);
    if (status == 0)
        status = image_read(&image);
    bool is_gray = image.pixels.channels == 1;
    if (status == 0 && !is_gray && color == 0)
        status =
            fail(EXIT_FAILED, "%s: it is in color; --color says which one to read", image.name);
    if (status == 0)
        status = field_array_make(array, image.pixels.width, image.pixels.height, 1,
                                  image_memory(&image), image.name);
    array->has_colors = !is_gray;
    if (status == 0)
        convert(array, &image.pixels, is_phase, is_gray ? 0 : color - 1);
    image_free(&image);
    return status;
}

int gray_field_read_correction(const char *path, int width, int height, float **phases)
{
    struct field_array array;
    int status = gray_field_read(&array, path, true, 0);
    *phases = array.values;
    if (status == 0 && (array.width != width || array.height != height))
        status = fail(EXIT_FAILED, "%s: it has %d × %d pixels, what is displayed %d × %d", path,
                      array.width, array.height, width, height);
    return status;
}
