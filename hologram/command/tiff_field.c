/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes complex images, and writes gray ones, as TIFF files. */
#define _XOPEN_SOURCE 700

#include "tiff_field.h"

#include "fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <unistd.h>

/* libtiff's last error message. */
static char last_error[200];
/* Why the system failed first; 0: it has not, as far as is known. */
static int first_errno;

static void note_error(const char *module, const char *format, va_list arguments)
{
    (void)module;
    first_errno = first_errno != 0 ? first_errno : errno;
    vsnprintf(last_error, sizeof last_error, format, arguments);
}

static void set_handlers(void)
{
    strcpy(last_error, "the TIFF file is damaged");
    TIFFSetErrorHandler(note_error);
    TIFFSetWarningHandler(NULL);
    first_errno = errno = 0;
}

static int fail_with_last_error(const char *name)
{
    return fail(EXIT_FAILED, "%s: %s", name, last_error);
}

/* If a disk is full, libtiff does not say so. */
static int fail_to_write(const char *name)
{
    return first_errno != 0 ? fail(EXIT_FAILED, "%s: %s", name, strerror(first_errno))
                            : fail_with_last_error(name);
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
    if (!tiff && first_errno == 0)
        first_errno = errno;
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

uint64_t tiff_field_piece_bytes(const struct tiff_field *file)
{
    return TIFFIsTiled(file->tiff) ? TIFFTileSize64(file->tiff) : TIFFStripSize64(file->tiff);
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

/* How the pixels are stored: in strips, which are as wide as the image, or in tiles. If the
 * channels are apart, each has strips or tiles of its own. */
struct pieces {
    bool is_tiled, is_apart;
    uint32_t width, height; /* of a whole one */
    size_t step;            /* floats from one pixel to the next */
    tmsize_t row_bytes;
    void *numbers; /* one that was read */
};

/* Stores channel `channel` of the piece that begins at (left, top), as far as it is on the
 * image. */
static void store(const struct tiff_field *file, const struct pieces *pieces, size_t channel,
                  int part, uint32_t left, uint32_t top, errdiff_field *field)
{
    for (uint32_t y = 0; y < pieces->height && top + y < (uint32_t)field->height; y++) {
        errdiff_complex *row = field->values + (size_t)(top + y) * (size_t)field->width + left;
        for (uint32_t x = 0; x < pieces->width && left + x < (uint32_t)field->width; x++) {
            size_t pixel = (size_t)y * pieces->width + x;
            float number = float_at(file, pieces->numbers, pixel * pieces->step + channel);
            if (part == 0)
                row[x].re = number;
            else
                row[x].im = number;
        }
    }
}

/* Reads the piece that begins at (left, top); if the channels are apart, that of `channel`. The
 * last strip may have fewer rows than the others. */
static int read_piece(struct tiff_field *file, const struct pieces *pieces, uint32_t left,
                      uint32_t top, uint16_t channel)
{
    uint32_t below = (uint32_t)file->height - top;
    uint32_t rows = pieces->is_tiled || below > pieces->height ? pieces->height : below;
    tmsize_t wanted = (tmsize_t)rows * pieces->row_bytes;
    tmsize_t got =
        pieces->is_tiled
            ? TIFFReadTile(file->tiff, pieces->numbers, left, top, 0, channel)
            : TIFFReadEncodedStrip(file->tiff, TIFFComputeStrip(file->tiff, top, channel),
                                   pieces->numbers, wanted);
    return got == wanted ? 0 : fail_with_last_error(file->name);
}

static int read_pieces(struct tiff_field *file, const struct pieces *pieces, int part,
                       errdiff_field *field)
{
    int wanted = file->channels > 1 ? 2 : 1, status = 0;
    for (uint32_t top = 0; top < (uint32_t)field->height && status == 0; top += pieces->height)
        for (uint32_t left = 0; left < (uint32_t)field->width; left += pieces->width)
            for (int c = 0; c < wanted && status == 0; c++) {
                if (c == 0 || pieces->is_apart)
                    status = read_piece(file, pieces, left, top, (uint16_t)c);
                if (status == 0)
                    store(file, pieces, pieces->is_apart ? 0 : (size_t)c, part + c, left, top,
                          field);
            }
    return status;
}

/* Finds how large the pieces are. Returns false if that contradicts the rest of the header. */
static bool find_pieces(const struct tiff_field *file, struct pieces *pieces)
{
    uint16_t layout = PLANARCONFIG_CONTIG, samples = 1;
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_PLANARCONFIG, &layout);
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
    *pieces = (struct pieces){
        .is_tiled = TIFFIsTiled(file->tiff),
        .is_apart = layout == PLANARCONFIG_SEPARATE && samples > 1,
        .width = (uint32_t)file->width,
        .height = (uint32_t)file->height,
    };
    uint32_t strip_rows = pieces->height;
    TIFFGetFieldDefaulted(file->tiff, TIFFTAG_ROWSPERSTRIP, &strip_rows);
    if (pieces->is_tiled) {
        TIFFGetField(file->tiff, TIFFTAG_TILEWIDTH, &pieces->width);
        TIFFGetField(file->tiff, TIFFTAG_TILELENGTH, &pieces->height);
    } else if (strip_rows >= 1 && strip_rows < pieces->height) {
        pieces->height = strip_rows;
    }
    pieces->step = pieces->is_apart ? 1 : (size_t)file->channels;
    pieces->row_bytes = pieces->is_tiled
                            ? TIFFTileRowSize(file->tiff)
                            : (tmsize_t)(pieces->width * pieces->step * (size_t)file->float_bytes);
    size_t row_floats = (size_t)pieces->width * pieces->step;
    /* libtiff writes tiles of its own size, which is another one for YCbCr that is subsampled. */
    if (pieces->is_tiled &&
        TIFFTileSize64(file->tiff) != (uint64_t)pieces->row_bytes * pieces->height)
        return false;
    return pieces->width > 0 && pieces->height > 0 && pieces->height <= INT32_MAX &&
           pieces->width <= INT32_MAX &&
           (size_t)pieces->row_bytes == row_floats * (size_t)file->float_bytes;
}

int tiff_field_read(struct tiff_field *file, int part, errdiff_field *field)
{
    struct pieces pieces;
    if (!find_pieces(file, &pieces))
        return fail_with_last_error(file->name);
    pieces.numbers = malloc((size_t)pieces.row_bytes * pieces.height);
    if (!pieces.numbers)
        return fail(EXIT_FAILED, "%s: not enough memory", file->name);
    int status = read_pieces(file, &pieces, part, field);
    free(pieces.numbers);
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
    return works ? 0 : fail_to_write(name);
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
    return works ? 0 : fail_to_write(name);
}
