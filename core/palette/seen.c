/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an eye sees of an image from a usual distance. */
#include "seen.h"

#include "rule/light.h"
#include "rule/sample.h"

#include <math.h>
#include <string.h>

enum {
    RADIUS = 4,
    SIDE = 2 * RADIUS + 1,
    BITS = 12,
    PLACES = 64,    /* whose windows are summed at once */
    FEW_COLORS = 32 /* of which columns have a sum for each */
};

/* A Gaussian of 1.8 pixels; the sum is 64. */
static const uint16_t gaussian[SIDE] = {1, 4, 8, 12, 14, 12, 8, 4, 1};

/* The window around a place, as far as it is in the image. */
struct window {
    int x, y; /* the place */
    int left, right, top, bottom;
};

static struct window window_at(const errdiff_image *image, int column, int row)
{
    struct window window = {.x = 2 * column, .y = 2 * row};
    window.left = window.x < RADIUS ? 0 : window.x - RADIUS;
    window.top = window.y < RADIUS ? 0 : window.y - RADIUS;
    int right = window.x + RADIUS + 1, bottom = window.y + RADIUS + 1;
    window.right = right < image->width ? right : image->width;
    window.bottom = bottom < image->height ? bottom : image->height;
    return window;
}

/* Lightness, the cube root of light, changes most where light is little. */
static uint16_t weight_of(const uint16_t light[3])
{
    double luminance = (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]) / UINT16_MAX;
    double weight = ERRDIFF_MAX_PLACE_WEIGHT * pow(luminance / 0.02 + 1, -2.0 / 3);
    return (uint16_t)floor(weight + 0.5);
}

/* Sums over the pixels of a window that are in one column: of the weights of their rows, and of
 * these times their light. */
struct column {
    uint32_t whole, sums[3];
};

/* Sets columns[0..] to those from `left` to `right` of a row of places. */
static void sum_columns(const errdiff_image *image, const uint16_t *light,
                        const struct window *window, int left, int right, struct column *columns)
{
    memset(columns, 0, (size_t)(right - left) * sizeof *columns);
    for (int y = window->top; y < window->bottom; y++) {
        const uint8_t *row = errdiff_row(image, y, 0);
        const uint8_t *mask = errdiff_mask_row(image, y);
        uint32_t weight = gaussian[y - window->y + RADIUS];
        for (int x = left; x < right; x++) {
            if (mask && mask[x] == 0)
                continue;
            columns[x - left].whole += weight;
            for (int c = 0; c < 3; c++)
                columns[x - left].sums[c] += weight * light[row[3 * x + c]];
        }
    }
}

/* columns[0] is that of `left`. */
static struct errdiff_target target_at(const struct window *window, int left,
                                       const struct column *columns)
{
    uint32_t sums[3] = {0}, whole = 0;
    for (int x = window->left; x < window->right; x++) {
        uint32_t weight = gaussian[x - window->x + RADIUS];
        whole += weight * columns[x - left].whole;
        for (int c = 0; c < 3; c++)
            sums[c] += weight * columns[x - left].sums[c];
    }
    struct errdiff_target target = {.weight = 0};
    uint16_t mean[3];
    if (whole == 0)
        return target;
    for (int c = 0; c < 3; c++) {
        target.light[c] = (uint16_t)((sums[c] + (1u << (BITS - 1))) >> BITS);
        mean[c] = (uint16_t)(sums[c] / whole);
    }
    target.weight = weight_of(mean);
    return target;
}

void errdiff_seen_targets(const errdiff_image *image, int row, struct errdiff_target *targets)
{
    uint16_t light[UINT8_MAX + 1];
    struct column columns[2 * PLACES + SIDE];
    int along = errdiff_seen_along(image->width);
    errdiff_light_table(light, 8);
    for (int first = 0; first < along; first += PLACES) {
        int end = first + PLACES < along ? first + PLACES : along;
        struct window from = window_at(image, first, row);
        struct window to = window_at(image, end - 1, row);
        sum_columns(image, light, &from, from.left, to.right, columns);
        for (int column = first; column < end; column++) {
            struct window window = window_at(image, column, row);
            targets[column] = target_at(&window, from.left, columns);
        }
    }
}

/* Adds the pixels of a row of a window. No weight is 0, so a color without a share is new. */
HOST_DEVICE_INLINE void mix_row(const uint8_t *colors, const uint8_t *mask, const uint16_t *weights,
                                int count, uint16_t *share_of, struct errdiff_mixture *seen)
{
    int color_count = seen->count;
    for (int i = 0; i < count; i++) {
        if (mask && mask[i] == 0)
            continue;
        uint16_t share = share_of[colors[i]];
        seen->colors[color_count] = colors[i];
        color_count += share == 0;
        share_of[colors[i]] = (uint16_t)(share + weights[i]);
    }
    seen->count = color_count;
}

