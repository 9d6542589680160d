/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the mean light of a picture. */
#include "measure.h"

#include "rule/light.h"
#include "rule/sample.h"

static bool is_sent(const errdiff_image *image, const void *row, int x, const uint8_t sent[3])
{
    int32_t unit = image->bits == 8 ? 1 : 257;
    for (int c = 0; c < image->channels; c++)
        if (errdiff_load(row, image->bits, (ptrdiff_t)x * image->channels + c) != unit * sent[c])
            return false;
    return true;
}

/* The number of the color that the device is sent for pixel x. `guess` is tried first, because
 * adjacent pixels often have the same color. */
static int find_sent(const errdiff_image *image, const void *row, int x,
                     const errdiff_palette *palette, int guess)
{
    if (is_sent(image, row, x, palette->sent[guess]))
        return guess;
    int number = 0;
    while (number + 1 < palette->count && !is_sent(image, row, x, palette->sent[number]))
        number++;
    return number;
}

/* The sample of channel c of a pixel. */
static int32_t sample_at(const errdiff_image *image, const void *row, int x, int c)
{
    return errdiff_load(row, image->bits,
                        (ptrdiff_t)x * image->channels + (image->channels == 3 ? c : 0));
}

int64_t errdiff_measure_light(const errdiff_image *image, const uint8_t *mask,
                              ptrdiff_t mask_stride, const struct errdiff_gray *gray,
                              const errdiff_palette *palette, bool has_numbers, uint16_t *table,
                              double mean[3])
{
    errdiff_light_table(table, image->bits);
    int32_t unit = image->bits == 8 ? 1 : 257;
    uint64_t sums[3] = {0};
    int64_t pixel_count = 0;
    int number = 0;
    for (int y = 0; y < image->height; y++) {
        const void *row = errdiff_row(image, y, 0);
        for (int x = 0; x < image->width; x++) {
            if (mask && mask[y * mask_stride + x] == 0)
                continue;
            pixel_count++;
            if (palette)
                number = has_numbers ? errdiff_load(row, 8, x)
                                     : find_sent(image, row, x, palette, number);
            for (int c = 0; c < 3; c++)
                sums[c] += table[palette ? unit * palette->colors[number][c]
                                 : gray  ? errdiff_gray_of(gray, row, image->bits, x)
                                         : sample_at(image, row, x, c)];
        }
    }
    for (int c = 0; c < 3; c++)
        mean[c] = pixel_count == 0 ? 0 : (double)sums[c] / 65535 / (double)pixel_count;
    return pixel_count;
}
