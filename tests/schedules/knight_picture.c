/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "knight_picture.h"

#include "walks.h"

#include <stdlib.h>
#include <string.h>

static int64_t *make_starts(const struct errdiff_fronts *fronts)
{
    int64_t count = errdiff_fronts_count(fronts);
    int64_t *starts = walks_memory((size_t)count, sizeof(*starts));

    for (int64_t t = 0; t < count; t++)
        starts[t] = errdiff_knight_start_of_row_0(fronts, t);
    return starts;
}

/* Copies pixels of `size` bytes between the two orders. */
static void reorder(const struct errdiff_knight *knight, bool to_knight, void *in_rows,
                    void *in_iterations, size_t size)
{
    const struct errdiff_fronts *fronts = &knight->fronts;
    int64_t count = errdiff_knight_tile_count(fronts);

    for (int64_t number = 0; number < count; number++) {
        struct errdiff_knight_tile tile = errdiff_knight_tile_at(fronts, number);
        for (int row = 0; row < ERRDIFF_KNIGHT_TILE; row++)
            for (int step = 0; step < ERRDIFF_KNIGHT_TILE; step++) {
                int64_t y = tile.first_row + row, t = tile.first_iteration + step;
                int64_t x = errdiff_fronts_column(fronts, t, y);
                if (y >= fronts->height || x < 0 || x >= fronts->width)
                    continue;
                uint8_t *raster = (uint8_t *)in_rows + (size_t)(y * fronts->width + x) * size;
                uint8_t *moved = (uint8_t *)in_iterations + (size_t)(knight->starts[t] + y) * size;
                memcpy(to_knight ? moved : raster, to_knight ? raster : moved, size);
            }
    }
}

static size_t pixel_bytes(const errdiff_image *image)
{
    return (size_t)image->channels * (size_t)(image->bits / 8);
}

struct errdiff_knight knight_picture_begin(const struct errdiff_device_job *job)
{
    size_t pixels = (size_t)job->in.width * (size_t)job->in.height;
    struct errdiff_knight knight = {.fronts = errdiff_fronts_of(job),
                                    .ring = errdiff_front_ring_of(job)};

    knight.starts = make_starts(&knight.fronts);
    knight.ring.traces = walks_traces(errdiff_front_ring_size(&knight.ring));
    void *in = walks_memory(pixels, pixel_bytes(&job->in));
    reorder(&knight, true, job->in.data, in, pixel_bytes(&job->in));
    knight.pixels.in = in;
    knight.pixels.out = walks_memory(pixels, pixel_bytes(&job->out));
    if (job->in.mask) {
        void *mask = walks_memory(pixels, 1);
        reorder(&knight, true, (void *)job->in.mask, mask, 1);
        knight.pixels.mask = mask;
    }
    return knight;
}

void knight_picture_finish(const struct errdiff_knight *knight,
                           const struct errdiff_device_job *job)
{
    reorder(knight, false, job->out.data, knight->pixels.out, pixel_bytes(&job->out));
    free(knight->ring.traces);
    free((void *)knight->starts);
    free((void *)knight->pixels.in);
    free((void *)knight->pixels.mask);
    free(knight->pixels.out);
}
