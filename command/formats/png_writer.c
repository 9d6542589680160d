/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "png_writer.h"

#include "byte_order.h"
#include "fail.h"
#include "png_chunks.h"

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { COMPRESSION_LEVEL = 4 };

struct png_writer {
    png_structp png;
    png_infop info;
    png_infop end; /* what comes after the pixels */
    const struct png_source *source;
    const char *name;
    struct png_failure failure;
};

static int fail_write(const struct png_writer *writer)
{
    if (writer->failure.is_of_memory)
        return fail(EXIT_FAILED, "%s: not enough memory", writer->name);
    return fail(EXIT_FAILED, "%s: %s", writer->name,
                errno != 0 ? strerror(errno) : writer->failure.message);
}

/* Sets the palette. Pixels with alpha 0 get an additional color after the last one. */
static void set_palette(png_structp png, png_infop info, const struct picture *picture)
{
    const errdiff_palette *palette = picture->palette;
    png_color colors[PNG_MAX_PALETTE_LENGTH] = {{0}};
    png_byte alphas[PNG_MAX_PALETTE_LENGTH];
    for (int i = 0; i < palette->count; i++) {
        colors[i] =
            (png_color){palette->colors[i][0], palette->colors[i][1], palette->colors[i][2]};
        alphas[i] = UINT8_MAX;
    }
    png_set_PLTE(png, info, colors, palette->count + (picture->alpha != NULL));
    if (picture->alpha) {
        alphas[palette->count] = 0;
        png_set_tRNS(png, info, alphas, palette->count + 1, NULL);
    }
}

/* The bits of a sample: 8 or 16 or, with a palette, the fewest bits that hold the colors'
 * numbers. */
static int depth_of(const struct picture *picture)
{
    if (!picture->palette)
        return picture->image.bits;
    int count = picture->palette->count + (picture->alpha != NULL);
    return count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
}

static int color_type_of(const struct picture *picture)
{
    if (picture->palette)
        return PNG_COLOR_TYPE_PALETTE;
    return (picture->image.channels == 3 ? PNG_COLOR_MASK_COLOR : 0) |
           (picture->alpha ? PNG_COLOR_MASK_ALPHA : 0);
}

static void write_header(const struct png_writer *writer, const struct picture *shape)
{
    png_structp png = writer->png;
    const errdiff_image *image = &shape->image;
    png_set_IHDR(png, writer->info, (png_uint_32)image->width, (png_uint_32)image->height,
                 depth_of(shape), color_type_of(shape), PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (shape->palette)
        set_palette(png, writer->info, shape);
    if (writer->source)
        png_chunks_copy(png, writer->info, shape, writer->name);
    if (shape->resolution.x > 0 && shape->resolution.y > 0)
        png_set_pHYs(png, writer->info, shape->resolution.x, shape->resolution.y,
                     PNG_RESOLUTION_METER);
    png_write_info(png, writer->info);
    png_set_packing(png);
    if (host_is_little_endian())
        png_set_swap(png);
    /* PNG's filters find no pattern in dithered rows, so they would only cost time and size. Higher
     * levels of compression take several times as long and make files a tenth smaller. */
    png_set_compression_level(png, COMPRESSION_LEVEL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
}

static void start(struct png_writer *writer, const struct picture *shape, FILE *file)
{
    writer->info = png_create_info_struct(writer->png);
    writer->end = png_create_info_struct(writer->png);
    if (!writer->info || !writer->end)
        png_error(writer->png, "out of memory");
    /* Chunks that were read are written again, even if libpng considers them faulty. */
    png_set_benign_errors(writer->png, 1);
    png_set_user_limits(writer->png, ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE);
    png_init_io(writer->png, file);
    errno = 0;
    write_header(writer, shape);
}

int png_writer_start(struct png_writer **made, const struct picture *shape, FILE *file,
                     const char *name)
{
    struct png_writer *writer = calloc(1, sizeof *writer);
    *made = writer;
    if (writer) {
        writer->name = name;
        writer->source = shape->png_source;
        writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure,
                                              png_failure_by_error, png_failure_by_warning);
    }
    if (!writer || !writer->png)
        return fail(EXIT_FAILED, "%s: not enough memory", name);
    if (setjmp(png_jmpbuf(writer->png)))
        return fail_write(writer);
    start(writer, shape, file);
    return 0;
}

int png_writer_row(struct png_writer *writer, const void *row)
{
    if (setjmp(png_jmpbuf(writer->png)))
        return fail_write(writer);
    errno = 0;
    png_write_row(writer->png, row);
    return 0;
}

int png_writer_end(struct png_writer *writer)
{
    if (setjmp(png_jmpbuf(writer->png)))
        return fail_write(writer);
    errno = 0;
    if (writer->source)
        png_chunks_copy_end(writer->png, writer->end, writer->source);
    /* With writer->info in place of writer->end libpng would write Exif a second time. */
    png_write_end(writer->png, writer->end);
    return 0;
}

void png_writer_free(struct png_writer *writer)
{
    if (!writer)
        return;
    if (writer->png)
        png_destroy_info_struct(writer->png, &writer->end);
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer);
}
