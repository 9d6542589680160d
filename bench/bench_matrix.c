/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the jobs that `errdiff-bench --matrix` times. */
#include "bench_matrix.h"

#include "bench_options.h"

#include <stdlib.h>
#include <string.h>

static const int all_levels[] = {2, 4, 16, 256};
static const char *const usual_kernels[] = {"floyd-steinberg", "jarvis-judice-ninke",
                                            "ostromoukhov", "zhou-fang"};

enum {
    LEVEL_COUNT = sizeof all_levels / sizeof *all_levels,
    KERNEL_COUNT = sizeof usual_kernels / sizeof *usual_kernels,
    /* The palettes, in the order of their sizes. */
    BLACK_AND_WHITE = 0,
    EGA,
    WEB_SAFE,
    RGB_332,
    /* Jobs of one kernel with further options. */
    OPTION_JOBS = 8,
    PALETTE_JOBS = 4 * BENCH_MATRIX_PALETTES + 2,
};

/* 256 colors: 8 values of red, 8 of green and 4 of blue, evenly spaced. */
static void make_rgb_332(errdiff_palette *palette)
{
    *palette = (errdiff_palette){.count = 256};
    for (int i = 0; i < 256; i++) {
        palette->colors[i][0] = (uint8_t)((i >> 5) * 255 / 7);
        palette->colors[i][1] = (uint8_t)((i >> 2 & 7) * 255 / 7);
        palette->colors[i][2] = (uint8_t)((i & 3) * 255 / 3);
    }
}

void bench_matrix_make_palettes(errdiff_palette palettes[BENCH_MATRIX_PALETTES])
{
    errdiff_palette_find("black-and-white", &palettes[BLACK_AND_WHITE], NULL);
    errdiff_palette_find("ega", &palettes[EGA], NULL);
    errdiff_palette_find("web-safe", &palettes[WEB_SAFE], NULL);
    make_rgb_332(&palettes[RGB_332]);
}

static struct bench_job *add(struct bench_matrix *matrix, const struct bench_job *job)
{
    matrix->jobs[matrix->count] = *job;
    return &matrix->jobs[matrix->count++];
}

static struct bench_job of_kernel(const struct bench_job *base, const char *kernel, int channels,
                                  int levels)
{
    struct bench_job job = *base;
    errdiff_kernel_parse(kernel, &job.kernel, NULL);
    job.options.kernel = job.kernel.name;
    job.channels = channels;
    for (int c = 0; c < 3; c++)
        job.options.levels[c] = levels;
    return job;
}

static void add_levels(struct bench_matrix *matrix, const struct bench_job *base)
{
    for (int k = 0; k < errdiff_kernel_count(); k++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(k, &kernel);
        for (int channels = 1; channels <= 3; channels += 2)
            for (int i = 0; i < LEVEL_COUNT; i++) {
                struct bench_job job = of_kernel(base, kernel.name, channels, all_levels[i]);
                add(matrix, &job);
            }
    }
}

static void add_options(struct bench_matrix *matrix, const struct bench_job *job)
{
    add(matrix, job)->bits = 16;
    add(matrix, job)->options.linear = 1;
    add(matrix, job)->options.noise = 20;
    add(matrix, job)->options.strength = 80;
    add(matrix, job)->options.detail = 50;
    add(matrix, job)->options.serpentine = 1;
    add(matrix, job)->options.keep_exact = 1;
    add(matrix, job)->has_mask = true;
}

static void add_palettes(struct bench_matrix *matrix, const errdiff_palette *palettes,
                         struct bench_job job)
{
    for (int i = 0; i < BENCH_MATRIX_PALETTES; i++) {
        job.options.palette = &palettes[i];
        add(matrix, &job)->options.match = ERRDIFF_MATCH_RGB;
        add(matrix, &job)->options.match = ERRDIFF_MATCH_OKLAB;
        add(matrix, &job)->bits = 16;
        add(matrix, &job)->options.linear = 1;
    }
    job.options.palette = &palettes[EGA];
    add(matrix, &job)->options.gamut = ERRDIFF_GAMUT_CLIP;
    add(matrix, &job)->options.gamut = ERRDIFF_GAMUT_COMPRESS;
}

/* Leaves only the jobs whose name contains `part`. */
static void filter(struct bench_matrix *matrix, const char *part)
{
    int count = 0;
    for (int i = 0; i < matrix->count; i++) {
        char name[BENCH_NAME_SIZE];
        bench_job_name(&matrix->jobs[i], name);
        if (strstr(name, part))
            matrix->jobs[count++] = matrix->jobs[i];
    }
    matrix->count = count;
}

bool bench_matrix_make(struct bench_matrix *matrix, int width, int height, bool is_pinned,
                       const errdiff_palette palettes[BENCH_MATRIX_PALETTES], const char *part)
{
    int most =
        errdiff_kernel_count() * 2 * LEVEL_COUNT + KERNEL_COUNT * (2 * OPTION_JOBS + PALETTE_JOBS);
    matrix->count = 0;
    matrix->jobs = malloc((size_t)most * sizeof *matrix->jobs);
    if (!matrix->jobs)
        return false;
    struct bench_job base = {.width = width, .height = height, .bits = 8, .is_pinned = is_pinned};
    bench_options_init(&base.options);
    add_levels(matrix, &base);
    for (int k = 0; k < KERNEL_COUNT; k++) {
        struct bench_job gray = of_kernel(&base, usual_kernels[k], 1, 2);
        struct bench_job color = of_kernel(&base, usual_kernels[k], 3, 4);
        add_options(matrix, &gray);
        add_options(matrix, &color);
        add_palettes(matrix, palettes, color);
    }
    if (part)
        filter(matrix, part);
    return true;
}

void bench_matrix_free(struct bench_matrix *matrix)
{
    free(matrix->jobs);
    matrix->jobs = NULL;
}
