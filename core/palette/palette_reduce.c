/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduces an image to the small one that a palette is made for. */
#include "palette_reduce.h"

#include "base/ranges.h"
#include "rule/light.h"

#include <stdlib.h>
#include <string.h>

struct reduction {
    const struct errdiff_toned *toned;
    const errdiff_image *small;
    uint8_t *mask; /* of the small image; NULL: none */
    int side;      /* of a square */
    enum errdiff_reduced reduced;
    uint16_t light[UINT8_MAX + 1];
    uint16_t *sample_light; /* of each sample, if each changes its tone by itself; else NULL */
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

/* The square of a pixel of the small image: its part that lies within the image, and its sums. */
struct square {
    int left, right, top, bottom;
    uint64_t light[3];
    uint64_t count; /* of pixels */
};

static void add_row(const struct reduction *reduction, int y, struct square *square)
{
    const uint8_t *mask = errdiff_mask_row(reduction->toned->pixels, y);
    for (int x = square->left; x < square->right; x++) {
        uint8_t color[3];
        if (mask && mask[x] == 0)
            continue;
        if (reduction->reduced == ERRDIFF_REDUCED_PICK && square->count > 0)
            return;
        errdiff_toned_color(reduction->toned, x, y, color);
        for (int c = 0; c < 3; c++)
            square->light[c] += reduction->light[color[c]];
        square->count++;
    }
}

/* Adds all rows, for the mean where each sample changes its tone by itself. */
HOST_DEVICE_INLINE void add_samples(const struct reduction *reduction, int channels, int bits,
                                    struct square *square)
{
    const errdiff_image *image = reduction->toned->pixels;
    const uint16_t *light = reduction->sample_light;
    int left = square->left, right = square->right;
    uint64_t sums[3] = {0}, count = 0;
    for (int y = square->top; y < square->bottom; y++) {
        const uint8_t *mask = errdiff_mask_row(image, y);
        const void *row = errdiff_row(image, y, 0);
        for (int x = left; x < right; x++) {
            if (mask && mask[x] == 0)
                continue;
            ptrdiff_t from = (ptrdiff_t)x * channels;
            for (int c = 0; c < 3; c++)
                sums[c] += light[errdiff_read(row, bits, from + (channels == 3 ? c : 0))];
            count++;
        }
    }
    memcpy(square->light, sums, sizeof sums);
    square->count = count;
}

static void add_all_rows(const struct reduction *reduction, struct square *square)
{
    const errdiff_image *image = reduction->toned->pixels;
    if (reduction->sample_light && image->bits == 8 && image->channels == 3)
        add_samples(reduction, 3, 8, square);
    else if (reduction->sample_light)
        add_samples(reduction, image->channels, image->bits, square);
    for (int y = square->top; y < square->bottom && !reduction->sample_light; y++)
        add_row(reduction, y, square);
}

static void reduce_square(const struct reduction *reduction, int column, int row)
{
    const errdiff_image *image = reduction->toned->pixels, *small = reduction->small;
    struct square square = {.left = column * reduction->side, .top = row * reduction->side};
    int right = square.left + reduction->side, bottom = square.top + reduction->side;
    square.right = right < image->width ? right : image->width;
    square.bottom = bottom < image->height ? bottom : image->height;
    add_all_rows(reduction, &square);
    uint8_t *pixel = (uint8_t *)errdiff_row(small, row, 0) + 3 * (ptrdiff_t)column;
    for (int c = 0; c < 3; c++) {
        uint64_t mean = square.count > 0 ? (square.light[c] + square.count / 2) / square.count : 0;
        pixel[c] = display_of(reduction, (uint32_t)mean);
    }
    if (reduction->mask)
        reduction->mask[row * small->mask_stride + column] = square.count > 0;
}

static void reduce_rows(void *user, int begin, int end)
{
    const struct reduction *reduction = user;
    for (int y = begin; y < end; y++)
        for (int x = 0; x < reduction->small->width; x++)
            reduce_square(reduction, x, y);
}

/* Returns false if there is not enough memory. */
static bool make_sample_light(struct reduction *reduction)
{
    const struct errdiff_toned *toned = reduction->toned;
    if (reduction->reduced != ERRDIFF_REDUCED_MEAN || toned->has_gray || toned->saturates)
        return true;
    int32_t count = 1 << errdiff_integer_bits(toned->pixels->bits);
    reduction->sample_light = malloc((size_t)count * sizeof *reduction->sample_light);
    for (int32_t i = 0; i < count && reduction->sample_light; i++)
        reduction->sample_light[i] = reduction->light[toned->narrow[i]];
    return reduction->sample_light != NULL;
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

errdiff_status errdiff_palette_reduce(const struct errdiff_toned *toned,
                                      enum errdiff_reduced reduced, int max_pixels,
                                      struct errdiff_threads threads,
                                      struct errdiff_progress_state *progress, errdiff_image *small)
{
    const errdiff_image *image = toned->pixels;
    struct reduction reduction = {
        .toned = toned, .small = small, .reduced = reduced, .side = choose_side(image, max_pixels)};
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
        make_sample_light(&reduction)
            ? errdiff_ranges_run(threads, small->height, 1, reduce_rows, &reduction, progress)
            : ERRDIFF_NO_MEMORY;
    free(reduction.sample_light);
    if (status != ERRDIFF_OK) {
        free(small->data);
        small->data = NULL;
    }
    return status;
}
