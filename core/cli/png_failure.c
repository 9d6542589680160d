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

void png_failure_by_warning(png_structp png, png_const_charp message)
{
    if (is_of_memory(message))
        png_failure_by_error(png, message);
}
