/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes TIFF files with libtiff, packed by LZW, which all programs read. */
#include "config.h"
#include "fail.h"
#include "few_colors.h"
#include "image_writer.h"
#include "memory_limit.h"

#ifdef HAVE_TIFF
#include "tiff_memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

struct tiff_writer {
    TIFF *tiff;
    struct tiff_memory memory;
    int width, bits;
    uint32_t next;          /* row */
    struct few_colors *few; /* of which it stores numbers or grays; NULL: it stores samples */
    bool has_grays;
    uint8_t *numbers, *packed; /* a row */
};

static int fail_write(const struct tiff_writer *writer, const char *name)
{
    return fail(EXIT_FAILED, "%s: %s", name,
                writer->memory.message[0] != '\0' ? writer->memory.message : "not enough memory");
}

/* Grays have 1 or 4 bits, and numbers of colors 4 or 8: those that all programs read. */
static bool plan_few(struct tiff_writer *writer, const struct image *shape)
{
    struct few_colors *few = malloc(sizeof *few);
    if (!few)
        return false;
    writer->few = few;
    few_colors_prepare(few, shape);
    int bits = few->gray_bits > 0 ? few->gray_bits == 1 ? 1 : 4 : few->number_bits <= 4 ? 4 : 8;
    if (bits >= shape->pixels.bits * shape->pixels.channels) {
        free(few);
        writer->few = NULL;
        return true;
    }
    writer->has_grays = few->gray_bits > 0;
    few->gray_bits = writer->has_grays ? bits : 0;
    writer->bits = bits;
    writer->numbers = malloc((size_t)writer->width);
    writer->packed = malloc((size_t)writer->width);
    return writer->numbers && writer->packed;
}

/* libtiff does not say if it has no memory for its copies, and then crashes. Returns false in that
 * case. */
static bool set_palette(TIFF *tiff, const errdiff_palette *palette)
{
    uint16_t values[3][ERRDIFF_MAX_COLORS] = {{0}}, *copies[3] = {NULL, NULL, NULL};
    for (int i = 0; i < palette->count; i++)
        for (int c = 0; c < 3; c++)
            values[c][i] = (uint16_t)(palette->colors[i][c] * 257);
    return TIFFSetField(tiff, TIFFTAG_COLORMAP, values[0], values[1], values[2]) == 1 &&
           TIFFGetField(tiff, TIFFTAG_COLORMAP, &copies[0], &copies[1], &copies[2]) == 1 &&
           copies[0] && copies[1] && copies[2];
}

static bool set_resolution(TIFF *tiff, const struct resolution *resolution)
{
    return TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_CENTIMETER) == 1 &&
           TIFFSetField(tiff, TIFFTAG_XRESOLUTION, resolution->x / 100.0) == 1 &&
           TIFFSetField(tiff, TIFFTAG_YRESOLUTION, resolution->y / 100.0) == 1;
}

static bool set_tags(const struct tiff_writer *writer, const struct image *shape)
{
    TIFF *tiff = writer->tiff;
    bool has_palette = writer->few && !writer->has_grays;
    bool is_in_color = !writer->few && shape->pixels.channels == 3,
         has_alpha = shape->alpha != NULL;
    int photometric = is_in_color ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    int samples = (is_in_color ? 3 : 1) + has_alpha;
    uint16_t extra = EXTRASAMPLE_UNASSALPHA;
    bool has_resolution = shape->resolution.x > 0 && shape->resolution.y > 0;
    return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)shape->pixels.width) == 1 &&
           TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)shape->pixels.height) == 1 &&
           TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, writer->bits) == 1 &&
           TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples) == 1 &&
           TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == 1 &&
           TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW) == 1 &&
           TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
                        has_palette ? PHOTOMETRIC_PALETTE : photometric) == 1 &&
           (!has_palette || set_palette(tiff, shape->few)) &&
           (!has_alpha || TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra) == 1) &&
           (!has_resolution || set_resolution(tiff, &shape->resolution)) &&
           TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0)) == 1;
}

/* A TIFF has 32-bit offsets; the rest is left for the tables of its strips. */
static int check_size(const struct image *shape, const char *name)
{
    const errdiff_image *pixels = &shape->pixels;
    uint64_t size = (uint64_t)pixels->width * (uint64_t)pixels->height *
                    (uint64_t)((pixels->channels + (shape->alpha != NULL)) * pixels->bits / 8);
    if (size > UINT32_MAX / 256 * 255)
        return fail(EXIT_FAILED, "%s: %d × %d pixels are too many for a TIFF", name, pixels->width,
                    pixels->height);
    return memory_limit_check(shape->held + image_memory(shape) + size, name);
}

static int start_file(struct image_writer *file, const struct image *shape)
{
    struct tiff_writer *writer = calloc(1, sizeof *writer);
    file->state = writer;
    if (!writer)
        return fail(EXIT_FAILED, "%s: not enough memory", file->name);
    writer->width = shape->pixels.width;
    writer->bits = shape->pixels.bits;
    int status = check_size(shape, file->name);
    if (status != 0)
        return status;
    if (shape->few && !plan_few(writer, shape))
        return fail_write(writer, file->name);
    writer->tiff = tiff_memory_open(&writer->memory, file->name, 'w');
    if (!writer->tiff)
        return fail_write(writer, file->name);
    return set_tags(writer, shape) ? 0 : fail_write(writer, file->name);
}

/* Packs the numbers of a row; the first one is in the highest bits. */
static void pack(const struct tiff_writer *writer)
{
    int per_byte = 8 / writer->bits;
    memset(writer->packed, 0, (size_t)writer->width);
    for (int x = 0; x < writer->width; x++) {
        int number = writer->has_grays ? few_colors_gray(writer->few, writer->numbers[x])
                                       : writer->numbers[x];
        writer->packed[x / per_byte] |=
            (uint8_t)(number << (8 - writer->bits * (1 + x % per_byte)));
    }
}

static int write_row(struct image_writer *file, const void *row)
{
    struct tiff_writer *writer = file->state;
    void *stored = (void *)row;
    if (writer->few && !few_colors_of_row(writer->few, row, writer->width, writer->numbers))
        return fail(EXIT_FAILED, "%s: a pixel has none of the colors; use --true-color",
                    file->name);
    if (writer->few) {
        pack(writer);
        stored = writer->packed;
    }
    return TIFFWriteScanline(writer->tiff, stored, writer->next++, 0) == 1
               ? 0
               : fail_write(writer, file->name);
}

static int end_file(struct image_writer *file)
{
    struct tiff_writer *writer = file->state;
    if (TIFFFlush(writer->tiff) != 1 || writer->memory.message[0] != '\0')
        return fail_write(writer, file->name);
    fwrite(writer->memory.bytes, 1, (size_t)writer->memory.size, file->file);
    return 0;
}

static void release(struct image_writer *file)
{
    struct tiff_writer *writer = file->state;
    if (!writer)
        return;
    if (writer->tiff) {
        TIFFSetMode(writer->tiff, O_RDONLY); /* otherwise it would still write */
        TIFFClose(writer->tiff);
    }
    free(writer->few);
    free(writer->numbers);
    free(writer->packed);
    free(writer->memory.made);
    free(writer);
}

const struct image_encoder tiff_encoder = {
    .start = start_file, .write_row = write_row, .end = end_file, .release = release};
#endif
