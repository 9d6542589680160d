/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the tables of the search after the dithering. */
#include "refine_tables.h"

#include "prepare/prepare.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Grays with less luminance than this, above the darkest color, are dark. */
enum { DARK = ERRDIFF_REFINE_LIGHT / 32 };

/* The number of the combinations of levels; 0: they are too many for a list. */
static int combinations_of(const struct errdiff_job *job, int channels)
{
    int count = 1;
    for (int c = 0; c < channels; c++) {
        count *= job->rule.quantizers[c].level_count;
        if (count > ERRDIFF_REFINE_COLORS)
            return 0;
    }
    return count;
}

static void set_levels(struct errdiff_refine_tables *tables, const struct errdiff_job *job)
{
    for (int c = 0; c < tables->channels; c++) {
        const struct errdiff_quantizer *quantizer = &job->rule.quantizers[c];
        tables->level_count[c] = quantizer->level_count;
        for (int i = 0; i < quantizer->level_count; i++)
            for (int part = 0; part < tables->channels; part++)
                tables->level_part[c][i][part] =
                    errdiff_refine_share(tables->channels, tables->maps_values, part, c) *
                    tables->value_scale * quantizer->output[i];
    }
}

static void find_value(const struct errdiff_refine_tables *tables, const struct errdiff_job *job,
                       int number, uint16_t value[3])
{
    int32_t level[3] = {0};
    if (!job->rule.search)
        errdiff_refine_split(tables->level_count, tables->channels, number, level);
    for (int c = 0; c < tables->channels; c++)
        value[c] = (uint16_t)(tables->value_scale *
                              (job->rule.search
                                   ? job->rule.search->colors[number][c] >> ERRDIFF_FRACTION_BITS
                                   : job->rule.quantizers[c].output[level[c]]));
}

static int64_t distance_between(const struct errdiff_refine_color *a,
                                const struct errdiff_refine_color *b)
{
    int64_t sum = 0;
    for (int part = 0; part < ERRDIFF_EYE_CHANNELS; part++) {
        int64_t difference = a->part[part] - b->part[part];
        sum += difference * difference;
    }
    return sum;
}

/* Lists the colors nearest to `number`, the nearest first; of two at one distance, the one with the
 * lower number. */
static void list_nearest(struct errdiff_refine_tables *tables, int number)
{
    int64_t distances[ERRDIFF_REFINE_TRIED];
    uint8_t *list = tables->tried[number];
    int count = 0;
    for (int i = 0; i < tables->color_count; i++) {
        int64_t distance = distance_between(&tables->colors[number], &tables->colors[i]);
        int place = count;
        while (place > 0 && distance < distances[place - 1])
            place--;
        if (place == tables->tried_count)
            continue;
        count += count < tables->tried_count;
        for (int k = count - 1; k > place; k--) {
            distances[k] = distances[k - 1];
            list[k] = list[k - 1];
        }
        distances[place] = distance;
        list[place] = (uint8_t)i;
    }
}

static void set_tried(struct errdiff_refine_tables *tables)
{
    int count = tables->color_count;
    tables->tried_count = count < ERRDIFF_REFINE_TRIED ? count : ERRDIFF_REFINE_TRIED;
    for (int number = 0; number < count; number++) {
        if (count > tables->tried_count)
            list_nearest(tables, number);
        else
            for (int i = 0; i < count; i++)
                tables->tried[number][i] = (uint8_t)i;
    }
}

/* Of those behind the last one that is tried, too, where the first color follows. */
static void set_own_growths(struct errdiff_refine_tables *tables, int from)
{
    const struct errdiff_refine_color *before = &tables->colors[from];
    for (int i = 0; i < ERRDIFF_REFINE_TRIED; i++) {
        int to = tables->tried[from][i < tables->tried_count ? i : 0];
        for (int part = 0; part < tables->channels; part++) {
            int32_t d = errdiff_refine_rough(tables->colors[to].part[part]) -
                        errdiff_refine_rough(before->part[part]);
            tables->own_growth[from][i] +=
                errdiff_refine_growth(d, errdiff_refine_weight(tables, part, 0, 0, 1), 0);
        }
    }
}

