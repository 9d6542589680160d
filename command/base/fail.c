/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes error messages and warnings to standard error, or collects them to be written later. */
#include "fail.h"

#include "progress_line.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char **collected;

void fail_collect(char **lines)
{
    collected = lines;
}

/* Returns false if there is not enough memory. */
static bool collect(const char *kind, const char *text, const char *end)
{
    size_t before = *collected ? strlen(*collected) : 0;
    size_t size = strlen(kind) + strlen(text) + strlen(end) + 1;
    char *longer = realloc(*collected, before + size);
    if (!longer)
        return false;
    snprintf(longer + before, size, "%s%s%s", kind, text, end);
    *collected = longer;
    return true;
}

/* `kind` and `end` are written before and after the text. */
static void write_text(const char *kind, const char *text, const char *end)
{
    if (collected && collect(kind, text, end))
        return;
    progress_line_end();
    fprintf(stderr, "%s%s%s", kind, text, end);
}

void fail_repeat(const char *lines)
{
    write_text("", lines, "");
}

/* Writes one line. Control characters, which a file name may contain, are replaced: they could
 * confuse the terminal. */
static void write_line(const char *kind, const char *format, va_list arguments)
{
    char line[8192];
    vsnprintf(line, sizeof line, format, arguments);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    write_text(kind, line, "\n");
}

int fail(int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("errdiff: ", format, arguments);
    va_end(arguments);
    return status;
}

void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("errdiff: warning: ", format, arguments);
    va_end(arguments);
}

void note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("errdiff: note: ", format, arguments);
    va_end(arguments);
}
