/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a monotonic clock in milliseconds. */
#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <time.h>

double errdiff_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}
