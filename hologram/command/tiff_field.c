/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes complex pictures, and writes gray ones, as TIFF files. */
#define _XOPEN_SOURCE 700

#include "tiff_field.h"

#include "fail.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <unistd.h>

/* libtiff's last error message. */
static char last_error[200];

static void note_error(const char *module, const char *format, va_list arguments)
{
    (void)module;
    vsnprintf(last_error, sizeof last_error, format, arguments);
}

static void set_handlers(void)
{
    strcpy(last_error, "the TIFF file is damaged");
    TIFFSetErrorHandler(note_error);
    TIFFSetWarningHandler(NULL);
}

static int fail_with_last_error(const char *name)
{
    return fail(EXIT_FAILED, "%s: %s", name, last_error);
}

/* A complex sample counts as two floats. */
static int read_samples(struct tiff_field *file)
{
    uint16_t channels = 1, bits = 1, kind = SAMPLEFORMAT_UINT;
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_SAMPLEFORMAT, &kind);
    bool is_complex = kind == SAMPLEFORMAT_COMPLEXIEEEFP;
    int float_bits = is_complex ? bits / 2 : bits;
    if ((kind != SAMPLEFORMAT_IEEEFP && !is_complex) || (float_bits != 32 && float_bits != 64))
        return fail(EXIT_FAILED, "%s: its samples are not floats of 32 or 64 bits", file->name);
    if (is_complex && channels > 1)
        return fail(EXIT_FAILED, "%s: it has %d complex channels; one is needed", file->name,
                    channels);
    file->channels = is_complex ? 2 : channels;
    file->float_bytes = float_bits / 8;
    return 0;
}

static int read_shape(struct tiff_field *file)
{
    uint32_t width = 0, height = 0;
    TIFFGetField(file->tiff, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(file->tiff, TIFFTAG_IMAGELENGTH, &height);
    if (TIFFIsTiled(file->tiff))
        return fail(EXIT_FAILED, "%s: it is stored in tiles; strips are needed", file->name);
    file->width = width > INT32_MAX ? INT32_MAX : (int)width;
    file->height = height > INT32_MAX ? INT32_MAX : (int)height;
    return read_samples(file);
}

/* Opens a TIFF on a copy of the file's descriptor, because libtiff closes the one it is given.
 * Returns NULL on failure. */
static TIFF *open_again(FILE *file, const char *name, const char *mode)
{
    int descriptor = dup(fileno(file));
    TIFF *tiff = NULL;
    if (descriptor >= 0 && lseek(descriptor, 0, SEEK_SET) == 0)
        tiff = TIFFFdOpen(descriptor, name, mode);
    if (!tiff && descriptor >= 0)
        close(descriptor);
    return tiff;
}

int tiff_field_open(struct tiff_field *file, FILE *from, const char *name)
{
    *file = (struct tiff_field){.name = name};
    set_handlers();
    file->tiff = open_again(from, name, "r");
    int status = file->tiff ? read_shape(file) : fail_with_last_error(name);
    if (status != 0)
        tiff_field_close(file);
    return status;
}

uint64_t tiff_field_strip_bytes(const struct tiff_field *file)
{
    return TIFFStripSize64(file->tiff);
}

void tiff_field_close(struct tiff_field *file)
{
    if (file->tiff)
        TIFFClose(file->tiff);
    file->tiff = NULL;
}

static float float_at(const struct tiff_field *file, const void *numbers, size_t i)
{
    return file->float_bytes == 8 ? (float)((const double *)numbers)[i]
                                  : ((const float *)numbers)[i];
}

/* Stores channel `channel` of a strip, whose pixels are `step` floats apart. */
static void store(const struct tiff_field *file, const void *numbers, size_t channel, size_t step,
                  int part, errdiff_complex *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float number = float_at(file, numbers, i * step + channel);
        if (part == 0)
            values[i].re = number;
        else
            values[i].im = number;
    }
}

/* Reads the strip that begins with row y; if the channels have separate strips, reads
 * that of `channel`. */
static int read_strip(struct tiff_field *file, void *numbers, int y, int rows, int channel,
                      size_t row_bytes)
{
    tmsize_t wanted = (tmsize_t)((size_t)rows * row_bytes);
    tstrip_t strip = TIFFComputeStrip(file->tiff, (uint32_t)y, (uint16_t)channel);
    return TIFFReadEncodedStrip(file->tiff, strip, numbers, wanted) == wanted
               ? 0
               : fail_with_last_error(file->name);
}

