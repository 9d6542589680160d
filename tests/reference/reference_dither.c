/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reference-dither KERNEL LEVELS STRENGTH < IN > OUT
 *
 * The reference as a filter, for tests that drive programs. KERNEL is the name of a fixed kernel or
 * `D: dx,dy,w; …`; LEVELS is L or R,G,B. Pictures are P5 and P6 without comments.
 */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>

static void fail(const char *why)
{
    fprintf(stderr, "reference-dither: %s\n", why);
    exit(1);
}

static void read_kernel(const char *text, struct reference_kernel *kernel)
{
    if (reference_kernel_find(text, kernel) == 0)
        return;

    int used = 0;
    long divisor;
    if (sscanf(text, "%ld :%n", &divisor, &used) != 1 || used == 0)
        fail("no such kernel");
    kernel->divisor = divisor;
    kernel->tap_count = 0;
    for (const char *at = text + used; *at; at += used) {
        int dx, dy;
        long weight;
        if (kernel->tap_count == REFERENCE_MAX_TAPS ||
            sscanf(at, " %d ,%d ,%ld%n", &dx, &dy, &weight, &used) != 3)
            fail("the kernel is not understood");
        kernel->taps[kernel->tap_count++] =
            (struct reference_tap){.dx = dx, .dy = dy, .weight = weight};
        if (at[used] == ';')
            used++;
    }
}

/* The byte order of PNM is big endian. */
static void swap_on_little_endian(uint8_t *data, size_t samples)
{
    const uint16_t probe = 1;

    if (*(const uint8_t *)&probe == 0)
        return;
    for (size_t i = 0; i < samples; i++) {
        uint8_t high = data[2 * i];
        data[2 * i] = data[2 * i + 1];
        data[2 * i + 1] = high;
    }
}

int main(int argc, char **argv)
{
    struct reference_job job = {0};
    char kind;
    int maxval;

    if (argc != 4)
        fail("usage: reference-dither KERNEL LEVELS STRENGTH < IN > OUT");
    read_kernel(argv[1], &job.kernel);
    int *levels = job.quantizer.levels;
    int given = sscanf(argv[2], "%d,%d,%d", &levels[0], &levels[1], &levels[2]);
    if (given == 1)
        levels[1] = levels[2] = levels[0];
    else if (given != 3)
        fail("the levels are not understood");
    job.strength = atoi(argv[3]);

    if (scanf("P%c %d %d %d", &kind, &job.width, &job.height, &maxval) != 4 || getchar() == EOF)
        fail("no P5 or P6 picture on standard input");
    job.channels = kind == '6' ? 3 : 1;
    job.bits = maxval == 255 ? 8 : 16;

    size_t samples = (size_t)job.width * (size_t)job.height * (size_t)job.channels;
    size_t size = samples * (size_t)job.bits / 8;
    uint8_t *data = malloc(size);
    if (!data || fread(data, 1, size, stdin) != size)
        fail("the picture is cut off");
    if (job.bits == 16)
        swap_on_little_endian(data, samples);

    job.in = job.out = data;
    job.in_stride = job.out_stride = (ptrdiff_t)(size / (size_t)job.height);
    if (reference_dither(&job) < 0)
        fail("out of memory");

    if (job.bits == 16)
        swap_on_little_endian(data, samples);
    printf("P%c\n%d %d\n%d\n", kind, job.width, job.height, maxval);
    if (fwrite(data, 1, size, stdout) != size || fflush(stdout) != 0)
        fail("cannot write");
    free(data);
    return 0;
}
