/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes animated PNG files: libpng packs each frame as a PNG in memory, whose pixels are put into
 * the chunks of the PNG specification, third edition, section 11.3.6. */
#include "animation_writer.h"
#include "fail.h"
#include "png_chunk.h"
#include "png_source.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TIME = 65535, TRANSPARENT_BYTES = 4 };

struct apng_writer {
    struct png_bytes packed; /* the PNG of a frame */
    uint8_t *row;
    uint32_t next_number; /* of the chunks of frames */
    struct png_failure failure;
};

/* ---- A frame as a PNG ---------------------------------------------------------------------- */

static void take_bytes(png_structp png, png_bytep bytes, size_t size)
{
    struct apng_writer *apng = png_get_io_ptr(png);
    png_bytes_append(&apng->packed, bytes, size);
    if (apng->packed.has_failed)
        png_error(png, "out of memory");
}

static void flush(png_structp png)
{
    (void)png;
}

/* Whether pixels can be left out: with 256 colors there is no number for them. */
static bool has_transparent_number(const struct animation_shape *shape)
{
    return shape->palette->count < PNG_MAX_PALETTE_LENGTH;
}

static void set_palette(png_structp png, png_infop info, const struct animation_shape *shape)
{
    const errdiff_palette *palette = shape->palette;
    int count = palette->count + has_transparent_number(shape);
    png_color colors[PNG_MAX_PALETTE_LENGTH] = {{0}};
    png_byte alphas[PNG_MAX_PALETTE_LENGTH];
    for (int i = 0; i < palette->count; i++) {
        colors[i] =
            (png_color){palette->colors[i][0], palette->colors[i][1], palette->colors[i][2]};
        alphas[i] = UINT8_MAX;
    }
    png_set_PLTE(png, info, colors, count);
    if (count > palette->count) {
        alphas[palette->count] = 0;
        png_set_tRNS(png, info, alphas, count, NULL);
    }
}

static int depth_of(const struct animation_shape *shape)
{
    if (!shape->is_indexed)
        return 8;
    int count = shape->palette->count + has_transparent_number(shape);
    return count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
}

static int number_of(const errdiff_palette *palette, const uint8_t *pixel)
{
    int i = 0;
    while (i < palette->count && (pixel[3] == 0 || memcmp(palette->colors[i], pixel, 3) != 0))
        i++;
    return i;
}

/* Writes the samples of a pixel. Returns where the next ones go. */
static uint8_t *put_pixel(const struct animation_shape *shape, const uint8_t *pixel, uint8_t *to)
{
    if (shape->is_indexed) {
        *to++ = (uint8_t)number_of(shape->palette, pixel);
        return to;
    }
    int colors = shape->is_gray ? 1 : 3;
    memcpy(to, pixel, (size_t)colors);
    to[colors] = pixel[3];
    return to + colors + 1;
}

static void write_pixels(png_structp png, struct animation_writer *writer,
                         const struct animation_frame *frame, bool leaves_out)
{
    static const uint8_t nothing[TRANSPARENT_BYTES] = {0};
    struct apng_writer *apng = writer->state;
    for (int y = 0; y < frame->part.height; y++) {
        size_t at = 4 * ((size_t)(frame->part.top + y) * (size_t)writer->shape.width +
                         (size_t)frame->part.left);
        uint8_t *to = apng->row;
        for (int x = 0; x < frame->part.width; x++, at += 4) {
            bool is_shown = leaves_out && memcmp(frame->canvas + at, frame->shown + at, 4) == 0;
            to = put_pixel(&writer->shape, is_shown ? nothing : frame->canvas + at, to);
        }
        png_write_row(png, apng->row);
    }
}

static void pack(png_structp png, png_infop info, struct animation_writer *writer,
                 const struct animation_frame *frame, bool leaves_out)
{
    const struct animation_shape *shape = &writer->shape;
    int type = shape->is_indexed ? PNG_COLOR_TYPE_PALETTE
               : shape->is_gray  ? PNG_COLOR_TYPE_GRAY_ALPHA
                                 : PNG_COLOR_TYPE_RGB_ALPHA;
    png_set_write_fn(png, writer->state, take_bytes, flush);
    png_set_user_limits(png, ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE);
    png_set_IHDR(png, info, (png_uint_32)frame->part.width, (png_uint_32)frame->part.height,
                 depth_of(shape), type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (shape->is_indexed)
        set_palette(png, info, shape);
    png_write_info(png, info);
    png_set_packing(png);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    write_pixels(png, writer, frame, leaves_out);
    png_write_end(png, NULL);
}

static int pack_frame(struct animation_writer *writer, const struct animation_frame *frame,
                      bool leaves_out)
{
    struct apng_writer *apng = writer->state;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &apng->failure,
                                              png_failure_by_error, png_failure_by_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    apng->packed.size = 0;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return fail(EXIT_FAILED, "%s: %s", writer->name,
                    apng->failure.is_of_memory ? "not enough memory" : apng->failure.message);
    }
    pack(png, info, writer, frame, leaves_out);
    png_destroy_write_struct(&png, &info);
    return 0;
}

/* ---- Chunks -------------------------------------------------------------------------------- */

static int put_chunk(struct animation_writer *writer, const char *name, const uint8_t *data,
                     uint32_t length)
{
    struct png_bytes chunk = {.data = NULL};
    png_chunk_append(&chunk, name, data, length);
    if (!chunk.has_failed)
        fwrite(chunk.data, 1, chunk.size, writer->file);
    free(chunk.data);
    return chunk.has_failed ? fail(EXIT_FAILED, "%s: not enough memory", writer->name) : 0;
}

