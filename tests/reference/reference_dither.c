/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reference-dither KERNEL LEVELS STRENGTH [OPTION]… < IN > OUT
 *
 * Runs the reference implementation as a filter, for tests of programs. KERNEL is the name of a
 * kernel or `D: dx,dy,w; …`; LEVELS is L or R,G,B. Images are P5 or P6 without comments. The
 * options are:
 *
 *     palette=RRGGBB,RRGGBB,…  oklab  lightness  linear  serpentine  noise=PERCENT  seed=N
 *     detail=PERCENT  bits=8
 *     screen=NAME:PERCENT      bayer-N
 *     screen=NAME:PERCENT:PERIOD:ANGLE,ANGLE,ANGLE,ANGLE
 *                              round, diamond or line
 *     screen=FILE:PERCENT      a P2 with the numbers of a matrix
 *     sent=RRGGBB,…            colors to write in place of those of the palette
 *     no-gamut                 colors outside the palette's gamut are not clipped to it
 *     compress=PERCENT         lightness is compressed before they are clipped
 *     relative                 white and black become the palette's before they are clipped
 *     gray                     colors become gray first
 *     tone                     the automatic tone
 *     start                    errors come down into the first rows
 *     stretch=PERCENT  brightness=PERCENT  contrast=PERCENT  gamma=NUMBER  saturation=PERCENT
 *     invert  keep-exact
 *     refine=PASSES  viewing=NUMBER
 *     indexed                  OUT has color indices, as P5
 *     mask=FILE                a byte per pixel, 0: left out
 */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

static _Noreturn void fail(const char *why)
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

/* PNM is big endian. */
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

/* Returns the number of colors. */
static int read_colors(const char *text, uint8_t colors[REFERENCE_MAX_COLORS][3])
{
    unsigned int color;
    int count = 0;

    for (const char *at = text; *at; at += at[6] == ',' ? 7 : 6) {
        if (count == REFERENCE_MAX_COLORS || strlen(at) < 6 || sscanf(at, "%6x", &color) != 1)
            fail("the colors are not understood");
        uint8_t *to = colors[count++];
        to[0] = (uint8_t)(color >> 16);
        to[1] = (uint8_t)(color >> 8);
        to[2] = (uint8_t)color;
    }
    return count;
}

static const uint8_t *read_mask(const char *path)
{
    static uint8_t mask[1 << 22];
    FILE *file = fopen(path, "rb");

    if (!file || fread(mask, 1, sizeof(mask), file) == 0)
        fail("the mask cannot be read");
    fclose(file);
    return mask;
}

static void read_matrix(const char *path, struct reference_screen *screen)
{
    static uint16_t numbers[1 << 16];
    FILE *file = fopen(path, "r");
    unsigned int number;
    int count = 0;

    if (!file || fscanf(file, "P2 %d %d %*d", &screen->width, &screen->height) != 2)
        fail("the matrix cannot be read");
    while (count < 1 << 16 && fscanf(file, "%u", &number) == 1)
        numbers[count++] = (uint16_t)number;
    fclose(file);
    if (count == 0 || count != screen->width * screen->height)
        fail("the matrix is not complete");
    screen->numbers = numbers;
}

static void read_screen(const char *text, struct reference_screen *screen)
{
    static const char *const dots[] = {"round", "diamond", "line"};
    char name[256];
    double *angles = screen->angles;

    if (sscanf(text, "%255[^:]:%d:%lf:%lf,%lf,%lf,%lf", name, &screen->amount, &screen->period,
               &angles[0], &angles[1], &angles[2], &angles[3]) < 2)
        fail("the screen is not understood");
    for (int i = 0; i < 3; i++)
        if (strcmp(name, dots[i]) == 0)
            screen->kind = (enum reference_screen_kind)(REFERENCE_ROUND + i);
    if (sscanf(name, "bayer-%d", &screen->side) == 1)
        screen->kind = REFERENCE_BAYER;
    if (screen->kind != REFERENCE_NO_SCREEN)
        return;
    screen->kind = REFERENCE_MATRIX;
    read_matrix(name, screen);
}

