/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fail.h"

#include "progress_line.h"

#include <stdarg.h>
#include <stdio.h>

/* Writes one line. Control characters, which a file name may contain, are replaced: they could
 * confuse the terminal. */
static void write_line(const char *kind, const char *format, va_list arguments)
{
    char line[8192];
    vsnprintf(line, sizeof line, format, arguments);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    progress_line_end();
    fprintf(stderr, "errdiff: %s%s\n", kind, line);
}

int fail(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("", format, arguments);
    va_end(arguments);
    return status;
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("warning: ", format, arguments);
    va_end(arguments);
}
