/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the progress of long work as a line in the terminal. */
#define _POSIX_C_SOURCE 200809L

#include "progress_line.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct timespec start;
static int shown = -1; /* the percentage on the screen; -1: none */
static bool is_on_screen;

static int show(void *user, double done)
{
    (void)user;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool short_work = now.tv_sec - start.tv_sec < 2;
    int percent = (int)(100 * done);
    if (percent != shown && !short_work) {
        shown = percent;
        is_on_screen = true;
        fprintf(stderr, "\rerrdiff: %d %%", percent);
    }
    return 0;
}

void progress_line_start(errdiff_options *options)
{
    if (!isatty(STDERR_FILENO))
        return;
    clock_gettime(CLOCK_MONOTONIC, &start);
    options->progress = show;
}

void progress_line_show(const char *format, ...)
{
    if (!isatty(STDERR_FILENO))
        return;
    progress_line_end();
    is_on_screen = true;
    va_list values;
    va_start(values, format);
    fputs("errdiff: ", stderr);
    vfprintf(stderr, format, values);
    va_end(values);
}

void progress_line_end(void)
{
    if (is_on_screen)
        fputs("\r\033[K", stderr);
    is_on_screen = false;
    shown = -1;
}
