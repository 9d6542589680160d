/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fail.h"

#include "progress_line.h"

#include <stdarg.h>
#include <stdio.h>

int fail(int status, const char *format, ...)
{
    char line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    /* A file's name may hold anything; a terminal is to get one line of text. */
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    progress_line_end();
    fprintf(stderr, "errdiff: %s\n", line);
    return status;
}
