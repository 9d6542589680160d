/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads threshold matrices from the contents of files: PGM, or a text with rows of numbers. */
#include "base/message.h"
#include "base/text_start.h"
#include "base/translate.h"
#include "errdiff.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const unsigned char *at, *end;
    errdiff_message *message;
};

static bool is_blank(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

/* Reads a number of at most five digits. Returns -1 if there is none. */
static int read_number(struct reader *reader)
{
    int number = 0, digits = 0;
    for (; reader->at < reader->end && is_digit(*reader->at) && digits < 6; digits++)
        number = 10 * number + (*reader->at++ - '0');
    return digits == 0 || digits > 5 ? -1 : number;
}

static errdiff_status fail_size(errdiff_message *message)
{
    return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                        N_("screen: the sides of a matrix must be 1 to %d"), ERRDIFF_MAX_MATRIX);
}

/* ---- PGM ----------------------------------------------------------------------------------- */

/* Reads a number of the header, after white space and comments. */
static int read_field(struct reader *reader)
{
    while (reader->at < reader->end && (is_blank(*reader->at) || *reader->at == '#'))
        if (*reader->at++ == '#')
            while (reader->at < reader->end && *reader->at != '\n')
                reader->at++;
    return read_number(reader);
}

static int read_sample(struct reader *reader, bool is_text, int max)
{
    if (is_text)
        return read_field(reader);
    int bytes = max > UINT8_MAX ? 2 : 1, sample = 0;
    if (reader->end - reader->at < bytes)
        return -1;
    for (int i = 0; i < bytes; i++)
        sample = sample << 8 | *reader->at++;
    return sample;
}

static errdiff_status read_pgm(struct reader *reader, errdiff_matrix *matrix, uint16_t *numbers)
{
    bool is_text = reader->at[1] == '2';
    reader->at += 2;
    matrix->width = read_field(reader);
    matrix->height = read_field(reader);
    int max = read_field(reader);
    if (matrix->width < 1 || matrix->width > ERRDIFF_MAX_MATRIX || matrix->height < 1 ||
        matrix->height > ERRDIFF_MAX_MATRIX)
        return fail_size(reader->message);
    reader->at += reader->at < reader->end; /* one white space, then samples */
    for (int i = 0; i < matrix->width * matrix->height; i++) {
        int sample = read_sample(reader, is_text, max);
        if (max < 1 || max > UINT16_MAX || sample < 0 || sample > max)
            return errdiff_fail(reader->message, ERRDIFF_BAD_ARGUMENT,
                                N_("screen: this is not a complete PGM"));
        numbers[i] = (uint16_t)sample;
    }
    return ERRDIFF_OK;
}

/* ---- Text ---------------------------------------------------------------------------------- */

static bool is_separator(int c)
{
    return c == ',' || c == ';' || (is_blank(c) && c != '\n');
}

/* Reads the numbers of a line, up to its end. Returns how many there are, or -1. */
static int read_line(struct reader *reader, uint16_t *numbers)
{
    int count = 0;
    bool is_comment = reader->at < reader->end && *reader->at == '#';
    while (reader->at < reader->end && *reader->at != '\n') {
        if (is_comment || is_separator(*reader->at)) {
            reader->at++;
            continue;
        }
        int number = read_number(reader);
        if (number < 0 || number > UINT16_MAX || count == ERRDIFF_MAX_MATRIX ||
            (reader->at < reader->end && *reader->at != '\n' && !is_separator(*reader->at)))
            return -1;
        numbers[count++] = (uint16_t)number;
    }
    reader->at += reader->at < reader->end;
    return count;
}

/* Whether it is another image than a PGM, which may look like a text at first, or there is a NUL,
 * which no text in UTF-8 contains. */
static bool is_binary(const char *contents, size_t size)
{
    bool is_image = size > 1 && contents[0] == 'P' && is_digit(contents[1]);
    return is_image || memchr(contents, '\0', size) != NULL;
}

static errdiff_status read_text(struct reader *reader, errdiff_matrix *matrix, uint16_t *numbers)
{
    uint16_t row[ERRDIFF_MAX_MATRIX];
    matrix->width = matrix->height = 0;
    const char *contents = (const char *)reader->at;
    size_t size = (size_t)(reader->end - reader->at);
    errdiff_status status = errdiff_text_check("screen: ", contents, size, reader->message);
    if (status != ERRDIFF_OK)
        return status;
    if (is_binary(contents, size))
        return errdiff_fail(reader->message, ERRDIFF_BAD_ARGUMENT,
                            N_("screen: the file is neither an image that can be read nor a text "
                               "with rows of numbers"));
    for (int line = 1; reader->at < reader->end; line++) {
        int count = read_line(reader, row);
        if (count == 0)
            continue;
        if (count < 0 || (matrix->height > 0 && count != matrix->width))
            return errdiff_fail(reader->message, ERRDIFF_BAD_ARGUMENT,
                                count < 0 ? N_("screen: line %d is not a row of numbers, 0 to "
                                               "65535")
                                          : N_("screen: line %d has not as many numbers as the "
                                               "lines before"),
                                line);
        if (matrix->height == ERRDIFF_MAX_MATRIX)
            return fail_size(reader->message);
        matrix->width = count;
        memcpy(numbers + (ptrdiff_t)matrix->height * count, row, (size_t)count * sizeof *row);
        matrix->height++;
    }
    return matrix->height > 0 ? ERRDIFF_OK : fail_size(reader->message);
}

errdiff_status errdiff_matrix_parse(const void *contents, size_t size, errdiff_matrix *matrix,
                                    errdiff_message *message)
{
    const unsigned char *bytes = contents, *end = bytes + size;
    bytes += errdiff_text_mark(contents, size);
    struct reader reader = {.at = bytes, .end = end, .message = message};
    errdiff_matrix read = {0};
    size_t most = (size_t)ERRDIFF_MAX_MATRIX * ERRDIFF_MAX_MATRIX;
    uint16_t *numbers = malloc(most * sizeof *numbers);
    if (!numbers)
        return errdiff_fail(message, ERRDIFF_NO_MEMORY,
                            N_("screen: not enough memory for the matrix"));
    bool is_pgm = end - bytes > 2 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5');
    errdiff_status status =
        is_pgm ? read_pgm(&reader, &read, numbers) : read_text(&reader, &read, numbers);
    if (status != ERRDIFF_OK) {
        free(numbers);
        return status;
    }
    uint16_t *kept = realloc(numbers, (size_t)read.width * (size_t)read.height * sizeof *numbers);
    read.numbers = kept ? kept : numbers;
    *matrix = read;
    return ERRDIFF_OK;
}
