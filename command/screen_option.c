/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the threshold matrix of a file that --screen names. */
#include "screen_option.h"

#include "fail.h"
#include "image_file.h"
#include "image_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Far more than a text with ERRDIFF_MAX_MATRIX² numbers has. */
enum { MAX_FILE_BYTES = 1 << 24 };

bool is_screen(const errdiff_option_info *info)
{
    return strcmp(info->name, "screen") == 0;
}

void screen_describe(struct option *option)
{
    static char values[300];
    size_t length = 0;
    errdiff_screen_info info;
    for (int i = 0; errdiff_screen_get(i, &info) == ERRDIFF_OK && length < sizeof values; i++)
        length += (size_t)snprintf(values + length, sizeof values - length, "%s, ", info.name);
    if (length < sizeof values)
        snprintf(values + length, sizeof values - length,
                 "or a file: any image that can be read, or a text with rows of numbers");
    option->info.syntax = values;
    option->value_name = "NAME|FILE";
}

const char *screen_without_file(const char *screen)
{
    errdiff_screen_info info;
    return errdiff_screen_find(screen, &info) == ERRDIFF_OK ? screen : "none";
}

static int read_text(const char *path, errdiff_matrix *matrix)
{
    char *contents;
    size_t size;
    errdiff_message message;
    if (errdiff_file_read(path, MAX_FILE_BYTES, &contents, &size, &message) != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s: %s", path, message.text);
    errdiff_status status = errdiff_matrix_parse(contents, size, matrix, &message);
    free(contents);
    return status == ERRDIFF_OK ? 0 : fail(EXIT_FAILED, "%s: %s", path, message.text);
}

/* The sum of the channels of a pixel, which fits into 16 bits. */
static uint16_t number_at(const errdiff_image *image, int x, int y)
{
    const uint8_t *row = (const uint8_t *)image->data + y * image->stride;
    uint32_t sum = 0;
    for (int c = 0; c < image->channels; c++) {
        ptrdiff_t at = (ptrdiff_t)x * image->channels + c;
        sum += image->bits == 8 ? row[at] : ((const uint16_t *)(const void *)row)[at];
    }
    return (uint16_t)(image->bits == 16 && image->channels == 3 ? sum / 3 : sum);
}

static int copy_numbers(const struct image *image, errdiff_matrix *matrix)
{
    const errdiff_image *pixels = &image->pixels;
    if (pixels->width > ERRDIFF_MAX_MATRIX || pixels->height > ERRDIFF_MAX_MATRIX)
        return fail(EXIT_FAILED, "%s: screen: the sides of a matrix must be 1 to %d", image->name,
                    ERRDIFF_MAX_MATRIX);
    uint16_t *numbers =
        malloc((size_t)pixels->width * (size_t)pixels->height * sizeof *matrix->numbers);
    if (!numbers)
        return fail(EXIT_FAILED, "%s: not enough memory", image->name);
    for (int y = 0; y < pixels->height; y++)
        for (int x = 0; x < pixels->width; x++)
            numbers[(ptrdiff_t)y * pixels->width + x] = number_at(pixels, x, y);
    *matrix = (errdiff_matrix){pixels->width, pixels->height, numbers};
    return 0;
}

static int read_image(const char *path, errdiff_matrix *matrix)
{
    struct image image;
    int status = image_open(&image, path);
    if (status == 0)
        status = image_read(&image);
    if (status == 0)
        status = copy_numbers(&image, matrix);
    image_free(&image);
    return status;
}

static int read_file(FILE *file, const char *path, errdiff_matrix *matrix)
{
    char start[16];
    size_t size = fread(start, 1, sizeof start, file);
    fclose(file);
    if (size == 0)
        return read_image(path, matrix); /* which says why */
    /* A PGM is left to the library, which does not need its white to be 255 or 65535. */
    bool is_pgm = size > 1 && start[0] == 'P' && (start[1] == '2' || start[1] == '5');
    return !is_pgm && image_format_is_likely(start, size) ? read_image(path, matrix)
                                                          : read_text(path, matrix);
}

/* A folder, a device or a pipe, whose first bytes cannot be read in advance. */
static bool is_no_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

int screen_read(errdiff_options *options, errdiff_matrix *matrix)
{
    const char *text = options->screen;
    errdiff_screen_info info;
    if (errdiff_screen_find(text, &info) == ERRDIFF_OK)
        return 0;
    if (is_no_file(text))
        return read_text(text, matrix);
    FILE *file = fopen(text, "rb");
    if (file) {
        int status = read_file(file, text, matrix);
        if (status == 0)
            options->screen_matrix = matrix;
        return status;
    }
    /* A name with a dot or a slash was meant as a file name. */
    if (strpbrk(text, "./"))
        return fail(EXIT_FAILED, "%s: %s", text, strerror(errno));
    errdiff_message message;
    errdiff_options_check(options, &message);
    return fail(EXIT_WRONG_CALL, "%s; or the name of a file", message.text);
}

bool screen_needs_resolution(const errdiff_options *options)
{
    static const char unit[] = "lpi";
    errdiff_screen_info info;
    size_t length = strlen(options->screen_size);
    return options->dpi == 0 && length >= strlen(unit) &&
           strcmp(options->screen_size + length - strlen(unit), unit) == 0 &&
           errdiff_screen_find(options->screen, &info) == ERRDIFF_OK && info.is_clustered;
}

int screen_take_resolution(errdiff_options *options, const struct image *image)
{
    if (!screen_needs_resolution(options))
        return 0;
    options->dpi = image_dpi(image);
    if (options->dpi == 0)
        return fail(EXIT_WRONG_CALL,
                    "%s: the file does not say how many pixels an inch has, which --screen-size %s "
                    "needs; add --dpi, such as --dpi 300",
                    image->name, options->screen_size);
    errdiff_message message;
    return errdiff_options_check(options, &message) == ERRDIFF_OK
               ? 0
               : fail(EXIT_WRONG_CALL, "%s: at its %g pixels per inch: %s", image->name,
                      options->dpi, message.text);
}
