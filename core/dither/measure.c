/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the mean light of an image. */
#include "measure.h"

#include "rule/float_sample.h"
#include "rule/light.h"

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

/* The light of the pixels that are measured. */
struct measured {
    uint64_t sums[3];
    int64_t count; /* of pixels */
};

/* Adds a row of samples. `channels` and `bits` are constants where this is inlined. */
HOST_DEVICE_INLINE void add_samples(const void *row, const uint8_t *mask, int width, int channels,
                                    int bits, const uint16_t *table, struct measured *measured)
{
    uint64_t sums[3] = {0};
    for (int x = 0; x < width; x++) {
        if (mask && mask[x] == 0)
            continue;
        measured->count++;
        for (int c = 0; c < 3; c++)
            sums[c] +=
                table[errdiff_read(row, bits, (ptrdiff_t)x * channels + (channels == 3 ? c : 0))];
    }
    for (int c = 0; c < 3; c++)
        measured->sums[c] += sums[c];
}

static void add_grays(const errdiff_image *image, const void *row, const uint8_t *mask,
                      const struct errdiff_gray *gray, const uint16_t *table,
                      struct measured *measured)
{
    for (int x = 0; x < image->width; x++) {
        if (mask && mask[x] == 0)
            continue;
        measured->count++;
        for (int c = 0; c < 3; c++)
            measured->sums[c] += table[errdiff_gray_of(gray, row, image->bits, x)];
    }
}

/* Counts the pixels of each color of a palette. */
static void count_colors(const errdiff_image *image, const void *row, const uint8_t *mask,
                         const errdiff_palette *palette, int64_t *counts)
{
    int number = 0;
    for (int x = 0; x < image->width; x++) {
        if (mask && mask[x] == 0)
            continue;
        number = find_sent(image, row, x, palette, number);
        counts[number]++;
    }
}

static void count_numbers(const uint8_t *row, const uint8_t *mask, int width, int64_t *counts)
{
    for (int x = 0; x < width; x++)
        counts[row[x]] += !mask || mask[x] != 0;
}

static void add_counted(const int64_t *counts, const errdiff_palette *palette, int unit,
                        const uint16_t *table, struct measured *measured)
{
    for (int i = 0; i < palette->count; i++) {
        measured->count += counts[i];
        for (int c = 0; c < 3; c++)
            measured->sums[c] += (uint64_t)counts[i] * table[unit * palette->colors[i][c]];
    }
}

int64_t errdiff_measure_light(const errdiff_image *image, const uint8_t *mask,
                              ptrdiff_t mask_stride, const struct errdiff_gray *gray,
                              const errdiff_palette *palette, bool has_numbers, uint16_t *table,
                              double mean[3])
{
    struct measured measured = {.count = 0};
    int64_t counts[ERRDIFF_MAX_COLORS] = {0};
    errdiff_light_table(table, errdiff_integer_bits(image->bits));
    for (int y = 0; y < image->height; y++) {
        const void *row = errdiff_row(image, y, 0);
        const uint8_t *row_mask = mask ? mask + y * mask_stride : NULL;
        if (palette && has_numbers)
            count_numbers(row, row_mask, image->width, counts);
        else if (palette)
            count_colors(image, row, row_mask, palette, counts);
        else if (gray)
            add_grays(image, row, row_mask, gray, table, &measured);
        else if (image->bits == 8 && image->channels == 3 && !mask)
            add_samples(row, NULL, image->width, 3, 8, table, &measured);
        else
            add_samples(row, row_mask, image->width, image->channels, image->bits, table,
                        &measured);
    }
    if (palette)
        add_counted(counts, palette, image->bits == 8 ? 1 : 257, table, &measured);
    for (int c = 0; c < 3; c++)
        mean[c] =
            measured.count == 0 ? 0 : (double)measured.sums[c] / 65535 / (double)measured.count;
    return measured.count;
}
