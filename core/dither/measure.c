/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure.h"

#include "rule/light.h"
#include "rule/sample.h"

/* The light of channel c of a pixel, 0..65535. */
static uint16_t light_at(const errdiff_image *image, const void *row, int x, int c,
                         const uint16_t *light, const errdiff_palette *palette)
{
    if (palette)
        return light[palette->colours[errdiff_load(row, 8, x)][c]];
    ptrdiff_t sample = (ptrdiff_t)x * image->channels + (image->channels == 3 ? c : 0);
    return light[errdiff_load(row, image->bits, sample)];
}

int64_t errdiff_measure_light(const errdiff_image *image, const uint8_t *mask,
                              ptrdiff_t mask_stride, const errdiff_palette *palette,
                              uint16_t *table, double mean[3])
{
    errdiff_light_table(table, image->bits);
    uint64_t sums[3] = {0};
    int64_t pixel_count = 0;
    for (int y = 0; y < image->height; y++) {
        const void *row = errdiff_row(image, y, 0);
        for (int x = 0; x < image->width; x++) {
            if (mask && mask[y * mask_stride + x] == 0)
                continue;
            pixel_count++;
            for (int c = 0; c < 3; c++)
                sums[c] += light_at(image, row, x, c, table, palette);
        }
    }
    for (int c = 0; c < 3; c++)
        mean[c] = pixel_count == 0 ? 0 : (double)sums[c] / 65535 / (double)pixel_count;
    return pixel_count;
}