static int read_strips(struct tiff_field *file, int part, errdiff_field *field, void *numbers,
                       int strip_rows, bool is_apart)
{
    int wanted = file->channels > 1 ? 2 : 1, status = 0;
    size_t width = (size_t)field->width, step = is_apart ? 1 : (size_t)file->channels;
    for (int y = 0; y < field->height && status == 0; y += strip_rows) {
        int rows = field->height - y < strip_rows ? field->height - y : strip_rows;
        for (int c = 0; c < wanted && status == 0; c++) {
            if (c == 0 || is_apart)
                status =
                    read_strip(file, numbers, y, rows, c, width * step * (size_t)file->float_bytes);
            if (status == 0)
                store(file, numbers, is_apart ? 0 : (size_t)c, step, part + c,
                      field->values + (size_t)y * width, (size_t)rows * width);
        }
    }
    return status;
}

int tiff_field_read(struct tiff_field *file, int part, errdiff_field *field)
{
    uint16_t layout = PLANARCONFIG_CONTIG, samples = 1;
    uint32_t strip_rows = (uint32_t)field->height;
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_PLANARCONFIG, &layout);
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_ROWSPERSTRIP, &strip_rows);
    if (strip_rows < 1 || strip_rows > (uint32_t)field->height)
        strip_rows = (uint32_t)field->height;
    bool is_apart = layout == PLANARCONFIG_SEPARATE && samples > 1;
    size_t row_floats = (size_t)field->width * (is_apart ? 1 : (size_t)file->channels);
    void *numbers = malloc(row_floats * strip_rows * (size_t)file->float_bytes);
    if (!numbers)
        return fail(EXIT_FAILED, "%s: not enough memory", file->name);
    int status = read_strips(file, part, field, numbers, (int)strip_rows, is_apart);
    free(numbers);
    return status;
}

/* What the samples of a file that is written are. */
struct samples {
    uint16_t channels, bits, format, meaning;
};

static bool describe(TIFF *tiff, int width, int height, const struct samples *samples)
{
    return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)width) &&
           TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)height) &&
           TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples->channels) &&
           TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, samples->bits) &&
           TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, samples->format) &&
           TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, samples->meaning) &&
           TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
           TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
}

static bool write_rows(TIFF *tiff, const errdiff_field *field)
{
    float *numbers = malloc((size_t)field->width * 3 * sizeof *numbers);
    bool works = numbers != NULL;
    for (int y = 0; y < field->height && works; y++) {
        const errdiff_complex *row = field->values + (size_t)y * (size_t)field->width;
        for (int x = 0; x < field->width; x++) {
            numbers[3 * x] = row[x].re;
            numbers[3 * x + 1] = row[x].im;
            numbers[3 * x + 2] = 0;
        }
        works = TIFFWriteScanline(tiff, numbers, (uint32_t)y, 0) == 1;
    }
    free(numbers);
    return works;
}

int tiff_field_write(const errdiff_field *field, FILE *file, const char *name)
{
    set_handlers();
    TIFF *tiff = open_again(file, name, "w");
    const struct samples samples = {3, 32, SAMPLEFORMAT_IEEEFP, PHOTOMETRIC_RGB};
    bool works = tiff && describe(tiff, field->width, field->height, &samples) &&
                 write_rows(tiff, field) && TIFFFlush(tiff) == 1;
    if (tiff)
        TIFFClose(tiff);
    return works ? 0 : fail_with_last_error(name);
}

int tiff_gray_write(const errdiff_image *image, FILE *file, const char *name)
{
    set_handlers();
    TIFF *tiff = open_again(file, name, "w");
    const struct samples samples = {1, (uint16_t)image->bits, SAMPLEFORMAT_UINT,
                                    PHOTOMETRIC_MINISBLACK};
    bool works = tiff && describe(tiff, image->width, image->height, &samples);
    for (int y = 0; y < image->height && works; y++)
        works = TIFFWriteScanline(tiff, (uint8_t *)image->data + y * image->stride, (uint32_t)y,
                                  0) == 1;
    works = works && TIFFFlush(tiff) == 1;
    if (tiff)
        TIFFClose(tiff);
    return works ? 0 : fail_with_last_error(name);
}
