/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pnm.h"

#include "fail.h"
#include "pnm_number.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* A row that is being read. */
struct row {
    uint8_t *samples;
    size_t count;
    int bits, maxval;
    const char *name;      /* of the file, for messages */
    int number, row_count; /* number of the row in the picture, and its rows, for messages */
};

static int fail_short(const struct row *row, FILE *file)
{
    if (ferror(file))
        return fail(EXIT_FAILED, "%s: %s", row->name, strerror(errno));
    return fail(EXIT_FAILED, "%s: the picture ends in row %d of %d", row->name, row->number,
                row->row_count);
}

static int check_sample(const struct row *row, int value)
{
    return value <= row->maxval
               ? 0
               : fail(EXIT_FAILED, "%s: in row %d the value %d is greater than maxval (%d)",
                      row->name, row->number, value, row->maxval);
}

static void store(const struct row *row, size_t i, uint32_t value)
{
    if (row->bits == 8)
        row->samples[i] = (uint8_t)value;
    else
        ((uint16_t *)(void *)row->samples)[i] = (uint16_t)value;
}

/* Reads a pixel of P1, which is one digit, with or without blanks around it. */
static int read_bit(FILE *file)
{
    int character = pnm_skip_blanks(file);
    return character == '0' || character == '1' ? character - '0' : -1;
}

static int read_plain(const struct row *row, char kind, FILE *file)
{
    for (size_t i = 0; i < row->count; i++) {
        int value = kind == '1' ? read_bit(file) : pnm_read_number(file);
        if (value < 0 && feof(file))
            return fail_short(row, file);
        if (value < 0)
            return fail(EXIT_FAILED, "%s: row %d contains something that is not a sample",
                        row->name, row->number);
        if (check_sample(row, value) != 0)
            return EXIT_FAILED;
        store(row, i, (uint32_t)value);
    }
    return 0;
}

/* Unpacks bits to a byte each, in place. It begins at the end, so that no bit is overwritten before
 * it has been read. */
static void unpack_bits(const struct row *row)
{
    for (size_t x = row->count; x-- > 0;)
        row->samples[x] = row->samples[x / 8] >> (7 - x % 8) & 1;
}

static void order_bytes(const struct row *row)
{
    const uint8_t *bytes = row->samples;
    for (size_t i = 0; i < row->count; i++)
        store(row, i, (uint32_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]));
}

static int read_packed(const struct row *row, FILE *file)
{
    size_t size = (row->count + 7) / 8;
    if (fread(row->samples, 1, size, file) != size)
        return fail_short(row, file);
    unpack_bits(row);
    return 0;
}

/* Scales samples from 0..maxval to the whole range, rounded as Netpbm does. */
static int scale(const struct row *row)
{
    uint32_t white = row->bits == 8 ? UINT8_MAX : UINT16_MAX, maxval = (uint32_t)row->maxval;
    const uint16_t *words = (const uint16_t *)(const void *)row->samples;
    for (size_t i = 0; i < row->count && maxval != white; i++) {
        uint32_t value = row->bits == 8 ? row->samples[i] : words[i];
        if (check_sample(row, (int)value) != 0)
            return EXIT_FAILED;
        store(row, i, (value * white + maxval / 2) / maxval);
    }
    return 0;
}

/* Inverts the samples of P1 and P4, in which 1 is black. */
static void invert(const struct row *row)
{
    for (size_t x = 0; x < row->count; x++)
        row->samples[x] = (uint8_t)~row->samples[x];
}

static int read_row(const struct row *row, char kind, FILE *file)
{
    int status = 0;
    if (kind <= '3')
        status = read_plain(row, kind, file);
    else if (kind == '4')
        status = read_packed(row, file);
    else if (row->bits == 16)
        order_bytes(row);
    if (status == 0)
        status = scale(row);
    if (status == 0 && (kind == '1' || kind == '4'))
        invert(row);
    return status;
}

/* Whether the samples of a row are bytes or pairs of bytes in the file. */
static bool is_raw(const struct pnm_layout *layout)
{
    return layout->kind >= '5';
}

/* Reads the samples of all rows as they are in the file, in one call if there is nothing between
 * rows in memory. Returns the number of whole rows that there were. */
static int read_raw_rows(const errdiff_image *image, FILE *file)
{
    size_t size = (size_t)image->width * (size_t)image->channels * (size_t)(image->bits / 8);
    if ((size_t)image->stride == size)
        return (int)fread(image->data, size, (size_t)image->height, file);
    for (int y = 0; y < image->height; y++)
        if (fread((uint8_t *)image->data + y * image->stride, size, 1, file) != 1)
            return y;
    return image->height;
}

int pnm_read_rows(const struct pnm_layout *layout, const errdiff_image *image, int first_row,
                  int row_count, FILE *file, const char *name)
{
    int status = 0, raw_rows = is_raw(layout) ? read_raw_rows(image, file) : image->height;
    for (int y = 0; y < image->height && status == 0; y++) {
        struct row row = {
            .samples = (uint8_t *)image->data + y * image->stride,
            .count = (size_t)image->width * (size_t)image->channels,
            .bits = image->bits,
            .maxval = layout->maxval,
            .name = name,
            .number = first_row + y + 1,
            .row_count = row_count,
        };
        status = y < raw_rows ? read_row(&row, layout->kind, file) : fail_short(&row, file);
    }
    return status;
}
