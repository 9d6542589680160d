/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduces a picture to the small one that a palette is made for. */
#include "palette_reduce.h"

#include "base/ranges.h"
#include "rule/light.h"

#include <stdlib.h>

struct reduction {
    const struct errdiff_toned *picture;
    const errdiff_image *small;
    uint8_t *mask; /* of the small picture; NULL: none */
    int side;      /* of a square */
    uint16_t light[UINT8_MAX + 1];
};

/* The display value whose light is nearest. */
static uint8_t display_of(const struct reduction *reduction, uint32_t light)
{
    const uint16_t *table = reduction->light;
    uint32_t value = 0;
    for (uint32_t step = 128; step > 0; step /= 2)
        if (2 * light >= (uint32_t)table[value + step - 1] + table[value + step])
            value += step;
    return (uint8_t)value;
}

/* Adds the light of the pixels from `left` to `right` in row y, and their number. */
static uint32_t add_pixels(const struct reduction *reduction, int left, int right, int y,
                           uint64_t sums[3])
{
    const uint8_t *mask = errdiff_mask_row(reduction->picture->image, y);
    uint32_t count = 0;
    for (int x = left; x < right; x++) {
        uint8_t color[3];
        if (mask && mask[x] == 0)
            continue;
        errdiff_toned_color(reduction->picture, x, y, color);
        for (int c = 0; c < 3; c++)
            sums[c] += reduction->light[color[c]];
        count++;
    }
    return count;
}

static void reduce_square(const struct reduction *reduction, int column, int row)
{
    const errdiff_image *image = reduction->picture->image, *small = reduction->small;
    int left = column * reduction->side, right = left + reduction->side;
    int top = row * reduction->side, bottom = top + reduction->side;
    right = right < image->width ? right : image->width;
    bottom = bottom < image->height ? bottom : image->height;
    uint64_t sums[3] = {0}, count = 0;
    for (int y = top; y < bottom; y++)
        count += add_pixels(reduction, left, right, y, sums);
    uint8_t *pixel = (uint8_t *)errdiff_row(small, row, 0) + 3 * column;
    for (int c = 0; c < 3; c++)
        pixel[c] = count > 0 ? display_of(reduction, (uint32_t)((sums[c] + count / 2) / count)) : 0;
    if (reduction->mask)
        reduction->mask[row * small->mask_stride + column] = count > 0;
}

static void reduce_rows(void *user, int begin, int end)
{
    const struct reduction *reduction = user;
    for (int y = begin; y < end; y++)
        for (int x = 0; x < reduction->small->width; x++)
            reduce_square(reduction, x, y);
}

static int along(int length, int side)
{
    return (length - 1) / side + 1;
}

static int choose_side(const errdiff_image *image, int max_pixels)
{
    int side = 1;
    while ((int64_t)along(image->width, side) * along(image->height, side) > max_pixels)
        side++;
    return side;
}

errdiff_status errdiff_palette_reduce(const struct errdiff_toned *picture, int max_pixels,
                                      struct errdiff_threads threads,
                                      struct errdiff_progress_state *progress, errdiff_image *small)
{
    const errdiff_image *image = picture->image;
    struct reduction reduction = {
        .picture = picture, .small = small, .side = choose_side(image, max_pixels)};
    *small = (errdiff_image){.width = along(image->width, reduction.side),
                             .height = along(image->height, reduction.side),
                             .channels = 3,
                             .bits = 8};
    size_t pixels = (size_t)small->width * (size_t)small->height;
    small->data = malloc((image->mask ? 4 : 3) * pixels);
    if (!small->data)
        return ERRDIFF_NO_MEMORY;
    small->stride = 3 * (ptrdiff_t)small->width;
    if (image->mask) {
        reduction.mask = (uint8_t *)small->data + 3 * pixels;
        small->mask = reduction.mask;
        small->mask_stride = small->width;
    }
    errdiff_light_table(reduction.light, 8);
    errdiff_status status =
        errdiff_ranges_run(threads, small->height, 1, reduce_rows, &reduction, progress);
    if (status != ERRDIFF_OK) {
        free(small->data);
        small->data = NULL;
    }
    return status;
}
