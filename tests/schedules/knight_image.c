/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "knight_image.h"

#include "walks.h"

#include <stdlib.h>
#include <string.h>

static int64_t *make_starts(const struct errdiff_iterations *iterations)
{
    int64_t count = errdiff_iterations_count(iterations);
    int64_t *starts = walks_memory((size_t)count, sizeof(*starts));

    for (int64_t t = 0; t < count; t++)
        starts[t] = errdiff_knight_start_of_row_0(iterations, t);
    return starts;
}

/* Copies pixels of `size` bytes between the two orders. */
static void reorder(const struct errdiff_knight *knight, bool to_knight, void *in_rows,
                    void *in_iterations, size_t size)
{
    const struct errdiff_iterations *iterations = &knight->iterations;
    int64_t count = errdiff_knight_tile_count(iterations);

    for (int64_t number = 0; number < count; number++) {
        struct errdiff_knight_tile tile = errdiff_knight_tile_at(iterations, number);
        for (int row = 0; row < ERRDIFF_KNIGHT_TILE; row++)
            for (int step = 0; step < ERRDIFF_KNIGHT_TILE; step++) {
                int64_t y = tile.first_row + row, t = tile.first_iteration + step;
                int64_t x = errdiff_iterations_column(iterations, t, y);
                if (y >= iterations->height || x < 0 || x >= iterations->width)
                    continue;
                uint8_t *raster = (uint8_t *)in_rows + (size_t)(y * iterations->width + x) * size;
                uint8_t *moved = (uint8_t *)in_iterations + (size_t)(knight->starts[t] + y) * size;
                memcpy(to_knight ? moved : raster, to_knight ? raster : moved, size);
            }
    }
}

static size_t pixel_bytes(const errdiff_image *image)
{
    return (size_t)image->channels * (size_t)(image->bits / 8);
}

struct errdiff_knight knight_image_begin(const struct errdiff_device_job *job)
{
    size_t pixels = (size_t)job->in.width * (size_t)job->in.height;
    struct errdiff_knight knight = {.iterations = errdiff_iterations_of(job),
                                    .ring = errdiff_iteration_ring_of(job)};

    knight.starts = make_starts(&knight.iterations);
    knight.ring.traces = walks_traces(errdiff_iteration_ring_size(&knight.ring));
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

void knight_image_finish(const struct errdiff_knight *knight, const struct errdiff_device_job *job)
{
    reorder(knight, false, job->out.data, knight->pixels.out, pixel_bytes(&job->out));
    free(knight->ring.traces);
    free((void *)knight->starts);
    free((void *)knight->pixels.in);
    free((void *)knight->pixels.mask);
    free(knight->pixels.out);
}