/* A time as near as two numbers of 16 bits come. */
static struct frame_time storable_time(struct frame_time time)
{
    if (time.numerator <= MAX_TIME && time.denominator <= MAX_TIME)
        return time;
    double seconds = (double)time.numerator / time.denominator;
    if (seconds > MAX_TIME)
        return (struct frame_time){MAX_TIME, 1};
    /* The largest denominator with which the numerator fits. */
    uint32_t denominator = seconds > 1 ? (uint32_t)(MAX_TIME / seconds) : MAX_TIME;
    return (struct frame_time){(uint32_t)(seconds * denominator + 0.5), denominator};
}

static int put_control(struct animation_writer *writer, const struct animation_frame *frame)
{
    struct apng_writer *apng = writer->state;
    struct frame_time time = storable_time(frame->time);
    uint8_t data[FRAME_CONTROL_BYTES] = {0};
    png_number_write(data, apng->next_number++);
    png_number_write(data + 4, (uint32_t)frame->part.width);
    png_number_write(data + 8, (uint32_t)frame->part.height);
    png_number_write(data + 12, (uint32_t)frame->part.left);
    png_number_write(data + 16, (uint32_t)frame->part.top);
    data[20] = (uint8_t)(time.numerator >> 8);
    data[21] = (uint8_t)time.numerator;
    data[22] = (uint8_t)(time.denominator >> 8);
    data[23] = (uint8_t)time.denominator;
    data[25] = !frame->is_first && !frame->replaces;
    return put_chunk(writer, "fcTL", data, sizeof data);
}

static int put_animation_control(struct animation_writer *writer)
{
    uint8_t data[8];
    png_number_write(data, (uint32_t)writer->shape.frame_count);
    png_number_write(data + 4, (uint32_t)writer->shape.plays);
    return put_chunk(writer, "acTL", data, sizeof data);
}

static int put_pixels(struct animation_writer *writer, const struct png_chunk *chunk, bool is_first)
{
    struct apng_writer *apng = writer->state;
    if (is_first)
        return put_chunk(writer, "IDAT", chunk->data, chunk->length);
    /* The number of the chunk takes the place of its name, which is no longer needed. */
    uint8_t *data = (uint8_t *)chunk->data - 4;
    png_number_write(data, apng->next_number++);
    return put_chunk(writer, "fdAT", data, chunk->length + 4);
}

/* Writes the chunks of a frame that was packed; of the first frame, all before the pixels, too. */
static int put_frame(struct animation_writer *writer, const struct animation_frame *frame)
{
    struct apng_writer *apng = writer->state;
    struct png_chunk chunk;
    bool has_control = false;
    int status = 0;
    if (frame->is_first)
        fwrite(apng->packed.data, 1, PNG_SIGNATURE_BYTES, writer->file);
    for (size_t at = PNG_SIGNATURE_BYTES;
         status == 0 && png_chunk_read(apng->packed.data, apng->packed.size, &at, &chunk);) {
        bool is_pixels = png_chunk_is(&chunk, "IDAT");
        if (is_pixels && !has_control)
            status = put_control(writer, frame);
        has_control = has_control || is_pixels;
        if (is_pixels && status == 0)
            status = put_pixels(writer, &chunk, frame->is_first);
        else if (!is_pixels && frame->is_first && !png_chunk_is(&chunk, "IEND"))
            status = put_chunk(writer, chunk.name, chunk.data, chunk.length);
        if (frame->is_first && png_chunk_is(&chunk, "IHDR") && status == 0)
            status = put_animation_control(writer);
    }
    return status;
}

/* ---- The file ------------------------------------------------------------------------------ */

static int start(struct animation_writer *writer)
{
    struct apng_writer *apng = calloc(1, sizeof *apng);
    writer->state = apng;
    if (apng)
        apng->row = malloc((size_t)writer->shape.width * 4);
    return apng && apng->row ? 0 : fail(EXIT_FAILED, "%s: not enough memory", writer->name);
}

static bool has_transparent(const struct animation_writer *writer,
                            const struct animation_frame *frame)
{
    size_t pixels = (size_t)writer->shape.width * (size_t)writer->shape.height;
    for (size_t i = 0; i < pixels; i++)
        if (frame->canvas[4 * i + 3] != UINT8_MAX)
            return true;
    return false;
}

static int write_frame(struct animation_writer *writer, const struct animation_frame *frame)
{
    bool has_number = !writer->shape.is_indexed || has_transparent_number(&writer->shape);
    if (!has_number && has_transparent(writer, frame))
        return fail(EXIT_FAILED,
                    "%s: to write transparency with --indexed, use a palette of at most 255 colors",
                    writer->name);
    int status = pack_frame(writer, frame, has_number && !frame->is_first && !frame->replaces);
    return status == 0 ? put_frame(writer, frame) : status;
}

static int end(struct animation_writer *writer)
{
    return put_chunk(writer, "IEND", NULL, 0);
}

static void release(struct animation_writer *writer)
{
    struct apng_writer *apng = writer->state;
    if (!apng)
        return;
    free(apng->packed.data);
    free(apng->row);
    free(apng);
}

const struct animation_encoder apng_encoder = {.start = start,
                                               .write = write_frame,
                                               .end = end,
                                               .release = release,
                                               .max_side = ERRDIFF_MAX_SIDE,
                                               .pixel_bytes = 4}; /* of a frame that is packed */
