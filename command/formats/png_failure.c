/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE

#include "png_failure.h"

#include <stdio.h>
#include <string.h>

static bool is_of_memory(const char *message)
{
    return strcasestr(message, "out of memory") || strcasestr(message, "insufficient memory");
}

void png_failure_by_error(png_structp png, png_const_charp message)
{
    struct png_failure *failure = png_get_error_ptr(png);
    snprintf(failure->message, sizeof failure->message, "%s", message);
    failure->is_of_memory = is_of_memory(message);
    png_longjmp(png, 1);
}

/* libpng only warns that a text is longer than its limit, and then allocates memory for all of
 * it. */
static bool is_of_long_text(png_structp png, const char *message)
{
    png_uint_32 type = png_get_io_chunk_type(png);
    png_byte name[4] = {(png_byte)(type >> 24), (png_byte)(type >> 16), (png_byte)(type >> 8),
                        (png_byte)type};
    return strstr(message, "too large") &&
           (memcmp(name, "tEXt", 4) == 0 || memcmp(name, "zTXt", 4) == 0 ||
            memcmp(name, "iTXt", 4) == 0);
}

void png_failure_by_warning(png_structp png, png_const_charp message)
{
    struct png_failure *failure = png_get_error_ptr(png);
    failure->has_left_out |= strstr(message, "no space in chunk cache") != NULL;
    if (is_of_memory(message) || is_of_long_text(png, message))
        png_failure_by_error(png, message);
}
