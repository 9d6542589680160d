/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the size and the slant of the blocks into which the block engine divides an image. */
#include "block_shape.h"

#include "base/message.h"

#include <ctype.h>
#include <stdlib.h>

enum {
    MAX_WIDTH = 4096, /* so that the few rows of errors in use stay in the cache */
    MAX_HEIGHT = 64,
    MAX_PIXELS = 1 << 18,       /* progress is only reported between blocks */
    MIN_WIDTH = 64,             /* preparing a shorter span would take too much of the time */
    COLUMNS_OF_TWO_THREADS = 5, /* 4 would be enough if all blocks took the same time */
    MAX_GIVEN = 65536,          /* largest width and height in ERRDIFF_BLOCK */
    THREAD_SAMPLES = 1 << 17    /* about 100 µs of work, many times the start of a thread */
};

static int min(int a, int b)
{
    return a < b ? a : b;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

static int divide_up(int dividend, int divisor)
{
    return dividend / divisor + (dividend % divisor > 0);
}

struct errdiff_threads errdiff_block_threads(struct errdiff_threads wanted, int width, int height,
                                             int channels)
{
    int64_t worth = (int64_t)width * height * channels / THREAD_SAMPLES;
    if (!wanted.is_exact && worth < wanted.count)
        wanted.count = worth < 1 ? 1 : (int)worth;
    return wanted;
}

/*
 * The slant is the least number with −dx ≤ slant · dy for all taps, so that every source
 * (x − dx, y − dy) is in the same block column or an earlier one. For the papers' kernels it is the
 * slope minus one. It is not for every kernel: taps at (1, 0) and (−1, 2) have slope 1 and slant 1.
 */
static void measure_kernel(struct errdiff_block_shape *shape, const errdiff_kernel *kernel)
{
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        shape->reach_up = max(shape->reach_up, tap->dy);
        if (tap->dx < 0)
            shape->slant = max(shape->slant, divide_up(-tap->dx, tap->dy));
    }
    /* The pixel directly above must be within reach even without a tap, since errdiff_span.errors
     * points there. */
    shape->reach = shape->slant * shape->reach_up;
    for (int i = 0; i < kernel->tap_count; i++)
        shape->reach = max(shape->reach, kernel->taps[i].dx + shape->slant * kernel->taps[i].dy);
}

/*
 * As in the paper, blocks are as large as possible with one for every thread in most iterations:
 * columns / (look_ahead + 1) blocks have the same label, and a height of at most width / slant
 * keeps look_ahead at 1. The number of block rows is a multiple of the number of threads, so that
 * all threads finish at about the same time. For a single thread a block spans the whole width.
 */
static void choose_size(struct errdiff_block_shape *shape, int width, int height, int thread_count)
{
    shape->width = max((int)((int64_t)width * 2 / (COLUMNS_OF_TWO_THREADS * (int64_t)thread_count)),
                       MIN_WIDTH);
    shape->width = min(shape->width, MAX_WIDTH);
    if (thread_count == 1)
        shape->width = width + shape->slant * MAX_HEIGHT;
    shape->height = min(max(MAX_PIXELS / shape->width, 1), MAX_HEIGHT);
    if (shape->slant > 0)
        shape->height = min(shape->height, shape->width / shape->slant);
    int rows = divide_up(height, shape->height);
    rows = divide_up(rows, thread_count) * thread_count;
    shape->height = divide_up(height, rows);
}

/* Reads a number in 1..MAX_GIVEN and returns the text after it; NULL if there is none. */
static const char *read_side(const char *text, int *side)
{
    char *end;
    if (!isdigit((unsigned char)*text))
        return NULL;
    long number = strtol(text, &end, 10);
    if (number < 1 || number > MAX_GIVEN)
        return NULL;
    *side = (int)number;
    return end;
}

static errdiff_status read_size(struct errdiff_block_shape *shape, const char *size,
                                errdiff_message *message)
{
    const char *text = read_side(size, &shape->width);
    text = text && *text == 'x' ? read_side(text + 1, &shape->height) : NULL;
    if (text && *text == '\0')
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                        "ERRDIFF_BLOCK: \"%.60s\" is not the size of a block; it must be a width "
                        "and a height like 512x64, each 1 to %d",
                        size, MAX_GIVEN);
}

errdiff_status errdiff_block_shape_make(struct errdiff_block_shape *shape,
                                        const errdiff_kernel *kernel, int width, int height,
                                        int thread_count, const char *size,
                                        errdiff_message *message)
{
    *shape = (struct errdiff_block_shape){0};
    measure_kernel(shape, kernel);
    if (size) {
        errdiff_status status = read_size(shape, size, message);
        if (status != ERRDIFF_OK)
            return status;
    } else {
        choose_size(shape, width, height, thread_count);
    }
    /* A block row needs only the last reach_up rows of the one above it, so each must have as
     * many. */
    shape->height = max(shape->height, shape->reach_up);

    /* Blocks at the left edge of the image are partly outside it. */
    int rows_of_a_block = min(shape->height, height);
    shape->columns = divide_up(width + shape->slant * (rows_of_a_block - 1), shape->width);
    shape->rows = divide_up(height, shape->height);
    /* The columns from which a block collects in the block row above. Also, its lines replace those
     * of the block row two above, which the row above must not need any more. */
    int columns_ahead = max(shape->slant * shape->height, shape->reach - shape->slant);
    shape->look_ahead = divide_up(columns_ahead, shape->width);
    return ERRDIFF_OK;
}
