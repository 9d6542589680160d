/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the plane of offsets from the sources that a job wants. */
#include "offsets.h"

#include "base/ranges.h"
#include "rule/image.h"

#include <assert.h>

/* ---- The sources --------------------------------------------------------------------------- */

extern const struct errdiff_offset_source errdiff_screen_source, errdiff_stable_source,
    errdiff_detail_source;

/* Frames before draw back what a screen adds, but no detail. */
static const struct errdiff_offset_source *const sources[] = {
    &errdiff_screen_source,
    &errdiff_stable_source,
    &errdiff_detail_source,
};

enum { SOURCES = sizeof sources / sizeof *sources };

_Static_assert((int)SOURCES <= (int)ERRDIFF_MAX_OFFSET_SOURCES,
               "each source has a place for its state");

/* Sets the unit of the plane. */
static void choose_unit(struct errdiff_offsets *offsets, struct errdiff_pixel_rule *rule,
                        const errdiff_options *options)
{
    int32_t sum = 0;
    for (int i = 0; i < SOURCES; i++)
        if (sources[i]->is_wanted(options))
            sum += sources[i]->limit(rule, options);
    assert(sum <= ERRDIFF_MAX_OFFSET * (rule->max_value << ERRDIFF_FRACTION_BITS));
    rule->offsets_shift = rule->max_value == UINT8_MAX ? 0 : ERRDIFF_FRACTION_BITS;
    while (sum > INT16_MAX << rule->offsets_shift)
        rule->offsets_shift++;
    offsets->largest = sum >> rule->offsets_shift;
}

bool errdiff_offsets_make(struct errdiff_offsets *offsets, struct errdiff_pixel_rule *rule,
                          const errdiff_image *in, const errdiff_options *options)
{
    choose_unit(offsets, rule, options);
    for (int i = 0; i < SOURCES; i++) {
        if (!sources[i]->is_wanted(options))
            continue;
        offsets->states[i] = sources[i]->make(rule, in, options);
        if (!offsets->states[i])
            return false;
        rule->has_plane = true;
    }
    return true;
}

bool errdiff_offsets_repeat(const struct errdiff_offsets *offsets,
                            struct errdiff_offset_patterns *patterns)
{
    int wanted = 0, last = 0;
    for (int i = 0; i < SOURCES; i++)
        if (offsets->states[i]) {
            wanted++;
            last = i;
        }
    return wanted == 1 && sources[last]->repeat &&
           sources[last]->repeat(offsets->states[last], patterns);
}

bool errdiff_offsets_need_next_row(const struct errdiff_offsets *offsets)
{
    for (int i = 0; i < SOURCES; i++)
        if (offsets->states[i] && sources[i]->reads_next_row)
            return true;
    return false;
}

void errdiff_offsets_release(struct errdiff_offsets *offsets)
{
    for (int i = 0; i < SOURCES; i++)
        if (offsets->states[i])
            sources[i]->release(offsets->states[i]);
    free(offsets->plane.data);
}

/* ---- Their sum ----------------------------------------------------------------------------- */

enum { PIXELS_AT_ONCE = 1 << 17, COLUMNS = 256, ROWS = 16 };

struct run {
    const struct errdiff_offsets *offsets;
    struct errdiff_offset_part whole; /* all rows */
};

/* Adds the offsets of a source to the part, which is at `sum`. */
static void add_part(const struct errdiff_offset_source *source, const void *state,
                     const struct errdiff_offset_part *part, int16_t *sum)
{
    int16_t memory[ROWS * COLUMNS * 3];
    int channels = part->rule->channels;
    struct errdiff_offset_part tile = *part;
    tile.stride = (ptrdiff_t)COLUMNS * channels;
    tile.sum_stride = part->stride;
    for (tile.row = part->row; tile.row < part->end_row; tile.row = tile.end_row)
        for (tile.column = part->column; tile.column < part->end_column;
             tile.column = tile.end_column) {
            tile.end_row = part->end_row - tile.row < ROWS ? part->end_row : tile.row + ROWS;
            tile.end_column =
                part->end_column - tile.column < COLUMNS ? part->end_column : tile.column + COLUMNS;
            int16_t *first = sum + (tile.row - part->row) * part->stride +
                             (ptrdiff_t)(tile.column - part->column) * channels;
            tile.sum = first;
            source->fill(state, &tile, memory);
            int samples = (tile.end_column - tile.column) * channels;
            for (int y = tile.row; y < tile.end_row; y++) {
                int16_t *to = first + (y - tile.row) * part->stride;
                const int16_t *from = memory + (y - tile.row) * tile.stride;
                for (int i = 0; i < samples; i++)
                    to[i] = (int16_t)(to[i] + from[i]);
            }
        }
}

static void fill_part(const struct errdiff_offsets *offsets, const struct errdiff_offset_part *part,
                      int16_t *sum)
{
    bool is_first = true;
    for (int i = 0; i < SOURCES; i++) {
        if (offsets->states[i] && is_first)
            sources[i]->fill(offsets->states[i], part, sum);
        else if (offsets->states[i])
            add_part(sources[i], offsets->states[i], part, sum);
        is_first &= !offsets->states[i];
    }
}

static void fill_rows(void *user, int first, int end)
{
    const struct run *run = user;
    struct errdiff_offset_part part = run->whole;
    part.row = first;
    part.end_row = end;
    int16_t *plane = run->offsets->plane.data;
    fill_part(run->offsets, &part, plane + first * part.stride);
}

errdiff_status errdiff_offsets_run(struct errdiff_offsets *offsets, struct errdiff_pixel_rule *rule,
                                   const errdiff_image *in, int height, int first_row,
                                   bool keeps_last, struct errdiff_threads threads,
                                   struct errdiff_progress_state *progress)
{
    ptrdiff_t row_length = (ptrdiff_t)in->width * rule->channels;
    size_t row_size = (size_t)row_length * sizeof *rule->offsets;
    if (!errdiff_buffer_enlarge(&offsets->plane, row_size * (size_t)height))
        return ERRDIFF_NO_MEMORY;
    struct run run = {.offsets = offsets,
                      .whole = {.rule = rule,
                                .in = in,
                                .first_row = first_row,
                                .end_row = height,
                                .end_column = in->width,
                                .stride = row_length}};
    errdiff_status status = errdiff_ranges_run(threads, height, 1 + PIXELS_AT_ONCE / in->width,
                                               fill_rows, &run, progress);
    for (int i = 0; i < SOURCES; i++)
        if (status == ERRDIFF_OK && keeps_last && offsets->states[i] && sources[i]->keep &&
            !sources[i]->keep(offsets->states[i], in, height - 1))
            status = ERRDIFF_NO_MEMORY;
    rule->offsets = offsets->plane.data;
    rule->offsets_width = in->width;
    rule->offsets_first_row = first_row;
    return status;
}
