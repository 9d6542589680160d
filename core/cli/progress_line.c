/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "progress_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static struct timespec start;
static int shown = -1; /* the percentage on the screen; -1: none */

static int show(void *user, double done)
{
    (void)user;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    bool short_work = now.tv_sec - start.tv_sec < 2;
    int percent = (int)(100 * done);
    if (percent != shown && !short_work) {
        shown = percent;
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

void progress_line_end(void)
{
    if (shown >= 0)
        fputs("\r\033[K", stderr);
    shown = -1;
}