/* `share_of` is 0 for all colors, before and after. */
static void mix(const errdiff_image *numbers, const struct window *window,
                const uint16_t (*weights)[SIDE], uint16_t *share_of, struct errdiff_mixture *seen)
{
    int left = window->left, width = window->right - left;
    seen->count = 0;
    for (int y = window->top; y < window->bottom; y++) {
        const uint8_t *colors = (const uint8_t *)errdiff_row(numbers, y, 0) + left;
        const uint8_t *mask = errdiff_mask_row(numbers, y);
        const uint16_t *of_row = &weights[y - window->y + RADIUS][left - window->x + RADIUS];
        if (!mask && width == SIDE)
            mix_row(colors, NULL, of_row, SIDE, share_of, seen);
        else
            mix_row(colors, mask ? mask + left : NULL, of_row, width, share_of, seen);
    }
    for (int i = 0; i < seen->count; i++) {
        seen->shares[i] = share_of[seen->colors[i]];
        share_of[seen->colors[i]] = 0;
    }
}

static bool is_whole(const struct errdiff_mixture *seen)
{
    int sum = 0;
    for (int i = 0; i < seen->count; i++)
        sum += seen->shares[i];
    return sum == ERRDIFF_WHOLE_SHARE;
}

static void add_place(struct errdiff_palette_fit *fit, const errdiff_image *numbers,
                      const struct window *window, const struct errdiff_mixture *seen,
                      const struct errdiff_target *target)
{
    errdiff_palette_fit_add(fit, seen, target);
    if (is_whole(seen)) {
        const uint8_t *pixels = errdiff_row(numbers, window->y, 0);
        errdiff_palette_fit_add_dot(fit, pixels[window->x], target);
    }
}

static void add_many_colors(struct errdiff_palette_fit *fit, const errdiff_image *numbers, int row,
                            const struct errdiff_target *targets)
{
    uint16_t share_of[ERRDIFF_MAX_COLORS] = {0}, weights[SIDE][SIDE];
    struct errdiff_mixture seen;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            weights[y][x] = (uint16_t)(gaussian[x] * gaussian[y]);
    for (int column = 0; column < errdiff_seen_along(numbers->width); column++) {
        struct window window = window_at(numbers, column, row);
        mix(numbers, &window, (const uint16_t(*)[SIDE])weights, share_of, &seen);
        add_place(fit, numbers, &window, &seen, &targets[column]);
    }
}

/* The shares of colors with adjacent numbers. */
enum { EIGHT = 8 };
typedef uint16_t eight __attribute__((vector_size(EIGHT * sizeof(uint16_t))));

/* Sets columns[0..] to the weights that each color has in those from `left` to `right` of a row of
 * places. */
static void share_columns(const errdiff_image *numbers, const struct window *window, int left,
                          int right, uint16_t (*columns)[FEW_COLORS])
{
    memset(columns, 0, (size_t)(right - left) * sizeof *columns);
    for (int y = window->top; y < window->bottom; y++) {
        const uint8_t *row = errdiff_row(numbers, y, 0);
        const uint8_t *mask = errdiff_mask_row(numbers, y);
        uint16_t weight = gaussian[y - window->y + RADIUS];
        for (int x = left; x < right; x++)
            if (!mask || mask[x] != 0)
                columns[x - left][row[x]] = (uint16_t)(columns[x - left][row[x]] + weight);
    }
}

/* columns[0] is that of the window's left side. */
static void mix_columns(const struct window *window, const uint16_t (*columns)[FEW_COLORS],
                        int count, struct errdiff_mixture *seen)
{
    uint16_t shares[FEW_COLORS];
    for (int first = 0; first < count; first += EIGHT) {
        eight sums = {0}, column;
        for (int x = window->left; x < window->right; x++) {
            memcpy(&column, columns[x - window->left] + first, sizeof column);
            sums += column * gaussian[x - window->x + RADIUS];
        }
        memcpy(shares + first, &sums, sizeof sums);
    }
    int seen_count = 0;
    for (int k = 0; k < count; k++) {
        seen->colors[seen_count] = (uint8_t)k;
        seen->shares[seen_count] = shares[k];
        seen_count += shares[k] > 0;
    }
    seen->count = seen_count;
}

/* Each column is in the windows of several places, for which it is summed once. */
static void add_few_colors(struct errdiff_palette_fit *fit, const errdiff_image *numbers, int row,
                           const struct errdiff_target *targets)
{
    uint16_t columns[2 * PLACES + SIDE][FEW_COLORS];
    struct errdiff_mixture seen;
    int along = errdiff_seen_along(numbers->width);
    for (int first = 0; first < along; first += PLACES) {
        int end = first + PLACES < along ? first + PLACES : along;
        struct window from = window_at(numbers, first, row);
        struct window to = window_at(numbers, end - 1, row);
        share_columns(numbers, &from, from.left, to.right, columns);
        for (int place = first; place < end; place++) {
            struct window window = window_at(numbers, place, row);
            const uint16_t(*own)[FEW_COLORS] =
                (const uint16_t(*)[FEW_COLORS])columns + (window.left - from.left);
            mix_columns(&window, own, fit->count, &seen);
            add_place(fit, numbers, &window, &seen, &targets[place]);
        }
    }
}

void errdiff_seen_add(struct errdiff_palette_fit *fit, const errdiff_image *numbers, int row,
                      const struct errdiff_target *targets)
{
    if (fit->count <= FEW_COLORS)
        add_few_colors(fit, numbers, row, targets);
    else
        add_many_colors(fit, numbers, row, targets);
}