static void read_option(const char *text, struct reference_job *job, int *bits)
{
    const char *value = strchr(text, '=');

    value = value ? value + 1 : "";
    if (strncmp(text, "palette=", 8) == 0)
        job->quantizer.color_count = read_colors(value, job->quantizer.colors);
    else if (strncmp(text, "sent=", 5) == 0)
        job->quantizer.has_sent = read_colors(value, job->quantizer.sent) > 0;
    else if (strcmp(text, "oklab") == 0)
        job->quantizer.oklab = 1;
    else if (strcmp(text, "lightness") == 0)
        job->quantizer.lightness = 1;
    else if (strcmp(text, "linear") == 0)
        job->linear = 1;
    else if (strcmp(text, "serpentine") == 0)
        job->serpentine = 1;
    else if (strncmp(text, "noise=", 6) == 0)
        job->noise = atoi(value);
    else if (strncmp(text, "seed=", 5) == 0)
        job->seed = (uint32_t)strtoul(value, NULL, 10);
    else if (strncmp(text, "detail=", 7) == 0)
        job->detail = atoi(value);
    else if (strncmp(text, "screen=", 7) == 0)
        read_screen(value, &job->screen);
    else if (strncmp(text, "bits=", 5) == 0)
        *bits = atoi(value);
    else if (strcmp(text, "no-gamut") == 0)
        job->gamut = 0;
    else if (strncmp(text, "compress=", 9) == 0)
        job->compress = atoi(value);
    else if (strcmp(text, "relative") == 0)
        job->relative = 1;
    else if (strcmp(text, "gray") == 0)
        job->gray = 1;
    else if (strcmp(text, "start") == 0)
        job->starts = 1;
    else if (strcmp(text, "tone") == 0)
        job->tone.automatic = 1;
    else if (strncmp(text, "stretch=", 8) == 0) {
        job->tone.stretch = 1;
        job->tone.stretch_share = atof(value);
    } else if (strncmp(text, "brightness=", 11) == 0)
        job->tone.brightness = atoi(value);
    else if (strncmp(text, "contrast=", 9) == 0)
        job->tone.contrast = atoi(value);
    else if (strncmp(text, "gamma=", 6) == 0)
        job->tone.gamma = atof(value);
    else if (strncmp(text, "saturation=", 11) == 0)
        job->tone.saturation = atoi(value);
    else if (strcmp(text, "invert") == 0)
        job->tone.invert = 1;
    else if (strcmp(text, "keep-exact") == 0)
        job->keep_exact = 1;
    else if (strncmp(text, "refine=", 7) == 0)
        job->passes = atoi(value);
    else if (strncmp(text, "viewing=", 8) == 0)
        job->viewing = atof(value);
    else if (strcmp(text, "indexed") == 0)
        job->indexed = 1;
    else if (strncmp(text, "mask=", 5) == 0)
        job->mask = read_mask(value);
    else
        fail("no such option");
}

int main(int argc, char **argv)
{
    struct reference_job job = {.gamut = 1, .tone.gamma = 1, .viewing = 45};
    char kind;
    int maxval;
    int bits = 0;

#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    if (argc < 4)
        fail("usage: reference-dither KERNEL LEVELS STRENGTH [OPTION]… < IN > OUT");
    read_kernel(argv[1], &job.kernel);
    int *levels = job.quantizer.levels;
    int given = sscanf(argv[2], "%d,%d,%d", &levels[0], &levels[1], &levels[2]);
    if (given == 1)
        levels[1] = levels[2] = levels[0];
    else if (given != 3)
        fail("the levels are not understood");
    job.strength = atoi(argv[3]);
    for (int i = 4; i < argc; i++)
        read_option(argv[i], &job, &bits);

    if (scanf("P%c %d %d %d", &kind, &job.width, &job.height, &maxval) != 4 || getchar() == EOF)
        fail("no P5 or P6 image on standard input");
    job.channels = kind == '6' ? 3 : 1;
    job.bits = maxval == 255 ? 8 : 16;
    job.out_bits = bits == 8 || job.indexed ? 8 : job.bits;
    job.mask_stride = job.width;

    int out_channels = reference_out_channels(&job);
    size_t pixels = (size_t)job.width * (size_t)job.height;
    size_t size = pixels * (size_t)job.channels * (size_t)job.bits / 8;
    size_t out_size = pixels * (size_t)out_channels * (size_t)job.out_bits / 8;
    uint8_t *data = malloc(size);
    uint8_t *out = malloc(out_size);
    if (!data || !out || fread(data, 1, size, stdin) != size)
        fail("the image is cut off");
    if (job.bits == 16)
        swap_on_little_endian(data, size / 2);

    job.in = data;
    job.in_stride = (ptrdiff_t)(size / (size_t)job.height);
    job.out = out;
    job.out_stride = (ptrdiff_t)(out_size / (size_t)job.height);
    if (reference_dither(&job) < 0)
        fail("out of memory");

    if (job.out_bits == 16)
        swap_on_little_endian(out, out_size / 2);
    printf("P%c\n%d %d\n%d\n", out_channels == 3 ? '6' : '5', job.width, job.height,
           job.out_bits == 8 ? 255 : 65535);
    if (fwrite(out, 1, out_size, stdout) != out_size || fflush(stdout) != 0)
        fail("cannot write");
    free(data);
    free(out);
    return 0;
}
