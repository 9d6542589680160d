/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes an image piece by piece: joins colors and alpha, and gives rows to the encoder. */
#include "image_writer.h"

#include "fail.h"
#include "image_format.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number of channels with alpha, which is stored separately in memory. */
static int joined_channels(const struct image *image)
{
    return image->pixels.channels + (image->alpha != NULL);
}

static int allocate_row(struct image_writer *writer, const struct image *shape)
{
    if (!shape->alpha)
        return 0;
    writer->joined_row = malloc(writer->row_samples * (size_t)(shape->pixels.bits / 8));
    return writer->joined_row ? 0 : fail(EXIT_FAILED, "%s: not enough memory", writer->name);
}

int image_writer_start(struct image_writer *writer, const struct image *shape,
                       const struct output_file *output, const char *path)
{
    *writer = (struct image_writer){
        .file = output->file,
        .name = output->name,
        .encoder = image_output_format(shape, path)->encoder,
        .row_samples = (size_t)shape->pixels.width * (size_t)joined_channels(shape),
        .bits = shape->pixels.bits,
    };
    int status = allocate_row(writer, shape);
    return status == 0 ? writer->encoder->start(writer, shape) : status;
}

/* Writes a row of palette numbers. A pixel with alpha 0 gets the number after the last color. */
static void join_numbers(const struct image *image, int y, uint8_t *row)
{
    const errdiff_image *pixels = &image->pixels;
    for (ptrdiff_t x = 0; x < pixels->width; x++)
        row[x] = pixels->mask[y * pixels->mask_stride + x] != 0
                     ? ((const uint8_t *)pixels->data)[y * pixels->stride + x]
                     : (uint8_t)image->palette->count;
}

static void join_samples(const struct image *image, int y, uint8_t *row)
{
    const errdiff_image *pixels = &image->pixels;
    size_t sample_bytes = (size_t)pixels->bits / 8;
    size_t color_bytes = (size_t)pixels->channels * sample_bytes;
    const uint8_t *color = (const uint8_t *)pixels->data + y * pixels->stride;
    const uint8_t *alpha =
        (const uint8_t *)image->alpha + (size_t)y * (size_t)pixels->width * sample_bytes;
    for (int x = 0; x < pixels->width; x++) {
        memcpy(row, color, color_bytes);
        memcpy(row + color_bytes, alpha, sample_bytes);
        row += color_bytes + sample_bytes;
        color += color_bytes;
        alpha += sample_bytes;
    }
}

static const void *row_of(const struct image_writer *writer, const struct image *image, int y)
{
    if (!image->alpha)
        return (const uint8_t *)image->pixels.data + y * image->pixels.stride;
    if (image->palette)
        join_numbers(image, y, writer->joined_row);
    else
        join_samples(image, y, writer->joined_row);
    return writer->joined_row;
}

/* Whether the rows are in memory as they are in the file, one behind the other. */
static bool are_as_written(const struct image_writer *writer, const struct image *rows)
{
    const errdiff_image *pixels = &rows->pixels;
    return writer->encoder->stores_bytes && !rows->alpha && pixels->bits == 8 &&
           pixels->stride == (ptrdiff_t)pixels->width * pixels->channels;
}

int image_writer_rows(struct image_writer *writer, const struct image *rows)
{
    int status = 0;
    errno = 0; /* after a failed write it says why */
    if (are_as_written(writer, rows)) {
        fwrite(rows->pixels.data, writer->row_samples, (size_t)rows->pixels.height, writer->file);
        return 0;
    }
    for (int y = 0; y < rows->pixels.height && status == 0 && !ferror(writer->file); y++)
        status = writer->encoder->write_row(writer, row_of(writer, rows, y));
    return status;
}

int image_writer_end(struct image_writer *writer)
{
    return writer->encoder->end ? writer->encoder->end(writer) : 0;
}

void image_writer_free(struct image_writer *writer)
{
    if (writer->encoder && writer->encoder->release)
        writer->encoder->release(writer);
    free(writer->joined_row);
}
