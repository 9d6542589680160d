/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what changes from frame to frame, and gives that to the encoder. */
#include "animation_writer.h"

#include "fail.h"
#include "image_format.h"
#include "memory_limit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The canvases, and what the encoder takes. */
static uint64_t memory_of(const struct animation_writer *writer)
{
    return (uint64_t)writer->shape.width * (uint64_t)writer->shape.height *
           (uint64_t)(3 * 4 + writer->encoder->pixel_bytes);
}

int animation_writer_start(struct animation_writer *writer, const struct image *frame,
                           const struct animation_shape *shape, const struct output_file *output,
                           const char *path)
{
    const struct image_format *format = image_output_format(frame, path);
    size_t bytes = (size_t)shape->width * (size_t)shape->height * 4;
    *writer = (struct animation_writer){
        .file = output->file,
        .name = output->name,
        .encoder = format->animation,
        .shape = *shape,
    };
    if (shape->palette) {
        writer->palette = *shape->palette;
        writer->shape.palette = &writer->palette;
    }
    int max_side = writer->encoder->max_side;
    if (shape->width > max_side || shape->height > max_side)
        return fail(EXIT_FAILED, "%s: a %s has at most %d × %d pixels", path, format->name,
                    max_side, max_side);
    writer->memory = memory_of(writer);
    uint64_t held = frame->held + image_memory(frame);
    if (memory_limit_check(held + writer->memory, frame->name) != 0)
        return EXIT_FAILED;
    writer->shown = calloc(1, bytes);
    writer->pending = malloc(bytes);
    writer->next = malloc(bytes);
    if (!writer->shown || !writer->pending || !writer->next)
        return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", path, shape->width,
                    shape->height);
    return writer->encoder->start(writer);
}

void animation_writer_free(struct animation_writer *writer)
{
    if (writer->encoder && writer->encoder->release)
        writer->encoder->release(writer);
    free(writer->shown);
    free(writer->pending);
    free(writer->next);
}

int frame_time_in(struct frame_time time, int per_second, int64_t *left)
{
    /* In millionths of the unit. */
    const int64_t unit = 1000000;
    int64_t wanted = *left + (int64_t)time.numerator * per_second * unit / time.denominator;
    int64_t whole = (wanted + unit / 2) / unit;
    *left = wanted - whole * unit;
    return (int)whole;
}

/* ---- Pixels -------------------------------------------------------------------------------- */

/* Transparent pixels are all alike, whatever color is stored for them. */
static void copy_pixels(const struct image *frame, uint8_t *rgba)
{
    const errdiff_image *pixels = &frame->pixels;
    int bytes = pixels->bits / 8;
    for (int y = 0; y < pixels->height; y++) {
        const uint8_t *row = (const uint8_t *)pixels->data + y * pixels->stride;
        for (int x = 0; x < pixels->width; x++, rgba += 4, row += pixels->channels * bytes) {
            for (int c = 0; c < 3; c++) {
                const uint8_t *sample = row + (pixels->channels == 1 ? 0 : c) * bytes;
                rgba[c] = frame->palette ? frame->palette->colors[*sample][c]
                          : bytes == 1   ? *sample
                                         : (uint8_t)((*(const uint16_t *)sample + 128) / 257);
            }
            size_t at = (size_t)y * (size_t)pixels->width + (size_t)x;
            rgba[3] = !frame->alpha ? UINT8_MAX
                      : bytes == 1  ? ((const uint8_t *)frame->alpha)[at]
                                    : (uint8_t)((((const uint16_t *)frame->alpha)[at] + 128) / 257);
            if (rgba[3] == 0)
                memset(rgba, 0, 3);
        }
    }
}

/* A part that grows by pixels. */
struct bounds {
    int left, top, right, bottom; /* right and bottom are behind the last pixels */
};

static void include(struct bounds *bounds, int x, int y)
{
    bounds->left = x < bounds->left ? x : bounds->left;
    bounds->top = y < bounds->top ? y : bounds->top;
    bounds->right = x >= bounds->right ? x + 1 : bounds->right;
    bounds->bottom = y >= bounds->bottom ? y + 1 : bounds->bottom;
}

static bool differ(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a, b, 4) != 0;
}

/* Describes the pending frame. `next` is the one after it; NULL: there is none. */
static struct animation_frame describe(const struct animation_writer *writer, const uint8_t *next)
{
    int width = writer->shape.width, height = writer->shape.height;
    struct animation_frame frame = {
        .canvas = writer->pending,
        .shown = writer->shown,
        .is_first = writer->added == 1,
        .is_last = !next,
        .time = writer->time,
    };
    struct bounds bounds = {width, height, 0, 0};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t at = 4 * ((size_t)y * (size_t)width + (size_t)x);
            const uint8_t *pixel = writer->pending + at;
            bool has_changed = differ(pixel, writer->shown + at);
            bool is_cleared = writer->encoder->only_adds && next && pixel[3] && !next[at + 3];
            if (has_changed || is_cleared)
                include(&bounds, x, y);
            frame.replaces |= has_changed && pixel[3] != UINT8_MAX;
            frame.clears |= is_cleared;
        }
    bool is_whole = frame.is_first, has_none = bounds.right == 0;
    if (is_whole)
        bounds = (struct bounds){0, 0, width, height};
    else if (has_none)
        bounds = (struct bounds){0, 0, 1, 1};
    frame.part = (struct frame_part){bounds.left, bounds.top, bounds.right - bounds.left,
                                     bounds.bottom - bounds.top};
    return frame;
}

/* Makes what is seen after the pending frame, and before the next one, the canvas. */
static void advance(struct animation_writer *writer, const struct animation_frame *frame)
{
    uint8_t *canvas = writer->pending;
    const struct frame_part part = frame->part;
    for (int y = part.top; frame->clears && y < part.top + part.height; y++)
        memset(canvas + 4 * ((size_t)y * (size_t)writer->shape.width + (size_t)part.left), 0,
               4 * (size_t)part.width);
    writer->pending = writer->shown;
    writer->shown = canvas;
}

static int write_pending(struct animation_writer *writer, const uint8_t *next)
{
    if (writer->added == 0)
        return 0;
    struct animation_frame frame = describe(writer, next);
    errno = 0; /* after a failed write it says why */
    int status = writer->encoder->write(writer, &frame);
    advance(writer, &frame);
    return status;
}

int animation_writer_add(struct animation_writer *writer, const struct image *frame,
                         struct frame_time time)
{
    copy_pixels(frame, writer->next);
    int status = write_pending(writer, writer->next);
    uint8_t *added = writer->next;
    writer->next = writer->pending;
    writer->pending = added;
    writer->time = time;
    writer->added++;
    return status;
}

int animation_writer_end(struct animation_writer *writer)
{
    int status = write_pending(writer, NULL);
    return status == 0 ? writer->encoder->end(writer) : status;
}