/* Palettes may list a color twice. */
static bool has_two_colors(const struct errdiff_refine_tables *tables)
{
    const struct errdiff_refine_color *other = NULL;
    for (int i = 1; i < tables->color_count; i++) {
        const struct errdiff_refine_color *color = &tables->colors[i];
        if (distance_between(color, &tables->colors[0]) == 0)
            continue;
        if (other && distance_between(color, other) != 0)
            return false;
        other = color;
    }
    return other != NULL;
}

/* How much more luminance than the darkest color another one has, if it is so gray that a dark gray
 * can be mixed of the two; else 0. */
static int32_t rise_of(const struct errdiff_refine_color *color,
                       const struct errdiff_refine_color *darkest)
{
    int32_t rise = color->part[0] - darkest->part[0];
    for (int part = 1; part < ERRDIFF_EYE_CHANNELS; part++)
        if (2 * abs(color->part[part] - darkest->part[part]) > rise)
            return 0;
    return rise;
}

/* The greatest step of luminance from gray to gray, from the darkest color on. */
static int32_t step_of_colors(const struct errdiff_refine_tables *tables)
{
    const struct errdiff_refine_color *darkest = &tables->colors[0];
    int32_t step = 0;
    for (int i = 1; i < tables->color_count; i++)
        if (tables->colors[i].part[0] < darkest->part[0])
            darkest = &tables->colors[i];
    for (int32_t reached = 0, next; reached < DARK; reached = next) {
        next = ERRDIFF_REFINE_LIGHT;
        for (int i = 0; i < tables->color_count; i++) {
            int32_t rise = rise_of(&tables->colors[i], darkest);
            if (rise > reached && rise < next)
                next = rise;
        }
        step = next - reached > step ? next - reached : step;
    }
    return step;
}

/* How much more luminance than the first level another one has. */
static int32_t rise_of_level(const struct errdiff_refine_tables *tables, const int32_t *output,
                             int level)
{
    return tables->value_scale * (output[level] - output[0]) / 4;
}

/* Where the combinations of levels are too many for a list: that of the channel with the fewest. */
static int32_t step_of_levels(const struct errdiff_refine_tables *tables,
                              const struct errdiff_job *job)
{
    int32_t step = 0;
    for (int c = 0; c < tables->channels; c++) {
        const int32_t *output = job->rule.quantizers[c].output;
        for (int i = 1; i < tables->level_count[c]; i++) {
            int32_t from = rise_of_level(tables, output, i - 1);
            int32_t to = rise_of_level(tables, output, i);
            if (from < DARK && to - from > step)
                step = to - from;
        }
    }
    return step;
}

/* In the dark a dot that is missing counts as its contrast does, or twice, because brighter dots
 * are mixed there, too. With a greater weight, blocks would outweigh what is seen nearby. */
static void set_block_weight(struct errdiff_refine_tables *tables, const struct errdiff_job *job)
{
    int32_t own = tables->eye.weight[0][0][ERRDIFF_EYE_CENTER];
    int32_t step = tables->color_count > 0 ? step_of_colors(tables) : step_of_levels(tables, job);
    int32_t weight = own * 2 * step / ERRDIFF_REFINE_LIGHT;
    tables->block_weight = errdiff_clamp(weight, own / 16, own);
}

void errdiff_refine_tables_make(struct errdiff_refine_tables *tables, const struct errdiff_job *job)
{
    const struct errdiff_preparation *preparation = job->tables.preparation;
    memset(tables, 0, sizeof *tables);
    tables->channels = job->asked.is_gray ? 1 : job->rule.channels;
    tables->value_scale = job->rule.max_value == 255 ? 257 : 1;
    tables->maps_values = preparation && preparation->maps_lightness;
    tables->color_count =
        job->rule.search ? job->rule.search->color_count : combinations_of(job, tables->channels);
    if (!job->rule.search)
        set_levels(tables, job);
    for (int i = 0; i < tables->color_count; i++) {
        uint16_t value[3] = {0};
        find_value(tables, job, i, value);
        tables->colors[i] = errdiff_refine_parts(tables, value);
    }
    errdiff_eye_make(&tables->eye, has_two_colors(tables), job->asked.viewing);
    set_block_weight(tables, job);
    set_tried(tables);
    for (int i = 0; i < tables->color_count; i++)
        set_own_growths(tables, i);
}
