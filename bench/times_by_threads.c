/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long calls of an engine take: times-by-threads ENGINE SIDE JOB CALLS THREADS dithers an image
 * of SIDE × SIDE pixels CALLS times. JOB is gray (two levels), rgb (four levels of each channel),
 * or light (four levels, with the default kernel and in linear light). Prints a line for each call:
 * the milliseconds, and how many threads it used. If THREADS is 0 the engine chooses their number
 * anew at each call, where `errdiff bench` keeps that of the first one. */
#define _POSIX_C_SOURCE 200809L

#include <errdiff.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void fail(const char *message)
{
    fprintf(stderr, "times-by-threads: %s\n", message);
    exit(1);
}

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        fail("not enough memory");
    return memory;
}

static void fill(uint8_t *samples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        samples[i] = (uint8_t)((i >> 5) + (i >> 14) + i * i % 31);
}

static errdiff_options options_of(const char *engine, const char *job, const char *threads)
{
    errdiff_options options;
    errdiff_options_init(&options);
    options.engine = engine;
    options.threads = atoi(threads);
    options.start = ERRDIFF_START_PLAIN;
    options.levels[0] = options.levels[1] = options.levels[2] = strcmp(job, "gray") == 0 ? 2 : 4;
    if (strcmp(job, "light") == 0)
        return options;
    options.kernel = "floyd-steinberg";
    options.linear = 0;
    return options;
}

int main(int count, char **arguments)
{
    if (count != 6)
        fail("usage: ENGINE SIDE gray|rgb|light CALLS THREADS");
    int side = atoi(arguments[2]), channels = strcmp(arguments[3], "gray") == 0 ? 1 : 3;
    size_t size = (size_t)side * (size_t)side * (size_t)channels;
    errdiff_image in = {.data = allocate(size),
                        .width = side,
                        .height = side,
                        .channels = channels,
                        .bits = 8,
                        .stride = (ptrdiff_t)side * channels};
    errdiff_image out = in;
    out.data = allocate(size);
    fill(in.data, size);
    fill(out.data, size); /* its pages are made before the first call */
    errdiff_options options = options_of(arguments[1], arguments[3], arguments[5]);
    for (int call = 0; call < atoi(arguments[4]); call++) {
        errdiff_report report;
        double begin = now_ms();
        if (errdiff_dither(&in, &out, &options, &report) != ERRDIFF_OK)
            fail(report.message.text);
        printf("%.4f %d\n", now_ms() - begin, report.threads);
    }
    free(out.data);
    free(in.data);
}
