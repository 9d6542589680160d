/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * errdiff-screen-speed [ROUNDS]
 *
 * Times pure screens (a strength of 0, two levels) beside a copy of the same memory, with one
 * thread, in the same run: in each round all of them run one after the other. Prints medians, and
 * the speed of each relative to the copy. Built by hand:
 *
 *     cc -O2 -Icore/include -o screen-speed tests/compare/screen_speed.c -LBUILD/core -lerrdiff
 */
#include "errdiff.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 8192, MAX_ROUNDS = 101 };

static const struct work {
    const char *title, *screen, *angle;
    int channels, linear;
} works[] = {
    {"copy", NULL, NULL, 1, 0},
    {"Bayer, 4 × 4", "bayer-4", "45", 1, 0},
    {"blue noise", "blue-noise", "45", 1, 0},
    {"round dots, 8 pixels, 45°", "round", "45", 1, 0},
    {"round dots, 8 pixels, 15°", "round", "15", 1, 0},
    {"round dots, 8 pixels, 15°, in light", "round", "15", 1, 1},
    {"copy, RGB", NULL, NULL, 3, 0},
    {"blue noise, RGB", "blue-noise", "45", 3, 0},
    {"round dots, RGB, an angle each", "round", "15,75,0", 3, 0},
};

enum { WORKS = sizeof works / sizeof *works };

static double now_ms(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Returns the milliseconds of one run. */
static double time_once(const struct work *work, const unsigned char *from, unsigned char *to)
{
    /* With three channels a third of the rows, so that as many bytes are read and written. */
    int height = SIDE / work->channels;
    size_t row = (size_t)SIDE * (size_t)work->channels;
    errdiff_image in = {.data = (void *)from,
                        .width = SIDE,
                        .height = height,
                        .channels = work->channels,
                        .bits = 8,
                        .stride = (ptrdiff_t)row};
    errdiff_image out = in;
    errdiff_options options;
    errdiff_report report;
    out.data = to;
    errdiff_options_init(&options);
    options.levels[0] = 2;
    options.strength = 0;
    options.linear = work->linear;
    options.threads = 1;
    options.screen = work->screen ? work->screen : "none";
    options.screen_angle = work->angle ? work->angle : "45";
    double start = now_ms();
    if (!work->screen) {
        memcpy(to, from, row * (size_t)height);
        return now_ms() - start;
    }
    if (errdiff_dither(&in, &out, &options, &report) != ERRDIFF_OK) {
        fprintf(stderr, "%s\n", report.message.text);
        exit(1);
    }
    /* Tables are made once for an image, and take longer if the image is small. */
    return report.dither_ms;
}

int main(int argc, char **argv)
{
    static double ms[WORKS][MAX_ROUNDS];
    int rounds = argc > 1 ? atoi(argv[1]) : 15;
    size_t size = (size_t)SIDE * SIDE;
    unsigned char *from = malloc(size), *to = malloc(size);
    if (!from || !to || rounds < 1 || rounds > MAX_ROUNDS)
        return 2;
    for (size_t i = 0; i < size; i++)
        from[i] = (unsigned char)(i * 2654435761u >> 13);
    memset(to, 0, size);
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < WORKS; i++)
            ms[i][round] = time_once(&works[i], from, to);
    double copy = 0;
    for (int i = 0; i < WORKS; i++) {
        qsort(ms[i], (size_t)rounds, sizeof *ms[i], compare);
        double median = ms[i][rounds / 2];
        copy = works[i].screen ? copy : median;
        printf("%-38s %8.2f ms %8.0f MB/s %6.2f of the copy\n", works[i].title, median,
               (double)size / median / 1e3, copy / median);
    }
    free(from);
    free(to);
    return 0;
}
