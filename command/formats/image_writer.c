/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a picture piece by piece: joins colors and alpha, and gives rows to the encoder. */
#include "image_writer.h"

#include "fail.h"
#include "image_format.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number of channels with alpha, which is stored separately in memory. */
static int joined_channels(const struct picture *picture)
{
    return picture->image.channels + (picture->alpha != NULL);
}

static int allocate_row(struct picture_writer *writer, const struct picture *shape)
{
    if (!shape->alpha)
        return 0;
    writer->joined_row = malloc(writer->row_samples * (size_t)(shape->image.bits / 8));
    return writer->joined_row ? 0 : fail(EXIT_FAILED, "%s: not enough memory", writer->name);
}

int picture_writer_start(struct picture_writer *writer, const struct picture *shape,
                         const struct output_file *output, const char *path)
{
    *writer = (struct picture_writer){
        .file = output->file,
        .name = output->name,
        .encoder = picture_output_format(shape, path)->encoder,
        .row_samples = (size_t)shape->image.width * (size_t)joined_channels(shape),
        .bits = shape->image.bits,
    };
    int status = allocate_row(writer, shape);
    return status == 0 ? writer->encoder->start(writer, shape) : status;
}

/* Writes a row of palette numbers. A pixel with alpha 0 gets the number after the last color. */
static void join_numbers(const struct picture *picture, int y, uint8_t *row)
{
    const errdiff_image *image = &picture->image;
    for (ptrdiff_t x = 0; x < image->width; x++)
        row[x] = image->mask[y * image->mask_stride + x] != 0
                     ? ((const uint8_t *)image->data)[y * image->stride + x]
                     : (uint8_t)picture->palette->count;
}

static void join_samples(const struct picture *picture, int y, uint8_t *row)
{
    const errdiff_image *image = &picture->image;
    size_t sample_bytes = (size_t)image->bits / 8;
    size_t color_bytes = (size_t)image->channels * sample_bytes;
    const uint8_t *color = (const uint8_t *)image->data + y * image->stride;
    const uint8_t *alpha =
        (const uint8_t *)picture->alpha + (size_t)y * (size_t)image->width * sample_bytes;
    for (int x = 0; x < image->width; x++) {
        memcpy(row, color, color_bytes);
        memcpy(row + color_bytes, alpha, sample_bytes);
        row += color_bytes + sample_bytes;
        color += color_bytes;
        alpha += sample_bytes;
    }
}

static const void *row_of(const struct picture_writer *writer, const struct picture *picture, int y)
{
    if (!picture->alpha)
        return (const uint8_t *)picture->image.data + y * picture->image.stride;
    if (picture->palette)
        join_numbers(picture, y, writer->joined_row);
    else
        join_samples(picture, y, writer->joined_row);
    return writer->joined_row;
}

/* Whether the rows are in memory as they are in the file, one behind the other. */
static bool are_as_written(const struct picture_writer *writer, const struct picture *rows)
{
    const errdiff_image *image = &rows->image;
    return writer->encoder->stores_bytes && !rows->alpha && image->bits == 8 &&
           image->stride == (ptrdiff_t)image->width * image->channels;
}

int picture_writer_rows(struct picture_writer *writer, const struct picture *rows)
{
    int status = 0;
    errno = 0; /* after a failed write it says why */
    if (are_as_written(writer, rows)) {
        fwrite(rows->image.data, writer->row_samples, (size_t)rows->image.height, writer->file);
        return 0;
    }
    for (int y = 0; y < rows->image.height && status == 0 && !ferror(writer->file); y++)
        status = writer->encoder->write_row(writer, row_of(writer, rows, y));
    return status;
}

int picture_writer_end(struct picture_writer *writer)
{
    return writer->encoder->end ? writer->encoder->end(writer) : 0;
}

void picture_writer_free(struct picture_writer *writer)
{
    if (writer->encoder && writer->encoder->release)
        writer->encoder->release(writer);
    free(writer->joined_row);
}
