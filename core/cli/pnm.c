/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pnm.h"

#include "fail.h"

#include <ctype.h>
#include <stdint.h>

/* The next character of a header, comments taken as a line's end. */
static int header_character(FILE *file)
{
    int character = getc(file);
    if (character == '#')
        while (character != '\n' && character != '\r' && character != EOF)
            character = getc(file);
    return character;
}

/* Reads a number and the one blank after it; -1 where there is none. Large ones stop at INT_MAX. */
static int header_number(FILE *file)
{
    int character = header_character(file);
    while (character != EOF && isspace(character))
        character = header_character(file);
    if (character == EOF || !isdigit(character))
        return -1;
    int64_t number = 0;
    while (character != EOF && isdigit(character)) {
        number = number * 10 + (character - '0');
        number = number > INT32_MAX ? INT32_MAX : number;
        character = header_character(file);
    }
    return character != EOF && isspace(character) ? (int)number : -1;
}

int pnm_read_header(errdiff_image *image, FILE *file, const char *name)
{
    int p = getc(file), kind = getc(file);
    if (p != 'P' || (kind != '5' && kind != '6')) {
        bool other_pnm = p == 'P' && kind >= '1' && kind <= '7';
        return fail(EXIT_FAILED, "%s: %s", name,
                    other_pnm ? "of the PNM formats only P5 (gray) and P6 (RGB) are read"
                              : "it is not a picture of a known format");
    }
    /* A blank must part the magic from the number. */
    int after = getc(file);
    ungetc(after, file);
    if (after != EOF && isdigit(after))
        return fail(EXIT_FAILED, "%s: the PNM header is broken", name);
    int width = header_number(file), height = header_number(file), maxval = header_number(file);
    if (width < 0 || height < 0 || maxval < 0)
        return fail(EXIT_FAILED, "%s: the PNM header is broken", name);
    if (width < 1 || width > ERRDIFF_MAX_SIDE || height < 1 || height > ERRDIFF_MAX_SIDE)
        return fail(EXIT_FAILED, "%s: %d × %d pixels are not possible; each side must be 1 to %d",
                    name, width, height, ERRDIFF_MAX_SIDE);
    if (maxval != UINT8_MAX && maxval != UINT16_MAX)
        return fail(EXIT_FAILED, "%s: maxval %d is not possible; 255 and 65535 are", name, maxval);
    *image = (errdiff_image){
        .width = width,
        .height = height,
        .channels = kind == '5' ? 1 : 3,
        .bits = maxval == UINT8_MAX ? 8 : 16,
    };
    return 0;
}

int pnm_read_rows(const errdiff_image *image, int first_row, int row_count, FILE *file,
                  const char *name)
{
    size_t row_bytes = (size_t)image->stride;
    for (int y = 0; y < image->height; y++) {
        uint8_t *row = (uint8_t *)image->data + y * image->stride;
        if (fread(row, 1, row_bytes, file) != row_bytes)
            return fail(EXIT_FAILED, "%s: the picture ends in row %d of %d", name,
                        first_row + y + 1, row_count);
        if (image->bits == 16)
            for (size_t i = 0; i < row_bytes; i += 2)
                *(uint16_t *)(void *)(row + i) = (uint16_t)(row[i] << 8 | row[i + 1]);
    }
    return 0;
}

void pnm_write_header(const errdiff_image *image, FILE *file)
{
    fprintf(file, "P%c\n%d %d\n%d\n", image->channels == 1 ? '5' : '6', image->width, image->height,
            image->bits == 8 ? UINT8_MAX : UINT16_MAX);
}

void pnm_write_rows(const errdiff_image *image, FILE *file)
{
    size_t row_samples = (size_t)image->width * (size_t)image->channels;
    for (int y = 0; y < image->height && !ferror(file); y++) {
        const uint8_t *row = (const uint8_t *)image->data + y * image->stride;
        if (image->bits == 8) {
            fwrite(row, 1, row_samples, file);
            continue;
        }
        const uint16_t *samples = (const uint16_t *)(const void *)row;
        for (size_t i = 0; i < row_samples; i++) {
            putc(samples[i] >> 8, file);
            putc(samples[i] & 0xFF, file);
        }
    }
}
