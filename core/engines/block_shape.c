/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_shape.h"

#include "base/message.h"

#include <ctype.h>
#include <stdlib.h>

enum {
    MAX_WIDTH = 4096, /* the few rows of errors that a block works on stay in a near cache */
    MAX_HEIGHT = 64,
    MAX_PIXELS = 1 << 18,       /* a thread looks after the user between its blocks */
    MIN_WIDTH = 64,             /* a shorter span is not worth its preparations */
    COLUMNS_OF_TWO_THREADS = 5, /* 4 would do where all blocks took as long as each other */
    MAX_GIVEN = 65536,          /* width and height of a block by hand */
    THREAD_SAMPLES = 1 << 17    /* some hundred microseconds of work, many times a thread's start */
};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
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
 * The slant is the least with which every source (x − dx, y − dy) is in the same block column or an
 * earlier one: −dx ≤ slant · dy. It is the kernel's slope less one for the papers' kernels, but
 * more where a far row reaches over farther than a near one, in relation to dy: the taps 1,0 and
 * −1,2 have slope 1 and slant 1.
 */
static void measure_kernel(struct errdiff_block_shape *shape, const errdiff_kernel *kernel)
{
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        shape->reach_up = most(shape->reach_up, tap->dy);
        if (tap->dx < 0)
            shape->slant = most(shape->slant, divide_up(-tap->dx, tap->dy));
    }
    /* The pixel right above is within reach, too, whether or not it is collected from: a span
     * says where its errors are. */
    shape->reach = shape->slant * shape->reach_up;
    for (int i = 0; i < kernel->tap_count; i++)
        shape->reach = most(shape->reach, kernel->taps[i].dx + shape->slant * kernel->taps[i].dy);
}

/*
 * As the paper has it, blocks are as large as still leaves one for every thread in most iterations:
 * columns / (look_ahead + 1) blocks have one label, and a height of width / slant keeps look_ahead
 * at 1. The rows of blocks are a multiple of the threads, so that these end together. One thread
 * alone goes from edge to edge.
 */
static void choose_size(struct errdiff_block_shape *shape, int width, int height, int thread_count)
{
    shape->width = most(
        (int)((int64_t)width * 2 / (COLUMNS_OF_TWO_THREADS * (int64_t)thread_count)), MIN_WIDTH);
    shape->width = least(shape->width, MAX_WIDTH);
    if (thread_count == 1)
        shape->width = width + shape->slant * MAX_HEIGHT;
    shape->height = least(most(MAX_PIXELS / shape->width, 1), MAX_HEIGHT);
    if (shape->slant > 0)
        shape->height = least(shape->height, shape->width / shape->slant);
    int rows = divide_up(height, shape->height);
    rows = divide_up(rows, thread_count) * thread_count;
    shape->height = divide_up(height, rows);
}

/* Reads a whole number, 1..MAX_GIVEN; NULL where there is none. */
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
    /* Then the last rows of one block row are all that the next one needs. */
    shape->height = most(shape->height, shape->reach_up);

    /* A block at the picture's left edge leans out of it. */
    int rows_of_a_block = least(shape->height, height);
    shape->columns = divide_up(width + shape->slant * (rows_of_a_block - 1), shape->width);
    shape->rows = divide_up(height, shape->height);
    /* What it collects from the row above; and where the row two above it had kept its errors, none
     * of the row above may still need them. */
    int columns_ahead = most(shape->slant * shape->height, shape->reach - shape->slant);
    shape->look_ahead = divide_up(columns_ahead, shape->width);
    return ERRDIFF_OK;
}
