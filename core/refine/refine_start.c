/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the seen errors of a result. Compiled once for each instruction set. */
#include "refine_start.h"

#include "refine_place.h"

#include "rule/sample.h"

enum {
    TILE = ERRDIFF_REFINE_TILE,
    MARGIN = ERRDIFF_REFINE_MARGIN,
    WIDTH = ERRDIFF_REFINE_GROUP_WIDTH,
    HEIGHT = ERRDIFF_REFINE_GROUP_HEIGHT,
    DOWN = ERRDIFF_REFINE_GROUP_DOWN * TILE, /* rows of pixels without what surrounds them */
    BLOCK = ERRDIFF_REFINE_BLOCK,
    CENTER = ERRDIFF_EYE_CENTER,
    ROWS = 4 /* whose sums are made together */
};

/* ---- Differences --------------------------------------------------------------------------- */

/* Like errdiff_load_pixel, for one channel of a row of pixels; `bits` is a constant. */
INLINE void load_channel(const struct errdiff_refine_planes *planes, const struct place *place,
                         const void *row, int bits, int channel, int32_t *values)
{
    const uint16_t *light = planes->rule->light;
    int32_t scale = planes->tables->value_scale, channels = planes->in->channels;
    ptrdiff_t first = (ptrdiff_t)place->left * channels + (channels == 3 ? channel : 0);
    for (int i = place->first_column; i < place->end_column; i++) {
        int32_t sample = errdiff_load(row, bits, first + i * channels);
        values[i] = scale * (light ? light[sample] : sample);
    }
}

/* The values of a row of pixels, 0..65535; not those of the first rows that are read in place of
 * the image's, which have what the start adds. */
static void find_values(const struct errdiff_refine_planes *planes, const struct place *place,
                        int row, int32_t values[3][WIDTH])
{
    const void *from = errdiff_row(planes->in, place->top + row, 0);
    for (int c = 0; c < planes->tables->channels; c++)
        if (planes->in->bits == 8)
            load_channel(planes, place, from, 8, c, values[c]);
        else
            load_channel(planes, place, from, 16, c, values[c]);
}

/* The parts of the values of some pixels, for each channel. */
static v32 parts_of_values(const struct errdiff_refine_tables *tables, int part,
                           int32_t values[3][WIDTH], int first)
{
    v32 sum = {0};
    for (int c = 0; c < tables->channels; c++)
        sum += load(values[c] + first) *
               errdiff_refine_share(tables->channels, tables->maps_values, part, c);
    return ERRDIFF_REFINE_ROUNDED_PART(sum);
}

static void find_difference_row(const struct errdiff_refine_planes *planes,
                                const struct place *place, int row,
                                struct errdiff_refine_group *group)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    int32_t values[3][WIDTH] = {{0}}, numbers[WIDTH] = {0}, mask[WIDTH] = {0};
    int first = place->first_column, count = place->end_column - first;
    find_values(planes, place, row, values);
    memcpy(numbers + first, planes->numbers + pixel_at(planes, place, first, row),
           (size_t)count * sizeof *numbers);
    find_counting(planes, place, row, mask);
    for (int part = 0; part < tables->channels; part++)
        for (int i = 0; i < WIDTH; i += LANES_32)
            store(group->difference[part][row] + i, (parts_of_numbers(planes, part, numbers + i) -
                                                     parts_of_values(tables, part, values, i)) &
                                                        load(mask + i));
}

static void find_differences(const struct errdiff_refine_planes *planes, const struct place *place,
                             struct errdiff_refine_group *group)
{
    for (int row = 0; row < HEIGHT; row++)
        if (row >= place->first_row && row < place->end_row)
            find_difference_row(planes, place, row, group);
        else
            for (int part = 0; part < planes->tables->channels; part++)
                memset(group->difference[part][row], 0, sizeof group->difference[part][row]);
}

static void find_sums(const struct errdiff_refine_planes *planes, const struct place *place,
                      const struct errdiff_refine_group *group)
{
    for (int row = MARGIN; row < MARGIN + DOWN; row += BLOCK)
        for (int column = MARGIN; column < WIDTH - MARGIN; column += BLOCK) {
            int32_t *to = block_sum(planes, place, column / BLOCK, row / BLOCK), sum = 0;
            for (int y = 0; y < BLOCK; y++)
                for (int x = 0; x < BLOCK; x++)
                    sum += group->difference[0][row + y][column + x];
            if (to)
                *to = sum;
        }
}

/* ---- Errors -------------------------------------------------------------------------------- */

/* Adds to the sums of vectors of pixels below each other what they see of `both`, the differences
 * at one distance to the left and to the right, of which `weight` has the weights at no distance up
 * and down, and then one table's row farther each. */
INLINE void add_column(const int32_t *weight, int reach, const v32 *both, v32 *sums, int rows)
{
    for (int row = 0; row < rows; row += ROWS) {
        const v32 *at = both + row;
        v32 sum[ROWS];
#pragma GCC unroll UNROLL_4
        for (int i = 0; i < ROWS; i++)
            sum[i] = sums[row + i] + at[i] * weight[0];
        const v32 *above = at, *below = at;
        const int32_t *away = weight;
        for (int v = 1; v <= reach; v++) {
            above--;
            below++;
            away += ERRDIFF_EYE_ROW;
            v32 factor = v32_all(*away);
#pragma GCC unroll UNROLL_4
            for (int i = 0; i < ROWS; i++)
                sum[i] += (above[i] + below[i]) * factor;
        }
#pragma GCC unroll UNROLL_4
        for (int i = 0; i < ROWS; i++)
            sums[row + i] = sum[i];
    }
}

/* Finds what vectors of pixels below each other see, of which (column, MARGIN) is the first pixel.
 * Rows and columns at equal distances have equal weights. */
static void find_column(const struct errdiff_eye *eye, int part, int column, int rows,
                        const struct errdiff_refine_group *group, v32 *sums)
{
    v32 both[HEIGHT];
    int reach = eye->reach;
    for (int row = 0; row < rows; row++)
        sums[row] = v32_all(0);
    for (int u = 0; u <= reach; u++) {
        for (int row = MARGIN - reach; row < MARGIN + rows + reach; row++) {
            const int32_t *at = group->difference[part][row] + column;
            both[row] = u == 0 ? load(at) : load(at - u) + load(at + u);
        }
        add_column(eye->weight[part][0] + CENTER + u, reach, both + MARGIN, sums, rows);
    }
}

static void find_errors(const struct errdiff_refine_planes *planes, const struct place *place,
                        int part, int column, const struct errdiff_refine_group *group)
{
    int count = place->end_row - MARGIN;
    v32 sums[DOWN];
    find_column(&planes->tables->eye, part, column, (count + ROWS - 1) / ROWS * ROWS, group, sums);
    for (int row = 0; row < count; row++)
        store(errors_at(planes, part, place->left + column, place->top + MARGIN + row), sums[row]);
}

void ERRDIFF_ISA(errdiff_refine_start)(const struct errdiff_refine_planes *planes, int column,
                                       int row, struct errdiff_refine_group *group)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    int left = column * TILE, top = row * TILE, width = WIDTH - 2 * MARGIN;
    struct place around = find_place(planes, left, top, width, DOWN, tables->eye.reach);
    struct place place = find_place(planes, left, top, width, DOWN, 0);
    find_differences(planes, &around, group);
    find_sums(planes, &place, group);
    for (int part = 0; part < tables->channels; part++)
        for (int x = MARGIN; x < place.end_column; x += LANES_32)
            find_errors(planes, &place, part, x, group);
}
