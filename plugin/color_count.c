/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts how many pixels of a result have each color of its palette. */
#include "color_count.h"

#include "color_numbers.h"

/* Counts the colors of a result that has their numbers and no mask. */
static void count_numbers(const errdiff_image *image, gint first_row, gint rows,
                          guint64 counts[ERRDIFF_MAX_COLORS])
{
    for (gint y = first_row; y < first_row + rows; y++) {
        const guint8 *row = (const guint8 *)image->data + (gssize)y * image->stride;

        for (gint x = 0; x < image->width; x++)
            counts[row[x]]++;
    }
}

void color_count(const DitherResult *result, gint first_row, gint rows,
                 guint64 counts[ERRDIFF_MAX_COLORS])
{
    gint width = result->image.width, *of_pixels;
    ColorNumbers numbers;

    if (result->has_numbers && !result->mask) {
        count_numbers(&result->image, first_row, rows, counts);
        return;
    }
    of_pixels = g_new(gint, width);
    color_numbers_begin(&numbers, &result->palette);
    for (gint y = first_row; y < first_row + rows; y++) {
        color_numbers_of_row(&numbers, result, y, of_pixels);
        for (gint x = 0; x < width; x++)
            if (of_pixels[x] != NO_COLOR_NUMBER)
                counts[of_pixels[x]]++;
    }
    g_free(of_pixels);
}
