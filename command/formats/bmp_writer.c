/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes BMP files: with 1, 4 or 8 bits and a palette, or with 24 bits. */
#include "fail.h"
#include "few_colors.h"
#include "image_writer.h"
#include "memory_limit.h"

#include <stdlib.h>
#include <string.h>

enum { HEADERS = 54, MAX_ENTRIES = 256 };

struct bmp_writer {
    uint8_t *rows; /* as they are in the file, but the first row first */
    uint8_t *numbers;
    size_t row_bytes;
    int width, height, channels, bits;
    int next; /* row */
    struct few_colors
        *few; /* of which it stores numbers; NULL: it stores numbers or samples as they
                             * come */
    uint8_t entries[MAX_ENTRIES][3];
    int entry_count;
    struct resolution resolution;
};

static void put_number(FILE *file, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc((int)(number >> 8 * i & 0xFF), file);
}

/* The file's bits of a pixel for a palette of so many colors. */
static int bits_for(int count)
{
    return count <= 2 ? 1 : count <= 16 ? 4 : 8;
}

static void take_palette(struct bmp_writer *writer, const errdiff_palette *palette)
{
    memcpy(writer->entries, palette->colors, (size_t)palette->count * 3);
    writer->entry_count = palette->count;
    writer->bits = bits_for(palette->count);
}

/* The palette of gray samples. */
static void take_grays(struct bmp_writer *writer)
{
    for (int i = 0; i < MAX_ENTRIES; i++)
        memset(writer->entries[i], i, 3);
    writer->entry_count = MAX_ENTRIES;
    writer->bits = 8;
}

/* Decides how pixels are stored. Returns an exit status. */
static int plan(struct bmp_writer *writer, const struct image *shape, const char *name)
{
    writer->bits = 24;
    if (shape->few) {
        writer->few = malloc(sizeof *writer->few);
        if (!writer->few)
            return fail(EXIT_FAILED, "%s: not enough memory", name);
        few_colors_prepare(writer->few, shape);
        take_palette(writer, shape->few);
    } else if (shape->pixels.bits == 16) {
        return fail(EXIT_FAILED, "%s: a BMP has 8 bits per sample; use --bits 8", name);
    } else if (shape->palette) {
        take_palette(writer, shape->palette);
    } else if (shape->pixels.channels == 1) {
        take_grays(writer);
    }
    return 0;
}

/* Some programs read its 32-bit sizes as signed numbers. */
static int allocate(struct bmp_writer *writer, const struct image *shape, const char *name)
{
    writer->row_bytes = ((size_t)writer->width * (size_t)writer->bits + 31) / 32 * 4;
    uint64_t size = (uint64_t)writer->row_bytes * (uint64_t)writer->height;
    if (size > INT32_MAX - HEADERS - 4 * MAX_ENTRIES)
        return fail(EXIT_FAILED, "%s: %d × %d pixels are too many for a BMP", name, writer->width,
                    writer->height);
    int status = memory_limit_check(shape->held + image_memory(shape) + size, name);
    if (status != 0)
        return status;
    writer->rows = calloc(1, (size_t)size);
    writer->numbers = malloc((size_t)writer->width);
    return writer->rows && writer->numbers ? 0 : fail(EXIT_FAILED, "%s: not enough memory", name);
}

static int start_file(struct image_writer *file, const struct image *shape)
{
    struct bmp_writer *writer = calloc(1, sizeof *writer);
    file->state = writer;
    if (!writer)
        return fail(EXIT_FAILED, "%s: not enough memory", file->name);
    writer->width = shape->pixels.width;
    writer->height = shape->pixels.height;
    writer->channels = shape->pixels.channels;
    writer->resolution = shape->resolution;
    int status = plan(writer, shape, file->name);
    return status == 0 ? allocate(writer, shape, file->name) : status;
}

/* The first pixel is in the highest bits. */
static void pack(const struct bmp_writer *writer, const uint8_t *numbers, uint8_t *to)
{
    int per_byte = 8 / writer->bits;
    for (int x = 0; x < writer->width; x++)
        to[x / per_byte] |= (uint8_t)(numbers[x] << (8 - writer->bits * (1 + x % per_byte)));
}

static int write_row(struct image_writer *file, const void *row)
{
    struct bmp_writer *writer = file->state;
    const uint8_t *samples = row;
    uint8_t *to = writer->rows + (size_t)writer->next * writer->row_bytes;
    writer->next++;
    if (writer->few) {
        if (!few_colors_of_row(writer->few, row, writer->width, writer->numbers))
            return fail(EXIT_FAILED, "%s: a pixel has none of the colors; use --true-color",
                        file->name);
        pack(writer, writer->numbers, to);
    } else if (writer->bits < 24) {
        pack(writer, samples, to);
    } else {
        for (size_t x = 0; x < (size_t)writer->width; x++)
            for (size_t c = 0; c < 3; c++)
                to[3 * x + c] = samples[3 * x + 2 - c];
    }
    return 0;
}

static void write_headers(const struct bmp_writer *writer, FILE *file)
{
    uint32_t start = HEADERS + 4 * (uint32_t)writer->entry_count;
    uint32_t size = (uint32_t)writer->row_bytes * (uint32_t)writer->height;
    fputs("BM", file);
    put_number(file, start + size, 4);
    put_number(file, 0, 4);
    put_number(file, start, 4);
    put_number(file, HEADERS - 14, 4);
    put_number(file, (uint32_t)writer->width, 4);
    put_number(file, (uint32_t)writer->height, 4);
    put_number(file, 1, 2); /* planes */
    put_number(file, (uint32_t)writer->bits, 2);
    put_number(file, 0, 4); /* no compression */
    put_number(file, size, 4);
    put_number(file, writer->resolution.x, 4);
    put_number(file, writer->resolution.y, 4);
    put_number(file, (uint32_t)writer->entry_count, 4);
    put_number(file, 0, 4); /* all of them are important */
    for (int i = 0; i < writer->entry_count; i++) {
        for (int c = 2; c >= 0; c--)
            putc(writer->entries[i][c], file);
        putc(0, file);
    }
}

/* The last row comes first, as all programs read it. */
static int end_file(struct image_writer *file)
{
    const struct bmp_writer *writer = file->state;
    write_headers(writer, file->file);
    for (int y = writer->height - 1; y >= 0 && !ferror(file->file); y--)
        fwrite(writer->rows + (size_t)y * writer->row_bytes, 1, writer->row_bytes, file->file);
    return 0;
}

static void release(struct image_writer *file)
{
    struct bmp_writer *writer = file->state;
    if (!writer)
        return;
    free(writer->few);
    free(writer->numbers);
    free(writer->rows);
    free(writer);
}

const struct image_encoder bmp_encoder = {
    .start = start_file, .write_row = write_row, .end = end_file, .release = release};
