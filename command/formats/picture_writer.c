/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture_writer.h"

#include "config.h"
#include "fail.h"
#include "picture_format.h"
#ifdef HAVE_PNG
#include "png_writer.h"
#endif

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Number of 16-bit samples that are converted to big endian at a time. */
enum { BLOCK_SAMPLES = 2048 };

static const char *tuple_type(int channels)
{
    static const char *const types[] = {"GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"};
    return types[channels - 1];
}

/* Writes the header of a P5 or P6 or, with is_pam, of a P7. image->channels of 2 and 4 need a
 * P7. */
static void write_pnm_header(const errdiff_image *image, bool is_pam, FILE *file)
{
    int maxval = image->bits == 8 ? UINT8_MAX : UINT16_MAX;
    if (is_pam)
        fprintf(file, "P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL %d\nTUPLTYPE %s\nENDHDR\n",
                image->width, image->height, image->channels, maxval, tuple_type(image->channels));
    else
        fprintf(file, "P%c\n%d %d\n%d\n", image->channels == 1 ? '5' : '6', image->width,
                image->height, maxval);
}

static void write_pnm_samples(const void *samples, size_t count, int bits, FILE *file)
{
    if (bits == 8) {
        fwrite(samples, 1, count, file);
        return;
    }
    uint8_t bytes[2 * BLOCK_SAMPLES];
    const uint16_t *words = samples;
    for (size_t done = 0; done < count; done += BLOCK_SAMPLES) {
        size_t block = count - done < BLOCK_SAMPLES ? count - done : BLOCK_SAMPLES;
        for (size_t i = 0; i < block; i++) {
            bytes[2 * i] = (uint8_t)(words[done + i] >> 8);
            bytes[2 * i + 1] = (uint8_t)words[done + i];
        }
        fwrite(bytes, 2, block, file);
    }
}

/* The number of channels with alpha, which is stored separately in memory. */
static int joined_channels(const struct picture *picture)
{
    return picture->image.channels + (picture->alpha != NULL);
}

static int allocate_row(struct picture_writer *writer, const struct picture *shape,
                        const char *name)
{
    if (!shape->alpha)
        return 0;
    writer->joined_row = malloc((size_t)shape->image.width * (size_t)joined_channels(shape) *
                                (size_t)(shape->image.bits / 8));
    return writer->joined_row ? 0 : fail(EXIT_FAILED, "%s: not enough memory", name);
}

int picture_writer_start(struct picture_writer *writer, const struct picture *shape,
                         const struct output_file *output, const char *path)
{
    *writer =
        (struct picture_writer){.file = output->file, .format = picture_output_format(shape, path)};
    int status = allocate_row(writer, shape, output->name);
    if (status != 0)
        return status;
#ifdef HAVE_PNG
    if (writer->format == PICTURE_PNG)
        return png_writer_start(&writer->png, shape, output->file, output->name);
#endif
    errdiff_image joined = shape->image;
    joined.channels = joined_channels(shape);
    errno = 0; /* after a failed write it says why */
    write_pnm_header(&joined, writer->format == PICTURE_PAM, writer->file);
    return 0;
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
    return !writer->png && !rows->alpha && image->bits == 8 &&
           image->stride == (ptrdiff_t)image->width * image->channels;
}

int picture_writer_rows(struct picture_writer *writer, const struct picture *rows)
{
    size_t row_samples = (size_t)rows->image.width * (size_t)joined_channels(rows);
    int status = 0;
    errno = 0; /* after a failed write it says why */
    if (are_as_written(writer, rows)) {
        fwrite(rows->image.data, row_samples, (size_t)rows->image.height, writer->file);
        return 0;
    }
    for (int y = 0; y < rows->image.height && status == 0 && !ferror(writer->file); y++) {
        const void *row = row_of(writer, rows, y);
#ifdef HAVE_PNG
        if (writer->png) {
            status = png_writer_row(writer->png, row);
            continue;
        }
#endif
        write_pnm_samples(row, row_samples, rows->image.bits, writer->file);
    }
    return status;
}

int picture_writer_end(struct picture_writer *writer)
{
#ifdef HAVE_PNG
    if (writer->png)
        return png_writer_end(writer->png);
#else
    (void)writer;
#endif
    return 0;
}

void picture_writer_free(struct picture_writer *writer)
{
#ifdef HAVE_PNG
    png_writer_free(writer->png);
#endif
    free(writer->joined_row);
}
